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

/* ---- the way through the air ---- */

/* The cells of a leap, from the first to the landing. */
typedef struct LeapCells {
    Cell cells[LEAP_MAX + 2];
    int32_t steps;
} LeapCells;

static bool leads_to(const Grid *grid, Cell from, Direction direction, Cell goal,
                     LeapCells *out)
{
    out->cells[0] = from;
    for (out->steps = 1; out->steps <= LEAP_MAX + 1; out->steps++) {
        from = out->cells[out->steps] = grid_step(grid, from, direction);
        if (from.x == goal.x && from.y == goal.y)
            return true;
    }
    return false;
}

/* An actor may have turned meanwhile, so that all directions are tried. */
static bool find_cells(const Grid *grid, const Actor *actor, LeapCells *out)
{
    const Spot from = actor->leap_from;
    const Cell first = grid_cell_at(grid, (Spot){from.x >> 8, from.y >> 8});
    for (uint32_t i = 0; i < DIRECTIONS; i++)
        if (leads_to(grid, first, (Direction)((actor->direction + i) % DIRECTIONS), actor->goal,
                     out))
            return true;
    return false;
}

/* The middle of the side that two cells share, 1/256 pixels. */
static Spot side_of(const Grid *grid, Cell a, Cell b)
{
    const Spot one = grid_centre(grid, a), two = grid_centre(grid, b);
    return (Spot){(one.x + two.x) * SUB / 2, (one.y + two.y) * SUB / 2};
}

static Spot between(Spot from, Spot to, int64_t done, int64_t whole)
{
    return (Spot){from.x + (int32_t)((to.x - from.x) * done / whole),
                  from.y + (int32_t)((to.y - from.y) * done / whole)};
}

/* Where the actor is after `done` of `whole` ticks. A straight line from a place beside the
 * centre of a hexagon would cut the corners of others, which may be walls: there the way leads
 * through the middles of the sides. Halves of a step: one to the first side, two to each
 * further one, one to the landing. */
static Spot leap_spot(const Grid *grid, const Actor *actor, int64_t done, int64_t whole)
{
    LeapCells way;
    if (grid->type <= GRID_ISO || !find_cells(grid, actor, &way))
        return between(actor->leap_from, actor->leap_to, done, whole);
    const int64_t halves = 2 * way.steps * done; /* of `whole` */
    const int64_t last = (2 * way.steps - 1) * whole;
    const Cell *cells = way.cells;
    if (halves < whole)
        return between(actor->leap_from, side_of(grid, cells[0], cells[1]), halves, whole);
    if (halves >= last)
        return between(side_of(grid, cells[way.steps - 1], cells[way.steps]), actor->leap_to,
                       halves - last, whole);
    const int64_t side = (halves - whole) / (2 * whole);
    return between(side_of(grid, cells[side], cells[side + 1]),
                   side_of(grid, cells[side + 1], cells[side + 2]),
                   halves - whole - side * 2 * whole, 2 * whole);
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
    const int64_t top = world->content->grid.tile_h / 2;
    actor->height = (int32_t)(4 * top * done * (whole - done) / (whole * whole));
    walk_put(ctx, index, leap_spot(&world->content->grid, actor, done, whole));
    return true;
}
