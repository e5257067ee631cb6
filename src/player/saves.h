/* Saved games of one game: slots in files, listed, written, loaded. */
#ifndef OISIN_PLAYER_SAVES_H
#define OISIN_PLAYER_SAVES_H

#include "engine/save.h"
#include "front/front.h"
#include "player/disk.h"
#include "player/session.h"

#define SLOT_QUICK "quick"
#define SLOT_AUTO "auto" /* and a number: each play-through has its own */
#define SLOT_EMERGENCY "emergency"

typedef struct Saves {
    const PlayerDisk *disk;
    Session *session;
    FrontSlot slots[SLOTS_MAX]; /* the latest first */
    size_t count;
    bool stale;          /* something was saved since they were listed */
    Arena *arena;        /* of the list; reset with each listing */
    struct SaveJob *job; /* being written; NULL none */
} Saves;

Saves saves_new(const PlayerDisk *disk, Session *session);
void saves_free(Saves *saves);

/* Looks at the disk, if something has changed since the last time or `again` is wanted.
 * `code` is the language's. */
void saves_list(Saves *saves, const char *code, bool again);
/* The latest that is not damaged; -1 if there is none. */
int32_t saves_latest(const Saves *saves);
int32_t saves_find(const Saves *saves, const char *name);
/* The bytes of a slot, or, `before`, those that were saved there before. False and a report
 * if they cannot be read or are damaged. */
bool saves_read(const Saves *saves, const char *name, bool before, Bytes *out, Arena *arena,
                Report *report);
/* The session's world as it is. A name of NULL is the next free number. The world may go on at
 * once; a slow disk writes beside it, when the next frame has given the picture. False and a
 * report if it cannot begin. */
bool saves_write(Saves *saves, const char *name, Report *report);
/* True, once, when what was begun is over; `*ok`: whether it is on the disk. */
bool saves_done(Saves *saves, bool *ok);
/* Waits for it; all that reads the disk does so by itself. */
void saves_wait(const Saves *saves);
/* The slot for what a play-through saves by itself: one that is free, else the oldest. */
enum { AUTO_SLOTS = 5, SLOT_NAME = 16 };
void saves_auto_name(const Saves *saves, char out[SLOT_NAME]);
/* With what was saved there before: else it would be the next game's of this name. */
bool saves_remove(Saves *saves, const char *name);

#endif
