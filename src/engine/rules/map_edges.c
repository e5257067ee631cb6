/* Adjacent maps, joined without a visible border. */
#include "engine/rules/rules.h"

static bool is_slanted(const Grid *grid)
{
    return grid->type == GRID_HEXV || grid->type == GRID_HEXH;
}

static bool is_loaded(const World *world, uint32_t map)
{
    return map < world->map_count && world->maps[map] && world->maps[map]->record;
}

/* Moves to a neighbouring map; false if there is none, or it must not be loaded. */
static bool hop(World *world, Location *location, Cell *cells, bool load)
{
    const MapState *map = is_loaded(world, location->map) ? world->maps[location->map] : NULL;
    const Cell before = location->cell;
    const int neighbour = map ? grid_neighbour(&world->content->grid, &location->cell) : -1;
    if (neighbour < 0 || (load && !map_of(world, map->neighbours[neighbour])) ||
        !is_loaded(world, map->neighbours[neighbour]))
        return false;
    location->map = map->neighbours[neighbour];
    cells->x += before.x - location->cell.x;
    cells->y += before.y - location->cell.y;
    return true;
}

/* First in y, then in x; `hop` starts with x. */
static bool hop_down_first(World *world, const Location *location, bool load, uint32_t *out)
{
    const Grid *grid = &world->content->grid;
    const int32_t aside = location->cell.x < 0 ? -grid->side : grid->side;
    Location other = {location->map, {location->cell.x - aside, location->cell.y}};
    Cell cells = {0, 0};
    if (!hop(world, &other, &cells, load))
        return false;
    other.cell.x += aside;
    if (!hop(world, &other, &cells, load))
        return false;
    *out = other.map;
    return true;
}

static bool look_beyond(World *world, Location *location, Cell *cells, bool load)
{
    const Grid *grid = &world->content->grid;
    const Location first = *location;
    Cell moved = {0, 0};
    if (grid_inside(grid, location->cell)) {
        *cells = moved;
        return true;
    }
    Location there = *location;
    if (!hop(world, &there, &moved, load))
        return false;
    if (!grid_inside(grid, there.cell)) { /* over a corner: both paths must agree */
        uint32_t other;
        if (is_slanted(grid) || !hop(world, &there, &moved, load) ||
            !grid_inside(grid, there.cell) || !hop_down_first(world, &first, load, &other) ||
            other != there.map)
            return false;
    }
    *location = there;
    *cells = moved;
    return true;
}

bool map_beyond(World *world, Location *location, Cell *cells)
{
    Cell moved;
    return look_beyond(world, location, cells ? cells : &moved, true);
}

Spot map_shift(const World *world, Cell cells)
{
    const Grid *grid = &world->content->grid;
    const Spot here = grid_box(grid, (Cell){0, 0}), there = grid_box(grid, cells);
    return (Spot){there.x - here.x, there.y - here.y};
}

/* Places in each direction around the middle of a map, one per joined map. */
static size_t cells_around(const Grid *grid, Cell out[8])
{
    static const int8_t square[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                        {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    static const int8_t brick[6][2] = {{2, 0}, {-2, 0}, {1, 2}, {-1, 2}, {1, -2}, {-1, -2}};
    const int32_t side = grid->side, middle = side / 2;
    if (!is_slanted(grid)) {
        for (size_t i = 0; i < 8; i++)
            out[i] = (Cell){middle + square[i][0] * side, middle + square[i][1] * side};
        return 8;
    }
    for (size_t i = 0; i < 6; i++) { /* each second row or column is shifted by half a map */
        const int32_t along = middle + brick[i][0] * side / 2 - (brick[i][0] == -1),
                      across = middle + brick[i][1] * side / 2;
        out[i] = grid->type == GRID_HEXV ? (Cell){along, across} : (Cell){across, along};
    }
    return 6;
}

void maps_load_around(World *world, uint32_t map)
{
    Cell around[8];
    const size_t count = cells_around(&world->content->grid, around);
    for (size_t i = 0; i < count; i++)
        map_beyond(world, &(Location){map, around[i]}, NULL);
}

size_t world_around(World *world, uint32_t index, ShownMap out[SHOWN_MAX])
{
    size_t count = 0;
    if (!is_loaded(world, index))
        return 0;
    out[count++] = (ShownMap){world->maps[index], index, {0, 0}, {0, 0}};
    Cell around[8];
    const size_t sides = cells_around(&world->content->grid, around);
    for (size_t i = 0; i < sides; i++) {
        Location location = {index, around[i]};
        Cell cells;
        if (look_beyond(world, &location, &cells, false)) /* looking must not load maps */
            out[count++] = (ShownMap){world->maps[location.map], location.map, cells,
                                      map_shift(world, cells)};
    }
    return count;
}

size_t world_shown(PlayerContext ctx, ShownMap out[SHOWN_MAX])
{
    Spot middle;
    return world_around(ctx.world, world_view(ctx, &middle), out);
}

uint32_t world_view(PlayerContext ctx, Spot *middle)
{
    const Actor *player = context_actor(ctx);
    if (ctx.player->scene.map != NONE) {
        *middle = grid_centre(&ctx.world->content->grid, ctx.player->scene.cell);
        return ctx.player->scene.map;
    }
    *middle = (Spot){player->at.x / SUB, player->at.y / SUB};
    return player->map;
}
