/* An image: 8-bit RGBA pixels with straight alpha in memory, top row first.
 *
 * A pixel is one u32 whose bytes in memory are R, G, B, A on every supported machine
 * (little-endian): 0xAABBGGRR as a number. Rows are contiguous unless `stride` is larger than
 * `w`. */
#ifndef OISIN_BASE_IMAGE_IMAGE_H
#define OISIN_BASE_IMAGE_IMAGE_H

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

/* A new, transparent (all zero) image. */
Image image_new(uint32_t w, uint32_t h, Arena *arena);

/* A view of a part of the image; it shares the pixels. The part must be inside the image. */
Image image_part(const Image *image, uint32_t x, uint32_t y, uint32_t w, uint32_t h);

static inline Pixel *image_at(const Image *image, uint32_t x, uint32_t y)
{
    return &image->pixels[y * image->stride + x];
}

/* The smallest rectangle that holds every pixel with alpha > 0; w = h = 0 if there is none. */
Rect image_opaque_box(const Image *image);

/* Copies `source` to (x, y), clipped to the target; the two must not overlap in memory. */
void image_copy(const Image *target, int32_t x, int32_t y, const Image *source);

/* Blends `source` over the target with straight alpha. With the alphas sa, da and
 * div255(v) = v / 255 rounded to nearest, exactly (t = v + 128, (t + (t >> 8)) >> 8):
 *     k = div255(da * (255 - sa)),  alpha = sa + k,
 *     colour = (sc * sa + dc * k) / alpha, rounded to nearest. */
void image_over(const Image *target, int32_t x, int32_t y, const Image *source);

/* Same size and same drawn pixels: the colour of fully transparent pixels is ignored. */
bool image_equal(const Image *a, const Image *b);

/* A 64-bit hash of size and drawn pixels, by the same rule as `image_equal`. */
uint64_t image_hash(const Image *image);

/* Returns a copy in one of the eight orientations `way`: bit 0 mirrors left to right first,
 * then bits 1-2 are the number of clockwise quarter turns. The result is a copy for way 0 as
 * well. */
Image image_turned(const Image *image, unsigned way, Arena *arena);

#endif
