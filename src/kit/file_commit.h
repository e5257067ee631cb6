/* Moves staged files and folders to their places: all of them, or none.
 *
 * Before the first move a journal is written into the staging folder. It lists every move with
 * the inode of what is new, so that the state of each move can be told from the disk alone. A
 * move that fails undoes those before it; a job that is killed is undone by the next one in
 * that folder (staging.h). The moment in which the journal is removed is the commit: what was
 * replaced is still in the staging folder then, and goes with it.
 *
 * Where the file system has it (renameat2 with RENAME_EXCHANGE), old and new change places in
 * one step, and the target never misses. */
#ifndef OISIN_KIT_FILE_COMMIT_H
#define OISIN_KIT_FILE_COMMIT_H

#include "kit/staging.h"

typedef struct FileMove {
    Text from;   /* what is new, in the staging folder; empty: the target is only removed */
    Text target; /* links are not followed */
    Text saved;  /* where what it replaces waits if the two cannot change places at once */
    uint64_t inode, device; /* of what is new */
} FileMove;

typedef struct FileCommit {
    const Staging *staging;
    FileMove *moves;
    size_t count;
    Arena *arena;
} FileCommit;

FileCommit file_commit_new(const Staging *staging, Arena *arena);
/* `from` is a file or folder in the staging folder. The folder of `target` exists. */
void file_commit_place(FileCommit *commit, Text from, Text target);
/* Moves `target` away; it is removed with the staging folder. */
void file_commit_remove(FileCommit *commit, Text target);
/* On failure everything is as it was before; if even that fails a message says where the old
 * files are, and `*keep` is true: the staging folder must not be removed. */
bool file_commit_run(FileCommit *commit, bool *keep, Report *report);

/* Undoes what the journal in the staging folder `path` of `folder` says, if there is one. False
 * if something could not be put back: it is still in `path`. */
bool file_commit_recover(const char *folder, const char *path);

#endif
