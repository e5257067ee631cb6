/* A cache of layers that rarely change: in each frame only cells that scrolled into view,
 * or whose animation has a new frame, are redrawn.
 *
 * The cache has the size of the view and wraps around: the pixel (x, y) of the joined
 * image of all visible maps is at (x mod w, y mod h). */
#ifndef OISIN_ENGINE_RENDER_GROUND_CACHE_H
#define OISIN_ENGINE_RENDER_GROUND_CACHE_H

#include "engine/render/render_internal.h"

/* Updates the cache to the layers from `first` on of all visible maps. `solid`: they are
 * drawn over black. */
void ground_update(Renderer *renderer, const World *world, Ground *ground, bool solid);
/* A solid cache replaces the band; another is blended over it. */
void ground_draw(const Renderer *renderer, const Ground *ground, const Band *band);

#endif
