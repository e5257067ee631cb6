/* Parts, in order: markers; the proof that a staging folder is our own; recovery after killed
 * jobs; making and removing the folder of a running job. */
#include "base/output/staging.h"

#include "base/folders.h"
#include "base/hash.h"
#include "base/output/commit.h"
#include "base/output/output.h"
#include "base/path.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* Parent folders that are searched for staging folders of killed jobs. */
enum { RECOVER_LEVELS_MAX = 8 };

/* ---- markers ---- */

/* The first line. It is followed by the inode of the folder and the time when it was made
 * (inodes are reused), the computer and its boot. */
static const char MARKER_TEXT[] =
    "A staging folder of oisin. It is removed when its job ends.\n";

typedef struct Marker {
    unsigned long long inode, born, host, boot; /* 0: unknown */
} Marker;

enum { MARKER_SIZE_MAX = 200 };

static uint64_t hash_of_file(const char *path, uint64_t hash)
{
    char text[128];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
    if (file >= 0)
        close(file);
    return size > 0 ? hash_bytes(hash, (Bytes){(const uint8_t *)text, (size_t)size}) : hash;
}

static Marker marker_here(int folder)
{
    struct utsname system;
    struct statx status;
    Marker marker = {.boot = hash_of_file("/proc/sys/kernel/random/boot_id", 0)};
    if (uname(&system) == 0)
        marker.host = hash_of_file("/etc/machine-id",
                                   hash_bytes(0, bytes_of_text(text_of(system.nodename))));
    if (statx(folder, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) == 0) {
        marker.inode = status.stx_ino;
        if (status.stx_mask & STATX_BTIME)
            marker.born = (unsigned long long)status.stx_btime.tv_sec * 1000000000 +
                          status.stx_btime.tv_nsec;
    }
    return marker;
}

static bool marker_write(int folder)
{
    char text[MARKER_SIZE_MAX];
    const Marker marker = marker_here(folder);
    const int size = snprintf(text, sizeof text, "%s%llu %llu %llu %llu\n", MARKER_TEXT,
                              marker.inode, marker.born, marker.host, marker.boot);
    const int file =
        openat(folder, STAGING_MARKER, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool ok =
        file >= 0 && fchmod(file, 0600) == 0 && write(file, text, (size_t)size) == size;
    const int cause = errno;
    if (file >= 0 && close(file))
        return false;
    errno = cause;
    return ok;
}

/* Returns -1 if it does not exist, or is not a regular file of the effective user. */
static ssize_t marker_load(int folder, bool strict, char text[MARKER_SIZE_MAX])
{
    struct stat status;
    ssize_t size = -1;
    const int file =
        openat(folder, STAGING_MARKER, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return -1;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        (!strict || (status.st_uid == geteuid() && (status.st_mode & 07777) == 0600 &&
                     status.st_nlink == 1)))
        size = read(file, text, MARKER_SIZE_MAX - 1);
    close(file);
    text[size < 0 ? 0 : size] = 0;
    return size;
}

/* An incomplete marker may be shorter. */
static bool begins_as_marker(const char *text, ssize_t size)
{
    const size_t compared = strlen(MARKER_TEXT);
    return size >= 0 &&
           !memcmp(text, MARKER_TEXT, (size_t)size < compared ? (size_t)size : compared);
}

/* ---- ownership ---- */

typedef enum Origin {
    ORIGIN_FOREIGN,
    ORIGIN_BEGUN, /* ours, killed before its marker was complete */
    ORIGIN_OURS,
} Origin;

/* Then its lock shows whether its job is running. */
static bool is_of_this_computer(const Marker *marker, const Marker *here)
{
    return (marker->boot && marker->boot == here->boot) ||
           (marker->host && marker->host == here->host);
}

static Origin origin_of(int folder)
{
    char text[MARKER_SIZE_MAX], end = 0;
    struct stat status;
    Marker marker;
    if (fstat(folder, &status) || !S_ISDIR(status.st_mode) || status.st_uid != geteuid() ||
        (status.st_mode & 0777) != 0700)
        return ORIGIN_FOREIGN;
    const ssize_t size = marker_load(folder, true, text);
    if (!begins_as_marker(text, size))
        return ORIGIN_FOREIGN;
    if ((size_t)size < strlen(MARKER_TEXT) ||
        sscanf(text + strlen(MARKER_TEXT), "%llu %llu %llu %llu%c", &marker.inode, &marker.born,
               &marker.host, &marker.boot, &end) != 5 ||
        end != '\n')
        return ORIGIN_BEGUN;
    const Marker here = marker_here(folder);
    return marker.inode == here.inode && marker.born == here.born &&
                   is_of_this_computer(&marker, &here)
               ? ORIGIN_OURS
               : ORIGIN_FOREIGN;
}

static int open_entry(int above, const char *name)
{
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool staging_is(const char *folder, const char *name)
{
    char path[PATH_MAX + 300], text[MARKER_SIZE_MAX];
    if (!path_is_staging(text_of(name)))
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int entry = open_entry(AT_FDCWD, path);
    if (entry < 0)
        return false;
    const bool is = begins_as_marker(text, marker_load(entry, false, text));
    close(entry);
    return is;
}

/* Whether a folder has no entry except `kept`, which may be NULL. */
static bool is_empty(int folder, const char *kept)
{
    DIR *handle = folder_handle(folder, ".");
    const char *name;
    if (!handle)
        return false;
    while ((name = folder_next(handle)) && kept && !strcmp(name, kept))
        ;
    const bool empty = !name && !errno;
    closedir(handle);
    return empty;
}

bool staging_is_unmarked(const char *folder, const char *name)
{
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int entry = path_is_staging(text_of(name)) ? open_entry(AT_FDCWD, path) : -1;
    const bool empty = entry >= 0 && is_empty(entry, NULL);
    if (entry >= 0)
        close(entry);
    return empty;
}

/* ---- recovery after killed jobs ---- */

/* A job marks its folder at once; an empty folder that is older is of a killed job. */
enum { UNMARKED_SECONDS = 60 };

static bool is_left_unmarked(int folder)
{
    struct stat status;
    return fstat(folder, &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == geteuid() && (status.st_mode & 07777) == 0700 &&
           time(NULL) - status.st_mtime > UNMARKED_SECONDS && is_empty(folder, NULL);
}

/* Removes everything in a folder except `kept`, which may be NULL, and closes the handle.
 * Allocates no memory of arenas: it is called after running out of it, too. */
static void clear(DIR *handle, const char *kept)
{
    const char *name;
    while (handle && (name = folder_next(handle))) {
        if ((kept && !strcmp(name, kept)) || unlinkat(dirfd(handle), name, 0) == 0)
            continue;
        clear(folder_handle(dirfd(handle), name), NULL);
        unlinkat(dirfd(handle), name, AT_REMOVEDIR);
    }
    if (handle)
        closedir(handle);
}

/* The marker is removed last: the next job finishes an interrupted removal. */
static void remove_staging(int above, int folder, const char *name)
{
    clear(folder_handle(folder, "."), STAGING_MARKER);
    unlinkat(folder, STAGING_MARKER, 0);
    unlinkat(above, name, AT_REMOVEDIR);
}

static bool is_left_by_other(int folder)
{
    char text[MARKER_SIZE_MAX];
    return begins_as_marker(text, marker_load(folder, false, text)) &&
           commit_is_pending(folder);
}

static void recover(int above, int folder, const char *path, const char *name, Report *report)
{
    if (flock(folder, LOCK_EX | LOCK_NB)) /* its job is running */
        return;
    switch (origin_of(folder)) {
    case ORIGIN_FOREIGN:
        if (is_left_by_other(folder))
            report_warning(report,
                           "%s/%s is not removed: it belongs to another user or computer, or "
                           "is a copy",
                           path, name);
        if (is_left_unmarked(folder))
            unlinkat(above, name, AT_REMOVEDIR);
        break;
    case ORIGIN_BEGUN:
        if (is_empty(folder, STAGING_MARKER))
            remove_staging(above, folder, name);
        break;
    case ORIGIN_OURS:
        if (commit_recover(above, folder))
            remove_staging(above, folder, name);
        else
            report_warning(report,
                           "%s/%s has files of a killed job that could not "
                           "be restored",
                           path, name);
    }
}

/* Folders in which every user may create entries. */
static bool is_shared(int folder)
{
    struct stat status;
    return fstat(folder, &status) ||
           ((status.st_mode & (S_IWOTH | S_ISVTX)) == (S_IWOTH | S_ISVTX) &&
            status.st_uid != geteuid());
}

static void recover_in(const char *path, Report *report)
{
    DIR *handle = opendir(path);
    if (!handle)
        return;
    const int above = dirfd(handle);
    const bool shared = is_shared(above);
    for (const struct dirent *entry; !shared && (entry = readdir(handle));) {
        const int folder =
            path_is_staging(text_of(entry->d_name)) ? open_entry(above, entry->d_name) : -1;
        if (folder < 0)
            continue;
        recover(above, folder, path, entry->d_name, report);
        close(folder);
    }
    closedir(handle);
}

static Text above_of(Text folder, Arena *arena)
{
    return text_is(folder, ".") || text_is(folder, "/") ? TEXT("")
                                                        : folder_above(folder, arena);
}

/* It may have been created by a job of the same user. */
static bool is_own(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_uid == geteuid() &&
           !(status.st_mode & S_IWOTH);
}

/* Also searches above the nearest folder: a killed job that created it has staged there. */
void output_recover(const char *path, Report *report)
{
    Arena *arena = arena_new();
    Text folder = arena_text(arena, text_of(path));
    while (folder.size && !is_folder(folder.at))
        folder = above_of(folder, arena);
    for (size_t i = 0; folder.size && i <= RECOVER_LEVELS_MAX; i++) {
        recover_in(folder.at, report);
        const Text above = above_of(folder, arena);
        if (!above.size || text_is(above, "/") || !is_own(folder.at) || !is_own(above.at))
            break;
        folder = above;
    }
    arena_free(arena);
}

/* ---- a staging folder ---- */

static const char *name_of(const Staging *staging) { return strrchr(staging->path, '/') + 1; }

static void remove_copy(void *thing)
{
    const Staging *staging = thing;
    if (staging->path[0])
        remove_staging(staging->above, staging->folder, name_of(staging));
}

static void close_both(const Staging *staging)
{
    if (staging->folder >= 0)
        close(staging->folder);
    if (staging->above >= 0)
        close(staging->above);
}

static void release(void *thing)
{
    Staging *staging = thing;
    remove_copy(staging);
    cleanup_end(&staging->cleanup);
    close_both(staging);
}

/* Locked before it is marked, so that no job considers it abandoned. */
static bool make(Staging *staging, const char *folder)
{
    staging->above = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC); /* it may be unreadable */
    if (staging->above < 0 || !mkdtemp(staging->path))
        return false;
    staging->folder = open_entry(staging->above, name_of(staging));
    if (staging->folder >= 0 && flock(staging->folder, LOCK_EX | LOCK_NB) == 0 &&
        marker_write(staging->folder))
        return true;
    const int cause = errno;
    if (staging->folder >= 0)
        remove_staging(staging->above, staging->folder, name_of(staging));
    else
        unlinkat(staging->above, name_of(staging), AT_REMOVEDIR);
    errno = cause;
    return false;
}

bool staging_make(Staging *staging, const char *folder, Report *report)
{
    recover_in(folder, report);
    *staging = (Staging){.folder = -1, .above = -1, .owner = arena_new()};
    staging->copy = ARENA_ALLOC(staging->owner, Staging, 1);
    const int size = snprintf(staging->path, sizeof staging->path,
                              "%s/" PATH_STAGING_START "XXXXXX", folder);
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
    Arena *arena = arena_new();
    Text folder = arena_text(arena, text_of(path));
    output_recover(path, report);
    while (access(folder.at, F_OK) && above_of(folder, arena).size)
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
