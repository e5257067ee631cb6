/* Writing of many PNG images that share most of their rows.
 *
 * A band is a group of rows, filtered and compressed independently. A band that several images
 * share is compressed only once: a file consists of a head, its bands from top to bottom and a
 * tail, each of them a slice that files may share. Such a file is larger than the output of
 * `png_write`, because the first row of a band must not be filtered with the row above, and
 * because compression restarts with each band: bands of a hundred rows or more cost about 1 %.
 */
#ifndef OISIN_BASE_IMAGE_PNG_BANDS_H
#define OISIN_BASE_IMAGE_PNG_BANDS_H

#include "base/image/png.h"

typedef struct PngBand {
    Bytes chunk;    /* a whole IDAT chunk */
    uint32_t adler; /* of its filtered rows ... */
    uint64_t size;  /* ... whose size in bytes is this */
} PngBand;

/* Compresses rows as 8-bit RGBA; fully transparent pixels are written as 0, 0, 0, 0. `level` as
 * in PngOptions. `scratch` temporarily holds about four times the size of the pixels. */
PngBand png_band(const Image *rows, int level, Arena *arena, Arena *scratch);

/* Returns the slices of a whole file in `parts`: `count` bands and two more, so it must have
 * space for count + 2. The heights of the bands must add up to `h`; all must be `w` wide. */
void png_join(uint32_t w, uint32_t h, const PngBand *const *bands, size_t count, Bytes *parts,
              Arena *arena);

#endif
