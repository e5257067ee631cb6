/* Palettes: GIMP palette files, the nearest colour, and the colours of a picture. */
#ifndef OISIN_IMAGE_PALETTE_H
#define OISIN_IMAGE_PALETTE_H

#include "base/report.h"
#include "image/image.h"

enum { PALETTE_MAX = 256 };

/* Opaque colours (alpha 255) with a name each, which may be empty. */
typedef struct Palette {
    Text name;
    uint32_t columns; /* how many GIMP shows in a row, 0 to 256; 0 leaves it to GIMP */
    size_t count;
    Pixel colours[PALETTE_MAX];
    Text names[PALETTE_MAX];
} Palette;

/* Reads a .gpl file. Texts are slices of `file`. Lines may end in LF or CRLF; `#` starts a
 * comment; a colour is three numbers 0-255 and perhaps a name. Errors tell the line. */
bool palette_read(Text file, Palette *out, Report *report);

/* The file, with CRLF as TirNanoG's editor writes it. Line ends in names become blanks. */
Text palette_write(const Palette *palette, Arena *arena);

/* The entry nearest to a colour, alpha aside: the least 2 dr^2 + 4 dg^2 + 3 db^2, about
 * as much as the eye sees; the first of equals. The palette must not be empty. */
size_t palette_nearest(const Palette *palette, Pixel colour);

/* Every drawn pixel becomes the nearest colour and keeps its alpha. */
void palette_apply(const Palette *palette, const Image *image);

/* The at most 256 different pixels of a picture, fully transparent ones counting as 0.
 * Sorted by alpha, then as numbers. */
typedef struct ImageColours {
    size_t count;
    Pixel colours[PALETTE_MAX];
    uint16_t *slots; /* from colours to their index + 1, see palette.c; 0 is free */
} ImageColours;

/* NULL if there are more than 256. */
ImageColours *image_colours(const Image *image, Arena *arena);

/* The indices of pixels, all of which were in the picture. */
void colours_index_row(const ImageColours *colours, const Pixel *pixels, size_t count,
                       uint8_t *out);

#endif
