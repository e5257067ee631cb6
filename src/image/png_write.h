/* Writing PNG pictures: small and fast, through libdeflate.
 *
 * A picture of at most 256 colours gets a palette of 1, 2, 4 or 8 bits a pixel,
 * any other is RGB, or RGBA if a pixel is not opaque. Fully transparent
 * pixels are written as 0, 0, 0, 0. Of "no filter" and the filter of least
 * absolute sum in each row the one that packs better on samples is taken.
 *
 * The bytes may change with libdeflate's version; the pixels never do. The
 * arena also serves as scratch memory of about twice the picture's size. */
#ifndef OISIN_IMAGE_PNG_WRITE_H
#define OISIN_IMAGE_PNG_WRITE_H

#include "image/png.h"

typedef struct PngOptions {
    int level;            /* of libdeflate, 1 to 12; 0 is DEFLATE_NORMAL */
    const PngText *texts; /* Latin-1; keywords of 1 to 79 bytes without zeros */
    size_t text_count;
} PngOptions;

/* A whole file. The image has 1 to PNG_SIDE_MAX pixels a side; `options` may be NULL. */
Bytes png_write(const Image *image, const PngOptions *options, Arena *arena);

/* A grey picture of 16 bits, for height maps; rows follow each other without gaps. */
Bytes png_write_grey16(const uint16_t *samples, uint32_t w, uint32_t h, Arena *arena);

#endif
