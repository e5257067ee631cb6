/* Workspaces (convert/workspace.h) on the disk: unpack --open makes one of a game's folder,
 * pack writes back what was edited. */
#ifndef OISIN_KIT_WORKSPACE_H
#define OISIN_KIT_WORKSPACE_H

#include "kit/job.h"

/* A file of a folder, by its path from there. */
typedef struct FoundFile {
    Text path;
    uint64_t size;
    int64_t time;      /* of its last change, seconds since 1970; and ... */
    bool whole_second; /* ... no part of a second: as this program sets it */
} FoundFile;

typedef struct FoundFiles {
    FoundFile *items; /* by path */
    size_t count;
} FoundFiles;

/* All files below a folder but those below `spared` (may be NULL) and the hidden ones at its
 * top (.oisin, .git). Nothing is read. With `strict`, files that Windows leaves in folders are
 * not listed. For links see folder_walk.h. */
bool folder_list(const char *folder, const char *spared, bool strict, FoundFiles *out,
                 Arena *arena, Report *report);

/* All arguments, files and folders, into the workspace `folder`, which appears when all is
 * there. With `open` in open forms, else as they are. */
bool workspace_unpack(Job *job, const char *folder, bool open, Arena *arena);

/* Whether a folder is a workspace, or an archive's folder in one. */
bool is_workspace(const char *folder, const char *output);
bool is_workspace_part(const char *folder, const char *output);
/* Writes into the folder `output` the game's files that are not there as they should be: all
 * new ones are on the disk before the first takes its place. */
bool workspace_pack_folder(Job *job, const char *folder, const char *output, Arena *arena);
/* One archive of it, to the file `output`. */
bool workspace_pack_part(Job *job, const char *folder, const char *output, Arena *arena);

#endif
