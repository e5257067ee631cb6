/* Steps of NPCs, and of players who follow orders, from the centre of a cell to that of the
 * next one. */
#include "engine/rules/rules.h"

enum { STUCK_MAX = 20 };

/* A diagonal step passes between two cells; both must be open. */
static bool between_open(World *world, MapState *map, Cell from, Cell to, uint32_t transport)
{
    return world->content->grid.type > GRID_ISO || from.x == to.x || from.y == to.y ||
           (map_open(world, map, (Cell){from.x, to.y}, transport) &&
            map_open(world, map, (Cell){to.x, from.y}, transport));
}

Step step_begin(PlayerContext ctx, uint32_t index, Direction direction)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    MapState *map = map_of(world, actor->map);
    const Cell here = actor_cell(world, actor);
    Location there = {actor->map, grid_step(&world->content->grid, here, direction)};
    const Cell goal = there.cell;
    if (actor->player && !grid_inside(&world->content->grid, goal))
        map_beyond(world, &there, NULL); /* the player may walk onto the next map */
    if (!map_open(world, map_of(world, there.map), there.cell, actor->transport))
        return leap_begin(ctx, index, direction) ? STEP_TAKEN : STEP_WALL;
    if (there.map == actor->map && !between_open(world, map, here, goal, actor->transport))
        return STEP_WALL;
    const uint32_t who = actor_in(world, there.map, there.cell, index);
    if (who != NONE && !players_pass(world, index, who) &&
        (world->actors[who]->player || actor->pressed < world->tick))
        return STEP_SOMEBODY;
    actor->goal = goal;
    actor->going = 1;
    actor->stuck = 0;
    actor_index_update(world, index);
    return STEP_TAKEN;
}

/* Two NPCs that meet in a narrow passage would block each other for ever: so after a second
 * they push past each other. For the player they wait two seconds, then give up. */
bool step_wait(World *world, uint32_t index)
{
    Actor *actor = world->actors[index];
    const uint32_t rate = world->content->rate;
    actor->waited++;
    if (actor->waited == rate)
        actor->pressed = world->tick + 2 * rate;
    if (actor->waited < 2 * rate)
        return true;
    actor->waited = 0;
    return false;
}

bool step_on(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const Spot centre = grid_centre(&world->content->grid, actor->goal);
    bool moved;
    const bool there = walk_to(ctx, index, (Spot){centre.x * SUB, centre.y * SUB}, &moved);
    actor->stuck = moved || there ? 0 : actor->stuck + 1;
    if (there) {
        actor->going = 0;
    } else if (actor->stuck > STUCK_MAX) { /* back to the centre of its own cell */
        const Cell here = actor_cell(world, actor);
        const bool home = here.x == actor->goal.x && here.y == actor->goal.y;
        actor->stuck = 0;
        actor->going = !home && grid_inside(&world->content->grid, here);
        actor->goal = here;
        actor_index_update(world, index);
        return false;
    }
    actor_index_update(world, index);
    return true;
}
