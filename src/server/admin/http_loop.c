/* Watches the descriptor of the HTTP server; a timer covers what the descriptor does not show.
 */
#include "server/admin/http_loop.h"

static void run(void *context)
{
    HttpLoop *http = context;
    uint64_t wait;
    http_server_turn(http->server, 0);
    if (http_server_wait(http->server, &wait))
        loop_timer_set(http->loop, &http->timer, loop_now(http->loop) + wait);
    else
        loop_timer_clear(http->loop, &http->timer);
}

static void ready(void *context, unsigned what)
{
    (void)what;
    run(context);
}

bool http_loop_begin(HttpLoop *http, Loop *loop, HttpServer *server, Report *report)
{
    *http = (HttpLoop){.loop = loop, .server = server};
    http->timer = (LoopTimer){.function = run, .context = http};
    http->watch =
        loop_watch(loop, http_server_descriptor(server), LOOP_READ, ready, http, report);
    if (http->watch)
        loop_timer_set(loop, &http->timer, loop_now(loop));
    return http->watch != NULL;
}

void http_loop_end(HttpLoop *http)
{
    if (!http->server)
        return;
    loop_timer_clear(http->loop, &http->timer);
    loop_remove(http->watch);
    http_server_free(http->server);
    *http = (HttpLoop){.loop = NULL};
}
