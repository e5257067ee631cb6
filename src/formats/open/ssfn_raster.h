/* Draws one glyph of a font at a size: integers only, so each machine and
 * compiler gives the same pixels.
 *
 * Edges are followed at 16 lines a pixel row (8 above 64 pixels, 4 above 256)
 * with 1/256 pixel of horizontal coverage. Contours that follow each other in one
 * colour are filled together by the even-odd rule. */
#ifndef OISIN_FORMATS_OPEN_SSFN_RASTER_H
#define OISIN_FORMATS_OPEN_SSFN_RASTER_H

#include "formats/open/ssfn.h"
#include "image/image.h"

enum { GLYPH_PIXELS_MAX = 512 }; /* of a line's height; sizes in games are one byte */

typedef struct GlyphStyle {
    uint32_t pixels;   /* height of the font's grid in pixels, 1 to GLYPH_PIXELS_MAX */
    bool bold, italic; /* to be synthesised; nothing is done if the font has the style */
    Pixel colour;      /* of the foreground, used for glyphs with own colours only */
} GlyphStyle;

/* A drawn glyph: either coverage (0 to 255, to be tinted) or coloured pixels. */
typedef struct GlyphImage {
    int32_t x, y;  /* from the grid's top left corner at the pen */
    uint32_t w, h; /* 0 if there is nothing to see */
    const uint8_t *coverage;
    const Pixel *pixels; /* straight alpha; not NULL for glyphs with own colours */
} GlyphImage;

/* Whether a glyph has colours of its own, beside the foreground. */
bool ssfn_glyph_coloured(const SsfnFont *font, const SsfnGlyph *glyph);

/* Pixels from the grid's top to the baseline, to the nearest; the whole height if
 * the font has no baseline. Glyphs are moved by the part of a pixel that is
 * rounded, so that letters stand on whole pixels. */
int64_t ssfn_ascent(const SsfnFont *font, uint32_t pixels);

/* The image is in `arena`; `scratch` is used on the way and may be reset afterwards. */
GlyphImage ssfn_glyph_draw(const SsfnFont *font, const SsfnGlyph *glyph,
                           const GlyphStyle *style, Arena *arena, Arena *scratch);

/* `source` over `target`, straight alpha. */
Pixel pixel_over(Pixel target, Pixel source);

#endif
