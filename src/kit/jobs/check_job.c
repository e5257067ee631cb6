/* Parts, in order: the loop over the inputs of a job, which check shares with other jobs;
 * check, whose rows are in checks.def. */
#include "kit/jobs/checks.h"

#include "base/path.h"
#include "kit/open/glb_summary.h"
#include "kit/formats/archive.h"
#include "base/image/aseprite.h"
#include "base/image/palette_files.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_forms.h"
#include "kit/jobs/foreign.h"

static void report_foreign(const char *path, Bytes file, Report *report)
{
    Arena *scratch = arena_new();
    const Text words = foreign_file(text_of(path), file, scratch);
    report_cause(report, CAUSE_UNSUPPORTED, "%.*s", (int)words.size, words.at);
    arena_free(scratch);
}

const Format *job_format(Job *job, const char *path, Bytes file, Report *report)
{
    const char *forced = job_text(job, OPTION_format);
    const Format *format =
        forced ? format_named(text_of(forced)) : format_of(text_of(path), file);
    if (!format && forced)
        report_cause(report, CAUSE_NOT_FOUND, "unknown format \"%s\"", forced);
    else if (!format)
        report_foreign(path, file, report);
    return format;
}

bool job_glb(const Job *job, const char *path, Bytes file)
{
    return !job_given(job, OPTION_format) && glb_is(text_of(path), file);
}

/* A folder may be the file that its files would be. */
static const FolderForm *folder_form(const Job *job, const char *path)
{
    return job_given(job, OPTION_format) ? NULL : folder_form_of(path);
}

static bool each_one(Job *job, const char *path, const FolderForm *form, JobEach *each)
{
    Arena *arena = arena_new();
    Bytes file;
    Text name = text_of(path);
    bool ok = form ? form->load(path, &file, &name, arena, job->report)
                   : file_load(path, &file, arena, job->report);
    if (ok) {
        Report about = report_child(job->report, name);
        ok = each(job, name.at, file, arena, &about);
    }
    arena_free(arena);
    return ok;
}

bool job_each_or_folder(Job *job, JobEach *each, JobFolder *folder)
{
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++) {
        const char *path = job->inputs[i];
        const FolderForm *form = folder_form(job, path);
        ok &= folder && is_folder(path) && !form ? folder(job, path)
                                                 : each_one(job, path, form, each);
    }
    return ok;
}

bool job_each(Job *job, JobEach *each) { return job_each_or_folder(job, each, NULL); }

/* ---- check ---- */

typedef struct BytesCheck {
    const char *of; /* a suffix, or the name of a format */
    bool (*check)(Bytes file, Arena *arena, Report *report);
} BytesCheck;

static const BytesCheck text_checks[] = {
#define CHECK_TEXT(suffix, check) {suffix, check},
#include "kit/jobs/checks.def"
};

static const BytesCheck format_checks[] = {
#define CHECK_FORMAT(format, check) {#format, check},
#include "kit/jobs/checks.def"
    {0}};

static bool (*const folder_checks[])(Job *job, const char *path) = {
#define CHECK_FOLDER(check) check,
#include "kit/jobs/checks.def"
    NULL};

static const struct {
    bool (*fits)(Job *job);
    bool (*check)(Job *job);
} input_checks[] = {
#define CHECK_INPUTS(fits, check) {fits, check},
#include "kit/jobs/checks.def"
    {0}};

static bool check_palette(Text suffix, Bytes file, Arena *arena, Report *report)
{
    Palette palette;
    return palette_load(suffix, file, &palette, arena, report);
}

bool job_check_bytes(Job *job, const char *path, Bytes file, Arena *arena, Report *report)
{
    for (size_t i = 0; i < COUNT_OF(text_checks); i++)
        if (text_ends(text_of(path), text_checks[i].of))
            return text_checks[i].check(file, arena, report);
    const PaletteFormat *palette = palette_format_of_suffix(path_suffix(text_of(path)));
    if (palette && palette->read != palette_read_png && !aseprite_is(file)) /* also .ase */
        return check_palette(path_suffix(text_of(path)), file, arena, report);
    if (job_glb(job, path, file))
        return glb_check(file, arena, report);
    if (job_picture(job, path))
        return job_picture_check(job, path, file, arena, report);
    const Format *format = job_format(job, path, file, report);
    if (!format || !format_check(format, file, arena, report))
        return false;
    for (size_t i = 0; format_checks[i].of; i++)
        if (!strcmp(format->name, format_checks[i].of) &&
            !format_checks[i].check(file, arena, report))
            return false;
    const ArchiveKind *kind = archive_kind(text_of(format->name));
    return !kind || archive_check(kind, text_of(path), file, report);
}

static bool check_input(Job *job, const char *path)
{
    const FolderForm *form = folder_form(job, path);
    bool ok = true;
    if (!is_folder(path) || form)
        return each_one(job, path, form, form ? form->check : job_check_bytes);
    for (size_t i = 0; folder_checks[i]; i++)
        ok &= folder_checks[i](job, path);
    return ok;
}

bool check_any_inputs(Job *job)
{
    (void)job;
    return true;
}

bool job_check(Job *job)
{
    bool ok = true;
    for (size_t i = 0; input_checks[i].fits; i++)
        if (!input_checks[i].fits(job))
            return false;
    for (size_t i = 0; i < job->input_count; i++)
        ok &= check_input(job, job->inputs[i]);
    for (size_t i = 0; input_checks[i].fits && ok; i++)
        ok = input_checks[i].check(job);
    return ok;
}
