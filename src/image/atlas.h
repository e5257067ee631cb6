/* Packs pictures into atlases: few images with power-of-two sides.
 *
 * Pictures are cropped to what is drawn. Those that look the same then, also
 * after one of the operations below, share one cell. The result depends only
 * on the pictures and their order, not on threads. */
#ifndef OISIN_IMAGE_ATLAS_H
#define OISIN_IMAGE_ATLAS_H

#include "base/report.h"
#include "image/image.h"

enum {
    ATLAS_SIDE_LOG2_MAX = 12, /* 4096 pixels */
    ATLAS_PICTURE_MAX = 2048, /* pixels a side of a picture, after cropping */
    ATLAS_COUNT_MAX = 4096,   /* seeds/tng_format.txt: an atlas id has 12 bits */
};

/* What is to be done to the cell in order to get the picture (tng_format.txt). */
typedef enum AtlasOperation {
    ATLAS_COPY,
    ATLAS_FLIP_VERTICALLY,   /* exchanges top and bottom */
    ATLAS_FLIP_HORIZONTALLY, /* exchanges left and right */
    ATLAS_TURN_RIGHT,        /* a quarter, clockwise */
    ATLAS_TURN_HALF,
    ATLAS_TURN_LEFT,
    ATLAS_OPERATION_COUNT,
} AtlasOperation;

/* The way of `image_turned` that an operation is. */
unsigned atlas_way(AtlasOperation operation);

/* Where a picture is. A picture with nothing drawn has w = h = 0. */
typedef struct AtlasPlace {
    uint16_t atlas, operation;
    uint16_t x, y, w, h; /* the cell, as it lies on the atlas */
    uint32_t left, top;  /* what was cropped off the picture before its first column and row */
} AtlasPlace;

/* A cell holds the cropped picture `image`, laid the given way of `image_turned`. */
typedef struct AtlasCell {
    uint32_t image;
    uint16_t way, atlas, x, y, w, h;
} AtlasCell;

typedef struct Atlas {
    uint32_t w, h;   /* powers of two */
    uint32_t used_h; /* rows below have no cells */
    size_t first_cell, cell_count;
} Atlas;

typedef struct AtlasPlan {
    AtlasPlace *places; /* one for each picture */
    size_t place_count;
    AtlasCell *cells; /* sorted by atlas */
    size_t cell_count;
    Atlas *atlases;
    size_t atlas_count;
} AtlasPlan;

/* Atlas sides are at most 2^side_log2. Atlases are as small as the pictures allow: a set that
 * would leave much of a large one empty goes to several smaller ones. Reports pictures that
 * are too large, and more than ATLAS_COUNT_MAX atlases. */
bool atlas_plan(const Image *images, size_t count, unsigned side_log2, AtlasPlan *out,
                Arena *arena, Report *report);

/* Composes an atlas from the same pictures; what no cell covers is transparent. */
Image atlas_draw(const AtlasPlan *plan, size_t atlas, const Image *images, Arena *arena);

#endif
