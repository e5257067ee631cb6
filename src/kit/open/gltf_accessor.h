/* State and common functions for reading a .glb: accessors and references. */
#ifndef OISIN_KIT_OPEN_GLTF_ACCESSOR_H
#define OISIN_KIT_OPEN_GLTF_ACCESSOR_H

#include "base/json.h"
#include "kit/open/gltf.h"

typedef struct GltfReading {
    json_t *json; /* the document */
    Bytes bin;
    uint64_t numbers; /* numbers read so far */
    Arena *arena;
    Report *report;
} GltfReading;

/* Finds the element of the document's list `list` whose index is `object`[`key`]. Returns NULL
 * with *index -1 if there is no such key; reports an error and returns false if the index is
 * invalid. */
bool gltf_index(const GltfReading *reading, const json_t *object, const char *key,
                const char *list, int32_t *index);
/* An element of a list of the document; NULL after its end. */
const json_t *gltf_element(const GltfReading *reading, const char *list, int32_t index);
size_t gltf_count(const GltfReading *reading, const char *list);

/* Reads accessor `index` as floats: elements of `width` numbers (1, 2, 3, 4, 16), whatever
 * their stored type; elements of more numbers are truncated. Reports an error and returns false
 * if elements have fewer numbers, are not in the file, or are not finite. */
bool gltf_floats(GltfReading *reading, int32_t index, unsigned width, const float **out,
                 uint32_t *count);
/* Reads unsigned integers, `width` per element. */
bool gltf_wholes(GltfReading *reading, int32_t index, unsigned width, const uint32_t **out,
                 uint32_t *count);
/* Returns that many zeros; they count as numbers of the scene. */
bool gltf_zeros(GltfReading *reading, uint64_t count, const void **out);
/* The bytes of a buffer view. */
bool gltf_view(const GltfReading *reading, int32_t index, Bytes *out);

/* A text of an object; empty if it has none. */
Text gltf_text(const GltfReading *reading, const json_t *object, const char *key);
/* Reads a list of exactly `count` numbers; lists of other sizes and numbers that are not finite
 * leave `out` unchanged. */
void gltf_numbers(const json_t *object, const char *key, float *out, size_t count);
/* The members of extras as text, except the names of targets, which are stored separately. */
Text gltf_extras(const GltfReading *reading, const json_t *object);

bool gltf_take_meshes(GltfReading *reading, Gltf *out);
bool gltf_take_animations(GltfReading *reading, Gltf *out);

#endif
