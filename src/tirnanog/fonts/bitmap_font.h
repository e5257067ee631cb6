/* Bitmap fonts that FreeType does not read, as BDF, which it reads:
 *
 * - fonts of the Linux console, PSF 1 and 2 (`.psf`, `.psfu`), with their table of characters;
 *   without one, the numbers of the glyphs are the characters;
 * - GNU Unifont's `.hex`: lines `0041:` and the rows of a glyph, 16 pixels high.
 *
 * Sources: psf(5) of kbd, unifont_hex(5). */
#ifndef OISIN_TIRNANOG_FONTS_BITMAP_FONT_H
#define OISIN_TIRNANOG_FONTS_BITMAP_FONT_H

#include "base/report.h"

/* Replaces the file by BDF if it is one of these fonts. In BDF files, tabs become spaces:
 * FreeType loses glyphs whose keywords are followed by a tab. False: it is damaged. */
bool bitmap_font_to_bdf(Bytes *file, Arena *arena, Report *report);

#endif
