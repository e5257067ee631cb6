/* Workspaces (kit/workspace/workspace_data.h) on the disk: unpack --open makes one from a
 * game's folder, pack writes the edited files back. */
#ifndef OISIN_KIT_WORKSPACE_WORKSPACE_H
#define OISIN_KIT_WORKSPACE_WORKSPACE_H

#include "kit/jobs/job.h"

/* A file of a folder, by its relative path. */
typedef struct FoundFile {
    Text path;
    uint64_t size;
    int64_t time;      /* last change, seconds since 1970; and ... */
    bool whole_second; /* ... without a fraction of a second, as set by this program */
} FoundFile;

typedef struct FoundFiles {
    FoundFile *items; /* ordered by path */
    size_t count;
} FoundFiles;

/* Lists all files below a folder, except those below `spared` (may be NULL) and the hidden
 * ones at its top (.oisin, .git). Nothing is read. With `strict`, files that Windows creates
 * in folders are omitted. For links see folder_walk.h. */
bool folder_list(const char *folder, const char *spared, bool strict, FoundFiles *out,
                 Arena *arena, Report *report);

/* Unpacks all arguments, files and folders, into the workspace `folder`, which appears when
 * it is complete. With `open` in open forms, otherwise unchanged. */
bool workspace_unpack(Job *job, const char *folder, bool open, Arena *arena);

/* Whether a folder is a workspace; whether it is an archive's folder in one. */
bool is_workspace(const char *folder, const char *output);
bool is_workspace_part(const char *folder, const char *output);
/* Writes the game's files that differ into the folder `output`: all new files are on the
 * disk before the first one is moved to its place. */
bool workspace_pack_folder(Job *job, const char *folder, const char *output, Arena *arena);
/* Packs one archive of it to the file `output`. */
bool workspace_pack_part(Job *job, const char *folder, const char *output, Arena *arena);

#endif
