/* Drawing images onto images, clipped, with integers only.
 *
 * Sources have premultiplied alpha. A target is either opaque (a frame) or premultiplied
 * too; blending is the same for both:
 *     target = source + div255(target * (255 - source alpha)),
 * where div255 rounds exactly to nearest: t = x + 128, (t + (t >> 8)) >> 8. */
#ifndef OISIN_ENGINE_RENDER_BLIT_H
#define OISIN_ENGINE_RENDER_BLIT_H

#include "base/image/image.h"

typedef enum Opacity {
    PICTURE_EMPTY,  /* all pixels are transparent */
    PICTURE_OPAQUE, /* all pixels are opaque */
    PICTURE_MIXED,
} Opacity;

/* Convert straight alpha to premultiplied, in place, and back. */
void image_premultiply(const Image *image);
void image_unpremultiply(const Image *image);
Opacity image_opacity(const Image *image);

void blit(const Image *target, int32_t x, int32_t y, const Image *source, Opacity opacity);
/* Run lengths of an image's rows: runs that are empty, opaque or mixed, so that most pixels
 * can be skipped or copied. The runs of row y start at list[rows[y]]; each is an
 * Opacity << 14 and a length, and their lengths add up to the width. */
typedef struct Runs {
    const uint32_t *rows;
    const uint16_t *list;
} Runs;
/* NULL if runs would not help: the image is of one kind, or too mixed. */
const Runs *image_runs(const Image *image, Arena *arena);
/* Draws an image with its runs; NULL: a mixed image. */
void blit_runs(const Image *target, int32_t x, int32_t y, const Image *source,
               const Runs *runs);
/* Draws with reduced opacity: alpha 0 to 255. */
void blit_faint(const Image *target, int32_t x, int32_t y, const Image *source, unsigned alpha);
/* Draws the shape of the source in one opaque colour; alpha 0 to 255. */
void blit_shape(const Image *target, int32_t x, int32_t y, const Image *source, Pixel colour,
                unsigned alpha);
/* Draws the source scaled to a rectangle, nearest pixel. */
void blit_scaled(const Image *target, Rect to, const Image *source, unsigned alpha);
/* Fills a rectangle with a straight-alpha colour. */
void fill(const Image *target, Rect area, Pixel colour);
/* The outline of a rectangle, one pixel wide. */
void outline(const Image *target, Rect area, Pixel colour);

static inline Pixel pixel_premultiplied(Pixel pixel)
{
    const uint32_t a = pixel >> 24;
    const uint32_t rb = (pixel & 0xFF00FF) * a + 0x800080, g = (pixel >> 8 & 0xFF) * a + 0x80;
    return a << 24 | ((rb + (rb >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF) | ((g + (g >> 8)) & 0xFF00);
}

/* `pixel` * `factor` / 255 in each of the four channels. */
static inline Pixel pixel_times(Pixel pixel, uint32_t factor)
{
    const uint32_t rb = (pixel & 0xFF00FF) * factor + 0x800080;
    const uint32_t ga = (pixel >> 8 & 0xFF00FF) * factor + 0x800080;
    return ((rb + (rb >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF) |
           ((ga + (ga >> 8 & 0xFF00FF)) & 0xFF00FF00);
}

#endif
