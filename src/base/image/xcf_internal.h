/* Shared by the parts of the XCF reader: xcf.c reads the structures, xcf_properties.c
 * their properties, xcf_tiles.c decodes tiles,
 * xcf_compose.c blends layers. */
#ifndef OISIN_BASE_IMAGE_XCF_INTERNAL_H
#define OISIN_BASE_IMAGE_XCF_INTERNAL_H

#include "base/stream.h"
#include "base/image/xcf.h"

enum { XCF_TILE = 64 }; /* pixels on each side */

/* Layer modes: 0 is that of GIMP 2.8, whose composite mode and space are fixed. */
enum { MODE_NORMAL_LEGACY = 0, MODE_NORMAL = 28 };

typedef enum XcfCompression { XCF_PLAIN, XCF_RLE, XCF_ZLIB } XcfCompression;
typedef enum XcfBase { XCF_RGB, XCF_GREY, XCF_INDEXED } XcfBase;

/* How a layer is combined with what is below; "auto" is union. */
typedef enum XcfComposite {
    XCF_AUTO,
    XCF_UNION,
    XCF_CLIP_TO_BACKDROP,
    XCF_CLIP_TO_LAYER,
    XCF_INTERSECTION,
} XcfComposite;

/* The pixels of a layer or mask in the file, and a row of decoded tiles. */
typedef struct XcfPixels {
    uint32_t w, h;
    unsigned samples;        /* per pixel */
    size_t tiles_at;         /* offset of the list of tile pointers; 0: all pixels are 0 */
    uint32_t columns;        /* of tiles */
    uint32_t first, end;     /* columns of tiles that are inside the canvas */
    uint8_t *strip;          /* XCF_TILE rows of the pixels of these columns */
    size_t strip_row_size;   /* bytes */
    uint32_t strip_tile_row; /* the row of tiles in `strip`; UINT32_MAX: none yet */
} XcfPixels;

typedef struct XcfItem XcfItem;
struct XcfItem {
    uint32_t w, h;
    int32_t x, y; /* of its top left pixel on the canvas */
    uint32_t mode;
    XcfComposite composite;
    bool linear; /* blended in linear light */
    float opacity;
    bool visible, group, has_alpha, apply_mask, show_mask, floating;
    const uint32_t *path; /* of an item in groups: its position in each of them */
    size_t path_count;
    XcfItem **children; /* topmost first */
    size_t child_count;
    bool has_mask;
    XcfPixels pixels, mask;
};

typedef struct XcfFile {
    Bytes bytes;
    unsigned version, pointer_size;
    uint32_t w, h;
    XcfBase base;
    unsigned sample_size; /* bytes */
    bool linear;          /* samples are linear light */
    XcfCompression compression;
    Pixel colours[256]; /* of an indexed image */
    size_t colour_count;
    XcfItem root; /* a group that is the canvas */
    size_t layer_count;
    uint64_t work;    /* rows of the canvas that are computed for single items, in pixels */
    bool last_linear; /* of the layer that was read last */
    uint64_t pixel_count, strips_size; /* see the limits */
    Arena *arena, *scratch;            /* `scratch`: memory for one tile */
    Report *report;
} XcfFile;

/* Finds the next property, and its end; false at the end of the list, or after an error. */
bool xcf_property_next(Reader *reader, uint32_t *kind, size_t *end);
bool xcf_image_properties_read(Reader *reader, XcfFile *xcf);
bool xcf_layer_properties_read(Reader *reader, XcfItem *item, Arena *arena);

/* The row `y` of pixels from column first * XCF_TILE, samples as in the file; NULL after an
 * error. Rows are asked for from top to bottom, so that each tile is decoded once. */
const uint8_t *xcf_row(XcfFile *xcf, XcfPixels *pixels, uint32_t y);

/* Blends all visible layers. */
bool xcf_compose(XcfFile *xcf, const Image *out);

#endif
