/* Zones: a zone is a group of joined maps whose players can meet, with a world of these maps.
 * It is opened by the first player, advanced by ticks, and closed when another server takes it,
 * when it has been empty for some time (in a cluster), or when the server ends. A player who
 * walks onto a map of another zone leaves this world with the whole character and enters that
 * one when this is saved (player_slots.h). */
#ifndef OISIN_SERVER_ZONES_H
#define OISIN_SERVER_ZONES_H

#include "server/protocol/view.h"
#include "server/game/autosave.h"
#include "server/game/player_slots.h"

struct Zone {
    Server *server;
    uint32_t number;
    bool lost;            /* another server has it now: to be closed */
    bool leaving;         /* it is saved for the last time, then another server may take it */
    uint64_t empty_since; /* ms; see zones_close_empty */
    /* number of the batch with which it is closed, since it is empty: it is paused; 0: it is
     * not */
    uint64_t closing;
    World *world;
    ViewWorld *views;
    Autosave *autosave;
    PlayerSlot **slot_blocks;  /* private to player_slots.c */
    const WorldInput **inputs; /* by player index */
    size_t input_capacity;
    uint64_t played;            /* number of players */
    uint8_t *elsewhere;         /* per map: 1 if it belongs to another zone */
    QuestClaim *pending_claims; /* not yet accepted by the store */
    size_t pending_claim_count;
    struct ZonePuts *puts; /* private to the directory */
    Arena *arena;
};

/* Loads the saved world or creates a new one. On failure, returns NULL and reports an error. */
Zone *zone_open(Server *server, uint32_t number, Report *report);
/* The same, unless it is open already. */
Zone *zone_here(Server *server, uint32_t number, Report *report);
/* Moves the account's player into this server's zone, which is opened if necessary. The
 * player is controlled as described for controller_new; a previous controller is
 * disconnected, unless it belongs to a newer login: RESULT_PLAYING. */
ResultCode zone_enter(Server *server, uint32_t number, int64_t account, Connection *connection,
                      const ClientAddress *client, Controller **out);
/* Clients who play there search for their players again; unsaved changes are lost. */
void zone_close(Zone *zone);
void zone_tick(Zone *zone);
/* Closes zones of a cluster that have had no player for `ms`, and nothing that is to be saved:
 * each is paused, saved, and closed unless somebody has entered meanwhile. They are opened
 * again as they were. */
void zones_close_empty(Server *server, uint64_t ms);

#endif
