/* The mouse pointer: the game's own pictures, as the system draws it. */
#ifndef OISIN_PLAYER_CURSORS_H
#define OISIN_PLAYER_CURSORS_H

#include "player/session.h"

#include <SDL.h>

enum { CURSORS = 5 }; /* arrow, clicking, not allowed, use, loading: as in ui/elements.cfg */

typedef struct Cursors {
    SDL_Cursor *cursors[CURSORS];
    bool made[CURSORS];
    uint32_t zoom;
    int32_t shown; /* 1 + which; 0 none yet */
} Cursors;

/* The one for what is under the mouse; a game without pictures has the system's. */
void cursors_show(Cursors *cursors, Session *session, int32_t x, int32_t y, bool down);
/* Other pictures: another game, another size. */
void cursors_clear(Cursors *cursors);

#endif
