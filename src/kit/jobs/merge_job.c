/* The job merge: three files, or three folders with the same paths. A file that only the base
 * has was removed by both sides, so only paths of mine and theirs are visited. Conflicts are
 * not failures: the caller finds their number in the Merge. */
#include "kit/jobs/jobs.h"

#include "base/hash.h"
#include "base/output/output.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/job_inputs.h"

#include <stdlib.h>

enum { BASE, MINE, THEIRS, SIDES };

/* ---- files ---- */

/* The output may be one of the files: git's merge drivers write into mine. */
static bool merge_three_files(Job *job, Merge *merge, bool keep_conflicts, const char *output,
                              Arena *arena)
{
    Bytes bytes[SIDES], out;
    InputFiles others = {.arena = arena};
    input_files_note(&others, job->inputs[BASE]);
    input_files_note(&others, job->inputs[THEIRS]);
    if (!input_files_check_output(&others, output, job->report))
        return false;
    for (size_t i = 0; i < SIDES; i++)
        if (!file_load(job->inputs[i], &bytes[i], arena, job->report))
            return false;
    const MergeInput input = {merge_existing_file(bytes[BASE]),
                              merge_existing_file(bytes[MINE]),
                              merge_existing_file(bytes[THEIRS])};
    return merge_files(path_base(text_of(job->inputs[MINE])), &input, merge, &out, arena,
                       job->report) &&
           ((merge->conflicts && !keep_conflicts) || file_save(output, &out, 1, job->report));
}

/* ---- folders ---- */

typedef struct Side {
    ProjectFiles files;
    Table table; /* from a path to its index */
} Side;

static bool load_side(const char *folder, Side *side, Arena *arena, Report *report)
{
    side->table = table_new(arena);
    if (!folder_load_files(folder, &side->files, arena, report))
        return false;
    for (size_t i = 0; i < side->files.count; i++)
        table_put(&side->table, side->files.items[i].path, (uint32_t)i);
    return true;
}

static Bytes bytes_in(const Side *side, Text path)
{
    const uint32_t *at = table_get(&side->table, path);
    return at ? merge_existing_file(side->files.items[*at].bytes) : (Bytes){0};
}

static bool is_of_git(Text path) { return text_starts(path, ".git/"); }

static bool merge_one(Job *job, Merge *merge, const Side *sides, Text path, Output *output)
{
    const MergeInput input = {bytes_in(&sides[BASE], path), bytes_in(&sides[MINE], path),
                              bytes_in(&sides[THEIRS], path)};
    Arena *scratch = arena_new();
    Bytes out;
    const bool ok = merge_files(path, &input, merge, &out, scratch, job->report) &&
                    (!out.data || output_put(output, path, &out, 1, 0, job->report));
    arena_free(scratch);
    return ok;
}

static bool merge_three_folders(Job *job, Merge *merge, bool keep_conflicts, const char *folder,
                                Arena *arena)
{
    Side sides[SIDES];
    for (size_t i = 0; i < SIDES; i++)
        if (!load_side(job->inputs[i], &sides[i], arena, job->report))
            return false;
    Output *output = output_folder(folder, false, NULL, arena, job->report);
    if (!output)
        return false;
    bool ok = true;
    for (size_t side = MINE; side < SIDES; side++)
        for (size_t i = 0; i < sides[side].files.count; i++) {
            const Text path = sides[side].files.items[i].path;
            const bool done = side == THEIRS && table_get(&sides[MINE].table, path);
            if (!done && !is_of_git(path))
                ok &= merge_one(job, merge, sides, path, output);
        }
    const bool keep = ok && (!merge->conflicts || keep_conflicts);
    return output_end(output, keep, job->report) || (ok && !keep);
}

/* ---- the job ---- */

static bool merge_inputs(Job *job, Merge *merge, bool keep_conflicts, const char *output,
                         Arena *arena)
{
    size_t folders = 0;
    for (size_t i = 0; i < SIDES; i++)
        folders += is_folder(job->inputs[i]);
    if (folders % SIDES)
        return report_cause(job->report, CAUSE_USAGE, "folders and files cannot be merged");
    return folders ? merge_three_folders(job, merge, keep_conflicts, output, arena)
                   : merge_three_files(job, merge, keep_conflicts, output, arena);
}

bool job_merge(Job *job, const char *output, Merge *merge)
{
    const char *format = job_text(job, OPTION_format), *prefer = job_text(job, OPTION_prefer);
    merge->format = format ? format_named(text_of(format)) : NULL;
    if (format && !merge->format)
        return job_usage_error(job, "unknown format \"%s\"", format);
    if (prefer && strcmp(prefer, "mine") != 0 && strcmp(prefer, "theirs") != 0)
        return job_usage_error(job, "--prefer: expected mine or theirs, found \"%s\"", prefer);
    merge->prefer_theirs = prefer && !strcmp(prefer, "theirs");
    Arena *arena = arena_new();
    const bool ok = merge_inputs(job, merge, prefer != NULL, output, arena);
    arena_free(arena);
    return ok;
}
