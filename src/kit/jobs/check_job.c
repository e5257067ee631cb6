/* The job check: its inputs one by one, and together; rows of checks.def. */
#include "kit/jobs/checks.h"

#include "base/folders.h"
#include "kit/jobs/job_each.h"

static bool (*const folder_checks[])(Job *job, const char *path) = {
#define CHECK_FOLDER(check) check,
#include "kit/jobs/checks.def"
};

static const struct {
    bool (*fits)(Job *job);
    bool (*check)(Job *job);
} input_checks[] = {
#define CHECK_INPUTS(fits, check) {fits, check},
#include "kit/jobs/checks.def"
};

static bool check_input(Job *job, const char *path)
{
    const FolderForm *form = job_folder_form(job, path);
    bool ok = true;
    if (!is_folder(path) || form)
        return job_each_one(job, path, form, form ? form->check : job_check_bytes);
    for (size_t i = 0; i < COUNT_OF(folder_checks); i++)
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
    for (size_t i = 0; i < COUNT_OF(input_checks); i++)
        if (!input_checks[i].fits(job))
            return false;
    for (size_t i = 0; i < job->input_count; i++)
        ok &= check_input(job, job->inputs[i]);
    for (size_t i = 0; i < COUNT_OF(input_checks) && ok; i++)
        ok = input_checks[i].check(job);
    return ok;
}
