/* A client's copy of the world, as far as its player sees it: fed by STATE packets, drawn as
 * any world.
 *
 * The player's own steps are walked ahead of the server by the same engine, and put right when
 * the server says otherwise: a little at a time if it is little. Everybody else is walked from
 * one told place to the next, a tenth of a second late.
 *
 * Nothing that a server says is believed: numbers that the game does not have end the
 * connection. */
#ifndef OISIN_NET_MIRROR_H
#define OISIN_NET_MIRROR_H

#include "engine/world.h"
#include "net/state.h"

typedef struct Mirror Mirror;

/* `actor`: the player's number in the server's world, from WELCOME. Its world lives in the
 * arena, as in world_new. NULL and a report if the game cannot be played. */
Mirror *mirror_new(const TngFile *game, size_t language, uint32_t actor, Arena *arena,
                   Report *report);
/* What is not in the arena. */
void mirror_free(Mirror *mirror);
World *mirror_world(Mirror *mirror);
/* Whether the first picture has come. */
bool mirror_is_there(const Mirror *mirror);

/* The body of a STATE packet. False and a report if it is malformed: then all is over. */
bool mirror_read(Mirror *mirror, Bytes body, Report *report);

/* One tick of the client. `direction`: held, as in WorldInput; `sequence`: of the input that
 * was sent last. What is to be heard is in world_effects afterwards. */
void mirror_tick(Mirror *mirror, uint32_t direction, uint32_t sequence);

/* How far the player was put right in all, 1/256 pixels: for tests and overlays. */
uint64_t mirror_corrected(const Mirror *mirror);

#endif
