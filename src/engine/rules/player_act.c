/* Default actions of players on what is ahead of them, with or without a projectile. */
#include "engine/rules/rules.h"

enum { ACTION_HSEC = 40 };

/* As if the player's map continued beyond its edges. */
static Location straight_ahead(PlayerContext ctx, uint32_t steps)
{
    const Actor *player = context_actor(ctx);
    Cell cell = actor_cell(ctx.world, player);
    for (uint32_t i = 0; i < steps; i++)
        cell = grid_step(&ctx.world->content->grid, cell, (Direction)player->direction);
    return (Location){player->map, cell};
}

Location player_ahead(PlayerContext ctx, uint32_t steps)
{
    Location location = straight_ahead(ctx, steps);
    map_beyond(ctx.world, &location, NULL);
    return location;
}

/* The range of an action in cells. */
static uint32_t range_of(PlayerContext ctx, uint32_t action)
{
    enum { RANGE_MAX = 32 };
    const TngSection *actions = tng_section(ctx.world->content->game, SECTION_ACTIONS);
    if (!actions || action > actions->count)
        return 1;
    const TngActionAsset *asset = actions->entries[action - 1].descriptor;
    const int32_t range =
        asset->range ? attribute_get(ctx, context_entity(ctx), asset->range) : 1;
    return range < 1 ? 1 : range > RANGE_MAX ? RANGE_MAX : (uint32_t)range;
}

/* The equipped object that throws a projectile for an action; NULL if there is none. */
static const TngObject *thrower_of(PlayerContext ctx, uint32_t action)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const TngObject *object =
            ctx.player->equipped[i] == TNG_NO_SPRITE
                ? NULL
                : content_object(ctx.world->content, ctx.player->equipped[i], NULL);
        if (object && object->action == action && object->projectile.index != TNG_NO_SPRITE)
            return object;
    }
    return NULL;
}

void player_act(PlayerContext ctx, uint32_t action)
{
    World *world = ctx.world;
    const uint32_t range = range_of(ctx, action);
    uint32_t steps = 1;
    Location own;
    while (steps < range && entity_at(world, player_ahead(ctx, steps), &own) == ENTITY_NONE)
        steps++;
    actor_act(world, context_actor(ctx), ROW_ACTION + action - 1,
              world_ticks_of(world, ACTION_HSEC));
    const TngObject *thrower = thrower_of(ctx, action);
    if (thrower)
        shot_throw(ctx, thrower, action, straight_ahead(ctx, steps));
    else
        player_strike(ctx, action, player_ahead(ctx, steps));
}
