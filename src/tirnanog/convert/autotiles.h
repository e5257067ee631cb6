/* Autotiles of RPG Maker: blocks of which quarters of tiles are put together, so that areas
 * have borders and corners.
 *
 * A block becomes a tile for every combination of neighbours that looks different, with automap
 * rules: ground has 47 (the four sides, and each corner between two sides that continue), a
 * wall 16 (the sides), a waterfall 4 (left and right). Rules can only demand that a neighbour
 * is the same tile, not that it differs. So they are ordered by decreasing number of
 * neighbours: the first rule that fits is the one for exactly the neighbours that are there. */
#ifndef OISIN_TIRNANOG_CONVERT_AUTOTILES_H
#define OISIN_TIRNANOG_CONVERT_AUTOTILES_H

#include "base/report.h"
#include "base/image/image.h"
#include "kit/formats/file_list.h"

typedef enum AutotileSheet {
    AUTOTILES_A1,
    AUTOTILES_A2,
    AUTOTILES_A3,
    AUTOTILES_A4
} AutotileSheet;

/* Writes tiles STEM_KK_NN with their rules: KK is the number of the block, NN that of the
 * combination; NN = 00, all neighbours, is the tile to draw with. Blocks that are transparent
 * are left out. */
bool autotiles_make(AutotileSheet kind, const Image *sheet, Text stem, const char *category,
                    ProjectFiles *out, Arena *arena, Report *report);

/* The combinations of ground for other makers of tiles: bit I is the neighbour that is word I
 * of an automap rule; bit 4 is not used. */
enum { AUTOTILE_SHAPES = 47 };

/* In the order of their numbers NN. */
void autotile_shapes(uint16_t out[AUTOTILE_SHAPES]);
/* The combination that a cell with these neighbours looks like. */
unsigned autotile_shape_of(unsigned neighbours);
/* The line of nine words, without an end, for tiles STEM_NN. */
Text autotile_rule(unsigned shape, Text stem, Arena *arena);

#endif
