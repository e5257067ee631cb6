/* Files that belong together, such as all outputs of a conversion: they wait in a staging
 * folder and take their places when all are there. Other files of the target folder stay; files
 * of the same names are replaced, with their permissions. A job that fails leaves everything as
 * it was, and not even a new folder. Targets may lie on several file systems (file_commit.h).
 */
#ifndef OISIN_KIT_FILE_SET_H
#define OISIN_KIT_FILE_SET_H

#include "base/hash.h"
#include "base/report.h"
#include "kit/staging.h"

#include <sys/types.h>

/* A file that waits: its name in the staging folder is its number in the set. */
typedef struct SetFile {
    Text target;
    size_t staging; /* its file system's */
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

/* Nothing is made yet, but what killed jobs left there is put back. */
FileSet file_set_into(const char *folder, Arena *arena, Report *report);
/* Writes a file; `path` is below the folder. One that was put before is refused. */
bool file_set_put(FileSet *set, Text path, const Bytes *parts, size_t count, Report *report);
/* As that, with a path of its own. A link to a file is followed. */
bool file_set_put_at(FileSet *set, const char *target, const Bytes *parts, size_t count,
                     Report *report);
/* Forgets all files but the first `count`: the input that they were made of has failed. */
void file_set_undo(FileSet *set, size_t count);
/* Commits if `ok` and every put has succeeded; removes the staging folders in any case. */
bool file_set_end(FileSet *set, bool ok, Report *report);

#endif
