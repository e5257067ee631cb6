/* Any bytes as a handler in the game of tests/scripts/world: what the verifier takes runs
 * in the whole engine, with its commands, and cannot harm it.
 *
 * The first byte says who the parties are and what the player does meanwhile, the
 * rest is bytecode. Unless its highest bit is set, references in it become those of
 * things that are there: random ones almost never are. */
#include "kit/jobs/files.h"
#include "engine/world.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 40, RAW = 0x80 };

/* Beside the world's own: attributes that change each other, are calculated from
 * each other, wait, and do not end. */
static const struct {
    const char *path, *text;
} more[] = {
    {"game/echo.atr", "TirNanoG Attribute\nv\n0\ne onchange {\n@echo=echo+1\nhp=echo\n}\n"},
    {"game/ever.atr", "TirNanoG Attribute\nv\n0\ne onchange {\nwhile(1) { a=a+both }\n}\n"},
    {"game/later.atr", "TirNanoG Attribute\ng\n0\ne onchange {\ndelay(5)\nlater=later/2\n}\n"},
    {"game/sums.atr", "TirNanoG Attribute\nc\nsum(weight)+cnt()*both-deep\n"},
    {"game/deep.atr", "TirNanoG Attribute\nc\nmax(both,min(hp,mana),@hp)%7\n"},
    {"game/every.atr", "TirNanoG Attribute\nG\nchanges*2+later\n"},
    {"game/round.atr", "TirNanoG Attribute\nc\nround+sums\n"},
};

static Bytes small_game(void)
{
    static Arena *arena;
    static Bytes bytes;
    if (arena)
        return bytes;
    arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFiles files = {0};
    TngOutput game;
    if (!project_load_files("tests/scripts/world", &files, arena, &report))
        abort();
    for (size_t i = 0; i < COUNT_OF(more); i++)
        *ARENA_PUSH(arena, files.items, files.count) = (ProjectFile){
            .path = text_of(more[i].path), .bytes = bytes_of_text(text_of(more[i].text))};
    project_files_sort(&files);
    if (!project_build(&files, &(BuildOptions){0}, &game, arena, &report))
        abort();
    return bytes = tng_output_bytes(&game, arena);
}

typedef struct Change {
    uint8_t *code;
    const Names *names;
} Change;

static const NameList *list_of(const Names *names, ScriptKind kind, bool *ordinal)
{
    static const struct {
        ScriptKind script;
        NameKind name;
        bool ordinal;
    } kinds[] = {{SCRIPT_ATTRIBUTE, NAME_ATTRIBUTE, false},
                 {SCRIPT_NPC, NAME_NPC, true},
                 {SCRIPT_MAP, NAME_MAP, false},
                 {SCRIPT_MUSIC, NAME_MUSIC, false},
                 {SCRIPT_SOUND, NAME_SOUND, false},
                 {SCRIPT_SPEECH, NAME_SPEECH, false},
                 {SCRIPT_CHOOSER, NAME_CHOOSER, false},
                 {SCRIPT_CUTSCENE, NAME_CUTSCENE, false},
                 {SCRIPT_DIALOG, NAME_DIALOG, false},
                 {SCRIPT_CRAFT, NAME_CRAFT, false},
                 {SCRIPT_QUEST, NAME_QUEST, false}};
    *ordinal = true;
    if (kind == SCRIPT_OBJECT)
        return &names->sprites[CATEGORY_TILES];
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].script == kind) {
            *ordinal = kinds[i].ordinal;
            return &names->kinds[kinds[i].name];
        }
    return NULL;
}

static void change_reference(void *context, ScriptKind kind, uint32_t index, size_t at,
                             unsigned size)
{
    const Change *change = context;
    bool ordinal;
    const NameList *list = list_of(change->names, kind, &ordinal);
    if (!list || !list->count)
        return;
    index %= (uint32_t)list->count;
    const uint32_t value =
        ordinal ? index : names_string((Names *)change->names, list->items[index]);
    for (unsigned i = 0; i < size; i++)
        change->code[at + i] = (uint8_t)(value >> (8 * i));
}

static void play(World *world, uint8_t how, Bytes code, Report *report)
{
    const PlayerContext ctx = local_context(world);
    const uint32_t parties[4] = {ENTITY_PLAYER, ENTITY_NONE, ENTITY_OBJECT + (how & 1),
                                 world->actor_count};
    const uint32_t task = world_run(ctx, code, parties[how & 3], parties[how >> 2 & 3], report);
    world_run(ctx, code, ENTITY_PLAYER, ENTITY_PLAYER, report);
    for (unsigned i = 0; task && i < TICKS; i++) {
        const WorldInput input = {.direction = (how >> 4 & 7) + (i & 1),
                                  .option = i % 5 == 4 ? 1 + i % 3 : 0,
                                  .buttons = i % 7 == 6 ? BUTTON_CONFIRM : 0,
                                  .item = i % 11 == 10};
        world_tick(world, &input);
    }
    world_hash(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Bytes bytes = small_game();
    Report report = report_to(NULL, NULL);
    TngFile game;
    Names names;
    if (size < 2 || size > 4096)
        return 0;
    Arena *arena = arena_new();
    if (!tng_read(bytes, &game, arena, &report) ||
        !project_game_names(&game, &names, arena, &report))
        abort();
    const Bytes code = arena_copy(arena, (Bytes){data + 1, size - 1});
    if (!(data[0] & RAW))
        script_visit(code, change_reference, &(Change){(uint8_t *)code.data, &names});
    World *world = world_new(&game, &(WorldOptions){.skip_menu = true}, arena, &report);
    if (!world)
        abort();
    play(world, data[0], code, &report);
    arena_free(arena);
    return 0;
}
