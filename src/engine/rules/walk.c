/* Movement from position to position, as far as can_stand.c allows it. */
#include "engine/rules/rules.h"

#include <stdlib.h>

static int32_t step_towards(int32_t from, int32_t to, int32_t max)
{
    const int32_t left = to - from;
    return left > max ? max : left < -max ? -max : left;
}

static Spot step_of(PlayerContext ctx, uint32_t index, Direction direction)
{
    const int32_t speed = (int32_t)actor_speed(ctx, index);
    const Spot unit = grid_unit(&ctx.world->content->grid, direction);
    return (Spot){unit.x * speed / 256, unit.y * speed / 256};
}

bool walk_to(PlayerContext ctx, uint32_t index, Spot goal, bool *moved)
{
    Actor *actor = ctx.world->actors[index];
    const Spot from = actor->at;
    actor->direction = grid_direction(from, goal);
    const Spot unit = grid_unit(&ctx.world->content->grid, (Direction)actor->direction);
    const int32_t speed = (int32_t)actor_speed(ctx, index);
    /* Orders of scripts are followed with any load. */
    if (!speed && actor->player && !actor->order_count) {
        *moved = false;
        return from.x == goal.x && from.y == goal.y;
    }
    const int32_t slowest = SUB / 4;
    const int32_t dx = speed * abs(unit.x) / 256, dy = speed * abs(unit.y) / 256;
    const Spot next = {from.x + step_towards(from.x, goal.x, dx > slowest ? dx : slowest),
                       from.y + step_towards(from.y, goal.y, dy > slowest ? dy : slowest)};
    const Spot ways[] = {next, {next.x, from.y}, {from.x, next.y}};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        const bool stays = ways[i].x == from.x && ways[i].y == from.y;
        if ((i && stays) || !stand_step_free(ctx, index, ways[i]))
            continue;
        *moved = true;
        walk_put(ctx, index, ways[i]);
        return ways[i].x == goal.x && ways[i].y == goal.y;
    }
    *moved = false;
    return from.x == goal.x && from.y == goal.y;
}

uint32_t walk_meets(PlayerContext ctx, Direction direction)
{
    const Spot at = context_actor(ctx)->at, step = step_of(ctx, ctx.player->actor, direction);
    return stand_meets(ctx, (Spot){at.x + step.x, at.y + step.y});
}

/* Whether a step in a direction leads straight at a cell: its centre is ahead, and at most a
 * quarter of a tile off the line; half of one if the step is slanted, because that is at 45
 * degrees and the neighbours of a hexagon are not. */
static bool leads_at(const Grid *grid, Spot at, Direction direction, Cell cell)
{
    const Spot unit = grid_unit(grid, direction), centre = grid_centre(grid, cell);
    const int64_t dx = centre.x - (at.x >> 8), dy = centre.y - (at.y >> 8);
    const bool is_slanted = unit.x && unit.y;
    const int32_t longer = grid->tile_w > grid->tile_h ? grid->tile_w : grid->tile_h;
    const int32_t tile = is_slanted ? longer : unit.x ? grid->tile_h : grid->tile_w;
    return dx * unit.x + dy * unit.y > 0 &&
           llabs(dx * unit.y - dy * unit.x) * (is_slanted ? 2 : 4) < (int64_t)tile * SUB;
}

/* Hexagons have no flat sides across most directions, so that a player would slide around
 * each of them; at one with a touch handler the player stops. */
bool walk_bumps(PlayerContext ctx, Direction direction, Location *location)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    Actor *player = context_actor(ctx);
    if (grid->type != GRID_HEXV && grid->type != GRID_HEXH)
        return false;
    const Spot step = step_of(ctx, ctx.player->actor, direction);
    const Spot next = {player->at.x + step.x, player->at.y + step.y};
    Cell stops[STAND_STOPS_MAX];
    const size_t count = stand_stops(ctx, next, stops);
    Location own;
    for (size_t i = 0; i < count; i++) {
        *location = (Location){player->map, stops[i]};
        if (!leads_at(grid, player->at, direction, stops[i]))
            continue;
        map_beyond(world, location, NULL);
        const uint32_t entity = entity_at(world, *location, &own);
        if (entity != ENTITY_NONE && event_known(world, entity, TNG_EVENT_TOUCH))
            return true;
    }
    return false;
}

/* At a wall's corner: an actor that walks straight against it slips past. */
static bool slip(PlayerContext ctx, uint32_t index, Spot step, int32_t speed)
{
    Actor *actor = ctx.world->actors[index];
    const Grid *grid = &ctx.world->content->grid;
    const int32_t reach = (step.x ? grid->tile_h : grid->tile_w) * SUB / 2;
    for (int side = -1; side <= 1; side += 2) {
        const Spot aside = step.x ? (Spot){0, side * reach} : (Spot){side * reach, 0};
        const Spot nudge = step.x ? (Spot){0, side * speed} : (Spot){side * speed, 0};
        const Spot clear = {actor->at.x + aside.x + step.x, actor->at.y + aside.y + step.y};
        const Spot next = {actor->at.x + nudge.x, actor->at.y + nudge.y};
        if (stand_free(ctx, index, clear) && stand_step_free(ctx, index, next)) {
            walk_put(ctx, index, next);
            return true;
        }
    }
    return false;
}

static bool try_step(PlayerContext ctx, Spot step)
{
    Actor *player = context_actor(ctx);
    const Spot next = {player->at.x + step.x, player->at.y + step.y};
    if (!stand_step_free(ctx, ctx.player->actor, next))
        return false;
    walk_put(ctx, ctx.player->actor, next);
    return true;
}

void walk_player(PlayerContext ctx, uint32_t direction)
{
    Actor *player = context_actor(ctx);
    const Spot step = step_of(ctx, ctx.player->actor, (Direction)direction);
    player->direction = direction;
    if (try_step(ctx, step) || leap_begin(ctx, ctx.player->actor, (Direction)direction))
        return;
    Location bumped;
    if (walk_bumps(ctx, (Direction)direction, &bumped))
        return;
    if (step.x && step.y) {
        if (!try_step(ctx, (Spot){step.x, 0}))
            try_step(ctx, (Spot){0, step.y});
    } else if (walk_meets(ctx, (Direction)direction) == NONE) {
        slip(ctx, ctx.player->actor, step, (int32_t)actor_speed(ctx, ctx.player->actor));
    }
}
