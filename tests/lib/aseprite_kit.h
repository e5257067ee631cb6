/* Writes Aseprite files for tests, independently of the reader: bytes by the specification. */
#ifndef OISIN_TESTS_ASEPRITE_KIT_H
#define OISIN_TESTS_ASEPRITE_KIT_H

#include "base/stream.h"

typedef struct AsepriteModel {
    uint16_t frames, w, h, bits;
    uint32_t flags; /* 1: opacities of layers, 2: groups are composed */
    uint8_t transparent;
} AsepriteModel;

/* The chunks of a frame are written between `begin` and `end` calls. */
typedef struct AsepriteOut {
    Writer writer;
    size_t frame, chunk; /* where they began */
    uint32_t chunks;
    bool old_counts; /* the number of chunks is in the old field */
} AsepriteOut;

AsepriteOut aseprite_begin(const AsepriteModel *model, Arena *arena);
Bytes aseprite_end(AsepriteOut *out);
void aseprite_frame_begin(AsepriteOut *out, uint16_t duration);
void aseprite_frame_end(AsepriteOut *out);
/* A chunk of any kind. */
void aseprite_chunk_begin(AsepriteOut *out, uint16_t kind);
void aseprite_chunk_end(AsepriteOut *out);

typedef struct AsepriteLayerModel {
    bool hidden, background, reference;
    uint16_t kind; /* 0: image, 1: group, 2: tilemap */
    uint16_t level, mode;
    uint8_t transparency; /* 255 - opacity */
    const char *name;
    uint32_t tileset;
} AsepriteLayerModel;

void aseprite_put_layer(AsepriteOut *out, const AsepriteLayerModel *layer);

typedef struct AsepriteCelModel {
    uint16_t layer;
    int16_t x, y, z;
    uint8_t transparency;
    bool raw, linked, tilemap; /* otherwise: compressed */
    uint16_t w, h, link;
    Bytes pixels; /* or tiles of 4 bytes; compressed here */
} AsepriteCelModel;

void aseprite_put_cel(AsepriteOut *out, const AsepriteCelModel *cel);
/* A palette chunk of the new kind; colours as 0xAABBGGRR. */
void aseprite_put_palette(AsepriteOut *out, const uint32_t *colours, uint32_t count);
void aseprite_put_tag(AsepriteOut *out, const char *name, uint16_t from, uint16_t to,
                      uint8_t direction, uint16_t repeat);
void aseprite_put_slice(AsepriteOut *out, const char *name, uint32_t flags, uint32_t frame,
                        int32_t x, int32_t y, uint32_t w, uint32_t h);
void aseprite_put_tileset(AsepriteOut *out, uint32_t id, uint32_t flags, uint32_t count,
                          uint16_t w, uint16_t h, Bytes pixels);

#endif
