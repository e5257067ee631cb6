/* Clips of models: see model_export.h. */
#include "evil_islands/models/model_export_internal.h"

#include "base/text.h"
#include "base/hash.h"

/* Limits, so that small files cannot cause much work: real models have a few hundred frames
 * that move a few hundred vertices. */
enum {
    VERTICES_SEEN_MAX = 1 << 25, /* of all frames together */
    VERTICES_KEPT_MAX = 1 << 22, /* of the different frames, and of their corners */
    WEIGHTS_MAX = 1 << 22,       /* frames times targets */
    TARGETS_MAX = 2000,          /* per mesh */
};

/* ---- moving vertices ---- */

typedef struct Moving {
    ModelGlb *glb;
    Arena *scratch;
    int64_t seen, kept, weights; /* remaining number of vertices and weights */
} Moving;

/* Returns the target of a frame, and adds it if it is new; fails if a limit is exceeded. */
static bool take_frame(Moving *moving, size_t bone, size_t clip, uint32_t frame, Table *known,
                       uint32_t *out)
{
    ModelGlb *glb = moving->glb;
    const ModelClip *of = &glb->model->clips[clip];
    ModelMoves *moves = &glb->moves[bone];
    const FigFile *fig = glb->model->bones[bone].fig;
    const size_t vertices = 4 * (size_t)fig->vertex_blocks;
    moving->seen -= (int64_t)vertices;
    if (moving->seen < 0)
        return false;
    arena_reset(moving->scratch);
    const Vec3 *move = model_moves(glb->model, bone, (int32_t)clip, frame, moving->scratch);
    *out = 0;
    if (!move)
        return true;
    Text key = {(const char *)move, vertices * sizeof *move};
    const uint32_t *found = table_get(known, key);
    if (found) {
        *out = *found;
        return true;
    }
    moving->kept -= (int64_t)vertices + fig->corner_count;
    if (moving->kept < 0 || moves->count == TARGETS_MAX)
        return false;
    key.at = (const char *)arena_copy(glb->arena, bytes_of_text(key)).data;
    *ARENA_PUSH(glb->arena, moves->items, moves->count) =
        (ModelMove){arena_format(glb->arena, "%.*s.%u", (int)of->name.size, of->name.at, frame),
                    (const Vec3 *)key.at};
    *out = (uint32_t)moves->count;
    table_put(known, key, *out);
    return true;
}

static bool take_bone(Moving *moving, size_t bone)
{
    ModelGlb *glb = moving->glb;
    const Model *model = glb->model;
    ModelMoves *moves = &glb->moves[bone];
    Table known = table_new(glb->arena);
    uint64_t frames = 0;
    moves->targets = ARENA_ALLOC(glb->arena, uint32_t *, model->clip_count);
    for (size_t clip = 0; clip < model->clip_count; clip++) {
        const AnmFile *anm = model->clips[clip].bones[bone];
        if (!anm || !anm->morph_vertices || !anm->morph_frames)
            continue;
        moves->targets[clip] = ARENA_ALLOC(glb->arena, uint32_t, anm->morph_frames);
        for (uint32_t frame = 0; frame < anm->morph_frames; frame++)
            if (!take_frame(moving, bone, clip, frame, &known, &moves->targets[clip][frame]))
                return false;
        frames += anm->morph_frames;
    }
    moving->weights -= (int64_t)(frames * (moves->count + MODEL_TARGET_COUNT));
    return moving->weights >= 0;
}

void model_glb_moves(ModelGlb *glb)
{
    const Model *model = glb->model;
    Moving moving = {glb, arena_new(), VERTICES_SEEN_MAX, VERTICES_KEPT_MAX, WEIGHTS_MAX};
    size_t lost = 0;
    glb->moves = ARENA_ALLOC(glb->arena, ModelMoves, model->bone_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        const FigFile *fig = model->bones[i].fig;
        if (!fig || !fig->index_count || !fig->vertex_blocks)
            continue;
        const bool ok = take_bone(&moving, i);
        if (ok && (!glb->settings->skin || !glb->moves[i].count))
            continue;
        if (!ok)
            report_warning(glb->report,
                           "%.*s: too many different vertex animations; ignoring them",
                           (int)model->bones[i].name.size, model->bones[i].name.at);
        lost += ok;
        glb->moves[i] = (ModelMoves){0};
    }
    if (lost)
        report_warning(glb->report,
                       "clips move vertices of %zu bone%s, which a skin cannot store; ignoring "
                       "the movement",
                       lost, PLURAL(lost));
    arena_free(moving.scratch);
}

/* ---- clips ---- */

/* The channels of a clip under construction; NULL: a bone has none. */
typedef struct Tracks {
    float **rotations, **translations;
    uint32_t *turns; /* number of rotation frames */
} Tracks;

static GltfChannel *add_channel(ModelGlb *glb, GltfAnimation *animation, size_t node,
                                GltfPath path, uint32_t count, uint32_t width,
                                const float *values)
{
    GltfChannel *channel =
        ARENA_PUSH(glb->arena, animation->channels, animation->channel_count);
    *channel = (GltfChannel){
        .node = (int32_t)node, .path = path, .count = count, .values = values, .width = width};
    return channel;
}

/* A local rotation lasts as long as those of the bone's ancestors; only roots have
 * translations. */
static Tracks tracks_of(ModelGlb *glb, const ModelClip *clip)
{
    const Model *model = glb->model;
    uint32_t *world = ARENA_ALLOC(glb->arena, uint32_t, model->bone_count);
    Tracks tracks = {ARENA_ALLOC(glb->arena, float *, model->bone_count),
                     ARENA_ALLOC(glb->arena, float *, model->bone_count),
                     ARENA_ALLOC(glb->arena, uint32_t, model->bone_count)};
    for (size_t i = 0; i < model->bone_count; i++) {
        const AnmFile *anm = clip->bones[i];
        const int32_t parent = model->bones[i].parent;
        world[i] = parent < 0 ? 0 : world[parent];
        if (!anm)
            continue;
        if (anm->rotation_count) {
            world[i] = anm->rotation_count > world[i] ? anm->rotation_count : world[i];
            tracks.turns[i] = world[i];
            tracks.rotations[i] = arena_alloc_raw(glb->arena, world[i], 4 * sizeof(float));
        }
        if (parent < 0 && anm->translation_count)
            tracks.translations[i] =
                arena_alloc_raw(glb->arena, anm->translation_count, 3 * sizeof(float));
    }
    return tracks;
}

/* Neighbouring quaternions must have the same sign: otherwise interpolation takes the longer
 * path. */
static void put_turn(float *values, uint32_t frame, Quat turn)
{
    float *at = values + 4 * (size_t)frame;
    Quat q = model_axes_turn(turn);
    if (frame && quat_dot(q, (Quat){at[-1], at[-4], at[-3], at[-2]}) < 0)
        q = quat_negative(q);
    at[0] = q.x;
    at[1] = q.y;
    at[2] = q.z;
    at[3] = q.w;
}

static void fill_tracks(ModelGlb *glb, size_t clip, Tracks *tracks)
{
    const Model *model = glb->model;
    const ModelClip *of = &model->clips[clip];
    ModelPose *poses = ARENA_ALLOC(glb->arena, ModelPose, model->bone_count);
    for (uint32_t frame = 0; frame < of->frame_count; frame++) {
        model_pose(model, (int32_t)clip, frame, &glb->body, poses);
        for (size_t i = 0; i < model->bone_count; i++) {
            if (frame < tracks->turns[i])
                put_turn(tracks->rotations[i], frame, poses[i].rotation);
            if (tracks->translations[i] && frame < of->bones[i]->translation_count) {
                const Vec3 place = model_axes(poses[i].translation);
                memcpy(tracks->translations[i] + 3 * (size_t)frame, &place, sizeof place);
            }
        }
    }
}

/* Each key contains all weights, including those of the body. */
static void add_weights(ModelGlb *glb, GltfAnimation *animation, size_t bone, size_t clip)
{
    const ModelMoves *moves = &glb->moves[bone];
    if (!moves->count || !moves->targets[clip])
        return;
    const GltfMesh *mesh = &glb->gltf->meshes[glb->gltf->nodes[bone].mesh];
    const size_t width = mesh->target_count, first = width - moves->count;
    const uint32_t count = glb->model->clips[clip].bones[bone]->morph_frames;
    float *values = arena_alloc_raw(glb->arena, count, width * sizeof *values);
    for (uint32_t frame = 0; frame < count; frame++) {
        float *row = values + frame * width;
        for (size_t i = 0; i < width; i++)
            row[i] = mesh->weights[i];
        if (moves->targets[clip][frame])
            row[first + moves->targets[clip][frame] - 1] = 1;
    }
    add_channel(glb, animation, bone, GLTF_WEIGHTS, count, (uint32_t)width, values);
}

static void add_clip(ModelGlb *glb, size_t clip, const float *times)
{
    const Model *model = glb->model;
    const ModelClip *of = &model->clips[clip];
    GltfAnimation animation = {.name = of->name};
    Tracks tracks = tracks_of(glb, of);
    fill_tracks(glb, clip, &tracks);
    for (size_t i = 0; i < model->bone_count; i++) {
        if (tracks.rotations[i])
            add_channel(glb, &animation, i, GLTF_ROTATION, tracks.turns[i], 4,
                        tracks.rotations[i]);
        if (tracks.translations[i])
            add_channel(glb, &animation, i, GLTF_TRANSLATION, of->bones[i]->translation_count,
                        3, tracks.translations[i]);
        add_weights(glb, &animation, i, clip);
    }
    if (!animation.channel_count) { /* the clip has no effect; a glTF animation must not be
                                     * empty */
        static const float still[] = {0, 0, 0, 1};
        add_channel(glb, &animation, 0, GLTF_ROTATION, 1, 4, still);
    }
    for (size_t i = 0; i < animation.channel_count; i++)
        animation.channels[i].times = times;
    *ARENA_PUSH(glb->arena, glb->gltf->animations, glb->gltf->animation_count) = animation;
}

void model_glb_clips(ModelGlb *glb)
{
    const Model *model = glb->model;
    uint32_t most = 1;
    for (size_t i = 0; i < model->clip_count; i++)
        most = model->clips[i].frame_count > most ? model->clips[i].frame_count : most;
    float *times = arena_alloc_raw(glb->arena, most, sizeof *times);
    for (uint32_t i = 0; i < most; i++)
        times[i] = (float)i / ANM_TICKS_PER_SECOND;
    for (size_t i = 0; i < model->clip_count; i++)
        add_clip(glb, i, times);
}
