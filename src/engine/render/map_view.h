/* A map as an editor shows it: a part of it at a time, chosen layers, with cells that can be
 * changed. Drawn by the code that draws whole maps (map_picture.h), and with the people and
 * spawners on it. Positions are pixels of the image of the whole map (engine/state/grid.h). */
#ifndef OISIN_ENGINE_RENDER_MAP_VIEW_H
#define OISIN_ENGINE_RENDER_MAP_VIEW_H

#include "engine/state/grid.h"
#include "base/image/image.h"

typedef struct MapView MapView;

/* `game` and the arena must outlive the view. */
MapView *map_view_new(const TngFile *game, Arena *arena, Report *report);

const Grid *map_view_grid(const MapView *view);
/* The maps of the game, and what a cell of a layer can have: the number of their names, and the
 * name of each, which is empty if the game has been stripped of names. */
uint32_t map_view_maps(const MapView *view);
Text map_view_map_name(const MapView *view, uint32_t map);
uint32_t map_view_things(const MapView *view, unsigned layer);
Text map_view_thing_name(const MapView *view, unsigned layer, uint32_t number);
/* The size of the largest picture: a cell changes at most so much to the right of the left edge
 * of its box, and above the lower edge. */
void map_view_reach(const MapView *view, uint32_t *w, uint32_t *h);
/* Shows a map, by its ordinal; false if it cannot be read. */
bool map_view_select(MapView *view, uint32_t map, Report *report);
/* The cells of the shown map: TNG_LAYERS times side * side numbers of sprites of tiles, of NPCs
 * (layer 5) and spawners (layer 6), 65535: empty. NULL if no map is shown. They may be changed;
 * the next drawing has them. */
uint16_t *map_view_cells(MapView *view);
/* What blocks and what reacts (docs/project/masks.md): a number for each cell, 0: nothing. From
 * the objects in the cells now, and where they let everybody pass from the speeds on the tiles;
 * valid until the next call. */
const uint8_t *map_view_masks(MapView *view);
/* What the mask of an object that stands at `at` has in a cell; 0: nothing. */
uint8_t map_view_mask_at(const MapView *view, uint32_t sprite, Cell at, Cell cell);
/* Size of its mask; 0 x 0: it has no file, or the usual mask. */
void map_view_mask_size(const MapView *view, uint32_t sprite, uint16_t *w, uint16_t *h);
/* Where a handler of an object leads: the first location(MAP, X, Y, ...) in it. False: nowhere.
 */
bool map_view_door(MapView *view, uint32_t sprite, uint32_t *map, Cell *cell);

/* Draws the part of the map from (left, top) on into `out`, over a plain colour. `layers`: bit
 * n, layer n. */
void map_view_draw(MapView *view, const Image *out, int32_t left, int32_t top, uint32_t layers);
/* Draws what a cell of a layer with this number shows, at the lower left of `out`. The
 * rest is transparent; alpha is straight. */
void map_view_thing(MapView *view, const Image *out, unsigned layer, uint32_t number);
/* Whether a tile hides all that lies below it in its cell. */
bool map_view_covers(MapView *view, uint32_t tile, Arena *scratch);

#endif
