/* Whether two games have the same handlers: instructions refer to names and texts by numbers,
 * which depend on the order of names. Handlers are paired by name. */
#include "studio/prove/prove_same.h"

#include "base/hash.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/script/code.h"

typedef struct Handler {
    TngScriptRef ref;
    Text name;
    Bytes code;
} Handler;

typedef struct Handlers {
    Arena *arena;
    Handler *items;
    size_t count;
} Handlers;

typedef struct Side {
    const TngFile *game;
    TngTexts texts;
    Handlers handlers;
} Side;

static void add(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Handlers *handlers = context;
    (void)expression;
    *ARENA_PUSH(handlers->arena, handlers->items, handlers->count) =
        (Handler){ref, arena_text(handlers->arena, name), arena_copy(handlers->arena, code)};
}

static bool open_side(Side *side, const TngFile *game, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const TngSection *language = tng_language(game, 0);
    *side = (Side){.game = game, .handlers = {.arena = arena}};
    return (!language || tng_texts(language, &side->texts, arena, &silent)) &&
           tng_scripts_visit(game, add, &side->handlers, arena, &silent);
}

static Text string_at(const TngFile *game, uint32_t offset)
{
    return offset < game->strings.size ? text_of((const char *)game->strings.data + offset)
                                       : (Text){"", 0};
}

static bool same_text(const Side *from, uint32_t a, const Side *to, uint32_t b)
{
    if (a >= from->texts.count || b >= to->texts.count)
        return a == b;
    return text_equal(from->texts.items[a], to->texts.items[b]);
}

static bool same_instruction(const Side *from, const Instruction *a, const Side *to,
                             const Instruction *b)
{
    if (a->op != b->op || a->size != b->size || a->reference != b->reference || a->x != b->x ||
        a->y != b->y || a->category != b->category)
        return false;
    switch (a->reference) {
    case SCRIPT_NUMBER:
    case SCRIPT_OBJECT:
    case SCRIPT_NPC:
    case SCRIPT_SPAWNER:
        return a->value == b->value;
    case SCRIPT_TEXT:
        return same_text(from, a->value, to, b->value);
    default:
        return text_equal(string_at(from->game, a->value), string_at(to->game, b->value));
    }
}

static bool same_code(const Side *from, Bytes a, const Side *to, Bytes b)
{
    Instruction one, other;
    if (bytes_equal(a, b))
        return true;
    for (size_t at = 0; at < a.size; at += one.size) {
        if (at >= b.size || instruction_read(a, at, &one) != DECODED ||
            instruction_read(b, at, &other) != DECODED ||
            !same_instruction(from, &one, to, &other))
            return false;
        for (unsigned i = 0; one.op == OP_SWITCH && i < one.value; i++)
            if (instruction_address(a, &one, i) != instruction_address(b, &other, i))
                return false;
    }
    return a.size == b.size;
}

static size_t section_index(const TngFile *game, unsigned type)
{
    size_t i = 0;
    while (i < game->section_count && game->sections[i].type != type)
        i++;
    return i;
}

static Table names_of(const Handlers *handlers, Arena *arena)
{
    Table by_name = table_new(arena);
    for (size_t i = 0; i < handlers->count; i++)
        table_put(&by_name, handlers->items[i].name, (uint32_t)i);
    return by_name;
}

/* `asset`: the first asset that differs + 1, or 0. */
typedef struct Marks {
    const TngFile *from;
    bool *differs, any;
    size_t *asset;
} Marks;

static void mark(Marks *marks, TngScriptRef ref, size_t asset)
{
    const size_t section = section_index(marks->from, ref.section);
    if (section == marks->from->section_count || marks->differs[section])
        return;
    marks->differs[section] = marks->any = true;
    marks->asset[section] = asset;
}

bool prove_same_code(const TngFile *from, const TngFile *to, bool *differs, size_t *asset,
                     Arena *arena)
{
    Side one, other;
    if (!open_side(&one, from, arena) || !open_side(&other, to, arena))
        return false;
    const Table in_one = names_of(&one.handlers, arena);
    const Table in_other = names_of(&other.handlers, arena);
    Marks marks = {.from = from, .differs = differs, .asset = asset};
    for (size_t i = 0; i < one.handlers.count; i++) {
        const Handler *handler = &one.handlers.items[i];
        const uint32_t *found = table_get(&in_other, handler->name);
        if (!found ||
            !same_code(&one, handler->code, &other, other.handlers.items[*found].code))
            mark(&marks, handler->ref, handler->ref.index + 1);
    }
    /* The asset of a handler that was added may not exist in the first game. */
    for (size_t i = 0; i < other.handlers.count; i++)
        if (!table_get(&in_one, other.handlers.items[i].name))
            mark(&marks, other.handlers.items[i].ref, 0);
    return marks.any || one.handlers.count == other.handlers.count;
}
