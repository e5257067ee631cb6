/* Parts, in order: elements of the document; components and elements; sparse accessors; arrays
 * of numbers; values of an object. An accessor describes numbers in a view of the binary part;
 * all offsets and counts of a file are checked before an element is read. */
#include "kit/open/gltf_accessor.h"

#include "base/text.h"

/* ---- the document ---- */

size_t gltf_count(const GltfReading *reading, const char *list)
{
    return json_array_size(json_object_get(reading->json, list));
}

const json_t *gltf_element(const GltfReading *reading, const char *list, int32_t index)
{
    return index < 0 ? NULL
                     : json_array_get(json_object_get(reading->json, list), (size_t)index);
}

/* A missing key gives -1; only an index out of range is an error. */
bool gltf_index(const GltfReading *reading, const json_t *object, const char *key,
                const char *list, int32_t *index)
{
    const json_t *value = json_object_get(object, key);
    *index = -1;
    if (!value)
        return true;
    const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    if (number < 0 || (uint64_t)number >= gltf_count(reading, list) || number > INT32_MAX)
        return report_error(reading->report, "\"%s\" is not an index of one of its %zu %s", key,
                            gltf_count(reading, list), list);
    *index = (int32_t)number;
    return true;
}

/* Parses a size or an offset; returns false with a message if it is not a non-negative number.
 */
static bool take_size(const GltfReading *reading, const json_t *object, const char *key,
                      uint64_t *out)
{
    const json_t *value = json_object_get(object, key);
    *out = 0;
    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return report_error(reading->report, "\"%s\" must be a number from 0", key);
    *out = (uint64_t)json_integer_value(value);
    return true;
}

/* The bytes of a view and its stride; 0 if elements are contiguous. */
static bool find_view(const GltfReading *reading, int32_t index, Bytes *out, uint64_t *stride)
{
    const json_t *view = gltf_element(reading, "bufferViews", index);
    uint64_t at, size, buffer;
    if (!take_size(reading, view, "buffer", &buffer) ||
        !take_size(reading, view, "byteOffset", &at) ||
        !take_size(reading, view, "byteLength", &size) ||
        !take_size(reading, view, "byteStride", stride))
        return false;
    if (buffer)
        return report_cause(
            reading->report, CAUSE_UNSUPPORTED,
            "its data is in another file: only a .glb without external data is supported");
    if (at > reading->bin.size || size > reading->bin.size - at)
        return report_error(
            reading->report, "bufferView %d: %llu bytes at %llu are not within its %zu", index,
            (unsigned long long)size, (unsigned long long)at, reading->bin.size);
    *out = size ? bytes_slice(reading->bin, at, size) : (Bytes){NULL, 0};
    return true;
}

bool gltf_view(const GltfReading *reading, int32_t index, Bytes *out)
{
    uint64_t stride;
    return find_view(reading, index, out, &stride);
}

/* ---- accessors ---- */

typedef struct Component {
    uint16_t type;
    uint8_t bytes;
    bool is_signed, real;
} Component;

/* glTF 2.0, section 3.6.2.2 */
static const Component components[] = {{5120, 1, true, false},  {5121, 1, false, false},
                                       {5122, 2, true, false},  {5123, 2, false, false},
                                       {5125, 4, false, false}, {5126, 4, true, true}};

static const struct {
    const char *name;
    unsigned width;
} types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};

/* NULL if the type is unknown or missing. */
static const Component *component_of(const json_t *object)
{
    for (size_t i = 0; i < COUNT_OF(components); i++)
        if (json_integer_value(json_object_get(object, "componentType")) == components[i].type)
            return &components[i];
    return NULL;
}

/* 0 for unknown types, MAT2 and MAT3 among them: they have padding, and nothing here needs
 * them. */
static unsigned width_of(const json_t *accessor)
{
    const char *name = json_string_value(json_object_get(accessor, "type"));
    for (size_t i = 0; name && i < COUNT_OF(types); i++)
        if (!strcmp(name, types[i].name))
            return types[i].width;
    return 0;
}

/* `count` elements of `width` numbers, in a view or all zero. */
typedef struct Elements {
    Bytes bytes;
    uint64_t count, stride;
    unsigned width;
    const Component *component;
    bool normalized;
} Elements;

static bool fail(const GltfReading *reading, int32_t index, const char *what)
{
    return report_error(reading->report, "accessor %d: %s", index, what);
}

/* Locates the elements of `object`: an accessor, or a part of a sparse one. */
static bool find_elements(const GltfReading *reading, int32_t index, const json_t *object,
                          Elements *out)
{
    int32_t view;
    uint64_t at, size = out->component ? (uint64_t)out->width * out->component->bytes : 0;
    if (!gltf_index(reading, object, "bufferView", "bufferViews", &view) ||
        !take_size(reading, object, "byteOffset", &at))
        return false;
    if (view < 0)
        return true;
    if (!find_view(reading, view, &out->bytes, &out->stride))
        return false;
    if (!out->stride)
        out->stride = size;
    if (at > out->bytes.size || out->stride > 4096 ||
        (out->count && (out->count - 1) * out->stride + size > out->bytes.size - at))
        return fail(reading, index, "its elements are not within its view");
    if (out->count)
        out->bytes = bytes_slice(out->bytes, at, out->bytes.size - at);
    return true;
}

static uint32_t whole_at(const Elements *elements, uint64_t index, unsigned number)
{
    if (!elements->bytes.size)
        return 0;
    const uint8_t *data = elements->bytes.data + index * elements->stride +
                          (size_t)number * elements->component->bytes;
    return (uint32_t)uint_of(data, elements->component->bytes, false);
}

/* The conversion of normalized integers is that of section 3.11: the lowest value counts as
 * -1. */
static float float_at(const Elements *elements, uint64_t index, unsigned number)
{
    const Component *component = elements->component;
    const uint32_t bits = whole_at(elements, index, number);
    const unsigned width = component->bytes * 8u;
    float value;
    if (component->real) {
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const int64_t whole =
        component->is_signed && bits >> (width - 1) ? (int64_t)bits - (1ll << width) : bits;
    const double most = (double)((1ull << (component->is_signed ? width - 1 : width)) - 1);
    const double part = elements->normalized ? (double)whole / most : (double)whole;
    return (float)(elements->normalized && part < -1 ? -1 : part);
}

typedef struct Sparse {
    Elements indices, values;
} Sparse;

/* A sparse accessor replaces single elements; its indices are checked here, once. */
static bool find_sparse(const GltfReading *reading, int32_t index, const json_t *accessor,
                        const Elements *elements, Sparse *out)
{
    const json_t *sparse = json_object_get(accessor, "sparse");
    const json_t *indices = json_object_get(sparse, "indices");
    uint64_t count;
    *out = (Sparse){.values = *elements};
    if (!sparse)
        return true;
    if (!take_size(reading, sparse, "count", &count))
        return false;
    if (count > elements->count)
        return fail(reading, index, "it has more sparse elements than elements");
    out->indices = (Elements){.count = count, .width = 1, .component = component_of(indices)};
    out->values.count = count;
    out->values.bytes = (Bytes){NULL, 0};
    if (!out->indices.component || out->indices.component->is_signed)
        return fail(reading, index, "its sparse indices have an unknown type");
    if (!find_elements(reading, index, indices, &out->indices) ||
        !find_elements(reading, index, json_object_get(sparse, "values"), &out->values))
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (whole_at(&out->indices, i, 0) >= elements->count)
            return fail(reading, index, "a sparse index is out of range");
    return true;
}

/* The limit is for the whole scene, since many accessors may share a few bytes. */
static bool count_numbers(GltfReading *reading, uint64_t count)
{
    if (count <= GLTF_NUMBERS_MAX && (reading->numbers += count) <= GLTF_NUMBERS_MAX)
        return true;
    return report_error(reading->report, "the scene has more than %d numbers",
                        GLTF_NUMBERS_MAX);
}

/* Counted as numbers of the scene, like those of an accessor. */
bool gltf_zeros(GltfReading *reading, uint64_t count, const void **out)
{
    if (!count_numbers(reading, count))
        return false;
    *out = ARENA_ALLOC(reading->arena, float, count);
    return true;
}

/* A wider type is accepted: its first `width` numbers are read. */
static bool find_accessor(GltfReading *reading, int32_t index, unsigned width, Elements *out,
                          Sparse *sparse)
{
    const json_t *accessor = gltf_element(reading, "accessors", index);
    *out = (Elements){.component = component_of(accessor),
                      .width = width_of(accessor),
                      .normalized = json_is_true(json_object_get(accessor, "normalized"))};
    if (!out->component || !out->width)
        return fail(reading, index, "its type is unknown");
    if (out->width < width)
        return fail(reading, index, "its elements have too few numbers");
    if (!take_size(reading, accessor, "count", &out->count))
        return false;
    return count_numbers(reading, out->count > UINT32_MAX ? UINT64_MAX : out->count * width) &&
           find_elements(reading, index, accessor, out) &&
           find_sparse(reading, index, accessor, out, sparse);
}

/* Numbers that are not finite are errors here, so that no caller has to check them. */
bool gltf_floats(GltfReading *reading, int32_t index, unsigned width, const float **out,
                 uint32_t *count)
{
    Elements elements;
    Sparse sparse;
    if (!find_accessor(reading, index, width, &elements, &sparse))
        return false;
    float *numbers = ARENA_ALLOC(reading->arena, float, elements.count *width);
    for (uint64_t i = 0; i < elements.count; i++)
        for (unsigned j = 0; j < width; j++)
            numbers[i * width + j] = float_at(&elements, i, j);
    for (uint64_t i = 0; i < sparse.indices.count; i++)
        for (unsigned j = 0; j < width; j++)
            numbers[(size_t)whole_at(&sparse.indices, i, 0) * width + j] =
                float_at(&sparse.values, i, j);
    for (uint64_t i = 0; i < elements.count * width; i++)
        if (!isfinite(numbers[i]))
            return fail(reading, index, "a number is not finite");
    *out = numbers;
    *count = (uint32_t)elements.count;
    return true;
}

/* For joints and indices, which are never normalized or signed. */
bool gltf_wholes(GltfReading *reading, int32_t index, unsigned width, const uint32_t **out,
                 uint32_t *count)
{
    Elements elements;
    Sparse sparse;
    if (!find_accessor(reading, index, width, &elements, &sparse))
        return false;
    if (elements.component->is_signed)
        return fail(reading, index, "its numbers are not unsigned integers");
    uint32_t *numbers = ARENA_ALLOC(reading->arena, uint32_t, elements.count * width);
    for (uint64_t i = 0; i < elements.count; i++)
        for (unsigned j = 0; j < width; j++)
            numbers[i * width + j] = whole_at(&elements, i, j);
    for (uint64_t i = 0; i < sparse.indices.count; i++)
        for (unsigned j = 0; j < width; j++)
            numbers[(size_t)whole_at(&sparse.indices, i, 0) * width + j] =
                whole_at(&sparse.values, i, j);
    *out = numbers;
    *count = (uint32_t)elements.count;
    return true;
}

/* ---- values of an object ---- */

Text gltf_text(const GltfReading *reading, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? arena_text(reading->arena, (Text){json_string_value(value),
                                                                     json_string_length(value)})
                                 : TEXT("");
}

/* `out` keeps its defaults if the list is missing or has another size. */
void gltf_numbers(const json_t *object, const char *key, float *out, size_t count)
{
    const json_t *list = json_object_get(object, key);
    if (json_array_size(list) != count)
        return;
    for (size_t i = 0; i < count; i++) {
        const float number = (float)json_number_value(json_array_get(list, i));
        if (isfinite(number))
            out[i] = number;
    }
}

/* The members without braces, as gltf_write() inserts them. Names of targets are kept
 * elsewhere. */
Text gltf_extras(const GltfReading *reading, const json_t *object)
{
    Arena *const arena = reading->arena;
    json_t *extras = json_owned(json_copy(json_object_get(object, "extras")), arena);
    Text members = TEXT("");
    if (json_is_object(extras)) {
        json_object_del(extras, "targetNames");
        const Text text = json_text_of(extras, arena);
        if (text.size > 2)
            members = text_slice(text, 1, text.size - 1);
    }
    arena_release(arena, extras);
    return members;
}
