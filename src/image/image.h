/* An image: 8-bit straight-alpha RGBA pixels in memory, top row first.
 *
 * A pixel is one u32 whose bytes in memory are R, G, B, A on every machine we
 * build for (little-endian): 0xAABBGGRR as a number. Rows follow each other
 * without gaps unless `stride` says otherwise. */
#ifndef OISIN_IMAGE_IMAGE_H
#define OISIN_IMAGE_IMAGE_H

#include "base/arena.h"

typedef uint32_t Pixel;

typedef struct Image {
    uint32_t w, h;
    size_t stride; /* pixels from one row to the next, >= w */
    Pixel *pixels;
} Image;

#define PIXEL(r, g, b, a) ((Pixel)(r) | (Pixel)(g) << 8 | (Pixel)(b) << 16 | (Pixel)(a) << 24)
#define PIXEL_R(pixel) ((pixel)&255)
#define PIXEL_G(pixel) ((pixel) >> 8 & 255)
#define PIXEL_B(pixel) ((pixel) >> 16 & 255)
#define PIXEL_A(pixel) ((pixel) >> 24)

typedef struct Rect {
    int32_t x, y, w, h;
} Rect;

/* A transparent (all zero) image. */
Image image_new(uint32_t w, uint32_t h, Arena *arena);

/* A view on a part of it, sharing its pixels; the part must lie inside. */
Image image_part(const Image *image, uint32_t x, uint32_t y, uint32_t w, uint32_t h);

static inline Pixel *image_at(const Image *image, uint32_t x, uint32_t y)
{
    return &image->pixels[y * image->stride + x];
}

/* The smallest rectangle that holds every pixel with alpha > 0; w = h = 0 if there is none. */
Rect image_opaque_box(const Image *image);

/* Puts `source` at (x, y), clipped to the target; the two must not overlap in memory. */
void image_copy(const Image *target, int32_t x, int32_t y, const Image *source);

/* Blends it over the target, straight alpha: with sa, da the alphas and
 * div255(v) = v / 255 rounded to nearest, exactly (t = v + 128, (t + (t >> 8)) >> 8),
 *     k = div255(da * (255 - sa)),  alpha = sa + k,
 *     colour = (sc * sa + dc * k) / alpha, rounded to nearest. */
void image_over(const Image *target, int32_t x, int32_t y, const Image *source);

/* Same size and same drawn pixels: the colour of fully transparent ones does not count. */
bool image_equal(const Image *a, const Image *b);

/* 64 bits over size and drawn pixels, with the same rule as `image_equal`. */
uint64_t image_hash(const Image *image);

/* The eight ways to lay a picture: bit 0 mirrors left-right first, then bits 1-2
 * turn it clockwise by quarters. The result is a copy, also for way 0. */
Image image_turned(const Image *image, unsigned way, Arena *arena);

#endif
