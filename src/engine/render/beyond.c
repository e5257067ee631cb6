/* Walks over lines of cells like visible_cells.c, without limits: lines are diagonals of an
 * isometric map, which are half a cell high, otherwise rows. */
#include "engine/render/beyond.h"

#include <stdlib.h>

static int32_t floor_div(int32_t a, int32_t b) { return a / b - (a % b < 0); }

/* On an isometric map, columns are differences of the coordinates. */
static void begin_line(BeyondWalk *walk)
{
    const Grid *grid = &walk->renderer->content->grid;
    const bool iso = grid->type == GRID_ISO;
    const int32_t wide = iso                       ? grid->tile_w / 2
                         : grid->type == GRID_HEXH ? grid->column
                                                   : grid->tile_w;
    const int32_t from = iso ? grid->side - 1 : 0;
    walk->column = floor_div(walk->left, wide > 0 ? wide : 1) - from - 1;
    walk->last_column = floor_div(walk->right, wide > 0 ? wide : 1) - from + 1;
}

BeyondWalk beyond_walk(const Renderer *renderer, Rect area)
{
    const Grid *grid = &renderer->content->grid;
    const int32_t step = grid->type == GRID_ISO    ? grid->tile_h / 2
                         : grid->type == GRID_HEXV ? grid->row
                                                   : grid->tile_h;
    const int32_t high = step > 0 ? step : 1;
    BeyondWalk walk = {.renderer = renderer,
                       .left = area.x - renderer->max_w,
                       .right = area.x + area.w,
                       .line = floor_div(area.y - grid->tile_h, high) - 1,
                       .last_line = floor_div(area.y + area.h + renderer->max_h, high) + 1};
    if (grid->type == GRID_ORTHO)
        walk.last_line = walk.line - 1;
    begin_line(&walk);
    return walk;
}

static int32_t within(int32_t value, int32_t side)
{
    return value < 0 ? 0 : value < side ? value : side - 1;
}

/* The distance of a cell to a map, in cells along both axes. */
static int32_t distance(Cell cell, int32_t side)
{
    return abs(cell.x - within(cell.x, side)) + abs(cell.y - within(cell.y, side));
}

/* False within one of the maps, and beside a cell without ground. */
static bool find_ground(const Renderer *renderer, Cell cell, uint32_t *sprite)
{
    const int32_t side = renderer->content->grid.side;
    size_t nearest = 0;
    int32_t least = INT32_MAX;
    Cell at = {0, 0};
    for (size_t i = 0; i < renderer->shown_count; i++) {
        const Cell shift = renderer->shown[i].cells;
        const Cell there = {cell.x - shift.x, cell.y - shift.y};
        const int32_t far = distance(there, side);
        if (!far)
            return false;
        if (far < least) {
            least = far;
            nearest = i;
            at = (Cell){within(there.x, side), within(there.y, side)};
        }
    }
    for (unsigned layer = 0; least < INT32_MAX && layer < GROUND_LAYERS; layer++) {
        *sprite = shown_layer(renderer, nearest, layer)[at.y * side + at.x];
        if (*sprite != TNG_NO_SPRITE)
            return true;
    }
    return false;
}

bool beyond_next(BeyondWalk *walk, Cell *cell, uint32_t *sprite)
{
    const bool iso = walk->renderer->content->grid.type == GRID_ISO;
    for (; walk->line <= walk->last_line; walk->line++, begin_line(walk))
        while (walk->column <= walk->last_column) {
            const int32_t column = walk->column++, line = walk->line;
            if (iso && ((line + column) & 1))
                continue;
            *cell =
                iso ? (Cell){(line + column) / 2, (line - column) / 2} : (Cell){column, line};
            if (find_ground(walk->renderer, *cell, sprite))
                return true;
        }
    return false;
}
