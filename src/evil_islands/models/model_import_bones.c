/* Bones of a glTF scene: see model_import.h. */
#include "evil_islands/models/model_import_internal.h"

#include "base/game_text.h"
#include "base/hash.h"
#include "base/text.h"
#include "evil_islands/models/model_internal.h"

enum {
    NAME_MAX = 200
}; /* maximum size of a bone's name in bytes: it becomes part of a file
    * name */

static const GltfNode *node_at(const GlbModel *model, int32_t index)
{
    return &model->gltf.nodes[index];
}

/* Meshes of points or lines have no primitives here. */
static bool has_mesh(const GlbModel *model, int32_t node)
{
    const int32_t mesh = node_at(model, node)->mesh;
    return mesh >= 0 && model->gltf.meshes[mesh].primitive_count;
}

/* ---- the tree ---- */

/* Depth-first order; children in the order of nodes. */
static void order_nodes(GlbModel *model)
{
    const size_t count = model->gltf.node_count;
    int32_t *first = arena_alloc_raw(model->arena, count + 1, sizeof *first);
    int32_t *next = arena_alloc_raw(model->arena, count + 1, sizeof *next);
    size_t done = 0;
    model->order = ARENA_ALLOC(model->arena, int32_t, count);
    for (size_t i = 0; i <= count; i++)
        first[i] = -1;
    for (size_t i = count; i-- > 0;) { /* nodes of the scene are children of `count` */
        const int32_t parent = node_at(model, (int32_t)i)->parent;
        int32_t *head = &first[parent < 0 ? count : (size_t)parent];
        next[i] = *head;
        *head = (int32_t)i;
    }
    for (int32_t node = first[count]; node >= 0;) {
        model->order[done++] = node;
        int32_t on = first[node];
        while (on < 0 && node >= 0) {
            on = next[node];
            node = node_at(model, node)->parent;
        }
        node = on;
    }
}

/* Only skins that a mesh uses count. */
static void find_joints(GlbModel *model)
{
    bool *known = ARENA_ALLOC(model->arena, bool, model->gltf.skin_count);
    for (size_t i = 0; i < model->gltf.node_count; i++) {
        const int32_t skin = node_at(model, (int32_t)i)->skin;
        if (skin < 0 || known[skin] || !has_mesh(model, (int32_t)i))
            continue;
        const GltfSkin *of = &model->gltf.skins[skin];
        known[skin] = true;
        for (size_t k = 0; k < of->joint_count; k++)
            model->rests[of->joints[k]].joint = model->skinned = true;
    }
}

/* Positions for all bodies, as they were exported; anything else is ignored. */
static void take_offsets(GlbRest *rest, Text extras)
{
    json_t *list = extras.size ? glb_extra(extras, "offsets") : NULL;
    const size_t count = json_array_size(list);
    rest->placed = count == 3 * FIG_VARIANTS;
    for (size_t i = 0; rest->placed && i < count; i++) {
        const float number = (float)json_number_value(json_array_get(list, i));
        Vec3 *offset = &rest->offsets[i / 3];
        *(i % 3 == 0 ? &offset->x : i % 3 == 1 ? &offset->y : &offset->z) = number;
        rest->placed = json_is_number(json_array_get(list, i)) && isfinite(number);
    }
    json_decref(list);
}

/* Children before parents, so that `shaped` is passed up. */
bool glb_find_rests(GlbModel *model)
{
    const size_t count = model->gltf.node_count;
    bool any = false;
    model->rests = ARENA_ALLOC(model->arena, GlbRest, count);
    order_nodes(model);
    for (size_t i = count; i-- > 0;) {
        const int32_t node = model->order[i], parent = node_at(model, node)->parent;
        GlbRest *rest = &model->rests[node];
        rest->bone = -1;
        rest->translation = node_at(model, node)->translation;
        rest->rotation = node_at(model, node)->rotation;
        rest->scale = node_at(model, node)->scale;
        rest->shaped |= has_mesh(model, node);
        any |= rest->shaped;
        if (parent >= 0)
            model->rests[parent].shaped |= rest->shaped;
        take_offsets(rest, node_at(model, node)->extras);
    }
    find_joints(model);
    return any || report_error(model->report, "no mesh in the scene: a model needs one");
}

/* ---- selection of bones ---- */

/* Whether the node changes nothing: then it can only carry a mesh. */
static bool is_still(const GltfNode *node)
{
    const float least = 1e-6f;
    const Vec3 grown = vec3_sub(node->scale, (Vec3){1, 1, 1});
    return vec3_length(node->translation) < least && vec3_length(grown) < least &&
           fabsf(node->rotation.w) > 1 - least;
}

static bool is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (unsigned char)c >= 0x80;
}

/* "arm.001" or "arm_mesh" belongs to "arm": programs add such endings. */
static bool called_as(Text name, Text parent)
{
    return !name.size || (parent.size && name.size >= parent.size &&
                          !memcmp(name.at, parent.at, parent.size) &&
                          (name.size == parent.size || !is_letter(name.at[parent.size])));
}

/* Whether a node only carries a mesh of its parent bone. `children` is the number of each
 * node's children. */
static bool is_part(const GlbModel *model, int32_t index, const uint32_t *children)
{
    const GltfNode *node = node_at(model, index);
    if (!has_mesh(model, index) || children[index] || node->parent < 0 ||
        model->rests[index].placed)
        return false;
    return called_as(node->name, node_at(model, node->parent)->name) ||
           (is_still(node) && !has_mesh(model, node->parent));
}

/* Whether a top node is not a bone but a wrapper that programs add above a model. `shaped` and
 * `parts` count its children with meshes, and those that are parts. */
static bool is_wrapper(const GlbModel *model, int32_t index, uint32_t shaped, uint32_t parts)
{
    const GltfNode *node = node_at(model, index);
    return !has_mesh(model, index) && !model->rests[index].placed && shaped == 1 && !parts &&
           vec3_length(node->translation) < 1e-6f;
}

/* Marks the bones of a scene without a skin with number 0, until they are numbered. */
static void mark_bones(GlbModel *model)
{
    const size_t count = model->gltf.node_count;
    uint32_t *children = ARENA_ALLOC(model->arena, uint32_t, count);
    uint32_t *shaped = ARENA_ALLOC(model->arena, uint32_t, count);
    uint32_t *parts = ARENA_ALLOC(model->arena, uint32_t, count);
    bool *top = ARENA_ALLOC(model->arena, bool, count);
    for (size_t i = 0; i < count; i++) {
        const int32_t parent = node_at(model, (int32_t)i)->parent;
        if (parent >= 0) {
            children[parent]++;
            shaped[parent] += model->rests[i].shaped;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (is_part(model, (int32_t)i, children))
            parts[node_at(model, (int32_t)i)->parent]++;
    for (size_t i = 0; i < count; i++) {
        const int32_t index = model->order[i];
        const GltfNode *node = node_at(model, index);
        const bool above = node->parent < 0 || top[node->parent];
        GlbRest *rest = &model->rests[index];
        const bool tool = (node->camera >= 0 || node->light >= 0) && !rest->shaped;
        const bool inside = !above && model->rests[node->parent].bone >= 0;
        top[index] = above && is_wrapper(model, index, shaped[index], parts[index]);
        if (!top[index] && !tool && (inside || (above && rest->shaped)) &&
            !(inside && is_part(model, index, children)))
            rest->bone = 0;
    }
}

/* ---- bones ---- */

/* The closest ancestor of a node that is a bone; -1: none. */
static int32_t bone_above(const GlbModel *model, int32_t node)
{
    int32_t at = node_at(model, node)->parent;
    while (at >= 0 && model->rests[at].bone < 0)
        at = node_at(model, at)->parent;
    return at < 0 ? -1 : model->rests[at].bone;
}

/* Names of bones become names of files in an archive. */
static bool check_name(const GlbModel *model, const GlbBone *bone)
{
    Text bytes;
    bool plain = true;
    if (!bone->name.size)
        return report_error(model->report, "node %d is a bone without a name", bone->node);
    for (size_t i = 0; i < bone->name.size; i++)
        plain &= (unsigned char)bone->name.at[i] >= ' ' && bone->name.at[i] != '/' &&
                 bone->name.at[i] != '\\';
    if (!plain)
        return report_error(model->report,
                            "the node \"%.*s\": bone names must be text without slashes",
                            (int)bone->name.size, bone->name.at);
    if (!game_text_encode(bone->name, &bytes, NULL, model->arena))
        return report_error(model->report, "the node \"%.*s\": %s", (int)bone->name.size,
                            bone->name.at, game_text_lack(bone->name, model->arena).at);
    if (bytes.size > NAME_MAX)
        return report_error(model->report,
                            "the node \"%.20s...\" has a name of %zu bytes; maximum %d",
                            bone->name.at, bytes.size, NAME_MAX);
    if (text_equal_caseless(bone->name, model->name))
        return report_error(model->report,
                            "the node \"%.*s\" has the same name as the model, which is "
                            "reserved for its bone list; rename the model",
                            (int)bone->name.size, bone->name.at);
    return true;
}

static Text small_letters(Text name, Arena *arena)
{
    char *copy = (char *)arena_copy(arena, bytes_of_text(name)).data;
    for (size_t i = 0; i < name.size; i++)
        copy[i] += copy[i] >= 'A' && copy[i] <= 'Z' ? 'a' - 'A' : 0;
    return (Text){copy, name.size};
}

static bool check_names(const GlbModel *model)
{
    Table known = table_new(model->arena);
    for (size_t i = 0; i < model->bone_count; i++) {
        const GlbBone *bone = &model->bones[i];
        if (!check_name(model, bone))
            return false;
        if (*table_put(&known, small_letters(bone->name, model->arena), (uint32_t)i) != i)
            return report_error(model->report,
                                "two nodes are named \"%.*s\"; bone names must be unique "
                                "(ignoring case)",
                                (int)bone->name.size, bone->name.at);
    }
    return true;
}

/* The nodes from the parent bone to this one, the bone last. */
static bool take_chain(GlbModel *model, GlbBone *bone)
{
    enum { WORK = 16 }; /* cost per node of a chain, which several bones may share */
    const int32_t until = bone->parent < 0 ? -1 : model->bones[bone->parent].node;
    for (int32_t at = bone->node; at != until; at = node_at(model, at)->parent)
        bone->chain_count++;
    if (!glb_charge(model, bone->chain_count * WORK))
        return false;
    bone->chain = ARENA_ALLOC(model->arena, int32_t, bone->chain_count);
    size_t i = bone->chain_count;
    for (int32_t at = bone->node; at != until; at = node_at(model, at)->parent)
        bone->chain[--i] = at;
    return true;
}

/* Numbers the marked nodes. */
static bool take_bones(GlbModel *model)
{
    for (size_t i = 0; i < model->gltf.node_count; i++) {
        const int32_t node = model->order[i];
        GlbRest *rest = &model->rests[node];
        if (rest->bone < 0)
            continue;
        if (model->bone_count == MODEL_BONES_MAX)
            return report_error(model->report, "more than %d bones", MODEL_BONES_MAX);
        const int32_t parent = bone_above(model, node);
        if (parent < 0 && model->bone_count) {
            const Text a = model->bones[0].name, b = node_at(model, node)->name;
            return report_error(model->report,
                                "\"%.*s\" and \"%.*s\" are both roots; a model has one root",
                                (int)a.size, a.at, (int)b.size, b.at);
        }
        rest->bone = (int32_t)model->bone_count;
        GlbBone *bone = ARENA_PUSH(model->arena, model->bones, model->bone_count);
        *bone = (GlbBone){.name = node_at(model, node)->name, .node = node, .parent = parent};
        if (!take_chain(model, bone))
            return false;
    }
    return true;
}

/* With a skin, its joints are the bones; otherwise they are found by the shape of the tree. */
bool glb_find_bones(GlbModel *model)
{
    size_t lost = 0;
    if (!model->skinned)
        mark_bones(model);
    for (size_t i = 0; model->skinned && i < model->gltf.node_count; i++)
        model->rests[i].bone = model->rests[i].joint ? 0 : -1;
    if (!take_bones(model) || !check_names(model))
        return false;
    for (size_t i = 0; i < model->gltf.node_count; i++) {
        const GltfNode *node = node_at(model, (int32_t)i);
        lost += node->parent < 0 && !model->rests[i].shaped && model->rests[i].bone < 0 &&
                node->camera < 0 && node->light < 0 && !model->skinned;
    }
    if (lost)
        report_warning(model->report, "%zu node%s without a mesh beside the model, left out",
                       lost, PLURAL(lost));
    return true;
}
