#include "server/game/game.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void server_log(Server *server, const char *format, ...)
{
    va_list arguments;
    if (!server->options.log)
        return;
    va_start(arguments, format);
    const Text line = arena_vformat(server->scratch, format, arguments);
    va_end(arguments);
    server->options.log(server->options.log_context, line);
}

void server_fail(Server *server, const char *words)
{
    if (server->problem[0])
        return;
    snprintf(server->problem, sizeof server->problem, "%s", words);
    server_log(server, "%s", words);
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
