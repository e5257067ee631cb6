/* TrueType, OpenType, BDF and PCF fonts become SSFN models, through FreeType.
 *
 * Outlines are scaled so that the largest box that holds the chosen glyphs is
 * 255 units high or wide; each contour becomes a fragment. What hangs over to
 * the left of the pen becomes the glyph's overlap. Bitmap fonts keep their pixels.
 * Kerning is that of the font's `kern` table, between the first 2048 of the
 * chosen characters; fonts with GPOS kerning alone come without. */
#ifndef OISIN_FORMATS_OPEN_SSFN_IMPORT_H
#define OISIN_FORMATS_OPEN_SSFN_IMPORT_H

#include "formats/open/ssfn_write.h"

/* Both ends belong to it. */
typedef struct SsfnCodes {
    uint32_t first, last;
} SsfnCodes;

/* `U+20-U+17F,U+2014`: hexadecimal, `U+` may be left out, blanks around commas
 * are skipped. The ranges come out in order, without overlaps. */
bool ssfn_ranges_parse(Text text, SsfnCodes **out, size_t *count, Arena *arena, Report *report);

/* The characters of `ranges` that the file has; all it has if `count` is 0. */
bool ssfn_import(Bytes file, const SsfnCodes *ranges, size_t count, SsfnModel *out,
                 Arena *arena, Report *report);

#endif
