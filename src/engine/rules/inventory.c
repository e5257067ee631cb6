/* Items of players and NPCs. Parts, in order: counting; the belt; the way of moving;
 * giving, taking and equipping. The items of an NPC are those of its record; only their quantities are state,
 * stored after its attributes. */
#include "engine/rules/rules.h"

static Item *find_item(Player *player, uint32_t sprite)
{
    for (size_t i = 0; i < player->item_count; i++)
        if (player->items[i].sprite == sprite)
            return &player->items[i];
    return NULL;
}

const TngNpc *npc_of_entity(World *world, uint32_t entity)
{
    return entity_is_npc(world, entity)
               ? content_record(world->content, SECTION_NPCS, world->actors[entity - 1]->npc)
               : NULL;
}

/* Quantities of an NPC's items are stored after its attributes. */
int32_t *npc_quantity(World *world, uint32_t entity, uint32_t item)
{
    Actor *actor = world->actors[entity - 1];
    const uint32_t at = world->content->attributes->attribute_count + item;
    return at < actor->value_count ? &actor->values[at] : NULL;
}

int32_t inventory_count(World *world, uint32_t entity, uint32_t object)
{
    uint32_t sum = 0;
    const Player *player = world_player_of(world, entity);
    if (player) {
        world->charge += player->item_count / 16;
        for (size_t i = 0; i < player->item_count; i++)
            if (object == MACHINE_ALL_ITEMS || player->items[i].sprite == object)
                sum += player->items[i].count;
        return (int32_t)sum;
    }
    const TngNpc *npc = npc_of_entity(world, entity);
    for (uint32_t i = 0; npc && i < npc->item_count; i++)
        if (object == MACHINE_ALL_ITEMS || npc->items[i].object.index == object) {
            const int32_t *quantity = npc_quantity(world, entity, i);
            sum += quantity ? (uint32_t)*quantity : 0;
        }
    return (int32_t)sum;
}

int32_t world_count(PlayerContext ctx, uint32_t object)
{
    return inventory_count(ctx.world, context_entity(ctx), object);
}

int32_t inventory_sum(World *world, uint32_t entity, uint32_t attribute)
{
    uint32_t sum = 0;
    const Player *player = world_player_of(world, entity);
    for (size_t i = 0; player && i < player->item_count; i++)
        sum += player->items[i].count *
               (uint32_t)object_value(world, player->items[i].sprite, attribute);
    const TngNpc *npc = npc_of_entity(world, entity);
    for (uint32_t i = 0; npc && i < npc->item_count; i++) {
        const int32_t *quantity = npc_quantity(world, entity, i);
        sum += quantity
                   ? (uint32_t)*quantity *
                         (uint32_t)object_value(world, npc->items[i].object.index, attribute)
                   : 0;
    }
    return (int32_t)sum;
}

int64_t inventory_load(PlayerContext ctx, uint32_t attribute)
{
    /* Clamped for each kind: 256 kinds of 10^9 pieces of 2^31 do not fit. */
    const int64_t max = UINT32_MAX;
    int64_t sum = 0;
    for (size_t i = 0; i < ctx.player->item_count; i++) {
        const int64_t each = object_value(ctx.world, ctx.player->items[i].sprite, attribute);
        const int64_t all = each * ctx.player->items[i].count;
        sum += all > max ? max : all < -max ? -max : all;
    }
    return sum;
}

uint32_t belt_slots(const World *world)
{
    enum { WITHOUT_HUD = 9 };
    const TngHud *hud = world->content->hud;
    if (!world->content->has_hud)
        return WITHOUT_HUD;
    /* The last slot is the hand, if there is a gap before it. */
    const uint32_t count = hud->item_count - (hud->hand_gap && hud->item_count ? 1u : 0u);
    return count < TNG_EQUIP_SLOTS ? count : TNG_EQUIP_SLOTS;
}

void belt_put(PlayerContext ctx, uint32_t slot, uint32_t sprite)
{
    if (slot >= belt_slots(ctx.world))
        return;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) /* it is in one place only; swap them */
        if (ctx.player->belt[i] == sprite)
            ctx.player->belt[i] = ctx.player->belt[slot];
    ctx.player->belt[slot] = (uint16_t)sprite;
}

/* New items are added to the first free slot of the belt; skills are not. */
static void belt_add(PlayerContext ctx, uint32_t sprite)
{
    World *world = ctx.world;
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (object && object->equip_mask == UINT32_MAX)
        return;
    for (uint32_t i = 0; i < belt_slots(world); i++)
        if (ctx.player->belt[i] == sprite)
            return;
    for (uint32_t i = 0; i < belt_slots(world); i++)
        if (ctx.player->belt[i] == TNG_NO_SPRITE) {
            ctx.player->belt[i] = (uint16_t)sprite;
            return;
        }
}

bool inventory_has_room(const Player *player, uint32_t sprite)
{
    if (player->item_count < ITEMS_MAX)
        return true;
    for (size_t i = 0; i < player->item_count; i++)
        if (player->items[i].sprite == sprite)
            return true;
    return false;
}

void transport_set(PlayerContext ctx, int32_t transport)
{
    const unsigned count = ctx.world->content->game->header.transport_count;
    if (transport >= 0 && transport < (count > 4 ? 5 : 4)) /* walk, swim, fly, drive */
        context_actor(ctx)->transport = (uint32_t)transport;
}

/* The way of moving that an object provides while it is worn, or carried; NULL if none. */
static const ObjectModifier *transport_of(PlayerContext ctx, uint32_t sprite, bool worn)
{
    enum { WORN_ONLY = 1 };
    const TngObject *object =
        sprite == TNG_NO_SPRITE ? NULL : content_object(ctx.world->content, sprite, NULL);
    const ObjectModifier *found = NULL;
    for (size_t k = 0; object && k < object->modifier_count; k++)
        if (!object->modifiers[k].attribute &&
            (worn || !(object->modifiers[k].type & WORN_ONLY)))
            found = &object->modifiers[k];
    return found;
}

/* The way of moving that equipment provides: a boat, a horse; otherwise that of the last
 * object of the bag that provides one; default: walking. */
static void update_transport(PlayerContext ctx)
{
    const ObjectModifier *carried = NULL, *worn = NULL;
    for (uint32_t i = 0; i < ctx.player->item_count; i++) {
        const ObjectModifier *found = transport_of(ctx, ctx.player->items[i].sprite, false);
        carried = found ? found : carried;
    }
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const ObjectModifier *found = transport_of(ctx, ctx.player->equipped[i], true);
        worn = found ? found : worn;
    }
    transport_set(ctx, worn ? worn->value : carried ? carried->value : 0);
}

bool object_sound(PlayerContext ctx, uint32_t sprite, ObjectSound which)
{
    const TngObject *object = content_object(ctx.world->content, sprite, NULL);
    if (!object || which >= object->sound_count || !object->sounds[which])
        return false;
    world_effect(ctx, EFFECT_SOUND, object->sounds[which], 0);
    return true;
}

/* Adds to the bag, without a sound. */
static void put_into_bag(PlayerContext ctx, uint32_t sprite, int32_t amount)
{
    Item *item = find_item(ctx.player, sprite);
    const bool fresh = !item;
    if (!item && ctx.player->item_count < ITEMS_MAX) {
        item = &ctx.player->items[ctx.player->item_count++];
        *item = (Item){sprite, 0};
    }
    if (!item)
        return;
    enum { COUNT_MAX = 1000000000 };
    const uint64_t sum = (uint64_t)item->count + (uint32_t)amount;
    item->count = sum > COUNT_MAX ? COUNT_MAX : (uint32_t)sum;
    if (fresh)
        belt_add(ctx, sprite);
    if (fresh && transport_of(ctx, sprite, false))
        update_transport(ctx);
    chat_item(ctx, CHAT_GOT, sprite, (uint32_t)amount);
}

/* The sound of an object that moves within the bag or into it. */
static void placement_sound(PlayerContext ctx, uint32_t sprite)
{
    const TngObject *object = content_object(ctx.world->content, sprite, NULL);
    if (object)
        world_effect(ctx, EFFECT_SOUND, object->sound, 0);
}

void inventory_give(PlayerContext ctx, uint32_t sprite, int32_t amount)
{
    if (amount <= 0) {
        if (amount < 0 && amount > INT32_MIN)
            inventory_take(ctx, sprite, -amount);
        return;
    }
    if (!inventory_has_room(ctx.player, sprite))
        return;
    put_into_bag(ctx, sprite, amount);
    placement_sound(ctx, sprite);
}

void inventory_pick_up(PlayerContext ctx, uint32_t sprite, int32_t amount)
{
    put_into_bag(ctx, sprite, amount);
    if (!object_sound(ctx, sprite, OBJECT_SOUND_PICK_UP))
        placement_sound(ctx, sprite);
}

/* Unequips an object; true if it was equipped. */
static bool take_off(PlayerContext ctx, uint32_t sprite)
{
    bool worn = false;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (ctx.player->equipped[i] == sprite) {
            ctx.player->equipped[i] = TNG_NO_SPRITE;
            worn = true;
        }
    if (worn)
        update_transport(ctx);
    return worn;
}

/* Takes at most `amount`; false if there were fewer. */
bool inventory_take(PlayerContext ctx, uint32_t sprite, int32_t amount)
{
    Item *item = find_item(ctx.player, sprite);
    if (!item || amount <= 0)
        return amount <= 0;
    const bool enough = item->count >= (uint32_t)amount;
    chat_item(ctx, CHAT_LOST, sprite, enough ? (uint32_t)amount : item->count);
    item->count -= enough ? (uint32_t)amount : item->count;
    if (item->count)
        return enough;
    const size_t index = (size_t)(item - ctx.player->items);
    ctx.player->item_count--;
    memmove(item, item + 1, (ctx.player->item_count - index) * sizeof *item);
    ctx.player->items[ctx.player->item_count] = (Item){0};
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (ctx.player->belt[i] == sprite)
            ctx.player->belt[i] = TNG_NO_SPRITE;
    if (!take_off(ctx, sprite) && transport_of(ctx, sprite, false))
        update_transport(ctx);
    return enough;
}

/* The first free slot of the mask, otherwise the first; the mask must not be 0. */
static size_t free_slot(const Player *player, uint32_t mask)
{
    size_t first = TNG_EQUIP_SLOTS;
    for (size_t i = TNG_EQUIP_SLOTS; i-- > 0;)
        if (mask >> i & 1)
            first = i;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if ((mask >> i & 1) && player->equipped[i] == TNG_NO_SPRITE)
            return i;
    return first;
}

/* Whether the player has the attributes that the object requires; otherwise plays the error
 * sound. */
bool inventory_may_use(PlayerContext ctx, const TngObject *object)
{
    if (attribute_conditions_met(ctx, context_entity(ctx), object->required,
                                 object->required_count))
        return true;
    if (ctx.world->content->elements->sound_count > 2)
        world_effect(ctx, EFFECT_SOUND, ctx.world->content->elements->sounds[2], 0);
    return false;
}

/* Equips an object, or unequips it; false if it cannot be equipped. */
bool inventory_equip(PlayerContext ctx, uint32_t sprite)
{
    World *world = ctx.world;
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (!object || !object->equip_mask || object->equip_mask == UINT32_MAX)
        return false;
    const bool worn = take_off(ctx, sprite);
    if (!worn && !inventory_may_use(ctx, object))
        return true;
    if (!worn)
        ctx.player->equipped[free_slot(ctx.player, object->equip_mask)] = (uint16_t)sprite;
    update_transport(ctx);
    if (worn || !object_sound(ctx, sprite, OBJECT_SOUND_PUT_ON))
        placement_sound(ctx, sprite);
    return true;
}
