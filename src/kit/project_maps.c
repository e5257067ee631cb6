/* maps sync: tilesets for Tiled with everything that can be placed on maps. */
#include "kit/jobs.h"

#include "base/output/output.h"
#include "base/text.h"
#include "kit/files.h"
#include "kit/previews.h"
#include "project/maps_sync.h"

static bool save_changed(const char *folder, const ProjectFiles *files, Arena *arena,
                         Report *report)
{
    Output *set = output_files(folder, arena, report);
    bool ok = true;
    for (size_t i = 0; i < files->count && ok; i++) {
        const ProjectFile *file = &files->items[i];
        const Text path =
            arena_format(arena, "%s/%.*s", folder, (int)file->path.size, file->path.at);
        ok = file_has_contents(path.at, &file->bytes, 1) ||
             output_put_at(set, path.at, &file->bytes, 1, report);
    }
    return output_end(set, ok, report);
}

static bool sync_maps(Job *job, const char *folder, Arena *arena)
{
    ProjectFiles files;
    TngOutput game;
    MapsSync sync;
    Within within;
    Report *report = job->report, inner = report_within(&within, folder, report);
    if (!project_open_files(folder, &files, arena, report))
        return false;
    if (!project_build(&files, &(BuildOptions){0}, &game, arena, &inner) ||
        !project_maps_sync(&files, &sync, arena, &inner))
        return report_error(report, "%zu error%s: nothing was written", report->errors,
                            PLURAL(report->errors));
    ProjectFiles previews = {0};
    if (!previews_add(&game, &previews, arena, report))
        return false;
    for (size_t i = 0; i < previews.count; i++) /* existing ones may have been drawn by hand */
        if (!project_file(&files, previews.items[i].path))
            *ARENA_PUSH(arena, sync.files.items, sync.files.count) = previews.items[i];
    if (!save_changed(folder, &sync.files, arena, report))
        return false;
    job_note(job, "%s: %zu file%s changed, %zu tile%s added, %zu removed", folder,
             sync.files.count, PLURAL(sync.files.count), sync.added, PLURAL(sync.added),
             sync.removed);
    return true;
}

bool job_maps_sync(Job *job)
{
    Arena *arena = arena_new();
    const bool ok = sync_maps(job, job->inputs[0], arena);
    arena_free(arena);
    return ok;
}
