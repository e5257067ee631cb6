/* Parts, in order: markers; the proof that a staging folder is our own. */
#include "base/output/origin.h"

#include "base/hash.h"
#include "base/output/staging.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/system/process.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- markers ---- */

/* The first line. It is followed by the inode of the folder and the time when it was made
 * (inodes are reused), the computer and its boot. */
static const char MARKER_TEXT[] =
    "A staging folder of oisin. It is removed when its job ends.\n";

typedef struct Marker {
    unsigned long long inode, born, host, boot; /* 0: unknown */
} Marker;

enum { MARKER_SIZE_MAX = 200 };

static uint64_t hash_identity(void (*identity)(char *out), uint64_t hash)
{
    char text[IDENTITY_SIZE];
    identity(text);
    return *text ? hash_bytes(hash, bytes_of_text(text_of(text))) : hash;
}

static Marker marker_here(int folder)
{
    uint64_t identity = 0, born = 0;
    folder_birth(folder, &identity, &born);
    const uint64_t host = hash_identity(system_identity, hash_identity(computer_name, 0));
    return (Marker){identity, born, host, hash_identity(boot_identity, 0)};
}

bool marker_write(int folder)
{
    char text[MARKER_SIZE_MAX];
    const Marker marker = marker_here(folder);
    const int size = snprintf(text, sizeof text, "%s%llu %llu %llu %llu\n", MARKER_TEXT,
                              marker.inode, marker.born, marker.host, marker.boot);
    const int file = file_open(folder, STAGING_MARKER, OPEN_WRITE | OPEN_NEW | OPEN_PRIVATE);
    const bool ok =
        file >= 0 && file_set_mode(file, MODE_PRIVATE) && file_write(file, text, (size_t)size);
    const int cause = errno;
    if (file >= 0 && !file_close(file))
        return false;
    errno = cause;
    return ok;
}

/* Returns -1 if it does not exist, or is not a regular file of the effective user. */
static int64_t marker_load(int folder, bool strict, char text[MARKER_SIZE_MAX])
{
    FileInfo status;
    int64_t size = -1;
    const int file = file_open(folder, STAGING_MARKER, OPEN_READ | OPEN_NO_LINK | OPEN_NO_WAIT);
    if (file < 0)
        return -1;
    if (file_info_of(file, &status) && status.kind == KIND_FILE &&
        (!strict || (status.owned && status.mode == MODE_PRIVATE && status.links == 1)))
        size = file_read(file, text, MARKER_SIZE_MAX - 1);
    file_close(file);
    text[size < 0 ? 0 : size] = 0;
    return size;
}

/* An incomplete marker may be shorter. */
static bool begins_as_marker(const char *text, int64_t size)
{
    const size_t compared = strlen(MARKER_TEXT);
    return size >= 0 &&
           !memcmp(text, MARKER_TEXT, (size_t)size < compared ? (size_t)size : compared);
}

/* ---- ownership ---- */

bool folder_is_empty(int folder, const char *kept)
{
    FolderEntries *entries = folder_entries_at(folder, ".");
    const ListedEntry *entry;
    if (!entries)
        return false;
    while ((entry = folder_next(entries)) && kept && !strcmp(entry->name, kept))
        ;
    const bool empty = !entry && !errno;
    folder_entries_close(entries);
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
    FileInfo status;
    Marker marker;
    if (!file_info_of(folder, &status) || status.kind != KIND_FOLDER || !status.owned ||
        (status.mode & 0777) != MODE_PRIVATE_FOLDER)
        return ORIGIN_FOREIGN;
    const int64_t size = marker_load(folder, true, text);
    if (!begins_as_marker(text, size))
        return status.mode == MODE_PRIVATE_FOLDER && folder_is_empty(folder, NULL)
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
    return folder_handle(above, name, FOLDER_NO_LINK);
}

bool staging_is(const char *folder, const char *name)
{
    char path[PATH_SIZE + 300], text[MARKER_SIZE_MAX];
    if (!path_is_staging(text_of(name)))
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int entry = open_entry(FOLDER_CURRENT, path);
    if (entry < 0)
        return false;
    const bool is = begins_as_marker(text, marker_load(entry, false, text));
    file_close(entry);
    return is;
}

bool staging_is_unmarked(const char *folder, const char *name)
{
    char path[PATH_SIZE + 300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int entry = path_is_staging(text_of(name)) ? open_entry(FOLDER_CURRENT, path) : -1;
    const bool empty = entry >= 0 && folder_is_empty(entry, NULL);
    if (entry >= 0)
        file_close(entry);
    return empty;
}

bool origin_has_marker(int folder)
{
    char text[MARKER_SIZE_MAX];
    return begins_as_marker(text, marker_load(folder, false, text));
}
