/* Sampling of boxes on a map's tiles (graph_objects.h). */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_BOXES_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_BOXES_H

#include "evil_islands/graph/graph_tiles.h"

#include <stdatomic.h>

/* A box in the object's axes, and where that is on the map. */
typedef struct GraphBox {
    double min[3], max[3];
    double linear[3][3], place[3];
} GraphBox;

/* Heights of the samples in a tile, in units. Without any, the lowest is above the highest. */
typedef struct GraphSpan {
    double low, high;
} GraphSpan;

typedef struct GraphSamples {
    GraphSpan walls, top; /* walls: bottom and sides */
} GraphSamples;

/* Tiles from x, y; within the map. */
typedef struct GraphArea {
    uint32_t x, y, w, h;
    GraphSamples *samples;
} GraphArea;

/* Work of all objects, by all threads. */
typedef struct GraphWork {
    atomic_uint_fast64_t done;
    uint64_t max;
} GraphWork;

/* Counts; returns false if the limit is exceeded, in whatever order the work is done. */
bool graph_work(GraphWork *work, uint64_t more);

/* The tiles of the map below all boxes, with room for samples; w is 0 if there are none, or if
 * the work is too much. */
GraphArea graph_area(const GraphTiles *tiles, const GraphBox *boxes, size_t count,
                     GraphWork *work, Arena *arena);

/* Adds the samples of a box. Stops if the work is too much. */
void graph_sample(const GraphTiles *tiles, const GraphBox *box, const GraphArea *area,
                  GraphWork *work);

#endif
