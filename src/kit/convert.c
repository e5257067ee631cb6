/* Parts, in order: one input (finding the conversion, loading related files from the folder of
 * the input, saving its result); the list of inputs, in which a folder may stand for its
 * files; the job, which commits all outputs together. */
#include "kit/jobs.h"

#include "base/output/output.h"
#include "base/path.h"
#include "kit/files.h"
#include "kit/folder_walk.h"
#include "kit/inputs.h"
#include "kit/convert_options.h"
#include "kit/map_folder.h"
#include "kit/maps.h"
#include "kit/written.h"
#include "convert/databases.h"
#include "convert/lay_cast.h"
#include "convert/lay_convert.h"
#include "convert/lay_faces.h"
#include "formats/evil_islands/mmp.h"
#include "formats/format.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *suffix_of(const char *path) { return path_suffix(text_of(path)).at; }

/* OUT itself or, for a folder and several inputs, the input's name in it. */
static Text target_of(const char *input, const char *output, const char *suffix, Arena *arena)
{
    if (*suffix_of(output) && !is_folder(output))
        return text_of(output);
    const Text name = path_without_suffix(path_base(text_of(input)));
    return arena_format(arena, "%s/%.*s.%s", output, (int)name.size, name.at, suffix);
}

static bool load_input(const char *path, ConversionJob *job, Arena *arena, Report *report)
{
    job->path = text_of(path);
    if (is_folder(path))
        return load_visible_files(path, &job->files, arena, report);
    return file_load(path, &job->input, arena, report);
}

/* ---- one input ---- */

/* Data shared by all inputs of a call. */
typedef struct Converting {
    Job *job;
    const char *output;
    ConversionJob settings; /* from the options; each input gets a copy */
    LayManifest manifest;
    LayCast cast;
    Output *files;
    Text folder;       /* of `files` */
    Written *written;  /* in a folder as output; otherwise NULL */
    bool failed;       /* nothing must be written */
    bool loose;        /* the result is a map, to be written as loose files ... */
    bool in_place;     /* ... into the folder that it is in */
    const char *input; /* the current input */
    InputFiles read;
    Arena *arena;
} Converting;

/* An existing folder is a folder, whatever its name. */
static const char *output_suffix(const Converting *converting)
{
    return is_folder(converting->output) ? "" : suffix_of(converting->output);
}

/* A map of loose files may be changed where it is. */
static bool is_changed_in_place(const Converting *converting)
{
    const char *onto = job_text(converting->job, OPTION_onto);
    const char *from = converting->loose ? path_resolved(onto, converting->arena) : NULL;
    const char *to = from ? path_resolved(converting->output, converting->arena) : NULL;
    return to && !strcmp(from, to);
}

/* Whether the file of an option may be the output. */
static bool is_replaced(const Converting *converting, JobOption option)
{
    const Text output = text_of(converting->output);
    return option == OPTION_onto  ? converting->in_place || path_has_suffix(output, ".gxt")
           : option == OPTION_mob ? job_given(converting->job, OPTION_rebuild_aigraph)
                                  : false;
}

static void note_options(Converting *converting)
{
    for (size_t i = 0; i < CONVERT_FILE_OPTIONS; i++)
        if (!is_replaced(converting, convert_file_options[i]))
            input_files_note_list(&converting->read,
                                  job_text(converting->job, convert_file_options[i]));
}

static bool load_beside(void *context, Text name, Bytes *out, Arena *arena)
{
    Converting *converting = context;
    const Text path = path_beside(converting->input, name, arena);
    Report silent = report_to(NULL, NULL);
    if (is_folder(path.at) || !file_load(path.at, out, arena, &silent))
        return false;
    input_files_note(&converting->read, path.at);
    return true;
}

static bool load_below(void *context, Text name, ProjectFiles *out, Arena *arena,
                       Report *report)
{
    Converting *converting = context;
    const Text path = path_beside(converting->input, name, arena);
    if (!is_folder(path.at))
        return false;
    if (load_visible_files(path.at, out, arena, report))
        return true;
    converting->failed = true; /* without these files the output would be wrong */
    return false;
}

static bool load_all(void *context, Text suffix, ProjectFiles *out, Arena *arena)
{
    Converting *converting = context;
    const char *slash = strrchr(converting->input, '/');
    const Text folder = {converting->input,
                         slash ? (size_t)(slash + 1 - converting->input) : 0};
    return load_siblings(folder, suffix, out, arena);
}

/* A dialog, NPC or its sprite may have been edited: what exists stays. */
static bool may_be_edited(Text path)
{
    static const char *const starts[] = {"dialogs/", "npcs/", "chars/"};
    for (size_t i = 0; i < COUNT_OF(starts); i++)
        if (text_starts(path, starts[i]))
            return true;
    return false;
}

/* `path` is below the folder of the set. After a refusal nothing is written, but the other
 * files that would be refused are reported, too. */
static bool may_write(Converting *converting, Text path, const Bytes *parts, size_t count,
                      Report *report)
{
    if (!converting->written ||
        written_allows(converting->written, converting->files, path, parts, count, report))
        return true;
    converting->failed = true;
    return false;
}

static bool put_file(void *context, Text path, const Bytes *parts, size_t count, Report *report)
{
    Converting *converting = context;
    const Text target = arena_format(converting->arena, "%s/%.*s", converting->folder.at,
                                     (int)path.size, path.at);
    if (converting->settings.lay.portraits && may_be_edited(path) &&
        access(target.at, F_OK) == 0)
        return true;
    return input_files_check_output(&converting->read, target.at, report) &&
           may_write(converting, path, parts, count, report) &&
           output_put(converting->files, path, parts, count, 0, report);
}

static size_t put_count(void *context)
{
    const Converting *converting = context;
    return output_count(converting->files);
}

static void put_undo(void *context, size_t count)
{
    Converting *converting = context;
    output_undo(converting->files, count);
}

static Text path_in_set(const Converting *converting, Text target)
{
    size_t start = text_is(converting->folder, ".") ? 0 : converting->folder.size;
    while (converting->written && start < target.size && target.at[start] == '/')
        start++;
    return converting->written ? text_slice(target, start, target.size) : target;
}

static bool save_file(Converting *converting, const char *target, Bytes bytes, Report *report)
{
    const Text path = path_in_set(converting, text_of(target));
    return input_files_check_output(&converting->read, target, report) &&
           may_write(converting, path, &bytes, 1, report) &&
           output_put_at(converting->files, target, &bytes, 1, report);
}

/* The note of the database that was in the folder before is not that of this one. */
static bool replace_encoding(Converting *converting, const Conversion *conversion,
                             const ConversionJob *job, Report *report)
{
    const Text target =
        arena_format(converting->arena, "%s/" DB_ENCODING_FILE, converting->output);
    return conversion->run != db_to_tables ||
           project_file(&job->files_out, TEXT(DB_ENCODING_FILE)) ||
           access(target.at, F_OK) != 0 ||
           save_file(converting, target.at, bytes_of_text(TEXT("cp1251\n")), report);
}

static bool save_folder(Converting *converting, const ConversionJob *job, Report *report)
{
    for (size_t i = 0; i < job->files_out.count; i++) {
        const ProjectFile *file = &job->files_out.items[i];
        const Text target = arena_format(converting->arena, "%s/%.*s", converting->output,
                                         (int)file->path.size, file->path.at);
        if (!save_file(converting, target.at, file->bytes, report))
            return false;
    }
    return true;
}

static bool save_loose_file(void *context, Text name, Bytes bytes, Report *report)
{
    Converting *converting = context;
    const Text target =
        arena_format(converting->arena, "%s/%.*s", converting->output, (int)name.size, name.at);
    return save_file(converting, target.at, bytes, report);
}

/* In place, files that are the same are not touched. */
static bool save_loose(Converting *converting, const ConversionJob *job, Arena *arena)
{
    const Bytes none = {0};
    return map_folder_unpack(job->output, converting->in_place ? job->world.onto : none,
                             save_loose_file, converting, arena, converting->job->report);
}

static bool save(Converting *converting, const Conversion *conversion, const ConversionJob *job,
                 const char *path, Arena *arena)
{
    Report *report = converting->job->report;
    if (converting->loose)
        return save_loose(converting, job, arena);
    if (!*conversion->to)
        return replace_encoding(converting, conversion, job, report) &&
               save_folder(converting, job, report);
    const Text target =
        target_of(path, converting->output, job->suffix ? job->suffix : conversion->to, arena);
    const size_t stem = target.size - strlen(suffix_of(target.at)) - job->joined;
    for (size_t i = 0; i < job->files_out.count; i++) {
        const ProjectFile *file = &job->files_out.items[i];
        const Text beside = arena_format(arena, "%.*s%.*s", (int)stem, target.at,
                                         (int)file->path.size, file->path.at);
        if (!save_file(converting, beside.at, file->bytes, report))
            return false;
    }
    return save_file(converting, target.at, job->output, report);
}

static bool no_way(const char *path, const char *from, const char *to, Report *report)
{
    const char *advice = conversion_advice(from, to);
    const char *start = is_folder(path) ? "a folder" : *from ? "." : "a file without a suffix";
    return advice ? report_cause(report, CAUSE_UNSUPPORTED, "%s", advice)
                  : report_cause(report, CAUSE_UNSUPPORTED,
                                 "cannot convert %s%s to %s%s (see oisin help convert)", start,
                                 from, *to ? "." : "a folder", to);
}

/* The formats that take_texture rejects for .dds files are not listed for them. */
static bool unknown_texture(const char *format, const char *to, Arena *arena, Report *report)
{
    Writer names = writer_to(arena);
    for (size_t i = 0; i < MMP_KIND_COUNT; i++)
        if (i != MMP_PNT3 || strcasecmp(to, "dds") != 0)
            write_format(&names, "%s%s", names.size ? ", " : "", mmp_kinds[i].word);
    const Text list = writer_text(&names);
    return report_cause(report, CAUSE_NOT_FOUND,
                        "unknown texture format \"%s\"; expected one of %.*s", format,
                        (int)list.size, list.at);
}

/* The map of a folder, as if it were an .mpr beside its loose files. */
static bool load_map(Converting *converting, ConversionJob *job, Arena *arena)
{
    input_files_note_below(&converting->read, converting->input);
    if (!map_folder_load(converting->input, &job->input, &job->path, arena,
                         converting->job->report))
        return false;
    converting->input = job->path.at;
    return true;
}

static bool suffix_is_known(const char *suffix)
{
    bool known = *suffix && format_of_suffix(text_of(suffix));
    for (const Conversion *row = conversions; *suffix && row->doc; row++)
        known = known || conversion_takes_suffix(row, suffix);
    return known;
}

/* The suffix that decides what a file is converted to: its own, or that of its content if no
 * conversion knows its own. */
static const char *suffix_to_convert(const char *path, ConversionJob *job)
{
    const char *suffix = suffix_of(path);
    const Format *format =
        suffix_is_known(suffix) ? NULL : format_of(text_of(path), job->input);
    if (!format)
        return suffix;
    return job->format = format_suffix(format);
}

static bool convert(Converting *converting, const char *path, Arena *arena)
{
    Job *job = converting->job;
    Report *report = job->report;
    const char *forced =
        converting->settings.texture.chosen ? NULL : job_text(job, OPTION_format);
    const ConversionFolder folder = {.beside = load_beside,
                                     .below = load_below,
                                     .all = load_all,
                                     .put = put_file,
                                     .put_count = put_count,
                                     .put_undo = put_undo,
                                     .context = converting};
    ConversionJob one = converting->settings;
    one.folder = &folder;
    one.format = forced;
    one.progress = job->progress;
    converting->input = path;
    input_files_note(&converting->read, path);
    const char *to = converting->loose ? "mpr" : output_suffix(converting);
    const bool map = maps_are_loose(job, path, to);
    if (!(map ? load_map(converting, &one, arena) : load_input(path, &one, arena, report)))
        return false;
    const char *from = map               ? "mpr"
                       : is_folder(path) ? ""
                       : forced          ? forced
                                         : suffix_to_convert(path, &one);
    const Conversion *conversion = conversion_find(from, to, &one);
    if (conversion && !convert_options_fit(job, conversion, from, to))
        return false;
    Report about = report_child(report, map ? one.path : text_of(path));
    if (forced && !conversion_find(forced, "", &one) &&
        (!strcasecmp(to, "mmp") || !strcasecmp(to, "dds")))
        return unknown_texture(forced, to, arena, &about);
    const bool ok = conversion ? conversion_run(conversion, &one, arena, &about)
                               : no_way(path, from, to, &about);
    progress_end(job->progress);
    return ok && conversion && save(converting, conversion, &one, path, arena);
}

/* ---- all inputs ---- */

typedef struct Inputs {
    const char **paths;
    size_t count;
    Arena *arena;
} Inputs;

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool skips_hidden(void *context, Text name, const struct stat *status)
{
    (void)context;
    (void)status;
    return is_hidden(name);
}

/* An archive that contains sprites. */
static bool is_sprite_archive(Text path)
{
    return path_has_suffix(path, ".mpk") || path_has_suffix(path, ".cpk") ||
           path_has_suffix(path, ".lnk4");
}

static bool add_layouts(void *context, Text path, Text name, const struct stat *status)
{
    Inputs *inputs = context;
    (void)status;
    if (path_has_suffix(name, ".lay") || path_has_suffix(name, ".mvl") ||
        is_sprite_archive(name))
        *ARENA_PUSH(inputs->arena, inputs->paths, inputs->count) = path.at;
    return true;
}

/* A folder means the layouts and archives below it, unless it is converted as a whole. */
static bool add_folder(Inputs *inputs, const char *folder, Report *report)
{
    const size_t before = inputs->count;
    const FolderWalk walk = {.file = add_layouts,
                             .skip = skips_hidden,
                             .context = inputs,
                             .arena = inputs->arena,
                             .report = report};
    if (!folder_walk(folder, &walk)) {
        inputs->count = before;
        return false;
    }
    if (inputs->count > before)
        qsort(inputs->paths + before, inputs->count - before, sizeof *inputs->paths,
              compare_paths);
    return inputs->count > before ||
           report_error(report,
                        "%s: no sprite layouts (.lay, .mvl, .mpk, .cpk, .lnk4) in the folder",
                        folder);
}

static bool take_inputs(Converting *converting, Inputs *out)
{
    Job *job = converting->job;
    const bool whole = *output_suffix(converting) || job_given(job, OPTION_choose);
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++) {
        const char *path = job->inputs[i];
        if (is_folder(path) && !whole && !maps_are_loose(job, path, output_suffix(converting)))
            ok &= add_folder(out, path, job->report);
        else
            *ARENA_PUSH(out->arena, out->paths, out->count) = path;
    }
    return ok;
}

static bool is_in_output(void *context, Text file)
{
    const Converting *converting = context;
    const Text path =
        arena_format(converting->arena, "%s/%.*s", converting->output, (int)file.size, file.at);
    return access(path.at, F_OK) == 0;
}

/* Images that are in the folder already are listed, too. */
static bool put_manifest(Converting *converting)
{
    Report *report = converting->job->report;
    Report silent = report_to(NULL, NULL);
    LayManifest older;
    Bytes file;
    if (!converting->manifest.picture_count)
        return true;
    const Text path =
        arena_format(converting->arena, "%s/" LAY_MANIFEST_NAME, converting->output);
    if (file_load(path.at, &file, converting->arena, &silent)) {
        Report about = report_child(report, path);
        if (!lay_manifest_read(file, &older, converting->arena,
                               &about)) { /* made by another program */
            converting->failed = true;
            return false;
        }
        lay_manifest_merge(&converting->manifest, &older, is_in_output, converting);
    }
    const Bytes manifest = lay_manifest_write(&converting->manifest, converting->arena);
    return may_write(converting, TEXT(LAY_MANIFEST_NAME), &manifest, 1, report) &&
           output_put(converting->files, TEXT(LAY_MANIFEST_NAME), &manifest, 1, 0, report);
}

static bool put_cast(Converting *converting)
{
    const ConversionFolder folder = {
        .put = put_file, .put_count = put_count, .put_undo = put_undo, .context = converting};
    return lay_cast_put(&converting->cast, &folder, converting->job->report);
}

static bool convert_each(Converting *converting, const Inputs *inputs)
{
    bool ok = true;
    for (size_t i = 0; i < inputs->count; i++) {
        Arena *arena = arena_new();
        const size_t before = output_count(converting->files);
        const LayManifest listed = converting->manifest;
        const size_t cast = converting->cast.count;
        if (!convert(converting, inputs->paths[i], arena)) {
            ok = false;
            /* the rest of it may be valid */
            if (!is_sprite_archive(text_of(inputs->paths[i]))) {
                output_undo(converting->files, before);
                converting->manifest.picture_count = listed.picture_count;
                converting->manifest.canvas_count = listed.canvas_count;
                converting->cast.count = cast;
            }
        }
        arena_free(arena);
    }
    return ok;
}

/* Checked after all inputs are known: one may be read after a file was staged that would
 * replace it. */
static bool spare_inputs(const Converting *converting)
{
    bool ok = true;
    for (size_t i = 0; i < output_count(converting->files); i++)
        ok &= input_files_check_output(&converting->read, output_target(converting->files, i),
                                       converting->job->report);
    return ok;
}

static bool convert_all(Converting *converting)
{
    Job *job = converting->job;
    Inputs inputs = {.arena = converting->arena};
    converting->folder = text_of(converting->output);
    if (!convert_options_take(job, converting->output, output_suffix(converting),
                              &converting->settings, &converting->folder, converting->arena))
        return false;
    if (!maps_may_write(job, &converting->settings.world, converting->output))
        return false;
    converting->manifest.arena = converting->arena;
    converting->loose = maps_written_loose(job, converting->output);
    converting->in_place = is_changed_in_place(converting);
    converting->settings.lay.manifest = &converting->manifest;
    converting->cast.arena = converting->arena;
    converting->settings.lay.cast = &converting->cast;
    converting->files = output_files(converting->folder.at, converting->arena, job->report);
    Written written =
        written_open(converting->folder.at, job_given(job, OPTION_force), converting->arena);
    if (!*output_suffix(converting) && !converting->in_place)
        converting->written = &written;
    converting->read.arena = converting->arena;
    note_options(converting);
    bool ok = take_inputs(converting, &inputs);
    if (inputs.count > 1 && converting->loose)
        return job_usage_error(job, "--onto takes one image, not several");
    if (inputs.count > 1 && *output_suffix(converting))
        return job_usage_error(job,
                               "expected a folder as output of several files, found \"%s\"",
                               converting->output);
    if (inputs.count > 1 && converting->settings.lay.atlas.size)
        return job_usage_error(job, "--atlas is the image of one layout, not of several");
    ok &= convert_each(converting, &inputs);
    ok &= put_manifest(converting);
    ok &= put_cast(converting);
    const bool spared =
        spare_inputs(converting) && !converting->failed &&
        (!converting->written || written_save(&written, converting->files, job->report));
    return output_end(converting->files, spared, job->report) && ok;
}

bool job_convert(Job *job, const char *output)
{
    if (job_given(job, OPTION_in_place))
        return output && *output
                   ? job_usage_error(job, "--in-place and --output exclude each other")
                   : job_convert_in_place(job);
    if (!output || !*output)
        return job_usage_error(job, "convert requires -o OUT");
    Converting converting = {.job = job, .output = output, .arena = arena_new()};
    const bool ok = convert_all(&converting);
    arena_free(converting.arena);
    return ok;
}
