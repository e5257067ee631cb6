/* Sources of FontForge (`.sfd`) as Type 1 fonts, which FreeType reads.
 *
 * Of each glyph with a character: its width, the outlines of its layer "Fore", cubic or
 * quadratic, and the glyphs that it refers to, with their transformations. Bitmaps, hints,
 * kerning and features are not read.
 *
 * Sources: "Spline Font Database File Format" of FontForge's documentation; "Adobe Type 1 Font
 * Format", 1990. */
#ifndef OISIN_TIRNANOG_FONTS_SPLINE_FONT_H
#define OISIN_TIRNANOG_FONTS_SPLINE_FONT_H

#include "base/report.h"

/* Replaces the file by a Type 1 font if it is such a source. False: it is damaged. */
bool spline_font_to_type1(Bytes *file, Arena *arena, Report *report);

#endif
