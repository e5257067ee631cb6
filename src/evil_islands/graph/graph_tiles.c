/* Makes tiles of the land of a map. Parts, in order: heights, water and costs of the land, in
 * parallel by sector; slopes. Volumes are added later, by graph_objects.c. A vertex is 1 unit
 * from the next and a tile has half a unit: a tile's height is half that of the nearest vertex
 * and a quarter of two others. */
#include "evil_islands/graph/graph_tiles.h"

#include "base/tasks.h"

enum { ROUND_MAX = 1 << 20, DEPTH_MAX = 63 };

int32_t graph_round(double number)
{
    const double whole = floor(number + 0.5);
    /* `!` and `>`, so that NaN becomes the minimum. */
    return !(whole > -ROUND_MAX) ? -ROUND_MAX : whole > ROUND_MAX ? ROUND_MAX : (int32_t)whole;
}

/* ---- heights and water ---- */

/* Costs by tile type, in the order of mp_tile_name; all others GRAPH_COST. */
static uint8_t cost_of_tile(const Map *map, uint16_t tile)
{
    enum { WATER = 6, ROAD = 7, LAVA = 13, SWAMP = 14 };
    const uint32_t type = tile == SEC_NONE ? UINT32_MAX : map_tile_type(map, tile);
    return type == ROAD || type == LAVA ? GRAPH_COST_ROAD
           : type == WATER              ? 8
           : type == SWAMP              ? 50
                                        : GRAPH_COST;
}

/* Heights of the four tiles of a unit between four vertices, south-west first. */
static void heights_of(const SecVertex *vertices, unsigned column, unsigned row, double out[4])
{
    const SecVertex *at = &vertices[row * SEC_SIDE + column];
    double h[4];
    for (unsigned i = 0; i < 4; i++)
        h[i] = at[i / 2 * SEC_SIDE + i % 2].height * (double)GRAPH_HEIGHTS / 65535;
    out[0] = h[0] / 2 + (h[1] + h[2]) / 4;
    out[1] = h[1] / 2 + (h[0] + h[3]) / 4;
    out[2] = h[2] / 2 + (h[0] + h[3]) / 4;
    out[3] = h[3] / 2 + (h[1] + h[2]) / 4;
}

typedef struct Land {
    const Map *map;
    GraphTiles tiles;
} Land;

/* The four tiles of a unit of a sector; `at` is the first one. */
static void put_unit(Land *land, const SecFile *sec, unsigned column, unsigned row, size_t at)
{
    const unsigned tile = row / 2 * SEC_TILES + column / 2;
    const bool wet = sec->wet && sec->liquid_materials[tile] != SEC_NONE;
    GraphTiles *tiles = &land->tiles;
    const uint8_t dry_cost = cost_of_tile(land->map, sec->tiles[tile]);
    const uint8_t wet_cost = wet ? cost_of_tile(land->map, sec->liquid_tiles[tile]) : 0;
    double ground[4], level[4] = {0};
    heights_of(sec->land, column, row, ground);
    if (wet)
        heights_of(sec->surface, column, row, level);
    for (unsigned i = 0; i < 4; i++) {
        const size_t index = at + i / 2 * tiles->w + i % 2;
        const int32_t height = graph_round(ground[i]);
        const int32_t depth = wet ? graph_round(level[i]) - height : 0;
        tiles->ground[index] = height;
        tiles->depth[index] = (uint8_t)(depth < 0 ? 0 : depth > DEPTH_MAX ? DEPTH_MAX : depth);
        tiles->cost[index] = depth > 0 ? wet_cost : dry_cost;
    }
}

static void put_sector(void *context, size_t index)
{
    Land *land = context;
    const SecFile *sec = land->map->sectors[index];
    const uint32_t x = (uint32_t)index % land->map->mp.sectors_x * GRAPH_TILES_OF_SECTOR;
    const uint32_t y = (uint32_t)index / land->map->mp.sectors_x * GRAPH_TILES_OF_SECTOR;
    for (unsigned row = 0; sec && row < SEC_UNITS; row++)
        for (unsigned column = 0; column < SEC_UNITS; column++)
            put_unit(land, sec, column, row,
                     (size_t)(y + 2 * row) * land->tiles.w + x + 2 * column);
}

/* A flat map has a material, but neither heights nor depths. */
static void flatten(GraphTiles *tiles, const Map *map)
{
    const size_t count = (size_t)tiles->w * tiles->h;
    memset(tiles->ground, 0, count * sizeof *tiles->ground);
    memset(tiles->depth, 0, count);
    for (size_t i = 0; i < count; i++) {
        const uint32_t x = (uint32_t)(i % tiles->w), y = (uint32_t)(i / tiles->w);
        const SecFile *sec =
            map_sector(map, x / GRAPH_TILES_OF_SECTOR, y / GRAPH_TILES_OF_SECTOR);
        const uint32_t column = x % GRAPH_TILES_OF_SECTOR / 4;
        const uint32_t row = y % GRAPH_TILES_OF_SECTOR / 4;
        tiles->cost[i] =
            sec ? cost_of_tile(map, sec->tiles[row * SEC_TILES + column]) : GRAPH_COST;
    }
}

GraphTiles graph_land(const Map *map, Arena *arena)
{
    const size_t sectors = (size_t)map->mp.sectors_x * map->mp.sectors_y;
    const size_t count = sectors * GRAPH_TILES_OF_SECTOR * GRAPH_TILES_OF_SECTOR;
    const bool flat = !(map->mp.max_altitude > 0);
    Land land = {.map = map,
                 .tiles = {.w = map->mp.sectors_x * GRAPH_TILES_OF_SECTOR,
                           .h = map->mp.sectors_y * GRAPH_TILES_OF_SECTOR,
                           .step = flat ? 0 : (double)map->mp.max_altitude / GRAPH_HEIGHTS,
                           .ground = ARENA_ALLOC(arena, int32_t, count),
                           .depth = ARENA_ALLOC(arena, uint8_t, count),
                           .cost = ARENA_ALLOC(arena, uint8_t, count),
                           .first = ARENA_ALLOC(arena, uint32_t, count + 1)}};
    memset(land.tiles.cost, GRAPH_COST, count);
    tasks_run(put_sector, &land, sectors);
    if (flat)
        flatten(&land.tiles, map);
    return land.tiles;
}

/* ---- slopes ---- */

typedef struct Slopes {
    const GraphTiles *tiles;
    uint8_t *out;
} Slopes;

static int32_t largest_difference(const GraphTiles *tiles, uint32_t x, uint32_t y)
{
    const int32_t *at = &tiles->ground[(size_t)y * tiles->w + x];
    const ptrdiff_t row = (ptrdiff_t)tiles->w;
    const int32_t differences[] = {x > 0 ? at[-1] - *at : 0, x + 1 < tiles->w ? at[1] - *at : 0,
                                   y > 0 ? at[-row] - *at : 0,
                                   y + 1 < tiles->h ? at[row] - *at : 0};
    int32_t most = 0;
    for (size_t i = 0; i < COUNT_OF(differences); i++)
        most = abs(differences[i]) > most ? abs(differences[i]) : most;
    return most;
}

static void slopes_of_row(void *context, size_t y)
{
    const Slopes *slopes = context;
    const GraphTiles *tiles = slopes->tiles;
    for (uint32_t x = 0; x < tiles->w; x++) {
        const double tangent =
            largest_difference(tiles, x, (uint32_t)y) * tiles->step / GRAPH_TILE;
        const double square = tangent * tangent;
        slopes->out[y * tiles->w + x] =
            (uint8_t)((square > GRAPH_STEEP) + (square > GRAPH_CLIFF));
    }
}

uint8_t *graph_slopes(const GraphTiles *tiles, Arena *arena)
{
    Slopes slopes = {tiles, ARENA_ALLOC(arena, uint8_t, (size_t)tiles->w * tiles->h)};
    tasks_run(slopes_of_row, &slopes, tiles->h);
    return slopes.out;
}
