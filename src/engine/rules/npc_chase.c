/* Behaviour of NPCs that pursue players, or flee from them. */
#include "engine/rules/rules.h"

enum { FLEE_CELLS = 8 };

/* The nearest player on the NPC's map who is not dying; of several the first one. NONE if there
 * is none. */
static uint32_t nearest_player(World *world, const Actor *actor)
{
    const Grid *grid = &world->content->grid;
    const Cell here = actor_cell(world, actor);
    uint32_t best = NONE;
    int32_t min = INT32_MAX;
    PlayerContext ctx;
    for (uint32_t i = 0; context_next(world, &i, &ctx); i++) {
        const Actor *player = context_actor(ctx);
        if (player->map != actor->map || player->dying)
            continue;
        const int32_t far = grid_distance(grid, here, actor_cell(world, player));
        if (far < min) {
            min = far;
            best = ctx.player->actor;
        }
    }
    return best;
}

/* Has a path to the cell; one to where the player was before lasts for a quarter of a second.
 * Whoever has found none tries again after a second, so that others can search. */
static bool has_way(World *world, uint32_t index, Cell goal)
{
    Actor *actor = world->actors[index];
    const bool same = actor->way_goal.x == goal.x && actor->way_goal.y == goal.y;
    bool later;
    if (world->tick < actor->retry || (actor->way_count && same))
        return actor->way_count > 0;
    actor->way_goal = goal;
    search_way(world, index, goal, &later);
    const uint32_t rate = world->content->rate;
    actor->retry = world->tick + (later ? 1 : actor->way_count ? (rate + 3) / 4 : rate);
    return actor->way_count > 0;
}

/* The free cell beside the player's that is nearest; false: there is none. */
static bool place_beside(World *world, uint32_t index, Cell player, Cell *out)
{
    const Grid *grid = &world->content->grid;
    Actor *actor = world->actors[index];
    MapState *map = map_of(world, actor->map);
    const Cell here = actor_cell(world, actor);
    int32_t min = INT32_MAX;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const Cell cell = grid_step(grid, player, (Direction)i);
        if (!grid_inside(grid, cell) || grid_distance(grid, cell, player) != 1 ||
            !map_open(world, map, cell, actor->transport) ||
            actor_in(world, actor->map, cell, index) != NONE)
            continue;
        const int32_t far = grid_distance(grid, here, cell);
        if (far < min) {
            min = far;
            *out = cell;
        }
    }
    return min < INT32_MAX;
}

/* The step to a cell beside the player is taken by somebody. A pack surrounds the player: who
 * comes later goes to another side, or waits behind the others. */
static void step_around(World *world, uint32_t index, Cell player)
{
    Actor *actor = world->actors[index];
    Cell other;
    bool later = false;
    actor->waited = 0;
    actor->way_count = 0;
    if (place_beside(world, index, player, &other))
        search_way(world, index, other, &later);
    actor->way_goal = player;
    actor->retry = world->tick + (later ? 1 : world->content->rate);
}

bool npc_pursue(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const uint32_t target = nearest_player(world, actor);
    if (target == NONE)
        return false;
    const Actor *player = world->actors[target];
    const Cell goal = actor_cell(world, player);
    if (grid_distance(&world->content->grid, actor_cell(world, actor), goal) <= 1) {
        actor->direction = grid_direction(actor->at, player->at);
        actor->way_count = 0;
        return true;
    }
    if (!has_way(world, index, goal))
        return true;
    const Direction direction = (Direction)actor->way[actor->way_count - 1];
    const Grid *grid = &world->content->grid;
    const bool arrives =
        grid_distance(grid, grid_step(grid, actor_cell(world, actor), direction), goal) <= 1;
    if (arrives) /* nobody is pushed out of a cell beside the player */
        actor->pressed = 0;
    const Step step = step_begin(ctx, index, direction);
    if (step == STEP_TAKEN) {
        actor->way_count--;
        actor->waited = 0;
    } else if (step == STEP_SOMEBODY && arrives) {
        step_around(world, index, goal);
    } else if (step == STEP_WALL || !step_wait(world, index)) {
        actor->way_count = 0;
    }
    return true;
}

/* Square of the distance of a cell's centre from a position, in pixels. */
static int64_t far_from(const World *world, Cell cell, Spot at)
{
    const Spot centre = grid_centre(&world->content->grid, cell);
    const int64_t x = centre.x - at.x / SUB, y = centre.y - at.y / SUB;
    return x * x + y * y;
}

/* The directions that lead away, the best one first. */
static size_t ways_out(const World *world, const Actor *actor, Spot from, Direction *out)
{
    const Grid *grid = &world->content->grid;
    const Cell here = actor_cell(world, actor);
    const int64_t now = far_from(world, here, from);
    int64_t known[DIRECTIONS];
    size_t count = 0;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const Cell cell = grid_step(grid, here, (Direction)i);
        const int64_t far = grid_inside(grid, cell) ? far_from(world, cell, from) : -1;
        if (far <= now)
            continue;
        size_t at = count++;
        for (; at > 0 && known[at - 1] < far; at--) {
            known[at] = known[at - 1];
            out[at] = out[at - 1];
        }
        known[at] = far;
        out[at] = (Direction)i;
    }
    return count;
}

bool npc_flee(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    MapState *map = map_of(world, actor->map);
    const Grid *grid = &world->content->grid;
    const uint32_t target = nearest_player(world, actor);
    const Cell here = actor_cell(world, actor);
    Direction ways[DIRECTIONS];
    if (target == NONE ||
        grid_distance(grid, here, actor_cell(world, world->actors[target])) > FLEE_CELLS)
        return false;
    const size_t count = ways_out(world, actor, world->actors[target]->at, ways);
    for (size_t i = 0; i < count; i++)
        if (!map_touches(world, map, grid_step(grid, here, ways[i])) &&
            step_begin(ctx, index, ways[i]) == STEP_TAKEN)
            return true;
    return true; /* cornered */
}
