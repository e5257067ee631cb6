/* What scripts can read and change: attributes, items, random numbers. The machine calls these
 * functions (MachineHost). */
#include "engine/rules/rules.h"

/* Attributes are ordinals, see content.c. */
static uint32_t attribute_name(const World *world, uint32_t ordinal)
{
    return ordinal == NONE ? 0 : world->content->attributes->attributes[ordinal].name;
}

static const int32_t *host_values(void *context, uint32_t entity)
{
    return attribute_values(((const PlayerContext *)context)->world, entity);
}

/* Queries add their cost to `charge`; the cost of the engine's own queries before is
 * ignored. */
static int32_t host_get(void *context, uint32_t entity, uint32_t attribute)
{
    const PlayerContext ctx = *(const PlayerContext *)context;
    ctx.world->charge = 0;
    return attribute_read(ctx, entity, attribute);
}

static void host_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    const PlayerContext ctx = *(const PlayerContext *)context;
    const Observer *observer = ctx.world->observer;
    if (observer && observer->set)
        observer->set(observer->context, ctx, entity, attribute_name(ctx.world, attribute),
                      value);
    attribute_write(ctx, entity, attribute, value);
}

/* Objects have no inventory; they count the player's. */
static uint32_t owner_of(PlayerContext ctx, uint32_t entity)
{
    return entity >= ENTITY_OBJECT ? context_entity(ctx) : entity;
}

static int32_t host_count(void *context, uint32_t entity, uint32_t object)
{
    const PlayerContext ctx = *(const PlayerContext *)context;
    ctx.world->charge = 0;
    return inventory_count(ctx.world, owner_of(ctx, entity), object);
}

static int32_t host_sum(void *context, uint32_t entity, uint32_t attribute)
{
    const PlayerContext ctx = *(const PlayerContext *)context;
    ctx.world->charge = 0;
    return inventory_sum(ctx.world, owner_of(ctx, entity),
                         attribute_name(ctx.world, attribute));
}

static uint32_t host_random(void *context, uint32_t below)
{
    return world_random(((const PlayerContext *)context)->world, below);
}

/* The context must stay valid while the machine runs. */
MachineHost script_host(PlayerContext *ctx)
{
    World *world = ctx->world;
    return (MachineHost){ctx,
                         host_get,
                         host_set,
                         host_count,
                         host_sum,
                         host_random,
                         world->hooks->command,
                         host_values,
                         &world->actor_changes,
                         &world->charge};
}
