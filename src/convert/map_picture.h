/* Pictures of maps of Evil Islands, and back.
 *
 * North is up: row 0 of a picture is the greatest y. Numbers are 16-bit grey, as they are
 * stored, one pixel for each: heights (32 sx + 1) x (32 sy + 1), tiles and materials 16 sx x
 * 16 sy. What sectors share is taken from the one in which it has the lower column and row;
 * what is not there (a sector, a liquid) is 0 for heights and 65535 for tiles and materials.
 *
 * The coloured picture shows textures, shaded by the normals under a light from the
 * north-west, liquids blended over them; whole numbers only, so all machines draw the same. */
#ifndef OISIN_CONVERT_MAP_PICTURE_H
#define OISIN_CONVERT_MAP_PICTURE_H

#include "convert/map.h"

enum { MAP_TILE_MIN = 1, MAP_TILE_MAX = 48, MAP_TILE_SIDE = 16 };

#define MAP_LAYER_NAMES "heights, tiles, liquid, liquid-tiles, materials or picture"
/* "heights", "liquid-tiles" and so on. */
bool map_layer_named(Text name, MapLayer *out);

/* Numbers of a map, row by row, row 0 the northernmost. */
typedef struct MapNumbers {
    uint32_t w, h;
    uint16_t *items;
} MapNumbers;

/* Of any layer but the picture. */
MapNumbers map_numbers(const Map *map, MapLayer layer, Arena *arena);

/* Puts changed numbers of a layer (of the size of `before`, what `map_numbers` gave) into the
 * sectors, all of them that share a number; where heights change normals are computed anew.
 * `changed` gets which sectors did. Refused where the map has no place for a number. */
bool map_set_numbers(Map *map, MapLayer layer, const MapNumbers *before,
                     const MapNumbers *after, bool *changed, Report *report);

/* `side` pixels a tile. A picture of more than PNG_PIXELS_MAX is refused. */
bool map_draw(const Map *map, uint32_t side, Image *out, Arena *arena, Report *report);

/* For conversions.def: .mpr and .mp to .png; .png to .mpr. */
bool map_to_picture(ConversionJob *job, Arena *arena, Report *report);
bool picture_to_map(ConversionJob *job, Arena *arena, Report *report);

#endif
