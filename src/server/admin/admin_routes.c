/* Describes the requests of the admin interface. Parts, in order: the tables of requests and
 * parameters, from admin_routes.def; reading parameters into AdminWords, each at its offset;
 * writing a request. A server refuses parameters that a request does not have, instead of
 * ignoring them: a misspelt `duration` would make a ban permanent. */
#include "server/admin/admin_routes.h"

#include "base/text.h"
#include "server/accounts/accounts.h"

#include <assert.h>

const AdminRoute admin_routes[] = {
#define ANSWER(word_, function, type_, doc_)                                                   \
    {.word = (word_), .doc = (doc_), .answer = (function), .type = ADMIN_##type_},
#define LIST(word_, needs_, may_, doc_)                                                        \
    {.word = #word_,                                                                           \
     .doc = (doc_),                                                                            \
     .needs = ADMIN_##needs_,                                                                  \
     .may = ADMIN_##may_,                                                                      \
     .action = offsetof(AdminHost, word_)},
#define ACTION(word_, needs_, may_, options_, doc_)                                            \
    {.word = #word_,                                                                           \
     .doc = (doc_),                                                                            \
     .changes = true,                                                                          \
     .needs = ADMIN_##needs_,                                                                  \
     .may = ADMIN_##may_,                                                                      \
     .options = (options_),                                                                    \
     .action = offsetof(AdminHost, word_)},
#include "server/admin/admin_routes.def"
    {.word = NULL},
};

typedef enum Kind { KIND_WORDS, KIND_NETWORK, KIND_DURATION } Kind;

static const struct {
    const char *name, *doc;
    Kind kind;
    size_t max, at; /* maximum bytes; offset in AdminWords */
} parameters[ADMIN_PARAMETERS] = {
#define PARAMETER(NAME, name, KIND, max, doc)                                                  \
    [ADMIN_##NAME] = {#name, doc, KIND_##KIND, max, offsetof(AdminWords, name)},
#include "server/admin/admin_routes.def"
};

const AdminRoute *admin_route(Text word)
{
    for (const AdminRoute *route = admin_routes; route->word; route++)
        if (text_is(word, route->word))
            return route;
    return NULL;
}

const char *admin_parameter_name(AdminParameter parameter)
{
    return parameters[parameter].name;
}

const char *admin_parameter_doc(AdminParameter parameter) { return parameters[parameter].doc; }

/* ---- reading ---- */

static AdminParameter parameter_of(const AdminRoute *route, Text name)
{
    if (route->needs && text_is(name, parameters[route->needs].name))
        return route->needs;
    if (route->may && text_is(name, parameters[route->may].name))
        return route->may;
    for (AdminParameter i = ADMIN_NOTHING + 1; i < ADMIN_PARAMETERS; i++)
        if (route->options & 1u << i && text_is(name, parameters[i].name))
            return i;
    return ADMIN_NOTHING;
}

static void *place_of(AdminParameter parameter, AdminWords *words)
{
    return (uint8_t *)words + parameters[parameter].at;
}

static bool value_read(AdminParameter parameter, Text value, AdminWords *out, Arena *arena,
                       Report *report)
{
    const char *name = parameters[parameter].name;
    void *place = place_of(parameter, out);
    if (value.size > parameters[parameter].max)
        return report_error(report, "%s has %zu bytes, the maximum is %zu", name, value.size,
                            parameters[parameter].max);
    if (!packet_text_ok(value))
        return report_error(report, "%s must be UTF-8 without control characters", name);
    if (parameters[parameter].kind == KIND_NETWORK)
        return network_read(value, place) ||
               report_error(report, "\"%.*s\" is not an address like 192.0.2.7 or 192.0.2.0/24",
                            (int)value.size, value.at);
    if (parameters[parameter].kind == KIND_DURATION)
        return account_time_read(value, place) ||
               report_error(report, "\"%.*s\" is not a time like 30m, 2h or 7d",
                            (int)value.size, value.at);
    *(Text *)place = arena_text(arena, value);
    return true;
}

bool admin_words_read(const AdminRoute *route, const AdminPair *pairs, size_t count,
                      AdminWords *out, Arena *arena, Report *report)
{
    bool given[ADMIN_PARAMETERS] = {false};
    *out = (AdminWords){0};
    for (AdminParameter i = ADMIN_NOTHING + 1; i < ADMIN_PARAMETERS; i++)
        if (parameters[i].kind == KIND_WORDS)
            *(Text *)place_of(i, out) = TEXT("");
    for (size_t i = 0; i < count; i++) {
        const AdminParameter parameter = parameter_of(route, pairs[i].name);
        if (!parameter)
            return report_error(report, "/%s does not accept \"%.*s\"", route->word,
                                (int)pairs[i].name.size, pairs[i].name.at);
        if (given[parameter])
            return report_error(report, "%s is given more than once",
                                parameters[parameter].name);
        if (!pairs[i].value.size)
            continue;
        given[parameter] = true;
        if (!value_read(parameter, pairs[i].value, out, arena, report))
            return false;
    }
    return !route->needs || given[route->needs] ||
           report_error(report, "/%s requires %s: %s", route->word,
                        parameters[route->needs].name, parameters[route->needs].doc);
}

/* ---- writing ---- */

static void write_encoded(Writer *out, Text text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789-._~";
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] && strchr(plain, text.at[i]))
            write_u8(out, (uint8_t)text.at[i]);
        else
            write_format(out, "%%%02X", (uint8_t)text.at[i]);
}

Text admin_request(const AdminRoute *route, const AdminPair *pairs, size_t count, Arena *arena)
{
    Writer out = writer_to(arena);
    write_format(&out, "/%s", route->word);
    char before = '?';
    for (size_t i = 0; i < count; i++) {
        if (!pairs[i].value.size)
            continue;
        assert(parameter_of(route, pairs[i].name));
        write_format(&out, "%c%.*s=", before, (int)pairs[i].name.size, pairs[i].name.at);
        write_encoded(&out, pairs[i].value);
        before = '&';
    }
    return arena_text(arena, writer_text(&out));
}
