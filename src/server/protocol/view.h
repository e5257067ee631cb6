/* The changes of the world that each client of a server is sent.
 *
 * The module does no I/O: it reads a world and writes bodies of STATE packets. The world is
 * scanned once for all clients (`view_world_scan`), then each client's view writes the changes
 * since its last packet. An actor is near if it is within VIEW_FAR cells on the visible map or
 * one joined to it; in a crowd, the nearest VIEW_ACTORS. Actors that are near stay so for some
 * cells more, to avoid flickering.
 *
 * There is a snapshot every VIEW_TICKS ticks (ten per second). Positions of walking actors
 * within 4 cells are in every snapshot, within 14 cells in every third, within 21 in every
 * sixth, others in every ninth (VIEW_PACE_MAX); the mirror interpolates. All that is farther
 * than 4 cells shares snapshots: every VIEW_WIDE-th one, which is called wide, because a packet
 * costs more than what is in it. Clients predict their own player, so its position and the
 * number of its last input alone wait for a wide snapshot, too. Screens and sounds are sent in
 * the tick in which they happen, everything else with the next snapshot. */
#ifndef OISIN_SERVER_PROTOCOL_VIEW_H
#define OISIN_SERVER_PROTOCOL_VIEW_H

#include "engine/world.h"
#include "server/protocol/state_packet.h"

enum {
    VIEW_FAR = 32,    /* cells */
    VIEW_STAYS = 4,   /* additional cells for actors that are near already */
    VIEW_ACTORS = 64, /* maximum actors */
    VIEW_TICKS = 3,   /* ticks between two snapshots */
    VIEW_WIDE = 3,    /* of so many snapshots one is wide */
    VIEW_PACE_MAX = 9,
    /* Ticks after which the tick is sent even without changes: at first; it doubles each time,
     * up to the maximum. */
    VIEW_QUIET = 15,
    VIEW_QUIET_MAX = 60,
    /* Snapshots between two searches for near actors, if all of them walk. */
    VIEW_LOOKS = 9,
    /* The same, if an actor arrives from elsewhere. */
    VIEW_LOOKS_MIN = 3,
};

typedef struct ViewWorld ViewWorld;
typedef struct View View;

/* The world must outlive it. */
ViewWorld *view_world_new(World *world);
void view_world_free(ViewWorld *views);
/* Scans the world; call once after each tick. */
void view_world_scan(ViewWorld *views);

/* Finds the actors of players within `far` cells, as last scanned; returns their number, at
 * most `max`. */
size_t view_world_near(const ViewWorld *views, uint32_t map, Cell here, int32_t far,
                       uint32_t *out, size_t max);

/* The view of the player of this index, one at a time; it starts without any state. The
 * players are distributed over the VIEW_TICKS ticks between two snapshots. */
View *view_new(ViewWorld *views, uint32_t player_index);
void view_free(View *view);

/* The last applied input of the player, as sent in TICK. */
typedef struct ViewInput {
    uint32_t sequence; /* of the last applied input */
    uint32_t age;      /* ticks since then */
} ViewInput;
/* Returns false if view_write has nothing to send to this player in this tick, which is so
 * in two of three ticks; then no data of the view was accessed. */
bool view_is_due(const ViewWorld *views, uint32_t player_index);
/* Appends the body of a STATE packet; false if there is nothing to send in this tick. */
bool view_write(View *view, ViewInput input, Writer *out);

#endif
