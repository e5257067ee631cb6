/* A moderator watches what a player sees.
 *
 * The moderator's client is sent the view of the other player: the map around it, its screens
 * and its bag. The moderator's own player stands still meanwhile, and the input of the client
 * is not used. The player who is watched must be in the same zone, and the moderator's client
 * must be connected to the zone's server. It ends by a command, when either of them leaves
 * the zone, and when their roles no longer permit it. */
#ifndef OISIN_SERVER_SPECTATE_H
#define OISIN_SERVER_SPECTATE_H

#include "server/game/controllers.h"

/* RESULT_NOBODY: the account does not play here; RESULT_FAR: it plays elsewhere. */
ResultCode spectate_begin(Controller *controller, int64_t account);
/* Shows the client its own player again; false if it does not watch another one. */
bool spectate_end(Controller *controller);
/* To be called before each use of the view: ends it if the watched player has left, or roles
 * have changed. */
void spectate_check(Controller *controller);

#endif
