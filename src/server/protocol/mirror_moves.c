/* Positions and actions of actors: the parts MOVE, STEPS, ACT. */
#include "server/protocol/mirror_internal.h"

bool mirror_refuse(Report *report, const char *what, uint32_t number)
{
    return report_error(report, "the server sent %s %u, which the game does not have", what,
                        number);
}

static bool is_place(const World *world, Spot at)
{
    uint32_t w, h;
    grid_picture_size(&world->content->grid, &w, &h);
    const int64_t max = 2 * (int64_t)(w > h ? w : h) * SUB;
    return at.x >= -max && at.x <= max && at.y >= -max && at.y <= max;
}

/* The player is predicted: reported positions are stored until the update is complete. */
static void be_at(Mirror *mirror, uint32_t index, uint32_t map, Spot at, unsigned pose,
                  unsigned gait)
{
    Actor *actor = mirror->world->actors[index];
    const bool self = index == mirror->self;
    mirror->reported_at[index] = at;
    if (!self || !mirror->has_position || mirror->tick.flags & DELTA_SERVER_CONTROLLED) {
        actor->direction = pose & 7;
        actor->gait = gait;
    }
    if (!self) {
        mirror_place(mirror, index, map, at, pose & DELTA_WALKS);
        return;
    }
    if (!mirror->has_position || mirror->tick.flags & DELTA_SERVER_CONTROLLED)
        actor->moving = (pose & DELTA_WALKS) != 0;
    if (!mirror->has_position) {
        actor->map = map;
        actor->at = at;
    }
    mirror->has_position = true;
    mirror->map = map;
    mirror->at = at;
}

bool mirror_take_move(Mirror *mirror, const StateMove *move, Report *report)
{
    World *world = mirror->world;
    const uint32_t index = move->actor;
    const uint32_t map = move->map == DELTA_NOWHERE ? NONE : move->map;
    const Spot at = {move->x, move->y};
    if (index >= world->actor_count || !world->actors[index]->used)
        return mirror_refuse(report, "actor", index);
    if ((map != NONE && !world_mirror_map(world, map)) || !is_place(world, at) ||
        move->gait > ROW_FLY || move->action > ROW_PORTRAIT)
        return mirror_refuse(report, "an invalid position of actor", index);
    Actor *actor = world->actors[index];
    actor->height = move->height;
    actor->lift = move->lift;
    actor->dying = move->pose & DELTA_DYING ? UINT32_MAX : 0;
    actor->action = move->action;
    actor->action_since = move->since;
    actor->action_until = move->until;
    actor->flinch = (move->pose & DELTA_FLINCH) != 0;
    be_at(mirror, index, map, at, move->pose, move->gait);
    return true;
}

static bool take_step(Mirror *mirror, uint32_t index, const StateStep *step, Report *report)
{
    World *world = mirror->world;
    if (index >= world->actor_count || !world->actors[index]->used)
        return mirror_refuse(report, "actor", index);
    if (index == mirror->self && !mirror->has_position)
        return mirror_refuse(report, "a step without a position of actor", index);
    const Spot before = mirror->reported_at[index];
    const Spot at = {before.x + step->x * SUB + step->fine_x,
                     before.y + step->y * SUB + step->fine_y};
    const uint32_t map = index == mirror->self ? mirror->map : world->actors[index]->map;
    const uint32_t gait = step->pose >> 4 & 7;
    if (!is_place(world, at) || gait > ROW_FLY || map == NONE)
        return mirror_refuse(report, "an invalid step of actor", index);
    be_at(mirror, index, map, at, step->pose & (7 | DELTA_WALKS), gait);
    return true;
}

bool mirror_take_steps(Mirror *mirror, const StateSteps *steps, Report *report)
{
    uint32_t index = steps->first;
    for (uint32_t i = 0; i < steps->count; i++) {
        index += steps->steps[i].gap;
        if (!take_step(mirror, index, &steps->steps[i], report))
            return false;
    }
    return true;
}

bool mirror_take_act(Mirror *mirror, const StateAct *act, Report *report)
{
    World *world = mirror->world;
    if (act->actor >= world->actor_count || !world->actors[act->actor]->used)
        return mirror_refuse(report, "actor", act->actor);
    Actor *actor = world->actors[act->actor];
    if ((act->action & ~DELTA_HURT) > ROW_PORTRAIT)
        return mirror_refuse(report, "an invalid action of actor", act->actor);
    actor->action = act->action & ~DELTA_HURT;
    actor->flinch = (act->action & DELTA_HURT) != 0;
    actor->action_since = mirror->tick.tick - act->since;
    actor->action_until = actor->action_since + act->lasts;
    return true;
}
