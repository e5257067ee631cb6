/* Walks over the cells whose sprites may be seen in a rectangle, in the order
 * in which Tiled draws them. Sprites stand on the lower edge of their cell's
 * box, left-aligned, and may be larger than it, up to `max_w` by `max_h`. */
#ifndef OISIN_RENDER_CELLS_H
#define OISIN_RENDER_CELLS_H

#include "engine/grid.h"
#include "image/image.h"

typedef struct CellWalk {
    const Grid *grid;
    Rect area;
    int32_t max_w;
    int32_t line, last_line; /* a row; of iso and flat-top hex cells half a row */
    int32_t column, last_column, step;
} CellWalk;

CellWalk cell_walk(const Grid *grid, Rect area, int32_t max_w, int32_t max_h);
bool cell_walk_next(CellWalk *walk, Cell *cell);

#endif
