/* Reading PNG pictures (ISO/IEC 15948).
 *
 * Every kind comes out as 8-bit RGBA: 16 bits lose the low byte, palettes,
 * grey and tRNS are expanded, interlaced ones are put together. Gamma and
 * colour profiles are not applied. Non-interlaced pictures of up to 8 bits go
 * through a decoder of our own, the rest through libpng.
 *
 * Strict: a wrong CRC in any chunk, a missing IEND, too much or too little
 * image data, a colour index outside the palette are all refused. */
#ifndef OISIN_IMAGE_PNG_H
#define OISIN_IMAGE_PNG_H

#include "base/report.h"
#include "image/image.h"

/* Pictures beyond are refused before memory is asked for: 64 million pixels are 256 MiB. */
enum { PNG_SIDE_MAX = 16384, PNG_PIXELS_MAX = 1 << 26 };

/* A tEXt chunk: Latin-1, as it stands in the file. */
typedef struct PngText {
    Text keyword, value;
} PngText;

typedef struct PngInfo {
    bool palette;   /* colours came from a palette */
    uint8_t bits;   /* of a sample in the file: 1, 2, 4, 8, 16 */
    PngText *texts; /* in file order; the texts are slices of the file's bytes */
    size_t text_count;
} PngInfo;

/* `info` may be NULL. Image and list are the arena's. On failure one error is reported. */
bool png_read(Bytes file, Image *out, PngInfo *info, Arena *arena, Report *report);

/* The samples of a grey picture of 16 bits without alpha, all bits of them, row by row; other
 * pictures are refused. */
bool png_read_grey16(Bytes file, uint16_t **samples, uint32_t *w, uint32_t *h, Arena *arena,
                     Report *report);

/* Width and height from the header alone, with the limits above. */
bool png_size(Bytes file, uint32_t *w, uint32_t *h, Report *report);

/* The value of the first text with this keyword ("Comment"); empty if there is none. */
Text png_text_of(const PngInfo *info, const char *keyword);

#endif
