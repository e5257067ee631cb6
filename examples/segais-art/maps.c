/* Maps: composing and writing. */
#include "maps.h"

#include "tirnanog/convert/autotiles.h"
#include "tirnanog/maps/tmx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void map_set(Map *map, int layer, int x, int y, const char *name)
{
    if (map_has(x, y))
        map->names[layer][y * SIDE + x] = name;
}

const char *map_get(const Map *map, int layer, int x, int y)
{
    return map_has(x, y) ? map->names[layer][y * SIDE + x] : NULL;
}

void map_take(Map *map, int x, int y, int w, int h)
{
    for (int j = y; j < y + h; j++)
        for (int i = x; i < x + w; i++)
            if (map_has(i, j))
                map->taken[j * SIDE + i] = true;
}

void map_place(Map *map, int x, int y, const char *name, int wide)
{
    map_set(map, OBJECTS, x - wide / 2, y, name);
    map_take(map, x - wide / 2, y - (wide > 3 ? wide - 1 : 0), wide, wide > 3 ? wide + 1 : 1);
}

bool map_free(const Map *map, int x, int y, int around)
{
    for (int j = -around; j <= around; j++)
        for (int i = -around; i <= around; i++)
            if (map_has(x + i, y + j) && map->taken[(y + j) * SIDE + x + i])
                return false;
    return true;
}

static void corner(Map *map, int ground, int x, int y)
{
    if (x >= 0 && y >= 0 && x < CORNERS && y < CORNERS)
        map->corners[ground][y * CORNERS + x] = true;
}

void map_disc(Map *map, int ground, int x, int y, int rx, int ry)
{
    for (int j = -ry; j <= ry; j++)
        for (int i = -rx; i <= rx; i++)
            if (i * i * ry * ry + j * j * rx * rx < rx * rx * ry * ry)
                corner(map, ground, x + i, y + j);
}

void map_box(Map *map, int ground, int x, int y, int w, int h)
{
    for (int j = y; j <= y + h; j++)
        for (int i = x; i <= x + w; i++)
            corner(map, ground, i, j);
}

void map_lane(Map *map, int ground, const Spot *spots, size_t count, int width)
{
    for (size_t s = 0; s + 1 < count; s++)
        for (int i = 0; i <= 64; i++) {
            const int x = spots[s].x + (spots[s + 1].x - spots[s].x) * i / 64;
            const int y = spots[s].y + (spots[s + 1].y - spots[s].y) * i / 64;
            map_box(map, ground, x, y, width, width);
        }
}

static int corners_of(const Map *map, int ground, int x, int y)
{
    const bool *at = &map->corners[ground][y * CORNERS + x];
    return at[0] | at[1] << 1 | at[CORNERS] << 2 | at[CORNERS + 1] << 3;
}

bool map_ground(const Map *map, int ground, int x, int y, int corners)
{
    int count = 0;
    for (int bits = corners_of(map, ground, x, y); bits; bits &= bits - 1)
        count++;
    return count >= corners;
}

void map_floor(Map *map, const char *texture)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            map_set(map, GROUND_1, x, y,
                    arena_format(map->art->arena, "%s_%d%d", texture, y % 4, x % 4).at);
}

static const struct {
    int layer;
    const char *name;
} grounds[GROUNDS] = {[MOSS] = {GROUND_2, "moss"},    [HEATH] = {GROUND_2, "heath"},
                      [SAND] = {GROUND_2, "sand"},    [WATERS] = {GROUND_2, "water"},
                      [LAKE] = {GROUND_3, "lake"},    [PATH] = {GROUND_3, "path"},
                      [SOIL] = {GROUND_3, "soil"},    [CRAG] = {GROUND_3, "crag"},
                      [COBBLE] = {GROUND_4, "cobble"}};

const char *map_tile(const Map *map, int ground, int x, int y)
{
    const int corners = corners_of(map, ground, x, y);
    const int part = corners == 15 ? y % 2 * 2 + x % 2 : 0;
    return corners ? arena_format(map->art->arena, part ? "%s_%d_%d" : "%s_%d",
                                  grounds[ground].name, corners, part)
                         .at
                   : NULL;
}

void map_grounds(Map *map)
{
    for (int ground = 0; ground < GROUNDS; ground++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                const char *tile = map_tile(map, ground, x, y);
                if (!tile)
                    continue;
                map_set(map, grounds[ground].layer, x, y, tile);
                if ((ground == WATERS || ground == LAKE) && map_ground(map, ground, x, y, 3) &&
                    !map_get(map, OBJECTS, x, y))
                    map_set(
                        map, OBJECTS, x, y,
                        arena_format(map->art->arena, "ripple_%u", hash_of(1901, x, y) % 4).at);
                if (ground != MOSS && ground != HEATH)
                    map_take(map, x, y, 1, 1);
            }
}

void map_strew(Map *map, int layer, const char *name, int one_in, uint32_t seed)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (hash_of(hash_of(seed, x, 0), y, 1) % (unsigned)one_in == 0 &&
                map_free(map, x, y, 0) && !map_get(map, layer, x, y)) {
                map_set(map, layer, x, y, name);
                if (layer == OBJECTS)
                    map_take(map, x, y, 1, 1);
            }
}

void map_things(Map *map, const Thing *things, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (things[i].wide < 0)
            map_set(map, -things[i].wide, things[i].x, things[i].y, things[i].name);
        else
            map_place(map, things[i].x, things[i].y, things[i].name, things[i].wide);
        map_take(map, things[i].x, things[i].y, 1, 1);
    }
}

/* Walls of wattle around the floor; the roof hides who is inside, until they are. */
void map_hut(Map *map, int x, int y, int w, int h, int door)
{
    static const char *const roofs[3][3] = {{"roof_nw", "roof_no", "roof_ne"},
                                            {"roof_we", "roof_mi", "roof_ea"},
                                            {"roof_sw", "roof_so", "roof_se"}};
    map_take(map, x - 2, y - 3, w + 4, h + 5);
    for (int j = -1; j <= h; j++)
        for (int i = -1; i <= w; i++) {
            const bool side = i < 0 || i == w, end = j < 0 || j == h;
            map_set(map, GROUND_4, x + i, y + j, "planks");
            if ((end && !(j == h && i == door)) || side)
                map_set(map, OBJECTS, x + i, y + j,
                        !end ? i < 0 ? "wattle_we" : "wattle_ea" : "wattle");
        }
    for (int j = -2; j < h; j++)
        for (int i = -1; i <= w; i++)
            map_set(map, ROOF_1, x + i, y + j,
                    roofs[j < -1      ? 0
                          : j < h - 1 ? 1
                                      : 2][i < 0   ? 0
                                           : i < w ? 1
                                                   : 2]);
}

void map_trees(Map *map, const char *const kinds[8], uint32_t seed, unsigned closed, int inside)
{
    for (int y = 1; y < SIDE; y++)
        for (int x = 1; x < SIDE; x++) {
            const int far[4] = {y, SIDE - 1 - x, SIDE - 1 - y, x};
            int edge = SIDE;
            for (int i = 0; i < 4; i++)
                if (closed >> i & 1 && far[i] < edge)
                    edge = far[i];
            const uint32_t h = hash_of(seed, x, y);
            const int one_in = edge < 3 ? 2 : edge < 6 ? 5 : edge < 12 ? 14 : inside;
            if (h % (unsigned)one_in || !map_free(map, x, y, 1) || !map_free(map, x, y - 2, 1))
                continue;
            map_set(map, OBJECTS, x - 1, y, kinds[h / 64 % 8]);
            map_take(map, x, y, 1, 1);
        }
}

int map_river(int y) { return 50 + wave(y * 4 + 20) * 3 / 256; }

/* ---- areas ---- */

/* The name without its number; 0: not of an area. */
static size_t area_size(const char *name)
{
    const size_t size = name ? strlen(name) : 0;
    return size > 3 && !strcmp(name + size - 3, "_00") ? size - 3 : 0;
}

void map_area(Map *map, int layer, const char *area, int x, int y, int w, int h)
{
    const char *name = arena_format(map->art->arena, "%s_00", area).at;
    for (int j = y; j < y + h; j++)
        for (int i = x; i < x + w; i++)
            map_set(map, layer, i, j, name);
    map_take(map, x, y, w, h);
}

static unsigned neighbours_of(const Map *map, int layer, int x, int y)
{
    unsigned bits = 0;
    const int side = map->side ? map->side : SIDE;
    for (int i = 0; i < 9; i++) {
        const int nx = x + i % 3 - 1, ny = y + i / 3 - 1;
        const char *other = nx < side && ny < side ? map_get(map, layer, nx, ny) : NULL;
        if (i != 4 && other && !strcmp(other, map_get(map, layer, x, y)))
            bits |= 1u << i;
    }
    return bits;
}

void map_areas(Map *map)
{
    uint16_t shapes[AUTOTILE_SHAPES];
    const int side = map->side ? map->side : SIDE;
    autotile_shapes(shapes);
    for (int layer = GROUND_1; layer <= GROUND_4; layer++) {
        unsigned bits[SIDE * SIDE];
        for (int i = 0; i < side * side; i++)
            if (area_size(map_get(map, layer, i % side, i / side)))
                bits[i] = autotile_shape_of(neighbours_of(map, layer, i % side, i / side));
        for (int i = 0; i < side * side; i++) {
            const char *name = map_get(map, layer, i % side, i / side);
            unsigned number = 0;
            if (!area_size(name))
                continue;
            while (shapes[number] != bits[i])
                number++;
            map_set(
                map, layer, i % side, i / side,
                arena_format(map->art->arena, "%.*s_%02u", (int)area_size(name), name, number)
                    .at);
        }
    }
}

void map_letter(Map *map, const Letter *legend, size_t count, char letter, int x, int y)
{
    for (size_t i = 0; i < count; i++)
        if (legend[i].letter == letter) {
            map_set(map, legend[i].layer, x, y, legend[i].name);
            return;
        }
    fprintf(stderr, "no letter %c\n", letter);
    exit(1);
}

/* ---- writing ---- */

typedef struct Writing {
    const Map *map;
    TmxMap tmx;
    const char *known[512]; /* with the layer's kind before the name */
} Writing;

static const char *kind_of(int layer)
{
    return layer == PEOPLE ? "npcs" : layer == SPAWNERS ? "spawners" : "tiles";
}

/* ---- tilesets of templates: all sheets, then all collections, in each map ---- */

static void add_source(Writing *writing, Text source, size_t count)
{
    TmxMap *tmx = &writing->tmx;
    const TmxTileset *last = tmx->tileset_count ? &tmx->tilesets[tmx->tileset_count - 1] : NULL;
    const uint32_t first = last ? last->first + last->count : 1;
    *ARENA_PUSH(writing->map->art->arena, tmx->tilesets, tmx->tileset_count) =
        (TmxTileset){.first = first, .source = source, .count = (uint32_t)count};
}

static Text sheet_source(Arena *arena, const ArtSheet *sheet)
{
    return arena_format(arena, "sheet_%.*s.tsx", (int)sheet->name.size, sheet->name.at);
}

static void add_sources(Writing *writing)
{
    const Art *art = writing->map->art;
    for (size_t i = 0; i < art->sheet_count; i++)
        add_source(writing, sheet_source(art->arena, &art->sheets[i]),
                   sheet_blocks(&art->sheets[i]));
    for (size_t i = 0; i < COLLECTIONS && art->collections; i++)
        if (art->collections[i].count)
            add_source(writing, arena_format(art->arena, "%s.tsx", art->collections[i].name),
                       art->collections[i].count);
}

static uint32_t id_in(const Writing *writing, Text source, size_t index)
{
    for (size_t i = 0; i < writing->tmx.tileset_count; i++)
        if (text_equal(writing->tmx.tilesets[i].source, source))
            return writing->tmx.tilesets[i].first + (uint32_t)index;
    fprintf(stderr, "no tileset %.*s\n", (int)source.size, source.at);
    exit(1);
}

static uint32_t id_of_image(const Writing *writing, Text image)
{
    const Art *art = writing->map->art;
    for (size_t i = 0; i < COLLECTIONS; i++)
        for (size_t j = 0; j < art->collections[i].count; j++)
            if (text_equal(art->collections[i].images[j], image))
                return id_in(writing,
                             arena_format(art->arena, "%s.tsx", art->collections[i].name), j);
    fprintf(stderr, "no image %.*s\n", (int)image.size, image.at);
    exit(1);
}

static uint32_t id_of_named(const Writing *writing, int layer, const char *name)
{
    const Art *art = writing->map->art;
    if (layer == PEOPLE || layer == SPAWNERS)
        return id_of_image(writing, arena_format(art->arena, "../npcs/%s_%s.png", name,
                                                 layer == PEOPLE ? "npc" : "swr"));
    const ArtSprite *sprite = art_find(art, name);
    return sprite->sheet
               ? id_in(writing, sheet_source(art->arena, sprite->sheet), sprite->block)
               : id_of_image(writing, sprite->path);
}

/* ---- one tileset for each sprite ---- */

static uint32_t id_of(Writing *writing, int layer, const char *name)
{
    Arena *arena = writing->map->art->arena;
    if (writing->map->art->names)
        return id_of_named(writing, layer, name);
    const Text full = arena_format(arena, "%s_%s", kind_of(layer), name);
    TmxMap *tmx = &writing->tmx;
    for (size_t i = 0; i < tmx->tileset_count; i++)
        if (text_equal(tmx->tilesets[i].name, full))
            return tmx->tilesets[i].first;
    TmxTileset tileset = {
        .first = (uint32_t)tmx->tileset_count + 1, .name = full, .w = 32, .h = 48};
    if (layer == PEOPLE || layer == SPAWNERS) {
        tileset.image =
            arena_format(arena, "../npcs/%s_%s.png", name, layer == PEOPLE ? "npc" : "swr");
    } else {
        const ArtSprite *sprite = art_find(writing->map->art, name);
        tileset.image = sprite->path;
        tileset.w = sprite->w;
        tileset.h = sprite->h;
    }
    *ARENA_PUSH(arena, tmx->tilesets, tmx->tileset_count) = tileset;
    return tileset.first;
}

static void add_layer(Writing *writing, int layer)
{
    static const char *const titles[LAYERS] = {"ground 1", "ground 2", "ground 3", "ground 4",
                                               "objects",  "NPCs",     "spawners", "roof 1",
                                               "roof 2",   "roof 3",   "roof 4"};
    Arena *arena = writing->map->art->arena;
    const uint32_t side = writing->tmx.w;
    uint32_t *cells = ARENA_ALLOC(arena, uint32_t, side * side);
    bool any = false;
    for (uint32_t i = 0; i < side * side; i++) {
        const char *name = map_get(writing->map, layer, (int)(i % side), (int)(i / side));
        if (name) {
            cells[i] = id_of(writing, layer, name);
            any = true;
        }
    }
    if (any)
        *ARENA_PUSH(arena, writing->tmx.layers, writing->tmx.layer_count) =
            (TmxLayer){.id = (uint32_t)layer + 1,
                       .w = side,
                       .h = side,
                       .cells = cells,
                       .name = text_of(titles[layer])};
}

void map_write(Map *map, const char *name)
{
    Arena *arena = map->art->arena;
    Writing *writing = ARENA_ALLOC(arena, Writing, 1);
    writing->map = map;
    static const TmxOrientation orientations[] = {TMX_ORTHOGONAL, TMX_ISOMETRIC,
                                                  TMX_HEXAGONAL_VERTICAL};
    const uint32_t side = map->side ? (uint32_t)map->side : SIDE;
    writing->tmx = (TmxMap){.orientation = orientations[map->shape],
                            .w = side,
                            .h = side,
                            .tile_w = map->tile_w ? (uint32_t)map->tile_w : 32,
                            .tile_h = map->tile_h ? (uint32_t)map->tile_h : 32};
    for (size_t i = 0; i < COUNT_OF(map->properties) && map->properties[i][0]; i++)
        *ARENA_PUSH(arena, writing->tmx.properties, writing->tmx.property_count) =
            (TmxProperty){.name = text_of(map->properties[i][0]),
                          .value = text_of(map->properties[i][1])};
    if (map->art->names)
        add_sources(writing);
    for (int layer = 0; layer < LAYERS; layer++)
        add_layer(writing, layer);
    if (map->path_count) {
        TmxPolygon polygon = {.name = TEXT("0"),
                              .points = ARENA_ALLOC(arena, TmxPoint, map->path_count),
                              .point_count = map->path_count};
        for (size_t i = 0; i < map->path_count; i++)
            polygon.points[i] =
                (TmxPoint){map->path[i].x * 32000 + 16000, map->path[i].y * 32000 + 16000};
        *ARENA_PUSH(arena, writing->tmx.polygons, writing->tmx.polygon_count) = polygon;
    }
    art_file(map->art, arena_format(arena, "maps/%s.tmx", name).at,
             tmx_write(&writing->tmx, arena));
}

void maps_files(Art *art)
{
    town_map(art);
    forest_map(art);
    moor_map(art);
    shore_map(art);
    cave_map(art);
}
