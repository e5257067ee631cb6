/* Where files wait until they are complete.
 *
 * A job never writes into its target. It makes a staging folder `.oisin.XXXXXX` on the same
 * file system, writes there, and moves everything into place when all is there (file_commit.h).
 * So a job that fails, that runs out of memory or is interrupted leaves the target as it was.
 *
 * A staging folder is recognised by the marker file in it, never by its name alone, and is
 * locked (flock) as long as its job lives. What a killed job left is therefore known to be ours
 * and abandoned: the next job that stages in the same folder puts back what the killed one had
 * half exchanged, and removes the rest. */
#ifndef OISIN_KIT_STAGING_H
#define OISIN_KIT_STAGING_H

#include "base/report.h"
#include "kit/unfinished.h"

#include <limits.h>

#define STAGING_MARKER ".oisin-staging"

typedef struct Staging {
    char path[PATH_MAX]; /* empty: there is none */
    int lock;
    Arena *owner;         /* of `copy`, ... */
    struct Staging *copy; /* ... by which a memory guard removes it */
    Cleanup cleanup;      /* the copy, when the program is interrupted */
} Staging;

/* Puts back what killed jobs had half exchanged in the folders on the way to `path`, and
 * removes their staging folders. A job that looks at its target before it stages calls this
 * first. */
void staging_recover(const char *path, Report *report);
/* In `folder`, after removing what killed jobs left there. False and a message if it cannot be
 * made. */
bool staging_make(Staging *staging, const char *folder, Report *report);
/* In the nearest folder on the way to `path` that exists. */
bool staging_make_near(Staging *staging, const char *path, Report *report);
/* With all that is in it; one that was not made is fine. */
void staging_remove(Staging *staging);
/* As that, but with `keep` (file_commit_run) the folder stays on the disk: it holds files of
 * the user that could not be put back. */
void staging_end(Staging *staging, bool keep);

/* Whether an entry of `folder` is a staging folder: it has the name and the marker. */
bool staging_is(const char *folder, const char *name);
/* Whether it may be one that was killed before it had its marker: it has the name, and is an
 * empty folder. It holds nothing, but is not known to be ours, and stays. */
bool staging_is_unmarked(const char *folder, const char *name);

#endif
