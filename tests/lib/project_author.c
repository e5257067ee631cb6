#include "project_author.h"
#include "project_screens.h"
#include "project_words.h"

#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"
#include "tirnanog/maps/map_layers.h"

/* ---- files ---- */

/* A sprite of one to four frames, in one or more directions. */
static void put_sprite(Seed *seed, const char *folder, const char *name, uint32_t directions)
{
    static const char *const names[] = {"so", "we", "no", "ea"};
    const uint32_t frames = 1 + seed_pick(seed, 4);
    const uint32_t side = seed_pick(seed, 2) ? SEED_TILE : 1 + seed_pick(seed, 2 * SEED_TILE);
    const char repeats = "ofl"[seed_pick(seed, 3)];
    for (uint32_t d = 0; d < directions; d++) {
        const Image image = image_new(side * frames, side, seed->arena);
        for (uint32_t dots = seed_pick(seed, 200); dots--;)
            *image_at(&image, seed_pick(seed, image.w), seed_pick(seed, image.h)) =
                PIXEL(seed_pick(seed, 256), seed_pick(seed, 256), seed_pick(seed, 256),
                      seed_pick(seed, 2) ? 255 : seed_pick(seed, 256));
        seed_put(seed,
                 arena_format(seed->arena, "%s/%s_%s%c%u.png", folder, name, names[d], repeats,
                              frames - 1),
                 png_write(&image, NULL, seed->arena));
    }
}

static void put_sprites(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_OBJECT]; i++)
        put_sprite(seed, "tiles", arena_format(seed->arena, "o%u", i).at, 1);
    for (uint32_t i = 0; i < seed->images; i++) {
        put_sprite(seed, "ui", arena_format(seed->arena, "u%u", i).at, 1);
        put_sprite(seed, "chars", arena_format(seed->arena, "c%u", i).at,
                   1 + seed_pick(seed, 4));
    }
}

static void drop(Seed *seed, Text path)
{
    ProjectFiles *files = &seed->files;
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i].path, path))
            files->items[i--] = files->items[--files->count];
}

static void put_config(Seed *seed)
{
    static const char *const grids[] = {"ortho", "iso", "hexv", "hexh"};
    seed->grid = seed_pick(seed, COUNT_OF(grids));
    seed->side = SEED_SIDE_MIN << seed_pick(seed, 2);
    seed_begin(seed, "TirNanoG Project 0");
    seed_say_title(seed);
    write_format(&seed->out, "\n%s %u %u %u %u\n", grids[seed->grid], SEED_TILE, SEED_TILE,
                 seed->side, seed_pick(seed, 61));
    seed_put(seed, TEXT("config"), writer_bytes(&seed->out));
    drop(seed, TEXT("maps/meadow.tmx")); /* it has another grid */
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
            seed_say(seed, "OggS");
            for (uint32_t size = 30 + seed_pick(seed, 500); size--;)
                write_u8(&seed->out, (uint8_t)seed_pick(seed, 256));
            seed_end(seed, rows[r].folder, rows[r].kind, i, "ogg");
        }
}

static void put_attributes(Seed *seed)
{
    static const char *const change[] = {"onchange"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_ATTRIBUTE]; i++) {
        /* The first one is a variable, to which handlers assign. */
        const char type = i ? "vgpcG"[seed_pick(seed, 5)] : 'v';
        seed_begin(seed, "TirNanoG Attribute");
        write_format(&seed->out, "%c", type);
        if (seed_pick(seed, 4)) {
            seed_say(seed, " ");
            seed_say_title(seed);
        }
        if (type == 'c' || type == 'G')
            write_format(&seed->out, "\n%s0*%u+%u\n", seed_prefixes[SCRIPT_ATTRIBUTE],
                         seed_pick(seed, 9), seed_pick(seed, 99));
        else
            write_format(&seed->out, "\n%u\n", type == 'p' ? 0 : seed_pick(seed, 1000));
        if (type == 'v')
            seed_say_handlers(seed, change, 1);
        seed_end(seed, "game", SCRIPT_ATTRIBUTE, i, "atr");
    }
}

static void put_dialogs(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_DIALOG]; i++) {
        seed_begin(seed, "TirNanoG Dialog");
        seed_say_title(seed);
        seed_say(seed, "\n");
        seed_say_title(seed);
        write_format(&seed->out, "\n- - %u\n", seed_pick(seed, 2));
        for (uint32_t more = seed_pick(seed, 5); more--; seed_say(seed, "\n")) {
            seed_say_needs_and_gives(seed);
            seed_say(seed, "- ");
            seed_say_title(seed);
        }
        seed_end(seed, "dialogs", SCRIPT_DIALOG, i, "dlg");
    }
}

static void put_crafts(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_CRAFT]; i++) {
        seed_begin(seed, "TirNanoG CraftRules");
        seed_say_title(seed);
        seed_say(seed, "\n");
        seed_say_title(seed);
        seed_say(seed, "\n");
        seed_say_name_or_none(seed, SCRIPT_SOUND);
        write_format(&seed->out, " - %u\n", seed_pick(seed, 2));
        for (uint32_t more = seed_pick(seed, 4); more--; seed_say(seed, "\n"))
            for (uint32_t words = 2 + seed_pick(seed, 16); words--;) {
                write_format(&seed->out, "%u ", seed_pick(seed, 5));
                seed_say_name(seed, SCRIPT_OBJECT);
                seed_say(seed, words ? " " : "");
            }
        seed_end(seed, "dialogs", SCRIPT_CRAFT, i, "cft");
    }
}

static void put_quests(Seed *seed)
{
    static const char *const complete[] = {"complete"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_QUEST]; i++) {
        seed_begin(seed, "TirNanoG Quest");
        write_format(&seed->out, "%u\n", seed_pick(seed, 2));
        seed_say_title(seed);
        seed_say(seed, "\n");
        seed_say_title(seed);
        seed_say(seed, "\n");
        seed_say_handlers(seed, complete, 1);
        seed_end(seed, "quests", SCRIPT_QUEST, i, "qst");
    }
}

static void put_objects(Seed *seed)
{
    static const char *const events[] = {"click", "touch", "approach 3", "using1 o0", "timer2"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_OBJECT]; i++) {
        const uint32_t w = 1 + seed_pick(seed, 3), h = 1 + seed_pick(seed, 3);
        seed_begin(seed, "TirNanoG Object");
        seed_say_title(seed);
        write_format(&seed->out, "\n%u %u %u - ", w, h, 1 + seed_pick(seed, 9));
        seed_say_name_or_none(seed, SCRIPT_SOUND);
        write_format(&seed->out, " %u ", seed_pick(seed, 100));
        seed_say_name_or_none(seed, SCRIPT_OBJECT);
        write_format(&seed->out, " %u 0 %u\n", seed_pick(seed, 256), seed_pick(seed, 256));
        for (uint32_t y = 0; y < h; y++)
            for (uint32_t x = 0; x < w; x++)
                write_format(&seed->out, "%u%s", seed_pick(seed, 10), x + 1 < w ? " " : "\n");
        for (uint32_t more = seed_pick(seed, 3); more--; seed_say(seed, "\n")) {
            seed_say(seed, "r ");
            seed_say_condition(seed);
        }
        for (uint32_t more = seed_pick(seed, 3); more--;) {
            write_format(&seed->out, "m %u %u ", seed_pick(seed, 2), seed_pick(seed, 2));
            seed_say_name(seed, SCRIPT_ATTRIBUTE);
            write_format(&seed->out, " %d\n", (int)seed_pick(seed, 1000) - 500);
        }
        seed_say_handlers(seed, events, COUNT_OF(events));
        seed_end(seed, "objects", SCRIPT_OBJECT, i, "obj");
    }
}

static void put_people(Seed *seed)
{
    static const char *const moves[] = {"stand", "random", "patrol"};
    static const char *const events[] = {"click",   "touch", "leave 5", "approach 2",
                                         "action1", "buy",   "sell",    "timer0"};
    for (uint32_t i = 0; i < seed->counts[SCRIPT_NPC]; i++) {
        seed_begin(seed, "TirNanoG NPC");
        seed_say_title(seed);
        write_format(&seed->out, "\n%s %u %u %u\n", moves[seed_pick(seed, 3)],
                     seed_pick(seed, 65536), seed_pick(seed, 65536), seed_pick(seed, 99));
        for (uint32_t more = seed_pick(seed, 3); more--;) {
            seed_say(seed, "a ");
            seed_say_name(seed, SCRIPT_ATTRIBUTE);
            write_format(&seed->out, " %u\n", seed_pick(seed, 1000));
        }
        for (uint32_t more = seed_pick(seed, 3); more--; seed_say(seed, "\n")) {
            seed_say(seed, "r ");
            seed_say_condition(seed);
        }
        for (uint32_t more = 1 + seed_pick(seed, 3); more--;)
            seed_say_layer(seed);
        for (uint32_t more = seed_pick(seed, 3); more--; seed_say(seed, "\n")) {
            write_format(&seed->out, "i %u %u %u ", seed_pick(seed, 101), seed_pick(seed, 1000),
                         seed_pick(seed, 1000));
            seed_say_name(seed, SCRIPT_OBJECT);
        }
        seed_say_handlers(seed, events, COUNT_OF(events));
        seed_end(seed, "npcs", SCRIPT_NPC, i, "npc");
    }
    seed_begin(seed, "TirNanoG Spawner");
    write_format(&seed->out, "%u %u\n", seed_pick(seed, 256), seed_pick(seed, 10000));
    for (uint32_t more = 1 + seed_pick(seed, 4); more--; seed_say(seed, "\n")) {
        seed_say_needs_and_gives(seed);
        seed_say(seed, "- ");
        seed_say_name(seed, SCRIPT_NPC);
    }
    seed_put(seed, TEXT("npcs/nest.swr"), writer_bytes(&seed->out));
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
        sets[i].w = sets[i].h = SEED_TILE;
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
        return 1 + objects + seed_pick(seed, people);
    return 1 + seed_pick(seed, objects);
}

/* Patrol paths of two to six points. */
static size_t make_paths(Seed *seed, TmxPolygon *paths, size_t limit)
{
    const size_t count = seed_pick(seed, (uint32_t)limit + 1);
    for (size_t i = 0; i < count; i++) {
        paths[i] = (TmxPolygon){.name = arena_format(seed->arena, "%zu", i * 7)};
        paths[i].point_count = 2 + seed_pick(seed, 5);
        paths[i].points = ARENA_ALLOC(seed->arena, TmxPoint, paths[i].point_count);
        for (size_t k = 0; k < paths[i].point_count; k++)
            paths[i].points[k] = (TmxPoint){seed_pick(seed, seed->side * SEED_TILE) * 1000,
                                            seed_pick(seed, seed->side * SEED_TILE) * 1000};
    }
    return count;
}

static void put_map(Seed *seed, uint32_t number)
{
    TmxTileset sets[2 * SEED_NAMES_MAX + 1] = {0};
    TmxLayer layers[MAP_LAYERS];
    for (uint32_t l = 0; l < MAP_LAYERS; l++) {
        uint32_t *cells = ARENA_ALLOC(seed->arena, uint32_t, seed->side * seed->side);
        const uint32_t dense = 1 + seed_pick(seed, l ? 20 : 2);
        const uint32_t end = seed_pick(seed, 3) ? seed->side * seed->side : 0;
        for (uint32_t i = 0; i < end; i += 1 + seed_pick(seed, dense))
            cells[i] = pick_cell(seed, l);
        layers[l] = (TmxLayer){.id = l + 1,
                               .w = seed->side,
                               .h = seed->side,
                               .cells = cells,
                               .name = text_of(map_layer_names[l])};
    }
    TmxPolygon paths[3];
    const size_t path_count = make_paths(seed, paths, COUNT_OF(paths));
    seed->out = writer_to(seed->arena);
    seed_say_title(seed);
    TmxProperty title = {.name = TEXT("title"), .value = writer_text(&seed->out)};
    const TmxMap map = {.orientation = seed->grid,
                        .polygons = paths,
                        .polygon_count = path_count,
                        .w = seed->side,
                        .h = seed->side,
                        .tile_w = SEED_TILE,
                        .tile_h = SEED_TILE,
                        .properties = &title,
                        .property_count = 1,
                        .tilesets = sets,
                        .tileset_count = make_tilesets(seed, sets),
                        .layers = layers,
                        .layer_count = MAP_LAYERS};
    seed_put(seed, arena_format(seed->arena, "maps/m%u.tmx", number),
             tmx_write(&map, seed->arena));
}

/* ---- a project ---- */

bool project_author(uint32_t number, ProjectFiles *out, Arena *arena, Report *report)
{
    Seed made = {.state = number * 2654435761u + 1, .arena = arena}, *seed = &made;
    if (!project_new(TEXT("seed"), &seed->files, arena, report))
        return false;
    for (unsigned kind = 0; kind < SEED_KINDS; kind++)
        if (seed_prefixes[kind])
            seed->counts[kind] =
                1 + seed_pick(seed, SEED_NAMES_MAX / (kind == SCRIPT_MAP ? 4 : 1));
    seed->images = 1 + seed_pick(seed, SEED_NAMES_MAX);
    put_config(seed);
    put_sprites(seed);
    put_sounds(seed);
    put_attributes(seed);
    put_dialogs(seed);
    put_crafts(seed);
    put_quests(seed);
    put_objects(seed);
    put_people(seed);
    put_screens(seed);
    for (uint32_t i = 0; i < seed->counts[SCRIPT_MAP]; i++)
        put_map(seed, i);
    put_translations(seed);
    *out = seed->files;
    return true;
}
