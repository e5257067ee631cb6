#include "kit/stage.h"

#include "kit/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(Report *report, const char *path, const char *what)
{
    const Text before = report_about(report, text_of(path));
    report_error(report, "%s: %s", what, strerror(errno));
    report_about(report, before);
    return false;
}

/* How much of the path is there already. */
static size_t existing_part(const char *folder)
{
    char path[PATH_MAX];
    size_t size = strlen(folder);
    memcpy(path, folder, size + 1);
    while (size && access(path, F_OK)) {
        while (size && path[size - 1] != '/')
            size--;
        while (size && path[size - 1] == '/')
            size--;
        path[size] = 0;
    }
    return size;
}

static bool is_empty(const char *folder)
{
    DIR *handle = opendir(folder);
    bool empty = true;
    for (struct dirent *entry; handle && (entry = readdir(handle));)
        empty = empty && (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
                          beside_is(entry->d_name));
    if (handle)
        closedir(handle);
    return empty;
}

static void unmake(void *thing)
{
    const Stage *stage = thing;
    char path[PATH_MAX];
    size_t size = strlen(stage->folder);
    memcpy(path, stage->folder, size + 1);
    while (size > stage->existing && (rmdir(path) == 0 || errno == ENOENT)) {
        while (size > stage->existing && path[size - 1] != '/')
            size--;
        while (size > stage->existing && path[size - 1] == '/')
            size--;
        path[size] = 0;
    }
}

static void release_stage(void *thing)
{
    Stage *stage = thing;
    unmake(stage);
    unfinished_end(&stage->unfinished);
}

/* From now on the folders that are made go away with the stage, if they are empty. */
static void own(Stage *stage)
{
    stage->owner = arena_new();
    stage->copy = ARENA_TAKE(stage->owner, Stage, 1);
    *stage->copy = *stage;
    unfinished_begin(&stage->copy->unfinished, unmake, stage->copy);
    arena_own(stage->owner, release_stage, stage->copy);
}

bool stage_begin(Stage *stage, const char *folder, bool force, const char *mark, Report *report)
{
    char marked[PATH_MAX];
    if ((size_t)snprintf(stage->folder, sizeof stage->folder, "%s", folder) >=
        sizeof stage->folder)
        return report_error(report, "the folder's name is too long");
    for (size_t size = strlen(stage->folder); size > 1 && stage->folder[size - 1] == '/';)
        stage->folder[--size] = 0;
    stage->existing = existing_part(stage->folder);
    stage->replace = is_folder(stage->folder) && !is_empty(stage->folder);
    snprintf(marked, sizeof marked, "%s/%s", stage->folder, mark);
    if (stage->replace && !force)
        return report_error(report, "%s is not empty, and is not replaced", stage->folder);
    if (stage->replace && access(marked, F_OK))
        return report_error(report, "%s has no %s: it is not replaced", stage->folder, mark);
    own(stage);
    if (folder_make(stage->folder, report) &&
        beside_make(&stage->beside, stage->folder, report))
        return true;
    arena_free(stage->owner);
    return false;
}

bool stage_put(Stage *stage, Text path, Bytes bytes, int64_t time, Report *report)
{
    char full[PATH_MAX];
    if ((size_t)snprintf(full, sizeof full, "%s/%.*s", stage->beside.path, (int)path.size,
                         path.at) >= sizeof full)
        return report_error(report, "%.*s: the path is too long", (int)path.size, path.at);
    return file_put(full, bytes, time, report);
}

/* All in `from` moves to `to`. With `replaced` not what is beside, nor anybody's history. */
static bool move_children(const char *from, const char *to, bool replaced)
{
    DIR *handle = opendir(from);
    bool ok = handle != NULL;
    for (struct dirent *entry; ok && (entry = readdir(handle));) {
        char path[PATH_MAX + 300], target[PATH_MAX + 300];
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            (replaced && (beside_is(entry->d_name) || is_history(entry->d_name))))
            continue;
        snprintf(path, sizeof path, "%s/%s", from, entry->d_name);
        snprintf(target, sizeof target, "%s/%s", to, entry->d_name);
        ok = rename(path, target) == 0;
    }
    const int cause = errno;
    if (handle)
        closedir(handle);
    errno = cause;
    return ok;
}

/* What was there goes aside, and comes back if something goes wrong. */
static bool replace(Stage *stage, Report *report)
{
    Beside old;
    if (!beside_make(&old, stage->folder, report))
        return false;
    bool ok = move_children(stage->folder, old.path, true);
    ok = ok && move_children(stage->beside.path, stage->folder, false);
    if (!ok) {
        fail(report, stage->folder, "cannot put the files in place");
        move_children(stage->folder, stage->beside.path, true);
        if (!move_children(old.path, stage->folder, false)) {
            report_note(report, "what was there is in %s", old.path);
            beside_leave(&old);
            return false;
        }
    }
    beside_remove(&old);
    return ok;
}

bool stage_end(Stage *stage, bool ok, Report *report)
{
    unfinished_step();
    if (ok && stage->replace)
        ok = replace(stage, report);
    else if (ok)
        ok = move_children(stage->beside.path, stage->folder, false) ||
             fail(report, stage->folder, "cannot put the files in place");
    beside_remove(&stage->beside);
    if (ok)
        stage->copy->existing = strlen(stage->folder); /* they stay */
    arena_free(stage->owner);
    unfinished_step_end();
    return ok;
}
