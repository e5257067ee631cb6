/* What an admin asks, and what players are called in the answer: a line for the word, one for
 * each name=value, and the rest is a name. What is taken is clean; no name ends a string of
 * JSON. */
#include "base/json.h"
#include "base/text.h"
#include "server/admin/admin_routes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PAIRS = 4 };

static void status(void *context, AdminStatus *out)
{
    (void)context;
    *out = (AdminStatus){.now = 1000, .users = 1};
}

static size_t players(void *context, const AdminPlayer **out, Arena *arena)
{
    AdminPlayer *player = ARENA_ALLOC(arena, AdminPlayer, 1);
    const Text *name = context;
    *player = (AdminPlayer){.name = *name, .map = *name, .language = *name, .since = 1};
    *out = player;
    return 1;
}

static void metrics(void *context, AdminMetrics *out, Arena *arena)
{
    (void)context;
    (void)out;
    (void)arena;
}

static Text answer_of(AdminAnswer *answer, Text name, Arena *arena)
{
    static const TngHeader header = {.game = "small"};
    const AdminHost host = {.context = &name,
                            .game = &header,
                            .status = status,
                            .players = players,
                            .metrics = metrics};
    Writer out = writer_to(arena);
    answer(&host, &out);
    return writer_text(&out);
}

static void ask(const AdminRoute *route, const AdminPair *pairs, size_t count, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    AdminWords words;
    if (!admin_words_read(route, pairs, count, &words, arena, &report))
        return;
    const Text taken[] = {words.name, words.reason, words.note,   words.text,
                          words.role, words.report, words.search, words.by};
    for (size_t i = 0; i < COUNT_OF(taken); i++)
        if (!packet_text_ok(taken[i]) || taken[i].at[taken[i].size])
            __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Text rest = {(const char *)data, size}, word = {0}, line;
    AdminPair pairs[PAIRS];
    size_t count = 0, equals;
    text_line(&rest, &word);
    const AdminRoute *route = admin_route(word);
    while (route && count < PAIRS && text_line(&rest, &line) && text_find(line, '=', &equals))
        pairs[count++] =
            (AdminPair){text_slice(line, 0, equals), text_slice(line, equals + 1, line.size)};
    if (route)
        ask(route, pairs, count, arena);
    if (route && route->answer && packet_text_ok(rest)) {
        const Text text = answer_of(route->answer, rest, arena);
        Report report = report_to(NULL, NULL);
        if (route->type == ADMIN_JSON && !json_read(bytes_of_text(text), arena, &report))
            __builtin_trap();
    }
    arena_free(arena);
    return 0;
}
