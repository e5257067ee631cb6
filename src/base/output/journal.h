/* The journal of a commit, a file in its staging folder: all moves, with the fingerprints of
 * the new files. As long as it exists, the commit has not happened. */
#ifndef OISIN_BASE_OUTPUT_JOURNAL_H
#define OISIN_BASE_OUTPUT_JOURNAL_H

#include "base/output/moves.h"
#include "base/output/staging.h"

#define JOURNAL "journal"

/* Whether a staging folder has one. */
bool journal_exists(int folder);
/* Flushed to the disk. The places and fingerprints of the moves must be known. */
bool journal_save(const Staging *staging, const Move *moves, size_t count, Report *report);
/* Returns false if it cannot be read, or could move files that are not of a job. `elsewhere`:
 * targets need not be below the folder of the staging folder. */
bool journal_load(int folder, bool elsewhere, Move **moves, size_t *count, Arena *arena);

#endif
