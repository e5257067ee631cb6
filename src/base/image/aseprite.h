/* Reading of Aseprite files (.aseprite, .ase), after the specification that its authors publish
 * (docs/ase-file-specs.md of Aseprite).
 *
 * Supported are RGBA, greyscale and indexed sprites; raw, linked and compressed cels; tilemaps
 * with tilesets in the file; groups, visibility, opacity, and the order of cels (z-index); the
 * blend modes normal, multiply, screen and overlay with the integer arithmetic of Aseprite
 * 1.3 ("new blending method", its default). Other blend modes of visible layers, external
 * tilesets and diagonally flipped tiles are errors that name them. Reference layers are not
 * drawn, as in an export of Aseprite. Colour profiles other than sRGB are ignored with a
 * warning.
 *
 * Opening a file reads its structure. Pixels are decoded cel by cel when a frame is drawn, so
 * memory is the result, one cel, and one canvas for each group that is composed separately. */
#ifndef OISIN_BASE_IMAGE_ASEPRITE_H
#define OISIN_BASE_IMAGE_ASEPRITE_H

#include "base/report.h"
#include "base/image/image.h"

/* Layers of a file; groups inside each other; pixels that are decoded and blended for all
 * frames that are drawn together, seconds; pixels of all canvases of groups in memory. */
enum {
    ASEPRITE_LAYERS_MAX = 10000,
    ASEPRITE_DEPTH_MAX = 32,
    ASEPRITE_WORK_MAX = 1 << 30,
    ASEPRITE_GROUPS_MAX = 1 << 27,
};

/* How the frames of a tag follow each other. */
typedef enum AsepriteDirection {
    ASEPRITE_FORWARD,
    ASEPRITE_REVERSE,
    ASEPRITE_PING_PONG,
    ASEPRITE_PING_PONG_REVERSE,
} AsepriteDirection;

typedef struct AsepriteTag {
    Text name;
    uint32_t from, to; /* frames, both included; from <= to */
    AsepriteDirection direction;
    uint32_t repeat; /* how often it plays; 0: forever */
} AsepriteTag;

/* Valid from its frame to that of the next key. A size of 0: hidden from there on. */
typedef struct AsepriteSliceKey {
    uint32_t frame;
    int32_t x, y;
    uint32_t w, h;
} AsepriteSliceKey;

typedef struct AsepriteSlice {
    Text name;
    AsepriteSliceKey *keys; /* by frame */
    size_t key_count;
} AsepriteSlice;

typedef struct AsepriteFrame AsepriteFrame;
typedef struct AsepriteLayer AsepriteLayer;
typedef struct AsepriteTileset AsepriteTileset;

typedef struct Aseprite {
    uint32_t w, h;
    size_t frame_count; /* at least 1 */
    AsepriteTag *tags;
    size_t tag_count;
    AsepriteSlice *slices;
    size_t slice_count;
    /* Of the reader: */
    unsigned bits;       /* per pixel: 32 RGBA, 16 greyscale, 8 indexed */
    uint8_t transparent; /* colour of an indexed image */
    bool layer_opacity;  /* opacities of layers are valid */
    bool compose_groups; /* groups have a blend mode and an opacity */
    AsepriteFrame *frames;
    AsepriteLayer *layers; /* bottom first, groups before their children */
    size_t layer_count;
    AsepriteTileset *tilesets;
    size_t tileset_count;
    uint64_t work, group_pixels; /* see the limits */
} Aseprite;

/* Whether the file has the magic number; Adobe's palettes have the suffix .ase, too. */
bool aseprite_is(Bytes file);

/* Reads the structure. Texts are slices of `file`; everything else is allocated from the arena.
 * On failure one error is reported. */
bool aseprite_open(Bytes file, Aseprite *out, Arena *arena, Report *report);

/* Duration of a frame in milliseconds. */
uint32_t aseprite_duration(const Aseprite *aseprite, size_t frame);

/* Draws the visible layers of a frame. The image is allocated from the arena. On failure one
 * error is reported. */
bool aseprite_draw(Aseprite *aseprite, size_t frame, Image *out, Arena *arena, Report *report);

/* The part of a slice that is valid in a frame; NULL: none. */
const AsepriteSliceKey *aseprite_slice_at(const AsepriteSlice *slice, size_t frame);

#endif
