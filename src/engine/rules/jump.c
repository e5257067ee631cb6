/* Leaps over cells that no actor can stand in, in an arc to the cell behind them. */
#include "engine/rules/rules.h"

enum { LEAP_MAX = 3, LEAP_TICKS_MIN = 6, LEAP_TICKS_MAX = 60 };

bool leap_landing(World *world, MapState *map, Cell from, Direction direction,
                  uint32_t transport, Cell *landing)
{
    const Grid *grid = &world->content->grid;
    Cell cell = grid_step(grid, from, direction);
    if (grid->type <= GRID_ISO && cell.x != from.x && cell.y != from.y)
        return false; /* no leaps over corners */
    for (uint32_t i = 0; i <= LEAP_MAX; i++, cell = grid_step(grid, cell, direction)) {
        const Passage passage = map_passage(world, map, cell, transport);
        if (!passage.open)
            return false;
        if (passage.gait == ROW_JUMP)
            continue;
        *landing = cell;
        return i > 0;
    }
    return false;
}

static int32_t far(Spot from, Spot to)
{
    const int32_t x = from.x < to.x ? to.x - from.x : from.x - to.x;
    const int32_t y = from.y < to.y ? to.y - from.y : from.y - to.y;
    return x > y ? x : y;
}

bool leap_begin(PlayerContext ctx, uint32_t index, Direction direction)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    MapState *map = map_of(world, actor->map);
    Cell landing;
    if (!map || world->mirror ||
        !leap_landing(world, map, actor_cell(world, actor), direction, actor->transport,
                      &landing) ||
        actor_in(world, actor->map, landing, index) != NONE ||
        (actor->player && !actor_speed(ctx, index)))
        return false;
    const Spot centre = grid_centre(&world->content->grid, landing);
    actor->leap_from = actor->at;
    actor->leap_to = (Spot){centre.x * SUB, centre.y * SUB};
    const uint32_t speed = actor_speed(ctx, index);
    uint32_t ticks = (uint32_t)far(actor->leap_from, actor->leap_to) / (speed ? speed : 1) + 1;
    ticks = ticks < LEAP_TICKS_MIN ? LEAP_TICKS_MIN : ticks;
    ticks = ticks > LEAP_TICKS_MAX ? LEAP_TICKS_MAX : ticks;
    actor->leap_since = world->tick - 1;
    actor->leap_until = actor->leap_since + ticks;
    actor->direction = direction;
    actor->going = 1;
    actor->goal = landing;
    return leap_tick(ctx, index);
}

bool leap_tick(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    if (!actor->leap_until)
        return false;
    const int64_t whole = actor->leap_until - actor->leap_since;
    const int64_t done = world->tick - actor->leap_since;
    if (done >= whole) {
        actor->leap_until = actor->leap_since = 0;
        actor->height = 0;
        actor->going = 0;
        walk_put(ctx, index, actor->leap_to);
        return true;
    }
    const Spot from = actor->leap_from, to = actor->leap_to;
    const int64_t top = world->content->grid.tile_h / 2;
    actor->height = (int32_t)(4 * top * done * (whole - done) / (whole * whole));
    walk_put(ctx, index,
             (Spot){from.x + (int32_t)((to.x - from.x) * done / whole),
                    from.y + (int32_t)((to.y - from.y) * done / whole)});
    return true;
}
