/* Small maps with objects, and their navigation graphs. */
#ifndef OISIN_TESTS_GRAPH_KIT_H
#define OISIN_TESTS_GRAPH_KIT_H

#include "kit.h"

#include "evil_islands/graph/graph_build.h"
#include "evil_islands/graph/graph_search.h"
#include "evil_islands/graph/graph_values.h"
#include "evil_mob.h"

/* A step of height is a tenth of a unit; numbers of the file for so many steps. */
static inline uint16_t graph_height(unsigned steps)
{
    return (uint16_t)((steps * 65535u + GRAPH_HEIGHTS / 2) / GRAPH_HEIGHTS);
}

/* Flat, dry grass at height 0. */
enum { TILE_GRASS, TILE_ROAD, TILE_WATER, TILE_SWAMP, TILE_LAVA, TILE_TYPES };
Map *graph_map(Kit *kit, uint32_t sectors_x, uint32_t sectors_y);
/* The height of a vertex, in all sectors that share it. */
void graph_raise(Map *map, uint32_t x, uint32_t y, uint16_t height);
/* Raises all vertices of a rectangle, its last ones included. */
void graph_raise_all(Map *map, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1,
                     uint16_t height);
/* Water up to a height on the tiles (2 x 2 units) of a rectangle. */
void graph_flood(Kit *kit, Map *map, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1,
                 uint16_t height);
/* The .mpr of the map. */
Bytes graph_mpr(Kit *kit, const Map *map);

/* A figure that is a box; in variants of large height (4 to 7), it is twice as high. */
Bytes graph_box(Kit *kit, Vec3 min, Vec3 max);

void graph_put_object(Writer *out, uint32_t kind, const char *template, Vec3 place, Quat turn,
                      Vec3 body, const char *const *parts, size_t part_count);

/* OBJECTDBFILE with its OBJECTSECTION; what is put between is in it. */
typedef struct ObjectFile {
    Writer out;
    size_t root, section;
} ObjectFile;
ObjectFile graph_objects_begin(Kit *kit);
Bytes graph_objects_end(ObjectFile *file);

/* The graph of a map with objects (may be empty) and figures (may be NULL). */
Bytes graph_of(Kit *kit, const Map *map, Bytes objects, const ProjectFiles *figures);
uint16_t graph_step(Bytes graph, unsigned layer, uint32_t x, uint32_t y, unsigned direction);
uint8_t graph_node(Bytes graph, unsigned layer, uint32_t x, uint32_t y);
uint16_t graph_component(Bytes graph, unsigned layer, uint32_t x, uint32_t y);

/* The tiles of a map with objects. */
GraphTiles graph_tiles_of(Kit *kit, const Map *map, Bytes objects, const ProjectFiles *figures);

#endif
