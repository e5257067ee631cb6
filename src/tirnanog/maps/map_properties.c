/* Properties of maps by the grid, and the table of the others. */
#include "tirnanog/maps/map_properties.h"

#include "tirnanog/maps/tmx.h"

/* Neighbours by game type, in the order of the record (docs/reference/formats/tng.md). */
static const char *const neighbour_names[GAME_TYPES][NEIGHBOURS] = {
    {"south", "east", "north", "west", NULL, NULL},
    {"south-east", "north-east", "north-west", "south-west", NULL, NULL},
    {"south-east", "east", "north-east", "north-west", "west", "south-west"},
    {"south", "south-east", "north-east", "north", "north-west", "south-west"},
    {"south", "east", "north", "west", NULL, NULL}, /* 3d: the same as ortho */
};

const char *map_neighbour_name(unsigned game_type, unsigned index)
{
    return game_type < COUNT_OF(neighbour_names) && index < NEIGHBOURS
               ? neighbour_names[game_type][index]
               : NULL;
}

/* Tiled has no 3d: such maps are drawn from above. */
unsigned map_orientation(unsigned game_type)
{
    return game_type < GAME_TYPES - 1 ? game_type : TMX_ORTHOGONAL;
}

const char *map_orientation_name(unsigned orientation)
{
    static const char *const names[] = {"orthogonal", "isometric", "hexagonal (staggeraxis y)",
                                        "hexagonal (staggeraxis x)"};
    return names[orientation];
}

/* The properties with a name that does not depend on the grid: their members of the map, or of
 * a parallax. */
const MapPropertyKind map_properties[MAP_PROPERTIES] = {
    {"title", "title...", "The name of the map.", "Coll Meadow", false},
    {"daylight", "day_length daylight/ui",
     "The light over the day: each column of the image is a time of the day, its pixel the "
     "colour "
     "that the map is multiplied with.",
     "12 daylight", false},
    {"music", "music", "The music while a player is on the map.", "town", false},
    {"parallax",
     "background/not speed_x/to100 delta_x/to100 speed_y/to100 delta_y/to100 time "
     "sprite/tiles",
     "An image over the map (first number 1) or behind it (0). It may occur more than once; "
     "Tiled "
     "allows each name once, so add further ones with a text editor.",
     "1 2 20 0 20 10 mist", true},
};
