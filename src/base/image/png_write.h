/* Writing of PNG images: small and fast, through libdeflate.
 *
 * An image of at most 256 colours gets a palette with 1, 2, 4 or 8 bits per pixel; other images
 * are RGB, or RGBA if any pixel is not opaque. Fully transparent pixels are written as 0, 0, 0,
 * 0. Rows are filtered with "none", or with the filter of the minimum absolute sum for each
 * row; samples determine which of the two compresses better.
 *
 * The bytes may change with the version of libdeflate; the pixels never do. The arena is also
 * used for scratch memory of about twice the size of the image. */
#ifndef OISIN_BASE_IMAGE_PNG_WRITE_H
#define OISIN_BASE_IMAGE_PNG_WRITE_H

#include "base/image/png.h"

typedef struct PngOptions {
    int level;            /* of libdeflate, 1 to 12; 0: DEFLATE_NORMAL */
    const PngText *texts; /* Latin-1; keywords of 1 to 79 bytes without zeros */
    size_t text_count;
} PngOptions;

/* Returns a whole file. The image has 1 to PNG_SIDE_MAX pixels per side; `options` may be NULL.
 */
Bytes png_write(const Image *image, const PngOptions *options, Arena *arena);

/* A 16-bit greyscale image, for height maps; rows are contiguous. */
Bytes png_write_grey16(const uint16_t *samples, uint32_t w, uint32_t h, Arena *arena);

#endif
