/* What authors see over the world and players do not: walls, ways, figures. Drawn from the
 * world's state, which it never changes. */
#ifndef OISIN_RENDER_OVERLAY_H
#define OISIN_RENDER_OVERLAY_H

#include "render/render.h"

typedef enum AuthorView {                       /* bits */
                          AUTHOR_COLLISION = 1, /* types of masks, and what triggers */
                          AUTHOR_PATHS = 2,     /* patrols, ways, approaches, spawners */
                          AUTHOR_TIMINGS = 4,
} AuthorView;

/* What is shown, and the figures that only the caller knows. */
typedef struct RenderAuthor {
    uint32_t views; /* of AuthorView */
    uint32_t frame_us, tick_us,
        draw_us;     /* 1/1000000 s: between frames, of a tick, of a drawing */
    uint64_t memory; /* bytes */
} RenderAuthor;

/* From the next frame on; all zero for none. A new renderer has none. */
void renderer_author(Renderer *renderer, const RenderAuthor *author);

/* Over the world, before the interface; for render.c. */
void overlay_draw(Renderer *renderer, const World *world, const Image *target);

#endif
