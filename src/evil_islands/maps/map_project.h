/* A map of Evil Islands as an isometric TirNanoG project that one can walk through.
 *
 * A tile of the map, 2 x 2 units, becomes a cell of 64 x 32 pixels; the view is from the south
 * east, so that north is at the upper right. Each different tile (its texture and turn, its
 * liquid, and its light in MAP_PROJECT_LIGHTS steps) is drawn once, in the sheet tiles/land.
 * Heights are flattened: they show as light, and as cells that block.
 *
 * A cell blocks if most of its 4 x 4 tiles of the navigation graph do, in the layer of people
 * (graph_values.h): steep land, deep water and objects. The cells around the map block too.
 *
 * With models, objects become sprites of tiles at the scale of the land, from the nearest of
 * eight sides, above their cell by their height above the land; units become NPCs with their
 * clips "idle" and "walk". The rest of the project is that of `oisin new`. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_PROJECT_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_PROJECT_H

#include "kit/convert/conversion.h"

enum {
    MAP_PROJECT_TILE_W = 64,
    MAP_PROJECT_TILE_H = 32,
    MAP_PROJECT_SIDE_MAX = 512,       /* cells: 32 sectors */
    MAP_PROJECT_LIGHTS = 9,           /* fewer if there are too many tiles */
    MAP_PROJECT_TILES_MAX = 8192,     /* different tiles of the land */
    MAP_PROJECT_LOOKS_MAX = 1024,     /* different sprites of objects */
    MAP_PROJECT_PEOPLE_MAX = 256,     /* different NPCs */
    MAP_PROJECT_PIXELS_MAX = 1 << 25, /* of all sprites together */
};

/* Used by conversions.def: .mpr and .mp. */
bool map_to_project(ConversionJob *job, Arena *arena, Report *report);

#endif
