/* What actors do in a tick: NPCs in sight of a player follow their orders or behave, all lose
 * and gain health. */
#include "engine/rules/rules.h"

enum { SHOWN_AT_ALL = 1, SHOWN_AROUND = 2 }; /* of World.shown */

/* Once a minute: restocks items that were bought, at their rate. */
static void resupply(World *world)
{
    const uint32_t minute = 60 * world->content->rate, age = world->tick - world->play_started;
    const uint32_t first = world->content->attributes->attribute_count;
    if (!age || age % minute)
        return;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        Actor *actor = world->actors[i];
        const TngNpc *npc = actor->used ? actor_record(world, actor) : NULL;
        for (uint32_t k = 0; npc && k < npc->item_count; k++) {
            const NpcItem *item = &npc->items[k];
            if (item->resupply && age / minute % item->resupply == 0 &&
                actor->values[first + k] < (int32_t)item->quantity &&
                world_random(world, 100) < item->chance)
                actor->values[first + k] = (int32_t)item->quantity;
        }
    }
}

/* Computes, per map, whether a player sees it. */
static const uint8_t *find_shown(World *world)
{
    ShownMap shown[SHOWN_MAX];
    Spot middle;
    PlayerContext ctx;
    memset(world->shown, 0, world->map_count);
    for (uint32_t player_index = 0; context_next(world, &player_index, &ctx); player_index++) {
        const uint32_t map = world_view(ctx, &middle);
        if (map_is_elsewhere(world, context_actor(ctx)->map))
            continue;
        if (map >= world->map_count || world->shown[map] & SHOWN_AROUND)
            continue;
        for (size_t i = 0, count = world_around(world, map, shown); i < count; i++)
            world->shown[shown[i].index] |= SHOWN_AT_ALL;
        world->shown[map] |= SHOWN_AROUND;
    }
    return world->shown;
}

static void pose_players(World *world)
{
    PlayerContext ctx;
    for (uint32_t player_index = 0; context_next(world, &player_index, &ctx); player_index++)
        actor_pose(world, context_actor(ctx));
}

void actors_tick(World *world)
{
    const PlayerContext ctx = local_context(world); /* in a shared world, player 0 is unused */
    resupply(world);
    pose_players(world);
    const uint8_t *shown = find_shown(world);
    for (uint32_t i = 1; i < world->actor_count; i++) {
        Actor *actor = world->actors[i];
        if (!actor->used || actor->player || !map_of(world, actor->map) ||
            (!actor->order_count && !shown[actor->map]))
            continue;
        const Spot before = actor->at;
        if (world->tick >= actor->born_until && !actor_follow(ctx, i) &&
            world->tick >= actor->talking)
            behave(ctx, i);
        actor->moving =
            before.x != actor->at.x || before.y != actor->at.y ? actor->moving + 1 : 0;
        actor_pose(world, actor);
    }
    health_tick(world);
}
