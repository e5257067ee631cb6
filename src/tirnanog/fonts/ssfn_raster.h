/* Draws one glyph of a font at a size. It uses only integers, so all machines and compilers
 * produce the same pixels.
 *
 * Each pixel row is sampled on 16 lines (8 above 64 pixels, 4 above 256) with a horizontal
 * coverage of 1/256 pixel. Consecutive contours of one colour are filled together by the
 * even-odd rule. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_RASTER_H
#define OISIN_TIRNANOG_FONTS_SSFN_RASTER_H

#include "tirnanog/fonts/ssfn.h"
#include "base/image/image.h"

enum {
    GLYPH_PIXELS_MAX = 512
}; /* maximum height of a line in pixels; sizes in games have one
    * byte */

typedef struct GlyphStyle {
    uint32_t pixels;   /* height of the font's grid in pixels, 1 to GLYPH_PIXELS_MAX */
    bool bold, italic; /* synthesized styles; no effect if the font has the style */
    Pixel colour;      /* foreground colour, only used for colour glyphs */
} GlyphStyle;

/* A drawn glyph: either coverage (0 to 255, to be tinted) or coloured pixels. */
typedef struct GlyphImage {
    int32_t x, y;  /* relative to the top left corner of the grid at the pen */
    uint32_t w, h; /* 0 if nothing is visible */
    const uint8_t *coverage;
    const Pixel *pixels; /* straight alpha; not NULL for colour glyphs */
} GlyphImage;

/* Whether a glyph has its own colours in addition to the foreground. */
bool ssfn_glyph_coloured(const SsfnFont *font, const SsfnGlyph *glyph);

/* Pixels from the top of the grid to the baseline, rounded to nearest; the whole height if the
 * font has no baseline. Glyphs are moved by the rounding error, so that letters are aligned to
 * whole pixels. */
int64_t ssfn_ascent(const SsfnFont *font, uint32_t pixels);

/* How much wider the strokes of a synthesized bold glyph are, in 1/256 pixel; 0 if the font
 * itself is bold. The advance is larger by this, rounded up. */
int64_t ssfn_bold_extra(const SsfnFont *font, uint32_t pixels);

/* The image is allocated from `arena`; `scratch` is for temporary data and may be reset
 * afterwards. */
GlyphImage ssfn_glyph_draw(const SsfnFont *font, const SsfnGlyph *glyph,
                           const GlyphStyle *style, Arena *arena, Arena *scratch);

/* Blends `source` over `target`, straight alpha. */
Pixel pixel_over(Pixel target, Pixel source);

#endif
