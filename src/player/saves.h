/* Saved games of one game: slots in files, their list, writing and loading. */
#ifndef OISIN_PLAYER_SAVES_H
#define OISIN_PLAYER_SAVES_H

#include "engine/save/save.h"
#include "player/menus/menus.h"
#include "player/player_files.h"
#include "player/session.h"

#define SLOT_QUICK "quick"
#define SLOT_AUTO "auto" /* followed by a number: each play-through has its own */
#define SLOT_EMERGENCY "emergency"

typedef struct Saves {
    const PlayerDisk *disk;
    Session *session;
    MenuSlot slots[SLOTS_MAX]; /* latest first */
    size_t count;
    bool stale;          /* a save has happened since the list was made */
    Arena *arena;        /* of the list; reset by each listing */
    uint64_t created;    /* when this play-through was begun; 0: with the next save */
    uint64_t opened;     /* when the program began to play */
    struct SaveJob *job; /* being written; NULL: none */
} Saves;

Saves saves_new(const PlayerDisk *disk, Session *session);
void saves_free(Saves *saves);

/* Another play-through, begun at this time; 0: now. */
void saves_begin(Saves *saves, uint64_t created);

/* Reads the list from the disk, if something has changed since the last time or `again` is
 * set. `code` is the language's. */
void saves_list(Saves *saves, const char *code, bool again);
/* The latest slot that is not damaged; -1 if there is none. */
int32_t saves_latest(const Saves *saves);
int32_t saves_find(const Saves *saves, const char *name);
/* The bytes of a slot or, with `before`, its previous bytes. On failure (unreadable or
 * damaged), returns false and reports an error. */
bool saves_read(const Saves *saves, const char *name, bool before, Bytes *out, Arena *arena,
                Report *report);
/* Saves the session's world. A name of NULL selects the next free number. The world may
 * continue immediately; with a slow disk the file is written in a thread, after the next
 * frame has provided the thumbnail. If it cannot start, returns false and reports an error. */
bool saves_write(Saves *saves, const char *name, Report *report);
/* Returns true, once, when a started save is finished; `*ok`: whether it is on the disk. */
bool saves_done(Saves *saves, bool *ok);
/* Waits for the save under way; functions that read the disk do so automatically. */
void saves_wait(const Saves *saves);
/* The slot for autosaves of a play-through: a free one, otherwise the oldest. */
enum { AUTO_SLOTS = 5, SLOT_NAME = 16 };
void saves_auto_name(const Saves *saves, char out[SLOT_NAME]);
/* Removes the previous bytes too; otherwise they would belong to the next game of this name. */
bool saves_remove(Saves *saves, const char *name);

#endif
