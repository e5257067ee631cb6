/* Automap rules: lines of nine tiles in .til files. A rule of the tile "corner" places it
 * where its nine masks fit: the one in the middle is the tile that it replaces, the others are
 * the tiles around it; "-" fits every cell. So an author draws a wall with one tile, and the
 * rules choose its corners and ends, each with a collision mask of its kind.
 *
 * All rules look at the layer as it was drawn, so their order does not matter, except where
 * several fit: rules that name the middle come first, then the order of the tiles' names and
 * of their lines. */
#ifndef OISIN_TIRNANOG_MAPS_AUTOMAP_H
#define OISIN_TIRNANOG_MAPS_AUTOMAP_H

#include "tirnanog/project/build.h"

enum { AUTOMAP_MASKS = 9, AUTOMAP_CENTRE = 4 };

typedef struct AutomapRule {
    uint16_t place;
    uint16_t masks[AUTOMAP_MASKS]; /* sprites of tiles; TNG_NO_SPRITE: every cell */
    uint32_t next;                 /* 1 + the next rule for the same middle; 0: none */
} AutomapRule;

/* Rules by the tile in the middle. */
typedef struct Automap {
    AutomapRule *rules;
    size_t count;
    uint32_t *first; /* per tile, then for every tile: 1 + a rule; 0: none */
    size_t tile_count;
} Automap;

/* The rules of a project; reports masks that are not tiles. */
bool automap_of(Project *project, Automap *out);
/* Links rules that are in the order of their precedence. */
void automap_link(Automap *automap, Arena *arena);
/* The first rule that fits the cell and names its tile in the middle; NULL: there is none. */
const AutomapRule *automap_rule(const Automap *automap, unsigned type, uint32_t side,
                                const uint16_t *cells, uint32_t x, uint32_t y);
/* Replaces tiles of a layer of side x side cells. `type`: as in ProjectConfig. */
void automap_apply(const Automap *automap, unsigned type, uint32_t side, uint16_t *cells,
                   Arena *scratch);

#endif
