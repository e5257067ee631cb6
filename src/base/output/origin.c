/* Parts, in order: markers; the proof that a staging folder is our own. */
#include "base/output/origin.h"

#include "base/hash.h"
#include "base/output/staging.h"
#include "base/path.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

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

bool marker_write(int folder)
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

bool folder_is_empty(int folder, const char *kept)
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

/* Then its lock shows whether its job is running. */
static bool is_of_this_computer(const Marker *marker, const Marker *here)
{
    return (marker->boot && marker->boot == here->boot) ||
           (marker->host && marker->host == here->host);
}

Origin origin_of(int folder)
{
    char text[MARKER_SIZE_MAX], end = 0;
    struct stat status;
    Marker marker;
    if (fstat(folder, &status) || !S_ISDIR(status.st_mode) || status.st_uid != geteuid() ||
        (status.st_mode & 0777) != 0700)
        return ORIGIN_FOREIGN;
    const ssize_t size = marker_load(folder, true, text);
    if (!begins_as_marker(text, size))
        return (status.st_mode & 07777) == 0700 && folder_is_empty(folder, NULL)
                   ? ORIGIN_UNMARKED
                   : ORIGIN_FOREIGN;
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

int open_entry(int above, const char *name)
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

bool staging_is_unmarked(const char *folder, const char *name)
{
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int entry = path_is_staging(text_of(name)) ? open_entry(AT_FDCWD, path) : -1;
    const bool empty = entry >= 0 && folder_is_empty(entry, NULL);
    if (entry >= 0)
        close(entry);
    return empty;
}

bool origin_has_marker(int folder)
{
    char text[MARKER_SIZE_MAX];
    return begins_as_marker(text, marker_load(folder, false, text));
}
