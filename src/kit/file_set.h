/* A set of files that are written together, such as all outputs of a conversion: they are
 * staged and replace the targets when all are complete. Other files of the target folder are
 * not changed; replaced files keep their permissions. A failed job leaves everything
 * unchanged and no new folder. Targets may be on several file systems (file_commit.h). */
#ifndef OISIN_KIT_FILE_SET_H
#define OISIN_KIT_FILE_SET_H

#include "base/hash.h"
#include "base/report.h"
#include "kit/staging.h"

#include <sys/types.h>

/* A staged file: its name in the staging folder is its number in the set. */
typedef struct SetFile {
    Text target;
    size_t staging; /* index of the staging folder on its file system */
} SetFile;

/* The staging folder of a file system. */
typedef struct SetStaging {
    Staging staging;
    dev_t device;
} SetStaging;

typedef struct FileSet {
    const char *folder;
    SetStaging **stagings;
    size_t staging_count;
    SetFile *files;
    size_t count;
    Table known; /* the targets: 0, or 1 for one that was undone */
    bool failed;
    Arena *arena;
} FileSet;

/* Creates nothing yet, but restores files that killed jobs left there. */
FileSet file_set_into(const char *folder, Arena *arena, Report *report);
/* Writes a file; `path` is relative to the folder. A path that was written before is an
 * error. */
bool file_set_put(FileSet *set, Text path, const Bytes *parts, size_t count, Report *report);
/* The same, with an independent path. A link to a file is followed. */
bool file_set_put_at(FileSet *set, const char *target, const Bytes *parts, size_t count,
                     Report *report);
/* Removes all files except the first `count`, because the input from which they were made
 * has failed. */
void file_set_undo(FileSet *set, size_t count);
/* Commits if `ok` and every put has succeeded; removes the staging folders in any case. */
bool file_set_end(FileSet *set, bool ok, Report *report);

#endif
