/* Saving a zone, and what is acknowledged when.
 *
 * Once a second (AUTOSAVE_INTERVAL_MS) the zone's world and all players who have left it since
 * become one batch of the store, which is written completely or not at all. The snapshot is
 * copied in the loop's thread and serialized in another. Trades are acknowledged only when
 * their batch is on the disk (registrations have separate batches: server/accounts/accounts.h).
 * If the server dies, the changes of the last second are lost, always as a whole: an item that
 * was given away is never on both sides.
 *
 * In a cluster each batch has a fence: the store refuses it if another server has taken the
 * zone. The zone is then lost, and its world is closed without an error. Any other failure
 * ends the server. */
#ifndef OISIN_SERVER_AUTOSAVE_H
#define OISIN_SERVER_AUTOSAVE_H

#include "engine/save/save.h"
#include "server/game/directory.h"

typedef struct Autosave Autosave;

/* A player who has left a zone, until that is on the disk. */
typedef struct DepartedPlayer {
    int64_t account;
    uint64_t batch;       /* the batch that saves it */
    uint32_t zone;        /* the player's next zone */
    ClientAddress client; /* controls it; a connection of 0: none does */
    bool deleted;         /* with the account: the character is removed */
    Bytes user, character;
    Arena *arena;
} DepartedPlayer;

/* Loads the saved world or creates a new one. On failure, returns false and reports an
 * error. */
bool autosave_begin(Zone *zone, Report *report);
/* Call before the zone is closed, while its players are present: trades that were not
 * committed are reported as failed. */
void autosave_close(Autosave *autosave);
/* The store may still hold a batch of it: wait for the store before the rest of the server
 * is freed. */
void autosave_free(Autosave *autosave);
/* Starts a batch if the last one is finished. */
void autosave_tick(Autosave *autosave);
/* Waits until everything is on the disk. */
bool autosave_finish(Autosave *autosave);
/* The player has left the world and is saved with the next batch. Of `departed`, account,
 * zone and client are used. */
void autosave_departed(Autosave *autosave, const DepartedPlayer *departed,
                       const Snapshot *snapshot, Bytes character);
/* The account was deleted, and its player is not in the world any more: the next batch removes
 * what earlier ones, also those under way, have saved of the character. */
void autosave_forget(Autosave *autosave, int64_t account);
/* Returns a player who has left and is not on the disk yet; NULL. */
const DepartedPlayer *autosave_leaving(const Autosave *autosave, int64_t account);
/* The next batch is the last one and marks the zone as free. */
void autosave_last(Autosave *autosave);
/* Returns a character from a pending batch or the disk, empty if there is none. On failure,
 * returns false and reports an error. */
bool autosave_character(Autosave *autosave, int64_t account, Bytes *out, Arena *arena,
                        Report *report);
/* Acknowledges a trade when the next batch is saved. */
bool autosave_confirm(Autosave *autosave, uint64_t trade);
/* Cancels that: the trade did not happen. */
void autosave_unconfirm(Autosave *autosave, uint64_t trade);
void autosave_soon(Autosave *autosave); /* the next batch starts at once */
/* The next batch starts at once, and contains everything until now; returns its number. */
uint64_t autosave_request(Autosave *autosave);
/* Whether that batch, and every later one that has started, is on the disk. */
bool autosave_is_kept(const Autosave *autosave, uint64_t batch);
/* Whether players who have left, or trades, wait for a batch. */
bool autosave_is_awaited(const Autosave *autosave);
/* There is something to save even if no player is in the zone. */
void autosave_changed(Autosave *autosave);
unsigned autosave_waiting(const Autosave *autosave); /* pending batches */
int64_t autosave_saved(const Autosave *autosave);    /* seconds since 1970; 0: never */

#endif
