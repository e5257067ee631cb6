/* The staging folder of a running job: making and removing it. */
#include "base/output/staging.h"

#include "base/folders.h"
#include "base/output/origin.h"
#include "base/output/output.h"
#include "base/output/recovery.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Empty: there is none. */
static Text above_of(Text folder, Arena *arena)
{
    return text_is(folder, ".") || path_is_root(folder) ? TEXT("")
                                                        : folder_above(folder, arena);
}

static const char *name_of(const Staging *staging) { return strrchr(staging->path, '/') + 1; }

static void remove_copy(void *thing)
{
    const Staging *staging = thing;
    if (staging->path[0])
        recovery_remove(staging->above, staging->folder, name_of(staging));
}

static void close_both(const Staging *staging)
{
    if (staging->folder >= 0)
        file_close(staging->folder);
    if (staging->above >= 0)
        file_close(staging->above);
}

static void release(void *thing)
{
    Staging *staging = thing;
    remove_copy(staging);
    cleanup_end(&staging->cleanup);
    close_both(staging);
}

/* Another job may find the folder before it is locked, and remove it, since it is empty:
 * `again` is set then. */
static bool make_one(Staging *staging, bool *again)
{
    if (!folder_temporary(staging->path))
        return false;
    staging->folder = open_entry(staging->above, name_of(staging));
    *again = staging->folder < 0 && errno == ENOENT;
    if (staging->folder < 0)
        return false;
    if (folder_lock(staging->folder, false) && marker_write(staging->folder))
        return true;
    const int cause = errno;
    *again = cause == EWOULDBLOCK || cause == ENOENT;
    recovery_remove(staging->above, staging->folder, name_of(staging));
    file_close(staging->folder);
    staging->folder = -1;
    errno = cause;
    return false;
}

static bool make(Staging *staging, const char *folder)
{
    enum { TRIES_MAX = 100 };
    char *const random = staging->path + strlen(staging->path) - strlen("XXXXXX");
    staging->above =
        folder_handle(FOLDER_CURRENT, folder, FOLDER_PLACE); /* it may be unreadable */
    bool again = staging->above >= 0;
    for (unsigned tries = 0; again && tries < TRIES_MAX; tries++) {
        again = false;
        memcpy(random, "XXXXXX", strlen("XXXXXX"));
        if (make_one(staging, &again))
            return true;
    }
    return false;
}

bool staging_make(Staging *staging, const char *folder, Report *report)
{
    *staging = (Staging){.folder = -1, .above = -1};
    if (!recover_in(folder, report))
        return output_stop_after_kept(report);
    *staging = (Staging){.folder = -1, .above = -1, .owner = arena_new()};
    staging->copy = ARENA_ALLOC(staging->owner, Staging, 1);
    const int size =
        snprintf(staging->path, sizeof staging->path, "%s%s" PATH_STAGING_START "XXXXXX",
                 folder, path_is_root(text_of(folder)) ? "" : "/");
    cleanup_step();
    if (size < 0 || (size_t)size >= sizeof staging->path)
        errno = ENAMETOOLONG;
    else if (make(staging, folder)) {
        *staging->copy = *staging;
        cleanup_begin(&staging->copy->cleanup, remove_copy, staging->copy);
        cleanup_step_end();
        arena_own(staging->owner, release, staging->copy);
        return true;
    }
    const int cause = errno;
    close_both(staging);
    cleanup_step_end();
    arena_free(staging->owner);
    *staging = (Staging){.folder = -1, .above = -1};
    errno = cause;
    return file_failed(folder, "cannot write into the folder", report);
}

bool staging_make_near(Staging *staging, const char *path, Report *report)
{
    *staging = (Staging){.folder = -1, .above = -1};
    if (!output_recover(path, report))
        return output_stop_after_kept(report);
    Arena *arena = arena_new();
    Text folder = arena_text(arena, text_of(path));
    while (!file_exists(folder.at) && above_of(folder, arena).size)
        folder = above_of(folder, arena);
    const bool ok = staging_make(staging, folder.at, report);
    arena_free(arena);
    return ok;
}

void staging_keep(const Staging *staging) { staging->copy->path[0] = 0; }

void staging_remove(Staging *staging)
{
    arena_free(staging->owner);
    *staging = (Staging){.folder = -1, .above = -1};
}
