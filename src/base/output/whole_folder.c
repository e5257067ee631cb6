/* Parts, in order: whether the folder may be filled; the commit. A folder that does not exist
 * appears by one rename. An existing one stays, because data of git in it is kept: its entries
 * become moves of a commit. */
#include "base/output/whole_folder.h"

#include "base/folders.h"
#include "base/mapped_file.h"
#include "base/output/commit.h"
#include "base/output/target_names.h"
#include "base/path.h"
#include "base/system/folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns -1 and errno if it cannot be read. */
static int count_entries(const char *folder)
{
    const ListedEntry *entry;
    FolderEntries *entries = folder_entries(folder);
    int count = 0;
    if (!entries)
        return -1;
    while ((entry = folder_next(entries)))
        count += !staging_is(folder, entry->name) && !staging_is_unmarked(folder, entry->name);
    const int cause = errno;
    folder_entries_close(entries);
    errno = cause;
    return cause ? -1 : count;
}

static bool has_mark(const WholeFolder *whole)
{
    char path[PATH_SIZE], start[64] = "";
    const size_t wanted = whole->mark->start ? strlen(whole->mark->start) : 0;
    FileInfo status;
    snprintf(path, sizeof path, "%s/%s", whole->path, whole->mark->file);
    const int file = file_open(FOLDER_CURRENT, path, OPEN_READ | OPEN_NO_WAIT);
    if (file < 0)
        return false;
    const bool ok = wanted < sizeof start && file_info_of(file, &status) &&
                    status.kind == KIND_FILE &&
                    file_read(file, start, wanted) == (int64_t)wanted &&
                    (!wanted || !memcmp(start, whole->mark->start, wanted));
    file_close(file);
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
    FileInfo status;
    whole->exists = file_info_at(FOLDER_CURRENT, whole->path, &status);
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
    const size_t root = path_root(whole->path);
    for (size_t size = strlen(whole->path); size > root && whole->path[size - 1] == '/';)
        whole->path[--size] = 0;
    if (!target_name_check(text_of(whole->path), report))
        return false;
    if (!is_folder(whole->path) && file_exists(whole->path)) {
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
    while (made && (folder_create(FOLDER_CURRENT, folders[made - 1].at) || errno == EEXIST))
        made--;
    ok =
        !made && file_move_new(whole->staging.folder, STAGING_NEW, FOLDER_CURRENT, whole->path);
    const int cause = errno;
    while (!ok && made < count && folder_remove(FOLDER_CURRENT, folders[made].at))
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
    for (Text folder = above;
         !is_folder(folder.at) && !text_is(folder, staging) && !path_is_root(folder);
         folder = folder_above(folder, arena))
        *ARENA_PUSH(arena, folders, count) = folder;
    bool ok = appear_in(whole, folders, count);
    if (ok)
        folder_flush(FOLDER_CURRENT, above.at);
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
    FileInfo status;
    return file_info_at(folder, name, &status);
}

static void release_folder(void *thing) { folder_entries_close(thing); }

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
    const ListedEntry *entry;
    FolderEntries *entries = folder_entries_at(old ? filling->folder : filling->made, ".");
    if (!entries)
        return file_failed(whole->path, "cannot read the folder", report);
    arena_own(filling->arena, release_folder, entries);
    while ((entry = folder_next(entries))) {
        const char *name = entry->name;
        if (old &&
            (staging_is(whole->path, name) || is_git_data(name) || has(filling->made, name)))
            continue;
        const Text target = path_join(text_of(whole->path), text_of(name), filling->arena);
        if (old)
            commit_remove(commit, target);
        else if (!is_git_data(name) || !has(filling->folder, name))
            commit_place(commit, arena_format(filling->arena, STAGING_NEW "/%s", name), target);
    }
    const int cause = errno;
    arena_release(filling->arena, entries);
    errno = cause;
    return !cause || file_failed(whole->path, "cannot read the folder", report);
}

static void release_file(void *thing) { file_close(*(int *)thing); }

static int open_folder(int above, const char *path, Arena *arena)
{
    int *folder = ARENA_ALLOC(arena, int, 1);
    *folder = folder_handle(above, path, 0);
    if (*folder >= 0)
        arena_own(arena, release_file, folder);
    return *folder;
}

/* Two jobs that fill one folder wait for each other; the later one checks again. The arena
 * owns the lock, since memory may run out. */
static bool fill(WholeFolder *whole, Arena *arena, Report *report)
{
    const Filling filling = {whole, open_folder(FOLDER_CURRENT, whole->path, arena),
                             open_folder(whole->staging.folder, STAGING_NEW, arena), arena};
    Commit commit = commit_new(&whole->staging, arena);
    if (filling.folder < 0 || filling.made < 0)
        return file_failed(whole->path, "cannot read the folder", report);
    folder_lock(filling.folder, true);
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
    return folder_create(whole->staging.folder, STAGING_NEW) || errno == EEXIST ||
           file_failed(whole->path, "cannot create the folder", report);
}

bool whole_folder_commit(WholeFolder *whole, Report *report)
{
    return inputs_are_whole(report) && make_new(whole, report) &&
           (whole->exists ? fill_alone(whole, report) : appear(whole, report));
}
