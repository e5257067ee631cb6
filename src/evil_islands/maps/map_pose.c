/* Chooses the idle clip and places bones. Of a model only what a pose needs is kept
 * (map_pose_keep), because all models of a map stay in memory at once, each with one frame
 * instead of hundreds of clips. */
#include "evil_islands/maps/map_pose.h"

#include "base/text.h"

int32_t map_pose_clip(const Model *model, const char *word)
{
    int32_t best = -1;
    Arena *scratch = arena_new();
    for (size_t i = 0; i < model->clip_count; i++) {
        const Text name = text_lowered(model->clips[i].name, scratch);
        if (strstr(arena_text(scratch, name).at, word) &&
            (best < 0 || name.size < model->clips[best].name.size))
            best = (int32_t)i;
    }
    arena_free(scratch);
    return best;
}

/* Only the vertices and corners. */
static const FigFile *keep_figure(const FigFile *fig, Arena *arena)
{
    FigFile *kept = ARENA_ALLOC(arena, FigFile, 1);
    const size_t floats = (size_t)fig->vertex_blocks * 12 * (size_t)(fig->digit - '0');
    kept->digit = fig->digit;
    kept->vertex_blocks = fig->vertex_blocks;
    kept->corner_count = fig->corner_count;
    kept->vertices = arena_alloc_raw(arena, floats, sizeof *kept->vertices);
    memcpy(kept->vertices, fig->vertices, floats * sizeof *kept->vertices);
    kept->corners = arena_alloc_raw(arena, fig->corner_count, sizeof *kept->corners);
    memcpy(kept->corners, fig->corners, fig->corner_count * sizeof *kept->corners);
    return kept;
}

/* The first of the rotations and translations. */
static const AnmFile *keep_frame(const AnmFile *anm, Arena *arena)
{
    AnmFile *kept = ARENA_ALLOC(arena, AnmFile, 1);
    if (anm->rotation_count) {
        kept->rotation_count = 1;
        kept->rotations = ARENA_ALLOC(arena, AnmTurn, 1);
        kept->rotations[0] = anm->rotations[0];
    }
    if (anm->translation_count) {
        kept->translation_count = 1;
        kept->translations = ARENA_ALLOC(arena, AnmShift, 1);
        kept->translations[0] = anm->translations[0];
    }
    return kept;
}

static void keep_clip(Model *kept, const Model *model, const ModelClip *clip, Arena *arena)
{
    kept->clips = ARENA_ALLOC(arena, ModelClip, 1);
    kept->clip_count = 1;
    kept->clips[0].frame_count = 1;
    kept->clips[0].bones = ARENA_ALLOC(arena, const AnmFile *, model->bone_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        if (clip->bones[i])
            kept->clips[0].bones[i] = keep_frame(clip->bones[i], arena);
    }
}

Model *map_pose_keep(const Model *model, Arena *arena)
{
    const int32_t idle = map_pose_clip(model, "idle");
    Model *kept = ARENA_ALLOC(arena, Model, 1);
    kept->bone_count = model->bone_count;
    kept->bones = ARENA_ALLOC(arena, ModelBone, model->bone_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        kept->bones[i].parent = model->bones[i].parent;
        memcpy(kept->bones[i].offsets, model->bones[i].offsets, sizeof kept->bones[i].offsets);
        if (model->bones[i].fig)
            kept->bones[i].fig = keep_figure(model->bones[i].fig, arena);
    }
    if (idle >= 0)
        keep_clip(kept, model, &model->clips[idle], arena);
    return kept;
}

uint64_t map_pose_work(const Model *kept, bool lowest)
{
    /* A clip needs this body and that of the clips. */
    const unsigned rounds = (kept->clip_count ? 2 : 0) + lowest;
    uint64_t corners = 0;
    for (size_t i = 0; i < kept->bone_count; i++)
        corners += kept->bones[i].fig ? kept->bones[i].fig->corner_count : 0;
    return rounds * corners * sizeof(Vec3[FIG_VARIANTS]);
}

bool map_pose_place(const Model *kept, const float weights[FIG_VARIANTS], ModelPose *poses)
{
    bool ok = true;
    ModelBody body = {.height_scale = 1};
    memcpy(body.weights, weights, sizeof body.weights);
    if (kept->clip_count)
        body = model_body(kept, weights);
    model_pose(kept, kept->clip_count ? 0 : -1, 0, &body, poses);
    for (size_t i = 0; i < kept->bone_count; i++)
        ok &= vec3_finite(poses[i].translation);
    return ok;
}

float map_pose_lowest(const Model *kept, const float weights[FIG_VARIANTS],
                      const ModelPose *poses, Quat turn)
{
    float lowest = INFINITY;
    for (size_t i = 0; i < kept->bone_count; i++) {
        const FigFile *fig = kept->bones[i].fig;
        const Quat outer = quat_multiply(turn, poses[i].world_rotation);
        const float height = quat_turn(turn, poses[i].world_translation).z;
        for (uint32_t k = 0; fig && k < fig->corner_count; k++) {
            Vec3 variants[FIG_VARIANTS];
            model_vertex(fig, fig->corners[k].position, variants);
            const float z = height + quat_turn(outer, model_blend(variants, weights)).z;
            lowest = z < lowest ? z : lowest;
        }
    }
    return isfinite(lowest) ? lowest : 0;
}
