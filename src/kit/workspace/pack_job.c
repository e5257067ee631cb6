/* pack: the rows of packers.def. */
#include "kit/workspace/packers.h"

#include "kit/jobs/archive_jobs.h"
#include "kit/workspace/workspace.h"

static bool any_fits(const char *folder, const char *output)
{
    (void)folder;
    (void)output;
    return true;
}

/* The last row, that of all other folders, comes after those of all wings. */
static const struct {
    bool (*fits)(const char *folder, const char *output);
    bool (*pack)(Job *job, const char *folder, const char *output, Arena *arena);
    bool (*options_fit)(Job *job);
    bool of_workspace;
} packers[] = {
#define PACKER(fits, pack, options_fit, of_workspace) {fits, pack, options_fit, of_workspace},
#include "kit/workspace/packers.def"
#define PACKER_USUAL(pack) {any_fits, pack, pack_any_options, false},
#include "kit/workspace/packers.def"
    {any_fits, NULL, pack_any_options, false}};

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
    while (!packers[row].fits(folder, output))
        row++;
    if (job_given(job, OPTION_dry_run) && !packers[row].of_workspace)
        return job_usage_error(job, "--dry-run requires a workspace; %s is not a workspace",
                               folder);
    if (!packers[row].pack)
        return job_usage_error(job, "%s becomes an archive or a layout: name it so", folder);
    Arena *arena = arena_new();
    const bool ok = packers[row].pack(job, folder, output, arena);
    arena_free(arena);
    return ok;
}
