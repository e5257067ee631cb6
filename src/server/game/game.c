/* What all modules of this folder use: the log, failure and stop, the time.
 * server_request_stop() sets a flag and wakes the loop, and nothing else, because signal
 * handlers call it. */
#include "server/game/game.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void server_event(Server *server, LogEvent event, const LogFields *fields)
{
    log_write(server->options.log, event, fields);
}

void server_fail(Server *server, const char *words)
{
    if (server->problem[0])
        return;
    snprintf(server->problem, sizeof server->problem, "%s", words);
    server_event(server, EVENT_FAILED, &(LogFields){.reason = text_of(words)});
    server_request_stop(server);
}

void server_request_stop(Server *server)
{
    atomic_store(&server->stop, true);
    loop_wake(server->loop);
}

Moment server_moment(const Server *server)
{
    return (Moment){loop_now(server->loop), (int64_t)time(NULL)};
}
