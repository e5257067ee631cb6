/* Values of tiles in a layer of the navigation graph: 0 blocked, otherwise 1 (slow) to 15. */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_VALUES_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_VALUES_H

#include "evil_islands/graph/graph_tiles.h"

/* `slopes` are those of graph_slopes; `out` and `scratch` have a byte per tile. */
void graph_values(const GraphTiles *tiles, const uint8_t *slopes, unsigned layer, uint8_t *out,
                  uint8_t *scratch);

#endif
