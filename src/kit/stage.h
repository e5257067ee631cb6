/* A folder that is filled out of sight and appears when it is complete: a job that fails leaves
 * nothing, not even the folders above it. Of two jobs that fill one folder at once, one wins
 * whole and the other fails. */
#ifndef OISIN_KIT_STAGE_H
#define OISIN_KIT_STAGE_H

#include "kit/staging.h"

typedef struct Stage {
    char folder[PATH_MAX - 300];
    const char *mark;
    Staging staging;      /* the files wait in its folder STAGING_NEW */
    bool exists, replace; /* the folder is there; and is not empty */
} Stage;

/* The folder must be new or empty. With `force` it may also hold the file `mark` (NULL: any),
 * which says that an earlier job made it: its content is replaced but for what git keeps. */
bool stage_begin(Stage *stage, const char *folder, bool force, const char *mark,
                 Report *report);
/* Where a file of that path waits. */
Text stage_path(const Stage *stage, Text path, Arena *arena);
/* `path` is below the folder, and safe (archive_path); `time` as in `file_put`. */
bool stage_put(Stage *stage, Text path, Bytes bytes, int64_t time, Report *report);
/* Puts all in place, or, if not `ok`, removes it; gives `ok`, or false. */
bool stage_end(Stage *stage, bool ok, Report *report);

#endif
