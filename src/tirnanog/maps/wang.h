/* Wang sets: what Tiled's terrain brush needs to paint the transitions of automap rules.
 *
 * In a Wang set each tile has a colour for each of its corners, edges or both, and tiles may
 * lie side by side if the colours of what they share are equal. An automap rule says the same
 * in another way: it looks at the tiles around a cell. Here the rules are tried on all possible
 * neighbourhoods of a terrain (the tile in the middle of a rule):
 *
 * - An edge has the colour of the neighbour beyond it.
 * - A corner has the terrain's own colour if the three cells around it have it, too; otherwise
 *   that of the other terrain there.
 * - If the tile that the rules place depends only on the corners, the set has corners, else if
 *   it depends only on the edges, edges, else if on both, both. Other rules have no Wang set.
 *
 * A neighbour of which the rules say nothing has no colour. A tile has one place in a set: of
 * several, the one with the fewest other terrains; and of tiles with the same colours the set
 * has one: a cell that is full of another terrain is that terrain. If both sides of a border
 * change, they would have different colours there: such rules have no Wang set, either. */
#ifndef OISIN_TIRNANOG_MAPS_WANG_H
#define OISIN_TIRNANOG_MAPS_WANG_H

#include "tirnanog/maps/automap.h"

typedef enum WangType { WANG_CORNER, WANG_EDGE, WANG_MIXED, WANG_TYPES } WangType;

/* Places of a tile clockwise from the top edge, in Tiled's order; odd ones are corners. */
enum { WANG_PLACES = 8, WANG_COLOURS_MAX = 254 };

typedef struct WangTile {
    uint16_t sprite;
    uint8_t colours[WANG_PLACES]; /* 1 + index of a terrain; 0: none */
} WangTile;

typedef struct WangSet {
    WangType type;
    uint16_t *terrains; /* sprites */
    size_t terrain_count;
    WangTile *tiles;
    size_t tile_count;
} WangSet;

typedef struct WangSets {
    WangSet *items;
    size_t count;
    uint16_t *others; /* terrains with rules that have no Wang set */
    size_t other_count;
} WangSets;

/* `type`: as in ProjectConfig. Hexagonal grids have no Wang sets, nor terrains with so many
 * rules that trying them would take seconds. */
void wang_derive(const Automap *automap, unsigned type, WangSets *out, Arena *arena);

/* Tiled's word for the type. */
const char *wang_type_word(WangType type);

#endif
