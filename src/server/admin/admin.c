/* The admin interface: requests of programs at a Unix socket. */
#include "server/admin/admin_routes.h"
#include "server/admin/http_loop.h"

#include "base/json.h"
#include "base/text.h"
#include "server/http/http_server.h"

#include <stdlib.h>

enum { PAIRS_MAX = 8 /* in a query */ };

struct Admin {
    const AdminHost *host;
    HttpLoop http;
    char *path; /* of the socket */
};

/* ---- answering ---- */

static const char *const type_names[] = {
    [ADMIN_JSON] = "application/json",
    [ADMIN_PLAIN] = "text/plain; charset=utf-8",
    [ADMIN_PROMETHEUS] = "text/plain; version=0.0.4; charset=utf-8",
};

static HttpAnswer answer_of(unsigned status, AdminType type, Bytes bytes)
{
    return (HttpAnswer){.status = status, .type = type_names[type], .bytes = bytes};
}

static HttpAnswer refused(unsigned status, Text error, Arena *arena)
{
    Writer out = writer_to(arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_bool(&json, "ok", false);
    json_put_text(&json, "error", error);
    json_close(&json);
    json_end(&json);
    return answer_of(status, ADMIN_JSON, writer_bytes(&out));
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
static HttpAnswer act(const Admin *admin, const AdminRoute *route, const AdminWords *words,
                      Arena *arena)
{
    AdminAction *const *action = (const void *)((const uint8_t *)admin->host + route->action);
    Writer out = writer_to(arena);
    JsonWriter json = json_to(&out);
    if (!*action)
        return refused(501, TEXT("this server does not support that"), arena);
    json_open(&json, NULL);
    if (route->changes)
        json_put_bool(&json, "ok", true);
    const ResultCode result = (*action)(admin->host->context, words, &json);
    if (result != RESULT_OK)
        return refused(409, refusal(route, result, arena), arena);
    json_close(&json);
    json_end(&json);
    return answer_of(200, ADMIN_JSON, writer_bytes(&out));
}

static HttpAnswer find_answer(const Admin *admin, const HttpRequest *request, Arena *arena)
{
    AdminPair pairs[PAIRS_MAX];
    AdminWords words;
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    const AdminRoute *route = admin_route(request->path);
    if (!route)
        return refused(404,
                       arena_format(arena, "unknown request /%.*s; /help lists all requests",
                                    (int)request->path.size, request->path.at),
                       arena);
    if (route->changes && request->head) {
        HttpAnswer no = refused(405, TEXT("HEAD changes nothing; use GET"), arena);
        no.allow = "GET";
        return no;
    }
    if (request->argument_count > PAIRS_MAX)
        return refused(400, TEXT("the query has too many parameters"), arena);
    for (size_t i = 0; i < request->argument_count; i++)
        pairs[i] = (AdminPair){request->arguments[i].name, request->arguments[i].value};
    if (!admin_words_read(route, pairs, request->argument_count, &words, arena, &report))
        return refused(400, messages.items[0].text, arena);
    if (!route->answer)
        return act(admin, route, &words, arena);
    Writer out = writer_to(arena);
    route->answer(admin->host, &out);
    return answer_of(200, route->type, writer_bytes(&out));
}

static void answer(void *context, const HttpRequest *request, HttpAnswer *out, Arena *arena)
{
    *out = find_answer(context, request, arena);
}

/* ---- opening and closing ---- */

Admin *admin_new(Loop *loop, const AdminOptions *options, const AdminHost *host, Report *report)
{
    Admin *admin = calloc(1, sizeof *admin);
    char *path = strdup(options->path);
    Report about = report_child(report, TEXT("admin"));
    if (!admin || !path) {
        report_error(report, "admin: out of memory");
        free(admin);
        free(path);
        return NULL;
    }
    const HttpHandler handler = {.context = admin, .answer = answer};
    const HttpServerOptions wanted = {.path = path,
                                      .open = true,
                                      .idle = options->timeout ? options->timeout
                                                               : (unsigned)ADMIN_TIMEOUT,
                                      .connections = ADMIN_CONNECTIONS};
    admin->host = host;
    HttpServer *server = http_server_new(&handler, &wanted, &about);
    admin->path = path;
    if (server && http_loop_begin(&admin->http, loop, server, &about))
        return admin;
    admin_free(admin);
    return NULL;
}

void admin_free(Admin *admin)
{
    if (!admin)
        return;
    http_loop_end(&admin->http);
    free(admin->path);
    free(admin);
}

const char *admin_path(const Admin *admin) { return admin->path; }

bool admin_busy(const Admin *admin) { return http_server_is_busy(admin->http.server); }
