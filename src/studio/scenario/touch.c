/* Touching: the player walks to a cell beside the thing, as by a click on that cell, and then
 * against it, or onto it, as by a key.
 *
 * Every side of the thing is tried, the nearest first; corners come last, because a player
 * slides past what stands free, but between walls a corner may be the only way. In the end the
 * thing is clicked, unless it handles clicks. All of this ends after the walks: a side that
 * cannot be reached costs one tick. */
#include "studio/scenario/scenario_internal.h"

enum { HOLD_TICKS = 45, TRIES_MAX = 8, SIDES_MAX = 24 };

/* A cell from which a direction leads to the thing. */
typedef struct Side {
    Cell from;
    Direction direction;
    int32_t cost; /* the lowest is tried first */
} Side;

typedef struct Sides {
    Side items[SIDES_MAX];
    size_t count;
} Sides;

static const Grid *grid(const Run *run) { return &run->world->content->grid; }

static PlayerContext player(const Run *run) { return local_context(run->world); }

static bool same(Cell a, Cell b) { return a.x == b.x && a.y == b.y; }

/* Whether cells share a side in this direction; otherwise they share a corner, or, on hexagons,
 * another direction is nearer to the neighbour's. */
static bool leads_over_a_side(const Grid *grid, Direction direction)
{
    switch (grid->type) {
    case GRID_ORTHO:
        return direction % 2 == 0;
    case GRID_ISO:
        return direction % 2 == 1;
    case GRID_HEXV:
        return direction != SOUTH && direction != NORTH;
    case GRID_HEXH:
        return direction != WEST && direction != EAST;
    }
    return true;
}

/* Inserts it by its cost; if there is no space, the most expensive one is dropped. */
static void insert(Sides *sides, Side side)
{
    if (sides->count == SIDES_MAX && sides->items[SIDES_MAX - 1].cost <= side.cost)
        return;
    size_t at = sides->count < SIDES_MAX ? sides->count++ : SIDES_MAX - 1;
    for (; at && sides->items[at - 1].cost > side.cost; at--)
        sides->items[at] = sides->items[at - 1];
    sides->items[at] = side;
}

static void add_sides(Run *run, Cell cell, Sides *sides)
{
    enum { CORNER = 1 << 16, OCCUPIED = 1 << 17 };
    const uint32_t map = context_actor(player(run))->map;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const Cell from = grid_step(grid(run), cell, (Direction)((i + 4) % DIRECTIONS));
        if (!same(grid_step(grid(run), from, (Direction)i), cell) ||
            !grid_inside(grid(run), from) || !world_cell_is_open(run->world, map, from))
            continue;
        const bool occupied =
            world_entity(player(run), grid_centre(grid(run), from)) != ENTITY_NONE;
        insert(sides, (Side){from, (Direction)i,
                             1 + grid_distance(grid(run), run_here(run), from) +
                                 (leads_over_a_side(grid(run), (Direction)i) ? 0 : CORNER) +
                                 (occupied ? OCCUPIED : 0)});
    }
}

/* The sides of all cells of an object that trigger. */
static void find_sides(Run *run, const Target *target, Sides *sides)
{
    const MapState *map = run->world->maps[context_actor(player(run))->map];
    const int32_t side = grid(run)->side;
    const uint32_t owner = (uint32_t)(target->own.y * side + target->own.x) + 1;
    sides->count = 0;
    for (int32_t i = 0; i < side * side; i++)
        if (map->owner[i] == owner)
            add_sides(run, (Cell){i % side, i / side}, sides);
}

/* ---- walking ---- */

/* Whether the player is still on this map, and nothing has happened to the step. */
static bool goes_on(const Run *run, uint32_t map)
{
    return !run->wanted.ran && !run->problem.size && context_actor(player(run))->map == map &&
           player(run).player->screen.screen == SCREEN_GAME;
}

static bool tick(Run *run, uint32_t map, const WorldInput *input)
{
    return run_tick(run, input) && goes_on(run, map);
}

/* Clicks on a cell and waits until the player stands; false if the step is over. */
static bool click(Run *run, uint32_t map, Cell cell)
{
    WorldInput input = run_click_on(run, cell);
    do {
        if (!tick(run, map, &input))
            return false;
        input = (WorldInput){0};
    } while (!run_is_idle(run));
    return true;
}

/* When the player has last touched an object, or this NPC. */
static uint32_t last_contact(const Run *run, const Target *target)
{
    const uint32_t object = player(run).player->contact;
    const uint32_t npc = target->actor == NONE ? 0 : run->world->actors[target->actor]->contact;
    return object > npc ? object : npc;
}

/* Walks in a direction; false if the step is over. An earlier contact must end first, because
 * only a new one counts. */
static bool walk_against(Run *run, uint32_t map, const Target *target, Direction direction)
{
    const World *world = run->world;
    const uint32_t contact = last_contact(run, target);
    while (contact && world->tick + 1 - contact <= world->content->rate / 2)
        if (!tick(run, map, &(WorldInput){0}))
            return false;
    for (unsigned i = 0; i < HOLD_TICKS; i++)
        if (!tick(run, map, &(WorldInput){.direction = 1 + direction}))
            return false;
    return true;
}

/* ---- the step ---- */

/* An object does not move. */
static void touch_object(Run *run, uint32_t map, const Target *target)
{
    Sides sides;
    find_sides(run, target, &sides);
    for (size_t i = 0; i < sides.count; i++) {
        const Side *side = &sides.items[i];
        if (!same(run_here(run), side->from) && !click(run, map, side->from))
            return;
        if (same(run_here(run), side->from) && !walk_against(run, map, target, side->direction))
            return;
    }
    if (!target_handles(run, target, TNG_EVENT_CLICK))
        click(run, map, target->cell);
}

static void touch_npc(Run *run, uint32_t map, const Value *thing, Target *target)
{
    for (unsigned tries = 0; tries < TRIES_MAX; tries++)
        if (!run_approach(run, thing, target) ||
            !walk_against(run, map, target, (Direction)context_actor(player(run))->direction) ||
            !target_acts(run, thing, target))
            return; /* perhaps touching has removed it */
}

bool do_touch(Run *run, const Step *step)
{
    const Value *thing = &step->values[0];
    Target target;
    if (!target_need(run, thing, &target) ||
        !target_want(run, thing, &target, TNG_EVENT_TOUCH, NONE))
        return false;
    const uint32_t map = context_actor(player(run))->map;
    if (target.actor == NONE)
        touch_object(run, map, &target);
    else
        touch_npc(run, map, thing, &target);
    if (run->wanted.ran || run->problem.size)
        return run->wanted.ran;
    return run_fail(run, "%.*s cannot be touched from here", (int)thing->word.size,
                    thing->word.at);
}
