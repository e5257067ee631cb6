/* convert --in-place: the sprites of an atlas next to it, instead of it. */
#include "kit/jobs/jobs.h"

#include "base/output/output.h"
#include "base/path.h"
#include "base/system/files.h"
#include "tirnanog/convert/picture_conversions.h"
#include "kit/jobs/files.h"

#include <errno.h>
#include <string.h>

/* The atlas is removed when its sprites are complete. */
static bool split_atlas(Job *job, const char *path, Arena *arena)
{
    Report about = report_child(job->report, text_of(path));
    ConversionJob one = {.path = text_of(path)};
    if (!path_has_suffix(one.path, "_atls.png"))
        return report_error(&about, "--in-place requires an atlas (NAME_atls.png)");
    if (!file_load(path, &one.input, arena, job->report) ||
        !atlas_to_sprites(&one, arena, &about))
        return false;
    if (!one.files_out.count) /* or its pixels would be lost */
        return report_error(&about, "the atlas names no sprites");
    const Text folder = folder_above(one.path, arena);
    Output *files = output_files(folder.at, arena, job->report);
    bool ok = true;
    for (size_t i = 0; i < one.files_out.count && ok; i++) {
        const ProjectFile *file = &one.files_out.items[i];
        const Text target =
            arena_format(arena, "%s/%.*s", folder.at, (int)file->path.size, file->path.at);
        ok = !file_exists(target.at)
                 ? output_put(files, file->path, &file->bytes, 1, 0, job->report)
                 : report_cause(job->report, CAUSE_EXISTS,
                                "%s already exists, and is not replaced", target.at);
    }
    output_flush_new(files); /* the atlas is removed next */
    if (!output_end(files, ok, job->report))
        return false;
    if (!file_remove(FOLDER_CURRENT, path))
        return report_system_error(&about, "cannot be removed: %s", strerror(errno));
    job_note(job, "%s: %zu sprites", path, one.files_out.count);
    return true;
}

bool atlases_convert_in_place(Job *job)
{
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++) {
        Arena *arena = arena_new();
        ok &= split_atlas(job, job->inputs[i], arena);
        arena_free(arena);
    }
    return ok;
}
