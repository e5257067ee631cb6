/* Folders of POSIX systems. Parts, in order: handles; entries; making and removing. */
#include "base/system/folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- handles ---- */

int folder_handle(int above, const char *path, unsigned how)
{
    return openat(above, path,
                  O_DIRECTORY | O_CLOEXEC | (how & FOLDER_PLACE ? O_PATH : O_RDONLY) |
                      (how & FOLDER_NO_LINK ? O_NOFOLLOW : 0));
}

bool folder_lock(int handle, bool wait) { return file_lock(handle, wait); }

void folder_flush(int above, const char *path)
{
    const int folder = folder_handle(above, path, 0);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

/* ---- entries ---- */

struct FolderEntries {
    DIR *handle;
    ListedEntry entry;
};

/* Owns the folder, which may be below 0: then errno is set already. */
static FolderEntries *list(int folder)
{
    FolderEntries *entries = folder < 0 ? NULL : calloc(1, sizeof *entries);
    if (!entries)
        errno = folder < 0 ? errno : ENOMEM;
    else if ((entries->handle = fdopendir(folder)))
        return entries;
    const int cause = errno;
    free(entries);
    if (folder >= 0)
        close(folder);
    errno = cause;
    return NULL;
}

FolderEntries *folder_entries(const char *path)
{
    return list(folder_handle(FOLDER_CURRENT, path, 0));
}

FolderEntries *folder_entries_at(int above, const char *name)
{
    return list(folder_handle(above, name, FOLDER_NO_LINK));
}

const ListedEntry *folder_next(FolderEntries *entries)
{
    const struct dirent *entry;
    do
        errno = 0;
    while ((entry = readdir(entries->handle)) &&
           (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")));
    if (!entry)
        return NULL;
    entries->entry.name = entry->d_name;
    entries->entry.kind = entry->d_type == DT_DIR       ? ENTRY_FOLDER
                          : entry->d_type == DT_UNKNOWN ? ENTRY_UNKNOWN
                                                        : ENTRY_OTHER;
    return &entries->entry;
}

int folder_of_entries(const FolderEntries *entries) { return dirfd(entries->handle); }

void folder_entries_close(FolderEntries *entries)
{
    closedir(entries->handle);
    free(entries);
}

/* ---- making and removing ---- */

bool folder_create(int above, const char *path) { return mkdirat(above, path, 0777) == 0; }

bool folder_temporary(char *path) { return mkdtemp(path) != NULL; }

bool folder_remove(int above, const char *path)
{
    return unlinkat(above, path, AT_REMOVEDIR) == 0;
}

bool path_real(const char *path, char out[PATH_SIZE]) { return realpath(path, out) != NULL; }
