/* Reading of PNG images (ISO/IEC 15948).
 *
 * All kinds are converted to 8-bit RGBA: 16-bit samples lose the low byte; palettes, greyscale
 * and tRNS are expanded; interlaced images are assembled. Gamma and colour profiles are not
 * applied. Our own decoder reads non-interlaced images of up to 8 bits, libpng all others.
 *
 * Reading is strict: a wrong CRC in any chunk, a missing IEND, too much or too little image
 * data, and a colour index outside the palette are errors. */
#ifndef OISIN_BASE_IMAGE_PNG_H
#define OISIN_BASE_IMAGE_PNG_H

#include "base/report.h"
#include "base/image/image.h"

/* Larger images are rejected before memory is allocated: 64 million pixels are 256 MiB. */
enum { PNG_SIDE_MAX = 16384, PNG_PIXELS_MAX = 1 << 26 };

/* All compressed texts of a file together may have this many bytes: 64 KiB hold an atlas of
 * 1000 sprites. */
enum { PNG_TEXTS_SIZE_MAX = 4 << 20 };

/* A tEXt or zTXt chunk in Latin-1, or an iTXt chunk in UTF-8; unchanged, but decompressed. */
typedef struct PngText {
    Text keyword, value;
} PngText;

typedef struct PngInfo {
    bool palette;   /* the file has a palette */
    uint8_t bits;   /* bits per sample in the file: 1, 2, 4, 8, 16 */
    PngText *texts; /* in file order; slices of the file, or from the arena */
    size_t text_count;
    Pixel *colours; /* of the palette of an indexed image */
    size_t colour_count;
} PngInfo;

/* `info` may be NULL. The image and the list are allocated from the arena. On failure one error
 * is reported. */
bool png_read(Bytes file, Image *out, PngInfo *info, Arena *arena, Report *report);

/* Reads all 16 bits of each sample of a 16-bit greyscale image without alpha, row by row; other
 * images are rejected. */
bool png_read_grey16(Bytes file, uint16_t **samples, uint32_t *w, uint32_t *h, Arena *arena,
                     Report *report);

/* Reads width and height from the header only, with the limits above. */
bool png_size(Bytes file, uint32_t *w, uint32_t *h, Report *report);

/* The value of the first text with this keyword ("Comment"); empty if there is none. */
Text png_text_of(const PngInfo *info, const char *keyword);

#endif
