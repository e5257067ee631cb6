/* Staging: files wait here until they are complete.
 *
 * A job never writes into its target directly. It creates a staging folder `.oisin.XXXXXX` on
 * the same file system, writes there, and moves everything to its place when it is complete
 * (file_commit.h). So a job that fails, runs out of memory or is interrupted leaves the target
 * unchanged.
 *
 * A staging folder is locked (flock) as long as its job runs. The next job that stages in the
 * same folder restores what a killed job had partially exchanged, and removes the rest. Since a
 * journal moves files, it does so only with folders that are proven to be made by the same
 * user:
 *
 * - the folder is a folder, not a link, belongs to the effective user, and has mode 0700;
 * - its marker is a regular file with one link, of the same owner, with mode 0600;
 * - the marker has the inode of the folder itself and the time when it was made: so a folder
 *   that was copied, unpacked from an archive or cloned is ignored;
 * - the marker has the identity of this computer or of its current boot: a lock does not show
 *   jobs on other computers that share the file system.
 *
 * Other folders with such a name are not touched. All files in a staging folder are accessed
 * relative to its descriptor, so replacing the folder by a link has no effect. On a file
 * system without permissions (FAT) nothing can be proven, and files of a killed job stay. */
#ifndef OISIN_KIT_STAGING_H
#define OISIN_KIT_STAGING_H

#include "base/report.h"
#include "kit/cleanup.h"

#include <limits.h>

/* A folder in the staging folder, for jobs that create a whole folder. */
#define STAGING_NEW "new"

typedef struct Staging {
    char path[PATH_MAX];  /* for reading staged files; empty: there is no staging folder */
    int folder, above;    /* descriptors: the staging folder, locked; its parent */
    Arena *owner;         /* owner of `copy`, ... */
    struct Staging *copy; /* ... which a memory guard uses to remove the folder */
    Cleanup cleanup;      /* removes the folder when the program is interrupted */
} Staging;

/* Restores what killed jobs had partially exchanged, and removes their staging folders: in
 * the nearest existing folder on the path, and in those above it from which a killed job may
 * have created it. A job that examines its target before it stages calls this first. */
void staging_recover(const char *path, Report *report);
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
/* Whether an entry may be a staging folder whose job was killed before it wrote the marker:
 * it has the name, and is an empty folder. It is not proven to be ours, and stays. */
bool staging_is_unmarked(const char *folder, const char *name);

#endif
