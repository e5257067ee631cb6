/* Whether two games have the same handlers: instructions refer to names and texts by numbers,
 * which depend on the order of names. Handlers are paired by name. */
#include "studio/prove/prove_same.h"

#include "base/hash.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/script/script.h"

typedef struct Handler {
    TngScriptRef ref;
    Text name;
    Bytes code; /* zeros for the numbers of names and texts; then these */
} Handler;

typedef struct Side {
    const TngFile *game;
    TngTexts texts;
    Handler *items;
    size_t count;
    Table by_name;
    Writer code; /* of the current handler */
    Arena *arena;
} Side;

/* Sprites, NPCs and spawners keep their numbers, as do texts that do not exist. */
static void put_name(void *context, ScriptKind kind, uint32_t index, size_t at, unsigned size)
{
    Side *side = context;
    if (kind == SCRIPT_OBJECT || kind == SCRIPT_NPC || kind == SCRIPT_SPAWNER ||
        (kind == SCRIPT_TEXT && index >= side->texts.count))
        return;
    write_text(&side->code,
               kind == SCRIPT_TEXT ? side->texts.items[index] : tng_string(side->game, index));
    write_u8(&side->code, 0);
    write_uint_at(&side->code, at, 0, size);
}

static void add(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Side *side = context;
    (void)expression;
    side->code.size = 0;
    write_bytes(&side->code, code);
    script_visit(code, put_name, side);
    name = arena_text(side->arena, name);
    table_put(&side->by_name, name, (uint32_t)side->count);
    *ARENA_PUSH(side->arena, side->items, side->count) =
        (Handler){ref, name, arena_copy(side->arena, writer_bytes(&side->code))};
}

static bool open_side(Side *side, const TngFile *game, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const TngSection *language = tng_language(game, 0);
    *side = (Side){
        .game = game, .by_name = table_new(arena), .code = writer_to(arena), .arena = arena};
    return (!language || tng_texts(language, &side->texts, arena, &silent)) &&
           tng_scripts_visit(game, add, side, arena, &silent);
}

static bool mark(ProveMark *marks, const TngFile *from, TngScriptRef ref, size_t asset)
{
    for (size_t i = 0; i < from->section_count; i++)
        if (from->sections[i].type == ref.section) {
            if (!marks[i].code)
                marks[i].asset = asset;
            return marks[i].code = true;
        }
    return false;
}

bool prove_same_code(const TngFile *from, const TngFile *to, ProveMark *marks, Arena *arena)
{
    Side one, other;
    bool differ = false;
    if (!open_side(&one, from, arena) || !open_side(&other, to, arena))
        return false;
    for (size_t i = 0; i < one.count; i++) {
        const Handler *handler = &one.items[i];
        const uint32_t *found = table_get(&other.by_name, handler->name);
        if (!found || !bytes_equal(handler->code, other.items[*found].code))
            differ |= mark(marks, from, handler->ref, handler->ref.index + 1);
    }
    /* The asset of a handler that was added may not exist in the first game. */
    for (size_t i = 0; i < other.count; i++)
        if (!table_get(&one.by_name, other.items[i].name))
            differ |= mark(marks, from, other.items[i].ref, 0);
    return differ || one.count == other.count;
}
