/* Title, check and summary of a glTF scene: counts, clips with their length, and nodes with
 * extras, the data whose meaning glTF leaves to programs. */
#include "kit/open/glb_summary.h"

#include "base/path.h"
#include "base/text.h"
#include "kit/open/gltf.h"

bool glb_is(Text path, Bytes file) { return gltf_is(file) || path_has_suffix(path, ".glb"); }

/* Reading checks everything that other functions rely on. */
bool glb_check(Bytes file, Arena *arena, Report *report)
{
    Gltf gltf;
    return gltf_read(file, &gltf, arena, report);
}

static uint64_t triangles_of(const Gltf *gltf)
{
    uint64_t count = 0;
    for (size_t i = 0; i < gltf->mesh_count; i++)
        for (size_t j = 0; j < gltf->meshes[i].primitive_count; j++)
            count += gltf->meshes[i].primitives[j].index_count / 3;
    return count;
}

bool glb_title(Bytes file, Text *out, Arena *arena, Report *report)
{
    Gltf gltf;
    if (!gltf_read(file, &gltf, arena, report))
        return false;
    const uint64_t triangles = triangles_of(&gltf);
    *out = arena_format(
        arena, "glTF scene, %zu node%s, %zu mesh%s, %llu triangle%s, %zu clip%s",
        gltf.node_count, PLURAL(gltf.node_count), gltf.mesh_count,
        gltf.mesh_count == 1 ? "" : "es", (unsigned long long)triangles,
        triangles == 1 ? "" : "s", gltf.animation_count, PLURAL(gltf.animation_count));
    return true;
}

/* In seconds: the last key of any channel. */
static float length_of(const GltfAnimation *animation)
{
    float last = 0;
    for (size_t i = 0; i < animation->channel_count; i++) {
        const GltfChannel *channel = &animation->channels[i];
        if (channel->count && channel->times[channel->count - 1] > last)
            last = channel->times[channel->count - 1];
    }
    return last;
}

static void put_clips(JsonWriter *json, const Gltf *gltf)
{
    json_open_list(json, "clips");
    for (size_t i = 0; i < gltf->animation_count; i++) {
        const GltfAnimation *animation = &gltf->animations[i];
        json_open(json, NULL);
        json_put_text(json, "name", animation->name);
        json_put_float(json, "seconds", length_of(animation));
        json_put_uint(json, "channels", animation->channel_count);
        json_close(json);
    }
    json_close_list(json);
}

/* Only nodes with extras: scenes may have thousands of others. */
static void put_nodes(JsonWriter *json, const Gltf *gltf)
{
    json_open_list(json, "nodes_with_extras");
    for (size_t i = 0; i < gltf->node_count; i++) {
        const GltfNode *node = &gltf->nodes[i];
        if (!node->extras.size)
            continue;
        json_open(json, NULL);
        json_put_text(json, "node", node->name);
        json_open(json, "extras");
        json_put_members(json, node->extras);
        json_close(json);
        json_close(json);
    }
    json_close_list(json);
}

bool glb_to_summary(Bytes file, Writer *out, Arena *arena, Report *report)
{
    Gltf gltf;
    if (!gltf_read(file, &gltf, arena, report))
        return false;
    const struct {
        const char *key;
        uint64_t count;
    } rows[] = {{"nodes", gltf.node_count},         {"meshes", gltf.mesh_count},
                {"triangles", triangles_of(&gltf)}, {"materials", gltf.material_count},
                {"images", gltf.image_count},       {"skins", gltf.skin_count},
                {"cameras", gltf.camera_count},     {"lights", gltf.light_count}};
    JsonWriter json = json_to(out);
    json_open(&json, NULL);
    json_put_text(&json, "format", TEXT("glb"));
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        json_put_uint(&json, rows[i].key, rows[i].count);
    put_clips(&json, &gltf);
    put_nodes(&json, &gltf);
    json_close(&json);
    json_end(&json);
    return true;
}
