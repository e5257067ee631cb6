/* Shared by building, unpacking and describing maps. */
#ifndef OISIN_TIRNANOG_MAPS_MAPS_H
#define OISIN_TIRNANOG_MAPS_MAPS_H

#include <stdbool.h>

enum { GAME_TYPES = 5, NEIGHBOURS = 6 };

/* The property that names the n-th neighbour: "south", "north-east"; NULL if a map
 * of this game type has no such neighbour. */
const char *map_neighbour_name(unsigned game_type, unsigned index);

/* What Tiled calls the grid of a game type. */
const char *map_orientation_name(unsigned game_type);

/* A property of a map with a name that does not depend on the grid. */
typedef struct MapPropertyKind {
    const char *name;
    const char *members; /* of the map, or of a parallax */
    const char *doc, *example;
    bool is_parallax;
} MapPropertyKind;
enum { MAP_PROPERTIES = 4 };
extern const MapPropertyKind map_properties[MAP_PROPERTIES];

#endif
