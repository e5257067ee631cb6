/* Writes the navigation graph of a map (graph_tiles.h).
 *
 * Layout: u32 width and height in cells; for each of 8 layers and each row, from the south: for
 * each cell 8 steps (u16; 65535: none), then for each cell its node (u8: x | y << 4 in tiles),
 * then for each cell its component (u16, from 1 in each layer). */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_BUILD_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_BUILD_H

#include "evil_islands/graph/graph_objects.h"

enum { GRAPH_HEAD = 8, GRAPH_CELL_BYTES = 19 /* in a layer */ };

bool graph_build(const Map *map, const GraphObjects *objects, Bytes *out, Arena *arena,
                 Report *report);

#endif
