/* Palettes: GIMP palette files, nearest colours, and the set of colours of an image. */
#ifndef OISIN_BASE_IMAGE_PALETTE_H
#define OISIN_BASE_IMAGE_PALETTE_H

#include "base/report.h"
#include "base/image/image.h"

enum { PALETTE_MAX = 256 };

/* Opaque colours (alpha 255), each with a name, which may be empty. */
typedef struct Palette {
    Text name;
    uint32_t columns; /* colours per row in GIMP, 0 to 256; 0: GIMP chooses */
    size_t count;
    Pixel colours[PALETTE_MAX];
    Text names[PALETTE_MAX];
} Palette;

/* Parses a .gpl file. Texts are slices of `file`. Lines may end in LF or CRLF; `#` starts a
 * comment; a colour is three numbers 0-255 and an optional name. Aseprite writes "Channels:
 * RGBA" and a fourth number, alpha: colours with alpha 0 are left out, other alpha is ignored,
 * with a warning. Errors have a line number. */
bool palette_read(Text file, Palette *out, Report *report);

/* Formats a palette file, with CRLF as written by TirNanoG's editor. Line ends in names become
 * spaces. */
Text palette_write(const Palette *palette, Arena *arena);

/* Index of the entry nearest to a colour: the minimum of 2 dr^2 + 4 dg^2 + 3 db^2, which
 * approximates the sensitivity of the eye; alpha is ignored, and the first entry wins ties. The
 * palette must not be empty. */
size_t palette_nearest(const Palette *palette, Pixel colour);

/* Replaces the colour of every drawn pixel by the nearest one; alpha is unchanged. */
void palette_apply(const Palette *palette, const Image *image);

/* The different pixels of an image, at most 256; fully transparent pixels count as 0. Sorted by
 * alpha, then by value. */
typedef struct ImageColours {
    size_t count;
    Pixel colours[PALETTE_MAX];
    uint16_t *slots; /* hash table from colours to their index + 1, see palette.c; 0: free */
} ImageColours;

/* NULL if there are more than 256. */
ImageColours *image_colours(const Image *image, Arena *arena);

/* Converts pixels to indices; all of them must occur in the image. */
void colours_index_row(const ImageColours *colours, const Pixel *pixels, size_t count,
                       uint8_t *out);

#endif
