/* Import of fonts as SSFN models, with FreeType: TrueType, OpenType, collections, WOFF, WOFF2,
 * Type 1, PCF, BDF and the other formats that it reads; and by way of BDF, fonts of the Linux
 * console and GNU Unifont (bitmap_font.h); sources of FontForge by way of Type 1
 * (spline_font.h). Each may be compressed with gzip.
 *
 * Outlines are scaled so that the largest box around the chosen glyphs is 255 units high or
 * wide; each contour becomes a fragment. A negative left bearing becomes the glyph's overlap.
 * Bitmap fonts keep their pixels. Kerning is read from the font's `kern` table, for the first
 * 2048 of the chosen characters; GPOS kerning is not supported. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_IMPORT_H
#define OISIN_TIRNANOG_FONTS_SSFN_IMPORT_H

#include "tirnanog/fonts/ssfn_write.h"

/* The maximum size of a font after decompression. */
enum { FONT_SIZE_MAX = 64 << 20 };

/* An inclusive range. */
typedef struct SsfnCodes {
    uint32_t first, last;
} SsfnCodes;

/* Parses `U+20-U+17F,U+2014`: hexadecimal; `U+` is optional, and spaces around commas are
 * skipped. The resulting ranges are sorted and do not overlap. */
bool ssfn_ranges_parse(Text text, SsfnCodes **out, size_t *count, Arena *arena, Report *report);

/* Imports the characters of `ranges` that a face of the file contains, or all if `count` is 0.
 * `face` is the index in a collection; other files have only face 0. */
bool ssfn_import(Bytes file, uint32_t face, const SsfnCodes *ranges, size_t count,
                 SsfnModel *out, Arena *arena, Report *report);

#endif
