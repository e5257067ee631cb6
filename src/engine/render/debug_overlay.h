/* Debug overlays for authors: collision, paths, timings, the timeline. They are drawn from the
 * world's state and never change it. */
#ifndef OISIN_ENGINE_RENDER_DEBUG_OVERLAY_H
#define OISIN_ENGINE_RENDER_DEBUG_OVERLAY_H

#include "engine/render/render.h"

typedef enum AuthorView {                       /* bits */
                          AUTHOR_COLLISION = 1, /* types of masks, and triggers */
                          AUTHOR_PATHS = 2,     /* patrols, paths, approaches, spawners */
                          AUTHOR_TIMINGS = 4,
} AuthorView;

/* The ticks that can be visited, as a bar at the top. */
typedef struct RenderTimeline {
    bool shown;
    bool reloaded; /* `first` is where another build of the game was loaded */
    uint32_t first, now, last;
} RenderTimeline;

/* The overlays to show, and the figures that the caller measures. */
typedef struct RenderAuthor {
    uint32_t views; /* of AuthorView */
    uint32_t frame_us, tick_us,
        draw_us;     /* microseconds: between frames, of a tick, of drawing */
    uint64_t memory; /* bytes */
    RenderTimeline timeline;
} RenderAuthor;

/* Takes effect with the next frame; all zero: none, the default. */
void renderer_author(Renderer *renderer, const RenderAuthor *author);

/* Draws over the world, before the interface; called by render.c. */
void overlay_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
/* Draws over the interface; called by render.c. */
void overlay_draw_timeline(Renderer *renderer, const Image *target);

#endif
