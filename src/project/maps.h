/* Shared by building and unpacking maps. */
#ifndef OISIN_PROJECT_MAPS_H
#define OISIN_PROJECT_MAPS_H

/* The property that names the n-th neighbour: "south", "north-east"; NULL if a map
 * of this game type has no such neighbour. */
const char *map_neighbour_name(unsigned game_type, unsigned index);

#endif
