/* Serves /live, /ready and /metrics in the server's loop (http_loop.c). Anyone may connect, so
 * connections, their rate and their time are limited. */
#include "server/admin/admin_health.h"

#include "server/admin/admin_routes.h"
#include "server/admin/http_loop.h"
#include "server/protocol/token_bucket.h"

#include <stdlib.h>

struct Health {
    HttpLoop http;
    const AdminHost *host;
    Budget budget;
};

static bool may_connect(void *context)
{
    Health *health = context;
    return budget_spend(&health->budget, 1, loop_now(health->http.loop));
}

static HttpAnswer answer_of(unsigned status, Text text)
{
    return (HttpAnswer){.status = status,
                        .type = "text/plain; version=0.0.4; charset=utf-8",
                        .bytes = bytes_of_text(text)};
}

static void answer(void *context, const HttpRequest *request, HttpAnswer *answer, Arena *arena)
{
    const AdminHost *host = ((const Health *)context)->host;
    const Text path = request->path;
    Writer out = writer_to(arena);
    if (text_is(path, "live")) {
        *answer = answer_of(200, TEXT("ok\n"));
    } else if (text_is(path, "ready")) {
        const bool ready = host->ready(host->context, &out);
        *answer = ready ? answer_of(200, TEXT("ok\n")) : answer_of(503, writer_text(&out));
    } else if (text_is(path, "metrics")) {
        admin_metrics(host, &out);
        *answer = answer_of(200, writer_text(&out));
    } else {
        *answer = answer_of(404, TEXT("unknown request; expected /live, /ready or /metrics\n"));
    }
}

Health *health_new(Loop *loop, const char *address, unsigned port, const AdminHost *host,
                   Report *report)
{
    Health *health = calloc(1, sizeof *health);
    if (!health) {
        report_error(report, "health: out of memory");
        return NULL;
    }
    const HttpHandler handler = {
        .context = health, .may_connect = may_connect, .answer = answer};
    const HttpServerOptions wanted = {.address = address,
                                      .port = port,
                                      .open = true,
                                      .idle = HEALTH_TIMEOUT,
                                      .connections = HEALTH_CONNECTIONS,
                                      .per_address = HEALTH_PER_ADDRESS};
    Report about = report_child(report, TEXT("health"));
    health->host = host;
    health->budget = budget_of(HEALTH_SECOND, 2 * HEALTH_SECOND, loop_now(loop));
    HttpServer *server = http_server_new(&handler, &wanted, &about);
    if (server && http_loop_begin(&health->http, loop, server, &about))
        return health;
    health_free(health);
    return NULL;
}

void health_free(Health *health)
{
    if (!health)
        return;
    http_loop_end(&health->http);
    free(health);
}

unsigned health_port(const Health *health) { return http_server_port(health->http.server); }
