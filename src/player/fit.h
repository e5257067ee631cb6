/* How large a frame is for a window, and where it lies in it. A frame has the window's shape,
 * so that nothing is stretched; where it cannot, it has black borders. */
#ifndef OISIN_PLAYER_FIT_H
#define OISIN_PLAYER_FIT_H

#include "render/render.h"

/* Of a frame: smaller ones have no room for the interface, larger ones take too long. */
enum { FIT_MIN_W = 320, FIT_MIN_H = 180, FIT_MAX_W = 3840, FIT_MAX_H = 2160 };

typedef struct Fit {
    uint32_t w, h; /* of the frame */
    Rect shown;    /* in the window */
} Fit;

/* `whole`: each pixel of the frame becomes a whole number of the window's, as long as that is
 * between the least and the most; else the frame has RENDER_HEIGHT lines and is stretched. */
Fit fit_frame(uint32_t window_w, uint32_t window_h, bool whole);
/* A pixel of the window as one of the frame; on the border, the nearest. */
Spot fit_spot(const Fit *fit, int32_t x, int32_t y);

#endif
