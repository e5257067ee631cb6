/* Assembles a model from its parts: see model.h. */
#include "evil_islands/models/model_internal.h"

#include "base/hash.h"
#include "base/text.h"
#include "evil_islands/textures/textures.h"
#include "evil_islands/models/bon.h"
#include "evil_islands/models/lnk.h"

#include <stdlib.h>

/* The state of loading. */
typedef struct Loading {
    const ModelParts *parts;
    Model *model;
    Table bones;      /* by name in lower case */
    uint64_t corners; /* of all figures */
    Arena *arena;
    Report *report;
    bool *has_figure; /* of each bone: whether it has a figure, even one without triangles */
} Loading;

/* Finds a bone by its name, or by the names of model and bone; -1 if there is none. */
static int32_t bone_of(const Loading *loading, Text name)
{
    const Text prefix = loading->parts->name, small = text_lowered(name, loading->arena);
    const uint32_t *found = table_get(&loading->bones, small);
    if (!found && name.size > prefix.size &&
        text_equal_caseless(text_slice(name, 0, prefix.size), prefix))
        found = table_get(&loading->bones, text_slice(small, prefix.size, small.size));
    return found ? (int32_t)*found : -1;
}

static void no_bone(const Loading *loading, const char *kind, const ModelPart *part)
{
    report_warning(loading->report,
                   "the %s %.*s%s%.*s belongs to no bone of the model, and is ignored", kind,
                   (int)part->clip.size, part->clip.at, part->clip.size ? "/" : "",
                   (int)part->name.size, part->name.at);
}

/* A report about a part of the model. */
static Report report_of_part(const Loading *loading, const ModelPart *part)
{
    const Text name =
        arena_format(loading->arena, "%.*s%s%.*s", (int)part->clip.size, part->clip.at,
                     part->clip.size ? "/" : "", (int)part->name.size, part->name.at);
    return report_part(loading->report, name, loading->arena);
}

/* ---- bones ---- */

/* Whether the entry can be read as a list of bones with at least one. */
static bool is_links(const ModelPart *part)
{
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    LnkFile lnk;
    LnkBone *bones;
    const bool ok = lnk_read(part->bytes, &lnk, scratch, &silent) &&
                    lnk_bones(&lnk, &bones, scratch, &silent) && lnk.link_count;
    arena_free(scratch);
    return ok;
}

/* Chooses the LNK with the name of the model, otherwise the first valid one. Entries may share
 * their bytes, so parse results of the others are freed. */
static const ModelPart *choose_links(const Loading *loading)
{
    const ModelPartList *links = &loading->parts->links;
    const ModelPart *chosen = NULL;
    for (size_t i = 0; i < links->count; i++)
        if (text_equal_caseless(links->items[i].name, loading->parts->name))
            return &links->items[i];
    for (size_t i = 0; i < links->count && !chosen; i++)
        if (is_links(&links->items[i]))
            chosen = &links->items[i];
    return chosen;
}

/* Bones refer to their parents by index; lnk_bones() has checked them. */
static bool load_links(Loading *loading, const ModelPart *part, Report *report)
{
    LnkFile lnk;
    LnkBone *bones;
    Model *model = loading->model;
    if (!lnk_read(part->bytes, &lnk, loading->arena, report) ||
        !lnk_bones(&lnk, &bones, loading->arena, report))
        return false;
    if (!lnk.link_count || lnk.link_count > MODEL_BONES_MAX)
        return report_error(report, "the model has %u bones; expected 1 to %d", lnk.link_count,
                            MODEL_BONES_MAX);
    model->bone_count = lnk.link_count;
    model->bones = ARENA_ALLOC(loading->arena, ModelBone, lnk.link_count);
    for (uint32_t i = 0; i < lnk.link_count; i++)
        model->bones[i] = (ModelBone){.name = bones[i].name, .parent = bones[i].parent};
    return true;
}

/* Without a LNK, a single figure is a model with one bone. */
static bool load_bones(Loading *loading)
{
    const ModelParts *parts = loading->parts;
    const ModelPart *links = choose_links(loading);
    Model *model = loading->model;
    bool ok = true;
    if (links) {
        Report about = report_of_part(loading, links);
        ok = load_links(loading, links, &about);
        model->name = links->name;
    } else if (parts->figures.count == 1) { /* an object with a single part */
        model->bone_count = 1;
        model->bones = ARENA_ALLOC(loading->arena, ModelBone, 1);
        model->bones[0] = (ModelBone){.name = parts->figures.items[0].name, .parent = -1};
    } else {
        return report_error(loading->report,
                            "not a model: the bone list is missing (a .lnk file, or "
                            "the entry of a .mod with the name of the model)");
    }
    for (size_t i = 0; i < parts->links.count; i++)
        if (&parts->links.items[i] != links)
            report_warning(loading->report, "%.*s is not part of a model, and is ignored",
                           (int)parts->links.items[i].name.size, parts->links.items[i].name.at);
    loading->has_figure = ARENA_ALLOC(loading->arena, bool, model->bone_count + 1);
    for (size_t i = 0; ok && i < model->bone_count; i++)
        table_put(&loading->bones, text_lowered(model->bones[i].name, loading->arena),
                  (uint32_t)i);
    return ok;
}

/* Files with fewer offsets than variants repeat them. */
static bool load_offsets(Loading *loading, ModelBone *bone, Bytes file, Report *report)
{
    BonFile bon;
    if (!bon_read(file, &bon, loading->arena, report))
        return false;
    for (uint32_t i = 0; i < FIG_VARIANTS && bon.offsets_count; i++) {
        const BonOffset *offset = &bon.offsets[i % bon.offsets_count];
        bone->offsets[i] = (Vec3){offset->x, offset->y, offset->z};
        if (!vec3_finite(bone->offsets[i]))
            return report_error(report, "offset %u is not a number", i);
    }
    return true;
}

/* ---- figures ---- */

/* Checked for all corners, so that nothing later has to. */
static bool is_finite(const FigFile *fig, Report *report)
{
    for (uint32_t i = 0; i < fig->corner_count; i++) {
        const FigCorner *corner = &fig->corners[i];
        const FigUv *uv = &fig->uvs[corner->uv];
        for (unsigned variant = 0; variant < fig_variants(fig); variant++)
            if (!vec3_finite(fig_vertex(fig, corner->position, variant)))
                return report_error(report, "corner %u has an invalid position in variant %u",
                                    i, variant);
        if (!isfinite(uv->u) || !isfinite(uv->v))
            return report_error(report, "corner %u has invalid texture coordinates", i);
    }
    return true;
}

/* The first figure of a bone counts. Corners are limited over the whole model. */
static bool load_figure(Loading *loading, ModelBone *bone, Bytes file, Report *report)
{
    FigFile *fig = ARENA_ALLOC(loading->arena, FigFile, 1);
    if (!fig_read(file, fig, loading->arena, report) || !fig_is_sound(fig, report) ||
        !is_finite(fig, report))
        return false;
    loading->corners += fig->corner_count;
    if (loading->corners > MODEL_CORNERS_MAX)
        return report_error(report, "more than %d corners in all figures", MODEL_CORNERS_MAX);
    loading->has_figure[bone - loading->model->bones] = true;
    if (!bone->fig && fig->corner_count) /* a figure without triangles is allowed */
        bone->fig = fig;
    return true;
}

/* Assigns each part of a list to its bone. */
static bool load_parts(Loading *loading, const ModelPartList *list, const char *kind,
                       bool (*load)(Loading *loading, ModelBone *bone, Bytes file,
                                    Report *report))
{
    for (size_t i = 0; i < list->count; i++) {
        const ModelPart *part = &list->items[i];
        const int32_t bone = bone_of(loading, part->name);
        if (bone < 0) {
            no_bone(loading, kind, part);
            continue;
        }
        Report about = report_of_part(loading, part);
        if (!load(loading, &loading->model->bones[bone], part->bytes, &about))
            return false;
    }
    return true;
}

/* A missing part would leave an unnoticed hole in the model. */
static bool has_figures(const Loading *loading)
{
    const Model *model = loading->model;
    const Text prefix = loading->parts->name;
    for (size_t i = 0; i < model->bone_count; i++) {
        const Text bone = model->bones[i].name;
        if (!loading->has_figure[i])
            return report_error(loading->report, "no figure \"%.*s%.*s\" or \"%.*s\" was found",
                                (int)prefix.size, prefix.at, (int)bone.size, bone.at,
                                (int)bone.size, bone.at);
    }
    return true;
}

/* ---- clips ---- */

/* The parts of a motion may have different lengths; the longest one counts. */
static uint32_t frames_of(const AnmFile *anm)
{
    uint32_t count = 1;
    count = anm->rotation_count > count ? anm->rotation_count : count;
    count = anm->translation_count > count ? anm->translation_count : count;
    return anm->morph_vertices && anm->morph_frames > count ? anm->morph_frames : count;
}

static bool motion_is_finite(const AnmFile *anm, Report *report)
{
    for (uint32_t i = 0; i < anm->rotation_count; i++) {
        const AnmTurn *turn = &anm->rotations[i];
        if (!quat_finite((Quat){turn->w, turn->x, turn->y, turn->z}))
            return report_error(report, "rotation %u is not a number", i);
    }
    for (uint32_t i = 0; i < anm->translation_count; i++) {
        const AnmShift *shift = &anm->translations[i];
        if (!vec3_finite((Vec3){shift->x, shift->y, shift->z}))
            return report_error(report, "translation %u is not a number", i);
    }
    for (uint64_t i = 0; i < (uint64_t)anm->morph_frames * anm->morph_vertices; i++) {
        const AnmShift *shift = &anm->morphs[i];
        if (!vec3_finite((Vec3){shift->x, shift->y, shift->z}))
            return report_error(report,
                                "frame %llu of the vertices: a position is not a number",
                                (unsigned long long)(i / anm->morph_vertices));
    }
    return true;
}

/* The first motion of a bone in a clip counts. */
static bool load_motion(Loading *loading, ModelClip *clip, int32_t bone, Bytes file,
                        Report *report)
{
    AnmFile *anm = ARENA_ALLOC(loading->arena, AnmFile, 1);
    if (!anm_read(file, anm, loading->arena, report) || !motion_is_finite(anm, report))
        return false;
    if (!clip->bones[bone]) {
        const uint32_t frames = frames_of(anm);
        clip->bones[bone] = anm;
        clip->frame_count = frames > clip->frame_count ? frames : clip->frame_count;
    }
    return true;
}

/* Returns the clip of a part, and adds it if it is new; NULL and an error if there are too
 * many. */
static ModelClip *clip_of(Loading *loading, Table *clips, Text name)
{
    Model *model = loading->model;
    const Text small = text_lowered(name, loading->arena);
    const uint32_t *found = table_get(clips, small);
    if (found)
        return &model->clips[*found];
    if (model->clip_count == MODEL_CLIPS_MAX) {
        report_error(loading->report, "more than %d clips", MODEL_CLIPS_MAX);
        return NULL;
    }
    table_put(clips, small, (uint32_t)model->clip_count);
    ModelClip *clip = ARENA_PUSH(loading->arena, model->clips, model->clip_count);
    *clip =
        (ModelClip){name, ARENA_ALLOC(loading->arena, const AnmFile *, model->bone_count), 1};
    return clip;
}

static int compare_clips(const void *a, const void *b)
{
    return text_compare(((const ModelClip *)a)->name, ((const ModelClip *)b)->name);
}

/* The result is sorted, as the order of files in a folder is arbitrary. */
static bool load_clips(Loading *loading)
{
    const ModelPartList *motions = &loading->parts->motions;
    Model *model = loading->model;
    Table clips = table_new(loading->arena);
    uint64_t poses = 0;
    for (size_t i = 0; i < motions->count; i++) {
        const ModelPart *part = &motions->items[i];
        const int32_t bone = bone_of(loading, part->name);
        if (bone < 0) {
            no_bone(loading, "motion", part);
            continue;
        }
        ModelClip *clip = clip_of(loading, &clips, part->clip);
        if (!clip)
            return false;
        Report about = report_of_part(loading, part);
        if (!load_motion(loading, clip, bone, part->bytes, &about))
            return false;
    }
    for (size_t i = 0; i < model->clip_count; i++)
        poses += (uint64_t)model->clips[i].frame_count * model->bone_count;
    if (poses > MODEL_POSES_MAX)
        return report_error(loading->report,
                            "%llu poses of bones in all clips; the maximum is %d",
                            (unsigned long long)poses, MODEL_POSES_MAX);
    if (model->clip_count)
        qsort(model->clips, model->clip_count, sizeof *model->clips, compare_clips);
    return true;
}

/* ---- textures ---- */

/* With several textures, their names are those of the model and a number that figures refer
 * to. */
static void load_textures(Loading *loading)
{
    const ModelPartList *list = &loading->parts->textures;
    const Text prefix = loading->parts->name;
    Model *model = loading->model;
    for (size_t i = 0; i < list->count; i++) {
        const ModelPart *part = &list->items[i];
        ModelTexture texture = {.name = part->name, .any = true, .file = part->bytes};
        int64_t number;
        if (list->count > 1 && part->name.size > prefix.size &&
            text_equal_caseless(text_slice(part->name, 0, prefix.size), prefix) &&
            text_number(text_slice(part->name, prefix.size, part->name.size), 0, UINT32_MAX,
                        &number)) {
            texture.number = (uint32_t)number;
            texture.any = false;
        } else if (list->count > 1 && !text_equal_caseless(part->name, prefix)) {
            continue; /* belongs to another model */
        }
        *ARENA_PUSH(loading->arena, model->textures, model->texture_count) = texture;
    }
}

/* Checks the size of the textures that figures use. */
static bool textures_fit(const Loading *loading)
{
    Model *model = loading->model;
    bool *counted = ARENA_ALLOC(loading->arena, bool, model->texture_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        const FigFile *fig = model->bones[i].fig;
        const ModelTexture *texture = fig ? model_texture(model, fig->texture_number) : NULL;
        if (!texture || counted[texture - model->textures])
            continue;
        counted[texture - model->textures] = true;
        model->pixels += texture_pixels(texture->file);
    }
    return model->pixels <= MODEL_PIXELS_MAX ||
           report_error(loading->report,
                        "the textures have %llu pixels; the maximum is %d in total",
                        (unsigned long long)model->pixels, MODEL_PIXELS_MAX);
}

/* Bones first: all other parts refer to them by name. */
bool model_load(const ModelSource *source, Model *out, Arena *arena, Report *report)
{
    ModelParts parts;
    Loading loading = {.parts = &parts,
                       .model = out,
                       .bones = table_new(arena),
                       .arena = arena,
                       .report = report};
    *out = (Model){0};
    if (!model_find_parts(source, &parts, arena, report))
        return false;
    out->name = parts.name;
    if (!load_bones(&loading) || !load_parts(&loading, &parts.figures, "figure", load_figure) ||
        !has_figures(&loading) || !load_parts(&loading, &parts.bones, "place", load_offsets) ||
        !load_clips(&loading))
        return false;
    load_textures(&loading);
    if (!textures_fit(&loading))
        return false;
    if (out->bone_count > 1 && !parts.bones.count)
        report_warning(report, "no positions of bones (.bon): all bones are at one position");
    return true;
}
