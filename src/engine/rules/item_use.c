/* Using items: equipment, default actions, the handlers of items and of what they are used on.
 */
#include "engine/rules/rules.h"

static Location ahead_of_player(PlayerContext ctx)
{
    const Actor *player = context_actor(ctx);
    return (Location){player->map,
                      grid_step(&ctx.world->content->grid, actor_cell(ctx.world, player),
                                (Direction)player->direction)};
}

static bool is_worn(const Player *player, uint32_t sprite)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (player->equipped[i] == sprite)
            return true;
    return false;
}

/* Using an item needs its required attributes; only taking it off does not. First the handler
 * of what is in front of the player (`e using`). Otherwise the item is equipped; if it is
 * already, or cannot be, its default action runs; if it has none, it is unequipped, or its own
 * click handler runs. */
void inventory_use(PlayerContext ctx, uint32_t index)
{
    if (index >= ctx.player->item_count)
        return;
    const uint32_t sprite = ctx.player->items[index].sprite;
    const TngObject *object = content_object(ctx.world->content, sprite, NULL);
    const bool acts = object && object->action && object->action <= ctx.world->content->actions;
    const bool worn = is_worn(ctx.player, sprite);
    if (object && (acts || !worn) && !inventory_may_use(ctx, object))
        return;
    const Location ahead = ahead_of_player(ctx);
    for (unsigned i = 0; i < 3; i++)
        if (event_at(ctx, ahead, TNG_EVENT_USING1 + i, sprite)) {
            object_sound(ctx, sprite, OBJECT_SOUND_USE);
            return;
        }
    if (!(acts && worn) && inventory_equip(ctx, sprite))
        return;
    object_sound(ctx, sprite, OBJECT_SOUND_USE);
    if (acts)
        player_act(ctx, object->action);
    else
        event_object(ctx, sprite, (Location){NONE, {0, 0}}, TNG_EVENT_CLICK, 0);
}

void belt_use(PlayerContext ctx, uint32_t slot)
{
    for (uint32_t i = 0; slot < belt_slots(ctx.world) && i < ctx.player->item_count; i++)
        if (ctx.player->items[i].sprite == ctx.player->belt[slot]) {
            inventory_use(ctx, i);
            return;
        }
}
