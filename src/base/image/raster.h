/* Software rasterizer: draws textured, shaded triangles with a depth buffer into an image.
 *
 * The same triangles produce the same pixels on every machine: coverage is computed in integers
 * (1/256 pixel) by the usual top-left rule, so that triangles which share an edge neither leave
 * a gap nor draw a pixel twice. */
#ifndef OISIN_BASE_IMAGE_RASTER_H
#define OISIN_BASE_IMAGE_RASTER_H

#include "base/image/vector.h"
#include "base/image/image.h"

typedef struct Raster {
    Image image;  /* straight alpha, like all images */
    float *depth; /* of each pixel, row by row; the smallest is nearest */
} Raster;

typedef struct RasterVertex {
    float x, y;  /* pixels from the upper left corner, y down; pixel centres are at .5 */
    float depth; /* increases with the distance from the viewer */
    float w;     /* for perspective: the distance; 1 everywhere for parallel projection */
    float u, v;  /* texture coordinates from the upper left corner; 1 is its whole width or
                  * height */
    float light; /* multiplies colours; 1 does not change them */
} RasterVertex;

typedef struct RasterPaint {
    const Image *texture; /* NULL: only the colour; the texture repeats */
    Pixel colour;         /* multiplies the texture */
    bool both_sides;      /* false: triangles that are clockwise in the image are not drawn */
    bool blend;           /* blend over the image without changing depths; false: pixels with
                           * less than half alpha are not drawn, and the others are opaque */
} RasterPaint;

/* A transparent image with all depths at infinity. */
Raster raster_new(uint32_t w, uint32_t h, Arena *arena);

/* Draws a triangle, clipped to the image. Triangles with a coordinate that is not a finite
 * number, with a vertex more than a million pixels away, or with w <= 0 are not drawn. */
void raster_triangle(const Raster *raster, const RasterVertex corners[3],
                     const RasterPaint *paint);

/* Reduces an image to 1/scale of its size; each pixel is the mean of scale x scale pixels. The
 * sides must be multiples of `scale`. With `solid` a pixel is opaque if at least half of its
 * area was, otherwise transparent. */
Image raster_reduced(const Image *image, uint32_t scale, bool solid, Arena *arena);

/* Draws an outline of one pixel around opaque areas, within the image. */
void raster_outline(const Image *image, Pixel colour, Arena *arena);

#endif
