/* Shortest ways over the tiles of a layer of the navigation graph (graph_tiles.h): where in a
 * cell its node is, and what the steps to the nodes of the neighbours cost.
 *
 * The node of a cell is the best tile near its middle from which a walker can cross the cell,
 * from west to east or from south to north. A step costs the shortest way from node to node
 * over the tiles of the cell and its neighbours; of both directions, the lower cost counts, and
 * a step that is missing in one direction is missing in both. */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_SEARCH_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_SEARCH_H

#include "evil_islands/graph/graph_tiles.h"

enum {
    GRAPH_DIRECTIONS = 8,
    GRAPH_NO_STEP = 0xFFFF,
    GRAPH_STEP_MAX = 0x7FFF,
    GRAPH_NO_TILE = 0x33, /* of a cell without walkable tiles */
};

/* Directions of steps, clockwise from the south; the opposite one of i is i ^ 4. */
extern const int8_t graph_directions[GRAPH_DIRECTIONS][2];

/* A layer of the graph; cells row by row. */
typedef struct GraphLayer {
    unsigned layer;
    uint32_t w, h;           /* tiles */
    double step;             /* units of height */
    const int32_t *heights;  /* of tiles; of the layer 0 with the depth of water */
    const uint8_t *values;   /* graph_values of this layer, and ... */
    const uint8_t *previous; /* ... of the layer before with the same heights; may be NULL */
    /* Results. Those of `previous` are kept where the values are the same. */
    uint8_t *nodes;                      /* tile in the cell: x | y << 4 */
    uint16_t (*steps)[GRAPH_DIRECTIONS]; /* in one direction only: not yet paired */
} GraphLayer;

/* Computes nodes and steps of all cells. */
void graph_search(const GraphLayer *layer);

/* Computes the final steps and, from 1, the number of each cell's component. */
void graph_join(const GraphLayer *layer, uint16_t (*steps)[GRAPH_DIRECTIONS],
                uint16_t *components, Arena *arena);

#endif
