/* Parts, in order: whether the folder may be filled; the commit. A folder that does not exist
 * appears by one rename. An existing one stays, because data of git in it is kept: its entries
 * become moves of a commit. */
#include "base/output/whole_folder.h"

#include "base/folders.h"
#include "base/mapped_file.h"
#include "base/output/commit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns -1 and errno if it cannot be read. */
static int count_entries(const char *folder)
{
    const char *name;
    DIR *handle = opendir(folder);
    int count = 0;
    if (!handle)
        return -1;
    while ((name = folder_next(handle)))
        count += !staging_is(folder, name) && !staging_is_unmarked(folder, name);
    const int cause = errno;
    closedir(handle);
    errno = cause;
    return cause ? -1 : count;
}

static bool has_mark(const WholeFolder *whole)
{
    char path[PATH_MAX], start[64] = "";
    const size_t wanted = whole->mark->start ? strlen(whole->mark->start) : 0;
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", whole->path, whole->mark->file);
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool ok = wanted < sizeof start && fstat(file, &status) == 0 &&
                    S_ISREG(status.st_mode) && read(file, start, wanted) == (ssize_t)wanted &&
                    (!wanted || !memcmp(start, whole->mark->start, wanted));
    close(file);
    return ok;
}

static bool no_mark(const WholeFolder *whole, Report *report)
{
    const FolderMark *mark = whole->mark;
    if (mark->start)
        return report_cause(report, CAUSE_EXISTS,
                            "%s has no file %s that begins with \"%s\", and is not replaced",
                            whole->path, mark->file, mark->start);
    return report_cause(report, CAUSE_EXISTS, "%s has no %s, and is not replaced", whole->path,
                        mark->file);
}

/* Whether the folder may be replaced: checked at the start of the job, and again before the
 * commit. */
static bool may_fill(WholeFolder *whole, bool force, Report *report)
{
    struct stat status;
    whole->exists = lstat(whole->path, &status) == 0;
    whole->replace = false;
    if (!whole->exists)
        return true;
    const int count = count_entries(whole->path);
    if (count < 0)
        return file_failed(whole->path, "cannot read the folder", report);
    if (!count)
        return true;
    if (!force)
        return report_cause(report, CAUSE_EXISTS, "%s is not empty, and is not replaced",
                            whole->path);
    whole->replace = true;
    return !whole->mark || has_mark(whole) || no_mark(whole, report);
}

bool whole_folder_begin(WholeFolder *whole, const char *folder, bool force,
                        const FolderMark *mark, Report *report)
{
    *whole = (WholeFolder){.mark = mark, .staging = {.folder = -1, .above = -1}};
    if ((size_t)snprintf(whole->path, sizeof whole->path, "%s", folder) >= sizeof whole->path)
        return report_error(report, "the folder's name is too long");
    for (size_t size = strlen(whole->path); size > 1 && whole->path[size - 1] == '/';)
        whole->path[--size] = 0;
    if (!is_folder(whole->path) && access(whole->path, F_OK) == 0) {
        errno = ENOTDIR;
        return file_failed(whole->path, "cannot create the folder", report);
    }
    /* Staging comes first: it restores files of a killed job before they are examined. */
    if (!staging_make_near(&whole->staging, whole->path, report))
        return false;
    if (may_fill(whole, force, report))
        return true;
    staging_remove(&whole->staging);
    return false;
}

/* ---- commit ---- */

/* Creates the folders, the last of which is the topmost, and renames the staged folder to
 * the first. On failure, returns false and errno, and nothing was created. Allocates no
 * memory, so that the step ends. */
static bool appear_in(const WholeFolder *whole, const Text *folders, size_t count)
{
    size_t made = count;
    bool ok = true;
    cleanup_step();
    while (made && (mkdir(folders[made - 1].at, 0777) == 0 || errno == EEXIST))
        made--;
    ok = !made && rename_new_at(whole->staging.folder, STAGING_NEW, AT_FDCWD, whole->path);
    const int cause = errno;
    while (!ok && made < count && rmdir(folders[made].at) == 0)
        made++;
    cleanup_step_end();
    errno = cause;
    return ok;
}

/* A new folder appears atomically. If another job has created it meanwhile, this one fails. */
static bool appear(const WholeFolder *whole, Report *report)
{
    Arena *arena = arena_new();
    const char *staging = folder_above(text_of(whole->staging.path), arena).at;
    const Text above = folder_above(text_of(whole->path), arena);
    Text *folders = NULL;
    size_t count = 0;
    for (Text folder = above; !is_folder(folder.at) && !text_is(folder, staging);
         folder = folder_above(folder, arena))
        *ARENA_PUSH(arena, folders, count) = folder;
    bool ok = appear_in(whole, folders, count);
    if (ok)
        folder_sync(AT_FDCWD, above.at);
    else
        ok = errno == EEXIST || errno == ENOTEMPTY
                 ? report_cause(
                       report, CAUSE_EXISTS,
                       "%s was created by another program meanwhile: nothing was written",
                       whole->path)
                 : file_failed(whole->path, "cannot create the folder", report);
    arena_free(arena);
    return ok;
}

static bool is_git_data(const char *name) { return !strncmp(name, ".git", 4); }

static bool has(int folder, const char *name)
{
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static void release_folder(void *thing) { closedir(thing); }

/* The target folder and the staged folder. */
typedef struct Filling {
    const WholeFolder *whole;
    int folder, made;
    Arena *arena;
} Filling;

/* Adds moves for entries of the new folder, or removals for those of the old one. */
static bool add_moves(const Filling *filling, bool old, Commit *commit, Report *report)
{
    const WholeFolder *whole = filling->whole;
    const char *name;
    DIR *handle = folder_handle(old ? filling->folder : filling->made, ".");
    if (!handle)
        return file_failed(whole->path, "cannot read the folder", report);
    arena_own(filling->arena, release_folder, handle);
    while ((name = folder_next(handle))) {
        if (old &&
            (staging_is(whole->path, name) || is_git_data(name) || has(filling->made, name)))
            continue;
        const Text target = arena_format(filling->arena, "%s/%s", whole->path, name);
        if (old)
            commit_remove(commit, target);
        else if (!is_git_data(name) || !has(filling->folder, name))
            commit_place(commit, arena_format(filling->arena, STAGING_NEW "/%s", name), target);
    }
    const int cause = errno;
    arena_release(filling->arena, handle);
    errno = cause;
    return !cause || file_failed(whole->path, "cannot read the folder", report);
}

static void release_file(void *thing) { close(*(int *)thing); }

static int open_folder(int above, const char *path, Arena *arena)
{
    int *folder = ARENA_ALLOC(arena, int, 1);
    *folder = openat(above, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*folder >= 0)
        arena_own(arena, release_file, folder);
    return *folder;
}

/* Two jobs that fill one folder wait for each other; the later one checks again. The arena
 * owns the lock, since memory may run out. */
static bool fill(WholeFolder *whole, Arena *arena, Report *report)
{
    const Filling filling = {whole, open_folder(AT_FDCWD, whole->path, arena),
                             open_folder(whole->staging.folder, STAGING_NEW, arena), arena};
    Commit commit = commit_new(&whole->staging, arena);
    if (filling.folder < 0 || filling.made < 0)
        return file_failed(whole->path, "cannot read the folder", report);
    flock(filling.folder, LOCK_EX);
    return may_fill(whole, whole->replace, report) &&
           (!whole->replace || add_moves(&filling, true, &commit, report)) &&
           add_moves(&filling, false, &commit, report) && commit_run(&commit, 1, report);
}

static bool fill_alone(WholeFolder *whole, Report *report)
{
    Arena *arena = arena_new();
    const bool ok = fill(whole, arena, report);
    arena_free(arena);
    return ok;
}

/* The set of files may be empty. */
static bool make_new(const WholeFolder *whole, Report *report)
{
    return mkdirat(whole->staging.folder, STAGING_NEW, 0777) == 0 || errno == EEXIST ||
           file_failed(whole->path, "cannot create the folder", report);
}

bool whole_folder_commit(WholeFolder *whole, Report *report)
{
    return inputs_are_whole(report) && make_new(whole, report) &&
           (whole->exists ? fill_alone(whole, report) : appear(whole, report));
}
