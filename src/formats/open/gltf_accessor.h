/* A .glb while it is read: its numbers, and what all of its parts need. */
#ifndef OISIN_FORMATS_OPEN_GLTF_ACCESSOR_H
#define OISIN_FORMATS_OPEN_GLTF_ACCESSOR_H

#include "base/json.h"
#include "formats/open/gltf.h"

typedef struct GltfReading {
    json_t *json; /* the document */
    Bytes bin;
    uint64_t numbers; /* read so far */
    Arena *arena;
    Report *report;
} GltfReading;

/* The element of the list `list` of the document that `object`[`key`] is the index of; NULL,
 * and *index -1, if there is no such key. False and a message if it leads nowhere. */
bool gltf_index(const GltfReading *reading, const json_t *object, const char *key,
                const char *list, int32_t *index);
/* An element of a list of the document; NULL beyond its end. */
const json_t *gltf_element(const GltfReading *reading, const char *list, int32_t index);
size_t gltf_count(const GltfReading *reading, const char *list);

/* The numbers of accessor `index`, elements of `width` numbers (1, 2, 3, 4, 16), whatever
 * they are stored as; elements of more numbers are cut. False and a message if it has fewer,
 * if they are not in the file, or if one is infinite. */
bool gltf_floats(GltfReading *reading, int32_t index, unsigned width, const float **out,
                 uint32_t *count);
/* Whole numbers, `width` an element. */
bool gltf_wholes(GltfReading *reading, int32_t index, unsigned width, const uint32_t **out,
                 uint32_t *count);
/* So many zeros, which count as numbers of the scene. */
bool gltf_zeros(GltfReading *reading, uint64_t count, const void **out);
/* The bytes of a buffer view. */
bool gltf_view(const GltfReading *reading, int32_t index, Bytes *out);

/* A text of an object; empty if it has none. */
Text gltf_text(const GltfReading *reading, const json_t *object, const char *key);
/* The numbers of a list that has `count`; others, and what is infinite, stay. */
void gltf_numbers(const json_t *object, const char *key, float *out, size_t count);
/* The members as text, without the names of targets, which have a place of their own. */
Text gltf_extras(const GltfReading *reading, const json_t *object);

bool gltf_take_meshes(GltfReading *reading, Gltf *out);
bool gltf_take_animations(GltfReading *reading, Gltf *out);

#endif
