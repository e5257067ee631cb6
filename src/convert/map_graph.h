/* The navigation graph of a map of Evil Islands: the node AIGRAPH of its objects (.mob), made of
 * the land and the objects. Its layout: mob.h. */
#ifndef OISIN_CONVERT_MAP_GRAPH_H
#define OISIN_CONVERT_MAP_GRAPH_H

#include "convert/map.h"

enum { MAP_GRAPH_CELLS = 8 }; /* per side of a sector; a cell has 4 x 4 units */

/* Warns if the graph of these objects cannot be the map's: its number of cells differs. Objects
 * without a graph cause no warning. `map` is the head of the map. */
bool map_graph_check(const MpFile *map, Bytes objects, Arena *arena, Report *report);

#endif
