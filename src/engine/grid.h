/* Cells of a map and the picture of the map.
 *
 * Positions are pixels of the whole map's picture, as Tiled draws it: ortho
 * cells in a square, iso cells as diamonds with cell (0, 0) at the top, hex
 * cells with every odd row (pointy tops) or odd column (flat tops) moved by a
 * half. The picture's size and the boxes of its cells are those of Tiled's
 * renderers; a hexagon's side is half its tile, made even (hexsidelength). */
#ifndef OISIN_ENGINE_GRID_H
#define OISIN_ENGINE_GRID_H

#include "formats/tirnanog/tng.h"

typedef enum GridType { GRID_ORTHO, GRID_ISO, GRID_HEXV, GRID_HEXH } GridType;

/* Directions as in sprites: so sw we nw no ne ea se. */
typedef enum Direction {
    SOUTH,
    SOUTH_WEST,
    WEST,
    NORTH_WEST,
    NORTH,
    NORTH_EAST,
    EAST,
    SOUTH_EAST,
    DIRECTIONS
} Direction;

typedef struct Grid {
    GridType type;
    int32_t tile_w, tile_h; /* pixels, at least 1 */
    int32_t side;           /* cells of a map in each direction */
    int32_t column, row;    /* pixels from one column or row of hexagons to the next */
} Grid;

typedef struct Cell {
    int32_t x, y;
} Cell;

typedef struct Spot {
    int32_t x, y; /* pixels, or 1/256 pixels where said */
} Spot;

/* 3D games are shown as ortho ones. */
Grid grid_of(const TngHeader *header);

/* Of a map. */
static inline size_t grid_cells(const Grid *grid)
{
    return (size_t)grid->side * (size_t)grid->side;
}

void grid_picture_size(const Grid *grid, uint32_t *w, uint32_t *h);
/* Top left corner of a cell's box; tiles stand on the box's lower edge. */
Spot grid_box(const Grid *grid, Cell cell);
Spot grid_centre(const Grid *grid, Cell cell);
/* The cell that holds a pixel; it may lie outside of the map. */
Cell grid_cell_at(const Grid *grid, Spot spot);
static inline bool grid_inside(const Grid *grid, Cell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < grid->side && cell.y < grid->side;
}

/* The next cell in a direction of the screen. Where a hexagon has no
 * neighbour, the one most like it is taken. */
Cell grid_step(const Grid *grid, Cell cell, Direction direction);
/* The direction from one spot to another; SOUTH if they are the same. */
Direction grid_direction(Spot from, Spot to);
/* 256 times the way of one unit of speed in a direction. */
Spot grid_unit(const Grid *grid, Direction direction);
/* Steps between two cells, diagonal ones count as one. */
int32_t grid_distance(const Grid *grid, Cell a, Cell b);

/* Which cell value (column, row) of a collision mask with `rows` rows is
 * about, for an object at `at` (seeds/proj_format.txt, Objects). */
Cell grid_mask_cell(const Grid *grid, Cell at, int32_t column, int32_t row, int32_t rows);

/* Beyond which side of the map a cell lies: the number of that neighbour in
 * the order of TngMap, and where the cell is on it; -1 if it is inside. */
int grid_neighbour(const Grid *grid, Cell *cell);
/* By how many pixels the neighbour's picture lies beside ours. */
Spot grid_neighbour_shift(const Grid *grid, int neighbour);

#endif
