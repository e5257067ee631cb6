/* Player slots: the players that accounts have in worlds.
 *
 * A player enters the world at login and stays there for SERVER_LINGER after the connection is
 * lost, so that a client may resume. Then, or when the player walks into another zone, the
 * whole character is taken out of the world and saved (autosave_departed): at each moment a
 * character is in one world, or in a pending batch, or on the disk. */
#ifndef OISIN_SERVER_PLAYER_SLOTS_H
#define OISIN_SERVER_PLAYER_SLOTS_H

#include "server/game/directory.h"

struct DepartedPlayer;

struct PlayerSlot {
    int64_t account; /* 0: free */
    Zone *zone;
    uint32_t player_index;  /* in the zone's world */
    Controller *controller; /* NULL: the connection is lost */
    uint64_t lost;          /* when, ms */
};

/* Creates the slots of a zone; all are free. */
void player_slots_new(Zone *zone);
/* The slot of a player index of the zone. */
PlayerSlot *player_slot_at(const Zone *zone, uint32_t player_index);
/* Assigns the slot to the account; 0: frees it. */
PlayerSlot *player_slot_put(Zone *zone, uint32_t player_index, int64_t account);
/* Returns NULL if the account is in no world. */
PlayerSlot *player_slot_of(const Server *server, int64_t account);
/* Returns NULL if the player is not controlled. */
Controller *controller_of(const Server *server, int64_t account);

/* ---- player_presence.c ---- */

/* Adds the account's player to the world unless present. On failure, returns NULL and
 * reports an error. */
PlayerSlot *player_slot_take(Zone *zone, int64_t account, Text name, Report *report);
/* Whether the player is in a zone of this server, or has left it and is not on the disk yet:
 * then nothing has to be read. */
bool player_slot_is_known(const Server *server, int64_t account);
/* Finds the current or next zone of an account's player; false if it is changing or cannot
 * be read. */
bool player_slot_whereabouts(const Server *server, int64_t account, uint32_t *zone);
/* Creates the slots, with those of players who were in the saved world. */
void player_slots_find(Zone *zone);
/* Removes players who have been disconnected for too long. */
void player_slots_tick(Zone *zone);
/* Moves players who have entered a map of another zone. */
void player_slots_cross(Zone *zone);
/* The player leaves the world with the whole character. Returns false if that is not
 * possible; then they stay. */
bool player_slot_leave(PlayerSlot *player_slot);
/* The same without saving the character. */
void player_slot_remove(PlayerSlot *player_slot);

#endif
