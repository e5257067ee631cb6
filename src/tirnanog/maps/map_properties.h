/* The properties of a map in Tiled: names by the grid of the game, and what a value contains.
 * Shared by building, unpacking and describing maps. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_PROPERTIES_H
#define OISIN_TIRNANOG_MAPS_MAP_PROPERTIES_H

#include <stdbool.h>

enum { GAME_TYPES = 5, NEIGHBOURS = 6 };

/* The property that names the n-th neighbour: "south", "north-east"; NULL if a map
 * of this game type has no such neighbour. */
const char *map_neighbour_name(unsigned game_type, unsigned index);

/* The orientation (TMX_...) of the maps of a game type, and what Tiled calls an orientation. */
unsigned map_orientation(unsigned game_type);
const char *map_orientation_name(unsigned orientation);

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
