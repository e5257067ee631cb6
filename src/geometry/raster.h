/* Drawing triangles into a picture, in software: textured, shaded, with a depth for each
 * pixel. The same triangles give the same pixels on every machine: what a triangle covers is
 * decided in whole numbers of 1/256 pixel, by the usual top-left rule, so triangles that share
 * an edge neither leave a gap nor draw a pixel twice. */
#ifndef OISIN_GEOMETRY_RASTER_H
#define OISIN_GEOMETRY_RASTER_H

#include "geometry/vector.h"
#include "image/image.h"

typedef struct Raster {
    Image image;  /* straight alpha, as all pictures */
    float *depth; /* of each pixel, row by row; the least is nearest */
} Raster;

typedef struct RasterVertex {
    float x, y;  /* pixels from the upper left corner, y down; a pixel's middle is at .5 */
    float depth; /* grows away from who looks */
    float w;     /* of perspective: the distance; 1 everywhere if there is none */
    float u, v;  /* on the texture, from its upper left corner; 1 is its whole width */
    float light; /* multiplies colours; 1 leaves them */
} RasterVertex;

typedef struct RasterPaint {
    const Image *texture; /* NULL: colour alone; it repeats */
    Pixel colour;         /* multiplies the texture */
    bool both_sides;      /* else triangles that are clockwise on the picture are not drawn */
    bool blend;           /* over what is there, without changing depths; else pixels of less
                           * than half their alpha are left out and the others are opaque */
} RasterPaint;

/* All transparent, all far away. */
Raster raster_new(uint32_t w, uint32_t h, Arena *arena);

/* Parts beyond the picture are cut off. Triangles with a number that is none, with a vertex
 * more than a million pixels away or at no positive w are left out. */
void raster_triangle(const Raster *raster, const RasterVertex corners[3],
                     const RasterPaint *paint);

/* The picture at 1/scale of its size, each pixel the mean of scale x scale; sides must be
 * multiples of it. With `solid` a pixel is opaque if half of it was, else transparent. */
Image raster_reduced(const Image *image, uint32_t scale, bool solid, Arena *arena);

/* Draws a line of one pixel around what is opaque, within the picture. */
void raster_outline(const Image *image, Pixel colour, Arena *arena);

#endif
