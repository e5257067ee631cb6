/* A client's copy of the part of the world that its player sees. It is updated by STATE packets
 * and drawn like any world.
 *
 * Prediction. The player's own movement is simulated ahead of the server with the same engine.
 * When the server reports another position, small differences are corrected gradually and large
 * ones at once. Other actors are interpolated between reported positions, a tenth of a second
 * late.
 *
 * The server is not trusted: numbers that the game does not have end the connection. */
#ifndef OISIN_SERVER_PROTOCOL_MIRROR_H
#define OISIN_SERVER_PROTOCOL_MIRROR_H

#include "engine/world.h"
#include "server/protocol/state_packet.h"

typedef struct Mirror Mirror;

/* `actor`: the player's number in the server's world, from WELCOME. The world is allocated
 * in the arena, as in world_new. On failure, returns NULL and reports an error: the game
 * cannot be played. */
Mirror *mirror_new(const TngFile *game, size_t language, uint32_t actor, Arena *arena,
                   Report *report);
/* Frees resources outside the arena. */
void mirror_free(Mirror *mirror);
World *mirror_world(Mirror *mirror);
/* Whether the first complete update was received. */
bool mirror_is_there(const Mirror *mirror);

/* Applies the body of a STATE packet. If it is malformed, returns false and reports an
 * error: the mirror cannot be used any more. */
bool mirror_read(Mirror *mirror, Bytes body, Report *report);

/* Simulates one tick of the client. `direction`: held, as in WorldInput; `sequence`: of the
 * last input sent. Sounds are in world_effects afterwards. */
void mirror_tick(Mirror *mirror, uint32_t direction, uint32_t sequence);

/* Sum of all corrections of the player's position, 1/256 pixels: for tests and overlays. */
uint64_t mirror_corrected(const Mirror *mirror);

#endif
