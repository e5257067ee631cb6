/* A walk over all files below a folder, with one policy for symbolic links:
 *
 * - A link to something inside the folder is followed.
 * - A link that leads out of the folder, or nowhere, is an error that names the link.
 * - A folder is not entered again from within itself, so links cannot make a cycle.
 * - The number of visited files and folders, and the depth, are limited.
 *
 * The folder itself may be given as a link. */
#ifndef OISIN_KIT_JOBS_FOLDER_WALK_H
#define OISIN_KIT_JOBS_FOLDER_WALK_H

#include "base/report.h"
#include "base/system/files.h"

#include <stddef.h>

enum { FOLDER_WALK_MAX = 200000 };

typedef struct FolderWalk {
    /* Called for each entry that is not a folder; false ends the walk. `path` begins with the
     * given folder, `name` is relative to it; both stay valid as long as the arena. */
    bool (*file)(void *context, Text path, Text name, const FileInfo *status);
    /* Whether to ignore an entry (may be NULL). It is called with the status of the entry
     * itself and, for a link, again with the status of its target. */
    bool (*skip)(void *context, Text name, const FileInfo *status);
    void *context;
    size_t max;   /* files and folders (default: FOLDER_WALK_MAX) */
    bool lenient; /* ignore what cannot be visited instead of reporting it */
    Arena *arena;
    Report *report;
} FolderWalk;

/* False if `file` returned false or, unless the walk is lenient, after the first error. Entries
 * are visited in the order of the file system. */
bool folder_walk(const char *folder, const FolderWalk *walk);

/* Whether the last part of the name begins with a dot. */
bool is_hidden(Text name);

#endif
