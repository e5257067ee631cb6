/* Size and position of the frame in a window. The frame has the aspect ratio of the window
 * if possible, otherwise black borders. */
#ifndef OISIN_PLAYER_FRAME_FIT_H
#define OISIN_PLAYER_FRAME_FIT_H

#include "engine/render/render.h"

/* Of a frame: smaller ones have no space for the interface, larger ones are too slow. */
enum { FIT_MIN_W = 320, FIT_MIN_H = 180, FIT_MAX_W = 3840, FIT_MAX_H = 2160 };

typedef struct Fit {
    uint32_t w, h; /* of the frame */
    Rect shown;    /* in the window */
} Fit;

/* `whole`: integer scaling, as long as the frame's size is within the limits; otherwise the
 * frame has RENDER_HEIGHT lines and is scaled freely. */
Fit fit_frame(uint32_t window_w, uint32_t window_h, bool whole);
/* Converts a pixel of the window to the frame; on the border, the nearest. */
Spot fit_spot(const Fit *fit, int32_t x, int32_t y);

#endif
