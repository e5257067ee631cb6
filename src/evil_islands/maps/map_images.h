/* Images of Evil Islands maps, and conversion of images back to maps.
 *
 * North is up: row 0 of an image has the greatest y. Numbers are stored unchanged as 16-bit
 * greyscale, one pixel each: heights (32 sx + 1) x (32 sy + 1), tiles and materials 16 sx x 16
 * sy. Numbers that sectors share are read from the sector in which they have the lower column
 * and row. Missing numbers (no sector, no liquid) are 0 for heights and 65535 for tiles and
 * materials.
 *
 * The colour image shows textures, shaded with the normals under a light from the north-west,
 * with liquids blended over them. It uses only integers, so it is identical on all machines. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_IMAGES_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_IMAGES_H

#include "evil_islands/maps/map.h"

enum { MAP_TILE_MIN = 1, MAP_TILE_MAX = 48, MAP_TILE_SIDE = 16 };

#define MAP_LAYER_NAMES "heights, tiles, liquid, liquid-tiles, materials, picture or project"
/* Parses "heights", "liquid-tiles" and so on. */
bool map_layer_named(Text name, MapLayer *out);

/* Numbers of a map, row by row, northernmost row first. */
typedef struct MapNumbers {
    uint32_t w, h;
    uint16_t *items;
} MapNumbers;

/* Reads a layer; every layer except the colour image. */
MapNumbers map_numbers(const Map *map, MapLayer layer, Arena *arena);

/* Writes the numbers of a layer that differ from `before` (the result of `map_numbers`) to all
 * sectors that share them; normals around changed heights are recomputed. `changed` is set for
 * the modified sectors. A number for which the map has no position is an error. */
bool map_set_numbers(Map *map, MapLayer layer, const MapNumbers *before,
                     const MapNumbers *after, bool *changed, Report *report);

/* Draws `side` pixels per tile. An image of more than PNG_PIXELS_MAX is an error. */
bool map_draw(const Map *map, uint32_t side, Image *out, Arena *arena, Report *report);

/* Used by conversions.def: .mpr and .mp to .png; .png to .mpr. */
bool map_to_picture(ConversionJob *job, Arena *arena, Report *report);
bool picture_to_map(ConversionJob *job, Arena *arena, Report *report);

#endif
