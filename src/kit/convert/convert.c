/* Parts, in order: one input (finding the conversion, loading related files from the folder of
 * the input, saving its result); the settings of its conversion; all inputs; the job, which
 * commits all outputs together. */
#include "kit/jobs/jobs.h"

#include "base/output/output.h"
#include "base/path.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/convert/convert_batch.h"
#include "kit/convert/convert_inputs.h"
#include "kit/convert/convert_options.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_forms.h"
#include "kit/jobs/job_inputs.h"
#include "kit/convert/loose_files.h"
#include "kit/convert/converted_record.h"
#include "kit/formats/format.h"

#include <string.h>

static const char *suffix_of(const char *path) { return path_suffix(text_of(path)).at; }

/* OUT itself or, for a folder and several inputs, the input's name in it. */
static Text target_of(const char *input, const char *output, const char *suffix, Arena *arena)
{
    if (*suffix_of(output) && !is_folder(output))
        return text_of(output);
    const Text name = path_without_suffix(path_base(text_of(input)));
    return path_join(text_of(output),
                     arena_format(arena, "%.*s.%s", (int)name.size, name.at, suffix), arena);
}

static bool load_input(const char *path, ConversionJob *job, Arena *arena, Report *report)
{
    job->path = text_of(path);
    if (is_folder(path))
        return load_visible_files(path, &job->files, arena, report);
    return file_load(path, &job->input, arena, report);
}

/* ---- one input ---- */

/* The settings of a conversion, for all inputs of a call. */
typedef struct Taken {
    const Conversion *conversion;
    const void *settings; /* NULL: the options are wrong, which was reported */
} Taken;

/* Data shared by all inputs of a call. */
typedef struct Converting {
    Job *job;
    const char *output;
    Taken *taken;
    size_t taken_count;
    Batches batches;
    size_t input_count;
    uint64_t given; /* groups of options */
    Output *files;
    Text folder;      /* of `files` */
    Written *written; /* in a folder as output; otherwise NULL */
    bool failed;      /* nothing must be written */
    const LooseKind
        *loose;        /* the result is to be written as loose files ...; NULL: it is not */
    bool in_place;     /* ... into the folder that they are in */
    const char *input; /* the current input ... */
    const Conversion *conversion; /* ... and how it is converted; NULL: not known (yet) */
    InputFiles read;
    Arena *arena;
} Converting;

/* An existing folder is a folder, whatever its name. */
static const char *output_suffix(const Converting *converting)
{
    return is_folder(converting->output) ? "" : suffix_of(converting->output);
}

/* Loose files may be changed where they are. */
static bool is_changed_in_place(const Converting *converting)
{
    const char *onto =
        converting->loose ? job_text(converting->job, converting->loose->onto) : NULL;
    const char *from = onto ? path_resolved(onto, converting->arena) : NULL;
    const char *to = from ? path_resolved(converting->output, converting->arena) : NULL;
    return to && !strcmp(from, to);
}

/* A related file may be missing: the conversion decides whether that is an error. What was
 * read is noted, so that no output replaces it. */
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

/* For conversions that write many files themselves, one by one. */
static bool put_file(void *context, Text path, const Bytes *parts, size_t count, Report *report)
{
    Converting *converting = context;
    const Text target = path_join(converting->folder, path, converting->arena);
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

/* Without `out` only the existence is asked for. */
static bool older(void *context, Text path, ProjectFile *out, Arena *arena)
{
    const Converting *converting = context;
    Report silent = report_to(NULL, NULL);
    const Text whole = arena_format(converting->arena, "%s/%.*s", converting->folder.at,
                                    (int)path.size, path.at);
    if (!out)
        return file_exists(whole.at);
    out->path = whole;
    return file_load(whole.at, &out->bytes, arena, &silent);
}

/* The part below the folder, for the record of written files; otherwise the whole target. */
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

static bool save_folder(Converting *converting, const ConversionJob *job, Report *report)
{
    for (size_t i = 0; i < job->files_out.count; i++) {
        const ProjectFile *file = &job->files_out.items[i];
        const Text target =
            path_join(text_of(converting->output), file->path, converting->arena);
        if (!save_file(converting, target.at, file->bytes, report))
            return false;
    }
    return true;
}

static bool save_loose_file(void *context, Text name, Bytes bytes, Report *report)
{
    Converting *converting = context;
    const Text target = path_join(text_of(converting->output), name, converting->arena);
    return save_file(converting, target.at, bytes, report);
}

/* Files next to the output share its stem: the target without its suffix, and without the
 * joined part of its name. */
static bool save(Converting *converting, const Conversion *conversion, const ConversionJob *job,
                 const char *path, Arena *arena)
{
    Report *report = converting->job->report;
    if (converting->loose)
        return converting->loose->save(job, converting->in_place, save_loose_file, converting,
                                       arena, report);
    if (!*conversion->to)
        return save_folder(converting, job, report);
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

/* Always false. Some pairs of formats have advice about a way by a third format. */
static bool no_way(const char *path, const char *from, const char *to, Report *report)
{
    const char *advice = conversion_advice(from, to);
    const char *start = is_folder(path) ? "a folder" : *from ? "." : "a file without a suffix";
    return advice ? report_cause(report, CAUSE_UNSUPPORTED, "%s", advice)
                  : report_cause(report, CAUSE_UNSUPPORTED,
                                 "cannot convert %s%s to %s%s (see oisin help convert)", start,
                                 from, *to ? "." : "a folder", to);
}

/* The files of a folder, as if they were one file beside them. */
static bool load_loose(Converting *converting, ConversionJob *job, Arena *arena)
{
    input_files_note_below(&converting->read, converting->input);
    if (!folder_form_load(converting->input, &job->input, &job->path, arena,
                          converting->job->report))
        return false;
    converting->input = job->path.at;
    return true;
}

/* A suffix of any format, or one that a conversion takes, such as png. */
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

/* ---- settings ---- */

/* The settings of a conversion, from the options; the first time they are parsed. */
static const void *settings_of(Converting *converting, const Conversion *conversion)
{
    for (size_t i = 0; i < converting->taken_count; i++)
        if (converting->taken[i].conversion == conversion)
            return converting->taken[i].settings;
    const ConversionBatch *batch = conversion->subject->batch;
    void *settings =
        convert_options_take(converting->job, conversion, converting->output,
                             converting->input_count, &converting->folder, converting->arena);
    convert_options_note(converting->job, conversion, converting->in_place, &converting->read);
    if (settings && batch)
        batch->join(settings, batches_state(&converting->batches, batch));
    *ARENA_PUSH(converting->arena, converting->taken, converting->taken_count) =
        (Taken){conversion, settings};
    return settings;
}

/* The name of the input's format, if an option tells it. */
static const char *forced_format(const Converting *converting)
{
    return converting->given & OF_GROUP(pixels) ? NULL
                                                : job_text(converting->job, OPTION_format);
}

static const char *output_kind(const Converting *converting)
{
    return converting->loose ? converting->loose->suffix : output_suffix(converting);
}

/* Parses the options for the conversions that the names of the inputs tell, so that nothing is
 * done if they are wrong. */
static bool settings_take(Converting *converting, const char *const *paths)
{
    const char *to = output_kind(converting), *forced = forced_format(converting);
    const ConversionJob none = {.given = converting->given};
    for (size_t i = 0; i < converting->input_count; i++) {
        const LooseKind *loose = loose_input(converting->job, paths[i], to);
        const char *from = loose                 ? loose->suffix
                           : is_folder(paths[i]) ? ""
                           : forced              ? forced
                                                 : suffix_of(paths[i]);
        const Conversion *conversion = conversion_find(from, to, &none);
        if (conversion && !settings_of(converting, conversion))
            return false;
    }
    return true;
}

static ConversionFolder folder_of(Converting *converting)
{
    return (ConversionFolder){.beside = load_beside,
                              .below = load_below,
                              .all = load_all,
                              .put = put_file,
                              .put_count = put_count,
                              .put_undo = put_undo,
                              .older = older,
                              .context = converting};
}

/* The conversion is found before its options are checked, because it decides which are
 * allowed. `about` names the input in messages. */
static bool convert(Converting *converting, const char *path, Arena *arena)
{
    Job *job = converting->job;
    Report *report = job->report;
    const char *forced = forced_format(converting);
    const ConversionFolder folder = folder_of(converting);
    ConversionJob one = {.target = text_of(converting->output),
                         .given = converting->given,
                         .folder = &folder,
                         .format = forced,
                         .progress = job->progress};
    converting->input = path;
    converting->conversion = NULL;
    input_files_note(&converting->read, path);
    const char *to = output_kind(converting);
    const LooseKind *loose = loose_input(job, path, to);
    if (!(loose ? load_loose(converting, &one, arena) : load_input(path, &one, arena, report)))
        return false;
    const char *from = loose             ? loose->suffix
                       : is_folder(path) ? ""
                       : forced          ? forced
                                         : suffix_to_convert(path, &one);
    const Conversion *conversion = conversion_find(from, to, &one);
    converting->conversion = conversion;
    if (conversion && (!convert_options_fit(job, conversion, from, to) ||
                       !(one.settings = settings_of(converting, conversion))))
        return false;
    Report about = report_child(report, loose ? one.path : text_of(path));
    if (forced && !conversion_find(forced, "", &one) &&
        !conversion_format_unknown(forced, to, arena, &about))
        return false;
    const bool ok = conversion ? conversion_run(conversion, &one, arena, &about)
                               : no_way(path, from, to, &about);
    progress_end(job->progress);
    return ok && conversion && save(converting, conversion, &one, path, arena);
}

/* ---- all inputs ---- */

/* A folder as input means its files, unless the conversion takes a folder as a whole. */
static bool take_inputs(Converting *converting, ConvertInputs *out)
{
    Job *job = converting->job;
    const bool whole = *output_suffix(converting) || job_given(job, OPTION_choose);
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++) {
        const char *path = job->inputs[i];
        if (is_folder(path) && !whole && !loose_input(job, path, output_suffix(converting)))
            ok &= inputs_add_folder(out, path, job->report);
        else
            inputs_add(out, path);
    }
    return ok;
}

/* Whether the parts of the input that were written may be valid though the rest is damaged. */
static bool keeps_parts(const Conversion *conversion)
{
    return conversion && (conversion->options & OF_GROUP(PARTS));
}

/* After a failed input, its outputs are removed from those to be committed; others stay. */
static bool convert_each(Converting *converting, const ConvertInputs *inputs)
{
    bool ok = true;
    for (size_t i = 0; i < inputs->count; i++) {
        Arena *arena = arena_new();
        const size_t before = output_count(converting->files);
        batches_keep(&converting->batches);
        if (!convert(converting, inputs->paths[i], arena)) {
            ok = false;
            if (!keeps_parts(converting->conversion)) {
                output_undo(converting->files, before);
                batches_undo(&converting->batches);
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

/* Finds the inputs and reads the options. */
static bool prepare(Converting *converting, ConvertInputs *inputs, bool *ok)
{
    Job *job = converting->job;
    converting->folder = text_of(converting->output);
    converting->loose = loose_output(job, converting->output);
    converting->in_place = is_changed_in_place(converting);
    converting->given = convert_options_given(job);
    converting->read.arena = converting->batches.arena = converting->arena;
    if (!convert_format_fits(job, output_suffix(converting)))
        return false;
    *ok = take_inputs(converting, inputs);
    if (!inputs->count)
        return false; /* reported: folders without files to convert */
    if (inputs->count > 1 && converting->loose)
        return job_usage_error(job, "--%s takes one image, not several",
                               job_option_names[converting->loose->onto]);
    if (inputs->count > 1 && *output_suffix(converting))
        return job_usage_error(job,
                               "expected a folder as output of several files, found \"%s\"",
                               converting->output);
    converting->input_count = inputs->count;
    return settings_take(converting, inputs->paths) && convert_values_fit(job) &&
           loose_may_write(job, converting->output);
}

/* All outputs are staged, and are moved to their places together or not at all. */
static bool convert_all(Converting *converting)
{
    Job *job = converting->job;
    ConvertInputs inputs = {.arena = converting->arena};
    bool ok = true;
    if (!prepare(converting, &inputs, &ok))
        return false;
    converting->files = output_files(converting->folder.at, converting->arena, job->report);
    Written written =
        written_open(converting->folder.at, job_given(job, OPTION_force), converting->arena);
    if (!*output_suffix(converting) && !converting->in_place)
        converting->written = &written;
    ok &= convert_each(converting, &inputs);
    const ConversionFolder folder = folder_of(converting);
    if (!batches_end(&converting->batches, &folder, job->report)) {
        converting->failed = true;
        ok = false;
    }
    const bool spared =
        spare_inputs(converting) && !converting->failed &&
        (!converting->written || written_save(&written, converting->files, job->report));
    return output_end(converting->files, spared, job->report) && ok;
}

#define IN_PLACE(convert) bool convert(Job *job);
#include "kit/convert/conversions.def"

static bool (*const in_place[])(Job *job) = {
#define IN_PLACE(convert) convert,
#include "kit/convert/conversions.def"
    NULL};

/* Without the wing of projects, the list of conversions in place is empty. */
bool job_convert(Job *job, const char *output)
{
    if (job_given(job, OPTION_in_place))
        return output && *output
                   ? job_usage_error(job, "--in-place and --output exclude each other")
               : !in_place[0] ? job_usage_error(job, "--in-place requires projects")
                              : in_place[0](job);
    if (!output || !*output)
        return job_usage_error(job, "convert requires -o OUT");
    Converting converting = {.job = job, .output = output, .arena = arena_new()};
    const bool ok = convert_all(&converting);
    arena_free(converting.arena);
    return ok;
}
