/* The binary part of a .glb while it is written: adds arrays of numbers and creates their
 * accessors. */
#ifndef OISIN_KIT_OPEN_GLTF_BUFFER_H
#define OISIN_KIT_OPEN_GLTF_BUFFER_H

#include "base/hash.h"
#include "base/json.h"
#include "kit/open/gltf.h"

typedef enum GltfKind {
    GLTF_POSITIONS,
    GLTF_NORMALS,
    GLTF_UVS,
    GLTF_JOINTS,
    GLTF_JOINT_WEIGHTS,
    GLTF_COLOURS,
    GLTF_INDICES,
    GLTF_SHORT_INDICES,
    GLTF_TIMES,
    GLTF_SCALARS,
    GLTF_VECTORS,
    GLTF_TURNS,
    GLTF_MATRICES,
} GltfKind;

typedef struct GltfAccessor {
    GltfKind kind;
    uint32_t count, view;
    float least[3], most[3];
} GltfAccessor;

typedef struct GltfView {
    size_t at, size;
    uint16_t target;
} GltfView;

typedef struct GltfBuffer {
    Writer bin;
    Table known; /* accessors by the address of their data */
    GltfAccessor *accessors;
    size_t accessor_count;
    GltfView *views;
    size_t view_count;
    bool infinite; /* a number was not finite */
    Arena *arena;
} GltfBuffer;

GltfBuffer gltf_buffer(Arena *arena);
/* Reserves memory for the vertices, triangles and images of a scene: growing a large buffer
 * would temporarily need twice its memory. */
void gltf_buffer_reserve(GltfBuffer *buffer, const Gltf *gltf);
/* Returns the accessor of `count` elements; the same array has only one accessor. */
uint32_t gltf_buffer_add(GltfBuffer *buffer, GltfKind kind, const void *data, size_t count);
/* Adds indices, with 16 bits if sufficient. */
uint32_t gltf_buffer_add_indices(GltfBuffer *buffer, const GltfPrimitive *primitive);
/* Adds a file; returns its buffer view. */
uint32_t gltf_buffer_add_file(GltfBuffer *buffer, Bytes file);
/* Finishes the buffer: writes the sections accessors, bufferViews and buffers unless they are
 * empty. */
void gltf_buffer_put(GltfBuffer *buffer, JsonWriter *json);
/* Assembles the file from the JSON and the buffer. */
bool gltf_buffer_file(const GltfBuffer *buffer, Bytes json, Bytes *out, Report *report);

/* Writes a number. JSON cannot represent infinities and NaN: 0 is written, and `infinite` is
 * set. */
void gltf_put_number(GltfBuffer *buffer, JsonWriter *json, const char *key, float number);
void gltf_put_numbers(GltfBuffer *buffer, JsonWriter *json, const char *key,
                      const float *numbers, size_t count);

#endif
