/* Writing many pictures that have most of their rows in common.
 *
 * A band is some rows of a picture, filtered and packed alone. What any number
 * of pictures have in common is packed once: a file is a head, its bands from
 * top to bottom and a tail, each of them a slice that files may share. Such a file
 * is larger than that of `png_write` by what the first row of a band loses (it may
 * not be filtered by the row above) and by a fresh start of the packer: bands
 * of a hundred rows or more cost about 1 %. */
#ifndef OISIN_IMAGE_PNG_BANDS_H
#define OISIN_IMAGE_PNG_BANDS_H

#include "image/png.h"

typedef struct PngBand {
    Bytes chunk;    /* a whole IDAT chunk */
    uint32_t adler; /* of its rows as they are filtered ... */
    uint64_t size;  /* ... which are so many bytes */
} PngBand;

/* Packs rows, as RGBA of 8 bits; fully transparent pixels as 0, 0, 0, 0. `level` as in
 * PngOptions. `scratch` holds about four times the pixels meanwhile. */
PngBand png_band(const Image *rows, int level, Arena *arena, Arena *scratch);

/* The slices of a whole file: `count` bands and two more. The bands' rows must be `h` in all,
 * and all be `w` wide. `parts` has room for count + 2. */
void png_join(uint32_t w, uint32_t h, const PngBand *const *bands, size_t count, Bytes *parts,
              Arena *arena);

#endif
