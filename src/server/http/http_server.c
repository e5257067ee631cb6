/* Answers requests. Parts, in order: answers; requests; the server. libmicrohttpd runs in the
 * caller's thread. A request with an answer "later" (long polling) is suspended: the library
 * does not look at it any more, so end_waiting() does. */
#include "server/http/http_server.h"

#include "base/html.h"
#include "base/stream.h"
#include "base/system/sockets.h"
#include "base/text.h"
#include "server/http/strangers.h"
#include "server/http/unix_socket.h"

#include <errno.h>
#include <microhttpd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Browsers open six connections; idle ones must not use all connections. */
enum { TOKEN_BYTES = 12, IDLE = 60 /* s */, WAIT = 25 /* s */ };

typedef struct Exchange Exchange;

struct HttpServer {
    HttpHandler handler;
    struct MHD_Daemon *daemon;
    bool open;        /* see HttpServerOptions */
    bool closed_some; /* in the last turn */
    unsigned port;
    const char *path;                    /* of the Unix socket; NULL: none */
    UnixSocketFile file;                 /* of the same */
    unsigned exchanges;                  /* requests without a complete answer */
    char base[2 + 2 * TOKEN_BYTES + 16]; /* "/token"; empty if open */
    char hosts[2][80];                   /* values of the Host header */
    Text address;
    Arena *arena;
    Exchange *waiting;
    size_t bodies; /* bytes of all bodies that are being received */
    HttpStrangers strangers;
};

/* One request until its end. */
struct Exchange {
    HttpServer *server;
    struct MHD_Connection *connection;
    Arena *arena;
    Writer body;
    bool too_large;
    size_t counted; /* of the server's bodies */
    time_t until;   /* when it has waited long enough; 0: it has not waited */
    bool last;
    Exchange *next; /* of those that wait; itself: it does not wait */
};

static const char no_policy[] =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Forbid caching, content sniffing, and access by other pages. */
static const char *const headers[][2] = {
    {"Cache-Control", "no-store"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
};

/* ---- answers ---- */

/* `line` must be a constant: it is not copied. */
HttpAnswer http_plain(unsigned status, const char *line)
{
    return (HttpAnswer){.status = status,
                        .type = "text/plain; charset=utf-8",
                        .bytes = bytes_of_text(text_of(line))};
}

/* A quote or a non-ASCII character would end the name. */
static void add_file_name(struct MHD_Response *response, Text name, Arena *arena)
{
    Writer out = writer_to(arena);
    write_format(&out, "inline; filename*=UTF-8''");
    write_url(&out, name);
    write_u8(&out, 0);
    MHD_add_response_header(response, "Content-Disposition", writer_text(&out).at);
}

/* The library copies the bytes, because they are in the arena of the exchange. */
static enum MHD_Result send_answer(struct MHD_Connection *connection, const HttpAnswer *answer,
                                   Arena *arena)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(
        answer->bytes.size, (void *)(uintptr_t)answer->bytes.data, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", answer->type);
    MHD_add_response_header(response, "Content-Security-Policy",
                            answer->policy ? answer->policy : no_policy);
    if (answer->file.size)
        add_file_name(response, answer->file, arena);
    if (answer->etag.size)
        MHD_add_response_header(
            response, "ETag",
            arena_format(arena, "\"%.*s\"", (int)answer->etag.size, answer->etag.at).at);
    if (answer->allow)
        MHD_add_response_header(response, "Allow", answer->allow);
    for (size_t i = 0; i < COUNT_OF(headers); i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    const enum MHD_Result result = MHD_queue_response(connection, answer->status, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- requests ---- */

/* Empty if the header is missing. Valid until the end of the request. */
static Text header_of(struct MHD_Connection *connection, const char *name)
{
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return text_of(value ? value : "");
}

typedef struct Arguments {
    HttpArgument *items;
    size_t count;
    Arena *arena;
} Arguments;

static enum MHD_Result add_argument(void *context, enum MHD_ValueKind kind, const char *name,
                                    size_t name_size, const char *value, size_t value_size)
{
    (void)kind;
    Arguments *out = context;
    *ARENA_PUSH(out->arena, out->items, out->count) =
        (HttpArgument){{name, name_size}, {value ? value : "", value_size}};
    return MHD_YES;
}

Text http_argument(const HttpRequest *request, const char *name)
{
    for (size_t i = 0; i < request->argument_count; i++)
        if (text_is(request->arguments[i].name, name))
            return request->arguments[i].value;
    return TEXT("");
}

/* A zero would cut the path: a path with %00 stays encoded, and nothing has that name. */
static size_t decode(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return *text == '/' && strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

static bool is_own_host(const HttpServer *server, Text host)
{
    return text_is(host, server->hosts[0]) || text_is(host, server->hosts[1]);
}

/* Whether the request comes from a page of this server, or not from a page at all. */
static bool is_own_page(const HttpServer *server, struct MHD_Connection *connection)
{
    const Text origin = header_of(connection, "Origin");
    const Text site = header_of(connection, "Sec-Fetch-Site");
    return (!origin.size || (text_starts(origin, "http://") &&
                             is_own_host(server, text_slice(origin, 7, origin.size)))) &&
           (!site.size || text_is(site, "same-origin") || text_is(site, "none"));
}

/* The path after the token; false: another token. */
static bool path_of(const HttpServer *server, const char *url, Text *out)
{
    const size_t size = strlen(server->base);
    if (strncmp(url, server->base, size) != 0 || (url[size] && url[size] != '/'))
        return false;
    *out = text_of(url + size + (url[size] == '/'));
    return true;
}

/* ETags are quoted; the handler compares hashes without quotes. */
static Text without_quotes(Text tag)
{
    return tag.size >= 2 && tag.at[0] == '"' ? text_slice(tag, 1, tag.size - 1) : tag;
}

/* The order matters: the host name (DNS rebinding) and the token are checked before anything
 * tells what this server is. Only then the peer counts as known. */
static HttpAnswer answer_of(Exchange *exchange, const char *url, const char *method)
{
    HttpServer *server = exchange->server;
    struct MHD_Connection *connection = exchange->connection;
    /* The library sends no body to HEAD. */
    const bool get = !strcmp(method, "GET") || !strcmp(method, "HEAD");
    HttpRequest request = {.method = get ? TEXT("GET") : text_of(method),
                           .head = !strcmp(method, "HEAD"),
                           .base = text_of(server->base),
                           .if_match = without_quotes(header_of(connection, "If-Match")),
                           .body = writer_bytes(&exchange->body),
                           .last = exchange->last};
    HttpAnswer answer = {.status = MHD_HTTP_INTERNAL_SERVER_ERROR, .type = "text/plain"};
    if (!server->open && !is_own_host(server, header_of(connection, "Host")))
        return http_plain(MHD_HTTP_FORBIDDEN, "wrong host name\n");
    if (!path_of(server, url, &request.path))
        return http_plain(MHD_HTTP_NOT_FOUND, "the address is incomplete\n");
    strangers_know(&server->strangers, connection);
    if (!get && !server->handler.changes) {
        answer = http_plain(MHD_HTTP_METHOD_NOT_ALLOWED, "only GET is supported\n");
        answer.allow = "GET, HEAD";
        return answer;
    }
    if (!get && !is_own_page(server, connection))
        return http_plain(MHD_HTTP_FORBIDDEN, "requests of other sites are refused\n");
    if (exchange->too_large)
        return http_plain(MHD_HTTP_CONTENT_TOO_LARGE, "the request is too large\n");
    Arguments arguments = {.arena = exchange->arena};
    MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, add_argument, &arguments);
    request.arguments = arguments.items;
    request.argument_count = arguments.count;
    server->handler.answer(server->handler.context, &request, &answer, exchange->arena);
    return answer;
}

/* The library calls on_request() several times for one request; `*request` keeps the
 * exchange. */
static Exchange *begin(HttpServer *server, struct MHD_Connection *connection)
{
    Arena *arena = arena_new();
    Exchange *exchange = ARENA_ALLOC(arena, Exchange, 1);
    *exchange = (Exchange){.server = server, .connection = connection, .arena = arena};
    exchange->body = writer_to(arena);
    exchange->next = exchange;
    server->exchanges++;
    return exchange;
}

/* Monotonic, as a changed clock must not end or prolong a wait. */
static time_t seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* `until` is set only once: a request that was woken and waits again keeps its end. */
static void wait_for_answer(HttpServer *server, Exchange *exchange)
{
    if (!exchange->until)
        exchange->until = seconds_now() + WAIT;
    exchange->next = server->waiting;
    server->waiting = exchange;
    MHD_suspend_connection(exchange->connection);
}

static int descriptor_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

/* First call: headers only; then once for each piece of the body; then once with size 0. A
 * body that is too large is read to its end and dropped, as browsers do not read an answer
 * before. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *url, const char *method, const char *version,
                                  const char *body, size_t *body_size, void **request)
{
    (void)version;
    HttpServer *server = context;
    if (!*request) {
        if (server->path && !unix_socket_may_ask(descriptor_of(connection)))
            return MHD_NO; /* closes the connection */
        *request = begin(server, connection);
        return MHD_YES;
    }
    Exchange *exchange = *request;
    if (*body_size) {
        exchange->too_large |= exchange->body.size + *body_size > HTTP_BODY_MAX ||
                               server->bodies + *body_size > HTTP_BODIES_MAX;
        if (!exchange->too_large && server->handler.changes) {
            write_bytes(&exchange->body, (Bytes){(const uint8_t *)body, *body_size});
            exchange->counted += *body_size;
            server->bodies += *body_size;
        }
        *body_size = 0;
        return MHD_YES;
    }
    const HttpAnswer answer = answer_of(exchange, url, method);
    if (!answer.later)
        return send_answer(connection, &answer, exchange->arena);
    if (exchange->last)
        return MHD_NO;
    wait_for_answer(server, exchange);
    return MHD_YES;
}

/* Also for requests that were cut off while they waited. */
static void on_end(void *context, struct MHD_Connection *connection, void **request,
                   enum MHD_RequestTerminationCode code)
{
    (void)connection, (void)code;
    HttpServer *server = context;
    Exchange *exchange = *request;
    if (!exchange)
        return;
    for (Exchange **at = &server->waiting; *at; at = &(*at)->next)
        if (*at == exchange) {
            *at = exchange->next;
            break;
        }
    server->bodies -= exchange->counted;
    server->exchanges--;
    arena_free(exchange->arena);
    *request = NULL;
}

/* Each resumed request is answered again: its handler is asked again and may wait again. */
void http_server_wake(HttpServer *server)
{
    Exchange *exchange = server->waiting;
    server->waiting = NULL;
    while (exchange) {
        Exchange *next = exchange->next;
        exchange->next = exchange;
        MHD_resume_connection(exchange->connection);
        exchange = next;
    }
}

static enum MHD_Result may_connect(void *context, const struct sockaddr *from, socklen_t size)
{
    (void)from, (void)size;
    HttpServer *server = context;
    return server->handler.may_connect(server->handler.context) ? MHD_YES : MHD_NO;
}

/* Connections without a valid request so far ("strangers") are limited elsewhere. */
static void on_connection(void *context, struct MHD_Connection *connection, void **ignored,
                          enum MHD_ConnectionNotificationCode code)
{
    (void)ignored;
    HttpServer *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        strangers_add(&server->strangers, connection, descriptor_of(connection));
    else
        strangers_remove(&server->strangers, connection);
    server->closed_some |= code == MHD_CONNECTION_NOTIFY_CLOSED;
}

/* Ends the waiting of requests whose peers are gone, or that have waited long enough. The
 * library does not look at connections that are suspended. */
static void end_waiting(HttpServer *server)
{
    const time_t now = seconds_now();
    for (Exchange **at = &server->waiting; *at;) {
        Exchange *exchange = *at;
        exchange->last =
            now >= exchange->until || socket_has_ended(descriptor_of(exchange->connection));
        if (!exchange->last) {
            at = &exchange->next;
            continue;
        }
        *at = exchange->next;
        exchange->next = exchange;
        MHD_resume_connection(exchange->connection);
    }
}

/* ---- the server ---- */

/* Numeric addresses only: a name could resolve to more than this machine. Returns -1 on
 * failure. `*bound`: the port that was chosen for port 0. */
static int listen_at(const char *address, unsigned port, unsigned *bound, Report *report)
{
    SocketAddress at;
    if (!address_read(address, &at)) {
        report_error(report, "%s is not a numeric address", address);
        return -1;
    }
    at.port = (uint16_t)port;
    const int listener = socket_listen(&at, HTTP_CONNECTIONS, bound);
    if (listener < 0)
        report_error(report, "cannot listen at %s, port %u: %s", address, port,
                     socket_reason(errno));
    return listener;
}

static void set_address(HttpServer *server, const char *address, const char *token)
{
    uint8_t random[TOKEN_BYTES];
    char fresh[2 * TOKEN_BYTES + 1];
    const bool is_six = strchr(address, ':') != NULL;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(fresh, sizeof fresh, random, sizeof random);
    snprintf(server->base, sizeof server->base, "/%s", token ? token : fresh);
    snprintf(server->hosts[0], sizeof server->hosts[0], is_six ? "[%s]:%u" : "%s:%u", address,
             server->port);
    snprintf(server->hosts[1], sizeof server->hosts[1], "localhost:%u", server->port);
    server->address =
        arena_format(server->arena, "http://%s%s/", server->hosts[0], server->base);
}

/* The library starts no thread: everything runs in http_server_turn(). On Linux it waits by
 * epoll, whose descriptor can be watched by a loop; on Windows by select. */
static struct MHD_Daemon *start(HttpServer *server, int listener,
                                const HttpServerOptions *options)
{
    const unsigned most = options->connections;
    return MHD_start_daemon(
        MHD_USE_AUTO | MHD_ALLOW_SUSPEND_RESUME, 0,
        server->handler.may_connect ? may_connect : NULL, server, on_request, server,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listener, MHD_OPTION_CONNECTION_LIMIT,
        most && most < HTTP_CONNECTIONS ? most : (unsigned)HTTP_CONNECTIONS,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->per_address, MHD_OPTION_CONNECTION_TIMEOUT,
        options->idle ? options->idle : (unsigned)IDLE, MHD_OPTION_NOTIFY_COMPLETED, on_end,
        server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
        MHD_OPTION_UNESCAPE_CALLBACK, decode, NULL, MHD_OPTION_STRICT_FOR_CLIENT,
        (int)server->open, MHD_OPTION_END);
}

HttpServer *http_server_new(const HttpHandler *handler, const HttpServerOptions *options,
                            Report *report)
{
    const char *address = options->address ? options->address : "127.0.0.1";
    unsigned port = 0;
    UnixSocketFile file = {0};
    if (sodium_init() < 0) {
        report_error(report, "no random numbers are available");
        return NULL;
    }
    const int listener =
        options->path ? unix_socket_listen(options->path, HTTP_CONNECTIONS, &file, report)
                      : listen_at(address, options->port, &port, report);
    if (listener < 0)
        return NULL;
    Arena *arena = arena_new();
    HttpServer *server = ARENA_ALLOC(arena, HttpServer, 1);
    *server = (HttpServer){
        .handler = *handler, .arena = arena, .port = port, .open = options->open, .file = file};
    if (options->path)
        server->path = arena_text(arena, text_of(options->path)).at;
    server->daemon = start(server, listener, options);
    if (!server->daemon) { /* the library may have closed the socket already */
        report_error(report, "cannot start the HTTP server");
        if (server->path)
            unix_socket_remove(server->path, &server->file);
        arena_free(arena);
        return NULL;
    }
    if (!server->open)
        set_address(server, address, options->token);
    return server;
}

void http_server_free(HttpServer *server)
{
    /* The library requires that no connection is suspended when it stops. */
    http_server_wake(server);
    if (server->path)
        unix_socket_remove(server->path, &server->file);
    MHD_stop_daemon(server->daemon);
    arena_free(server->arena);
}

Text http_server_address(const HttpServer *server) { return server->address; }

unsigned http_server_port(const HttpServer *server) { return server->port; }

bool http_server_is_busy(const HttpServer *server) { return server->exchanges > 0; }

bool http_server_turn(HttpServer *server, unsigned milliseconds)
{
    end_waiting(server);
    server->closed_some = false;
    return MHD_run_wait(server->daemon, (int32_t)milliseconds) == MHD_YES;
}

int http_server_descriptor(const HttpServer *server)
{
    return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

/* When the limit of connections was reached, the library stops watching the listening socket,
 * and watches it again only in the next turn after a connection is closed. */
bool http_server_wait(const HttpServer *server, uint64_t *milliseconds)
{
    MHD_UNSIGNED_LONG_LONG wait = 0;
    if (!server->closed_some && MHD_get_timeout(server->daemon, &wait) != MHD_YES)
        return false;
    *milliseconds = wait;
    return true;
}
