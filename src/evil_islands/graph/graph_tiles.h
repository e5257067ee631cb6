/* The generator of navigation graphs of Evil Islands maps (the node AIGRAPH of a .mob).
 *
 * Idea: the map is cut into tiles of 0.5 x 0.5 units. Each tile has a height, perhaps water, a
 * material and the volumes of obstacles (graph_objects.h); from these, each of eight layers
 * gives it a value from 0 (blocked) to 15 (graph_values.h). Layer 0 is for what is not stopped
 * by water, layers 1 to 7 for walkers of growing size. 8 x 8 tiles are a cell, a node of the
 * graph; its steps to eight neighbours are the costs of shortest ways over the tiles
 * (graph_search.h). graph_build.h writes the graph.
 *
 * Heights are counted in steps: a 511th of the map's maximum altitude. Positions are in units,
 * with the map's axes (map.h); row 0 is in the south.
 *
 * Source: Kyr4l/ei-universal-mod, docs/file-formats/aigraph.md. Unproven, that is chosen here
 * where it is silent: most of the values and factors of speed, the order of blocking, the
 * sampling of objects, the windows of searches, row 0 (docs/explain/decisions/evil_islands.md).
 */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_TILES_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_TILES_H

#include "evil_islands/maps/map.h"

enum {
    GRAPH_LAYERS = 8,
    GRAPH_CELL = 8,            /* tiles per side of a cell */
    GRAPH_CELLS_OF_SECTOR = 8, /* per side */
    GRAPH_TILES_OF_SECTOR = GRAPH_CELL * GRAPH_CELLS_OF_SECTOR,
    GRAPH_EDGE = 3,      /* tiles along the map's edges that are blocked */
    GRAPH_HEIGHTS = 511, /* steps of the maximum altitude */
    GRAPH_COST = 2,      /* of most materials */
    GRAPH_COST_ROAD = 1,
};

#define GRAPH_TILE 0.5           /* units per side */
#define GRAPH_STEEP 0.7040881910 /* squared tangent of 40 degrees */
#define GRAPH_CLIFF 3.0          /* of 60 degrees */

/* An obstacle in a tile, between two heights in steps. */
typedef struct GraphVolume {
    int32_t low, high;
} GraphVolume;

typedef struct GraphTiles {
    uint32_t w, h;   /* tiles */
    double step;     /* units; 0: the map is flat */
    int32_t *ground; /* row by row; in steps */
    uint8_t *depth;  /* of water above it, in steps */
    uint8_t *cost;   /* of the material */
    /* Volumes of tile i, in the order of the objects: first[i] to before first[i + 1]. */
    uint32_t *first;
    GraphVolume *volumes;
} GraphTiles;

/* The land and water of a map, without objects. */
GraphTiles graph_land(const Map *map, Arena *arena);

/* Slopes of a tile without objects or with them: 0, 1 (above 40 degrees), 2 (above 60). */
uint8_t *graph_slopes(const GraphTiles *tiles, Arena *arena);

/* A number rounded to a whole one, halves upwards; within +- 2^20, farther than any map. */
int32_t graph_round(double number);

#endif
