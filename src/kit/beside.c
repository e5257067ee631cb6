#include "kit/beside.h"

#include "kit/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#define START ".oisin."

bool beside_is(const char *name)
{
    return !strncmp(name, START, strlen(START)) && strlen(name) == strlen(START) + 6;
}

/* The lock; -1 if it cannot be had. */
static int hold(const char *folder)
{
    const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (lock >= 0)
        close(lock);
    return -1;
}

static void tidy(const char *folder)
{
    DIR *handle = opendir(folder);
    for (struct dirent *entry; handle && (entry = readdir(handle));) {
        char path[PATH_MAX + 300];
        if (!beside_is(entry->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        const int lock = hold(path);
        if (lock >= 0) {
            folder_remove(path);
            close(lock);
        }
    }
    if (handle)
        closedir(handle);
}

static void remove_folder(void *thing)
{
    const Beside *beside = thing;
    if (beside->path[0])
        folder_remove(beside->path);
}

static void discard(void *thing)
{
    Beside *beside = thing;
    remove_folder(beside);
    unfinished_end(&beside->unfinished);
    if (beside->lock >= 0)
        close(beside->lock);
}

bool beside_make(Beside *beside, const char *folder, Report *report)
{
    tidy(folder);
    beside->owner = arena_new();
    beside->copy = ARENA_TAKE(beside->owner, Beside, 1);
    const int size = snprintf(beside->path, sizeof beside->path, "%s/" START "XXXXXX", folder);
    if (size < 0 || (size_t)size >= sizeof beside->path)
        errno = ENAMETOOLONG;
    else if (mkdtemp(beside->path)) {
        beside->lock = hold(beside->path);
        *beside->copy = *beside;
        unfinished_begin(&beside->copy->unfinished, remove_folder, beside->copy);
        arena_own(beside->owner, discard, beside->copy);
        return true;
    }
    const int cause = errno;
    arena_free(beside->owner);
    beside->owner = NULL;
    beside->path[0] = 0;
    beside->lock = -1;
    const Text before = report_about(report, text_of(folder));
    report_error(report, "cannot write into the folder: %s", strerror(cause));
    report_about(report, before);
    return false;
}

void beside_leave(Beside *beside)
{
    beside->copy->path[0] = 0;
    beside_remove(beside);
}

void beside_remove(Beside *beside)
{
    arena_free(beside->owner);
    *beside = (Beside){.lock = -1};
}
