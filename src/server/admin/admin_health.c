/* Serves /live, /ready and /metrics with libmicrohttpd in the server's loop (http_loop.c).
 * Anyone may connect, so connections, their rate, their memory and their time are limited, and
 * paths are compared without decoding. */
#include "server/admin/admin_health.h"

#include "server/protocol/token_bucket.h"
#include "server/admin/admin_routes.h"
#include "server/admin/http_loop.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <unistd.h>

struct Health {
    HttpLoop http;
    const AdminHost *host;
    unsigned port;
    Budget budget;
    Arena *arena; /* for one answer */
};

static enum MHD_Result may_connect(void *context, const struct sockaddr *from, socklen_t size)
{
    Health *health = context;
    (void)from, (void)size;
    return budget_spend(&health->budget, 1, loop_now(health->http.loop)) ? MHD_YES : MHD_NO;
}

static enum MHD_Result send_text(struct MHD_Connection *connection, unsigned status, Text text)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(
        text.size, (void *)(uintptr_t)text.at, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type",
                            "text/plain; version=0.0.4; charset=utf-8");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET, HEAD");
    const enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer(Health *health, struct MHD_Connection *connection,
                              const char *path)
{
    const AdminHost *host = health->host;
    Writer out = writer_to(health->arena);
    if (strcmp(path, "/live") == 0)
        return send_text(connection, MHD_HTTP_OK, TEXT("ok\n"));
    if (strcmp(path, "/ready") == 0) {
        if (host->ready(host->context, &out))
            return send_text(connection, MHD_HTTP_OK, TEXT("ok\n"));
        return send_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE, writer_text(&out));
    }
    if (strcmp(path, "/metrics") == 0) {
        admin_metrics(host, &out);
        return send_text(connection, MHD_HTTP_OK, writer_text(&out));
    }
    return send_text(connection, MHD_HTTP_NOT_FOUND,
                     TEXT("unknown request; expected /live, /ready or /metrics\n"));
}

/* Called for the headers, for each piece of a body, and at the end; `*request` is NULL in the
 * first call. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *body, size_t *body_size, void **request)
{
    Health *health = context;
    const bool first = !*request;
    (void)version, (void)body;
    *request = health;
    if (*body_size) { /* the body is ignored */
        *body_size = 0;
        return MHD_YES;
    }
    arena_reset(health->arena);
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
        return send_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                         TEXT("only GET is supported\n"));
    return first ? MHD_YES : answer(health, connection, path);
}

/* Paths have nothing to decode, and %00 would cut them. */
static size_t keep_encoded(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

static bool open_listener(Health *health, const char *address, unsigned port, Report *report)
{
    const char *why = "";
    struct sockaddr_storage bound;
    const int listener = http_listen(address, port, HEALTH_CONNECTIONS, &bound, &why);
    if (listener < 0)
        return report_error(report, "health: cannot listen at %s, port %u: %s", address, port,
                            why);
    /* the port is at the same offset in IPv6 */
    health->port = ntohs(((const struct sockaddr_in *)(const void *)&bound)->sin_port);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL, 0, may_connect, health, on_request, health, MHD_OPTION_LISTEN_SOCKET,
        listener, MHD_OPTION_CONNECTION_LIMIT, (unsigned)HEALTH_CONNECTIONS,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)HEALTH_PER_ADDRESS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HEALTH_TIMEOUT,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEALTH_MEMORY, MHD_OPTION_UNESCAPE_CALLBACK,
        keep_encoded, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!daemon)
        return report_error(report, "health: cannot start HTTP");
    if (http_loop_set(&health->http, daemon, report))
        return true;
    MHD_stop_daemon(daemon);
    return false;
}

Health *health_new(Loop *loop, const char *address, unsigned port, const AdminHost *host,
                   Report *report)
{
    Health *health = calloc(1, sizeof *health);
    if (!health) {
        report_error(report, "health: out of memory");
        return NULL;
    }
    health->http.loop = loop;
    health->host = host;
    health->budget = budget_of(HEALTH_SECOND, 2 * HEALTH_SECOND, loop_now(loop));
    health->arena = arena_new();
    if (open_listener(health, address, port, report))
        return health;
    health_free(health);
    return NULL;
}

void health_free(Health *health)
{
    if (!health)
        return;
    http_loop_end(&health->http);
    arena_free(health->arena);
    free(health);
}

unsigned health_port(const Health *health) { return health->port; }
