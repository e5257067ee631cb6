/* What is seen beyond the edges of isometric and hexagonal maps. Their edges are not those of a
 * frame: no camera keeps the corners of a rhombus, or the gaps at the ends of shifted rows, out
 * of it. There the ground of the map's nearest cell goes on, if that has any. Orthogonal maps
 * end with the frame, or stand in its middle. */
#ifndef OISIN_ENGINE_RENDER_BEYOND_H
#define OISIN_ENGINE_RENDER_BEYOND_H

#include "engine/render/render_internal.h"

typedef struct BeyondWalk {
    const Renderer *renderer;
    int32_t line, last_line, column, last_column;
    int32_t left, right; /* of the area, with what may reach into it */
} BeyondWalk;

/* The cells outside of all visible maps that may be seen in an area, in drawing order; none on
 * orthogonal maps. */
BeyondWalk beyond_walk(const Renderer *renderer, Rect area);
/* `sprite`: the lowest ground of the nearest cell. */
bool beyond_next(BeyondWalk *walk, Cell *cell, uint32_t *sprite);

#endif
