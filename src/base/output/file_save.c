/* Writing one file: into a staging folder, and from there to its place. */
#include "base/output/output.h"

#include "base/folders.h"
#include "base/mapped_file.h"
#include "base/output/staging.h"
#include "base/output/target_names.h"
#include "base/system/files.h"

#include <errno.h>
#include <stdio.h>

static bool save_into(const char *folder, const char *target, unsigned mode, const Bytes *parts,
                      size_t count, Report *report)
{
    const StagedFile file = {
        .name = STAGING_NEW, .shown = target, .mode = mode, .flushed = true};
    Staging staging;
    if (!staging_make(&staging, folder, report))
        return false;
    const bool written = staging_write(&staging, &file, parts, count, report);
    cleanup_step();
    const bool moved =
        written && file_move(staging.folder, STAGING_NEW, FOLDER_CURRENT, target);
    const int cause = errno;
    cleanup_step_end();
    staging_remove(&staging);
    errno = cause;
    if (moved)
        folder_flush(FOLDER_CURRENT, folder);
    return moved || (written && file_failed(target, "cannot write", report));
}

static bool save(const char *path, bool private, const Bytes *parts, size_t count,
                 Report *report)
{
    if (!inputs_are_whole(report) || !target_name_check(text_of(path), report))
        return false;
    if (is_stream(path))
        return stream_write(path, parts, count, report);
    Arena *arena = arena_new();
    const char *real = path_resolved(path, arena); /* links stay links */
    const char *target = real ? real : path;
    const bool ok =
        save_into(folder_above(text_of(target), arena).at, target,
                  private ? MODE_PRIVATE : mode_of_target(target), parts, count, report);
    arena_free(arena);
    return ok;
}

bool file_save(const char *path, const Bytes *parts, size_t count, Report *report)
{
    return save(path, false, parts, count, report);
}

bool file_save_private(const char *path, const Bytes *parts, size_t count, Report *report)
{
    return save(path, true, parts, count, report);
}
