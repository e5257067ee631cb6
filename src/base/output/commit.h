/* Moves staged files and folders to their places: all of them, or none.
 *
 * Before the first move a journal (journal.h) is written into the staging folder. It lists
 * every move with the fingerprint of the new file, so that the state of each move can be
 * determined from the disk alone. A move that fails undoes those before it; a job that is
 * killed is undone by the next one in that folder (staging.h), except for files that somebody
 * has changed since. The moment in which the journal is removed is the commit: the replaced
 * files are still in the staging folder then, and are removed with it.
 *
 * Where the file system has it (renameat2 with RENAME_EXCHANGE), old and new change places in
 * one step, and the target always exists.
 *
 * Files on several file systems wait in a staging folder each, with a journal each. A move that
 * fails undoes all; only a job that is killed between the removals of two journals leaves some
 * file systems with the old files, and others with the new ones. */
#ifndef OISIN_BASE_OUTPUT_COMMIT_H
#define OISIN_BASE_OUTPUT_COMMIT_H

#include "base/output/moves.h"
#include "base/output/staging.h"

typedef struct Commit {
    const Staging *staging;
    Move *moves;
    size_t count;
    MadeFiles made;
    size_t done;  /* moves that were started */
    bool durable; /* also a single new file is on the disk when commit_run returns */
    Arena *arena;
} Commit;

Commit commit_new(const Staging *staging, Arena *arena);
/* `from` is the name of a file or folder in the staging folder, or in its folder
 * STAGING_NEW. The folder of `target` must exist when the commit is run. */
void commit_place(Commit *commit, Text from, Text target);
/* Moves `target` away; it is removed with the staging folder. */
void commit_remove(Commit *commit, Text target);
/* Runs all moves of all commits. On failure everything is restored; if that fails too, a
 * message names the folder with the old files, and their staging folder is kept. */
bool commit_run(Commit *commits, size_t count, Report *report);

#endif
