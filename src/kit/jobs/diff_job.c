/* The job diff: two files, or two folders, whose lists of files are sorted and walked through
 * side by side, so that differences have the order of paths. */
#include "kit/jobs/jobs.h"

#include "base/path.h"
#include "base/system/files.h"
#include "kit/jobs/files.h"

#include <stdlib.h>

static bool diff_files(Job *job, Differences *differences, Arena *arena)
{
    const char *const *paths = job->inputs;
    DifferenceSide a = {.path = text_of(paths[0])}, b = {.path = text_of(paths[1])};
    const bool found = file_load(paths[0], &a.bytes, arena, job->report);
    return file_load(paths[1], &b.bytes, arena, job->report) && found &&
           difference_files(path_base(a.path), &a, &b, differences, job->report);
}

/* ---- folders ---- */

static int by_path(const void *a, const void *b)
{
    return text_compare(((const ProjectFile *)a)->path, ((const ProjectFile *)b)->path);
}

static bool load_sorted(const char *folder, ProjectFiles *files, Arena *arena, Report *report)
{
    if (!folder_load_files(folder, files, arena, report))
        return false;
    if (files->count)
        qsort(files->items, files->count, sizeof *files->items, by_path);
    return true;
}

static DifferenceSide side_of(const char *folder, const ProjectFile *file, Arena *arena)
{
    return (DifferenceSide){
        arena_format(arena, "%s/%.*s", folder, (int)file->path.size, file->path.at),
        file->bytes};
}

static bool diff_folders(Job *job, Differences *differences, Arena *arena)
{
    const char *const *paths = job->inputs;
    ProjectFiles a, b;
    bool ok = true;
    if (!load_sorted(paths[0], &a, arena, job->report) ||
        !load_sorted(paths[1], &b, arena, job->report))
        return false;
    for (size_t i = 0, j = 0; i < a.count || j < b.count;) {
        const int order = i == a.count   ? 1
                          : j == b.count ? -1
                                         : by_path(&a.items[i], &b.items[j]);
        const ProjectFile *file = order > 0 ? &b.items[j] : &a.items[i];
        if (order) {
            difference_alone(file->path, order < 0 ? DIFFERENCE_REMOVED : DIFFERENCE_ADDED,
                             TEXT(""), file->bytes.size, differences);
        } else {
            const DifferenceSide before = side_of(paths[0], file, arena),
                                 after = side_of(paths[1], &b.items[j], arena);
            ok &= difference_files(file->path, &before, &after, differences, job->report);
        }
        i += order <= 0;
        j += order >= 0;
    }
    return ok;
}

static bool compare(Job *job, Differences *differences, Arena *arena)
{
    const bool first = is_folder(job->inputs[0]), second = is_folder(job->inputs[1]);
    if (first != second && !file_exists(job->inputs[first]))
        return file_failed(job->inputs[first], "", job->report);
    if (first != second)
        return report_cause(job->report, CAUSE_USAGE, "%s is a folder, %s is not",
                            job->inputs[!first], job->inputs[first]);
    return first ? diff_folders(job, differences, arena) : diff_files(job, differences, arena);
}

bool job_diff(Job *job, Differences *differences)
{
    const char *format = job_text(job, OPTION_format);
    differences->format = format ? format_named(text_of(format)) : NULL;
    if (format && !differences->format)
        return job_usage_error(job, "unknown format \"%s\"", format);
    Arena *arena = arena_new();
    const bool ok = compare(job, differences, arena);
    arena_free(arena);
    return ok;
}
