/* Layers of cells that hardly ever change, drawn once and kept: in a frame only what has
 * come into view, or has gone on to the next picture of its animation, is drawn anew.
 *
 * The kept picture has the size of the frame and wraps around: the map's pixel (x, y), on
 * the joined picture of all maps that are shown, is at (x mod w, y mod h). */
#ifndef OISIN_RENDER_GROUND_H
#define OISIN_RENDER_GROUND_H

#include "render/parts.h"

/* Makes it what the layers from `first` on of all shown maps look like now. With `solid`
 * they lie over black. */
void ground_update(Renderer *renderer, const World *world, Ground *ground, bool solid);
/* A solid one fills the band, another lies over what is there. */
void ground_draw(const Renderer *renderer, const Ground *ground, const Band *band);

#endif
