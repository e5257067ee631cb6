/* Shared by the parts of the Aseprite reader: aseprite.c reads the structure,
 * aseprite_cels.c decodes pixels, aseprite_blend.c blends two of them, aseprite_draw.c draws
 * the layers in their order. */
#ifndef OISIN_BASE_IMAGE_ASEPRITE_INTERNAL_H
#define OISIN_BASE_IMAGE_ASEPRITE_INTERNAL_H

#include "base/stream.h"
#include "base/image/aseprite.h"

enum { ASEPRITE_COLOURS = 256 };

typedef enum AsepriteMode {
#define ASEPRITE_MODE(number, id, title, supported) ASEPRITE_##id = number,
#include "base/image/aseprite_modes.def"
#undef ASEPRITE_MODE
} AsepriteMode;

typedef enum AsepriteLayerKind { LAYER_IMAGE, LAYER_GROUP, LAYER_TILEMAP } AsepriteLayerKind;

struct AsepriteLayer {
    Text name;
    AsepriteLayerKind kind;
    uint32_t mode;
    uint8_t opacity;
    bool visible; /* itself and all groups that contain it */
    bool background, reference;
    uint32_t parent; /* index of its group; ASEPRITE_LAYERS_MAX: none */
    uint32_t depth;  /* number of groups that contain it */
    uint32_t tileset;
};

typedef enum AsepriteCelKind {
    CEL_RAW,
    CEL_LINKED,
    CEL_COMPRESSED,
    CEL_TILEMAP
} AsepriteCelKind;

typedef struct AsepriteCel {
    uint32_t layer;
    int32_t x, y, z;
    uint8_t opacity;
    AsepriteCelKind kind;
    uint32_t w, h; /* in pixels or tiles */
    uint32_t link; /* a frame */
    Bytes data;    /* pixels or tiles, compressed unless the kind is CEL_RAW */
    uint32_t id_mask, x_mask, y_mask, diagonal_mask; /* of tiles */
} AsepriteCel;

struct AsepriteFrame {
    uint32_t duration;
    AsepriteCel *cels;
    size_t cel_count;
    const Pixel *colours; /* ASEPRITE_COLOURS of them */
    uint32_t colour_count;
};

struct AsepriteTileset {
    uint32_t id, count, w, h; /* pixels of a tile */
    Text name;
    bool external, empty_is_zero;
    Bytes data; /* compressed */
};

/* The pixels of a cel that is not linked, decompressed. */
typedef struct AsepritePixels {
    const Aseprite *aseprite;
    const AsepriteFrame *frame; /* for its palette */
    const AsepriteLayer *layer;
    const AsepriteCel *cel;
    const AsepriteTileset *tileset; /* of a tilemap; otherwise NULL */
    uint32_t w, h;
    Bytes bytes;          /* of the cel, or of all tiles */
    const uint8_t *tiles; /* 4 bytes each */
} AsepritePixels;

/* Decompresses a cel of a layer; `w` and `h` are 0 if it is empty. */
bool aseprite_pixels_open(Aseprite *aseprite, const AsepriteFrame *frame,
                          const AsepriteLayer *layer, const AsepriteCel *cel,
                          AsepritePixels *out, Arena *arena, Report *report);

/* Pixels `from` to `end`, not included, of a row. */
bool aseprite_pixels_row(const AsepritePixels *pixels, uint32_t y, uint32_t from, uint32_t end,
                         Pixel *out, Report *report);

/* Adds to the work of the file; reports if there is too much. */
bool aseprite_work(Aseprite *aseprite, uint64_t pixels, Report *report);

/* Blends a pixel with straight alpha over another one. */
Pixel aseprite_blend(AsepriteMode mode, Pixel below, Pixel above, unsigned opacity);
const char *aseprite_mode_name(uint32_t mode);
bool aseprite_mode_supported(uint32_t mode);

#endif
