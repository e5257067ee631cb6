/* The navigation graph of a map of Evil Islands: the node AIGRAPH of its objects (.mob), made
 * of the land and the objects. How it is made: graph_tiles.h; its layout: graph_build.h. */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_MAP_GRAPH_H
#define OISIN_EVIL_ISLANDS_GRAPH_MAP_GRAPH_H

#include "evil_islands/maps/map.h"

/* Used by conversions.def: .mpr and .mp with --mob to .mob. Only AIGRAPH is replaced; if the
 * objects have none, it is added after OBJECTDBFILE. Everything else keeps its bytes. */
bool map_to_graph(ConversionJob *job, Arena *arena, Report *report);

/* Warns if the graph of these objects cannot be the map's: its number of cells differs, or
 * (graph_check.h) it contradicts the land. Objects without a graph cause no warning. If the
 * sectors of the map cannot be read, only the number of cells is compared. */
bool map_graph_check(const MapSource *map, Bytes objects, Arena *arena, Report *report,
                     Report *map_report);

#endif
