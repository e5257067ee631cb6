/* oisin admin: sends requests to a server's admin interface and prints the answers. */
#include "cli/invocation.h"

#include "base/json.h"
#include "base/text.h"
#include "server/admin/admin_client.h"
#include "server/admin/admin_routes.h"
#include "server/admin/admin_socket.h"
#include "server/server.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* ---- printing answers ---- */

/* Removes control characters, which the terminal would execute. */
static Text clean(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t at = 0; at < text.size;) {
        const size_t from = at;
        utf8_next(text, &at);
        const Text character = text_slice(text, from, at);
        write_text(&out, packet_text_ok(character) ? character : TEXT("\xEF\xBF\xBD"));
    }
    return writer_text(&out);
}

static Text date_of(int64_t seconds, Arena *arena)
{
    const time_t time = (time_t)seconds;
    struct tm date;
    char words[40];
    if (!seconds || !gmtime_r(&time, &date) ||
        !strftime(words, sizeof words, "%Y-%m-%d %H:%M:%S UTC", &date))
        return TEXT("never");
    return arena_text(arena, text_of(words));
}

static bool is_time(const char *key)
{
    static const char *const times[] = {"now",   "saved",  "since", "until",   "created",
                                        "login", "logout", "seen",  "resolved"};
    for (size_t i = 0; i < COUNT_OF(times); i++)
        if (!strcmp(key, times[i]))
            return true;
    return false;
}

/* Texts of a list, on one line. */
static Text joined_texts(const json_t *list, Arena *arena)
{
    Writer out = writer_to(arena);
    const json_t *item;
    size_t i;
    json_array_foreach(list, i, item)
    {
        write_format(&out, "%s%s", i ? " / " : "",
                     json_is_string(item) ? json_string_value(item) : "?");
    }
    return clean(writer_text(&out), arena);
}

/* Formats numbers according to their names. */
static Text words_of(const char *key, const json_t *value, Arena *arena)
{
    if (json_is_string(value))
        return clean((Text){json_string_value(value), json_string_length(value)}, arena);
    if (json_is_boolean(value))
        return json_is_true(value) ? TEXT("yes") : TEXT("no");
    if (json_is_array(value))
        return joined_texts(value, arena);
    if (!json_is_integer(value))
        return TEXT("?");
    const int64_t number = json_integer_value(value);
    if (is_time(key))
        return date_of(number, arena);
    if (!strcmp(key, "uptime") && number >= 0) {
        Writer out = writer_to(arena);
        admin_write_duration(&out, (uint64_t)number);
        return writer_text(&out);
    }
    return arena_format(arena, "%" PRId64, number);
}

static size_t width_of(Text text)
{
    size_t width = 0;
    for (size_t at = 0; at < text.size; width++)
        utf8_next(text, &at);
    return width;
}

static void print_padded(Text text, size_t width)
{
    const size_t own = width_of(text);
    printf("%.*s%*s", (int)text.size, text.at, own < width ? (int)(width - own) : 0, "");
}

static size_t column_width(const json_t *rows, const char *key, Arena *arena)
{
    size_t width = strlen(key), index;
    const json_t *row;
    json_array_foreach(rows, index, row)
    {
        const size_t own = width_of(words_of(key, json_object_get(row, key), arena));
        width = own > width ? own : width;
    }
    return width;
}

/* The columns are those of the first row. */
static void print_table(const char *name, const json_t *rows, Arena *arena)
{
    json_t *first = json_array_get(rows, 0);
    const json_t *row;
    const char *key;
    json_t *value;
    size_t index;
    if (!json_is_object(first)) {
        const Text title = clean(text_of(name), arena);
        printf("no %.*s\n", (int)title.size, title.at);
        return;
    }
    json_object_foreach(first, key, value)
    {
        print_padded(clean(text_of(key), arena), column_width(rows, key, arena) + 2);
    }
    printf("\n");
    json_array_foreach(rows, index, row)
    {
        json_object_foreach(first, key, value)
        {
            print_padded(words_of(key, json_object_get(row, key), arena),
                         column_width(rows, key, arena) + 2);
        }
        printf("\n");
    }
}

static void print_object(json_t *object, Arena *arena)
{
    const char *key;
    json_t *value;
    size_t width = 0;
    json_object_foreach(object, key, value)
    {
        width = strlen(key) > width ? strlen(key) : width;
    }
    json_object_foreach(object, key, value)
    {
        if (json_is_array(value) && !json_is_string(json_array_get(value, 0))) {
            print_table(key, value, arena);
            continue;
        }
        if (json_is_object(value)) {
            printf("%s:\n", key);
            print_object(value, arena);
            continue;
        }
        print_padded(clean(text_of(key), arena), width + 2);
        const Text words = words_of(key, value, arena);
        printf("%.*s\n", (int)words.size, words.at);
    }
}

static bool print_reply(const AdminRoute *route, const AdminReply *reply, Arena *arena,
                        Report *report)
{
    Text rest = reply->body, line;
    if (reply->json) {
        json_t *json = json_read(bytes_of_text(reply->body), arena, report);
        if (route->changes)
            json_object_del(json, "ok");
        if (json && !json_object_size(json))
            printf("done\n");
        print_object(json, arena);
        return json != NULL;
    }
    while (text_line(&rest, &line)) {
        const Text words = clean(line, arena);
        printf("%.*s\n", (int)words.size, words.at);
    }
    return true;
}

/* ---- errors ---- */

static bool refused(const AdminReply *reply, Arena *arena, Report *report)
{
    Text error = TEXT("");
    Report silent = report_to(NULL, NULL);
    const json_t *json =
        reply->json ? json_read(bytes_of_text(reply->body), arena, &silent) : NULL;
    if (json && json_get_text(json, "error", &error, arena, &silent))
        error = clean(error, arena);
    if (error.size)
        return report_error(report, "the server reports: %.*s", (int)error.size, error.at);
    return report_error(report, "unexpected status %u from the server", reply->status);
}

/* ---- the command ---- */

/* The rest of the command line is the last parameter, so that sentences need no quotes. */
static Text joined(const char *const *words, size_t count, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < count; i++) {
        if (i)
            write_u8(&out, ' ');
        write_text(&out, text_of(words[i]));
    }
    return writer_text(&out);
}

static int unknown_word(Invocation *invocation, Text word, Arena *arena)
{
    Text *candidates = NULL;
    size_t count = 0;
    for (const AdminRoute *route = admin_routes; route->word; route++)
        *ARENA_PUSH(arena, candidates, count) = text_of(route->word);
    const Text near = text_nearest(word, candidates, count);
    return usage_error(invocation, "unknown admin request \"%.*s\"%s%.*s%s", (int)word.size,
                       word.at, near.size ? "; did you mean " : "", (int)near.size, near.at,
                       near.size ? "?" : "");
}

/* Appends a pair for an option that was given. On failure, prints a usage error. */
static bool add_option(Invocation *invocation, const AdminRoute *route, unsigned option,
                       AdminParameter parameter, AdminPair *pairs, size_t *count)
{
    const char *value = option_text(invocation, option);
    if (!value)
        return true;
    if (!(route->options & 1u << parameter)) {
        usage_error(invocation, "%s does not accept --%s", route->word,
                    parameter == ADMIN_BY ? "by" : "for");
        return false;
    }
    pairs[(*count)++] = (AdminPair){text_of(admin_parameter_name(parameter)), text_of(value)};
    return true;
}

/* Returns an exit status. */
static int request_of(Invocation *invocation, const AdminRoute *route, Text *out, Arena *arena)
{
    const char *const *words = invocation->arguments + 1;
    const size_t count = invocation->argument_count - 1;
    const size_t first = !route->needs ? 0 : route->may ? count > 0 : count;
    AdminPair pairs[4];
    size_t pair_count = 0;
    AdminWords read;
    if (count && !route->needs && !route->may)
        return usage_error(invocation, "%s does not accept arguments", route->word);
    if (route->needs)
        pairs[pair_count++] = (AdminPair){text_of(admin_parameter_name(route->needs)),
                                          joined(words, first, arena)};
    if (route->may)
        pairs[pair_count++] = (AdminPair){text_of(admin_parameter_name(route->may)),
                                          joined(words + first, count - first, arena)};
    if (!add_option(invocation, route, OPTION_for, ADMIN_DURATION, pairs, &pair_count) ||
        !add_option(invocation, route, OPTION_by, ADMIN_BY, pairs, &pair_count) ||
        !admin_words_read(route, pairs, pair_count, &read, arena, &invocation->report))
        return EXIT_USAGE;
    *out = admin_request(route, pairs, pair_count, arena);
    return EXIT_DONE;
}

/* A player who is deleted has to leave the world first, which is saved within a second. */
static bool ask_until_done(Invocation *invocation, const AdminRoute *route, AdminCall *call,
                           AdminReply *reply, Arena *arena)
{
    enum { TRIES = 5 };
    const bool again = text_is(text_of(route->word), "delete");
    size_t at;
    bool ok = admin_call(call, reply, arena, &invocation->report);
    for (unsigned i = 1; ok && again && reply->status == 409 && i < TRIES &&
                         text_find_part(reply->body, TEXT("busy"), &at);
         i++) {
        sleep(1);
        ok = admin_call(call, reply, arena, &invocation->report);
    }
    return ok;
}

/* --server: a port, or the path of a socket. Returns an exit status. */
static int find_server(Invocation *invocation, const char **out, Arena *arena)
{
    const char *server = option_text(invocation, OPTION_server);
    int64_t port = SERVER_PORT;
    Text path;
    if (server && strchr(server, '/')) {
        *out = server;
        return EXIT_DONE;
    }
    if (server && !text_number(text_of(server), 1, 65535, &port))
        return usage_error(invocation,
                           "--server: expected a port or the path of a socket, found \"%s\"; "
                           "for a server on another machine: ssh HOST oisin admin ...",
                           server);
    if (!admin_socket_find((unsigned)port, &path, arena, &invocation->report))
        return EXIT_FAILED;
    *out = path.at;
    return EXIT_DONE;
}

static int run(Invocation *invocation, Arena *arena)
{
    const Text word = text_of(invocation->arguments[0]);
    const AdminRoute *route = admin_route(word);
    AdminCall call = {.path = NULL};
    AdminReply reply;
    if (!route)
        return unknown_word(invocation, word, arena);
    int status = request_of(invocation, route, &call.request, arena);
    if (!status)
        status = find_server(invocation, &call.path, arena);
    if (status)
        return status;
    if (!ask_until_done(invocation, route, &call, &reply, arena))
        return EXIT_FAILED;
    if (option_given(invocation, OPTION_json) && reply.body.size)
        printf("%.*s", (int)reply.body.size, reply.body.at);
    if (reply.status != 200)
        return refused(&reply, arena, &invocation->report) ? EXIT_DONE : EXIT_FAILED;
    if (option_given(invocation, OPTION_json))
        return EXIT_DONE;
    return print_reply(route, &reply, arena, &invocation->report) ? EXIT_DONE : EXIT_FAILED;
}

int command_admin(Invocation *invocation)
{
    Arena *arena = arena_new();
    const int status = run(invocation, arena);
    arena_free(arena);
    return status;
}
