/* Plays a game in a window, with sound. */
#ifndef OISIN_PLAYER_SDL_WINDOW_H
#define OISIN_PLAYER_SDL_WINDOW_H

#include "player/player.h"

/* The game's bytes must stay valid until this returns. */
bool player_run(Bytes game, const PlayerOptions *options, PlayerResult *result, Arena *arena,
                Report *report);

/* Shows a message in a window and waits until it is closed; false if there is no display. */
bool player_show_message(const char *title, const char *text);

#endif
