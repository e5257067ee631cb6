/* Writes an imported scene as the files of a model. Parts, in order: the files of a model as
 * archives; the conversions, which differ in how they pack these files. The import itself is in
 * the steps that load() calls, one or two in each of the files glb_model_*.c. */
#include "evil_islands/models/model_import.h"

#include "base/game_text.h"
#include "evil_islands/archives/file_store.h"
#include "evil_islands/models/model_import_internal.h"
#include "evil_islands/models/bon.h"
#include "evil_islands/models/lnk.h"
#include "evil_islands/archives/res.h"

/* ---- parts as files ---- */

static Bytes place_file(const GlbBone *bone, Arena *arena)
{
    BonOffset offsets[FIG_VARIANTS];
    for (unsigned i = 0; i < FIG_VARIANTS; i++) {
        const Vec3 at = bone->offsets[i];
        offsets[i] = (BonOffset){at.x, at.y, at.z};
    }
    const BonFile bon = {.offsets = offsets, .offsets_count = FIG_VARIANTS};
    return bon_write(&bon, arena);
}

static bool links_file(const GlbModel *model, Bytes *out)
{
    LnkBone *bones = ARENA_ALLOC(model->arena, LnkBone, model->bone_count);
    for (size_t i = 0; i < model->bone_count; i++)
        bones[i] = (LnkBone){model->bones[i].name, model->bones[i].parent};
    return lnk_write(bones, model->bone_count, out, model->arena, model->report);
}

static void add_entry(Res *res, Text name, Bytes data, Arena *arena)
{
    Text bytes = name;
    game_text_encode(name, &bytes, NULL, arena); /* names were checked before */
    *ARENA_PUSH(arena, res->entries, res->count) =
        (ResEntry){.name = bytes, .data = data, .offset = UINT64_MAX};
}

/* A bone without a mesh gets a figure without triangles, because the game treats a missing part
 * as an error. */
static Bytes figure_file(const GlbBone *bone, Arena *arena)
{
    FigFile empty = {.digit = '0' + FIG_VARIANTS,
                     .centers = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                     .mins = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                     .maxs = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                     .radii = ARENA_ALLOC(arena, float, FIG_VARIANTS)};
    return fig_write(bone->fig ? bone->fig : &empty, arena);
}

static bool model_file(const GlbModel *model, Bytes *out)
{
    Res res = {.alignment = RES_ALIGNMENT};
    Bytes links;
    if (!links_file(model, &links))
        return false;
    add_entry(&res, model->name, links, model->arena);
    for (size_t i = 0; i < model->bone_count; i++)
        add_entry(&res, model->bones[i].name, figure_file(&model->bones[i], model->arena),
                  model->arena);
    return res_write(&res, out, model->arena, model->report);
}

static bool places_file(const GlbModel *model, Bytes *out)
{
    Res res = {.alignment = RES_ALIGNMENT};
    for (size_t i = 0; i < model->bone_count; i++)
        add_entry(&res, model->bones[i].name, place_file(&model->bones[i], model->arena),
                  model->arena);
    return res_write(&res, out, model->arena, model->report);
}

static bool motions_file(const GlbModel *model, Bytes *out)
{
    Res all = {.alignment = RES_ALIGNMENT};
    for (size_t i = 0; i < model->clip_count; i++) {
        Res one = {.alignment = RES_ALIGNMENT};
        Bytes file;
        for (size_t k = 0; k < model->bone_count; k++)
            add_entry(&one, model->bones[k].name, model->clips[i].bones[k], model->arena);
        if (!res_write(&one, &file, model->arena, model->report))
            return false;
        add_entry(&all, model->clips[i].name, file, model->arena);
    }
    return res_write(&all, out, model->arena, model->report);
}

/* ---- a model ---- */

static bool load(GlbModel *model, ConversionJob *job, Text path, Arena *arena, Report *report)
{
    Text bytes;
    *model = (GlbModel){
        .name = path_game_stem(path), .work = GLB_WORK_MAX, .arena = arena, .report = report};
    if (!model->name.size)
        return report_error(report, "the model has no name");
    if (!game_text_encode(model->name, &bytes, NULL, arena))
        return report_error(report, "the name \"%.*s\": %s", (int)model->name.size,
                            model->name.at, game_text_lack(model->name, arena).at);
    return gltf_read(job->input, &model->gltf, arena, report) && glb_find_rests(model) &&
           glb_find_bones(model) && glb_find_parts(model) && glb_make_figures(model) &&
           glb_make_textures(model, job) && glb_make_clips(model);
}

static void put(ConversionJob *job, Text path, Bytes file, Arena *arena)
{
    *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) = (ProjectFile){path, file};
}

/* Writes the files next to the model's own file, whose name is `stem`. */
static bool put_beside(GlbModel *model, ConversionJob *job, Text stem)
{
    Arena *arena = model->arena;
    Bytes motions;
    if (model->clip_count) {
        if (!motions_file(model, &motions))
            return false;
        put(job, arena_format(arena, "%.*s.anm", (int)stem.size, stem.at), motions, arena);
    }
    for (size_t i = 0; i < model->textures.count; i++) {
        const ProjectFile *file = &model->textures.items[i];
        put(job,
            arena_format(arena, "%.*s%.*s", (int)stem.size, stem.at, (int)file->path.size,
                         file->path.at),
            file->bytes, arena);
    }
    project_files_sort(&job->files_out);
    return true;
}

static void put_loose(const GlbModel *model, ConversionJob *job, Text stem)
{
    Arena *arena = model->arena;
    for (size_t i = 0; i < model->bone_count; i++) {
        const GlbBone *bone = &model->bones[i];
        const Text name = arena_format(arena, "%.*s%.*s", (int)stem.size, stem.at,
                                       (int)bone->name.size, bone->name.at);
        put(job, arena_format(arena, "%s.bon", name.at), place_file(bone, arena), arena);
        put(job, arena_format(arena, "%s.fig", name.at), figure_file(bone, arena), arena);
    }
}

bool glb_to_model(ConversionJob *job, Arena *arena, Report *report)
{
    GlbModel model;
    Bytes places;
    job->joined = true;
    if (!load(&model, job, job->target, arena, report) || !model_file(&model, &job->output) ||
        !places_file(&model, &places))
        return false;
    put(job, TEXT(".bon"), places, arena);
    return put_beside(&model, job, TEXT(""));
}

bool glb_to_links(ConversionJob *job, Arena *arena, Report *report)
{
    GlbModel model;
    job->joined = true;
    if (!load(&model, job, job->target, arena, report) || !links_file(&model, &job->output))
        return false;
    put_loose(&model, job, TEXT(""));
    return put_beside(&model, job, TEXT(""));
}

bool glb_to_figure(ConversionJob *job, Arena *arena, Report *report)
{
    GlbModel model;
    size_t figures = 0;
    job->joined = true;
    if (!load(&model, job, TEXT("a figure"), arena, report))
        return false;
    for (size_t i = 0; i < model.bone_count; i++) {
        figures += model.bones[i].fig != NULL;
        if (model.bones[i].fig)
            job->output = fig_write(model.bones[i].fig, arena);
    }
    if (figures != 1)
        return report_error(report,
                            "%zu bones have a mesh, a .fig can hold one; write a .mod instead",
                            figures);
    for (size_t i = 0; i < model.textures.count; i++)
        put(job, model.textures.items[i].path, model.textures.items[i].bytes, arena);
    return true;
}

bool glb_to_files(ConversionJob *job, Arena *arena, Report *report)
{
    GlbModel model;
    Bytes links;
    if (!load(&model, job, job->path, arena, report) || !links_file(&model, &links))
        return false;
    put(job, arena_format(arena, "%.*s.lnk", (int)model.name.size, model.name.at), links,
        arena);
    put_loose(&model, job, model.name);
    return put_beside(&model, job, model.name);
}
