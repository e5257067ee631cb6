/* Private to fonts: the size of what stands for a character without a glyph. The functions of a
 * walk are in ssfn_draw.h. */
#ifndef OISIN_TIRNANOG_FONTS_TEXT_WALK_H
#define OISIN_TIRNANOG_FONTS_TEXT_WALK_H

#include "tirnanog/fonts/ssfn_draw.h"

/* The width of a box of this height, pixels. */
int64_t text_box_width(int64_t height);

#endif
