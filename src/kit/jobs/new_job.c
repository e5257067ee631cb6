/* new: the rows of new_job.def. */
#include "kit/jobs/new_job.h"

#include "base/path.h"
#include "kit/jobs/files.h"
#include "kit/jobs/jobs.h"

static const struct {
    JobOption option;
    NewMake *make;
} rows[] = {
#define NEW(option, make) {OPTION_##option, make},
#include "kit/jobs/new_job.def"
};

static NewMake *const usual[] = {
#define NEW_USUAL(make) make,
#include "kit/jobs/new_job.def"
    NULL};

/* The row whose option is given; false: two of them are. */
static bool choose(Job *job, NewMake **make, const char **value)
{
    JobOption first = JOB_OPTION_COUNT;
    *make = usual[0];
    *value = NULL;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!job_text(job, rows[i].option))
            continue;
        if (*value)
            return job_usage_error(job, "--%s and --%s exclude each other",
                                   job_option_names[first], job_option_names[rows[i].option]);
        first = rows[i].option;
        *make = rows[i].make;
        *value = job_text(job, first);
    }
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
