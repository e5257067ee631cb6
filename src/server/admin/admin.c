/* The admin interface: connections, access control, requests. */
#include "server/admin/admin_routes.h"
#include "server/admin/http_loop.h"

#include "base/json.h"
#include "server/protocol/token_bucket.h"
#include "server/transport/wire.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAIRS_MAX = 8 /* in a query */ };

struct Admin {
    Loop *loop;
    const AdminHost *host;
    HttpLoop http;
    struct sockaddr_storage address; /* of this server and of the administrator */
    unsigned port, timeout, strangers, answering;
    Budget budget; /* for other addresses */
    Arena *keys;   /* certificate and key in PEM */
    Arena *arena;  /* for one answer */
};

/* ---- access control ---- */

static bool is_admin(const Admin *admin, const struct sockaddr *from)
{
    if (from->sa_family != admin->address.ss_family)
        return false;
    if (from->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)from, *own = (const void *)&admin->address;
        return in->sin_addr.s_addr == own->sin_addr.s_addr;
    }
    const struct sockaddr_in6 *in = (const void *)from, *own = (const void *)&admin->address;
    return memcmp(&in->sin6_addr, &own->sin6_addr, sizeof in->sin6_addr) == 0;
}

/* Peers from other addresses are answered by 404, but must not use all connections or much
 * of the server's time. */
static enum MHD_Result may_connect(void *context, const struct sockaddr *from, socklen_t size)
{
    (void)size;
    Admin *admin = context;
    return is_admin(admin, from) || (admin->strangers < ADMIN_STRANGERS &&
                                     budget_spend(&admin->budget, 1, loop_now(admin->loop)))
               ? MHD_YES
               : MHD_NO;
}

/* A connection's context is the Admin if the peer has another address, otherwise NULL. */
static void wire_connection_changes(void *context, struct MHD_Connection *connection,
                                    void **stranger, enum MHD_ConnectionNotificationCode what)
{
    Admin *admin = context;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        admin->strangers -= *stranger != NULL;
        return;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info && is_admin(admin, info->client_addr))
        return;
    *stranger = admin;
    admin->strangers++;
}

static bool is_stranger(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return !info || info->socket_context;
}

/* ---- answering ---- */

static const char *const type_names[] = {
    [ADMIN_JSON] = "application/json",
    [ADMIN_HTML] = "text/html; charset=utf-8",
    [ADMIN_PLAIN] = "text/plain; charset=utf-8",
    [ADMIN_PROMETHEUS] = "text/plain; version=0.0.4; charset=utf-8",
};

/* Forbid caching, content sniffing, framing, access by other pages, and scripts. */
static const char *const headers[][2] = {
    {"Cache-Control", "no-store"},
    {"Content-Security-Policy",
     "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
};

static enum MHD_Result send_answer(struct MHD_Connection *connection, unsigned status,
                                   AdminType type, Bytes bytes)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(
        bytes.size, (void *)(uintptr_t)bytes.data, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", type_names[type]);
    for (size_t i = 0; i < COUNT_OF(headers); i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET");
    const enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* The same answer to every request; then the connection is closed. */
static enum MHD_Result send_nothing(struct MHD_Connection *connection)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Connection", "close");
    const enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_NOT_FOUND, response);
    MHD_destroy_response(response);
    return result;
}

/* {"ok": true}, or the reason of the failure. */
static enum MHD_Result send_result(Admin *admin, struct MHD_Connection *connection,
                                   unsigned status, Text error)
{
    Writer out = writer_to(admin->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_bool(&json, "ok", status == MHD_HTTP_OK);
    if (status != MHD_HTTP_OK)
        json_put_text(&json, "error", error);
    json_close(&json);
    json_end(&json);
    return send_answer(connection, status, ADMIN_JSON, writer_bytes(&out));
}

/* ---- requests ---- */

typedef struct Query {
    AdminPair pairs[PAIRS_MAX + 1];
    size_t count;
} Query;

static enum MHD_Result add_pair(void *context, enum MHD_ValueKind kind, const char *name,
                                size_t name_size, const char *value, size_t value_size)
{
    (void)kind;
    Query *query = context;
    query->pairs[query->count++] = (AdminPair){{name, name_size}, {value, value_size}};
    return query->count <= PAIRS_MAX ? MHD_YES : MHD_NO;
}

/* A zero would cut the path: a path with %00 stays encoded and matches no route. */
static size_t decode(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context;
    (void)connection;
    return *text == '/' && strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

static bool has_header(struct MHD_Connection *connection)
{
    const char *header = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, ADMIN_HEADER);
    return header && strcmp(header, "1") == 0;
}

/* The words of the result are for players, about others near them. Requests of the
 * administrator are about all accounts, and about other lists. */
static const struct {
    const char *word; /* of the route; NULL: of all with this parameter */
    AdminParameter needs;
    ResultCode result;
    const char *text;
} refusals[] = {
    {NULL, ADMIN_NAME, RESULT_NOBODY, "there is no account of this name"},
    {NULL, ADMIN_NETWORK, RESULT_NOBODY, "this network is not in the deny list"},
    {NULL, ADMIN_REPORT, RESULT_NOBODY, "there is no open report of this number"},
    {NULL, ADMIN_REPORT, RESULT_INVALID, "expected the number of a report"},
    {"unban", ADMIN_NAME, RESULT_INVALID, "this account is not banned"},
    {"unmute", ADMIN_NAME, RESULT_INVALID, "this account is not muted"},
};

static Text refusal(const AdminRoute *route, ResultCode result, Arena *arena)
{
    if (route->may == ADMIN_ROLE && result == RESULT_INVALID)
        return arena_format(arena, "expected %s", admin_parameter_doc(ADMIN_ROLE));
    if (!strcmp(route->word, "kick"))
        return text_of(
            result_words(result)); /* only a player who is here can be disconnected */
    for (size_t i = 0; i < COUNT_OF(refusals); i++)
        if (refusals[i].needs == route->needs && refusals[i].result == result &&
            (!refusals[i].word || !strcmp(refusals[i].word, route->word)))
            return text_of(refusals[i].text);
    return text_of(result_words(result));
}

/* A list, or an action, whose answer has "ok" and perhaps more. */
static enum MHD_Result act(Admin *admin, struct MHD_Connection *connection,
                           const AdminRoute *route, const AdminWords *words)
{
    AdminAction *const *action = (const void *)((const uint8_t *)admin->host + route->action);
    Writer out = writer_to(admin->arena);
    JsonWriter json = json_to(&out);
    if (!*action)
        return send_result(admin, connection, MHD_HTTP_NOT_IMPLEMENTED,
                           TEXT("this server does not support that"));
    json_open(&json, NULL);
    if (route->changes)
        json_put_bool(&json, "ok", true);
    const ResultCode result = (*action)(admin->host->context, words, &json);
    if (result != RESULT_OK)
        return send_result(admin, connection, MHD_HTTP_CONFLICT,
                           refusal(route, result, admin->arena));
    json_close(&json);
    json_end(&json);
    return send_answer(connection, MHD_HTTP_OK, ADMIN_JSON, writer_bytes(&out));
}

static enum MHD_Result answer(Admin *admin, struct MHD_Connection *connection, Text path)
{
    Arena *arena = admin->arena;
    Query query = {.count = 0};
    AdminWords words;
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    const AdminRoute *route =
        text_starts(path, "/") ? admin_route(text_slice(path, 1, path.size)) : NULL;
    if (!route)
        return send_result(admin, connection, MHD_HTTP_NOT_FOUND,
                           arena_format(arena, "unknown request %.*s; /help lists all requests",
                                        (int)path.size, path.at));
    if (route->changes && !has_header(connection))
        return send_result(
            admin, connection, MHD_HTTP_FORBIDDEN,
            TEXT("a request that changes something requires the header " ADMIN_HEADER
                 ": 1, to protect against requests by other web pages; see "
                 "oisin help admin"));
    MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, add_pair, &query);
    if (query.count > PAIRS_MAX)
        return send_result(admin, connection, MHD_HTTP_BAD_REQUEST,
                           TEXT("the query has too many parameters"));
    if (!admin_words_read(route, query.pairs, query.count, &words, arena, &report))
        return send_result(admin, connection, MHD_HTTP_BAD_REQUEST, messages.items[0].text);
    if (!route->answer)
        return act(admin, connection, route, &words);
    Writer out = writer_to(arena);
    route->answer(admin->host, &out);
    return send_answer(connection, MHD_HTTP_OK, route->type, writer_bytes(&out));
}

/* Called for the headers, for each piece of a body, and at the end; `*request` is NULL in
 * the first call. */
static enum MHD_Result somebody_asks(void *context, struct MHD_Connection *connection,
                                     const char *path, const char *method, const char *version,
                                     const char *body, size_t *body_size, void **request)
{
    (void)version;
    (void)body;
    Admin *admin = context;
    const bool first = !*request;
    if (first) {
        *request = admin;
        admin->answering++;
    }
    if (*body_size) { /* the body is ignored */
        *body_size = 0;
        return MHD_YES;
    }
    if (is_stranger(connection))
        return send_nothing(connection);
    arena_reset(admin->arena);
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0)
        return send_result(admin, connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                           TEXT("only GET is supported"));
    return first ? MHD_YES : answer(admin, connection, text_of(path));
}

static void request_ends(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode why)
{
    (void)connection;
    (void)why;
    Admin *admin = context;
    admin->answering -= *request != NULL;
    *request = NULL;
}

/* ---- opening and closing ---- */

static bool is_any(const struct sockaddr_storage *address)
{
    static const uint8_t zeros[16];
    const struct sockaddr_in *in = (const void *)address;
    const struct sockaddr_in6 *in6 = (const void *)address;
    return address->ss_family == AF_INET ? in->sin_addr.s_addr == 0
                                         : memcmp(&in6->sin6_addr, zeros, sizeof zeros) == 0;
}

/* The daemon refers to the certificate and key in the arena. */
static struct MHD_Daemon *start(Admin *admin, int listener, const Identity *identity,
                                Arena *arena)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_TLS, 0, may_connect, admin, somebody_asks, admin,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_HTTPS_MEM_CERT,
        arena_text(arena, text_of_bytes(identity->certificate)).at, MHD_OPTION_HTTPS_MEM_KEY,
        arena_text(arena, text_of_bytes(identity->key)).at, MHD_OPTION_HTTPS_PRIORITIES,
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", MHD_OPTION_NOTIFY_CONNECTION,
        wire_connection_changes, admin, MHD_OPTION_NOTIFY_COMPLETED, request_ends, admin,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)ADMIN_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
        admin->timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)ADMIN_MEMORY,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, decode, NULL,
        MHD_OPTION_END);
}

/* MHD does not report why a certificate is invalid; net/transport does. */
static bool identity_works(const Identity *identity, Report *report)
{
    Wire *wire = wire_server(identity, report);
    wire_free(wire);
    return wire != NULL;
}

static bool open_door(Admin *admin, const AdminOptions *options, const Identity *identity,
                      Report *report)
{
    const char *why = "";
    const int listener =
        http_listen(options->address, options->port, ADMIN_CONNECTIONS, &admin->address, &why);
    if (listener < 0)
        return report_error(report, "admin: cannot listen at %s, port %u: %s", options->address,
                            options->port, why);
    if (is_any(&admin->address)) {
        close(listener);
        return report_error(
            report,
            "admin: no interface has the address %s; give an address of this machine "
            "from which the administrator connects",
            options->address);
    }
    /* the port is at the same offset in IPv6 */
    const struct sockaddr_in *in = (const void *)&admin->address;
    admin->port = ntohs(in->sin_port);
    /* Whether MHD closes the socket on failure depends on where it fails. */
    struct MHD_Daemon *daemon = start(admin, listener, identity, admin->keys);
    if (!daemon)
        return report_error(report, "admin: cannot start HTTPS");
    if (http_loop_set(&admin->http, daemon, report))
        return true;
    MHD_stop_daemon(daemon);
    return false;
}

Admin *admin_new(Loop *loop, const AdminOptions *options, const Identity *identity,
                 const AdminHost *host, Report *report)
{
    if (!identity_works(identity, report))
        return NULL;
    Admin *admin = calloc(1, sizeof *admin);
    if (!admin) {
        report_error(report, "admin: out of memory");
        return NULL;
    }
    admin->loop = loop;
    admin->host = host;
    admin->timeout = options->timeout ? options->timeout : (unsigned)ADMIN_TIMEOUT;
    admin->budget =
        budget_of(ADMIN_STRANGERS_SECOND, 2 * ADMIN_STRANGERS_SECOND, loop_now(loop));
    admin->http.loop = loop;
    admin->arena = arena_new();
    admin->keys = arena_new();
    if (open_door(admin, options, identity, report))
        return admin;
    admin_free(admin);
    return NULL;
}

/* MHD reads certificates only at the start, so a new daemon takes over the socket. The old
 * daemon is stopped after the new one has started. */
bool admin_renew(Admin *admin, const Identity *identity, Report *report)
{
    if (!identity_works(identity, report))
        return false;
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(admin->http.daemon, MHD_DAEMON_INFO_LISTEN_FD);
    const int listener = fcntl(info->listen_fd, F_DUPFD_CLOEXEC, 0);
    Arena *keys = arena_new();
    struct MHD_Daemon *fresh = listener >= 0 ? start(admin, listener, identity, keys) : NULL;
    struct MHD_Daemon *old = admin->http.daemon;
    if (!fresh || !http_loop_set(&admin->http, fresh, report)) {
        if (fresh)
            MHD_stop_daemon(fresh);
        arena_free(keys);
        return report_error(report, "admin: cannot start HTTPS");
    }
    /* otherwise it may shut down the socket */
    const int before = MHD_quiesce_daemon(old);
    MHD_stop_daemon(old);
    if (before >= 0)
        close(before);
    arena_free(admin->keys);
    admin->keys = keys;
    return true;
}

void admin_free(Admin *admin)
{
    if (!admin)
        return;
    http_loop_end(&admin->http);
    arena_free(admin->arena);
    arena_free(admin->keys);
    free(admin);
}

unsigned admin_port(const Admin *admin) { return admin->port; }

bool admin_busy(const Admin *admin) { return admin->answering > 0; }
