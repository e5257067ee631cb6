/* The binary part of a .glb while it is written: numbers go in and become accessors. */
#ifndef OISIN_FORMATS_OPEN_GLTF_BUFFER_H
#define OISIN_FORMATS_OPEN_GLTF_BUFFER_H

#include "base/hash.h"
#include "base/json.h"
#include "formats/open/gltf.h"

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
    Table known; /* accessors by where their numbers are */
    GltfAccessor *accessors;
    size_t accessor_count;
    GltfView *views;
    size_t view_count;
    bool infinite; /* a number was infinite, or none */
    Arena *arena;
} GltfBuffer;

GltfBuffer gltf_buffer(Arena *arena);
/* Makes room for the vertices, triangles and images of a scene: a large buffer that grows has
 * its old memory beside the new one. */
void gltf_buffer_reserve(GltfBuffer *buffer, const Gltf *gltf);
/* The accessor of `count` elements; the same ones have the same. */
uint32_t gltf_buffer_add(GltfBuffer *buffer, GltfKind kind, const void *data, size_t count);
/* Indices, of 16 bits if that is enough. */
uint32_t gltf_buffer_add_indices(GltfBuffer *buffer, const GltfPrimitive *primitive);
/* The view of a file. */
uint32_t gltf_buffer_add_file(GltfBuffer *buffer, Bytes file);
/* Ends it: the sections accessors, bufferViews and buffers, if there is anything. */
void gltf_buffer_put(GltfBuffer *buffer, JsonWriter *json);
/* The file of the JSON and the numbers. */
bool gltf_buffer_file(const GltfBuffer *buffer, Bytes json, Bytes *out, Report *report);

/* Strict JSON has no word for what is infinite or no number: 0 is written, and `infinite` set.
 */
void gltf_put_number(GltfBuffer *buffer, JsonWriter *json, const char *key, float number);
void gltf_put_numbers(GltfBuffer *buffer, JsonWriter *json, const char *key,
                      const float *numbers, size_t count);

#endif
