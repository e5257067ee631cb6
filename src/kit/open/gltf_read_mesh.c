/* glTF: reading meshes. */
#include "kit/open/gltf_accessor.h"

/* An attribute of a primitive or target; NULL if it is missing. */
static bool take_attribute(GltfReading *reading, const json_t *attributes, const char *name,
                           unsigned width, uint32_t wanted, const void **out)
{
    int32_t index;
    uint32_t count;
    const float *numbers;
    *out = NULL;
    if (!gltf_index(reading, attributes, name, "accessors", &index))
        return false;
    if (index < 0)
        return true;
    if (!gltf_floats(reading, index, width, &numbers, &count))
        return false;
    *out = numbers;
    return count == wanted || report_error(reading->report, "%s has %u elements, POSITION %u",
                                           name, count, wanted);
}

/* Only the first four joints of a vertex (JOINTS_0) are read. Joints are stored as bytes. */
static bool take_joints(GltfReading *reading, const json_t *attributes, GltfPrimitive *out)
{
    int32_t index;
    uint32_t count;
    const uint32_t *wholes;
    if (!gltf_index(reading, attributes, "JOINTS_0", "accessors", &index))
        return false;
    if (index < 0)
        return true;
    if (!gltf_wholes(reading, index, 4, &wholes, &count))
        return false;
    if (count != out->vertex_count)
        return report_error(reading->report, "JOINTS_0 has %u elements, POSITION %u", count,
                            out->vertex_count);
    uint8_t(*joints)[4] = arena_alloc(reading->arena, count, sizeof *joints);
    for (uint32_t i = 0; i < count * 4; i++) {
        if (wholes[i] > UINT8_MAX)
            return report_error(reading->report, "JOINTS_0: more than 256 joints");
        joints[i / 4][i % 4] = (uint8_t)wholes[i];
    }
    out->joints = (const uint8_t(*)[4])joints;
    return true;
}

/* Converts a list, a strip or a fan to triangles (glTF 2.0, section 5.24.4). */
static void take_triangles(GltfPrimitive *out, const uint32_t *from, uint32_t count,
                           unsigned mode, Arena *arena)
{
    enum { LIST = 4, STRIP = 5 };
    const uint32_t triangles = mode == LIST ? count / 3 : count < 3 ? 0 : count - 2;
    uint32_t *indices = ARENA_ALLOC(arena, uint32_t, (size_t)triangles * 3);
    for (uint32_t i = 0; i < triangles; i++) {
        const uint32_t at[3] = {mode == LIST    ? 3 * i
                                : mode == STRIP ? i
                                                : 0,
                                mode == LIST    ? 3 * i + 1
                                : mode == STRIP ? i + 1 + i % 2
                                                : i + 1,
                                mode == LIST    ? 3 * i + 2
                                : mode == STRIP ? i + 2 - i % 2
                                                : i + 2};
        for (unsigned j = 0; j < 3; j++)
            indices[3 * i + j] = from ? from[at[j]] : at[j];
    }
    out->indices = indices;
    out->index_count = triangles * 3;
}

/* Points and lines leave index_count 0. Indices are checked here, so that drawing need not. */
static bool take_indices(GltfReading *reading, const json_t *json, GltfPrimitive *out)
{
    enum { LIST = 4, FAN = 6 };
    const json_t *mode = json_object_get(json, "mode");
    const json_int_t how = mode ? json_integer_value(mode) : LIST;
    const uint32_t *from = NULL;
    uint32_t count = out->vertex_count;
    int32_t index;
    if (!gltf_index(reading, json, "indices", "accessors", &index) ||
        (index >= 0 && !gltf_wholes(reading, index, 1, &from, &count)))
        return false;
    for (uint32_t i = 0; from && i < count; i++)
        if (from[i] >= out->vertex_count)
            return report_error(reading->report, "an index is %u, of %u vertices", from[i],
                                out->vertex_count);
    if (how >= LIST && how <= FAN)
        take_triangles(out, from, count, (unsigned)how, reading->arena);
    return true;
}

/* All primitives of a mesh must have as many targets as the first one. A target may have
 * normals only: then its positions are zero. */
static bool take_targets(GltfReading *reading, const json_t *json, size_t count,
                         GltfPrimitive *out)
{
    const json_t *targets = json_object_get(json, "targets");
    if (json_array_size(targets) != count)
        return report_error(reading->report, "primitives of one mesh have %zu and %zu targets",
                            count, json_array_size(targets));
    GltfTarget *list = ARENA_ALLOC(reading->arena, GltfTarget, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *target = json_array_get(targets, i);
        const void *positions, *normals;
        if (!take_attribute(reading, target, "POSITION", 3, out->vertex_count, &positions) ||
            !take_attribute(reading, target, "NORMAL", 3, out->vertex_count, &normals))
            return false;
        if (!positions && !gltf_zeros(reading, 3ull * out->vertex_count, &positions))
            return false;
        list[i] = (GltfTarget){positions, normals};
    }
    out->targets = list;
    return true;
}

/* Without POSITION there are no vertices, and any index is an error. */
static bool take_primitive(GltfReading *reading, const json_t *json, size_t targets,
                           GltfPrimitive *out)
{
    const json_t *attributes = json_object_get(json, "attributes");
    const void *normals, *uvs, *weights;
    const float *positions = NULL;
    int32_t index;
    if (!gltf_index(reading, attributes, "POSITION", "accessors", &index) ||
        !gltf_index(reading, json, "material", "materials", &out->material))
        return false;
    if (index >= 0 && !gltf_floats(reading, index, 3, &positions, &out->vertex_count))
        return false;
    out->positions = (const Vec3 *)positions;
    out->has_colours = json_object_get(attributes, "COLOR_0");
    out->extras = gltf_extras(reading, json);
    if (!take_attribute(reading, attributes, "NORMAL", 3, out->vertex_count, &normals) ||
        !take_attribute(reading, attributes, "TEXCOORD_0", 2, out->vertex_count, &uvs) ||
        !take_attribute(reading, attributes, "WEIGHTS_0", 4, out->vertex_count, &weights))
        return false;
    out->normals = normals;
    out->uvs = uvs;
    out->weights = weights;
    return take_joints(reading, attributes, out) && take_indices(reading, json, out) &&
           take_targets(reading, json, targets, out);
}

/* Names of targets are in the extras by convention: see gltf_write.c. */
static bool take_mesh(GltfReading *reading, const json_t *json, GltfMesh *out)
{
    const json_t *primitives = json_object_get(json, "primitives");
    const json_t *names = json_object_get(json_object_get(json, "extras"), "targetNames");
    out->name = gltf_text(reading, json, "name");
    out->extras = gltf_extras(reading, json);
    out->target_count =
        json_array_size(json_object_get(json_array_get(primitives, 0), "targets"));
    if (out->target_count > GLTF_TARGETS_MAX)
        return report_error(reading->report, "a mesh has %zu targets; the maximum is %d",
                            out->target_count, GLTF_TARGETS_MAX);
    out->target_names = ARENA_ALLOC(reading->arena, Text, out->target_count);
    for (size_t i = 0; i < out->target_count; i++) {
        const json_t *name = json_array_get(names, i);
        out->target_names[i] =
            json_is_string(name) ? arena_text(reading->arena, (Text){json_string_value(name),
                                                                     json_string_length(name)})
                                 : TEXT("");
    }
    out->weights = ARENA_ALLOC(reading->arena, float, out->target_count);
    gltf_numbers(json, "weights", out->weights, out->target_count);
    out->primitives = ARENA_ALLOC(reading->arena, GltfPrimitive, json_array_size(primitives));
    for (size_t i = 0; i < json_array_size(primitives); i++) {
        GltfPrimitive *primitive = &out->primitives[out->primitive_count];
        if (!take_primitive(reading, json_array_get(primitives, i), out->target_count,
                            primitive))
            return false;
        out->primitive_count += primitive->index_count > 0;
        if (!primitive->index_count) /* points or lines: reuse the element */
            *primitive = (GltfPrimitive){0};
    }
    return true;
}

bool gltf_take_meshes(GltfReading *reading, Gltf *out)
{
    out->mesh_count = gltf_count(reading, "meshes");
    out->meshes = ARENA_ALLOC(reading->arena, GltfMesh, out->mesh_count);
    for (size_t i = 0; i < out->mesh_count; i++)
        if (!take_mesh(reading, gltf_element(reading, "meshes", (int32_t)i), &out->meshes[i]))
            return false;
    return true;
}
