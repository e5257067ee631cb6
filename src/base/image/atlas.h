/* Packs images into atlases: a small number of images with power-of-two sides.
 *
 * Images are cropped to their drawn pixels. Cropped images that are equal, directly or after
 * one of the operations below, share one cell. The result depends only on the images and their
 * order, not on the number of threads. */
#ifndef OISIN_BASE_IMAGE_ATLAS_H
#define OISIN_BASE_IMAGE_ATLAS_H

#include "base/report.h"
#include "base/image/image.h"

enum {
    ATLAS_SIDE_LOG2_MAX = 12, /* 4096 pixels */
    ATLAS_PICTURE_MAX = 2048, /* maximum side of an image in pixels, after cropping */
    ATLAS_COUNT_MAX = 4096,   /* seeds/tng_format.txt: an atlas id has 12 bits */
};

/* The operation that converts a cell to the image (tng_format.txt). */
typedef enum AtlasOperation {
    ATLAS_COPY,
    ATLAS_FLIP_VERTICALLY,   /* exchanges top and bottom */
    ATLAS_FLIP_HORIZONTALLY, /* exchanges left and right */
    ATLAS_TURN_RIGHT,        /* a quarter turn clockwise */
    ATLAS_TURN_HALF,
    ATLAS_TURN_LEFT,
    ATLAS_OPERATION_COUNT,
} AtlasOperation;

/* The orientation (see `image_turned`) that an operation produces. */
unsigned atlas_way(AtlasOperation operation);

/* Position of an image. An image without drawn pixels has w = h = 0. */
typedef struct AtlasPosition {
    uint16_t atlas, operation;
    uint16_t x, y, w, h; /* the cell on the atlas */
    uint32_t left, top;  /* columns and rows that were cropped on the left and at the top */
} AtlasPosition;

/* A cell holds the cropped image `image` in an orientation (see `image_turned`). */
typedef struct AtlasCell {
    uint32_t image;
    uint16_t way, atlas, x, y, w, h;
} AtlasCell;

typedef struct Atlas {
    uint32_t w, h;   /* powers of two */
    uint32_t used_h; /* rows below this contain no cells */
    size_t first_cell, cell_count;
} Atlas;

typedef struct AtlasPlan {
    AtlasPosition *places; /* one for each image */
    size_t place_count;
    AtlasCell *cells; /* sorted by atlas */
    size_t cell_count;
    Atlas *atlases;
    size_t atlas_count;
} AtlasPlan;

/* Plans atlases whose sides are at most 2^side_log2. Atlases are as small as possible: images
 * that would leave much of a large atlas empty are distributed to several smaller ones. Reports
 * images that are too large, and more than ATLAS_COUNT_MAX atlases. */
bool atlas_plan(const Image *images, size_t count, unsigned side_log2, AtlasPlan *out,
                Arena *arena, Report *report);

/* Composes an atlas from the same images; pixels outside cells are transparent. */
Image atlas_draw(const AtlasPlan *plan, size_t atlas, const Image *images, Arena *arena);

#endif
