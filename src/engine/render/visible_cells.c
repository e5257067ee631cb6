/* Walks over lines of cells: rows on orthogonal maps, diagonals on isometric maps; on maps with
 * shifted columns, each row is two lines, first its even and then its odd columns. The area is
 * extended by the largest sprite, and limits are rounded outwards. */
#include "engine/render/visible_cells.h"

static int32_t lines_of(const Grid *grid)
{
    return grid->type == GRID_ISO    ? 2 * grid->side - 1
           : grid->type == GRID_HEXH ? 2 * grid->side
                                     : grid->side;
}

static int32_t line_height(const Grid *grid)
{
    const int32_t h = grid->type == GRID_ISO    ? grid->tile_h / 2
                      : grid->type == GRID_HEXH ? grid->row
                      : grid->type == GRID_HEXV ? grid->row
                                                : grid->tile_h;
    return h > 0 ? h : 1;
}

static int32_t limit(int64_t value, int32_t min, int32_t max)
{
    return value < min ? min : value > max ? max : (int32_t)value;
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* The columns of the line that overlap the area. */
static void begin_line(CellWalk *walk)
{
    const Grid *grid = walk->grid;
    const int64_t left = (int64_t)walk->area.x - walk->max_w - grid->tile_w;
    const int64_t right = (int64_t)walk->area.x + walk->area.w + grid->tile_w;
    const int32_t last = grid->side - 1, line = walk->line;
    int64_t from, to;
    walk->step = 1;
    switch (grid->type) {
    case GRID_ISO: { /* box.x = (2 x - line) * w / 2 + (side - 1) * w / 2 */
        const int64_t shift = grid->side - 1 - line;
        from = floor_div(2 * left - shift * grid->tile_w, 2 * grid->tile_w);
        to = floor_div(2 * right - shift * grid->tile_w, 2 * grid->tile_w) + 1;
        const int32_t first = line > last ? line - last : 0;
        walk->column = limit(from, first, last + 1);
        walk->last_column = limit(to, -1, line < last ? line : last);
        return;
    }
    case GRID_HEXH:
        walk->step = 2;
        from = floor_div(left, grid->column);
        to = floor_div(right, grid->column) + 1;
        walk->column = limit(from, 0, last + 1);
        walk->column += (walk->column ^ line) & 1; /* even columns, then odd ones */
        walk->last_column = limit(to, -1, last);
        return;
    case GRID_HEXV:
    case GRID_ORTHO:
        break;
    }
    walk->column = limit(floor_div(left, grid->tile_w), 0, last + 1);
    walk->last_column = limit(floor_div(right, grid->tile_w), -1, last);
}

CellWalk cell_walk(const Grid *grid, Rect area, int32_t max_w, int32_t max_h)
{
    const int32_t h = line_height(grid);
    CellWalk walk = {.grid = grid, .area = area, .max_w = max_w};
    walk.line = limit(floor_div((int64_t)area.y - grid->tile_h, h) - 1, 0, lines_of(grid));
    walk.last_line =
        limit(floor_div((int64_t)area.y + area.h + max_h, h) + 1, -1, lines_of(grid) - 1);
    begin_line(&walk);
    return walk;
}

bool cell_walk_next(CellWalk *walk, Cell *cell)
{
    while (walk->line <= walk->last_line) {
        if (walk->column <= walk->last_column) {
            const int32_t x = walk->column, line = walk->line;
            *cell = walk->grid->type == GRID_ISO    ? (Cell){x, line - x}
                    : walk->grid->type == GRID_HEXH ? (Cell){x, line / 2}
                                                    : (Cell){x, line};
            walk->column += walk->step;
            return true;
        }
        walk->line++;
        begin_line(walk);
    }
    return false;
}
