#include "kit/file_set.h"

#include "kit/file_commit.h"
#include "kit/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Up to this many files are flushed one by one; of more, only those that replace a file. */
enum { FLUSHED_MAX = 16 };

FileSet file_set_into(const char *folder, Arena *arena, Report *report)
{
    staging_recover(folder, report);
    return (FileSet){.folder = folder, .known = table_new(arena), .arena = arena};
}

static Text staged_name(const FileSet *set, size_t index)
{
    return arena_format(set->arena, "%zu", index);
}

/* The device of the nearest existing folder on the path. */
static bool device_near(Text path, dev_t *device, Arena *arena)
{
    struct stat status;
    while (stat(path.at, &status)) {
        const Text above = folder_above(path, arena);
        if (text_equal(above, path))
            return false;
        path = above;
    }
    *device = status.st_dev;
    return true;
}

/* Finds the staging folder on the target's file system, near `near` if that is on it, too. */
static bool find_staging(FileSet *set, Text target, Text near, size_t *index, Report *report)
{
    const Text folder = folder_above(target, set->arena);
    dev_t device = 0, other;
    if (!device_near(folder, &device, set->arena))
        return file_failed(folder.at, "cannot write into the folder", report);
    for (*index = 0; *index < set->staging_count; ++*index)
        if (set->stagings[*index]->device == device)
            return true;
    if (!device_near(near, &other, set->arena) || other != device)
        near = folder;
    SetStaging *made = ARENA_TAKE(set->arena, SetStaging, 1);
    SetStaging **slot = ARENA_PUSH(set->arena, set->stagings, set->staging_count);
    set->staging_count--;
    if (!staging_make_near(&made->staging, near.at, report))
        return false;
    made->device = device;
    *slot = made;
    set->staging_count++;
    return true;
}

static bool fail(FileSet *set)
{
    set->failed = true;
    return false;
}

/* `near` is the folder for staging, `shown` is the target in messages. */
static bool put(FileSet *set, Text target, Text near, Text shown, const Bytes *parts,
                size_t count, Report *report)
{
    size_t staging = 0;
    if (set->failed)
        return false;
    if (!find_staging(set, target, near, &staging, report))
        return fail(set);
    uint32_t *known = table_get(&set->known, target);
    if (known && !*known)
        return report_error(report, "%.*s was already written for another input",
                            (int)shown.size, shown.at);
    const bool flushed = set->count < FLUSHED_MAX || access(target.at, F_OK) == 0;
    if (!file_prepare(set->stagings[staging]->staging.folder, staged_name(set, set->count).at,
                      target.at, target.at, parts, count, flushed, report))
        return fail(set);
    *table_put(&set->known, target, 0) = 0;
    *ARENA_PUSH(set->arena, set->files, set->count) = (SetFile){target, staging};
    return true;
}

bool file_set_put(FileSet *set, Text path, const Bytes *parts, size_t count, Report *report)
{
    const Text target =
        arena_format(set->arena, "%s/%.*s", set->folder, (int)path.size, path.at);
    const char *real = path_resolved(target.at, set->arena);
    return put(set, real ? text_of(real) : target, text_of(set->folder), path, parts, count,
               report);
}

bool file_set_put_at(FileSet *set, const char *target, const Bytes *parts, size_t count,
                     Report *report)
{
    const char *real = path_resolved(target, set->arena);
    const Text path = arena_text(set->arena, text_of(real ? real : target));
    return put(set, path, folder_above(path, set->arena), text_of(target), parts, count,
               report);
}

void file_set_undo(FileSet *set, size_t count)
{
    while (set->count > count) {
        const SetFile *file = &set->files[--set->count];
        unlinkat(set->stagings[file->staging]->staging.folder, staged_name(set, set->count).at,
                 0);
        *table_get(&set->known, file->target) = 1;
    }
}

/* ---- new folders ---- */

/* A folder that was created for the files. */
typedef struct MadeFolder {
    Text path;
    struct MadeFolder *before;
} MadeFolder;

typedef struct Made {
    MadeFolder *last;
    Cleanup cleanup;
} Made;

/* Deepest first. Folders that contain files stay. */
static void remove_made(void *thing)
{
    const Made *made = thing;
    for (const MadeFolder *folder = made->last; folder; folder = folder->before)
        rmdir(folder->path.at);
}

static void release_made(void *thing)
{
    Made *made = thing;
    remove_made(made);
    cleanup_end(&made->cleanup);
}

static bool make_folder(FileSet *set, Text path, Made *made, Report *report)
{
    if (is_folder(path.at))
        return true;
    if (!make_folder(set, folder_above(path, set->arena), made, report))
        return false;
    MadeFolder *folder = ARENA_TAKE(set->arena, MadeFolder, 1);
    *folder = (MadeFolder){path, made->last};
    cleanup_step();
    const bool ok = mkdir(path.at, 0777) == 0;
    const int cause = errno;
    if (ok)
        made->last = folder;
    cleanup_step_end();
    errno = cause;
    return ok || cause == EEXIST || file_failed(path.at, "cannot create the folder", report);
}

/* Errors of targets are reported before anything is replaced. */
static bool prepare(FileSet *set, FileCommit *commits, Made *made, Report *report)
{
    for (size_t i = 0; i < set->staging_count; i++)
        commits[i] = file_commit_new(&set->stagings[i]->staging, set->arena);
    for (size_t i = 0; i < set->count; i++) {
        const SetFile *file = &set->files[i];
        if (is_folder(file->target.at)) {
            errno = EISDIR;
            return file_failed(file->target.at, "cannot write", report);
        }
        if (!make_folder(set, folder_above(file->target, set->arena), made, report))
            return false;
        file_commit_place(&commits[file->staging], staged_name(set, i), file->target);
    }
    return true;
}

static bool commit_all(FileSet *set, Report *report)
{
    Made *made = ARENA_TAKE(set->arena, Made, 1);
    FileCommit *commits = ARENA_TAKE(set->arena, FileCommit, set->staging_count + 1);
    cleanup_begin(&made->cleanup, remove_made, made);
    arena_own(set->arena, release_made, made);
    const bool ok = prepare(set, commits, made, report) &&
                    file_commit_run(commits, set->staging_count, report);
    arena_release(set->arena, made);
    return ok;
}

bool file_set_end(FileSet *set, bool ok, Report *report)
{
    ok = ok && !set->failed && commit_all(set, report);
    while (set->staging_count)
        staging_remove(&set->stagings[--set->staging_count]->staging);
    return ok;
}
