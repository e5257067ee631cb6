/* Clips of a glTF scene: see glb_model.h. */
#include "convert/glb_model_parts.h"

#include "base/cp1251.h"
#include "base/text.h"
#include "convert/model_parts.h"

enum { FRAMES_MOST = 1 << 16, CLIP_NAME_MOST = 200 };

static const float STILL = 1e-5f; /* metres: what moves less does not move */

/* A clip in the making. */
typedef struct Motion {
    GlbModel *model;
    const GltfAnimation *animation;
    int32_t *channels[GLTF_WEIGHTS + 1]; /* by path and node; -1: none */
    double begin;                        /* seconds */
    uint32_t frames;
    uint32_t *turns, *shifts; /* of each bone: how many frames; 0: it has none */
    AnmFile *files;           /* of each bone */
    QuatWide *worlds;         /* of each bone, at the frame */
} Motion;

/* ---- channels ---- */

static void put_channels(Motion *motion, bool take)
{
    for (size_t i = 0; i < motion->animation->channel_count; i++) {
        const GltfChannel *channel = &motion->animation->channels[i];
        int32_t *at = &motion->channels[channel->path][channel->node];
        *at = !take ? -1 : *at < 0 ? (int32_t)i : *at;
    }
}

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

static uint32_t more(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* A turn, read in the frame outside, goes on for as long as those of bones above do. */
static bool count_frames(Motion *motion)
{
    const GlbModel *model = motion->model;
    const GltfAnimation *animation = motion->animation;
    motion->begin = INFINITY;
    for (size_t i = 0; i < animation->channel_count; i++)
        if (animation->channels[i].times[0] < motion->begin)
            motion->begin = animation->channels[i].times[0];
    uint32_t *whole = ARENA_TAKE(model->arena, uint32_t, model->bone_count);
    for (size_t i = 0; i < animation->channel_count; i++)
        motion->frames =
            more(motion->frames, glb_frames(&animation->channels[i], motion->begin));
    if (motion->frames > FRAMES_MOST)
        return report_error(model->report, "the clip \"%.*s\" has more than %d frames",
                            (int)animation->name.size, animation->name.at, FRAMES_MOST);
    for (size_t i = 0; i < model->bone_count; i++) {
        const GlbBone *bone = &model->bones[i];
        for (size_t k = 0; k < bone->chain_count; k++) {
            const int32_t node = bone->chain[k];
            const uint32_t turns = frames_of(motion, GLTF_ROTATION, node);
            motion->turns[i] = more(motion->turns[i], turns);
            motion->shifts[i] =
                more(motion->shifts[i], frames_of(motion, GLTF_TRANSLATION, node));
            if (k + 1 < bone->chain_count)
                motion->shifts[i] = more(motion->shifts[i], turns);
        }
        whole[i] = more(motion->turns[i], bone->parent < 0 ? 0 : whole[bone->parent]);
        motion->turns[i] = motion->turns[i] ? whole[i] : 0;
    }
    return true;
}

/* ---- a frame ---- */

/* A node's turn and place at a time. */
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

/* Rounded to 2^-17 but for the largest part, which follows from the others: a unit quaternion
 * that comes out again of what is computed from it. */
static AnmTurn rounded(QuatWide q)
{
    const double step = 1.0 / (1 << 17), near = 1e-4;
    const QuatWide unit = quat_wide_unit(q);
    double part[4] = {unit.w, unit.x, unit.y, unit.z}, most = 0, rest = 1;
    unsigned largest = 0;
    for (unsigned i = 0; i < 4; i++)
        most = fabs(part[i]) > most ? fabs(part[i]) : most;
    while (fabs(part[largest]) < most - near)
        largest++;
    for (unsigned i = 0; i < 4; i++)
        if (i != largest) {
            part[i] = floor(part[i] / step + 0.5) * step;
            rest -= part[i] * part[i];
        }
    part[largest] = copysign(sqrt(rest > 0 ? rest : 0), part[largest]);
    return (AnmTurn){(float)part[0], (float)part[1], (float)part[2], (float)part[3]};
}

/* Of both quaternions of a turn the one near to that of the frame before. */
static AnmTurn beside(const AnmTurn *turns, uint32_t frame, AnmTurn turn)
{
    const AnmTurn *last = frame ? &turns[frame - 1] : &(AnmTurn){1, 0, 0, 0};
    const float dot = turn.w * last->w + turn.x * last->x + turn.y * last->y + turn.z * last->z;
    return dot < 0 ? (AnmTurn){0 - turn.w, 0 - turn.x, 0 - turn.y, 0 - turn.z} : turn;
}

/* world(bone) = R world(parent), of what is turned more than at rest; z up. */
static AnmTurn turn_between(QuatWide outer, QuatWide local, QuatWide rest)
{
    const QuatWide delta = quat_wide_multiply(local, quat_wide_back(rest));
    const QuatWide r =
        quat_wide_multiply(quat_wide_multiply(outer, delta), quat_wide_back(outer));
    return rounded((QuatWide){r.w, r.x, 0 - r.z, r.y});
}

static void take_bone(Motion *motion, size_t index, uint32_t frame)
{
    const GlbModel *model = motion->model;
    const GlbBone *bone = &model->bones[index];
    const double time = motion->begin + (double)frame / ANM_TICKS_PER_SECOND;
    const QuatWide outer = bone->parent < 0 ? QUAT_WIDE_NONE : motion->worlds[bone->parent];
    QuatWide local = QUAT_WIDE_NONE, rest = QUAT_WIDE_NONE;
    Affine chain = AFFINE_NONE;
    for (size_t i = 0; i < bone->chain_count; i++) {
        Quat turn;
        Vec3 place;
        node_at(motion, bone->chain[i], time, &turn, &place);
        const Affine node = affine_of(place, turn, model->rests[bone->chain[i]].scale);
        chain = affine_multiply(&chain, &node);
        local = quat_wide_multiply(local, quat_wide(turn));
        rest = quat_wide_multiply(rest, quat_wide(model->rests[bone->chain[i]].rotation));
    }
    motion->worlds[index] = quat_wide_unit(quat_wide_multiply(outer, local));
    AnmFile *file = &motion->files[index];
    if (frame < motion->turns[index])
        file->rotations[frame] =
            beside(file->rotations, frame, turn_between(outer, local, rest));
    if (frame < motion->shifts[index]) {
        const Affine none = AFFINE_NONE;
        const Affine *shape = bone->parent < 0 ? &none : &model->bones[bone->parent].shape;
        const Vec3 at = {(float)chain.place[0], (float)chain.place[1], (float)chain.place[2]};
        const Vec3 shift = vec3_sub(glb_axes_back(affine_apply(shape, at)), bone->base);
        file->translations[frame] = (AnmShift){shift.x, shift.y, shift.z};
    }
}

/* ---- tracks ---- */

static bool is_constant(const void *data, uint32_t count, size_t size)
{
    for (uint32_t i = 1; i < count; i++)
        if (memcmp(data, (const char *)data + i * size, size) != 0)
            return false;
    return true;
}

static bool is_turned(const AnmFile *file)
{
    for (uint32_t i = 0; i < file->rotation_count; i++) {
        const AnmTurn *turn = &file->rotations[i];
        if (turn->x != 0 || turn->y != 0 || turn->z != 0)
            return true;
    }
    return false;
}

static bool is_shifted(const AnmFile *file)
{
    for (uint32_t i = 0; i < file->translation_count; i++) {
        const AnmShift *shift = &file->translations[i];
        if (fabsf(shift->x) > STILL || fabsf(shift->y) > STILL || fabsf(shift->z) > STILL)
            return true;
    }
    return false;
}

/* One frame of what does not change, none of what does nothing. */
static void shorten(AnmFile *file)
{
    if (!is_turned(file))
        file->rotation_count = 0;
    else if (is_constant(file->rotations, file->rotation_count, sizeof(AnmTurn)))
        file->rotation_count = 1;
    if (!is_shifted(file))
        file->translation_count = 0;
    else if (is_constant(file->translations, file->translation_count, sizeof(AnmShift)))
        file->translation_count = 1;
    if (file->morph_frames &&
        is_constant(file->morphs, file->morph_frames, file->morph_vertices * sizeof(AnmShift)))
        file->morph_frames = 1;
}

/* A clip in which nothing moves until its end is as long as it was: the root keeps still. */
static void keep_length(Motion *motion)
{
    uint32_t most = 1;
    for (size_t i = 0; i < motion->model->bone_count; i++) {
        const AnmFile *file = &motion->files[i];
        most = more(more(most, file->rotation_count),
                    more(file->translation_count, file->morph_frames));
    }
    AnmFile *root = &motion->files[0];
    if (most >= motion->frames)
        return;
    AnmTurn *turns = ARENA_TAKE(motion->model->arena, AnmTurn, motion->frames);
    for (uint32_t i = 0; i < motion->frames; i++)
        turns[i] =
            !root->rotation_count
                ? (AnmTurn){1, 0, 0, 0}
                : root->rotations[i < root->rotation_count ? i : root->rotation_count - 1];
    root->rotations = turns;
    root->rotation_count = motion->frames;
}

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

/* What has no place in a .anm, or comes into none. */
typedef struct Lost {
    bool scales, bodies; /* change */
    bool *weighted;      /* of each mesh: a clip changes its weights */
} Lost;

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

/* A name that an archive can have, and no other clip has. */
static bool name_clip(GlbModel *model, const GltfAnimation *animation, Text *out)
{
    Text bytes;
    *out = animation->name.size ? animation->name
                                : arena_format(model->arena, "clip%zu", model->clip_count + 1);
    if (!cp1251_from_utf8(*out, &bytes, NULL, model->arena) || bytes.size > CLIP_NAME_MOST ||
        memchr(out->at, 0, out->size))
        return report_error(model->report,
                            "the clip \"%.40s\": a name has up to %d letters of cp1251",
                            arena_text(model->arena, *out).at, CLIP_NAME_MOST);
    for (size_t i = 0; i < model->clip_count; i++)
        if (text_equal_caseless(model->clips[i].name, *out))
            return report_error(model->report,
                                "two clips are called \"%.*s\" (case does not count)",
                                (int)out->size, out->at);
    return true;
}

static bool make_clip(Motion *motion, uint64_t *poses)
{
    enum { WORK = 512 }; /* of a bone's file */
    GlbModel *model = motion->model;
    const size_t count = model->bone_count;
    GlbClip clip = {.bones = ARENA_TAKE(model->arena, Bytes, count)};
    uint64_t steps = 0;
    if (!glb_charge(model, count * WORK))
        return false;
    motion->turns = ARENA_TAKE(model->arena, uint32_t, count);
    motion->shifts = ARENA_TAKE(model->arena, uint32_t, count);
    motion->files = ARENA_TAKE(model->arena, AnmFile, count);
    motion->frames = 1;
    if (!name_clip(model, motion->animation, &clip.name) || !count_frames(motion))
        return false;
    *poses += (uint64_t)motion->frames * count;
    if (*poses > MODEL_POSES_MOST)
        return report_error(model->report, "more than %d poses of bones in all clips",
                            MODEL_POSES_MOST);
    for (size_t i = 0; i < count; i++) {
        AnmFile *file = &motion->files[i];
        steps += model->bones[i].chain_count;
        file->rotation_count = motion->turns[i];
        file->translation_count = motion->shifts[i];
        file->rotations = ARENA_TAKE(model->arena, AnmTurn, motion->turns[i]);
        file->translations = ARENA_TAKE(model->arena, AnmShift, motion->shifts[i]);
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

/* A target that is of no body, of a mesh whose weights no clip changes. */
static void warn_of_targets(const GlbModel *model, const Lost *lost)
{
    for (size_t i = 0; i < model->gltf.mesh_count; i++) {
        const GltfMesh *mesh = &model->gltf.meshes[i];
        for (size_t k = 0; k < mesh->target_count && !lost->weighted[i]; k++)
            if (!glb_variant(mesh->target_names[k])) {
                const Text name = mesh->target_names[k];
                report_warning(model->report,
                               "the mesh \"%.*s\" has a morph target \"%.*s\", which is of no "
                               "body (strength, dexterity, height) and in no clip: left out",
                               (int)mesh->name.size, mesh->name.at, (int)name.size, name.at);
                break;
            }
    }
}

static void warn_of_lost(const GlbModel *model, const Lost *lost)
{
    if (lost->scales)
        report_warning(model->report, "clips change scales, which the game cannot: left out");
    if (lost->bodies)
        report_warning(model->report,
                       "clips change the body (strength, dexterity, height), which the game "
                       "cannot: left out");
    warn_of_targets(model, lost);
}

bool glb_make_clips(GlbModel *model)
{
    Motion motion = {.model = model};
    Lost lost = {.weighted = ARENA_TAKE(model->arena, bool, model->gltf.mesh_count)};
    bool ok = true;
    uint64_t poses = 0;
    if (model->gltf.animation_count > MODEL_CLIPS_MOST)
        return report_error(model->report, "more than %d clips", MODEL_CLIPS_MOST);
    for (unsigned i = 0; i <= GLTF_WEIGHTS; i++) {
        const size_t size = model->gltf.node_count * sizeof *motion.channels[i];
        motion.channels[i] = arena_take_raw(model->arena, 1, size);
        memset(motion.channels[i], 0xFF, size);
    }
    motion.worlds = ARENA_TAKE(model->arena, QuatWide, model->bone_count);
    for (size_t i = 0; ok && i < model->gltf.animation_count; i++) {
        motion.animation = &model->gltf.animations[i];
        if (!motion.animation->channel_count)
            continue;
        put_channels(&motion, true);
        ok = make_clip(&motion, &poses);
        put_channels(&motion, false);
        look_for_lost(&motion, &lost);
    }
    if (ok)
        warn_of_lost(model, &lost);
    return ok;
}
