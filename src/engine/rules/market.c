/* Prices, and trade with NPCs. */
#include "engine/rules/rules.h"

int32_t world_price(World *world, uint32_t object)
{
    const TngObject *record = content_object(world->content, object, NULL);
    return record && record->unit != TNG_NO_SPRITE ? (int32_t)record->price : 0;
}

/* The index of an object among an NPC's items; NONE if it does not trade with it. */
static uint32_t ware_of(const TngNpc *npc, uint32_t sprite)
{
    for (uint32_t i = 0; npc && i < npc->item_count; i++)
        if (npc->items[i].object.index == sprite)
            return i;
    return NONE;
}

/* NPCs pay the full price for objects they trade with, and half for others. */
int32_t world_sale(World *world, uint32_t actor, uint32_t object)
{
    const int32_t price = world_price(world, object);
    return ware_of(npc_of_entity(world, actor + 1), object) == NONE ? (price + 1) / 2 : price;
}

bool market_buy(PlayerContext ctx, uint32_t actor, uint32_t item)
{
    World *world = ctx.world;
    const uint32_t entity = actor + 1;
    const TngNpc *npc = npc_of_entity(world, entity);
    if (!npc || item >= npc->item_count)
        return false;
    const uint32_t sprite = npc->items[item].object.index;
    const TngObject *object = content_object(world->content, sprite, NULL);
    const int32_t price = world_price(world, sprite);
    int32_t *quantity = npc_quantity(world, entity, item);
    if (!object || !quantity || *quantity <= 0 || !inventory_has_room(ctx.player, sprite) ||
        (price && inventory_count(world, context_entity(ctx), object->unit) < price))
        return false;
    if (price)
        inventory_take(ctx, object->unit, price);
    (*quantity)--;
    inventory_give(ctx, sprite, 1);
    event_npc(ctx, actor, TNG_EVENT_BUY, 0);
    event_object(ctx, sprite, (Location){NONE, {0, 0}}, TNG_EVENT_BUY, 0);
    return true;
}

bool market_sell(PlayerContext ctx, uint32_t actor, uint32_t index)
{
    World *world = ctx.world;
    const uint32_t entity = actor + 1;
    const TngNpc *npc = npc_of_entity(world, entity);
    if (!npc || index >= ctx.player->item_count)
        return false;
    const uint32_t sprite = ctx.player->items[index].sprite;
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (!world_price(world, sprite) || object->unit == sprite ||
        !inventory_has_room(ctx.player, object->unit))
        return false;
    const int32_t price = world_sale(world, actor, sprite);
    const uint32_t ware = ware_of(npc, sprite);
    int32_t *quantity = ware == NONE ? NULL : npc_quantity(world, entity, ware);
    if (quantity)
        *quantity += 1;
    inventory_take(ctx, sprite, 1);
    inventory_give(ctx, object->unit, price);
    event_npc(ctx, actor, TNG_EVENT_SELL, 0);
    event_object(ctx, sprite, (Location){NONE, {0, 0}}, TNG_EVENT_SELL, 0);
    return true;
}
