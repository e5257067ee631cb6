/* Textured triangles on the plane, as a graphics card draws the sprites of a game: no depth, no
 * light, blended over the target.
 *
 * All arithmetic uses integers, so the same triangles give the same pixels on every machine:
 *
 *   - Positions are in 1/256 pixel, texture positions in 1/256 texel; pixel centres are at 128.
 *   - A pixel is drawn if its centre is inside, by the top-left rule: triangles that share an
 *     edge neither leave a gap nor draw a pixel twice.
 *   - The texture position at a pixel's centre is interpolated and rounded down to 1/256 texel.
 *   - The colour is that of the four nearest texels, each channel (straight alpha) weighted by
 *     the distance and rounded to nearest; beyond the edge of the texture the texels at the
 * edge are repeated. If positions are whole pixels and texels, texels are copied exactly.
 *   - Both sides are drawn. */
#ifndef OISIN_BASE_IMAGE_FLAT_TRIANGLE_H
#define OISIN_BASE_IMAGE_FLAT_TRIANGLE_H

#include "base/image/image.h"

enum {
    FLAT_ONE = 256,           /* units of a pixel or texel */
    FLAT_TRIANGLE_MAX = 4096, /* pixels: maximum width and height of a triangle */
};

typedef struct FlatVertex {
    int32_t x, y; /* in the target */
    int32_t u, v; /* in the texture, from 0 to its size */
} FlatVertex;

/* Draws a triangle, moved by whole pixels and clipped to the target. The texture has at most
 * 16384 pixels per side; the triangle is at most FLAT_TRIANGLE_MAX pixels wide and high. */
void flat_triangle(const Image *target, int32_t move_x, int32_t move_y, const Image *texture,
                   const FlatVertex corners[3]);

#endif
