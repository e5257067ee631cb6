/* Clips of a glTF scene: see model_import.h. */
#include "evil_islands/models/model_import_internal.h"

#include "base/game_text.h"
#include "base/numbers.h"
#include "base/text.h"
#include "evil_islands/models/model_internal.h"

enum { FRAMES_MAX = 1 << 16, CLIP_NAME_MAX = 200 };

static const float STILL = 1e-5f;      /* metres: smaller movements are ignored */
static const float TURN_STILL = 1e-6f; /* of the components of a quaternion: smaller changes are
                                        * ignored */
static const float NEAR_BODY = 1e-3f;  /* metres: maximum distance of a bone from its regular
                                        * position */

/* A clip under construction. */
typedef struct Motion {
    GlbModel *model;
    const GltfAnimation *animation;
    int32_t *channels[GLTF_WEIGHTS + 1]; /* by path and node; -1: none */
    double begin;                        /* seconds */
    uint32_t frames;
    uint32_t *turns, *shifts; /* of each bone: number of frames; 0: none */
    AnmFile *files;           /* of each bone */
    QuatWide *worlds;         /* of each bone in the current frame, including its rotation at
                               * rest */
    QuatWide *turned;   /* of each bone in the current frame: the rotation by the clip, y up */
    float height_scale; /* of the scene's body: see ModelBody */
    bool moved;         /* any bone but the root */
} Motion;

/* ---- channels ---- */

/* Fills the table before a clip, or empties it after one: only its channels are touched. The
 * first channel of a path and node counts. */
static void put_channels(Motion *motion, bool take)
{
    for (size_t i = 0; i < motion->animation->channel_count; i++) {
        const GltfChannel *channel = &motion->animation->channels[i];
        int32_t *at = &motion->channels[channel->path][channel->node];
        *at = !take ? -1 : *at < 0 ? (int32_t)i : *at;
    }
}

/* NULL if the clip does not change this property of the node. */
static const GltfChannel *channel_of(const Motion *motion, GltfPath path, int32_t node)
{
    const int32_t at = motion->channels[path][node];
    return at < 0 ? NULL : &motion->animation->channels[at];
}

static uint32_t frames_of(const Motion *motion, GltfPath path, int32_t node)
{
    const GltfChannel *channel = channel_of(motion, path, node);
    return channel ? glb_frames(channel, motion->begin) : 0;
}

/* Counts the frames of each bone. A rotation is sampled in world space, so its track is as long
 * as those of the bone's ancestors; likewise for the position of a bone whose parent rotates.
 */
static void count_tracks(Motion *motion)
{
    const GlbModel *model = motion->model;
    uint32_t *whole = ARENA_ALLOC(model->arena, uint32_t, model->bone_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        const GlbBone *bone = &model->bones[i];
        const uint32_t above = bone->parent < 0 ? 0 : whole[bone->parent];
        uint32_t turns = 0, shifts = 0;
        for (size_t k = 0; k < bone->chain_count; k++) {
            const int32_t node = bone->chain[k];
            const uint32_t of_node = frames_of(motion, GLTF_ROTATION, node);
            turns = LARGER(turns, of_node);
            shifts = LARGER(shifts, frames_of(motion, GLTF_TRANSLATION, node));
            if (k + 1 < bone->chain_count)
                shifts = LARGER(shifts, of_node);
        }
        whole[i] = LARGER(turns, above);
        motion->turns[i] = turns ? whole[i] : 0;
        motion->shifts[i] = bone->parent < 0 ? shifts : LARGER(1, LARGER(shifts, above));
    }
}

/* Times of a clip may begin anywhere: they are counted from its first key. */
static bool count_frames(Motion *motion)
{
    const GlbModel *model = motion->model;
    const GltfAnimation *animation = motion->animation;
    motion->begin = INFINITY;
    for (size_t i = 0; i < animation->channel_count; i++)
        if (animation->channels[i].times[0] < motion->begin)
            motion->begin = animation->channels[i].times[0];
    for (size_t i = 0; i < animation->channel_count; i++)
        motion->frames =
            LARGER(motion->frames, glb_frames(&animation->channels[i], motion->begin));
    if (motion->frames > FRAMES_MAX)
        return report_error(model->report, "the clip \"%.*s\" has more than %d frames",
                            (int)animation->name.size, animation->name.at, FRAMES_MAX);
    count_tracks(motion);
    return true;
}

/* ---- a frame ---- */

/* Rotation and position of a node at a time. */
static void node_at(const Motion *motion, int32_t node, double time, Quat *turn, Vec3 *place)
{
    const GlbRest *rest = &motion->model->rests[node];
    const GltfChannel *turns = channel_of(motion, GLTF_ROTATION, node);
    const GltfChannel *places = channel_of(motion, GLTF_TRANSLATION, node);
    float q[4], t[3];
    *turn = rest->rotation;
    *place = rest->translation;
    if (turns) {
        glb_sample(turns, time, q);
        *turn = quat_unit((Quat){q[3], q[0], q[1], q[2]});
    }
    if (places) {
        glb_sample(places, time, t);
        *place = (Vec3){t[0], t[1], t[2]};
    }
}

/* Of the two quaternions of a rotation, returns the one closer to that of the previous frame.
 */
static AnmTurn beside(const AnmTurn *turns, uint32_t frame, AnmTurn turn)
{
    const AnmTurn *last = frame ? &turns[frame - 1] : &(AnmTurn){1, 0, 0, 0};
    const float dot = turn.w * last->w + turn.x * last->x + turn.y * last->y + turn.z * last->z;
    return dot < 0 ? (AnmTurn){0 - turn.w, 0 - turn.x, 0 - turn.y, 0 - turn.z} : turn;
}

/* Converts y up to z up. */
static Quat turn_back(QuatWide q)
{
    return (Quat){(float)q.w, (float)q.x, (float)(0 - q.z), (float)q.y};
}

/* The nodes of a bone at a time: the position relative to the parent bone, and the rotations of
 * the nodes, then and at rest. */
typedef struct Chain {
    Affine place;
    QuatWide local, rest;
} Chain;

static Chain chain_at(const Motion *motion, const GlbBone *bone, double time)
{
    Chain out = {AFFINE_NONE, QUAT_WIDE_NONE, QUAT_WIDE_NONE};
    for (size_t i = 0; i < bone->chain_count; i++) {
        const GlbRest *rest = &motion->model->rests[bone->chain[i]];
        Quat turn;
        Vec3 place;
        node_at(motion, bone->chain[i], time, &turn, &place);
        const Affine node = affine_of(place, turn, rest->scale);
        out.place = affine_multiply(&out.place, &node);
        out.local = quat_wide_multiply(out.local, quat_wide(turn));
        out.rest = quat_wide_multiply(out.rest, quat_wide(rest->rotation));
    }
    return out;
}

/* world(bone) = R world(parent), of the rotations relative to the rest pose; y up. */
static QuatWide turn_between(QuatWide outer, const Chain *chain)
{
    const QuatWide delta = quat_wide_multiply(chain->local, quat_wide_back(chain->rest));
    return quat_wide_unit(
        quat_wide_multiply(quat_wide_multiply(outer, delta), quat_wide_back(outer)));
}

/* For the root, its position in the model, scaled to the body that clips are made for; for
 * other bones world(parent) * offset, which is their position in a model. */
static AnmShift shift_of(Motion *motion, const GlbBone *bone, const Chain *chain)
{
    const Affine none = AFFINE_NONE, *in = &chain->place;
    const Affine *shape = bone->parent < 0 ? &none : &motion->model->bones[bone->parent].shape;
    const Vec3 at = {(float)in->place[0], (float)in->place[1], (float)in->place[2]};
    const Vec3 place = model_axes_back(affine_apply(shape, at));
    if (bone->parent < 0)
        return (AnmShift){place.x, place.y, place.z / motion->height_scale};
    const Vec3 off = vec3_sub(place, bone->base);
    motion->moved |= !(vec3_length(off) <= NEAR_BODY * (1 + vec3_length(bone->base)));
    const Vec3 out = quat_turn(turn_back(motion->turned[bone->parent]), bone->base);
    return (AnmShift){out.x, out.y, out.z};
}

/* Bones are visited parents first, so `worlds` and `turned` of the parent are those of this
 * frame. */
static void take_bone(Motion *motion, size_t index, uint32_t frame)
{
    const GlbBone *bone = &motion->model->bones[index];
    const Chain chain =
        chain_at(motion, bone, motion->begin + (double)frame / ANM_TICKS_PER_SECOND);
    const bool root = bone->parent < 0;
    const QuatWide outer = root ? QUAT_WIDE_NONE : motion->worlds[bone->parent];
    const QuatWide above = root ? QUAT_WIDE_NONE : motion->turned[bone->parent];
    const QuatWide turn = turn_between(outer, &chain);
    motion->worlds[index] = quat_wide_unit(quat_wide_multiply(outer, chain.local));
    motion->turned[index] = quat_wide_unit(quat_wide_multiply(turn, above));
    AnmFile *file = &motion->files[index];
    if (frame < motion->turns[index]) {
        const Quat q = turn_back(turn);
        file->rotations[frame] = beside(file->rotations, frame, (AnmTurn){q.w, q.x, q.y, q.z});
    }
    if (frame < motion->shifts[index])
        file->translations[frame] = shift_of(motion, bone, &chain);
}

/* ---- tracks ---- */

/* Whether each row of `width` numbers differs from the first row by at most `tolerance`. */
static bool is_constant(const float *rows, size_t count, size_t width, float tolerance)
{
    for (size_t i = width; i < count * width; i++)
        if (!(fabsf(rows[i] - rows[i % width]) <= tolerance))
            return false;
    return true;
}

/* Whether any rotation differs from none. */
static bool is_turned(const AnmFile *file)
{
    for (uint32_t i = 0; i < file->rotation_count; i++) {
        const AnmTurn *turn = &file->rotations[i];
        if (fabsf(turn->x) > TURN_STILL || fabsf(turn->y) > TURN_STILL ||
            fabsf(turn->z) > TURN_STILL)
            return true;
    }
    return false;
}

/* Reduces a constant track to one frame, and removes rotations without effect. */
static void shorten(AnmFile *file)
{
    if (!is_turned(file))
        file->rotation_count = 0;
    else if (is_constant(&file->rotations->w, file->rotation_count, 4, TURN_STILL))
        file->rotation_count = 1;
    if (file->translation_count &&
        is_constant(&file->translations->x, file->translation_count, 3, STILL))
        file->translation_count = 1;
    if (file->morph_frames &&
        is_constant(&file->morphs->x, file->morph_frames, 3 * (size_t)file->morph_vertices, 0))
        file->morph_frames = 1;
}

/* Preserves the length of a clip whose end has no movement, with a constant track of the root.
 */
static void keep_length(Motion *motion)
{
    uint32_t most = 1;
    for (size_t i = 0; i < motion->model->bone_count; i++) {
        const AnmFile *file = &motion->files[i];
        most = LARGER(LARGER(most, file->rotation_count),
                      LARGER(file->translation_count, file->morph_frames));
    }
    AnmFile *root = &motion->files[0];
    if (most >= motion->frames)
        return;
    AnmTurn *turns = ARENA_ALLOC(motion->model->arena, AnmTurn, motion->frames);
    for (uint32_t i = 0; i < motion->frames; i++)
        turns[i] =
            !root->rotation_count
                ? (AnmTurn){1, 0, 0, 0}
                : root->rotations[i < root->rotation_count ? i : root->rotation_count - 1];
    root->rotations = turns;
    root->rotation_count = motion->frames;
}

/* Positions may overflow because of scales in the scene. */
static bool check_shifts(const Motion *motion)
{
    const GlbModel *model = motion->model;
    for (size_t i = 0; i < model->bone_count; i++)
        for (uint32_t k = 0; k < motion->files[i].translation_count; k++) {
            const AnmShift *shift = &motion->files[i].translations[k];
            if (!vec3_finite((Vec3){shift->x, shift->y, shift->z}))
                return report_error(model->report, "the clip \"%.*s\" moves \"%.*s\" too far",
                                    (int)motion->animation->name.size,
                                    motion->animation->name.at, (int)model->bones[i].name.size,
                                    model->bones[i].name.at);
        }
    return true;
}

/* ---- clips ---- */

/* Features of a clip that a .anm cannot store. */
typedef struct Lost {
    bool scales, bodies; /* these change */
    bool moves;          /* of bones other than the root */
    bool *weighted;      /* of each mesh: a clip changes its weights */
} Lost;

/* Noted for one warning about all clips, and not reported for each. */
static void look_for_lost(const Motion *motion, Lost *lost)
{
    const GlbModel *model = motion->model;
    for (size_t i = 0; i < motion->animation->channel_count; i++) {
        const GltfChannel *channel = &motion->animation->channels[i];
        const GltfNode *node = &model->gltf.nodes[channel->node];
        const float at_rest[3] = {node->scale.x, node->scale.y, node->scale.z};
        const GltfMesh *mesh = node->mesh < 0 ? NULL : &model->gltf.meshes[node->mesh];
        const float *weights = node->weights ? node->weights : mesh ? mesh->weights : NULL;
        if (channel->path == GLTF_SCALE)
            for (size_t k = 0; k < 3 * (size_t)channel->count; k++)
                lost->scales |= fabsf(channel->values[k] - at_rest[k % 3]) > 0.001f;
        if (channel->path == GLTF_WEIGHTS && mesh)
            lost->weighted[node->mesh] = true;
        if (channel->path == GLTF_WEIGHTS && mesh && channel->width == mesh->target_count)
            for (size_t k = 0; k < (size_t)channel->count * channel->width; k++)
                lost->bodies |=
                    glb_variant(mesh->target_names[k % channel->width]) &&
                    fabsf(channel->values[k] - weights[k % channel->width]) > 0.001f;
    }
}

/* Sets a name that is valid in an archive and unique among clips. */
static bool name_clip(GlbModel *model, const GltfAnimation *animation, Text *out)
{
    Text bytes;
    *out = animation->name.size ? animation->name
                                : arena_format(model->arena, "clip%zu", model->clip_count + 1);
    if (!game_text_encode(*out, &bytes, NULL, model->arena))
        return report_error(model->report, "the clip \"%.*s\": %s", (int)out->size, out->at,
                            game_text_lack(*out, model->arena).at);
    if (bytes.size > CLIP_NAME_MAX || memchr(out->at, 0, out->size))
        return report_error(model->report, "the clip \"%.40s\": a name has up to %d bytes",
                            arena_text(model->arena, *out).at, CLIP_NAME_MAX);
    for (size_t i = 0; i < model->clip_count; i++)
        if (text_equal_caseless(model->clips[i].name, *out))
            return report_error(model->report,
                                "two clips are called \"%.*s\" (case does not count)",
                                (int)out->size, out->at);
    return true;
}

static bool make_clip(Motion *motion, uint64_t *poses)
{
    enum { WORK = 512 }; /* cost of the file of a bone */
    GlbModel *model = motion->model;
    const size_t count = model->bone_count;
    GlbClip clip = {.bones = ARENA_ALLOC(model->arena, Bytes, count)};
    uint64_t steps = 0;
    if (!glb_charge(model, count * WORK))
        return false;
    motion->turns = ARENA_ALLOC(model->arena, uint32_t, count);
    motion->shifts = ARENA_ALLOC(model->arena, uint32_t, count);
    motion->files = ARENA_ALLOC(model->arena, AnmFile, count);
    motion->frames = 1;
    if (!name_clip(model, motion->animation, &clip.name) || !count_frames(motion))
        return false;
    *poses += (uint64_t)motion->frames * count;
    if (*poses > MODEL_POSES_MAX)
        return report_error(model->report, "more than %d poses of bones in all clips",
                            MODEL_POSES_MAX);
    for (size_t i = 0; i < count; i++) {
        AnmFile *file = &motion->files[i];
        steps += model->bones[i].chain_count;
        file->rotation_count = motion->turns[i];
        file->translation_count = motion->shifts[i];
        file->rotations = ARENA_ALLOC(model->arena, AnmTurn, motion->turns[i]);
        file->translations = ARENA_ALLOC(model->arena, AnmShift, motion->shifts[i]);
        if (!glb_make_moves(model, motion->animation, motion->channels[GLTF_WEIGHTS],
                            &model->bones[i], motion->begin, file))
            return false;
    }
    if (!glb_charge(model, steps * motion->frames))
        return false;
    for (uint32_t frame = 0; frame < motion->frames; frame++)
        for (size_t i = 0; i < count; i++)
            take_bone(motion, i, frame);
    if (!check_shifts(motion))
        return false;
    for (size_t i = 0; i < count; i++)
        shorten(&motion->files[i]);
    keep_length(motion);
    for (size_t i = 0; i < count; i++)
        clip.bones[i] = anm_write(&motion->files[i], model->arena);
    *ARENA_PUSH(model->arena, model->clips, model->clip_count) = clip;
    return true;
}

/* Warns of a target that belongs to no body, in a mesh whose weights no clip changes. */
static void warn_of_targets(const GlbModel *model, const Lost *lost)
{
    for (size_t i = 0; i < model->gltf.mesh_count; i++) {
        const GltfMesh *mesh = &model->gltf.meshes[i];
        for (size_t k = 0; k < mesh->target_count && !lost->weighted[i]; k++)
            if (!glb_variant(mesh->target_names[k])) {
                const Text name = mesh->target_names[k];
                report_warning(
                    model->report,
                    "the mesh \"%.*s\" has a morph target \"%.*s\", which is not "
                    "used by any body variant (strength, dexterity, height) or clip; "
                    "ignoring it",
                    (int)mesh->name.size, mesh->name.at, (int)name.size, name.at);
                break;
            }
    }
}

static void warn_of_lost(const GlbModel *model, const Lost *lost)
{
    if (lost->moves)
        report_warning(model->report, "clips move bones other than the root, which is not "
                                      "supported by the game; ignoring the movement");
    if (lost->scales)
        report_warning(model->report,
                       "clips change scales, which is not supported by the game; "
                       "ignoring the changes");
    if (lost->bodies)
        report_warning(model->report,
                       "clips change the body (strength, dexterity, height), which is not "
                       "supported by the game; ignoring the changes");
    warn_of_targets(model, lost);
}

/* Height scale of the body that the scene shows; clips are made for variant 5. */
static float height_scale(const GlbModel *model)
{
    static const float first[FIG_VARIANTS] = {1};
    Model as_model = {.bones = ARENA_ALLOC(model->arena, ModelBone, model->bone_count),
                      .bone_count = model->bone_count};
    for (size_t i = 0; i < model->bone_count; i++) {
        ModelBone *bone = &as_model.bones[i];
        *bone = (ModelBone){.parent = model->bones[i].parent, .fig = model->bones[i].fig};
        memcpy(bone->offsets, model->bones[i].offsets, sizeof bone->offsets);
    }
    const ModelBody body =
        model_body(&as_model, model->first_positions ? first : model->weights);
    return fabsf(body.height_scale) > 1e-6f ? body.height_scale : 1;
}

bool glb_make_clips(GlbModel *model)
{
    Motion motion = {.model = model};
    Lost lost = {.weighted = ARENA_ALLOC(model->arena, bool, model->gltf.mesh_count)};
    bool ok = true;
    uint64_t poses = 0;
    if (model->gltf.animation_count > MODEL_CLIPS_MAX)
        return report_error(model->report, "more than %d clips", MODEL_CLIPS_MAX);
    for (unsigned i = 0; i <= GLTF_WEIGHTS; i++) {
        const size_t size = model->gltf.node_count * sizeof *motion.channels[i];
        motion.channels[i] = arena_alloc_raw(model->arena, 1, size);
        memset(motion.channels[i], 0xFF, size);
    }
    motion.worlds = ARENA_ALLOC(model->arena, QuatWide, model->bone_count);
    motion.turned = ARENA_ALLOC(model->arena, QuatWide, model->bone_count);
    motion.height_scale = height_scale(model);
    for (size_t i = 0; ok && i < model->gltf.animation_count; i++) {
        motion.animation = &model->gltf.animations[i];
        if (!motion.animation->channel_count)
            continue;
        put_channels(&motion, true);
        ok = make_clip(&motion, &poses);
        put_channels(&motion, false);
        look_for_lost(&motion, &lost);
    }
    lost.moves = motion.moved;
    if (ok)
        warn_of_lost(model, &lost);
    return ok;
}
