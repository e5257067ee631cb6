/* A folder that is filled out of sight and appears when it is complete: a job that
 * fails leaves nothing, not even the folders above that it made. */
#ifndef OISIN_KIT_STAGE_H
#define OISIN_KIT_STAGE_H

#include "kit/beside.h"

typedef struct Stage {
    char folder[PATH_MAX - 300];
    Beside beside;   /* where the files are meanwhile */
    size_t existing; /* bytes of `folder` that name what was there before */
    bool replace;
    Arena *owner;          /* of `copy`, ... */
    struct Stage *copy;    /* ... by which a guard takes away the folders that were made */
    Unfinished unfinished; /* the copy, when somebody stops the program */
} Stage;

/* The folder must be new or empty. With `force` it may also hold the file `mark`,
 * which says that an earlier job made it: its content is replaced. */
bool stage_begin(Stage *stage, const char *folder, bool force, const char *mark,
                 Report *report);
/* `path` is below the folder, and safe (archive_path); `time` as in `file_put`. */
bool stage_put(Stage *stage, Text path, Bytes bytes, int64_t time, Report *report);
/* Puts all in place, or, if not `ok`, removes it; gives `ok`, or false. */
bool stage_end(Stage *stage, bool ok, Report *report);

#endif
