/* The position of an actor: its speed, movement over the edge of a map, and the pose that
 * follows from the cell. */
#include "engine/rules/rules.h"

enum { CELLS_A_SECOND = 4, CLIMB_PERCENT = 50, PERCENT_MAX = 1000 };

/* Percent of the speed that a player keeps with what is carried: all of it up to the limit,
 * then less in proportion, nothing from twice the limit on. A limit of 0 means that the author
 * has not set one. */
static uint32_t load_percent(PlayerContext ctx)
{
    const TngAttributes *attributes = ctx.world->content->attributes;
    const uint32_t name = attributes->special_count > 1 ? attributes->special[1] : 0;
    if (!name)
        return 100;
    const int64_t limit = attribute_get(ctx, context_entity(ctx), name);
    const int64_t load = limit > 0 ? inventory_load(ctx, name) : 0;
    if (load <= limit || limit <= 0)
        return 100;
    return load >= 2 * limit ? 0 : (uint32_t)(100 * (2 * limit - load) / limit);
}

/* An NPC's own speed is in its file; the attribute is in percent of it. */
static int32_t npc_percent(PlayerContext ctx, uint32_t index, int32_t percent,
                           uint32_t attribute)
{
    const Content *content = ctx.world->content;
    const uint32_t ordinal = attribute ? content_attribute(content, attribute) : NONE;
    const unsigned type =
        ordinal == NONE ? ATTRIBUTE_GLOBAL : content->attributes->attributes[ordinal].type;
    if (type == ATTRIBUTE_GLOBAL || type == ATTRIBUTE_GLOBAL_CALCULATED)
        return percent;
    const int64_t factor = attribute_read(ctx, index + 1, ordinal);
    const int64_t product = percent * factor / 100;
    return factor <= 0 ? percent : product > PERCENT_MAX ? PERCENT_MAX : (int32_t)product;
}

/* 1/256 pixels a tick: four cells a second at 100 percent. */
uint32_t actor_speed(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    const Actor *actor = world->actors[index];
    const Grid *grid = &world->content->grid;
    const TngNpc *npc = actor_record(world, actor);
    uint64_t speed = (uint64_t)grid->tile_w * SUB * CELLS_A_SECOND / world->content->rate;
    int32_t percent = npc ? npc->speed : 100; /* players move in their own tick only */
    const TngAttributes *attributes = world->content->attributes;
    const uint32_t attribute = attributes->special_count > 2 ? attributes->special[2] : 0;
    if (npc)
        percent = npc_percent(ctx, index, percent, attribute);
    else if (attribute)
        percent = attribute_get(ctx, context_entity(ctx), attribute);
    if (!npc && percent <= 0)
        percent = 100; /* 0 means that the author has not set it */
    MapState *map = map_of(world, actor->map);
    const Cell cell = actor_cell(world, actor);
    const uint32_t ground = map ? map_speed(world, map, cell, actor->transport, NULL) : 100;
    if (map && map_passage(world, map, cell, actor->transport).gait == ROW_CLIMB)
        percent = percent * CLIMB_PERCENT / 100;
    speed = speed * (uint32_t)(percent > PERCENT_MAX ? PERCENT_MAX : percent) / 100;
    speed = speed * (ground ? ground : 100) / 100;
    if (!npc)
        speed = speed * load_percent(ctx) / 100;
    const uint64_t max = (uint64_t)grid->tile_h * SUB / 2; /* must not skip over walls */
    return (uint32_t)(speed > max ? max : speed);
}

void actor_pose(World *world, Actor *actor)
{
    MapState *map = map_of(world, actor->map);
    if (!map)
        return;
    const Passage passage = map_passage(world, map, actor_cell(world, actor), actor->transport);
    const bool on_foot = passage.gait == ROW_WALK || passage.gait == ROW_RUN;
    actor->lift = passage.lift;
    actor->gait = actor->leap_until           ? ROW_JUMP
                  : on_foot && !actor->moving ? ROW_IDLE
                  : passage.gait == ROW_JUMP  ? ROW_WALK
                                              : passage.gait;
}

/* The player's centre is off the map: moves to the next one, in the same place. */
static void cross_edge(PlayerContext ctx)
{
    World *world = ctx.world;
    Actor *player = context_actor(ctx);
    Location location = {player->map, actor_cell(world, player)};
    Cell cells;
    if (grid_inside(&world->content->grid, location.cell) ||
        !map_beyond(world, &location, &cells))
        return;
    const Spot shift = map_shift(world, cells);
    player->map = location.map;
    player->at = (Spot){player->at.x - shift.x * SUB, player->at.y - shift.y * SUB};
    player->goal = (Cell){player->goal.x - cells.x, player->goal.y - cells.y};
    for (uint32_t i = 0; i < ctx.player->path_count; i++)
        ctx.player->path[i] =
            (Cell){ctx.player->path[i].x - cells.x, ctx.player->path[i].y - cells.y};
    ctx.player->touched = 0;
    ctx.player->entered = location;
    maps_load_around(world, location.map);
    if (world->maps[location.map]->record->music)
        world_music(ctx, world->maps[location.map]->record->music);
    world_effect(ctx, EFFECT_AUTOSAVE, 0, 0);
}

void walk_put(PlayerContext ctx, uint32_t index, Spot at)
{
    World *world = ctx.world;
    world->actors[index]->at = at;
    if (world->actors[index]->player)
        cross_edge(ctx);
    actor_index_update(world, index);
}
