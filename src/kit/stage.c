#include "kit/stage.h"

#include "kit/file_commit.h"
#include "kit/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEW "new"

static bool is_itself(const char *name) { return !strcmp(name, ".") || !strcmp(name, ".."); }

/* -1 and errno: it cannot be read, so nobody knows. */
static int count_entries(const char *folder)
{
    DIR *handle = opendir(folder);
    int count = 0;
    if (!handle)
        return -1;
    for (struct dirent *entry; (entry = readdir(handle));)
        count += !is_itself(entry->d_name) && !staging_is(folder, entry->d_name) &&
                 !staging_is_unmarked(folder, entry->d_name);
    closedir(handle);
    return count;
}

/* What may be replaced: asked when the job begins, and again when its files take their places.
 */
static bool may_fill(Stage *stage, bool force, Report *report)
{
    char marked[PATH_MAX];
    struct stat status;
    stage->exists = lstat(stage->folder, &status) == 0;
    stage->replace = false;
    if (!stage->exists)
        return true;
    const int count = count_entries(stage->folder);
    if (count < 0)
        return file_failed(stage->folder, "cannot read the folder", report);
    if (!count)
        return true;
    if (!force)
        return report_error(report, "%s is not empty, and is not replaced", stage->folder);
    stage->replace = true;
    if (!stage->mark)
        return true;
    snprintf(marked, sizeof marked, "%s/%s", stage->folder, stage->mark);
    return access(marked, F_OK) == 0 ||
           report_error(report, "%s has no %s: it is not replaced", stage->folder, stage->mark);
}

bool stage_begin(Stage *stage, const char *folder, bool force, const char *mark, Report *report)
{
    *stage = (Stage){.mark = mark, .staging = {.lock = -1}};
    if ((size_t)snprintf(stage->folder, sizeof stage->folder, "%s", folder) >=
        sizeof stage->folder)
        return report_error(report, "the folder's name is too long");
    for (size_t size = strlen(stage->folder); size > 1 && stage->folder[size - 1] == '/';)
        stage->folder[--size] = 0;
    if (!is_folder(stage->folder) && access(stage->folder, F_OK) == 0) {
        errno = ENOTDIR;
        return file_failed(stage->folder, "cannot make the folder", report);
    }
    /* Staging first: a killed job's files are put back before anybody looks at them. */
    if (!staging_make_near(&stage->staging, stage->folder, report))
        return false;
    if (may_fill(stage, force, report))
        return true;
    staging_remove(&stage->staging);
    return false;
}

Text stage_path(const Stage *stage, Text path, Arena *arena)
{
    return arena_format(arena, "%s/" NEW "/%.*s", stage->staging.path, (int)path.size, path.at);
}

bool stage_put(Stage *stage, Text path, Bytes bytes, int64_t time, Report *report)
{
    char full[PATH_MAX];
    if ((size_t)snprintf(full, sizeof full, "%s/" NEW "/%.*s", stage->staging.path,
                         (int)path.size, path.at) >= sizeof full)
        return report_error(report, "%.*s: the path is too long", (int)path.size, path.at);
    return file_put(full, bytes, time, report);
}

/* ---- in place ---- */

/* A new folder appears at once. Whoever made one of that name meanwhile has won. */
static bool appear(const Stage *stage, const char *made, Report *report)
{
    Arena *arena = arena_new();
    const Text above = folder_above(text_of(stage->folder), arena);
    const char *staging = folder_above(text_of(stage->staging.path), arena).at;
    bool ok = folder_make(above.at, report);
    if (ok && !rename_new(made, stage->folder)) {
        ok = errno == EEXIST || errno == ENOTEMPTY
                 ? report_error(report,
                                "%s was made by somebody else meanwhile: nothing was written",
                                stage->folder)
                 : file_failed(stage->folder, "cannot make the folder", report);
    }
    for (Text folder = above; !ok && !text_is(folder, staging) && rmdir(folder.at) == 0;)
        folder = folder_above(folder, arena);
    if (ok)
        folder_sync(above.at);
    arena_free(arena);
    return ok;
}

static bool has(const char *folder, const char *name)
{
    char path[PATH_MAX + 300];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return lstat(path, &status) == 0;
}

/* Entries of `from` that are to be placed, or of the old folder that are to be removed. */
static bool add_moves(const Stage *stage, const char *made, bool old, FileCommit *commit,
                      Report *report)
{
    const char *from = old ? stage->folder : made;
    DIR *handle = opendir(from);
    if (!handle)
        return file_failed(from, "cannot read the folder", report);
    for (struct dirent *entry; (entry = readdir(handle));) {
        const char *name = entry->d_name;
        if (is_itself(name) ||
            (old && (staging_is(from, name) || is_history(name) || has(made, name))))
            continue;
        const Text target = arena_format(commit->arena, "%s/%s", stage->folder, name);
        if (old)
            file_commit_remove(commit, target);
        else if (!is_history(name) || !has(stage->folder, name))
            file_commit_place(commit, arena_format(commit->arena, "%s/%s", made, name), target);
    }
    closedir(handle);
    return true;
}

static bool fill(Stage *stage, const char *made, bool *keep, Report *report)
{
    Arena *arena = arena_new();
    FileCommit commit = file_commit_new(&stage->staging, arena);
    bool ok = may_fill(stage, stage->replace, report) &&
              (!stage->replace || add_moves(stage, made, true, &commit, report)) &&
              add_moves(stage, made, false, &commit, report) &&
              file_commit_run(&commit, keep, report);
    arena_free(arena);
    return ok;
}

/* Two jobs that fill one folder wait for each other; the later one looks again. */
static bool fill_alone(Stage *stage, const char *made, bool *keep, Report *report)
{
    const int lock = open(stage->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        return file_failed(stage->folder, "cannot read the folder", report);
    flock(lock, LOCK_EX);
    const bool ok = fill(stage, made, keep, report);
    close(lock);
    return ok;
}

bool stage_end(Stage *stage, bool ok, Report *report)
{
    char made[PATH_MAX + 16];
    bool keep = false;
    snprintf(made, sizeof made, "%s/" NEW, stage->staging.path);
    cleanup_step();
    ok = ok && inputs_are_whole(report) &&
         folder_make(made, report) && /* there may be no files */
         (stage->exists ? fill_alone(stage, made, &keep, report) : appear(stage, made, report));
    staging_end(&stage->staging, keep);
    cleanup_step_end();
    return ok;
}
