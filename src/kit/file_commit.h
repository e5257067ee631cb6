/* Moves staged files and folders to their places: all of them, or none.
 *
 * Before the first move a journal is written into the staging folder. It lists every move with
 * the inode of what is new, so that the state of each move can be told from the disk alone. A
 * move that fails undoes those before it; a job that is killed is undone by the next one in
 * that folder (staging.h). The moment in which the journal is removed is the commit: what was
 * replaced is still in the staging folder then, and goes with it.
 *
 * Where the file system has it (renameat2 with RENAME_EXCHANGE), old and new change places in
 * one step, and the target never misses.
 *
 * Files on several file systems wait in a staging folder each, with a journal each. A move that
 * fails undoes all; only a job that is killed between the removals of two journals leaves some
 * file systems with the old files, and others with the new ones. */
#ifndef OISIN_KIT_FILE_COMMIT_H
#define OISIN_KIT_FILE_COMMIT_H

#include "kit/staging.h"

typedef struct FileMove {
    Text from;      /* what is new, in the staging folder; empty: the target is only removed */
    Text target;    /* as messages name it; links are not followed */
    Text place;     /* the target from the folder of the staging folder, or absolute */
    Text saved;     /* where what it replaces waits if the two cannot change places at once */
    uint64_t inode; /* of what is new */
} FileMove;

typedef struct FileCommit {
    const Staging *staging;
    FileMove *moves;
    size_t count;
    size_t done; /* moves that were begun */
    Arena *arena;
} FileCommit;

FileCommit file_commit_new(const Staging *staging, Arena *arena);
/* `from` is the name of a file or folder in the staging folder, or in its folder STAGING_NEW.
 * The folder of `target` exists when the commit is run. */
void file_commit_place(FileCommit *commit, Text from, Text target);
/* Moves `target` away; it is removed with the staging folder. */
void file_commit_remove(FileCommit *commit, Text target);
/* All moves of all commits. On failure everything is as it was before; if even that fails a
 * message says where the old files are, and their staging folder is kept. */
bool file_commit_run(FileCommit *commits, size_t count, Report *report);

/* Whether the staging folder of a killed job has a journal. */
bool file_commit_is_pending(int folder);
/* Undoes what the journal in a staging folder says, if there is one; `above` is the folder that
 * it is in. False if something could not be put back: it is still there.
 *
 * A journal's names lead nowhere else: what is new lies in the staging folder, targets lie
 * below `above`, and are not reached through links. Targets elsewhere (a link was followed) are
 * put back only if `above` belongs to the effective user. */
bool file_commit_recover(int above, int folder);

#endif
