/* Shows frames in a window through a texture. Only the parts that changed since the previous
 * frame are uploaded; if nothing changed, the window is left alone. */
#ifndef OISIN_PLAYER_SDL_PRESENT_H
#define OISIN_PLAYER_SDL_PRESENT_H

#include "player/frame_fit.h"

#include <SDL.h>

/* Zero it and set `screen`. */
typedef struct Presenter {
    SDL_Renderer *screen;
    SDL_Texture *texture;
    Fit fit;        /* for the texture */
    int32_t smooth; /* value of the setting when it was created */
    bool empty;     /* no frame was uploaded to it yet */
} Presenter;

/* Creates the texture, again if one of these has changed. False: SDL_GetError() says why. */
bool presenter_fit(Presenter *presenter, Fit fit, int32_t smooth);
/* `before`: the frame that was shown last, if its pixels are still there, otherwise NULL, and
 * everything is shown again. Both frames have the size of `fit`. */
void presenter_show(Presenter *presenter, const Image *before, const Image *frame);
void presenter_close(Presenter *presenter);

#endif
