/* Writing one file: into a staging folder, and from there to its place. */
#include "base/output/output.h"

#include "base/folders.h"
#include "base/mapped_file.h"
#include "base/output/staging.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

static bool save_into(const char *folder, const char *target, mode_t mode, const Bytes *parts,
                      size_t count, Report *report)
{
    const StagedFile file = {
        .name = STAGING_NEW, .shown = target, .mode = mode, .flushed = true};
    Staging staging;
    if (!staging_make(&staging, folder, report))
        return false;
    const bool written = staging_write(&staging, &file, parts, count, report);
    cleanup_step();
    const bool moved = written && renameat(staging.folder, STAGING_NEW, AT_FDCWD, target) == 0;
    const int cause = errno;
    cleanup_step_end();
    staging_remove(&staging);
    errno = cause;
    if (moved)
        folder_sync(AT_FDCWD, folder);
    return moved || (written && file_failed(target, "cannot write", report));
}

static bool save(const char *path, bool private, const Bytes *parts, size_t count,
                 Report *report)
{
    if (!inputs_are_whole(report))
        return false;
    if (is_stream(path))
        return stream_write(path, parts, count, report);
    Arena *arena = arena_new();
    const char *real = path_resolved(path, arena); /* links stay links */
    const char *target = real ? real : path;
    const bool ok = save_into(folder_above(text_of(target), arena).at, target,
                              private ? 0600 : mode_of_target(target), parts, count, report);
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
