/* Parts, in order: views and accessors; numbers as JSON; the chunks of the file. Arrays are
 * recognized by their address, so that shared ones are written once: their memory must not be
 * reused while the buffer exists. */
#include "kit/open/gltf_buffer.h"

#include <assert.h>

/* Component types and targets of the glTF 2.0 specification, sections 3.6.2.2 and 5.11.5. */
enum { U8 = 5121, U16 = 5123, U32 = 5125, F32 = 5126 };
enum { TARGET_VERTICES = 34962, TARGET_INDICES = 34963 };

/* Element types, and the kinds whose accessors need minimum and maximum. */
static const struct {
    const char *type;
    uint16_t component, target;
    uint8_t width, bytes; /* numbers per element; bytes per number */
    bool bounds, normalized;
} kinds[] = {
    [GLTF_POSITIONS] = {"VEC3", F32, TARGET_VERTICES, 3, 4, true, false},
    [GLTF_NORMALS] = {"VEC3", F32, TARGET_VERTICES, 3, 4, false, false},
    [GLTF_UVS] = {"VEC2", F32, TARGET_VERTICES, 2, 4, false, false},
    [GLTF_JOINTS] = {"VEC4", U8, TARGET_VERTICES, 4, 1, false, false},
    [GLTF_JOINT_WEIGHTS] = {"VEC4", F32, TARGET_VERTICES, 4, 4, false, false},
    [GLTF_COLOURS] = {"VEC4", U8, TARGET_VERTICES, 4, 1, false, true},
    [GLTF_INDICES] = {"SCALAR", U32, TARGET_INDICES, 1, 4, false, false},
    [GLTF_SHORT_INDICES] = {"SCALAR", U16, TARGET_INDICES, 1, 2, false, false},
    [GLTF_TIMES] = {"SCALAR", F32, 0, 1, 4, true, false},
    [GLTF_SCALARS] = {"SCALAR", F32, 0, 1, 4, false, false},
    [GLTF_VECTORS] = {"VEC3", F32, 0, 3, 4, false, false},
    [GLTF_TURNS] = {"VEC4", F32, 0, 4, 4, false, false},
    [GLTF_MATRICES] = {"MAT4", F32, 0, 16, 4, false, false},
};

GltfBuffer gltf_buffer(Arena *arena)
{
    return (GltfBuffer){.bin = writer_to(arena), .known = table_new(arena), .arena = arena};
}

void gltf_buffer_reserve(GltfBuffer *buffer, const Gltf *gltf)
{
    uint64_t size = 0;
    for (size_t i = 0; i < gltf->image_count; i++)
        size += gltf->images[i].file.size;
    for (size_t i = 0; i < gltf->mesh_count; i++)
        for (size_t j = 0; j < gltf->meshes[i].primitive_count; j++) {
            const GltfPrimitive *primitive = &gltf->meshes[i].primitives[j];
            size += (uint64_t)primitive->vertex_count * (2 * sizeof(Vec3) + sizeof(Vec2)) +
                    (uint64_t)primitive->index_count * sizeof(uint16_t);
        }
    if (!size || size > UINT32_MAX)
        return; /* empty, or reported as an error later */
    writer_reserve(&buffer->bin, size);
    buffer->bin.size = 0;
}

static uint32_t add_view(GltfBuffer *buffer, const void *data, size_t size, uint16_t target)
{
    write_zeros(&buffer->bin, -buffer->bin.size & 3);
    *ARENA_PUSH(buffer->arena, buffer->views, buffer->view_count) =
        (GltfView){buffer->bin.size, size, target};
    write_bytes(&buffer->bin, (Bytes){data, size});
    return (uint32_t)buffer->view_count - 1;
}

static void measure(GltfBuffer *buffer, GltfAccessor *accessor, const float *numbers)
{
    const unsigned width = kinds[accessor->kind].width;
    for (unsigned i = 0; i < width && i < 3; i++)
        accessor->least[i] = accessor->most[i] = numbers[i];
    for (size_t i = 0; i < accessor->count; i++)
        for (unsigned j = 0; j < width; j++) {
            const float number = numbers[i * width + j];
            if (!isfinite(number))
                buffer->infinite = true;
            if (j < 3 && number < accessor->least[j])
                accessor->least[j] = number;
            if (j < 3 && number > accessor->most[j])
                accessor->most[j] = number;
        }
}

/* Returns the accessor for the data at this address, and adds one if there is none. */
static uint32_t find(GltfBuffer *buffer, GltfKind kind, const void *data, size_t count)
{
    const struct {
        uintptr_t data, count, kind;
    } key = {(uintptr_t)data, count, kind};
    const Bytes copy = arena_copy(buffer->arena, (Bytes){(const uint8_t *)&key, sizeof key});
    return *table_put(&buffer->known, text_of_bytes(copy), (uint32_t)buffer->accessor_count);
}

static void add(GltfBuffer *buffer, GltfKind kind, const void *data, size_t count)
{
    GltfAccessor *accessor =
        ARENA_PUSH(buffer->arena, buffer->accessors, buffer->accessor_count);
    *accessor = (GltfAccessor){.kind = kind, .count = (uint32_t)count};
    if (kinds[kind].component == F32)
        measure(buffer, accessor, data);
    accessor->view = add_view(buffer, data, count * kinds[kind].width * kinds[kind].bytes,
                              kinds[kind].target);
}

uint32_t gltf_buffer_add(GltfBuffer *buffer, GltfKind kind, const void *data, size_t count)
{
    const uint32_t at = find(buffer, kind, data, count);
    if (at == buffer->accessor_count)
        add(buffer, kind, data, count);
    return at;
}

uint32_t gltf_buffer_add_indices(GltfBuffer *buffer, const GltfPrimitive *primitive)
{
    const size_t count = primitive->index_count;
    const bool small = primitive->vertex_count <= UINT16_MAX;
    const GltfKind kind = small ? GLTF_SHORT_INDICES : GLTF_INDICES;
    for (size_t i = 0; i < count; i++)
        assert(primitive->indices[i] < primitive->vertex_count);
    const uint32_t at = find(buffer, kind, primitive->indices, count);
    if (at != buffer->accessor_count)
        return at;
    if (!small) {
        add(buffer, kind, primitive->indices, count);
        return at;
    }
    uint16_t *indices = ARENA_ALLOC(buffer->arena, uint16_t, count);
    for (size_t i = 0; i < count; i++)
        indices[i] = (uint16_t)primitive->indices[i];
    add(buffer, kind, indices, count);
    return at;
}

uint32_t gltf_buffer_add_file(GltfBuffer *buffer, Bytes file)
{
    return add_view(buffer, file.data, file.size, 0);
}

void gltf_put_number(GltfBuffer *buffer, JsonWriter *json, const char *key, float number)
{
    buffer->infinite |= !isfinite(number);
    json_put_float(json, key, isfinite(number) ? number + 0.0f : 0); /* replaces -0 by 0 */
}

void gltf_put_numbers(GltfBuffer *buffer, JsonWriter *json, const char *key,
                      const float *numbers, size_t count)
{
    json_open_list(json, key);
    for (size_t i = 0; i < count; i++)
        gltf_put_number(buffer, json, NULL, numbers[i]);
    json_close_list(json);
}

static void put_accessors(GltfBuffer *buffer, JsonWriter *json)
{
    for (size_t i = 0; i < buffer->accessor_count; i++) {
        const GltfAccessor *accessor = &buffer->accessors[i];
        json_open(json, NULL);
        json_put_uint(json, "bufferView", accessor->view);
        json_put_uint(json, "componentType", kinds[accessor->kind].component);
        if (kinds[accessor->kind].normalized)
            json_put_bool(json, "normalized", true);
        json_put_uint(json, "count", accessor->count);
        json_put_text(json, "type", text_of(kinds[accessor->kind].type));
        if (kinds[accessor->kind].bounds) {
            gltf_put_numbers(buffer, json, "min", accessor->least, kinds[accessor->kind].width);
            gltf_put_numbers(buffer, json, "max", accessor->most, kinds[accessor->kind].width);
        }
        json_close(json);
    }
}

static void put_views(GltfBuffer *buffer, JsonWriter *json)
{
    for (size_t i = 0; i < buffer->view_count; i++) {
        const GltfView *view = &buffer->views[i];
        json_open(json, NULL);
        json_put_uint(json, "buffer", 0);
        if (view->at)
            json_put_uint(json, "byteOffset", view->at);
        json_put_uint(json, "byteLength", view->size);
        if (view->target)
            json_put_uint(json, "target", view->target);
        json_close(json);
    }
}

void gltf_buffer_put(GltfBuffer *buffer, JsonWriter *json)
{
    if (!buffer->view_count)
        return;
    if (buffer->accessor_count) {
        json_open_list(json, "accessors");
        put_accessors(buffer, json);
        json_close_list(json);
    }
    json_open_list(json, "bufferViews");
    put_views(buffer, json);
    json_close_list(json);
    write_zeros(&buffer->bin, -buffer->bin.size & 3);
    json_open_list(json, "buffers");
    json_open(json, NULL);
    json_put_uint(json, "byteLength", buffer->bin.size);
    json_close(json);
    json_close_list(json);
}

enum { HEADER = 12, CHUNK_HEADER = 8, CHUNK_JSON = 0x4E4F534A, CHUNK_BIN = 0x004E4942 };

bool gltf_buffer_file(const GltfBuffer *buffer, Bytes json, Bytes *out, Report *report)
{
    const Bytes bin = writer_bytes(&buffer->bin);
    const size_t padding = -json.size & 3;
    const uint64_t size = (uint64_t)HEADER + CHUNK_HEADER + json.size + padding +
                          (bin.size ? CHUNK_HEADER + bin.size : 0);
    if (size > UINT32_MAX)
        return report_error(report, "the scene needs %llu bytes: a .glb has less than 4 GB",
                            (unsigned long long)size);
    Writer file = writer_to(buffer->arena);
    writer_reserve(&file, size);
    file.size = 0;
    write_text(&file, TEXT("glTF"));
    write_u32(&file, 2);
    write_u32(&file, (uint32_t)size);
    write_u32(&file, (uint32_t)(json.size + padding));
    write_u32(&file, CHUNK_JSON);
    write_bytes(&file, json);
    write_text(&file, (Text){"   ", padding});
    if (bin.size) {
        write_u32(&file, (uint32_t)bin.size);
        write_u32(&file, CHUNK_BIN);
        write_bytes(&file, bin);
    }
    *out = writer_bytes(&file);
    return true;
}
