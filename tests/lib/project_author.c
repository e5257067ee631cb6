#include "project_author.h"

#include "base/stream.h"
#include "formats/open/tmx.h"
#include "image/png_write.h"
#include "project/map_layers.h"
#include "project/names.h"
#include "script/code.h"

enum { TILE = 32, MAP_SIDE = 32, NAMES_MAX = 12, KINDS = SCRIPT_QUEST + 1, STEPS = 20 };

/* A project in the making. Every file refers to names only that the project has. */
typedef struct Seed {
    uint32_t state;
    Arena *arena;
    ProjectFiles files;
    uint32_t counts[KINDS]; /* names of each kind: its prefix and a number */
    uint32_t images;        /* sprites in chars/ */
    Writer out;             /* the file that is being written */
} Seed;

static const char *const prefixes[KINDS] = {
    [SCRIPT_ATTRIBUTE] = "at", [SCRIPT_OBJECT] = "o",    [SCRIPT_NPC] = "n",
    [SCRIPT_MAP] = "m",        [SCRIPT_MUSIC] = "tune",  [SCRIPT_SOUND] = "noise",
    [SCRIPT_DIALOG] = "d",     [SCRIPT_CRAFT] = "craft", [SCRIPT_QUEST] = "q",
};

static uint32_t pick(Seed *seed, uint32_t below)
{
    seed->state = seed->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed->state >> 8) * below >> 24);
}

static void say(Seed *seed, const char *text) { write_text(&seed->out, text_of(text)); }

static void put(Seed *seed, Text path, Bytes bytes)
{
    for (size_t i = 0; i < seed->files.count; i++)
        if (text_equal(seed->files.items[i].path, path)) {
            seed->files.items[i].bytes = bytes;
            return;
        }
    *ARENA_PUSH(seed->arena, seed->files.items, seed->files.count) = (ProjectFile){path, bytes};
}

static void begin(Seed *seed, const char *first)
{
    seed->out = writer_to(seed->arena);
    write_format(&seed->out, "%s\n", first);
}

static void end(Seed *seed, const char *folder, ScriptKind kind, uint32_t number,
                const char *extension)
{
    put(seed,
        arena_format(seed->arena, "%s/%s%u.%s", folder, prefixes[kind], number, extension),
        writer_bytes(&seed->out));
}

/* ---- words of lines ---- */

static void say_name(Seed *seed, ScriptKind kind)
{
    write_format(&seed->out, "%s%u", prefixes[kind], pick(seed, seed->counts[kind]));
}

static void say_name_or_none(Seed *seed, ScriptKind kind)
{
    if (pick(seed, 3))
        say_name(seed, kind);
    else
        say(seed, "-");
}

/* Letters of one to three bytes, quotes, blanks inside. */
static void say_title(Seed *seed)
{
    static const char *const words[] = {"Light", "\xC3\xA9t\xC3\xA9", "\"Rock\"", "of",
                                        "100 %", "\xE2\x82\xAC",      "a\\b",     "Skerry"};
    for (uint32_t more = 1 + pick(seed, 4); more--;)
        write_format(&seed->out, "%s%s", words[pick(seed, COUNT_OF(words))], more ? " " : "");
}

static void say_condition(Seed *seed)
{
    static const char *const signs[] = {"=", "!=", ">=", ">", "<=", "<"};
    say_name(seed, SCRIPT_ATTRIBUTE);
    write_format(&seed->out, "%s%u", signs[pick(seed, COUNT_OF(signs))], pick(seed, 100));
}

static void say_needs_and_gives(Seed *seed)
{
    if (pick(seed, 2))
        say_condition(seed);
    else
        say(seed, "-");
    say(seed, " ");
    if (pick(seed, 2)) {
        say_name(seed, SCRIPT_ATTRIBUTE);
        write_format(&seed->out, "=%u ", pick(seed, 1000));
    } else
        say(seed, "- ");
}

static void say_layer(Seed *seed)
{
    say(seed, "l");
    for (uint32_t i = 0; i < 19; i++)
        if (i == 0 || pick(seed, 5) == 0)
            write_format(&seed->out, " c%u", pick(seed, seed->images));
        else
            say(seed, " -");
    say(seed, " -\n");
}

/* ---- handlers ---- */

static void say_expression(Seed *seed, unsigned depth)
{
    static const char *const signs[] = {
        "|", "&", "=", "!=", ">=", ">", "<=", "<", "+", "-", "*", "/", "%"};
    switch (pick(seed, depth ? 7 : 4)) {
    case 0:
        write_format(&seed->out, "%u", pick(seed, 1u << pick(seed, 24)));
        return;
    case 1:
        write_format(&seed->out, "%c", 'a' + (int)pick(seed, 26));
        return;
    case 2:
        write_format(&seed->out, "rnd(%u)", 1 + pick(seed, 1000));
        return;
    case 3:
        say(seed, pick(seed, 2) ? "@" : "");
        say_name(seed, SCRIPT_ATTRIBUTE);
        return;
    case 4:
        say(seed, pick(seed, 2) ? "min(" : "max(");
        say_expression(seed, depth - 1);
        say(seed, ",");
        break;
    default:
        say(seed, "(");
        say_expression(seed, depth - 1);
        say(seed, signs[pick(seed, COUNT_OF(signs))]);
    }
    say_expression(seed, depth - 1);
    say(seed, ")");
}

static bool can_say(const Seed *seed, const CommandInfo *command)
{
    for (unsigned i = 0; i < COMMAND_ARGUMENTS && command->arguments[i]; i++) {
        const ScriptKind kind = argument_info(command->arguments[i])->reference;
        if (kind != SCRIPT_NUMBER && !seed->counts[kind])
            return false;
    }
    return true;
}

static void say_command(Seed *seed)
{
    const CommandInfo *command;
    do
        command = command_info(COMMAND_FIRST + pick(seed, COMMAND_LAST - COMMAND_FIRST + 1));
    while (!can_say(seed, command));
    write_format(&seed->out, "%s(", command->name);
    for (unsigned i = 0; i < COMMAND_ARGUMENTS && command->arguments[i]; i++) {
        const ScriptKind kind = argument_info(command->arguments[i])->reference;
        say(seed, i ? "," : "");
        if (kind == SCRIPT_NUMBER)
            write_format(&seed->out, "%u", pick(seed, 4));
        else
            say_name(seed, kind);
        if (kind == SCRIPT_MAP)
            write_format(&seed->out, ",%u,%u", pick(seed, MAP_SIDE), pick(seed, MAP_SIDE));
    }
    say(seed, ")\n");
}

static void say_statements(Seed *seed, unsigned depth)
{
    for (uint32_t more = 1 + pick(seed, 4); more--;) {
        const unsigned choice = pick(seed, depth ? 6 : 4);
        if (choice < 2)
            say_command(seed);
        else if (choice < 4) {
            if (choice == 2)
                write_format(&seed->out, "%c=", 'a' + (int)pick(seed, 26));
            else
                write_format(&seed->out, "%s0=", prefixes[SCRIPT_ATTRIBUTE]);
            say_expression(seed, 3);
            say(seed, "\n");
        } else {
            say(seed, choice == 4 ? "while(" : "switch(");
            say_expression(seed, 2);
            say(seed, choice == 4 ? ") {\n" : ") {\ncase 1 {\n");
            say_statements(seed, depth - 1);
            say(seed, choice == 4 ? "}\n" : "}\n}\n");
        }
    }
}

static void say_handlers(Seed *seed, const char *const *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pick(seed, 3) == 0) {
            write_format(&seed->out, "e %s {\n", events[i]);
            say_statements(seed, 2);
            say(seed, "}\n");
        }
}

/* ---- files ---- */

/* A sprite of one to four frames, in one or more directions. */
static void put_sprite(Seed *seed, const char *folder, const char *name, uint32_t directions)
{
    static const char *const names[] = {"so", "we", "no", "ea"};
    const uint32_t frames = 1 + pick(seed, 4);
    const uint32_t side = pick(seed, 2) ? TILE : 1 + pick(seed, 2 * TILE);
    const char repeats = "ofl"[pick(seed, 3)];
    for (uint32_t d = 0; d < directions; d++) {
        const Image image = image_new(side * frames, side, seed->arena);
        for (uint32_t dots = pick(seed, 200); dots--;)
            *image_at(&image, pick(seed, image.w), pick(seed, image.h)) =
                PIXEL(pick(seed, 256), pick(seed, 256), pick(seed, 256),
                      pick(seed, 2) ? 255 : pick(seed, 256));
        put(seed,
            arena_format(seed->arena, "%s/%s_%s%c%u.png", folder, name, names[d], repeats,
                         frames - 1),
            png_write(&image, NULL, seed->arena));
    }
}

static void put_sprites(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_OBJECT]; i++)
        put_sprite(seed, "tiles", arena_format(seed->arena, "o%u", i).at, 1);
    for (uint32_t i = 0; i < seed->images; i++)
        put_sprite(seed, "chars", arena_format(seed->arena, "c%u", i).at, 1 + pick(seed, 4));
}

static void put_sounds(Seed *seed)
{
    static const struct {
        ScriptKind kind;
        const char *folder;
    } rows[] = {{SCRIPT_MUSIC, "music"}, {SCRIPT_SOUND, "sounds"}};
    for (size_t r = 0; r < COUNT_OF(rows); r++)
        for (uint32_t i = 0; i < seed->counts[rows[r].kind]; i++) {
            seed->out = writer_to(seed->arena);
            say(seed, "OggS");
            for (uint32_t size = 30 + pick(seed, 500); size--;)
                write_u8(&seed->out, (uint8_t)pick(seed, 256));
            end(seed, rows[r].folder, rows[r].kind, i, "ogg");
        }
}

static void put_attributes(Seed *seed)
{
    static const char *const change[] = {"onchange"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_ATTRIBUTE]; i++) {
        /* The first one is a variable, to which handlers assign. */
        const char type = i ? "vgpcG"[pick(seed, 5)] : 'v';
        begin(seed, "TirNanoG Attribute");
        write_format(&seed->out, "%c", type);
        if (pick(seed, 4)) {
            say(seed, " ");
            say_title(seed);
        }
        if (type == 'c' || type == 'G')
            write_format(&seed->out, "\n%s0*%u+%u\n", prefixes[SCRIPT_ATTRIBUTE], pick(seed, 9),
                         pick(seed, 99));
        else
            write_format(&seed->out, "\n%u\n", type == 'p' ? 0 : pick(seed, 1000));
        if (type == 'v')
            say_handlers(seed, change, 1);
        end(seed, "game", SCRIPT_ATTRIBUTE, i, "atr");
    }
}

static void put_dialogs(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_DIALOG]; i++) {
        begin(seed, "TirNanoG Dialog");
        say_title(seed);
        say(seed, "\n");
        say_title(seed);
        write_format(&seed->out, "\n- - %u\n", pick(seed, 2));
        for (uint32_t more = pick(seed, 5); more--; say(seed, "\n")) {
            say_needs_and_gives(seed);
            say(seed, "- ");
            say_title(seed);
        }
        end(seed, "dialogs", SCRIPT_DIALOG, i, "dlg");
    }
}

static void put_crafts(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_CRAFT]; i++) {
        begin(seed, "TirNanoG CraftRules");
        say_title(seed);
        say(seed, "\n");
        say_title(seed);
        say(seed, "\n");
        say_name_or_none(seed, SCRIPT_SOUND);
        write_format(&seed->out, " - %u\n", pick(seed, 2));
        for (uint32_t more = pick(seed, 4); more--; say(seed, "\n"))
            for (uint32_t words = 2 + pick(seed, 16); words--;) {
                write_format(&seed->out, "%u ", pick(seed, 5));
                say_name(seed, SCRIPT_OBJECT);
                say(seed, words ? " " : "");
            }
        end(seed, "dialogs", SCRIPT_CRAFT, i, "cft");
    }
}

static void put_quests(Seed *seed)
{
    static const char *const complete[] = {"complete"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_QUEST]; i++) {
        begin(seed, "TirNanoG Quest");
        write_format(&seed->out, "%u\n", pick(seed, 2));
        say_title(seed);
        say(seed, "\n");
        say_title(seed);
        say(seed, "\n");
        say_handlers(seed, complete, 1);
        end(seed, "quests", SCRIPT_QUEST, i, "qst");
    }
}

static void put_objects(Seed *seed)
{
    static const char *const events[] = {"click", "touch", "approach 3", "using1 o0", "timer2"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_OBJECT]; i++) {
        const uint32_t w = 1 + pick(seed, 3), h = 1 + pick(seed, 3);
        begin(seed, "TirNanoG Object");
        say_title(seed);
        write_format(&seed->out, "\n%u %u %u - ", w, h, 1 + pick(seed, 9));
        say_name_or_none(seed, SCRIPT_SOUND);
        write_format(&seed->out, " %u ", pick(seed, 100));
        say_name_or_none(seed, SCRIPT_OBJECT);
        write_format(&seed->out, " %u 0 %u\n", pick(seed, 256), pick(seed, 256));
        for (uint32_t y = 0; y < h; y++)
            for (uint32_t x = 0; x < w; x++)
                write_format(&seed->out, "%u%s", pick(seed, 10), x + 1 < w ? " " : "\n");
        for (uint32_t more = pick(seed, 3); more--; say(seed, "\n")) {
            say(seed, "r ");
            say_condition(seed);
        }
        for (uint32_t more = pick(seed, 3); more--;) {
            write_format(&seed->out, "m %u %u ", pick(seed, 2), pick(seed, 2));
            say_name(seed, SCRIPT_ATTRIBUTE);
            write_format(&seed->out, " %d\n", (int)pick(seed, 1000) - 500);
        }
        say_handlers(seed, events, COUNT_OF(events));
        end(seed, "objects", SCRIPT_OBJECT, i, "obj");
    }
}

static void put_people(Seed *seed)
{
    static const char *const moves[] = {"stand", "random", "patrol"};
    static const char *const events[] = {"click",   "touch", "leave 5", "approach 2",
                                         "action1", "buy",   "sell",    "timer0"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_NPC]; i++) {
        begin(seed, "TirNanoG NPC");
        say_title(seed);
        write_format(&seed->out, "\n%s %u %u %u\n", moves[pick(seed, 3)], pick(seed, 65536),
                     pick(seed, 65536), pick(seed, 99));
        for (uint32_t more = pick(seed, 3); more--;) {
            say(seed, "a ");
            say_name(seed, SCRIPT_ATTRIBUTE);
            write_format(&seed->out, " %u\n", pick(seed, 1000));
        }
        for (uint32_t more = pick(seed, 3); more--; say(seed, "\n")) {
            say(seed, "r ");
            say_condition(seed);
        }
        for (uint32_t more = 1 + pick(seed, 3); more--;)
            say_layer(seed);
        for (uint32_t more = pick(seed, 3); more--; say(seed, "\n")) {
            write_format(&seed->out, "i %u %u %u ", pick(seed, 101), pick(seed, 1000),
                         pick(seed, 1000));
            say_name(seed, SCRIPT_OBJECT);
        }
        say_handlers(seed, events, COUNT_OF(events));
        end(seed, "npcs", SCRIPT_NPC, i, "npc");
    }
    begin(seed, "TirNanoG Spawner");
    write_format(&seed->out, "%u %u\n", pick(seed, 256), pick(seed, 10000));
    for (uint32_t more = 1 + pick(seed, 4); more--; say(seed, "\n")) {
        say_needs_and_gives(seed);
        say(seed, "- ");
        say_name(seed, SCRIPT_NPC);
    }
    put(seed, TEXT("npcs/nest.swr"), writer_bytes(&seed->out));
}

/* ---- maps ---- */

static size_t make_tilesets(Seed *seed, TmxTileset *sets)
{
    size_t count = 0;
    for (uint32_t i = 0; i < seed->counts[SCRIPT_OBJECT]; i++)
        sets[count++].name = arena_format(seed->arena, "tiles_o%u", i);
    for (uint32_t i = 0; i < seed->counts[SCRIPT_NPC]; i++)
        sets[count++].name = arena_format(seed->arena, "npcs_n%u", i);
    sets[count++].name = TEXT("spawners_nest");
    for (size_t i = 0; i < count; i++) {
        sets[i].first = (uint32_t)i + 1;
        sets[i].w = sets[i].h = TILE;
    }
    return count;
}

/* The ID of a tile that belongs to this layer. */
static uint32_t pick_cell(Seed *seed, uint32_t layer)
{
    const uint32_t objects = seed->counts[SCRIPT_OBJECT], people = seed->counts[SCRIPT_NPC];
    if (layer == MAP_LAYER_SPAWNERS)
        return objects + people + 1;
    if (layer == MAP_LAYER_NPCS)
        return 1 + objects + pick(seed, people);
    return 1 + pick(seed, objects);
}

static void put_map(Seed *seed, uint32_t number)
{
    TmxTileset sets[2 * NAMES_MAX + 1] = {0};
    TmxLayer layers[MAP_LAYERS];
    for (uint32_t l = 0; l < MAP_LAYERS; l++) {
        uint32_t *cells = ARENA_ALLOC(seed->arena, uint32_t, MAP_SIDE * MAP_SIDE);
        const uint32_t dense = 1 + pick(seed, l ? 20 : 2);
        for (uint32_t i = 0; pick(seed, 3) && i < MAP_SIDE * MAP_SIDE;
             i += 1 + pick(seed, dense))
            cells[i] = pick_cell(seed, l);
        layers[l] = (TmxLayer){.id = l + 1,
                               .w = MAP_SIDE,
                               .h = MAP_SIDE,
                               .cells = cells,
                               .name = text_of(map_layer_names[l])};
    }
    seed->out = writer_to(seed->arena);
    say_title(seed);
    TmxProperty title = {.name = TEXT("title"), .value = writer_text(&seed->out)};
    const TmxMap map = {.w = MAP_SIDE,
                        .h = MAP_SIDE,
                        .tile_w = TILE,
                        .tile_h = TILE,
                        .properties = &title,
                        .property_count = 1,
                        .tilesets = sets,
                        .tileset_count = make_tilesets(seed, sets),
                        .layers = layers,
                        .layer_count = MAP_LAYERS};
    put(seed, arena_format(seed->arena, "maps/m%u.tmx", number), tmx_write(&map, seed->arena));
}

/* ---- a project ---- */

bool project_author(uint32_t number, ProjectFiles *out, Arena *arena, Report *report)
{
    Seed made = {.state = number * 2654435761u + 1, .arena = arena}, *seed = &made;
    if (!project_new(TEXT("seed"), &seed->files, arena, report))
        return false;
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (prefixes[kind])
            seed->counts[kind] = 1 + pick(seed, NAMES_MAX / (kind == SCRIPT_MAP ? 4 : 1));
    seed->images = 1 + pick(seed, NAMES_MAX);
    put_sprites(seed);
    put_sounds(seed);
    put_attributes(seed);
    put_dialogs(seed);
    put_crafts(seed);
    put_quests(seed);
    put_objects(seed);
    put_people(seed);
    for (uint32_t i = 0; i < seed->counts[SCRIPT_MAP]; i++)
        put_map(seed, i);
    *out = seed->files;
    return true;
}
