/* glTF: reading a .glb. */
#include "kit/open/gltf_accessor.h"

#include "base/text.h"

/* ---- values ---- */

/* The fallback also replaces a value that is not finite as a float, such as 1e300. */
static float number_at(const json_t *object, const char *key, float fallback)
{
    const json_t *value = json_object_get(object, key);
    const float number = json_is_number(value) ? (float)json_number_value(value) : fallback;
    return isfinite(number) ? number : fallback;
}

/* ---- nodes ---- */

/* From a column-major matrix. */
static void take_matrix(GltfNode *node, const float m[16])
{
    Vec3 x = {m[0], m[1], m[2]}, y = {m[4], m[5], m[6]}, z = {m[8], m[9], m[10]};
    node->translation = (Vec3){m[12], m[13], m[14]};
    node->scale = (Vec3){vec3_length(x), vec3_length(y), vec3_length(z)};
    if (vec3_dot(vec3_cross(x, y), z) < 0)
        node->scale.x = -node->scale.x;
    x = vec3_unit(node->scale.x < 0 ? vec3_scale(x, -1) : x, (Vec3){1, 0, 0});
    y = vec3_unit(y, (Vec3){0, 1, 0});
    z = vec3_unit(z, (Vec3){0, 0, 1});
    Quat q; /* computed from its largest component, to avoid division by a small number */
    if (x.x + y.y + z.z > 0)
        q = (Quat){1 + x.x + y.y + z.z, y.z - z.y, z.x - x.z, x.y - y.x};
    else if (x.x > y.y && x.x > z.z)
        q = (Quat){y.z - z.y, 1 + x.x - y.y - z.z, y.x + x.y, z.x + x.z};
    else if (y.y > z.z)
        q = (Quat){z.x - x.z, y.x + x.y, 1 + y.y - x.x - z.z, z.y + y.z};
    else
        q = (Quat){x.y - y.x, z.x + x.z, z.y + y.z, 1 + z.z - x.x - y.y};
    node->rotation = quat_unit(q);
}

/* By the specification, a node has a matrix or the three parts; a matrix has precedence
 * here. */
static void take_transform(const json_t *json, GltfNode *node)
{
    float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    float t[3] = {0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    if (json_object_get(json, "matrix")) {
        gltf_numbers(json, "matrix", matrix, 16);
        take_matrix(node, matrix);
        return;
    }
    gltf_numbers(json, "translation", t, 3);
    gltf_numbers(json, "rotation", r, 4);
    gltf_numbers(json, "scale", s, 3);
    node->translation = (Vec3){t[0], t[1], t[2]};
    node->rotation = quat_unit((Quat){r[3], r[0], r[1], r[2]});
    node->scale = (Vec3){s[0], s[1], s[2]};
}

/* Sets the parents. Rejecting a second parent here leaves only cycles for gltf_is_tree(). */
static bool take_children(const GltfReading *reading, Gltf *out, size_t index,
                          const json_t *json)
{
    const json_t *children = json_object_get(json, "children");
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_int_t child = json_integer_value(json_array_get(children, i));
        if (!json_is_integer(json_array_get(children, i)) || child < 0 ||
            (uint64_t)child >= out->node_count || out->nodes[child].parent >= 0)
            return report_error(reading->report,
                                "node %zu: a child does not exist, or has two parents", index);
        out->nodes[child].parent = (int32_t)index;
    }
    return true;
}

/* All nodes get their defaults first, because take_children() sets parents of later nodes. */
static bool take_nodes(const GltfReading *reading, Gltf *out)
{
    out->node_count = gltf_count(reading, "nodes");
    if (out->node_count > GLTF_NODES_MAX)
        return report_error(reading->report, "more than %d nodes", GLTF_NODES_MAX);
    out->nodes = ARENA_ALLOC(reading->arena, GltfNode, out->node_count);
    for (size_t i = 0; i < out->node_count; i++)
        out->nodes[i] = GLTF_NODE;
    for (size_t i = 0; i < out->node_count; i++) {
        const json_t *json = gltf_element(reading, "nodes", (int32_t)i);
        const json_t *light =
            json_object_get(json_object_get(json, "extensions"), "KHR_lights_punctual");
        GltfNode *node = &out->nodes[i];
        node->name = gltf_text(reading, json, "name");
        node->extras = gltf_extras(reading, json);
        take_transform(json, node);
        const json_int_t lamp = json_integer_value(json_object_get(light, "light"));
        if (light && lamp >= 0 && (uint64_t)lamp < out->light_count)
            node->light = (int32_t)lamp;
        if (!gltf_index(reading, json, "mesh", "meshes", &node->mesh) ||
            !gltf_index(reading, json, "skin", "skins", &node->skin) ||
            !gltf_index(reading, json, "camera", "cameras", &node->camera) ||
            !take_children(reading, out, i, json))
            return false;
    }
    return gltf_is_tree(out, reading->arena, reading->report);
}

/* After the meshes, because the weights belong to their targets. */
static void take_node_weights(const GltfReading *reading, Gltf *out)
{
    for (size_t i = 0; i < out->node_count; i++) {
        const json_t *json = gltf_element(reading, "nodes", (int32_t)i);
        const size_t count = json_array_size(json_object_get(json, "weights"));
        GltfNode *node = &out->nodes[i];
        if (!count || node->mesh < 0 || out->meshes[node->mesh].target_count != count)
            continue;
        float *weights = ARENA_ALLOC(reading->arena, float, count);
        gltf_numbers(json, "weights", weights, count);
        node->weights = weights;
    }
}

/* ---- materials, skins, cameras and lights ---- */

/* An image with an "uri" instead of a view keeps an empty file: only the .glb itself is
 * read. */
static bool take_images(GltfReading *reading, Gltf *out)
{
    out->image_count = gltf_count(reading, "images");
    out->images = ARENA_ALLOC(reading->arena, GltfImage, out->image_count);
    for (size_t i = 0; i < out->image_count; i++) {
        const json_t *json = gltf_element(reading, "images", (int32_t)i);
        int32_t view;
        out->images[i].name = gltf_text(reading, json, "name");
        if (!gltf_index(reading, json, "bufferView", "bufferViews", &view) ||
            (view >= 0 && !gltf_view(reading, view, &out->images[i].file)))
            return false;
    }
    return true;
}

/* Without a texture, gltf_element() gets -1 and returns NULL, so that the image stays -1 as
 * well. */
static bool take_material(const GltfReading *reading, const json_t *json, GltfMaterial *out)
{
    const json_t *pbr = json_object_get(json, "pbrMetallicRoughness");
    const Text mode = gltf_text(reading, json, "alphaMode");
    int32_t texture;
    *out = GLTF_MATERIAL;
    out->name = gltf_text(reading, json, "name");
    out->extras = gltf_extras(reading, json);
    out->alpha = text_is(mode, "BLEND")  ? GLTF_BLEND
                 : text_is(mode, "MASK") ? GLTF_MASK
                                         : GLTF_OPAQUE;
    out->double_sided = json_is_true(json_object_get(json, "doubleSided"));
    out->metallic = number_at(pbr, "metallicFactor", 1);
    out->roughness = number_at(pbr, "roughnessFactor", 1);
    gltf_numbers(pbr, "baseColorFactor", out->colour, 4);
    gltf_numbers(json, "emissiveFactor", out->emissive, 3);
    return gltf_index(reading, json_object_get(pbr, "baseColorTexture"), "index", "textures",
                      &texture) &&
           gltf_index(reading, gltf_element(reading, "textures", texture), "source", "images",
                      &out->image);
}

static bool take_materials(const GltfReading *reading, Gltf *out)
{
    out->material_count = gltf_count(reading, "materials");
    out->materials = ARENA_ALLOC(reading->arena, GltfMaterial, out->material_count);
    for (size_t i = 0; i < out->material_count; i++)
        if (!take_material(reading, gltf_element(reading, "materials", (int32_t)i),
                           &out->materials[i]))
            return false;
    return true;
}

/* More matrices than joints are allowed, as in the specification; fewer would be read past. */
static bool take_skin(GltfReading *reading, const json_t *json, GltfSkin *out)
{
    const json_t *joints = json_object_get(json, "joints");
    const float *inverse = NULL;
    uint32_t count = 0;
    int32_t index;
    out->name = gltf_text(reading, json, "name");
    out->joint_count = json_array_size(joints);
    out->joints = ARENA_ALLOC(reading->arena, int32_t, out->joint_count);
    for (size_t i = 0; i < out->joint_count; i++) {
        const json_int_t joint = json_integer_value(json_array_get(joints, i));
        if (joint < 0 || (uint64_t)joint >= gltf_count(reading, "nodes"))
            return report_error(reading->report, "a joint of a skin is not a node");
        out->joints[i] = (int32_t)joint;
    }
    if (!gltf_index(reading, json, "skeleton", "nodes", &out->skeleton) ||
        !gltf_index(reading, json, "inverseBindMatrices", "accessors", &index) ||
        (index >= 0 && !gltf_floats(reading, index, 16, &inverse, &count)))
        return false;
    if (inverse && count < out->joint_count)
        return report_error(reading->report, "a skin has fewer matrices than joints");
    out->inverse = (const float(*)[16])inverse;
    return true;
}

static bool take_skins(GltfReading *reading, Gltf *out)
{
    out->skin_count = gltf_count(reading, "skins");
    out->skins = ARENA_ALLOC(reading->arena, GltfSkin, out->skin_count);
    for (size_t i = 0; i < out->skin_count; i++)
        if (!take_skin(reading, gltf_element(reading, "skins", (int32_t)i), &out->skins[i]))
            return false;
    return true;
}

/* An orthographic camera has no "perspective", and becomes one with these defaults. A far
 * plane of 0 is infinite. */
static void take_cameras(const GltfReading *reading, Gltf *out)
{
    out->camera_count = gltf_count(reading, "cameras");
    out->cameras = ARENA_ALLOC(reading->arena, GltfCamera, out->camera_count);
    for (size_t i = 0; i < out->camera_count; i++) {
        const json_t *json = gltf_element(reading, "cameras", (int32_t)i);
        const json_t *lens = json_object_get(json, "perspective");
        out->cameras[i] =
            (GltfCamera){gltf_text(reading, json, "name"), number_at(lens, "yfov", 1),
                         number_at(lens, "znear", 1), number_at(lens, "zfar", 0)};
    }
}

static void take_lights(const GltfReading *reading, Gltf *out)
{
    const json_t *list = json_object_get(
        json_object_get(json_object_get(reading->json, "extensions"), "KHR_lights_punctual"),
        "lights");
    out->light_count = json_array_size(list);
    out->lights = ARENA_ALLOC(reading->arena, GltfLight, out->light_count);
    for (size_t i = 0; i < out->light_count; i++) {
        const json_t *json = json_array_get(list, i);
        out->lights[i] = (GltfLight){gltf_text(reading, json, "name"),
                                     {1, 1, 1},
                                     number_at(json, "intensity", 1),
                                     number_at(json, "range", 0)};
        gltf_numbers(json, "color", out->lights[i].colour, 3);
    }
}

/* ---- the scene ---- */

/* Required extensions that may be ignored, since they only affect appearance. */
static bool check_required(const GltfReading *reading)
{
    const json_t *list = json_object_get(reading->json, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (!name || (!text_starts(text_of(name), "KHR_materials_") &&
                      strcmp(name, "KHR_lights_punctual") != 0 &&
                      strcmp(name, "KHR_mesh_quantization") != 0 &&
                      strcmp(name, "KHR_texture_transform") != 0))
            return report_cause(reading->report, CAUSE_UNSUPPORTED,
                                "it requires the extension %s, which is not supported",
                                name ? name : "?");
    }
    return true;
}

/* Lights before nodes, whose light is checked against their number; meshes before the
 * weights of nodes. Without a "scene", the first scene is used. */
static bool take_scene(GltfReading *reading, Gltf *out)
{
    const json_t *scene;
    int32_t index;
    if (!check_required(reading) ||
        !gltf_index(reading, reading->json, "scene", "scenes", &index))
        return false;
    scene = gltf_element(reading, "scenes", index < 0 ? 0 : index);
    out->name = gltf_text(reading, scene, "name");
    out->extras = gltf_extras(reading, scene);
    take_cameras(reading, out);
    take_lights(reading, out);
    if (!take_nodes(reading, out) || !gltf_take_meshes(reading, out))
        return false;
    take_node_weights(reading, out);
    return take_skins(reading, out) && take_images(reading, out) &&
           take_materials(reading, out) && gltf_take_animations(reading, out);
}

bool gltf_is(Bytes start) { return start.size >= 4 && !memcmp(start.data, "glTF", 4); }

/* The first chunk must be the JSON, and the first binary chunk is the buffer. Other chunks
 * are skipped, as the specification demands. Sets both to slices of `file`. */
static bool take_chunks(Bytes file, Bytes *json, Bytes *bin, Report *report)
{
    enum { CHUNK_JSON = 0x4E4F534A, CHUNK_BIN = 0x004E4942 };
    Reader reader = reader_of(file, report);
    read_u32(&reader);
    const uint32_t version = read_u32(&reader), size = read_u32(&reader);
    if (reader_ok(&reader) && version != 2)
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "version %u of glTF; only version 2 is supported", version);
    if (reader_ok(&reader) && size > file.size)
        return report_error(report, "it should have %u bytes, but has %zu", size, file.size);
    *json = *bin = (Bytes){NULL, 0};
    for (bool first = true; reader_ok(&reader) && reader_left(&reader) >= 8; first = false) {
        const uint32_t length = read_u32(&reader), type = read_u32(&reader);
        const Bytes chunk = read_bytes(&reader, length);
        if (first && type == CHUNK_JSON)
            *json = chunk;
        else if (type == CHUNK_BIN && !bin->data)
            *bin = chunk;
    }
    return reader_ok(&reader) && (json->size || report_error(report, "it has no JSON"));
}

bool gltf_read(Bytes file, Gltf *out, Arena *arena, Report *report)
{
    GltfReading reading = {.arena = arena, .report = report};
    Bytes json;
    *out = (Gltf){0};
    if (!gltf_is(file))
        return report_error(report, "not a .glb file");
    if (!take_chunks(file, &json, &reading.bin, report))
        return false;
    reading.json = json_read(json, arena, report);
    return reading.json && take_scene(&reading, out);
}
