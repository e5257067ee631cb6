/* Map cells and their positions in pixels.
 *
 * Positions are pixels of the image of the whole map, as Tiled renders it: orthogonal
 * cells are rectangles; isometric cells are diamonds with cell (0, 0) at the top; hexagonal
 * cells have every odd row (pointy top) or odd column (flat top) shifted by half a cell.
 * The size of the image and the boxes of the cells match Tiled's renderers; the side of a
 * hexagon is half its tile, rounded to an even number (hexsidelength). */
#ifndef OISIN_ENGINE_GRID_H
#define OISIN_ENGINE_GRID_H

#include "tirnanog/container/tng.h"

typedef enum GridType { GRID_ORTHO, GRID_ISO, GRID_HEXV, GRID_HEXH } GridType;

/* Directions as in sprites: so sw we nw no ne ea se. */
typedef enum Direction {
#define DIRECTION(NAME, word, doc) NAME,
#include "engine/state/input.def"
    DIRECTIONS
} Direction;

typedef struct Grid {
    GridType type;
    int32_t tile_w, tile_h; /* pixels, at least 1 */
    int32_t side;           /* cells of a map in each direction */
    int32_t column, row;    /* pixels between adjacent columns or rows of hexagons */
} Grid;

typedef struct Cell {
    int32_t x, y;
} Cell;

static inline bool cell_is(Cell a, Cell b) { return a.x == b.x && a.y == b.y; }

typedef struct Spot {
    int32_t x, y; /* pixels, or 1/256 pixels where documented */
} Spot;

/* 3D games are treated as orthogonal ones. */
Grid grid_of(const TngHeader *header);

/* Number of cells of a map. */
static inline size_t grid_cells(const Grid *grid)
{
    return (size_t)grid->side * (size_t)grid->side;
}

void grid_picture_size(const Grid *grid, uint32_t *w, uint32_t *h);
/* Top left corner of a cell's box; tiles are aligned to the lower edge of the box. */
Spot grid_box(const Grid *grid, Cell cell);
Spot grid_centre(const Grid *grid, Cell cell);
/* The cell which contains a pixel; it may be outside the map. Hexagons are those that are
 * drawn, stretched or not. (Tiled takes the nearest centre.) */
Cell grid_cell_at(const Grid *grid, Spot spot);
static inline bool grid_inside(const Grid *grid, Cell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < grid->side && cell.y < grid->side;
}

/* The adjacent cell in a screen direction. If a hexagon has no neighbour in that
 * direction, the most similar one is used. */
Cell grid_step(const Grid *grid, Cell cell, Direction direction);
/* The direction from one position to another; SOUTH if they are equal. */
Direction grid_direction(Spot from, Spot to);
/* The displacement per unit of speed in a direction, in 1/256 pixels. */
Spot grid_unit(const Grid *grid, Direction direction);
/* Number of steps between two cells: to the 8 neighbours of a square or rhombus, to the 6 of a
 * hexagon. */
int32_t grid_distance(const Grid *grid, Cell a, Cell b);

/* The cell that entry (column, row) of a collision mask with `rows` rows applies to, for
 * an object at `at` (seeds/proj_format.txt, Objects). */
Cell grid_mask_cell(const Grid *grid, Cell at, int32_t column, int32_t row, int32_t rows);

/* For a cell outside the map: the index of the neighbouring map, in the order of TngMap,
 * and in `*cell` its position on that map; -1 if the cell is inside. */
int grid_neighbour(const Grid *grid, Cell *cell);
/* Offset in pixels of the neighbour's image relative to this map's. */
Spot grid_neighbour_shift(const Grid *grid, int neighbour);

#endif
