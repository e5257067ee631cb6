/* Shared by building and unpacking maps. */
#ifndef OISIN_PROJECT_MAPS_H
#define OISIN_PROJECT_MAPS_H

enum { MAP_LAYER_OBJECTS = 4, MAP_LAYER_NPCS = 5, MAP_LAYER_SPAWNERS = 6 };

/* The property that names the n-th neighbour: "south", "north-east"; NULL if a map
 * of this game type has no such neighbour. */
const char *map_neighbour_name(unsigned game_type, unsigned index);

/* The usual name of a layer, from 0: "ground 1". */
const char *map_layer_name(unsigned layer);

#endif
