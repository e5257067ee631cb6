/* Staging folders: files wait here until they are complete.
 *
 * A staging folder is named `.oisin.XXXXXX`, is on the same file system as the targets, and is
 * locked (flock) as long as its job runs. The next job that stages in the same folder restores
 * what a killed job had partially exchanged, and removes the rest. Since a journal moves files,
 * it does so only with folders that are proven to be made by the same user:
 *
 * - the folder is a folder, not a link, belongs to the effective user, and has mode 0700;
 * - its marker is a regular file with one link, of the same owner, with mode 0600;
 * - the marker has the inode of the folder itself and the time when it was made: so a folder
 *   that was copied, unpacked from an archive or cloned is ignored;
 * - the marker has the identity of this computer or of its current boot: a lock does not show
 *   jobs on other computers that share the file system.
 *
 * An empty folder with such a name, of the effective user and with mode 0700, is removed as
 * well: its job was killed before it wrote the marker, or will make another one. Other folders
 * with such a name are not touched. All files in a staging folder are accessed
 * relative to its descriptor, so replacing the folder by a link has no effect. On a file
 * system without permissions (FAT) nothing can be proven, and files of a killed job stay. */
#ifndef OISIN_BASE_OUTPUT_STAGING_H
#define OISIN_BASE_OUTPUT_STAGING_H

#include "base/output/cleanup.h"
#include "base/report.h"
#include "base/system/folders.h"

/* A folder in the staging folder, for jobs that create a whole folder. */
#define STAGING_NEW "new"

typedef struct Staging {
    char path[PATH_SIZE]; /* for reading staged files; empty: there is no staging folder */
    int folder, above;    /* descriptors: the staging folder, locked; its parent */
    Arena *owner;         /* owner of `copy`, ... */
    struct Staging *copy; /* ... which a memory guard uses to remove the folder */
    Cleanup cleanup;      /* removes the folder when the program is interrupted */
} Staging;

/* Creates a staging folder in `folder`, after removing those of killed jobs. On failure,
 * returns false and reports an error. */
bool staging_make(Staging *staging, const char *folder, Report *report);
/* Creates one in the nearest existing folder on the path. */
bool staging_make_near(Staging *staging, const char *path, Report *report);
/* Keeps the folder on the disk, since it holds files of the user that could not be restored.
 * Allocates no memory. */
void staging_keep(const Staging *staging);
/* Removes the folder with its contents, unless it is kept; no effect if there is none. */
void staging_remove(Staging *staging);

/* Whether an entry of `folder` looks like a staging folder of any job, by name and marker:
 * it is not content, and is not changed. */
bool staging_is(const char *folder, const char *name);
/* Whether an entry may be a staging folder whose job was killed before it wrote the marker, or
 * is about to write it: it has the name, and is an empty folder. */
bool staging_is_unmarked(const char *folder, const char *name);

/* ---- files in it ---- */

#define MODE_NEW ((unsigned)-1) /* the permissions of a new file */

typedef struct StagedFile {
    const char *name;  /* in the staging folder; its folders are created */
    const char *shown; /* the target in messages */
    unsigned mode;
    int64_t time; /* of its last change, seconds since 1970; 0: now */
    bool flushed; /* to the disk */
} StagedFile;

/* Safe to call from several threads. */
bool staging_write(const Staging *staging, const StagedFile *file, const Bytes *parts,
                   size_t count, Report *report);

/* The permissions that a file written to `target` gets: those of the file that it replaces. */
unsigned mode_of_target(const char *target);
/* Writes to a device, a pipe or an open descriptor. */
bool stream_write(const char *path, const Bytes *parts, size_t count, Report *report);

#endif
