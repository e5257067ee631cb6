/* Iterates over the cells whose sprites may be visible in a rectangle, in Tiled's drawing
 * order. Sprites are aligned to the lower left corner of their cell's box, and may be
 * larger than it, up to `max_w` by `max_h`. */
#ifndef OISIN_ENGINE_RENDER_VISIBLE_CELLS_H
#define OISIN_ENGINE_RENDER_VISIBLE_CELLS_H

#include "engine/state/grid.h"
#include "base/image/image.h"

typedef struct CellWalk {
    const Grid *grid;
    Rect area;
    int32_t max_w;
    int32_t line, last_line; /* rows; half rows for isometric and flat-top hex cells */
    int32_t column, last_column, step;
} CellWalk;

CellWalk cell_walk(const Grid *grid, Rect area, int32_t max_w, int32_t max_h);
bool cell_walk_next(CellWalk *walk, Cell *cell);

#endif
