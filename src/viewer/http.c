#include "viewer/http.h"

#include "base/html.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Browsers open six connections; idle ones must not use all connections. */
enum { TOKEN_BYTES = 12, CONNECTIONS = 128, IDLE = 5 /* s */ };

struct ViewerServer {
    Viewer *viewer;
    struct MHD_Daemon *daemon;
    char base[2 + 2 * TOKEN_BYTES + 16]; /* "/token" */
    char hosts[2][80];                   /* values of the Host header */
    Text address;
    Arena *arena;
};

/* Of pages, which have no scripts, and of a game's page: see its index.html. */
static const char *const policies[] = {
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/* Forbid caching, content sniffing, framing, and access by other pages. */
static const char *const headers[][2] = {
    {"Cache-Control", "no-store"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
};

/* A quote or a non-ASCII character would end the name. */
static void add_file_name(struct MHD_Response *response, Text name, Arena *arena)
{
    Writer out = writer_to(arena);
    write_format(&out, "inline; filename*=UTF-8''");
    write_url(&out, name);
    write_u8(&out, 0);
    MHD_add_response_header(response, "Content-Disposition", writer_text(&out).at);
}

static enum MHD_Result send_answer(struct MHD_Connection *connection,
                                   const ViewerAnswer *answer, Arena *arena)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(
        answer->bytes.size, (void *)(uintptr_t)answer->bytes.data, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", answer->type);
    if (answer->file.size)
        add_file_name(response, answer->file, arena);
    MHD_add_response_header(response, "Content-Security-Policy", policies[answer->plays]);
    for (size_t i = 0; i < COUNT_OF(headers); i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    const enum MHD_Result result = MHD_queue_response(connection, answer->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status,
                              const char *words, Arena *arena)
{
    const ViewerAnswer answer = {.status = status,
                                 .type = "text/plain; charset=utf-8",
                                 .bytes = bytes_of_text(text_of(words))};
    return send_answer(connection, &answer, arena);
}

static Text argument(struct MHD_Connection *connection, const char *name)
{
    const char *value = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
    return text_of(value ? value : "");
}

static bool is_host(const ViewerServer *door, struct MHD_Connection *connection)
{
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    return host && (!strcmp(host, door->hosts[0]) || !strcmp(host, door->hosts[1]));
}

/* The path after the token; false: another token. */
static bool path_of(const ViewerServer *door, const char *url, Text *out)
{
    const size_t size = strlen(door->base);
    if (strncmp(url, door->base, size) != 0 || (url[size] && url[size] != '/'))
        return false;
    *out = text_of(url + size + (url[size] == '/'));
    return true;
}

static enum MHD_Result answer(ViewerServer *door, struct MHD_Connection *connection,
                              const char *url, Arena *arena)
{
    ViewerAnswer out;
    int64_t from = 0;
    ViewerRequest request = {.base = text_of(door->base)};
    if (!is_host(door, connection))
        return refuse(connection, MHD_HTTP_FORBIDDEN, "wrong host name\n", arena);
    if (!path_of(door, url, &request.path))
        return refuse(connection, MHD_HTTP_NOT_FOUND, "the address is incomplete\n", arena);
    request.view = argument(connection, "as");
    request.at = argument(connection, "at");
    if (text_number(argument(connection, "from"), 0, INT64_MAX, &from))
        request.from = (uint64_t)from;
    viewer_answer(door->viewer, &request, &out, arena);
    return send_answer(connection, &out, arena);
}

static enum MHD_Result somebody_asks(void *context, struct MHD_Connection *connection,
                                     const char *url, const char *method, const char *version,
                                     const char *body, size_t *body_size, void **request)
{
    (void)version;
    (void)body;
    ViewerServer *door = context;
    if (!*request) {
        *request = door;
        return MHD_YES;
    }
    if (*body_size) { /* the body is ignored */
        *body_size = 0;
        return MHD_YES;
    }
    Arena *arena = arena_new();
    const enum MHD_Result result =
        strcmp(method, "GET") == 0
            ? answer(door, connection, url, arena)
            : refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET\n", arena);
    arena_free(arena);
    return result;
}

static bool resolve(const ViewerDoorOptions *options, struct sockaddr_storage *out,
                    Report *report)
{
    const char *address = options->address ? options->address : "127.0.0.1";
    struct sockaddr_in *in = (void *)out;
    struct sockaddr_in6 *in6 = (void *)out;
    *out = (struct sockaddr_storage){0};
    if (inet_pton(AF_INET, address, &in->sin_addr) == 1) {
        in->sin_family = AF_INET;
        in->sin_port = htons((uint16_t)options->port);
        return true;
    }
    if (inet_pton(AF_INET6, address, &in6->sin6_addr) != 1)
        return report_error(report, "%s is not a numeric address", address);
    in6->sin6_family = AF_INET6;
    in6->sin6_port = htons((uint16_t)options->port);
    return true;
}

static void name_door(ViewerServer *door, const char *address, const char *token)
{
    uint8_t random[TOKEN_BYTES];
    char fresh[2 * TOKEN_BYTES + 1];
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(door->daemon, MHD_DAEMON_INFO_BIND_PORT);
    const unsigned port = info ? info->port : 0;
    const bool is_six = strchr(address, ':') != NULL;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(fresh, sizeof fresh, random, sizeof random);
    snprintf(door->base, sizeof door->base, "/%s", token ? token : fresh);
    snprintf(door->hosts[0], sizeof door->hosts[0], is_six ? "[%s]:%u" : "%s:%u", address,
             port);
    snprintf(door->hosts[1], sizeof door->hosts[1], "localhost:%u", port);
    door->address = arena_format(door->arena, "http://%s%s/", door->hosts[0], door->base);
}

ViewerServer *viewer_server_new(Viewer *viewer, const ViewerDoorOptions *options,
                                Report *report)
{
    struct sockaddr_storage address;
    if (!resolve(options, &address, report))
        return NULL;
    if (sodium_init() < 0) {
        report_error(report, "no random numbers are available");
        return NULL;
    }
    Arena *arena = arena_new();
    ViewerServer *door = ARENA_ALLOC(arena, ViewerServer, 1);
    *door = (ViewerServer){.viewer = viewer, .arena = arena};
    const unsigned flags = address.ss_family == AF_INET6 ? MHD_USE_IPv6 : 0;
    door->daemon = MHD_start_daemon(
        flags, (uint16_t)options->port, NULL, NULL, somebody_asks, door, MHD_OPTION_SOCK_ADDR,
        (struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE, MHD_OPTION_END);
    if (!door->daemon) {
        report_error(report, "cannot listen on %s, port %u",
                     options->address ? options->address : "127.0.0.1", options->port);
        arena_free(arena);
        return NULL;
    }
    name_door(door, options->address ? options->address : "127.0.0.1", options->token);
    return door;
}

void viewer_server_free(ViewerServer *door)
{
    MHD_stop_daemon(door->daemon);
    arena_free(door->arena);
}

Text viewer_server_address(const ViewerServer *door) { return door->address; }

bool viewer_server_turn(ViewerServer *door, unsigned milliseconds)
{
    return MHD_run_wait(door->daemon, (int32_t)milliseconds) == MHD_YES;
}
