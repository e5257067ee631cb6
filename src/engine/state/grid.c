/* Parts, in order: boxes and centres of cells; the cell at a pixel; steps, directions and
 * distances; masks of objects; adjacent maps. Hexagons with flat tops are handled as those with
 * pointed tops, with rows and columns exchanged. */
#include "engine/state/grid.h"

#include <stdlib.h>

/* In 32 bits if that is sufficient: a server computes a million cells per second. */
static int32_t floor_div(int32_t a, int32_t b) { return a / b - (a % b < 0); }
/* The divisor has 32 bits. */
static int32_t floor_div_wide(int64_t a, int64_t b)
{
    return a == (int32_t)a ? floor_div((int32_t)a, (int32_t)b) : (int32_t)(a / b - (a % b < 0));
}

Grid grid_of(const TngHeader *header)
{
    Grid grid = {.type = (GridType)(header->type_bits & 15)};
    if (grid.type > GRID_HEXH)
        grid.type = GRID_ORTHO;
    grid.tile_w = (int32_t)tng_tile_width(header);
    grid.tile_h = (int32_t)tng_tile_height(header);
    if (grid.type >= GRID_HEXV) { /* Tiled clears the last bit */
        grid.tile_w &= ~1;
        grid.tile_h &= ~1;
    }
    grid.tile_w = grid.tile_w ? grid.tile_w : 1 + (grid.type >= GRID_HEXV);
    grid.tile_h = grid.tile_h ? grid.tile_h : 1 + (grid.type >= GRID_HEXV);
    grid.side = 1 << (header->map_log2 < 12 ? header->map_log2 : 12);
    const int32_t side_x = grid.type == GRID_HEXH ? grid.tile_w / 2 & ~1 : 0;
    const int32_t side_y = grid.type == GRID_HEXV ? grid.tile_h / 2 & ~1 : 0;
    grid.column = (grid.tile_w - side_x) / 2 + side_x;
    grid.row = (grid.tile_h - side_y) / 2 + side_y;
    grid.column = grid.column ? grid.column : 1;
    grid.row = grid.row ? grid.row : 1;
    return grid;
}

void grid_picture_size(const Grid *grid, uint32_t *w, uint32_t *h)
{
    const int32_t side = grid->side;
    int32_t x = side * grid->tile_w, y = side * grid->tile_h;
    switch (grid->type) {
    case GRID_ORTHO:
        break;
    case GRID_ISO:
        x = 2 * side * grid->tile_w / 2;
        y = 2 * side * grid->tile_h / 2;
        break;
    case GRID_HEXV:
        x = side * grid->tile_w + (side > 1 ? grid->column : 0);
        y = side * grid->row + (grid->tile_h - grid->row);
        break;
    case GRID_HEXH:
        x = side * grid->column + (grid->tile_w - grid->column);
        y = side * grid->tile_h + (side > 1 ? grid->row : 0);
        break;
    }
    *w = (uint32_t)x;
    *h = (uint32_t)y;
}

Spot grid_box(const Grid *grid, Cell cell)
{
    switch (grid->type) {
    case GRID_ISO:
        return (Spot){(cell.x - cell.y) * grid->tile_w / 2 +
                          (grid->side * grid->tile_w - grid->tile_w) / 2,
                      (cell.x + cell.y) * grid->tile_h / 2};
    case GRID_HEXV:
        return (Spot){cell.x * grid->tile_w + (cell.y & 1 ? grid->column : 0),
                      cell.y * grid->row};
    case GRID_HEXH:
        return (Spot){cell.x * grid->column,
                      cell.y * grid->tile_h + (cell.x & 1 ? grid->row : 0)};
    case GRID_ORTHO:
        break;
    }
    return (Spot){cell.x * grid->tile_w, cell.y * grid->tile_h};
}

Spot grid_centre(const Grid *grid, Cell cell)
{
    const Spot box = grid_box(grid, cell);
    return (Spot){box.x + grid->tile_w / 2, box.y + grid->tile_h / 2};
}

static int64_t round_div(int64_t a, int64_t b) { return floor_div_wide(2 * a + b, 2 * b); }

/* The hexagon that contains a point. `across`: along the lines of cells, whose distance is
 * `wide`; `down`: from line to line, whose distance is `high`; from the centre of cell 0. Odd
 * lines are shifted by half a cell.
 *
 * The three coordinates along the axes of the hexagons (`hexagon_distance`) are rounded; their
 * sum is zero, so that the one with the largest error follows from the others. As coordinates
 * are in cells, this holds for stretched hexagons as for regular ones: each shares its sides
 * with six. */
static Cell hexagon_at(int32_t across, int32_t down, int32_t wide, int32_t high)
{
    const int64_t whole = (int64_t)2 * wide * high, b = (int64_t)2 * wide * down;
    const int64_t a = (int64_t)2 * high * across - b / 2, c = -a - b;
    int64_t near_a = round_div(a, whole), near_b = round_div(b, whole);
    const int64_t near_c = round_div(c, whole);
    const int64_t error_a = llabs(near_a * whole - a), error_b = llabs(near_b * whole - b);
    const int64_t error_c = llabs(near_c * whole - c);
    if (error_a > error_b && error_a > error_c)
        near_a = -near_b - near_c;
    else if (error_b > error_c)
        near_b = -near_a - near_c;
    const int32_t line = (int32_t)near_b;
    return (Cell){(int32_t)near_a + (line - (line & 1)) / 2, line};
}

Cell grid_cell_at(const Grid *grid, Spot spot)
{
    const int32_t w = grid->tile_w, h = grid->tile_h;
    switch (grid->type) {
    case GRID_ISO: { /* x / w - y / h and x / w + y / h, over a common divisor */
        const int64_t x = ((int64_t)2 * spot.x - grid->side * w) * h,
                      y = (int64_t)2 * spot.y * w;
        return (Cell){floor_div_wide(y + x, (int64_t)2 * w * h),
                      floor_div_wide(y - x, (int64_t)2 * w * h)};
    }
    case GRID_HEXV:
        return hexagon_at(spot.x - w / 2, spot.y - h / 2, w, grid->row);
    case GRID_HEXH: {
        const Cell turned = hexagon_at(spot.y - h / 2, spot.x - w / 2, h, grid->column);
        return (Cell){turned.y, turned.x};
    }
    case GRID_ORTHO:
        break;
    }
    return (Cell){floor_div(spot.x, w), floor_div(spot.y, h)};
}

/* Rows of the table: even and odd row (or column) of hexagons. */
static const int8_t steps[3][DIRECTIONS][2] = {
    {{0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}},
    {{1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}},
    {{0}},
};

Cell grid_step(const Grid *grid, Cell cell, Direction direction)
{
    const int8_t *ortho = steps[0][direction];
    switch (grid->type) {
    case GRID_ISO:
        return (Cell){cell.x + steps[1][direction][0], cell.y + steps[1][direction][1]};
    case GRID_HEXV: /* up and down: right in even rows, left in odd ones */
        if (ortho[1] == 0)
            return (Cell){cell.x + ortho[0], cell.y};
        if (cell.y & 1)
            return (Cell){cell.x + (ortho[0] > 0), cell.y + ortho[1]};
        return (Cell){cell.x - (ortho[0] < 0), cell.y + ortho[1]};
    case GRID_HEXH:
        if (ortho[0] == 0)
            return (Cell){cell.x, cell.y + ortho[1]};
        if (cell.x & 1)
            return (Cell){cell.x + ortho[0], cell.y + (ortho[1] > 0)};
        return (Cell){cell.x + ortho[0], cell.y - (ortho[1] < 0)};
    case GRID_ORTHO:
        break;
    }
    return (Cell){cell.x + ortho[0], cell.y + ortho[1]};
}

Direction grid_direction(Spot from, Spot to)
{
    const int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    const int64_t ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    if (ay * 2 < ax) /* within 26 degrees of an axis */
        return dx < 0 ? WEST : EAST;
    if (ax * 2 <= ay)
        return dy < 0 ? NORTH : SOUTH;
    if (dy < 0)
        return dx < 0 ? NORTH_WEST : NORTH_EAST;
    return dx < 0 ? SOUTH_WEST : SOUTH_EAST;
}

Spot grid_unit(const Grid *grid, Direction direction)
{
    enum { STRAIGHT = 256, SLANTED = 181 }; /* 256 / sqrt(2) */
    const int8_t *step = steps[0][direction];
    const int32_t length = step[0] && step[1] ? SLANTED : STRAIGHT;
    Spot unit = {step[0] * length, step[1] * length};
    if (grid->type == GRID_ISO) /* the isometric view halves the height */
        unit.y = unit.y * grid->tile_h / grid->tile_w;
    return unit;
}

/* Hexagons: two of the three axes, along which neighbours are one apart; the third is their
 * sum. `across` is the coordinate along the shifted rows (or columns), `line` their number. */
static int32_t hexagon_distance(int32_t across, int32_t line)
{
    const int32_t sum = across + line;
    const int32_t a = abs(across), b = abs(line), c = abs(sum);
    return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

int32_t grid_distance(const Grid *grid, Cell a, Cell b)
{
    if (grid->type == GRID_HEXV) /* odd rows are half a cell to the right */
        return hexagon_distance(b.x - (b.y - (b.y & 1)) / 2 - (a.x - (a.y - (a.y & 1)) / 2),
                                b.y - a.y);
    if (grid->type == GRID_HEXH) /* odd columns are half a cell lower */
        return hexagon_distance(b.y - (b.x - (b.x & 1)) / 2 - (a.y - (a.x - (a.x & 1)) / 2),
                                b.x - a.x);
    const int32_t dx = abs(a.x - b.x), dy = abs(a.y - b.y);
    return dx > dy ? dx : dy;
}

Cell grid_mask_cell(const Grid *grid, Cell at, int32_t column, int32_t row, int32_t rows)
{
    const int32_t up = row - (rows - 1);
    /* Every second line is shifted right by half a cell; the last line is the object's. */
    const int32_t halves = 2 * column + (row & 1) - ((rows - 1) & 1);
    switch (grid->type) {
    case GRID_ISO: {
        const int32_t u = at.x - at.y + halves, v = at.x + at.y + up;
        return (Cell){floor_div(v + u, 2), floor_div(v - u, 2)};
    }
    case GRID_HEXV: {
        const int32_t y = at.y + up, u = 2 * at.x + (at.y & 1) + halves;
        return (Cell){floor_div(u - (y & 1), 2), y};
    }
    case GRID_HEXH: {
        const int32_t x = at.x + column, v = 2 * at.y + (at.x & 1) + 2 * up + (column & 1);
        return (Cell){x, floor_div(v - (x & 1), 2)};
    }
    case GRID_ORTHO:
        break;
    }
    return (Cell){at.x + column, at.y + up};
}

/* The neighbour beyond x+, x-, y+, y-; two for sides with two neighbours, by halves:
 * hexagonal maps are arranged like bricks, each second row (or column) shifted by half. */
static const int8_t sides[4][4][2] = {
    {{1, 1}, {3, 3}, {0, 0}, {2, 2}},
    {{0, 0}, {2, 2}, {3, 3}, {1, 1}},
    {{1, 1}, {4, 4}, {5, 0}, {3, 2}},
    {{2, 1}, {4, 5}, {0, 0}, {3, 3}},
};

int grid_neighbour(const Grid *grid, Cell *cell)
{
    const int32_t side = grid->side;
    const int beyond_x = cell->x >= side ? 0 : cell->x < 0 ? 1 : -1;
    const int beyond_y = cell->y >= side ? 2 : cell->y < 0 ? 3 : -1;
    const int beyond = grid->type == GRID_HEXV && beyond_y >= 0 ? beyond_y
                       : beyond_x >= 0                          ? beyond_x
                                                                : beyond_y;
    if (beyond < 0)
        return -1;
    int32_t *const across = beyond < 2 ? &cell->x : &cell->y;
    int32_t *const along = beyond < 2 ? &cell->y : &cell->x;
    const int neighbour = sides[grid->type][beyond][*along >= side / 2];
    *across += beyond & 1 ? side : -side;
    if (sides[grid->type][beyond][0] != sides[grid->type][beyond][1])
        *along += *along >= side / 2 ? -(side / 2) : side / 2;
    return neighbour;
}

Spot grid_neighbour_shift(const Grid *grid, int neighbour)
{
    for (int beyond = 0; beyond < 4; beyond++)
        for (int half = 0; half < 2; half++)
            if (sides[grid->type][beyond][half] == neighbour) {
                const int32_t far = beyond & 1 ? -grid->side : grid->side;
                const bool two = sides[grid->type][beyond][0] != sides[grid->type][beyond][1];
                const int32_t off = !two ? 0 : half ? grid->side / 2 : -(grid->side / 2);
                const Spot here = grid_box(grid, (Cell){0, 0});
                const Spot there =
                    grid_box(grid, beyond < 2 ? (Cell){far, off} : (Cell){off, far});
                return (Spot){there.x - here.x, there.y - here.y};
            }
    return (Spot){0, 0};
}
