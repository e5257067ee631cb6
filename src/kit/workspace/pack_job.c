/* pack: the rows of packers.def. */
#include "kit/workspace/packers.h"

#include "kit/jobs/archive_jobs.h"
#include "kit/workspace/workspace.h"

static const struct {
    bool (*fits)(const char *folder, const char *output);
    bool (*pack)(Job *job, const char *folder, const char *output, Arena *arena);
    bool (*options_fit)(Job *job);
    bool of_workspace;
} packers[] = {
#define PACKER(fits, pack, options_fit, of_workspace) {fits, pack, options_fit, of_workspace},
#include "kit/workspace/packers.def"
};

static bool (*const usual[])(Job *job, const char *folder, const char *output, Arena *arena) = {
#define PACKER_USUAL(pack) pack,
#include "kit/workspace/packers.def"
    NULL};

bool archive_is_packed(const char *folder, const char *output)
{
    return archive_of_folder(folder, output) != NULL;
}

bool pack_any_options(Job *job)
{
    (void)job;
    return true;
}

bool job_pack(Job *job, const char *output)
{
    const char *folder = job->inputs[0];
    if (!output || !*output)
        return job_usage_error(job, "pack requires -o FILE");
    for (size_t i = 0; i < COUNT_OF(packers); i++)
        if (!packers[i].options_fit(job))
            return false;
    size_t row = 0;
    while (row < COUNT_OF(packers) && !packers[row].fits(folder, output))
        row++;
    const bool known = row < COUNT_OF(packers);
    if (job_given(job, OPTION_dry_run) && !(known && packers[row].of_workspace))
        return job_usage_error(job, "--dry-run requires a workspace; %s is not a workspace",
                               folder);
    bool (*const pack)(Job *, const char *, const char *, Arena *) =
        known ? packers[row].pack : usual[0];
    if (!pack)
        return job_usage_error(job, "%s becomes an archive or a layout: name it so", folder);
    Arena *arena = arena_new();
    const bool ok = pack(job, folder, output, arena);
    arena_free(arena);
    return ok;
}
