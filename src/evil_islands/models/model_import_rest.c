/* Parts and positions of bones at rest: see model_import.h. */
#include "evil_islands/models/model_import_internal.h"

#include "base/text.h"

#include "evil_islands/models/model_internal.h"

/* The caller must release the result; NULL if there is none. Uses no arena: there is a call
 * for each node. */
json_t *glb_extra(Text extras, const char *key)
{
    json_t *object = NULL, *value = NULL;
    char *text = malloc(extras.size + 3);
    if (text) {
        text[0] = '{';
        memcpy(text + 1, extras.at ? extras.at : "", extras.size);
        text[extras.size + 1] = '}';
        object = json_loadb(text, extras.size + 2, 0, NULL);
        value = json_incref(json_object_get(object, key));
    }
    json_decref(object);
    free(text);
    return value;
}

/* Blender stores whole numbers as floats, so those are accepted. */
bool glb_extra_number(Text extras, const char *key, uint32_t *out)
{
    json_t *value = extras.size ? glb_extra(extras, key) : NULL;
    const double number = json_is_number(value) ? json_number_value(value) : -1;
    const bool ok = number >= 0 && number <= UINT32_MAX && number == floor(number);
    if (ok)
        *out = (uint32_t)number;
    json_decref(value);
    return ok;
}

/* The variant of a target's name, from 1; 0 if it is not one of ours. */
unsigned glb_variant(Text name)
{
    for (unsigned i = 0; i < MODEL_TARGET_COUNT; i++)
        if (text_equal_caseless(name, text_of(model_target_names[i])))
            return i + 1;
    return 0;
}

/* Limits the work for one file: many nodes may share one large mesh. */
bool glb_charge(GlbModel *model, uint64_t work)
{
    if (work <= (uint64_t)model->work) {
        model->work -= (int64_t)work;
        return true;
    }
    model->work = 0;
    return report_error(model->report,
                        "it is too large for a model: meshes, targets and "
                        "frames are more than %d in all",
                        GLB_WORK_MAX);
}

/* ---- the clip that is shown ---- */

static bool is_near(const float *a, const float *b, unsigned count)
{
    bool near = true;
    for (unsigned i = 0; i < count; i++)
        near &= fabsf(a[i] - b[i]) <= 1e-5f * (1 + fabsf(b[i]));
    return near;
}

/* A rotation and its negative are the same. */
static bool is_shown_by(const GlbModel *model, const GltfChannel *channel)
{
    const GltfNode *node = &model->gltf.nodes[channel->node];
    const float place[3] = {node->translation.x, node->translation.y, node->translation.z};
    const float turn[4] = {node->rotation.x, node->rotation.y, node->rotation.z,
                           node->rotation.w};
    const float back[4] = {-turn[0], -turn[1], -turn[2], -turn[3]};
    if (channel->path == GLTF_TRANSLATION)
        return is_near(channel->values, place, 3);
    return channel->path != GLTF_ROTATION || is_near(channel->values, turn, 4) ||
           is_near(channel->values, back, 4);
}

/* Finds a clip whose first frame equals the pose of the nodes: the nodes that it rotates have
 * no rotation at rest. */
static void find_shown(GlbModel *model)
{
    for (size_t i = 0; i < model->gltf.animation_count; i++) {
        const GltfAnimation *animation = &model->gltf.animations[i];
        bool shown = true;
        for (size_t k = 0; shown && k < animation->channel_count; k++)
            shown = is_shown_by(model, &animation->channels[k]);
        for (size_t k = 0; shown && k < animation->channel_count; k++) {
            GlbRest *rest = &model->rests[animation->channels[k].node];
            if (rest->joint)
                continue;
            rest->shown |= animation->channels[k].path == GLTF_TRANSLATION;
            if (animation->channels[k].path == GLTF_ROTATION)
                rest->rotation = QUAT_NONE;
        }
    }
}

/* ---- the body that is shown ---- */

/* If the weights are close to a body of three numbers, replaces them by the exact weights of
 * that body. */
static void take_body(GlbModel *model, const GltfMesh *mesh, const float *weights)
{
    float found[FIG_VARIANTS] = {1}, body[3] = {0}, exact[FIG_VARIANTS];
    unsigned count = 0;
    for (size_t i = 0; i < mesh->target_count; i++) {
        const unsigned variant = glb_variant(mesh->target_names[i]);
        if (!variant || found[variant] != 0)
            continue;
        found[variant] = weights[i];
        found[0] -= weights[i];
        count++;
    }
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            body[axis] += i >> axis & 1 ? found[i] : 0;
    model_weights(body[0], body[1], body[2], exact);
    model->variants |= count > 0;
    for (unsigned i = 0; count == MODEL_TARGET_COUNT && i < FIG_VARIANTS; i++)
        model->weights[i] = is_near(exact, found, FIG_VARIANTS) ? exact[i] : found[i];
}

/* Nodes and meshes backwards, so that the first one is taken last and stays. */
static void find_body(GlbModel *model)
{
    const Gltf *gltf = &model->gltf;
    const float **of_nodes = ARENA_ALLOC(model->arena, const float *, gltf->mesh_count);
    for (size_t i = gltf->node_count; i-- > 0;)
        if (gltf->nodes[i].mesh >= 0 && gltf->nodes[i].weights)
            of_nodes[gltf->nodes[i].mesh] = gltf->nodes[i].weights;
    model_weights(0, 0, 0, model->weights);
    for (size_t i = gltf->mesh_count; i-- > 0;) /* the first one takes precedence */
        take_body(model, &gltf->meshes[i], of_nodes[i] ? of_nodes[i] : gltf->meshes[i].weights);
}

/* ---- positions ---- */

static Affine affine_at_rest(const GlbRest *rest)
{
    return affine_of(rest->translation, rest->rotation, rest->scale);
}

static bool is_close(Vec3 a, Vec3 b)
{
    return vec3_length(vec3_sub(a, b)) <= 1e-4f * (1 + vec3_length(b));
}

/* Converts a position of the node (z up, as in extras) to an offset from the parent bone. */
static Vec3 offset_of(const GlbModel *model, const GlbBone *bone, Vec3 place)
{
    const Affine none = AFFINE_NONE;
    const Affine *shape = bone->parent < 0 ? &none : &model->bones[bone->parent].shape;
    const Affine whole = affine_multiply(shape, &bone->before);
    return model_axes_back(affine_apply(&whole, model_axes(place)));
}

/* The extras have the offsets of all variants; they are used as long as the position in the
 * scene agrees with them. Otherwise the bone was moved, and all variants move along. */
static void place_bone(GlbModel *model, GlbBone *bone)
{
    const GlbRest *rest = &model->rests[bone->node];
    const Vec3 local = model_axes_back(rest->translation);
    const Vec3 now = offset_of(model, bone, local);
    const Vec3 body = model_blend(rest->offsets, model->weights);
    bone->base = now;
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        bone->offsets[i] = now;
    if (!rest->placed)
        return;
    if (rest->shown || is_close(now, body) || is_close(now, rest->offsets[0])) {
        memcpy(bone->offsets, rest->offsets, sizeof bone->offsets);
        const bool first = !rest->shown && !is_close(now, body);
        bone->base = first ? rest->offsets[0] : body;
        model->first_positions |= first;
    } else if (is_close(local, body)) { /* an ancestor was rotated or scaled */
        for (unsigned i = 0; i < FIG_VARIANTS; i++)
            bone->offsets[i] = offset_of(model, bone, rest->offsets[i]);
    } else if (model->variants) { /* the bone was moved */
        for (unsigned i = 0; i < FIG_VARIANTS; i++)
            bone->offsets[i] = vec3_add(rest->offsets[i], vec3_sub(now, body));
    }
}

/* Parents come before their children in `bones`. */
static bool place_bones(GlbModel *model)
{
    for (size_t i = 0; i < model->bone_count; i++) {
        GlbBone *bone = &model->bones[i];
        const Affine none = AFFINE_NONE;
        const Affine *parent = bone->parent < 0 ? &none : &model->bones[bone->parent].shape;
        bone->before = AFFINE_NONE;
        for (size_t k = 0; k + 1 < bone->chain_count; k++) {
            const Affine node = affine_at_rest(&model->rests[bone->chain[k]]);
            bone->before = affine_multiply(&bone->before, &node);
        }
        Affine own = affine_at_rest(&model->rests[bone->node]);
        own = affine_multiply(&bone->before, &own);
        own = affine_multiply(parent, &own);
        bone->shape = affine_linear(&own);
        place_bone(model, bone);
        bool finite = vec3_finite(bone->base);
        for (unsigned k = 0; k < FIG_VARIANTS; k++)
            finite &= vec3_finite(bone->offsets[k]);
        if (!finite)
            return report_error(model->report, "the node \"%.*s\" is too far away",
                                (int)bone->name.size, bone->name.at);
    }
    return true;
}

/* ---- parts ---- */

/* The place is relative to the bone; its shape (rotation and scale) is applied to it. */
static void add_part(GlbModel *model, int32_t bone, const GlbPart *part)
{
    GlbBone *of = &model->bones[bone];
    GlbPart *added = ARENA_PUSH(model->arena, of->parts, of->part_count);
    const Affine place = affine_multiply(&of->shape, &part->place);
    *added = *part;
    added->place = place;
}

/* Handles a mesh on a bone's node or below one; `lost` counts the meshes without a bone. */
static bool take_rigid(GlbModel *model, int32_t node, const GltfMesh *mesh, size_t *lost)
{
    enum { WORK = 1024 }; /* cost of a part */
    Affine place = AFFINE_NONE;
    int32_t at = node;
    for (; at >= 0 && model->rests[at].bone < 0; at = model->gltf.nodes[at].parent) {
        const Affine outer = affine_at_rest(&model->rests[at]);
        place = affine_multiply(&outer, &place);
        if (!glb_charge(model, 1))
            return false;
    }
    if (at < 0) {
        ++*lost;
        return true;
    }
    if (!glb_charge(model, (uint64_t)mesh->primitive_count * WORK))
        return false;
    for (size_t i = 0; i < mesh->primitive_count; i++) {
        const GltfPrimitive *primitive = &mesh->primitives[i];
        const GlbPart part = {node, mesh, primitive, primitive->indices, primitive->index_count,
                              place};
        add_part(model, model->rests[at].bone, &part);
    }
    return true;
}

/* The joint with the largest weight in a triangle; the first one wins ties. */
static uint32_t joint_of(const GltfPrimitive *primitive, const uint32_t *corners)
{
    float best = -1;
    uint32_t chosen = 0;
    for (unsigned i = 0; i < 12; i++) {
        const uint8_t joint = primitive->joints[corners[i / 4]][i % 4];
        float sum = 0;
        for (unsigned k = 0; k < 12; k++)
            if (primitive->joints[corners[k / 4]][k % 4] == joint)
                sum += primitive->weights[corners[k / 4]][k % 4];
        if (sum > best) {
            best = sum;
            chosen = joint;
        }
    }
    return chosen;
}

/* Assigns the triangles of a skinned primitive to their joints. */
static bool take_skinned(GlbModel *model, int32_t node, const GltfMesh *mesh,
                         const GltfPrimitive *primitive)
{
    enum { JOINTS = 256 };
    const GltfSkin *skin = &model->gltf.skins[model->gltf.nodes[node].skin];
    uint32_t counts[JOINTS] = {0}, *lists[JOINTS] = {NULL};
    uint8_t *of = arena_alloc_raw(model->arena, primitive->index_count / 3 + 1, 1);
    if (!glb_charge(model, 4096 + 16ull * primitive->index_count))
        return false;
    for (uint32_t i = 0; i < primitive->index_count / 3; i++) {
        const uint32_t joint = joint_of(primitive, primitive->indices + 3 * (size_t)i);
        if (joint >= skin->joint_count)
            return report_error(model->report, "the mesh \"%.*s\": joint %u of %zu",
                                (int)mesh->name.size, mesh->name.at, joint, skin->joint_count);
        of[i] = (uint8_t)joint;
        counts[joint] += 3;
    }
    for (unsigned i = 0; i < JOINTS; i++) {
        lists[i] = counts[i] ? ARENA_ALLOC(model->arena, uint32_t, counts[i]) : NULL;
        counts[i] = 0;
    }
    for (uint32_t i = 0; i < primitive->index_count; i++)
        lists[of[i / 3]][counts[of[i / 3]]++] = primitive->indices[i];
    for (unsigned i = 0; i < JOINTS; i++)
        if (counts[i]) {
            const Affine place =
                skin->inverse ? affine_of_matrix(skin->inverse[i]) : AFFINE_NONE;
            const GlbPart part = {node, mesh, primitive, lists[i], counts[i], place};
            add_part(model, model->rests[skin->joints[i]].bone, &part);
        }
    return true;
}

/* A skinned mesh without joints or weights counts as rigid. */
bool glb_find_parts(GlbModel *model)
{
    size_t lost = 0;
    find_shown(model);
    find_body(model);
    if (!place_bones(model))
        return false;
    for (size_t i = 0; i < model->gltf.node_count; i++) {
        const int32_t node = model->order[i];
        const GltfNode *of = &model->gltf.nodes[node];
        if (of->mesh < 0)
            continue;
        const GltfMesh *mesh = &model->gltf.meshes[of->mesh];
        bool rigid = of->skin < 0 || !model->gltf.skins[of->skin].joint_count;
        for (size_t k = 0; !rigid && k < mesh->primitive_count; k++)
            rigid = !mesh->primitives[k].joints || !mesh->primitives[k].weights;
        if (rigid && !take_rigid(model, node, mesh, &lost))
            return false;
        for (size_t k = 0; !rigid && k < mesh->primitive_count; k++)
            if (!take_skinned(model, node, mesh, &mesh->primitives[k]))
                return false;
    }
    if (lost)
        report_warning(model->report, "%zu mesh%s below no bone: left out", lost,
                       lost == 1 ? "" : "es");
    return true;
}
