/* A folder that is written in a staging folder and appears when it is complete: a failed job
 * leaves nothing, not even parent folders. If two jobs fill one folder at the same time, one
 * succeeds completely and the other fails. */
#ifndef OISIN_KIT_STAGE_H
#define OISIN_KIT_STAGE_H

#include "kit/staging.h"

typedef struct Stage {
    char folder[PATH_MAX - 300];
    const char *mark;
    Staging staging;      /* files are staged in its folder STAGING_NEW */
    bool exists, replace; /* the folder exists; and is not empty */
} Stage;

/* The folder must be new or empty. With `force` it may also contain the file `mark` (NULL: any
 * content), which proves that an earlier job made it: its content is replaced, except data of
 * git. */
bool stage_begin(Stage *stage, const char *folder, bool force, const char *mark,
                 Report *report);
/* The path of a staged file. */
Text stage_path(const Stage *stage, Text path, Arena *arena);
/* `path` is relative to the folder, and safe (archive_path); `time` as in `file_put_at`. */
bool stage_put(Stage *stage, Text path, Bytes bytes, int64_t time, Report *report);
/* Commits, or, if not `ok`, removes everything; returns `ok`, or false on failure. */
bool stage_end(Stage *stage, bool ok, Report *report);

#endif
