/* Computes what a loaded model looks like in a frame. Parts, in order: look-up of bones, clips
 * and textures; bodies; poses; meshes. A clip turns a bone in the axes of the model, not of its
 * parent: model_pose() also computes the rotation relative to the parent, which glTF needs.
 * Loading: model_find.c, model_load.c. */
#include "evil_islands/models/model.h"

#include "base/text.h"
#include "evil_islands/models/model_internal.h"
#include "evil_islands/textures/mmp.h"
#include "base/image/png.h"

int32_t model_bone(const Model *model, Text name)
{
    for (size_t i = 0; i < model->bone_count; i++)
        if (text_equal_caseless(model->bones[i].name, name))
            return (int32_t)i;
    return -1;
}

int32_t model_clip(const Model *model, Text name)
{
    for (size_t i = 0; i < model->clip_count; i++)
        if (text_equal_caseless(model->clips[i].name, name))
            return (int32_t)i;
    return -1;
}

const ModelTexture *model_texture(const Model *model, uint32_t number)
{
    const ModelTexture *any = NULL;
    for (size_t i = 0; i < model->texture_count; i++) {
        const ModelTexture *texture = &model->textures[i];
        if (texture->number == number && !texture->any)
            return texture;
        any = texture->any && !any ? texture : any;
    }
    return any;
}

bool model_texture_read(const ModelTexture *texture, Image *out, Arena *arena, Report *report)
{
    Report about = report_child(report, texture->name);
    Mmp mmp;
    return mmp_is(texture->file) ? mmp_read(texture->file, &mmp, arena, &about) &&
                                       mmp_picture(&mmp, 0, MMP_ROWS_USUAL, out, arena, &about)
                                 : png_read(texture->file, out, NULL, arena, &about);
}

bool model_texture_try(const ModelTexture *texture, Image *out, Arena *arena, Report *report)
{
    Messages messages = {.arena = arena};
    Report inner = report_to(messages_sink, &messages);
    if (model_texture_read(texture, out, arena, &inner))
        return true;
    *out = (Image){0};
    report_warning(report, "the texture %.*s is left out: %.*s", (int)texture->name.size,
                   texture->name.at, messages.count ? (int)messages.items[0].text.size : 0,
                   messages.count ? messages.items[0].text.at : "");
    return false;
}

/* ---- bodies ---- */

void model_weights(float strength, float dexterity, float height, float out[FIG_VARIANTS])
{
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        out[i] = (i & 1 ? strength : 1 - strength) * (i & 2 ? dexterity : 1 - dexterity) *
                 (i & 4 ? height : 1 - height);
}

Vec3 model_blend(const Vec3 variants[FIG_VARIANTS], const float weights[FIG_VARIANTS])
{
    Vec3 sum = {0, 0, 0};
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        sum = vec3_add(sum, vec3_scale(variants[i], weights[i]));
    return sum;
}

void model_vertex(const FigFile *fig, uint32_t index, Vec3 out[FIG_VARIANTS])
{
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        out[i] = fig_vertex(fig, index, fig_variant(fig, i));
}

/* ---- poses ---- */

static const AnmFile *track(const Model *model, int32_t clip, size_t bone)
{
    return clip < 0 ? NULL : model->clips[clip].bones[bone];
}

/* The frame that a track of this length shows: the last one if it is shorter. */
static uint32_t held(uint32_t frame, uint32_t count)
{
    return frame < count ? frame : count - 1;
}

static Quat rotation_at(const AnmFile *anm, uint32_t frame)
{
    if (!anm || !anm->rotation_count)
        return QUAT_NONE;
    const AnmTurn *turn = &anm->rotations[held(frame, anm->rotation_count)];
    return quat_unit((Quat){turn->w, turn->x, turn->y, turn->z});
}

/* Position relative to the parent. */
static Vec3 place_at(const ModelBone *bone, const AnmFile *anm, uint32_t frame,
                     const ModelBody *body)
{
    if (bone->parent >= 0 || !anm || !anm->translation_count)
        return model_blend(bone->offsets, body->weights);
    const AnmShift *place = &anm->translations[held(frame, anm->translation_count)];
    return (Vec3){place->x, place->y, place->z * body->height_scale};
}

void model_pose(const Model *model, int32_t clip, uint32_t frame, const ModelBody *body,
                ModelPose *poses)
{
    static const ModelPose origin = {.rotation = {1, 0, 0, 0}, .world_rotation = {1, 0, 0, 0}};
    for (size_t i = 0; i < model->bone_count; i++) {
        const ModelBone *bone = &model->bones[i];
        const ModelPose *parent = bone->parent < 0 ? &origin : &poses[bone->parent];
        const AnmFile *anm = track(model, clip, i);
        const Quat turn = rotation_at(anm, frame), outer = parent->world_rotation;
        ModelPose *pose = &poses[i];
        /* A bone without rotations has exactly the rotation of its parent. */
        const bool still = !anm || !anm->rotation_count;
        pose->world_rotation = still ? outer : quat_unit(quat_multiply(turn, outer));
        pose->rotation =
            still ? QUAT_NONE
                  : quat_unit(quat_multiply(quat_back(outer), quat_multiply(turn, outer)));
        pose->translation = place_at(bone, anm, frame, body);
        pose->world_translation =
            vec3_add(parent->world_translation, quat_turn(outer, pose->translation));
    }
}

/* Distance from the root down to the lowest vertex of a body at rest; 0 if there is none. */
static float rest_depth(const Model *model, const float weights[FIG_VARIANTS])
{
    Arena *scratch = arena_new();
    float *heights =
        ARENA_ALLOC(scratch, float, model->bone_count + 1); /* height above the root
                                                             */
    float depth = 0;
    bool any = false;
    for (size_t i = 0; i < model->bone_count; i++) {
        const ModelBone *bone = &model->bones[i];
        const FigFile *fig = bone->fig;
        if (bone->parent >= 0)
            heights[i] = heights[bone->parent] + model_blend(bone->offsets, weights).z;
        for (uint32_t k = 0; fig && k < fig->corner_count; k++) {
            Vec3 variants[FIG_VARIANTS];
            model_vertex(fig, fig->corners[k].position, variants);
            const float below = 0 - heights[i] - model_blend(variants, weights).z;
            depth = !any || below > depth ? below : depth;
            any = true;
        }
    }
    arena_free(scratch);
    return depth;
}

ModelBody model_body(const Model *model, const float weights[FIG_VARIANTS])
{
    static const float flat = 0.01f; /* a model that is entirely above its root has no ground
                                      * contact */
    ModelBody body = {.height_scale = 1};
    float of_clips[FIG_VARIANTS];
    memcpy(body.weights, weights, sizeof body.weights);
    model_weights(1, 0, 1, of_clips);
    const float depth = rest_depth(model, of_clips);
    if (depth > flat)
        body.height_scale = rest_depth(model, weights) / depth;
    if (!isfinite(body.height_scale))
        body.height_scale = 1;
    return body;
}

/* ---- meshes ---- */

Vec3 *model_moves(const Model *model, size_t bone, int32_t clip, uint32_t frame, Arena *arena)
{
    const FigFile *fig = model->bones[bone].fig;
    const AnmFile *anm = track(model, clip, bone);
    if (!fig || !anm || !anm->morph_frames || !anm->morph_vertices || !fig->vertex_blocks)
        return NULL;
    Vec3 *moves = ARENA_ALLOC(arena, Vec3, 4 * (size_t)fig->vertex_blocks);
    const AnmShift *shifts =
        anm->morphs + (size_t)held(frame, anm->morph_frames) * anm->morph_vertices;
    bool any = false;
    for (uint32_t i = 0; i < fig->morph_count; i++) {
        const FigMorph *morph = &fig->morphs[i];
        if (morph->morph >= anm->morph_vertices) /* vertex of the padding; real files do not
                                                  * have them */
            continue;
        const AnmShift *shift = &shifts[morph->morph];
        moves[morph->vertex] = (Vec3){shift->x, shift->y, shift->z};
        any |= shift->x != 0 || shift->y != 0 || shift->z != 0;
    }
    return any ? moves : NULL;
}

void model_mesh(const Model *model, size_t bone, int32_t clip, uint32_t frame,
                const float weights[FIG_VARIANTS], ModelMesh *out, Arena *arena)
{
    const FigFile *fig = model->bones[bone].fig;
    *out = (ModelMesh){0};
    if (!fig || !fig->index_count)
        return;
    const Vec3 *moves = model_moves(model, bone, clip, frame, arena);
    out->corner_count = fig->corner_count;
    out->index_count = fig->index_count;
    out->positions = arena_alloc_raw(arena, fig->corner_count, sizeof(Vec3));
    out->normals = arena_alloc_raw(arena, fig->corner_count, sizeof(Vec3));
    out->uvs = arena_alloc_raw(arena, fig->corner_count, sizeof(Vec2));
    out->indices = arena_alloc_raw(arena, fig->index_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < fig->index_count; i++)
        out->indices[i] = fig->indices[i];
    for (uint32_t i = 0; i < fig->corner_count; i++) {
        const FigCorner *corner = &fig->corners[i];
        const FigUv *uv = &fig->uvs[corner->uv];
        Vec3 variants[FIG_VARIANTS];
        model_vertex(fig, corner->position, variants);
        const Vec3 place = model_blend(variants, weights);
        out->positions[i] = moves ? vec3_add(place, moves[corner->position]) : place;
        out->normals[i] = vec3_unit(fig_normal(fig, corner->normal), (Vec3){0, 0, 1});
        out->uvs[i] = (Vec2){uv->u, 1 - uv->v};
    }
}
