/* The second half of reading a font, for ssfn.c alone. */
#ifndef OISIN_FORMATS_OPEN_SSFN_CHECK_H
#define OISIN_FORMATS_OPEN_SSFN_CHECK_H

#include "formats/open/ssfn.h"

/* Turns the offsets in `parts` (the font's own) into indices of `fragments`,
 * each checked to lie in [from, to); `kerning` and `colours` must be set. */
bool ssfn_read_fragments(SsfnFont *font, SsfnPart *parts, uint32_t from, uint32_t to,
                         Arena *arena, Report *report);

#endif
