/* Colours of the land and of the liquids of a map, tile by tile: what draws maps is based on
 * it. Integer arithmetic only, so that the pixels are the same on all machines.
 *
 * A tile is `side` x `side` pixels here; x goes to the east, y to the north. An eighth of its
 * texture on each side is not drawn, as in the game. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_BRUSH_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_BRUSH_H

#include "evil_islands/maps/map.h"

enum { MAP_LIGHT_FLAT = 256 }; /* light on level land: colours are unchanged */

typedef struct MapBrush {
    const Map *map;
    uint32_t side;      /* of a tile */
    Image *atlases;     /* textures with tiles of `side` pixels, without their borders */
    Pixel liquids[256]; /* colours of the first materials; other materials are pale water */
} MapBrush;

/* Reads all textures that the map uses. */
bool map_brush(const Map *map, uint32_t side, MapBrush *out, Arena *arena, Report *report);

/* A pixel of a tile of the land, unlit. */
Pixel map_brush_land(const MapBrush *brush, uint16_t tile, uint32_t x, uint32_t y);
/* A pixel of a tile of a liquid in a material; its alpha is that of the liquid. */
Pixel map_brush_liquid(const MapBrush *brush, uint16_t tile, uint16_t material, uint32_t x,
                       uint32_t y);
/* A liquid over the land. */
Pixel map_brush_over(Pixel below, Pixel liquid);

/* The light on a vertex, from the north-west, at an elevation of 45 degrees. */
int32_t map_light(const SecVertex *vertex);
/* An opaque colour in a light. */
Pixel map_lit(Pixel colour, int32_t light);

#endif
