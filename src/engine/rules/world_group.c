/* Groups of worlds: events that other worlds must receive; the state that all share. */
#include "engine/rules/rules.h"

const QuestClaim *world_claims(World *world, size_t *count)
{
    *count = world->claim_count;
    world->claim_count = 0;
    return world->claims;
}

/* A claim is recorded once. */
void quest_claim(World *world, uint32_t quest, uint32_t id)
{
    for (size_t i = 0; i < world->claim_count; i++)
        if (world->claims[i].quest == quest && world->claims[i].id == id)
            return;
    world->claims = arena_reserve(world->arena, world->claims, world->claim_count,
                                  &world->claim_capacity, sizeof *world->claims);
    world->claims[world->claim_count++] = (QuestClaim){quest, id};
}

const RemotePut *world_puts(World *world, size_t *count)
{
    *count = world->put_count;
    world->put_count = 0;
    return world->puts;
}

void put_elsewhere(World *world, const MapState *map, uint32_t cell, uint16_t sprite)
{
    uint32_t index = 0;
    while (index < world->map_count && world->maps[index] != map)
        index++;
    if (index == world->map_count || !world->elsewhere[index])
        return;
    world->puts = arena_reserve(world->arena, world->puts, world->put_count,
                                &world->put_capacity, sizeof *world->puts);
    world->puts[world->put_count++] = (RemotePut){index, cell, sprite};
}

void world_set_global(World *world, uint32_t attribute, int32_t value)
{
    const TngAttributes *attributes = world->content->attributes;
    if (attribute < attributes->attribute_count &&
        attributes->attributes[attribute].type == ATTRIBUTE_GLOBAL)
        world->globals[attribute] = value;
}

void world_set_clock(World *world, uint32_t ticks)
{
    world->play_started = world->tick - ticks;
}
