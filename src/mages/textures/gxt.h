/* Textures of the PlayStation Vita (.gxt): one or more, with palettes.
 *
 * The first level of each texture becomes an image; smaller levels and all bytes that are not
 * explained are preserved. Pixels are linear (rows), tiled (tiles of 32 x 32, rows within) or
 * swizzled: the bits of y and x alternate, y lowest, over a square of the smaller side, and
 * squares follow along the longer side; sides are rounded up to powers of two. Rows of a linear
 * texture are rounded up to 8 pixels, unless its size shows that they are not. Blocks are
 * ordered in the same way, but are not tiled here.
 *
 * Sources (facts only): impacto, src/texture/gxtloader.cpp; xdanieldzd/GXTConvert; the public
 * headers of vitasdk (gxm). No genuine file was available. */
#ifndef OISIN_MAGES_TEXTURES_GXT_H
#define OISIN_MAGES_TEXTURES_GXT_H

#include "base/record.h"
#include "base/image/blocks.h"
#include "base/image/masks.h"

#define RECORD_FILE "mages/textures/gxt.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    GXT_VERSION = 0x10000003,
    GXT_HEADER_SIZE = 32,
    GXT_ENTRY_SIZE = 32,
};

typedef enum GxtKind { GXT_MASKS, GXT_PALETTE, GXT_BLOCKS } GxtKind;

/* A pixel format with its order of channels. */
typedef struct GxtPixels {
    const char *name;  /* "U8U8U8U8" */
    const char *order; /* "ARGB", highest component first; "0" and "1" are constants */
    GxtKind kind;
    unsigned bits; /* of an element: a pixel or a block */
    BlockKind block;
    PixelMasks masks;  /* of a pixel, or of a palette's colour */
    Pixel ones, zeros; /* bits of all decoded pixels that are constant */
} GxtPixels;

/* A texture that has been located; slices of the file. */
typedef struct GxtImage {
    uint32_t w, h;
    uint32_t type;
    GxtPixels pixels;
    Bytes data;    /* of all levels */
    Bytes palette; /* of P4 and P8 */
} GxtImage;

typedef struct Gxt {
    GxtFile file;
    GxtImage *images;
    size_t count;
} Gxt;

/* The position of the element of a column and row: x[column] + y[row], in elements. */
typedef struct GxtPlaces {
    uint32_t columns, rows;
    const uint32_t *x, *y;
} GxtPlaces;

bool gxt_is(Bytes start);

/* Locates all textures and palettes. Errors: pixel formats and orders that are not decoded
 * here, by name; sizes above the limits of base/image/png.h; bytes outside the file; textures
 * that share bytes. */
bool gxt_read(Bytes file, Gxt *out, Arena *arena, Report *report);

/* "swizzled"; NULL if unknown. */
const char *gxt_type_word(uint32_t type);
/* An unknown format or order is an error that names it. */
bool gxt_pixels(uint32_t format, GxtPixels *out, Report *report);

/* The bytes of the first level, at least. */
uint64_t gxt_level_size(const GxtImage *image);
GxtPlaces gxt_places(const GxtImage *image, Arena *arena);

Image gxt_picture(const GxtImage *image, Arena *arena);

/* Writes an image of the same size over the first level at `data`, a copy of `image->data`.
 * Only pixels (or blocks) that differ are written. Returns the number of pixels that the format
 * cannot represent exactly; those of a palette become its nearest colour. */
size_t gxt_put_picture(const GxtImage *image, const Image *picture, uint8_t *data,
                       Arena *arena);

/* For the registry (kit/formats/format.h). */
bool gxt_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool gxt_check(Bytes file, Arena *arena, Report *report);
bool gxt_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text gxt_title(Bytes file, Arena *arena);
void gxt_describe(Writer *writer);

#endif
