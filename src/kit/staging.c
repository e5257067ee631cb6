#include "kit/staging.h"

#include "base/text.h"
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

#define START ".oisin."

static const char MARKER_TEXT[] =
    "A staging folder of oisin. It is removed when its job ends.\n";

static bool has_name(const char *name)
{
    return !strncmp(name, START, strlen(START)) && strlen(name) == strlen(START) + 6;
}

/* The marker's content counts too: a user may have any file of that name. A job that was killed
 * while it wrote the marker left a part of it. */
static bool has_marker(const char *path)
{
    char marker[PATH_MAX + 400], text[sizeof MARKER_TEXT + 1];
    snprintf(marker, sizeof marker, "%s/" STAGING_MARKER, path);
    const int file = open(marker, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    const ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
    if (file >= 0)
        close(file);
    return size >= 0 && (size_t)size <= strlen(MARKER_TEXT) &&
           !memcmp(text, MARKER_TEXT, (size_t)size);
}

static bool write_marker(const char *path)
{
    char marker[PATH_MAX + 400];
    snprintf(marker, sizeof marker, "%s/" STAGING_MARKER, path);
    const int file = open(marker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool ok = file >= 0 && write(file, MARKER_TEXT, strlen(MARKER_TEXT)) ==
                                     (ssize_t)strlen(MARKER_TEXT);
    const int cause = errno;
    if (file >= 0 && close(file))
        return false;
    errno = cause;
    return ok;
}

bool staging_is(const char *folder, const char *name)
{
    char path[PATH_MAX + 300];
    struct stat status;
    if (!has_name(name))
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && has_marker(path);
}

bool staging_is_unmarked(const char *folder, const char *name)
{
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    DIR *handle = has_name(name) ? opendir(path) : NULL;
    bool empty = handle != NULL;
    for (struct dirent *entry; empty && (entry = readdir(handle));)
        empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    if (handle)
        closedir(handle);
    return empty;
}

/* The lock; -1 if another job has it. */
static int take_lock(const char *folder)
{
    const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (lock >= 0)
        close(lock);
    return -1;
}

/* The marker goes last: a removal that is killed is finished by the next job. */
static void remove_staging(const char *path)
{
    char marker[PATH_MAX + 400];
    folder_clear(path, STAGING_MARKER);
    snprintf(marker, sizeof marker, "%s/" STAGING_MARKER, path);
    unlink(marker);
    rmdir(path);
}

static void remove_abandoned(const char *folder, Report *report)
{
    DIR *handle = opendir(folder);
    for (struct dirent *entry; handle && (entry = readdir(handle));) {
        char path[PATH_MAX + 300];
        if (!staging_is(folder, entry->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        const int lock = take_lock(path);
        if (lock < 0)
            continue;
        if (file_commit_recover(folder, path))
            remove_staging(path);
        else
            report_warning(report,
                           "%s has files of a job that was killed, and which could not "
                           "be put back",
                           path);
        close(lock);
    }
    if (handle)
        closedir(handle);
}

static void remove_copy(void *thing)
{
    const Staging *staging = thing;
    if (staging->path[0])
        remove_staging(staging->path);
}

static void release(void *thing)
{
    Staging *staging = thing;
    remove_copy(staging);
    cleanup_end(&staging->cleanup);
    if (staging->lock >= 0)
        close(staging->lock);
}

/* Locked before it is marked: nobody takes it for abandoned. */
static bool make(Staging *staging)
{
    if (!mkdtemp(staging->path))
        return false;
    staging->lock = take_lock(staging->path);
    if (staging->lock >= 0 && write_marker(staging->path))
        return true;
    const int cause = errno;
    remove_staging(staging->path);
    if (staging->lock >= 0)
        close(staging->lock);
    errno = cause;
    return false;
}

bool staging_make(Staging *staging, const char *folder, Report *report)
{
    remove_abandoned(folder, report);
    *staging = (Staging){.lock = -1, .owner = arena_new()};
    staging->copy = ARENA_TAKE(staging->owner, Staging, 1);
    const int size =
        snprintf(staging->path, sizeof staging->path, "%s/" START "XXXXXX", folder);
    cleanup_step();
    if (size < 0 || (size_t)size >= sizeof staging->path)
        errno = ENAMETOOLONG;
    else if (make(staging)) {
        *staging->copy = *staging;
        cleanup_begin(&staging->copy->cleanup, remove_copy, staging->copy);
        cleanup_step_end();
        arena_own(staging->owner, release, staging->copy);
        return true;
    }
    const int cause = errno;
    cleanup_step_end();
    arena_free(staging->owner);
    *staging = (Staging){.lock = -1};
    errno = cause;
    return file_failed(folder, "cannot write into the folder", report);
}

static Text above(Text folder, Arena *arena)
{
    return text_is(folder, ".") || text_is(folder, "/") ? TEXT("")
                                                        : folder_above(folder, arena);
}

/* All of them: a job that made folders of the path as well staged above them. */
void staging_recover(const char *path, Report *report)
{
    Arena *arena = arena_new();
    for (Text folder = arena_text(arena, text_of(path)); folder.size;
         folder = above(folder, arena))
        remove_abandoned(folder.at, report);
    arena_free(arena);
}

bool staging_make_near(Staging *staging, const char *path, Report *report)
{
    Arena *arena = arena_new();
    Text folder = arena_text(arena, text_of(path));
    staging_recover(path, report);
    while (access(folder.at, F_OK) && above(folder, arena).size)
        folder = above(folder, arena);
    const bool ok = staging_make(staging, folder.at, report);
    arena_free(arena);
    return ok;
}

void staging_end(Staging *staging, bool keep)
{
    if (keep)
        staging->copy->path[0] = 0;
    staging_remove(staging);
}

void staging_remove(Staging *staging)
{
    arena_free(staging->owner);
    *staging = (Staging){.lock = -1};
}
