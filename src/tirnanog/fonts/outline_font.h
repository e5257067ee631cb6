/* Outline fonts (TrueType, OpenType, collections, WOFF) for scripts that need shaping: FreeType
 * reads and draws them, HarfBuzz selects and positions their glyphs.
 *
 * Glyphs are not hinted and are positioned in units of 1/64 pixel, so the same bytes of font
 * and text give the same pixels everywhere. */
#ifndef OISIN_TIRNANOG_FONTS_OUTLINE_FONT_H
#define OISIN_TIRNANOG_FONTS_OUTLINE_FONT_H

#include "tirnanog/fonts/ssfn_raster.h"

enum { OUTLINE_UNITS = 64, OUTLINE_SHIFTS = 4 }; /* units per pixel; glyph images per pixel */

typedef struct OutlineFont OutlineFont;

/* Opens a face of a file. The font belongs to `arena` and refers to the bytes, which must
 * outlive it. Reports an error if the face has no outlines or no tables of OpenType. */
OutlineFont *outline_font_open(Bytes file, uint32_t face, Arena *arena, Report *report);

bool outline_font_has(const OutlineFont *font, uint32_t code);

/* A positioned glyph. Units: 1/64 pixel, x to the right, y up. */
typedef struct ShapedGlyph {
    uint32_t glyph;
    uint32_t first; /* index of the first character of its cluster */
    int32_t x, y;   /* from the pen */
    int32_t advance;
} ShapedGlyph;

/* Characters of one direction and one script. Those around them are the context, in which
 * letters join. */
typedef struct ShapeRun {
    const uint32_t *codes;
    size_t count, from, to;
    uint32_t script; /* ISO 15924, as text_script returns it */
    bool right_to_left;
    uint32_t em; /* size of the font in pixels */
} ShapeRun;

/* Returns the number of glyphs, which are in visual order, left to right. */
size_t outline_font_shape(OutlineFont *font, const ShapeRun *run, ShapedGlyph **out,
                          Arena *arena);

/* The script of a character; 0 for those of all scripts (spaces, digits, marks). */
uint32_t text_script(uint32_t code);
/* Whether it combines with the preceding character. */
bool text_is_mark(uint32_t code);

typedef struct OutlineStyle {
    uint32_t em;
    uint32_t shift; /* to the right, in 1/OUTLINE_SHIFTS pixel */
    bool bold, italic;
} OutlineStyle;

/* The image's position is relative to the pen on the baseline. */
GlyphImage outline_glyph_draw(OutlineFont *font, uint32_t glyph, const OutlineStyle *style,
                              Arena *arena);

#endif
