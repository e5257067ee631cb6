/* The mouse pointer and the icon of the window: images of the game. */
#ifndef OISIN_PLAYER_CURSORS_H
#define OISIN_PLAYER_CURSORS_H

#include "player/session.h"

#include <SDL.h>

/* As in ui/elements.cfg. */
typedef enum CursorKind {
    CURSOR_ARROW,
    CURSOR_CLICK,
    CURSOR_NOT_ALLOWED,
    CURSOR_USE,
    CURSOR_WAIT,
    CURSORS
} CursorKind;

typedef struct Cursors {
    SDL_Cursor *cursors[CURSORS];
    bool made[CURSORS];
    uint32_t zoom;
    int32_t shown; /* 1 + index; 0: none yet */
} Cursors;

/* The cursor for what a click there does. `waits`: for a server. */
CursorKind cursor_for(const Session *session, bool waits, int32_t x, int32_t y, bool down);
/* Shows it; a game without cursor images uses the system's. */
void cursors_set(Cursors *cursors, const Session *session, CursorKind which);
/* Frees the cursors, after a change of game or size. */
void cursors_clear(Cursors *cursors);
/* Sets the window's icon to the last image of ui/elements.cfg; without one nothing changes. */
void window_icon_set(SDL_Window *window, const Session *session);

#endif
