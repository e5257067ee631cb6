/* glTF: writing. The JSON is written in one pass; numbers are added to the binary part on the
 * way, and accessors and views are written at the end. */
#include "kit/open/gltf_buffer.h"

#include <assert.h>

typedef struct Writing {
    const Gltf *gltf;
    JsonWriter json;
    GltfBuffer buffer;
} Writing;

/* ---- values ---- */

static void put_number(Writing *writing, const char *key, float number)
{
    gltf_put_number(&writing->buffer, &writing->json, key, number);
}

static void put_numbers(Writing *writing, const char *key, const float *numbers, size_t count)
{
    gltf_put_numbers(&writing->buffer, &writing->json, key, numbers, count);
}

static uint32_t add(Writing *writing, GltfKind kind, const void *data, size_t count)
{
    return gltf_buffer_add(&writing->buffer, kind, data, count);
}

static void put_name(Writing *writing, Text name)
{
    if (name.size)
        json_put_text(&writing->json, "name", name);
}

static void put_index(Writing *writing, const char *key, int32_t index)
{
    if (index >= 0)
        json_put_int(&writing->json, key, index);
}

static void put_extras(Writing *writing, Text extras)
{
    if (!extras.size)
        return;
    json_open(&writing->json, "extras");
    json_put_members(&writing->json, extras);
    json_close(&writing->json);
}

/* ---- sections ---- */

static bool is_root(const GltfNode *node) { return node->parent < 0; }

/* Follows the parents from each node and stops at nodes seen before, so it takes linear
 * time. A walk that meets a node of itself (ON_WAY) without a root has found a cycle. */
bool gltf_is_tree(const Gltf *gltf, Arena *arena, Report *report)
{
    enum { UNSEEN, ON_WAY, DONE };
    uint8_t *seen = ARENA_ALLOC(arena, uint8_t, gltf->node_count);
    for (size_t i = 0; i < gltf->node_count; i++) {
        size_t at = i;
        for (; seen[at] == UNSEEN; at = (size_t)gltf->nodes[at].parent) {
            seen[at] = ON_WAY;
            if (is_root(&gltf->nodes[at]))
                break;
            assert((size_t)gltf->nodes[at].parent < gltf->node_count);
        }
        if (seen[at] == ON_WAY && !is_root(&gltf->nodes[at]))
            return report_error(report, "the node \"%.*s\" is its own ancestor",
                                (int)gltf->nodes[at].name.size, gltf->nodes[at].name.at);
        for (at = i; seen[at] == ON_WAY; at = (size_t)gltf->nodes[at].parent) {
            seen[at] = DONE;
            if (is_root(&gltf->nodes[at]))
                break;
        }
    }
    return true;
}

/* The children of each node, in order: `first` is the first child or -1, `next` the next
 * sibling. */
typedef struct Families {
    int32_t *first, *next;
} Families;

/* From the last node to the first, so that each list of children has the order of the nodes. */
static Families families_of(const Gltf *gltf, Arena *arena)
{
    Families families = {ARENA_ALLOC(arena, int32_t, gltf->node_count),
                         ARENA_ALLOC(arena, int32_t, gltf->node_count)};
    for (size_t i = 0; i < gltf->node_count; i++)
        families.first[i] = -1;
    for (size_t i = gltf->node_count; i--;) {
        const int32_t parent = gltf->nodes[i].parent;
        families.next[i] = parent < 0 ? -1 : families.first[parent];
        if (parent >= 0)
            families.first[parent] = (int32_t)i;
    }
    return families;
}

/* Parts equal to the default are omitted, as the specification permits. A glTF rotation is
 * x, y, z, w; ours begins with w. */
static void put_transform(Writing *writing, const GltfNode *node)
{
    const Vec3 t = node->translation, s = node->scale;
    const Quat r = node->rotation;
    if (t.x != 0 || t.y != 0 || t.z != 0)
        put_numbers(writing, "translation", (float[]){t.x, t.y, t.z}, 3);
    if (r.w != 1 || r.x != 0 || r.y != 0 || r.z != 0)
        put_numbers(writing, "rotation", (float[]){r.x, r.y, r.z, r.w}, 4);
    if (s.x != 1 || s.y != 1 || s.z != 1)
        put_numbers(writing, "scale", (float[]){s.x, s.y, s.z}, 3);
}

static void put_light(Writing *writing, int32_t light)
{
    if (light < 0)
        return;
    json_open(&writing->json, "extensions");
    json_open(&writing->json, "KHR_lights_punctual");
    json_put_int(&writing->json, "light", light);
    json_close(&writing->json);
    json_close(&writing->json);
}

static void put_nodes(Writing *writing)
{
    JsonWriter *json = &writing->json;
    const Gltf *gltf = writing->gltf;
    const Families families = families_of(gltf, writing->buffer.arena);
    for (size_t i = 0; i < gltf->node_count; i++) {
        const GltfNode *node = &gltf->nodes[i];
        json_open(json, NULL);
        put_name(writing, node->name);
        put_transform(writing, node);
        put_index(writing, "mesh", node->mesh);
        if (node->weights && node->mesh >= 0 && gltf->meshes[node->mesh].target_count)
            put_numbers(writing, "weights", node->weights,
                        gltf->meshes[node->mesh].target_count);
        put_index(writing, "skin", node->skin);
        put_index(writing, "camera", node->camera);
        put_light(writing, node->light);
        if (families.first[i] >= 0) {
            json_open_list(json, "children");
            for (int32_t c = families.first[i]; c >= 0; c = families.next[c])
                json_put_int(json, NULL, c);
            json_close_list(json);
        }
        put_extras(writing, node->extras);
        json_close(json);
    }
}

/* An attribute without data is omitted: a reader then uses the default of the specification. */
static void put_attributes(Writing *writing, const GltfPrimitive *primitive)
{
    JsonWriter *json = &writing->json;
    const struct {
        const char *name;
        const void *data;
        GltfKind kind;
    } attributes[] = {{"POSITION", primitive->positions, GLTF_POSITIONS},
                      {"NORMAL", primitive->normals, GLTF_NORMALS},
                      {"TEXCOORD_0", primitive->uvs, GLTF_UVS},
                      {"COLOR_0", primitive->colours, GLTF_COLOURS},
                      {"JOINTS_0", primitive->joints, GLTF_JOINTS},
                      {"WEIGHTS_0", primitive->weights, GLTF_JOINT_WEIGHTS}};
    json_open(json, "attributes");
    for (size_t i = 0; i < COUNT_OF(attributes); i++)
        if (attributes[i].data)
            json_put_uint(
                json, attributes[i].name,
                add(writing, attributes[i].kind, attributes[i].data, primitive->vertex_count));
    json_close(json);
}

static void put_targets(Writing *writing, const GltfPrimitive *primitive, size_t count)
{
    JsonWriter *json = &writing->json;
    if (!count)
        return;
    json_open_list(json, "targets");
    for (size_t i = 0; i < count; i++) {
        const GltfTarget *target = &primitive->targets[i];
        json_open(json, NULL);
        json_put_uint(json, "POSITION",
                      add(writing, GLTF_POSITIONS, target->positions, primitive->vertex_count));
        if (target->normals)
            json_put_uint(json, "NORMAL",
                          add(writing, GLTF_NORMALS, target->normals, primitive->vertex_count));
        json_close(json);
    }
    json_close_list(json);
}

/* By convention, the names of targets are stored in the extras. */
static void put_mesh_extras(Writing *writing, const GltfMesh *mesh)
{
    JsonWriter *json = &writing->json;
    if (!mesh->target_names) {
        put_extras(writing, mesh->extras);
        return;
    }
    json_open(json, "extras");
    json_open_list(json, "targetNames");
    for (size_t i = 0; i < mesh->target_count; i++)
        json_put_text(json, NULL, mesh->target_names[i]);
    json_close_list(json);
    json_put_members(json, mesh->extras);
    json_close(json);
}

static void put_meshes(Writing *writing)
{
    JsonWriter *json = &writing->json;
    for (size_t i = 0; i < writing->gltf->mesh_count; i++) {
        const GltfMesh *mesh = &writing->gltf->meshes[i];
        json_open(json, NULL);
        put_name(writing, mesh->name);
        json_open_list(json, "primitives");
        for (size_t j = 0; j < mesh->primitive_count; j++) {
            const GltfPrimitive *primitive = &mesh->primitives[j];
            json_open(json, NULL);
            put_attributes(writing, primitive);
            json_put_uint(json, "indices",
                          gltf_buffer_add_indices(&writing->buffer, primitive));
            put_index(writing, "material", primitive->material);
            put_targets(writing, primitive, mesh->target_count);
            put_extras(writing, primitive->extras);
            json_close(json);
        }
        json_close_list(json);
        if (mesh->weights && mesh->target_count)
            put_numbers(writing, "weights", mesh->weights, mesh->target_count);
        put_mesh_extras(writing, mesh);
        json_close(json);
    }
}

static void put_skins(Writing *writing)
{
    JsonWriter *json = &writing->json;
    for (size_t i = 0; i < writing->gltf->skin_count; i++) {
        const GltfSkin *skin = &writing->gltf->skins[i];
        json_open(json, NULL);
        put_name(writing, skin->name);
        if (skin->inverse)
            json_put_uint(json, "inverseBindMatrices",
                          add(writing, GLTF_MATRICES, skin->inverse, skin->joint_count));
        put_index(writing, "skeleton", skin->skeleton);
        json_open_list(json, "joints");
        for (size_t j = 0; j < skin->joint_count; j++)
            json_put_int(json, NULL, skin->joints[j]);
        json_close_list(json);
        json_close(json);
    }
}

/* `index` is the texture of the material, which is used only if the material has an image. */
static void put_material(Writing *writing, const GltfMaterial *material, size_t index)
{
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    JsonWriter *json = &writing->json;
    json_open(json, NULL);
    put_name(writing, material->name);
    json_open(json, "pbrMetallicRoughness");
    if (material->image >= 0) {
        json_open(json, "baseColorTexture");
        json_put_uint(json, "index", index); /* each material has its own texture */
        json_close(json);
    }
    put_numbers(writing, "baseColorFactor", material->colour, 4);
    put_number(writing, "metallicFactor", material->metallic);
    put_number(writing, "roughnessFactor", material->roughness);
    json_close(json);
    put_numbers(writing, "emissiveFactor", material->emissive, 3);
    if (material->alpha != GLTF_OPAQUE)
        json_put_text(json, "alphaMode", text_of(modes[material->alpha]));
    if (material->double_sided)
        json_put_bool(json, "doubleSided", true);
    put_extras(writing, material->extras);
    json_close(json);
}

/* Counts textures as put_textures() writes them: one for each material with an image. */
static void put_materials(Writing *writing)
{
    size_t texture = 0;
    for (size_t i = 0; i < writing->gltf->material_count; i++) {
        const GltfMaterial *material = &writing->gltf->materials[i];
        put_material(writing, material, texture);
        texture += material->image >= 0;
    }
}

/* The sampler is the index into the four of put_samplers(): bit 0 repeats, bit 1 is nearest. */
static void put_textures(Writing *writing)
{
    for (size_t i = 0; i < writing->gltf->material_count; i++) {
        const GltfMaterial *material = &writing->gltf->materials[i];
        if (material->image < 0)
            continue;
        json_open(&writing->json, NULL);
        json_put_int(&writing->json, "sampler",
                     (material->repeats ? 1 : 0) + (material->pixels ? 2 : 0));
        json_put_int(&writing->json, "source", material->image);
        json_close(&writing->json);
    }
}

/* All four combinations of filtering and repetition. */
static void put_samplers(Writing *writing)
{
    enum { NEAREST = 9728, LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987 };
    enum { REPEAT = 10497, CLAMP_TO_EDGE = 33071 };
    JsonWriter *json = &writing->json;
    for (int i = 0; i < 4; i++) {
        json_open(json, NULL);
        json_put_int(json, "magFilter", i & 2 ? NEAREST : LINEAR);
        json_put_int(json, "minFilter", i & 2 ? NEAREST : LINEAR_MIPMAP_LINEAR);
        json_put_int(json, "wrapS", i & 1 ? REPEAT : CLAMP_TO_EDGE);
        json_put_int(json, "wrapT", i & 1 ? REPEAT : CLAMP_TO_EDGE);
        json_close(json);
    }
}

/* A JPEG begins with FF D8; any other image is taken for a PNG, the only other type of glTF
 * 2.0. */
static void put_images(Writing *writing)
{
    JsonWriter *json = &writing->json;
    for (size_t i = 0; i < writing->gltf->image_count; i++) {
        const GltfImage *image = &writing->gltf->images[i];
        const bool jpeg = image->file.size && image->file.data[0] == 0xFF;
        json_open(json, NULL);
        put_name(writing, image->name);
        json_put_text(json, "mimeType", jpeg ? TEXT("image/jpeg") : TEXT("image/png"));
        json_put_uint(json, "bufferView", gltf_buffer_add_file(&writing->buffer, image->file));
        json_close(json);
    }
}

static GltfKind kind_of(const GltfChannel *channel)
{
    return channel->path == GLTF_WEIGHTS    ? GLTF_SCALARS
           : channel->path == GLTF_ROTATION ? GLTF_TURNS
                                            : GLTF_VECTORS;
}

/* Times and values shared by channels are stored once: gltf_buffer_add() finds them by
 * address. */
static void put_samplers_of(Writing *writing, const GltfAnimation *animation)
{
    JsonWriter *json = &writing->json;
    json_open_list(json, "samplers");
    for (size_t i = 0; i < animation->channel_count; i++) {
        const GltfChannel *channel = &animation->channels[i];
        const size_t width = channel->path == GLTF_WEIGHTS ? channel->width : 1;
        json_open(json, NULL);
        json_put_uint(json, "input", add(writing, GLTF_TIMES, channel->times, channel->count));
        json_put_uint(json, "output",
                      add(writing, kind_of(channel), channel->values, channel->count * width));
        json_put_text(json, "interpolation", channel->steps ? TEXT("STEP") : TEXT("LINEAR"));
        json_close(json);
    }
    json_close_list(json);
}

/* `paths` has the order of the channels' `path`. Sampler j belongs to channel j. */
static void put_animations(Writing *writing)
{
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    JsonWriter *json = &writing->json;
    for (size_t i = 0; i < writing->gltf->animation_count; i++) {
        const GltfAnimation *animation = &writing->gltf->animations[i];
        json_open(json, NULL);
        put_name(writing, animation->name);
        put_samplers_of(writing, animation);
        json_open_list(json, "channels");
        for (size_t j = 0; j < animation->channel_count; j++) {
            json_open(json, NULL);
            json_put_uint(json, "sampler", j);
            json_open(json, "target");
            json_put_int(json, "node", animation->channels[j].node);
            json_put_text(json, "path", text_of(paths[animation->channels[j].path]));
            json_close(json);
            json_close(json);
        }
        json_close_list(json);
        put_extras(writing, animation->extras);
        json_close(json);
    }
}

static void put_cameras(Writing *writing)
{
    JsonWriter *json = &writing->json;
    for (size_t i = 0; i < writing->gltf->camera_count; i++) {
        const GltfCamera *camera = &writing->gltf->cameras[i];
        json_open(json, NULL);
        put_name(writing, camera->name);
        json_put_text(json, "type", TEXT("perspective"));
        json_open(json, "perspective");
        put_number(writing, "yfov", camera->fov_y);
        put_number(writing, "znear", camera->near);
        if (camera->far > 0)
            put_number(writing, "zfar", camera->far);
        json_close(json);
        json_close(json);
    }
}

/* Only here is "extensionsUsed" written: no other extension is. A range of 0 is unlimited. */
static void put_lights(Writing *writing)
{
    JsonWriter *json = &writing->json;
    if (!writing->gltf->light_count)
        return;
    json_open_list(json, "extensionsUsed");
    json_put_text(json, NULL, TEXT("KHR_lights_punctual"));
    json_close_list(json);
    json_open(json, "extensions");
    json_open(json, "KHR_lights_punctual");
    json_open_list(json, "lights");
    for (size_t i = 0; i < writing->gltf->light_count; i++) {
        const GltfLight *light = &writing->gltf->lights[i];
        json_open(json, NULL);
        put_name(writing, light->name);
        json_put_text(json, "type", TEXT("point"));
        put_numbers(writing, "color", light->colour, 3);
        put_number(writing, "intensity", light->intensity);
        if (light->range > 0)
            put_number(writing, "range", light->range);
        json_close(json);
    }
    json_close_list(json);
    json_close(json);
    json_close(json);
}

/* ---- the file ---- */

static void put_scene(Writing *writing)
{
    const Gltf *gltf = writing->gltf;
    JsonWriter *json = &writing->json;
    json_open(json, "asset");
    json_put_text(json, "version", TEXT("2.0"));
    json_put_text(json, "generator", TEXT("oisin"));
    json_close(json);
    json_put_uint(json, "scene", 0);
    json_open_list(json, "scenes");
    json_open(json, NULL);
    put_name(writing, gltf->name);
    if (gltf->node_count) {
        json_open_list(json, "nodes");
        for (size_t i = 0; i < gltf->node_count; i++)
            if (is_root(&gltf->nodes[i]))
                json_put_uint(json, NULL, i);
        json_close_list(json);
    }
    put_extras(writing, gltf->extras);
    json_close(json);
    json_close_list(json);
}

/* The specification does not allow empty lists: sections without elements are omitted. */
static void put_sections(Writing *writing)
{
    const Gltf *gltf = writing->gltf;
    size_t textures = 0;
    for (size_t i = 0; i < gltf->material_count; i++)
        textures += gltf->materials[i].image >= 0;
    const struct {
        const char *name;
        size_t count;
        void (*put)(Writing *writing);
    } sections[] = {{"nodes", gltf->node_count, put_nodes},
                    {"meshes", gltf->mesh_count, put_meshes},
                    {"skins", gltf->skin_count, put_skins},
                    {"animations", gltf->animation_count, put_animations},
                    {"cameras", gltf->camera_count, put_cameras},
                    {"materials", gltf->material_count, put_materials},
                    {"textures", textures, put_textures},
                    {"samplers", textures, put_samplers},
                    {"images", gltf->image_count, put_images}};
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        if (!sections[i].count)
            continue;
        json_open_list(&writing->json, sections[i].name);
        sections[i].put(writing);
        json_close_list(&writing->json);
    }
    put_lights(writing);
}

/* The tree is checked before anything is written, because put_nodes() relies on it. A number
 * that is not finite is detected while the buffer is filled, so it is reported last. */
bool gltf_write(const Gltf *gltf, Bytes *out, Arena *arena, Report *report)
{
    Writer text = writer_to(arena);
    Writing writing = {.gltf = gltf, .json = json_to(&text), .buffer = gltf_buffer(arena)};
    if (!gltf_is_tree(gltf, arena, report))
        return false;
    gltf_buffer_reserve(&writing.buffer, gltf);
    json_open(&writing.json, NULL);
    put_scene(&writing);
    put_sections(&writing);
    gltf_buffer_put(&writing.buffer, &writing.json);
    json_close(&writing.json);
    json_end(&writing.json);
    if (writing.buffer.infinite)
        return report_error(report, "a number of the scene is not finite");
    return gltf_buffer_file(&writing.buffer, writer_bytes(&text), out, report);
}
