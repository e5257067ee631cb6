/* Makes the project of a map. Parts, in order: the map and its tilesets; cells that block;
 * where the game begins; files of the project. Cells are blocked by what a navigation graph is
 * made of, not by the AIGRAPH of the map: that may be missing or out of date. Drawing:
 * map_project_land.c, map_project_objects.c. */
#include "evil_islands/maps/map_project.h"

#include "base/path.h"
#include "base/text.h"
#include "evil_islands/graph/graph_objects.h"
#include "evil_islands/graph/graph_values.h"
#include "evil_islands/maps/map_project_internal.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/project/project.h"

#include <ctype.h>
#include <string.h>

#define LAND "land"       /* sheet of tiles */
#define BARRIER "barrier" /* a tile that cannot be seen, and blocks */
enum { LAYER_GROUND = 0, LAYER_LOW = 1, LAYER_BARRIER = 3 };

typedef struct Project {
    ProjectFiles *out;
    Text name; /* of the map */
    Text game;
    const ProjectLand *land;
    const ProjectObjects *objects;
    TmxTileset *sets;
    size_t set_count;
    uint32_t tiles; /* of all sets so far */
    Arena *arena;
} Project;

static void add(Project *project, Text path, Bytes bytes)
{
    *ARENA_PUSH(project->arena, project->out->items, project->out->count) =
        (ProjectFile){path, bytes};
}

static void add_text(Project *project, const char *path, Text text)
{
    add(project, text_of(path), bytes_of_text(text));
}

/* ---- the map ---- */

/* Returns the number of the set's first tile on the map. */
static uint32_t add_set(Project *project, TmxTileset set, uint32_t tiles)
{
    set.first = project->tiles + 1;
    project->tiles += tiles;
    *ARENA_PUSH(project->arena, project->sets, project->set_count) = set;
    return set.first;
}

/* Each sprite is a tileset with a single tile. */
static uint32_t add_sprite_set(Project *project, const char *kind, const char *image,
                               const ProjectSprite *sprite)
{
    Arena *arena = project->arena;
    const int size = (int)sprite->name.size;
    return add_set(
        project,
        (TmxTileset){.name = arena_format(arena, "%s_%.*s", kind, size, sprite->name.at),
                     .image = arena_format(arena, image, size, sprite->name.at),
                     .w = sprite->w,
                     .h = sprite->h},
        1);
}

/* `firsts` has the number of each sprite's tile. */
static void put(const TmxLayer *layer, const ProjectPlace *places, size_t count,
                const uint32_t *firsts)
{
    for (size_t i = 0; i < count; i++)
        layer->cells[places[i].y * layer->w + places[i].x] = firsts[places[i].sprite];
}

/* The order of the tilesets gives the numbers of their tiles. */
static void fill_layers(Project *project, TmxLayer *layers)
{
    enum { W = MAP_PROJECT_TILE_W, H = MAP_PROJECT_TILE_H };
    Arena *arena = project->arena;
    const ProjectLand *land = project->land;
    const ProjectObjects *objects = project->objects;
    uint32_t *sprites = ARENA_ALLOC(arena, uint32_t, objects->sprite_count + 1);
    uint32_t *people = ARENA_ALLOC(arena, uint32_t, objects->people_count + 1);
    const uint32_t ground = add_set(project,
                                    (TmxTileset){.name = TEXT(LAND),
                                                 .image = TEXT("../tiles/" LAND ".png"),
                                                 .w = W,
                                                 .h = H,
                                                 .count = land->count,
                                                 .columns = land->columns},
                                    land->count);
    const ProjectSprite edge = {.name = TEXT(BARRIER), .w = W, .h = H};
    const uint32_t barrier = add_sprite_set(project, "tiles", "../tiles/%.*s_soo0.png", &edge);
    for (size_t i = 0; i < objects->sprite_count; i++)
        sprites[i] =
            add_sprite_set(project, "tiles", "../tiles/%.*s_soo0.png", &objects->sprites[i]);
    for (size_t i = 0; i < objects->people_count; i++)
        people[i] =
            add_sprite_set(project, "npcs", "../npcs/%.*s_npc.png", &objects->people[i]);
    for (size_t i = 0; i < (size_t)land->side * land->side; i++) {
        layers[LAYER_GROUND].cells[i] = ground + land->tiles[i];
        layers[LAYER_BARRIER].cells[i] = land->blocked[i] ? barrier : 0;
    }
    put(&layers[LAYER_LOW], objects->low, objects->low_count, sprites);
    put(&layers[MAP_LAYER_OBJECTS], objects->high, objects->high_count, sprites);
    put(&layers[MAP_LAYER_NPCS], objects->units, objects->unit_count, people);
}

static void add_map(Project *project)
{
    Arena *arena = project->arena;
    const uint32_t side = project->land->side;
    TmxLayer layers[MAP_LAYERS];
    for (uint32_t i = 0; i < MAP_LAYERS; i++)
        layers[i] = (TmxLayer){.id = i + 1,
                               .w = side,
                               .h = side,
                               .cells = ARENA_ALLOC(arena, uint32_t, side * side),
                               .name = text_of(map_layer_names[i])};
    fill_layers(project, layers);
    TmxProperty title = {.name = TEXT("title"), .value = project->name};
    const TmxMap map = {.orientation = TMX_ISOMETRIC,
                        .w = side,
                        .h = side,
                        .tile_w = MAP_PROJECT_TILE_W,
                        .tile_h = MAP_PROJECT_TILE_H,
                        .properties = &title,
                        .property_count = 1,
                        .tilesets = project->sets,
                        .tileset_count = project->set_count,
                        .layers = layers,
                        .layer_count = MAP_LAYERS};
    add(project,
        arena_format(arena, "maps/%.*s.tmx", (int)project->name.size, project->name.at),
        tmx_write(&map, arena));
}

/* ---- what blocks ---- */

/* The values of the map's tiles for people; NULL: an error. `mob` NULL: there are no objects.
 */
static const uint8_t *walkable(const Map *map, const Mob *mob, GraphFigures *figures,
                               GraphTiles *tiles, Arena *arena, Report *report)
{
    enum { PEOPLE = 3 }; /* the layer of walkers of 1.6 units */
    const size_t count = (size_t)map->mp.sectors_x * map->mp.sectors_y * GRAPH_TILES_OF_SECTOR *
                         GRAPH_TILES_OF_SECTOR;
    *tiles = graph_land(map, arena);
    if (mob) {
        const GraphObjects objects = graph_find_objects(mob, figures, arena);
        if (!graph_add_objects(tiles, &objects, arena, report))
            return NULL;
    }
    uint8_t *values = arena_alloc_raw(arena, count, 1);
    graph_values(tiles, graph_slopes(tiles, arena), PEOPLE, values,
                 arena_alloc_raw(arena, count, 1));
    return values;
}

/* A cell is as wide as four tiles; it blocks if most of its 16 tiles do. */
static bool block_cells(const Map *map, const Mob *mob, GraphFigures *figures,
                        ProjectLand *land, Report *report)
{
    enum { WIDE = 4 };
    Arena *scratch = arena_new();
    GraphTiles tiles;
    const uint8_t *values = walkable(map, mob, figures, &tiles, scratch, report);
    memset(land->blocked, 1, (size_t)land->side * land->side);
    for (uint32_t row = 0; values && row < land->h; row++)
        for (uint32_t x = 0; x < land->w; x++) {
            const uint32_t south = (land->h - 1 - row) * WIDE;
            unsigned blocked = 0;
            for (uint32_t i = 0; i < WIDE * WIDE; i++)
                blocked += !values[(size_t)(south + i / WIDE) * tiles.w + x * WIDE + i % WIDE];
            land->blocked[row * land->side + x] = blocked > WIDE * WIDE / 2;
        }
    arena_free(scratch);
    return values != NULL;
}

/* ---- where the game begins ---- */

/* Fills the free cells that can be reached from one; returns how many. `queue` has a place for
 * each cell. */
static size_t reach(const ProjectLand *land, uint32_t from, uint8_t *seen, uint32_t *queue)
{
    size_t count = 0;
    queue[count++] = from;
    seen[from] = 1;
    for (size_t i = 0; i < count; i++) {
        const uint32_t at = queue[i], x = at % land->side, y = at / land->side;
        const uint32_t next[] = {at - 1, at + 1, at - land->side, at + land->side};
        const bool inside[] = {x > 0, x + 1 < land->side, y > 0, y + 1 < land->side};
        for (unsigned way = 0; way < 4; way++)
            if (inside[way] && !land->blocked[next[way]] && !seen[next[way]]) {
                seen[next[way]] = 1;
                queue[count++] = next[way];
            }
    }
    return count;
}

/* To the middle of the land, in cells, squared. */
static uint64_t distance(const ProjectLand *land, uint32_t cell)
{
    const int64_t x = (int64_t)(cell % land->side) - land->w / 2;
    const int64_t y = (int64_t)(cell / land->side) - land->h / 2;
    return (uint64_t)(x * x + y * y);
}

/* Of the largest part that can be walked through, the cell next to the middle of the map. */
static uint32_t start_of(const ProjectLand *land, const ProjectObjects *objects, Arena *arena)
{
    const uint32_t cells = land->side * land->side;
    uint8_t *seen = ARENA_ALLOC(arena, uint8_t, cells);
    uint32_t *queue = ARENA_ALLOC(arena, uint32_t, cells);
    uint8_t *taken = ARENA_ALLOC(arena, uint8_t, cells); /* by an NPC */
    size_t most = 0;
    uint32_t best = 0;
    for (size_t i = 0; i < objects->unit_count; i++)
        taken[objects->units[i].y * land->side + objects->units[i].x] = 1;
    for (uint32_t i = 0; i < cells; i++) {
        const size_t count = land->blocked[i] || seen[i] ? 0 : reach(land, i, seen, queue);
        if (count <= most)
            continue;
        most = count;
        best = queue[0];
        for (size_t j = 1; j < count; j++)
            if (taken[best] > taken[queue[j]] ||
                (taken[best] == taken[queue[j]] &&
                 distance(land, queue[j]) < distance(land, best)))
                best = queue[j];
    }
    return best;
}

/* ---- files ---- */

/* Files of a new project that the map does not need. */
static bool is_kept(Text path)
{
    static const char *const kept[] = {"chars/", "fonts/", "ui/", "game/"};
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        if (text_starts(path, kept[i]))
            return !text_equal(path, TEXT("game/startup.cfg"));
    return false;
}

/* People have an image for maps, a sheet for the game and an NPC file. */
static void add_sprites(Project *project)
{
    Arena *arena = project->arena;
    const ProjectObjects *objects = project->objects;
    for (size_t i = 0; i < objects->sprite_count; i++) {
        const ProjectSprite *sprite = &objects->sprites[i];
        add(project,
            arena_format(arena, "tiles/%.*s_soo0.png", (int)sprite->name.size, sprite->name.at),
            sprite->png);
    }
    for (size_t i = 0; i < objects->people_count; i++) {
        const ProjectSprite *one = &objects->people[i];
        const int size = (int)one->name.size;
        add(project, arena_format(arena, "chars/%.*s.png", size, one->name.at), one->sheet);
        add(project, arena_format(arena, "chars/%.*s.lyt", size, one->name.at),
            bytes_of_text(one->layout));
        add(project, arena_format(arena, "npcs/%.*s.npc", size, one->name.at),
            bytes_of_text(one->npc));
        add(project, arena_format(arena, "npcs/%.*s_npc.png", size, one->name.at), one->png);
    }
}

/* The rest of a new project makes the map playable: figure, font, display, attributes. */
static bool add_files(Project *project, Report *report)
{
    enum { W = MAP_PROJECT_TILE_W, H = MAP_PROJECT_TILE_H };
    Arena *arena = project->arena;
    const ProjectLand *land = project->land;
    const Image nothing = image_new(W, H, arena);
    ProjectFiles base;
    if (!project_new(project->game, &base, arena, report))
        return false;
    for (size_t i = 0; i < base.count; i++)
        if (is_kept(base.items[i].path))
            add(project, base.items[i].path, base.items[i].bytes);
    const uint32_t start = start_of(land, project->objects, arena);
    add_text(project, "config",
             arena_format(arena, "TirNanoG Project 0\n%.*s\niso %d %d %u\n",
                          (int)project->game.size, project->game.at, W, H, land->side));
    add_text(project, "game/startup.cfg",
             arena_format(arena,
                          "TirNanoG StartUp\ne start {\n    location(%.*s,%u,%u,so)\n}\n",
                          (int)project->name.size, project->name.at, start % land->side,
                          start / land->side));
    add_text(project, "tiles/" LAND ".lyt",
             arena_format(arena, "TirNanoG Layout\n%d %d 0 0 0 0 tiles\n", W, H));
    /* No passage but for those who fly. */
    add_text(project, "tiles/" BARRIER ".til",
             TEXT("TirNanoG Tile\n0 -\n0 -\n100 -\n0 -\n0 -\n"));
    add(project, TEXT("tiles/" LAND ".png"), png_write(&land->sheet, NULL, arena));
    add(project, TEXT("tiles/" BARRIER "_soo0.png"), png_write(&nothing, NULL, arena));
    add_sprites(project);
    add_map(project);
    project_files_sort(project->out);
    return true;
}

/* The name of a map in a project. */
static Text map_name(Text zone, Arena *arena)
{
    Text out = text_lowered(zone.size ? zone : TEXT("map"), arena);
    char *at = (char *)out.at;
    for (size_t i = 0; i < out.size; i++)
        if (!isalnum((unsigned char)at[i]))
            at[i] = '_';
    return out.size > 64 ? text_slice(out, 0, 64) : out;
}

static bool read_objects(const MapSettings *settings, Mob *mob, GraphFigures *figures,
                         Arena *arena, Report *report)
{
    Report about = report_child(report, TEXT("--mob"));
    return mob_read(settings->objects, mob, arena, &about) &&
           graph_figures(settings->models, figures, arena, report);
}

/* Everything that may fail comes before files are made. */
bool map_to_project(ConversionJob *job, Arena *arena, Report *report)
{
    const bool peopled = map_settings(job)->objects.data && map_settings(job)->models;
    Map map;
    Mob mob;
    GraphFigures figures; /* its store has the models, too */
    ProjectLand land;
    ProjectObjects objects = {0};
    Project project = {.out = &job->files_out,
                       .game = path_base(path_without_slashes(job->target)),
                       .land = &land,
                       .objects = &objects,
                       .arena = arena};
    const MapSource source = map_source(job);
    if (map_settings(job)->layer != MAP_PROJECT)
        return report_error(report, "converting a map to a folder requires --as project; "
                                    "otherwise expected a .glb, .png or .tmx output");
    if (!project_game_id_check(project.game, report) ||
        !map_load(&source, &map, arena, report) || !project_land(&map, &land, arena, report) ||
        (peopled && !read_objects(map_settings(job), &mob, &figures, arena, report)) ||
        !block_cells(&map, peopled ? &mob : NULL, &figures, &land, report))
        return false;
    if (peopled)
        project_objects(&mob, &figures.files, &land, &objects, arena, report);
    project.name = map_name(map.zone, arena);
    return add_files(&project, report);
}
