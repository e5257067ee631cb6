/* Behaviour of NPCs without orders: stand, stroll, patrol (npc_chase.c: pursue, flee). */
#include "engine/rules/rules.h"

/* ---- strolling ---- */

static void stroll(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    if (world->tick < actor->turn_at)
        return;
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, actor->npc);
    const uint32_t pause = world_ticks_of(world, npc && npc->turn_time ? npc->turn_time : 100);
    actor->turn_at = world->tick + pause / 2 + world_random(world, pause + 1);
    const Direction direction = (Direction)(world_random(world, 4) * 2);
    const Cell goal = grid_step(&world->content->grid, actor_cell(world, actor), direction);
    actor->direction = direction;
    MapState *map = map_of(world, actor->map);
    /* Sometimes it only turns; it avoids doors and harmful cells. */
    if (world_random(world, 3) && map_open(world, map, goal, actor->transport) &&
        !map_touches(world, map, goal))
        step_begin(ctx, index, direction);
}

/* ---- patrolling ---- */

static const PatrolPath *path_of(const TngMap *map, uint32_t id)
{
    for (size_t i = 0; i < map->path_count; i++)
        if (map->paths[i].id == id && map->paths[i].point_count)
            return &map->paths[i];
    return NULL;
}

/* The next point of the patrol; false if there is none, or it is at its only one. */
static bool patrol_goal(World *world, Actor *actor, Cell *goal)
{
    const PatrolPath *path = path_of(map_of(world, actor->map)->record, actor->path);
    if (!path)
        return false;
    const Cell here = actor_cell(world, actor);
    for (unsigned i = 0; i < 2; i++) {
        const MapPoint *point = &path->points[actor->point % path->point_count];
        *goal = (Cell){point->x, point->y};
        if (here.x != goal->x || here.y != goal->y)
            return true;
        actor->point = (actor->point + 1) % path->point_count;
    }
    return false;
}

/* Finds a path to the next point; if there is none, the one after is tried later. */
static bool patrol_way(World *world, uint32_t index, Cell goal)
{
    Actor *actor = world->actors[index];
    const bool same = actor->way_goal.x == goal.x && actor->way_goal.y == goal.y;
    bool later;
    if (actor->way_count && same)
        return true;
    if (world->tick < actor->retry)
        return false;
    actor->way_goal = goal;
    if (search_way(world, index, goal, &later))
        return true;
    actor->retry = world->tick + (later ? 1 : 2 * world->content->rate);
    if (!later)
        actor->point++;
    return false;
}

static void patrol(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const uint32_t rate = world->content->rate;
    Cell goal;
    if (!patrol_goal(world, actor, &goal) || !patrol_way(world, index, goal))
        return;
    switch (step_begin(ctx, index, (Direction)actor->way[actor->way_count - 1])) {
    case STEP_TAKEN:
        actor->way_count--;
        actor->waited = 0;
        break;
    case STEP_WALL: /* an obstacle was placed there since */
        actor->way_count = 0;
        actor->retry = world->tick + rate / 2;
        break;
    case STEP_SOMEBODY:
        if (!step_wait(world, index)) {
            actor->way_count = 0;
            actor->retry = world->tick + rate;
        } else if (actor->waited == rate / 3) {
            actor->way_count = 0; /* search for a path around them */
        }
        break;
    }
}

void behave(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    if (!actor->going && (actor->movement == MOVE_RANDOM ||
                          (actor->movement == MOVE_PURSUE && !npc_pursue(ctx, index)) ||
                          (actor->movement == MOVE_FLEE && !npc_flee(ctx, index))))
        stroll(ctx, index);
    else if (!actor->going && actor->movement == MOVE_PATROL)
        patrol(ctx, index);
    if (actor->going && !actor->leap_until && !step_on(ctx, index)) {
        actor->way_count = 0; /* it is not on the path any more */
        actor->retry = world->tick + world->content->rate / 2;
    }
}
