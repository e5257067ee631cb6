/* Validation of fragments, the second half of reading a font; internal to ssfn.c. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_CHECK_H
#define OISIN_TIRNANOG_FONTS_SSFN_CHECK_H

#include "tirnanog/fonts/ssfn.h"

/* Replaces the offsets in `parts` (owned by the font) by indices of `fragments`, after checking
 * that each is in [from, to); `kerning` and `colours` must be set. */
bool ssfn_read_fragments(SsfnFont *font, SsfnPart *parts, uint32_t from, uint32_t to,
                         Arena *arena, Report *report);

#endif
