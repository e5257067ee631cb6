/* new: the rows of new_job.def. */
#include "kit/jobs/new_job.h"

#include "base/path.h"
#include "kit/jobs/files.h"
#include "kit/jobs/jobs.h"

/* The last row, that without options, comes after those of all wings. */
static const struct {
    JobOption option; /* JOB_OPTION_COUNT: none */
    NewMake *make;
} rows[] = {
#define NEW(option, make) {OPTION_##option, make},
#include "kit/jobs/new_job.def"
#define NEW_USUAL(make) {JOB_OPTION_COUNT, make},
#include "kit/jobs/new_job.def"
    {JOB_OPTION_COUNT, NULL}};

/* The row whose option is given; false: two of them are. */
static bool choose(Job *job, NewMake **make, const char **value)
{
    JobOption first = JOB_OPTION_COUNT;
    size_t row = 0;
    *value = NULL;
    for (; rows[row].option != JOB_OPTION_COUNT; row++) {
        if (!job_text(job, rows[row].option))
            continue;
        if (*value)
            return job_usage_error(job, "--%s and --%s exclude each other",
                                   job_option_names[first], job_option_names[rows[row].option]);
        first = rows[row].option;
        *make = rows[row].make;
        *value = job_text(job, first);
    }
    if (!*value)
        *make = rows[row].make;
    return true;
}

/* "a/b/mygame/" is the game mygame in a/b. */
bool job_new(Job *job)
{
    NewMake *make;
    const char *value;
    if (!choose(job, &make, &value))
        return false;
    if (!make)
        return job_usage_error(job, "this program was built without projects");
    ProjectFiles files = {0};
    Arena *arena = arena_new();
    const Text path = arena_text(arena, path_without_slashes(text_of(job->inputs[0])));
    const bool ok =
        make(value, path_base(path), &files, arena, job->report) &&
        folder_save_files(folder_above(path, arena).at, &files, NULL, false, job->report);
    arena_free(arena);
    return ok;
}
