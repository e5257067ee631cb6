/* Finds the files of a model: see model.h. */
#include "evil_islands/models/model_internal.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/stream.h"
#include "base/text.h"
#include "evil_islands/models/lnk.h"
#include "evil_islands/archives/res.h"

#include <stdio.h>

/* From a conversion: a file, or the files of a folder. */
ModelSource model_source(const ConversionJob *job)
{
    return (ModelSource){.path = job->path,
                         .file = job->input,
                         .files = job->input.data ? NULL : &job->files,
                         .bones = model_settings(job)->bones,
                         .animation = model_settings(job)->animation,
                         .texture = model_settings(job)->texture,
                         .folder = job->folder};
}

/* Adds a part, within the limits. */
static bool add(ModelParts *parts, ModelPartList *list, Text clip, Text name, Bytes bytes)
{
    if (list != &parts->textures) {
        parts->size += bytes.size;
        if (++parts->count > MODEL_PARTS_MAX || parts->size > MODEL_BYTES_MAX)
            return report_error(parts->report, "more than %d parts, or %d MB of them, in all",
                                MODEL_PARTS_MAX, MODEL_BYTES_MAX >> 20);
    }
    *ARENA_PUSH(parts->arena, list->items, list->count) = (ModelPart){clip, name, bytes};
    return true;
}

/* ---- archives ---- */

/* The name of an entry, with the suffix that the game's names have. */
static Text entry_name(const ResEntry *entry, Arena *arena)
{
    return game_text_decode(text_to_zero(entry->name), arena);
}

static bool has_suffix(Text name, const char *suffix)
{
    return text_is_caseless(path_suffix(name), suffix);
}

static void left_out(Report *report, Text clip, Text name)
{
    report_warning(report, "%.*s%s%.*s is not part of a model, and is ignored", (int)clip.size,
                   clip.at, clip.size ? "/" : "", (int)name.size, name.at);
}

/* A .mod: the entry that is not a figure is the LNK. */
static bool take_archive(ModelParts *parts, Bytes file, Report *report)
{
    Res res;
    if (!res_read(file, &res, parts->arena, report))
        return false;
    for (size_t i = 0; i < res.count; i++) {
        const Text name = entry_name(&res.entries[i], parts->arena);
        ModelPartList *list =
            fig_is_figure(res.entries[i].data) ? &parts->figures : &parts->links;
        if (!add(parts, list, TEXT(""), name, res.entries[i].data))
            return false;
    }
    return true;
}

/* A .bon: an archive, or the file of the only bone. */
static bool take_bones(ModelParts *parts, Text name, Bytes file, Report *report)
{
    Res res;
    if (!res_is(file))
        return add(parts, &parts->bones, TEXT(""), name, file);
    if (!res_read(file, &res, parts->arena, report))
        return false;
    for (size_t i = 0; i < res.count; i++)
        if (!add(parts, &parts->bones, TEXT(""), entry_name(&res.entries[i], parts->arena),
                 res.entries[i].data))
            return false;
    return true;
}

/* An archive of one clip. */
static bool take_clip(ModelParts *parts, Text clip, Bytes file, Report *report)
{
    Res res;
    if (!res_read(file, &res, parts->arena, report))
        return false;
    for (size_t i = 0; i < res.count; i++)
        if (!add(parts, &parts->motions, clip, entry_name(&res.entries[i], parts->arena),
                 res.entries[i].data))
            return false;
    return true;
}

/* A .anm of a whole model. */
static bool take_motions(ModelParts *parts, Text name, Bytes file, Report *report)
{
    Res res;
    if (!res_is(file)) {
        report_warning(report, "ignoring %.*s.anm: expected an archive of clips",
                       (int)name.size, name.at);
        return true;
    }
    if (!res_read(file, &res, parts->arena, report))
        return false;
    for (size_t i = 0; i < res.count; i++) {
        const Text clip = entry_name(&res.entries[i], parts->arena);
        if (!res_is(res.entries[i].data))
            left_out(report, name, clip);
        else if (!take_clip(parts, clip, res.entries[i].data, report))
            return false;
    }
    return true;
}

/* ---- folders ---- */

/* CLIP/BONE, CLIP/BONE.anm, or CLIP, an archive. */
static bool take_motion_file(ModelParts *parts, Text path, Bytes file, Report *report)
{
    const Text name = path_base(path);
    if (name.size == path.size && res_is(file))
        return take_clip(parts, path, file, report);
    const Text clip = text_slice(path, 0, path.size - name.size - (name.size < path.size));
    if (!clip.size || memchr(clip.at, '/', clip.size) ||
        (path_suffix(name).size && !has_suffix(name, "anm")))
        left_out(report, clip, name);
    else
        return add(parts, &parts->motions, clip, path_without_suffix(name), file);
    return true;
}

/* By suffix; without one, the content tells a figure from a list of bones. */
static bool take_top_file(ModelParts *parts, Text name, Bytes file, Report *report)
{
    const Text stem = path_without_suffix(name);
    if (has_suffix(name, "mod"))
        return take_archive(parts, file, report);
    if (has_suffix(name, "bon"))
        return take_bones(parts, stem, file, report);
    if (has_suffix(name, "anm"))
        return take_motions(parts, stem, file, report);
    if (has_suffix(name, "fig") || (!path_suffix(name).size && fig_is_figure(file)))
        return add(parts, &parts->figures, TEXT(""), stem, file);
    if (has_suffix(name, "mmp") || has_suffix(name, "png"))
        return add(parts, &parts->textures, TEXT(""), stem, file);
    if (has_suffix(name, "lnk") || !path_suffix(name).size)
        return add(parts, &parts->links, TEXT(""), stem, file);
    if (!has_suffix(name, "glb")) /* output of an earlier conversion */
        left_out(report, TEXT(""), name);
    return true;
}

/* A file of a model's folder. Its folders are unpacked archives, or clips. */
static bool take_file(ModelParts *parts, Text path, Bytes file, Report *report)
{
    const char *slash = memchr(path.at, '/', path.size);
    if (!slash)
        return take_top_file(parts, path, file, report);
    const Text first = text_slice(path, 0, (size_t)(slash - path.at));
    const Text rest = text_slice(path, first.size + 1, path.size);
    if (has_suffix(first, "anm"))
        return take_motion_file(parts, rest, file, report);
    if (has_suffix(first, "bon"))
        return take_bones(parts, path_without_suffix(rest), file, report);
    if (has_suffix(first, "mod"))
        return take_top_file(parts, rest, file, report);
    return take_motion_file(parts, path, file, report);
}

/* Sorted, so that the order of the folder does not matter. One model gives the name. */
static bool find_in_folder(const ModelSource *source, ModelParts *parts, Report *report)
{
    ProjectFiles files = *source->files;
    size_t models = 0;
    files.items = ARENA_ALLOC(parts->arena, ProjectFile, files.count);
    for (size_t i = 0; i < files.count; i++)
        files.items[i] = source->files->items[i];
    project_files_sort(&files);
    parts->name = path_without_suffix(files.game);
    for (size_t i = 0; i < files.count; i++) {
        const Text path = files.items[i].path;
        const bool top = !memchr(path.at, '/', path.size);
        if (top && (has_suffix(path, "lnk") || has_suffix(path, "mod"))) {
            models++;
            parts->name = path_without_suffix(path);
        }
    }
    if (models > 1)
        return report_error(report, "the folder has %zu models: give one .mod or .lnk", models);
    for (size_t i = 0; i < files.count; i++)
        if (!take_file(parts, files.items[i].path, files.items[i].bytes, report))
            return false;
    return true;
}

/* ---- the input's folder ---- */

/* Reads prefix + bone + suffix; returns false if there is no such file, or if the name would
 * lead to another folder. */
static bool beside_as(const ModelSource *source, ModelParts *parts, Text prefix, Text bone,
                      const char *suffix, Bytes *out)
{
    if (!source->folder || !source->folder->beside || memchr(bone.at, '/', bone.size) ||
        memchr(bone.at, '\\', bone.size))
        return false;
    const Text name = arena_format(parts->arena, "%.*s%.*s%s", (int)prefix.size, prefix.at,
                                   (int)bone.size, bone.at, suffix);
    return source->folder->beside(source->folder->context, name, out, parts->arena);
}

/* Reads X + bone + suffix. */
static bool beside(const ModelSource *source, ModelParts *parts, Text bone, const char *suffix,
                   Bytes *out)
{
    return beside_as(source, parts, parts->name, bone, suffix, out);
}

/* The same; a .lnk of one bone may also name the part of another figure. */
static bool beside_or_alias(const ModelSource *source, ModelParts *parts, const LnkFile *lnk,
                            Text bone, const char *suffix, Bytes *out)
{
    return beside(source, parts, bone, suffix, out) ||
           (lnk->link_count == 1 && bone.size &&
            beside_as(source, parts, TEXT(""), bone, suffix, out));
}

/* The files of a folder next to the input, such as NAME.bon/. */
static bool below(const ModelSource *source, ModelParts *parts, const char *suffix,
                  ProjectFiles *out)
{
    const Text name =
        arena_format(parts->arena, "%.*s%s", (int)parts->name.size, parts->name.at, suffix);
    if (!source->folder || !source->folder->below ||
        !source->folder->below(source->folder->context, name, out, parts->arena, parts->report))
        return false;
    project_files_sort(out);
    return true;
}

/* Finds the figures and positions of separate bones. */
static bool find_loose(const ModelSource *source, ModelParts *parts, Report *report)
{
    LnkFile lnk;
    LnkBone *bones;
    Bytes file;
    if (!add(parts, &parts->links, TEXT(""), parts->name, source->file) ||
        !lnk_read(source->file, &lnk, parts->arena, report) ||
        !lnk_bones(&lnk, &bones, parts->arena, report))
        return false;
    for (uint32_t i = 0; i < lnk.link_count && i < MODEL_BONES_MAX; i++) {
        if (beside_or_alias(source, parts, &lnk, bones[i].name, ".fig", &file) &&
            !add(parts, &parts->figures, TEXT(""), bones[i].name, file))
            return false;
        if (!source->bones.data &&
            beside_or_alias(source, parts, &lnk, bones[i].name, ".bon", &file) &&
            !add(parts, &parts->bones, TEXT(""), bones[i].name, file))
            return false;
    }
    return true;
}

/* A file of the option first, then a file next to the input, then a folder there. */
static bool find_bones(const ModelSource *source, ModelParts *parts, Report *report)
{
    ProjectFiles files;
    Bytes file = source->bones;
    if (file.data || (!parts->bones.count && beside(source, parts, TEXT(""), ".bon", &file)))
        return take_bones(parts, parts->name, file, report);
    if (!parts->bones.count && below(source, parts, ".bon", &files))
        for (size_t i = 0; i < files.count; i++)
            if (!add(parts, &parts->bones, TEXT(""), path_without_suffix(files.items[i].path),
                     files.items[i].bytes))
                return false;
    return true;
}

/* As find_bones(), for clips. */
static bool find_motions(const ModelSource *source, ModelParts *parts, Report *report)
{
    ProjectFiles files;
    Bytes file = source->animation;
    if (file.data || (!parts->motions.count && beside(source, parts, TEXT(""), ".anm", &file)))
        return take_motions(parts, parts->name, file, report);
    if (!parts->motions.count && below(source, parts, ".anm", &files))
        for (size_t i = 0; i < files.count; i++)
            if (!take_motion_file(parts, files.items[i].path, files.items[i].bytes, report))
                return false;
    return true;
}

enum { NUMBERS_MAX = 64 };

/* Whether a figure's texture_number was searched for before; numbers after the first 64 are not
 * tracked. */
static bool asked(uint32_t *numbers, size_t *count, uint32_t number)
{
    for (size_t i = 0; i < *count; i++)
        if (numbers[i] == number)
            return true;
    if (*count == NUMBERS_MAX)
        return true;
    numbers[(*count)++] = number;
    return false;
}

/* Names have two or three digits: both are tried for each number that a figure uses. */
static void find_textures(const ModelSource *source, ModelParts *parts)
{
    enum { SHAPES = 2 };
    uint32_t numbers[NUMBERS_MAX];
    size_t count = 0;
    Bytes file;
    if (source->texture.data) {
        parts->textures.count = 0;
        add(parts, &parts->textures, TEXT(""), parts->name, source->texture);
    }
    if (parts->textures.count)
        return;
    for (size_t i = 0; i < parts->figures.count; i++) {
        uint32_t number;
        if (!fig_texture_number(parts->figures.items[i].bytes, &number) ||
            asked(numbers, &count, number))
            continue;
        for (size_t shape = 0; shape < SHAPES; shape++) {
            char digits[16];
            snprintf(digits, sizeof digits, shape ? "%03u" : "%02u", number);
            if (beside(source, parts, text_of(digits), ".mmp", &file))
                add(parts, &parts->textures, TEXT(""),
                    arena_format(parts->arena, "%.*s%s", (int)parts->name.size, parts->name.at,
                                 digits),
                    file);
        }
    }
    if (beside(source, parts, TEXT(""), ".mmp", &file))
        add(parts, &parts->textures, TEXT(""), parts->name, file);
}

/* What an option gives replaces what was found in the input. */
bool model_find_parts(const ModelSource *source, ModelParts *out, Arena *arena, Report *report)
{
    const Text name = path_base(source->path);
    *out = (ModelParts){.name = path_without_suffix(name), .arena = arena, .report = report};
    if (source->files) {
        if (!find_in_folder(source, out, report))
            return false;
    } else if (res_is(source->file)) {
        if (!take_archive(out, source->file, report))
            return false;
    } else if (fig_is_figure(source->file) || path_has_suffix(source->path, ".fig")) {
        if (!add(out, &out->figures, TEXT(""), out->name, source->file))
            return false;
    } else if (!find_loose(source, out, report)) {
        return false;
    }
    if (source->bones.data)
        out->bones.count = 0;
    if (source->animation.data)
        out->motions.count = 0;
    if (!find_bones(source, out, report) || !find_motions(source, out, report))
        return false;
    find_textures(source, out);
    return true;
}
