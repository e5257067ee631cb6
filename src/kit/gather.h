/* Files for a folder, written out of sight and moved into it when all are there:
 * what the folder has already stays, files of the same names are replaced. A job
 * that fails leaves nothing, not even the folder. */
#ifndef OISIN_KIT_GATHER_H
#define OISIN_KIT_GATHER_H

#include "base/hash.h"
#include "base/report.h"
#include "kit/beside.h"

typedef struct Gather {
    const char *folder;
    Beside beside; /* where the files are meanwhile, by number */
    Text *paths;   /* from the folder, with slashes */
    size_t count;
    Table known; /* the paths */
    bool failed;
    Arena *arena;
} Gather;

/* Nothing is made yet. */
Gather gather_into(const char *folder, Arena *arena);
/* Writes a file; a path that was put before is refused. */
bool gather_put(Gather *gather, Text path, const Bytes *parts, size_t count, Report *report);
/* Forgets what was put after the first `count` files: their input has failed. */
void gather_undo(Gather *gather, size_t count);
/* Moves all into the folder, unless a file could not be written or a target is a folder. */
bool gather_end(Gather *gather, Report *report);

#endif
