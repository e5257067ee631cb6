/* Folders of the system: opened, listed, made and removed. For handles, paths and errors see
 * files.h. */
#ifndef OISIN_BASE_SYSTEM_FOLDERS_H
#define OISIN_BASE_SYSTEM_FOLDERS_H

#include "base/system/files.h"

/* ---- handles ---- */

/* FOLDER_PLACE: only to reach entries, so that the folder may be unreadable. FOLDER_NO_LINK:
 * ELOOP or ENOTDIR if the path's last part is a link. */
enum { FOLDER_PLACE = 1, FOLDER_NO_LINK = 2 };

int folder_handle(int above, const char *path, unsigned how);
/* As file_lock. Only jobs of this program take part. */
bool folder_lock(int handle, bool wait);
/* The folder's entries are on the disk: a power failure does not undo a move. Does nothing if
 * the system keeps that by itself. */
void folder_flush(int above, const char *path);

/* ---- entries ---- */

typedef struct FolderEntries FolderEntries;

typedef struct ListedEntry {
    const char *name; /* valid until the next one is asked for */
    enum { ENTRY_FOLDER, ENTRY_OTHER, ENTRY_UNKNOWN } kind; /* unknown: ask for its FileInfo */
} ListedEntry;

/* NULL and errno on failure. The second does not follow a link in the last part. */
FolderEntries *folder_entries(const char *path);
FolderEntries *folder_entries_at(int above, const char *name);
/* In the order of the file system, without `.` and `..`; NULL and errno: 0 at the end,
 * otherwise the reason. */
const ListedEntry *folder_next(FolderEntries *entries);
/* The handle of the folder that is listed, which ends with the list. */
int folder_of_entries(const FolderEntries *entries);
void folder_entries_close(FolderEntries *entries);

/* ---- making and removing ---- */

bool folder_create(int above, const char *path);
/* With a new name: the path ends with XXXXXX, which is replaced. For its user alone. */
bool folder_temporary(char *path);
/* It must be empty. */
bool folder_remove(int above, const char *path);
/* The path without links and dots; it must exist. */
bool path_real(const char *path, char out[PATH_SIZE]);

#endif
