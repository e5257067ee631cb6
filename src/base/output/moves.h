/* One move of a commit, and its undo.
 *
 * An undo looks only at the disk, so it works for a move in any state: not started, half done,
 * done, undone, or with an undo that was interrupted. It takes back only what the job itself
 * has done. If the new file was changed since (fingerprint.h), or replaced by another one, it
 * stays, and the older file is put beside it. */
#ifndef OISIN_BASE_OUTPUT_MOVES_H
#define OISIN_BASE_OUTPUT_MOVES_H

#include "base/output/fingerprint.h"
#include "base/system/files.h"
#include "base/text.h"

typedef struct Move {
    Text from;   /* what is new, in the staging folder; empty: the target is only removed */
    Text target; /* as in messages; links are not followed */
    Text place;  /* the target, relative to the folder of the staging folder, or absolute */
    Text saved;  /* place for the replaced file if the two cannot be exchanged in one step */
    Fingerprint made; /* of the new file */
} Move;

/* Descriptors of the staging folder and its parent. */
typedef struct Folders {
    int above, folder;
} Folders;

/* Opens the folder of a move's target; no part of the path may be a link, as when the
 * journal was written. Returns -1 and errno on failure. */
int open_target_folder(int above, Text place);
/* The last part of a place. */
const char *base_of_place(Text place);

/* Sets `saved` of all moves. Allocates all memory before the first move: nothing may stop the
 * commit half-way. */
void moves_name_saved(Move *moves, size_t count, Arena *arena);

/* The moves of a commit, sorted by the inodes of the new files. */
typedef struct MadeFiles {
    const Move **by_inode;
    size_t count;
} MadeFiles;

/* Takes memory: called before the first move. */
MadeFiles moves_sort(const Move *moves, size_t count, Arena *arena);

/* Returns false and errno on failure. `made`: all moves of the commit; NULL: nothing is at the
 * target. If an earlier one of them has the same target, by a name that differs in case, that
 * is EEXIST, and `*same` is set. */
bool move_do(const Folders *folders, const Move *move, const MadeFiles *made,
             const Move **same);

/* What an undo does. */
typedef enum UndoKind {
    UNDO_NOTHING,     /* the move was not started, or is undone */
    UNDO_RESTORE,     /* the older file comes back */
    UNDO_REMOVE,      /* there was none: the new file is removed */
    UNDO_KEEP,        /* there was none, and the new file was changed since: it stays */
    UNDO_KEEP_BESIDE, /* the new file was changed since: the older one is put beside it */
    UNDO_IMPOSSIBLE,  /* the folder is not reachable: what is in the staging folder stays there
                       */
} UndoKind;

typedef struct Undo {
    UndoKind kind;
    char beside[FILE_NAME_SIZE]; /* of UNDO_KEEP_BESIDE: the name of the older file */
} Undo;

/* Changes nothing. */
Undo move_undo_plan(const Folders *folders, const Move *move);
/* Returns false if it failed. */
bool move_undo(const Folders *folders, const Move *move, const Undo *undo);

#endif
