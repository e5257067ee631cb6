/* Reloading in the page of `oisin edit`: the game that is played is replaced by a new build,
 * and goes on where it was (PlayerOptions.reload). */
#ifndef OISIN_PLAYER_WEB_WEB_RELOAD_H
#define OISIN_PLAYER_WEB_WEB_RELOAD_H

#include "player/player.h"

void web_reload_options(PlayerOptions *options);

#endif
