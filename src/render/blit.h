/* Drawing pictures into pictures, clipped, integers only.
 *
 * Sources have premultiplied alpha. A target is either opaque (a frame) or
 * premultiplied too; both are the same to the blend
 *     target = source + div255(target * (255 - source alpha)),
 * div255 exact to nearest: t = x + 128, (t + (t >> 8)) >> 8. */
#ifndef OISIN_RENDER_BLIT_H
#define OISIN_RENDER_BLIT_H

#include "image/image.h"

typedef enum Opacity {
    PICTURE_EMPTY,  /* nothing is seen */
    PICTURE_OPAQUE, /* every pixel */
    PICTURE_MIXED,
} Opacity;

/* Straight alpha to premultiplied, in place, and back. */
void image_premultiply(const Image *image);
void image_unpremultiply(const Image *image);
Opacity image_opacity(const Image *image);

void blit(const Image *target, int32_t x, int32_t y, const Image *source, Opacity opacity);
/* What is in each row of a picture: runs that are empty, opaque or mixed, so that most of
 * it can be skipped or copied. The runs of row y are those from list[rows[y]] on; each is
 * an Opacity << 14 and a length, and together they are as long as the row. */
typedef struct Runs {
    const uint32_t *rows;
    const uint16_t *list;
} Runs;
/* NULL if runs would not be of use: the picture is of one kind, or too mixed. */
const Runs *image_runs(const Image *image, Arena *arena);
/* A picture with its runs, or NULL: a mixed one. */
void blit_runs(const Image *target, int32_t x, int32_t y, const Image *source,
               const Runs *runs);
/* With everything fainter: alpha 0 to 255. */
void blit_faint(const Image *target, int32_t x, int32_t y, const Image *source, unsigned alpha);
/* The source stretched over a rectangle, nearest pixel. */
void blit_scaled(const Image *target, Rect to, const Image *source, unsigned alpha);
/* A rectangle in a straight-alpha colour. */
void fill(const Image *target, Rect area, Pixel colour);
/* The outline of a rectangle, one pixel wide. */
void outline(const Image *target, Rect area, Pixel colour);

static inline Pixel pixel_premultiplied(Pixel pixel)
{
    const uint32_t a = pixel >> 24;
    const uint32_t rb = (pixel & 0xFF00FF) * a + 0x800080, g = (pixel >> 8 & 0xFF) * a + 0x80;
    return a << 24 | ((rb + (rb >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF) | ((g + (g >> 8)) & 0xFF00);
}

/* `pixel` * `factor` / 255 in all four parts. */
static inline Pixel pixel_times(Pixel pixel, uint32_t factor)
{
    const uint32_t rb = (pixel & 0xFF00FF) * factor + 0x800080;
    const uint32_t ga = (pixel >> 8 & 0xFF00FF) * factor + 0x800080;
    return ((rb + (rb >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF) |
           ((ga + (ga >> 8 & 0xFF00FF)) & 0xFF00FF00);
}

#endif
