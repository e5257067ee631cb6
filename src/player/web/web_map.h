/* Maps in the page of `oisin edit`: drawn by the player's own renderer. The module has one game
 * for this, independent of the one that is played. */
#ifndef OISIN_PLAYER_WEB_WEB_MAP_H
#define OISIN_PLAYER_WEB_WEB_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opens a game, and takes over the memory of its bytes; a game that was open is closed. False
 * after browser_message. */
bool web_map_open(uint8_t *game, size_t size);
/* Shows a map, by its ordinal. */
bool web_map_select(uint32_t map);
/* Cells of a map in each direction; layers. */
uint32_t web_map_side(void);
uint32_t web_map_layers(void);
/* The cells: 16 bits each, layer by layer, row by row; see engine/render/map_view.h. */
uint16_t *web_map_cells(void);
/* Pixels of the whole map: bits 0 to 15 the width, 16 to 31 the height, both divided by 4. */
uint32_t web_map_size(void);

/* Draws a part of the map; `layers`: bit n, layer n. Returns RGBA, valid until
 * the next drawing. */
const void *web_map_draw(int32_t left, int32_t top, uint32_t w, uint32_t h, uint32_t layers);
/* The same with what a cell of the layer with this number shows. */
const void *web_map_thing(uint32_t layer, uint32_t number, uint32_t w, uint32_t h);
/* The cell at a pixel: x in bits 0 to 15, y in 16 to 31; UINT32_MAX: none. */
uint32_t web_map_cell_at(int32_t x, int32_t y);
/* The top left corner of a cell's box, one coordinate each. */
int32_t web_map_box_x(uint32_t x, uint32_t y);
int32_t web_map_box_y(uint32_t x, uint32_t y);

/* A byte for each cell: map_view_masks. */
const uint8_t *web_map_masks(void);
/* Where an object leads: {map, x, y}; NULL: nowhere. */
const uint32_t *web_map_door(uint32_t sprite);

#endif
