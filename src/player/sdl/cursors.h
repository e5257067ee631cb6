/* The mouse pointer and the icon of the window: images of the game. */
#ifndef OISIN_PLAYER_SDL_CURSORS_H
#define OISIN_PLAYER_SDL_CURSORS_H

#include "player/host.h"

#include <SDL.h>

typedef struct Cursors {
    SDL_Cursor *cursors[CURSORS];
    bool made[CURSORS];
    uint32_t zoom;
    int32_t shown; /* 1 + index; 0: none yet */
} Cursors;

/* Shows it; a game without cursor images uses the system's. */
void cursors_set(Cursors *cursors, const Session *session, CursorKind which);
/* Frees the cursors, after a change of game or size. */
void cursors_clear(Cursors *cursors);
/* Sets the window's icon to the last image of ui/elements.cfg; without one nothing changes. */
void window_icon_set(SDL_Window *window, const Session *session);

#endif
