/* maps sync: tilesets for Tiled with everything that can be placed on maps; maps paint: automap
 * rules. */
#include "kit/jobs/jobs.h"

#include "base/output/output.h"
#include "base/text.h"
#include "tirnanog/jobs/project_files.h"
#include "tirnanog/jobs/preview_files.h"
#include "tirnanog/maps/maps_paint.h"
#include "tirnanog/maps/maps_sync.h"

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

/* Opens a project whose maps are changed: after a job was killed, they may be half old and half
 * new. */
static bool open_project(const char *folder, ProjectFiles *files, Arena *arena, Report *report)
{
    static const char *const changed[] = {"maps", "npcs"};
    for (size_t i = 0; i < COUNT_OF(changed); i++)
        output_recover(arena_format(arena, "%s/%s", folder, changed[i]).at, report);
    return project_open_files(folder, files, arena, report);
}

/* The reason why nothing is written. */
static bool nothing_written(Report *report)
{
    return report_error(report, "%zu error%s: nothing was written", report->errors,
                        PLURAL(report->errors));
}

static bool sync_maps(Job *job, const char *folder, Arena *arena)
{
    ProjectFiles files;
    TngOutput game;
    MapsSync sync;
    Within within;
    Report *report = job->report, inner = report_within(&within, folder, report);
    if (!open_project(folder, &files, arena, report))
        return false;
    if (!project_build(&files, &(BuildOptions){0}, &game, arena, &inner) ||
        !project_maps_sync(&files, &sync, arena, &inner))
        return nothing_written(report);
    ProjectFiles previews = {0};
    if (!previews_add(&game, &previews, arena, report))
        return false;
    for (size_t i = 0; i < previews.count; i++) /* existing ones may have been drawn by hand */
        if (!project_file(&files, previews.items[i].path))
            *ARENA_PUSH(arena, sync.files.items, sync.files.count) = previews.items[i];
    const bool dry = job_given(job, OPTION_dry_run);
    if (!dry && !save_changed(folder, &sync.files, arena, report))
        return false;
    job_note(job, "%s: %zu file%s%s changed, %zu tile%s added, %zu removed", folder,
             sync.files.count, PLURAL(sync.files.count), dry ? " would be" : "", sync.added,
             PLURAL(sync.added), sync.removed);
    return true;
}

bool job_maps_sync(Job *job)
{
    Arena *arena = arena_new();
    const bool ok = sync_maps(job, job->inputs[0], arena);
    arena_free(arena);
    return ok;
}

static bool paint_maps(Job *job, const char *folder, Arena *arena)
{
    ProjectFiles files;
    TngOutput game;
    MapsPaint paint;
    Within within;
    Report *report = job->report, inner = report_within(&within, folder, report);
    const bool dry = job_given(job, OPTION_dry_run);
    if (!open_project(folder, &files, arena, report))
        return false;
    if (!project_build(&files, &(BuildOptions){0}, &game, arena, &inner) ||
        !project_maps_paint(&files, job->inputs + 1, job->input_count - 1, &paint, arena,
                            &inner))
        return nothing_written(report);
    if (!dry && !save_changed(folder, &paint.files, arena, report))
        return false;
    for (size_t i = 0; i < paint.map_count; i++)
        job_note(job, "%s/%.*s: %zu cell%s%s changed", folder, (int)paint.maps[i].path.size,
                 paint.maps[i].path.at, paint.maps[i].cells, PLURAL(paint.maps[i].cells),
                 dry ? " would be" : "");
    return true;
}

bool job_maps_paint(Job *job)
{
    Arena *arena = arena_new();
    const bool ok = paint_maps(job, job->inputs[0], arena);
    arena_free(arena);
    return ok;
}
