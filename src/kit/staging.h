/* Where files wait until they are complete.
 *
 * A job never writes into its target. It makes a staging folder `.oisin.XXXXXX` on the same
 * file system, writes there, and moves everything into place when all is there (file_commit.h).
 * So a job that fails, that runs out of memory or is interrupted leaves the target as it was.
 *
 * A staging folder is locked (flock) as long as its job lives. The next job that stages in the
 * same folder puts back what a killed one had half exchanged, and removes the rest. It does so
 * only with folders that are proven to be its own user's work, because a journal moves files:
 *
 * - the folder is a folder, not a link, belongs to the effective user, and has mode 0700;
 * - its marker is a regular file with one link, of the same owner, with mode 0600;
 * - the marker has the inode of the folder itself and the time when it was made: so a folder
 *   that was copied, unpacked from an archive or cloned is never obeyed;
 * - the marker has the identity of this computer or of its current boot: a lock says nothing of
 *   jobs on other computers that share the file system.
 *
 * Other folders of such a name are left alone. Everything in a staging folder is named relative
 * to its descriptor, so exchanging the folder for a link misleads nobody. On a file system
 * without permissions (FAT) nothing can be proven, and what a killed job left stays. */
#ifndef OISIN_KIT_STAGING_H
#define OISIN_KIT_STAGING_H

#include "base/report.h"
#include "kit/unfinished.h"

#include <limits.h>

/* A folder in the staging folder: jobs that fill a folder make its content there. */
#define STAGING_NEW "new"

typedef struct Staging {
    char path[PATH_MAX];  /* for reading what waits there; empty: there is no folder */
    int folder, above;    /* descriptors: of it, locked; of the folder that it is in */
    Arena *owner;         /* of `copy`, ... */
    struct Staging *copy; /* ... by which a memory guard removes it */
    Cleanup cleanup;      /* the copy, when the program is interrupted */
} Staging;

/* Puts back what killed jobs had half exchanged, and removes their staging folders: in the
 * nearest folder on the way to `path`, and in those above that a killed job may have made it
 * from. A job that looks at its target before it stages calls this first. */
void staging_recover(const char *path, Report *report);
/* In `folder`, after removing what killed jobs left there. False and a message if it cannot be
 * made. */
bool staging_make(Staging *staging, const char *folder, Report *report);
/* In the nearest folder on the way to `path` that exists. */
bool staging_make_near(Staging *staging, const char *path, Report *report);
/* The folder stays on the disk: it holds files of the user that could not be put back. Takes no
 * memory. */
void staging_keep(const Staging *staging);
/* With all that is in it, unless it is kept; one that was not made is fine. */
void staging_remove(Staging *staging);

/* Whether an entry of `folder` looks like a staging folder of any job, by name and marker: it
 * is not content, and is left alone. */
bool staging_is(const char *folder, const char *name);
/* Whether it may be one that was killed before it had its marker: it has the name, and is an
 * empty folder. It holds nothing, but is not known to be ours, and stays. */
bool staging_is_unmarked(const char *folder, const char *name);

#endif
