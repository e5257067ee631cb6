/* Folders and paths on the disk. */
#ifndef OISIN_BASE_FOLDERS_H
#define OISIN_BASE_FOLDERS_H

#include "base/report.h"
#include "base/system/folders.h"

/* NULL and errno on failure. The arena owns the list, arena_release closes it. */
FolderEntries *folder_open(const char *path, Arena *arena);
bool is_folder(const char *path);
/* The absolute path without links and dots; NULL and errno if it does not exist. */
const char *path_resolved(const char *path, Arena *arena);
/* Whether `path`, or its existing part, is the folder or inside it. */
bool folder_has(const char *folder, const char *path, Arena *arena);
/* The parent folder of `path`; "." if it names none. */
Text folder_above(Text path, Arena *arena);
/* Whether it is a folder without a parent: `/`, a drive. */
bool path_is_root(Text path);
/* Creates a folder and its parents. */
bool folder_make(const char *path, Report *report);

/* Reports the error `what` for a file, with the reason (errno); returns false. */
bool file_failed(const char *path, const char *what, Report *report);

#endif
