#include "engine/parts.h"

static Item *find_item(World *world, uint32_t sprite)
{
    for (size_t i = 0; i < world->item_count; i++)
        if (world->items[i].sprite == sprite)
            return &world->items[i];
    return NULL;
}

static const TngNpc *npc_of(World *world, uint32_t entity)
{
    if (entity <= ENTITY_PLAYER || entity > world->actor_count)
        return NULL;
    const Actor *actor = world->actors[entity - 1];
    return actor && actor->used ? content_record(world->content, SECTION_NPCS, actor->npc)
                                : NULL;
}

/* Quantities of an NPC stand behind its attributes. */
static int32_t *npc_quantity(World *world, uint32_t entity, uint32_t item)
{
    Actor *actor = world->actors[entity - 1];
    const uint32_t at = world->content->attributes->attribute_count + item;
    return at < actor->value_count ? &actor->values[at] : NULL;
}

int32_t inventory_count(World *world, uint32_t entity, uint32_t object)
{
    uint32_t sum = 0;
    if (entity == ENTITY_PLAYER) {
        world->charge += world->item_count / 16;
        for (size_t i = 0; i < world->item_count; i++)
            if (object == MACHINE_ALL_ITEMS || world->items[i].sprite == object)
                sum += world->items[i].count;
        return (int32_t)sum;
    }
    const TngNpc *npc = npc_of(world, entity);
    for (uint32_t i = 0; npc && i < npc->item_count; i++)
        if (object == MACHINE_ALL_ITEMS || npc->items[i].object.index == object) {
            const int32_t *quantity = npc_quantity(world, entity, i);
            sum += quantity ? (uint32_t)*quantity : 0;
        }
    return (int32_t)sum;
}

int32_t world_count(World *world, uint32_t object)
{
    return inventory_count(world, ENTITY_PLAYER, object);
}

int32_t inventory_sum(World *world, uint32_t entity, uint32_t attribute)
{
    uint32_t sum = 0;
    if (entity == ENTITY_PLAYER)
        for (size_t i = 0; i < world->item_count; i++)
            sum += world->items[i].count *
                   (uint32_t)object_value(world, world->items[i].sprite, attribute);
    const TngNpc *npc = npc_of(world, entity);
    for (uint32_t i = 0; npc && i < npc->item_count; i++) {
        const int32_t *quantity = npc_quantity(world, entity, i);
        sum += quantity
                   ? (uint32_t)*quantity *
                         (uint32_t)object_value(world, npc->items[i].object.index, attribute)
                   : 0;
    }
    return (int32_t)sum;
}

void inventory_give(World *world, uint32_t sprite, int32_t amount)
{
    if (amount <= 0) {
        if (amount < 0 && amount > INT32_MIN)
            inventory_take(world, sprite, -amount);
        return;
    }
    Item *item = find_item(world, sprite);
    if (!item && world->item_count < ITEMS_MOST) {
        item = &world->items[world->item_count++];
        *item = (Item){sprite, 0};
    }
    if (!item)
        return;
    enum { COUNT_MOST = 1000000000 };
    const uint64_t sum = (uint64_t)item->count + (uint32_t)amount;
    item->count = sum > COUNT_MOST ? COUNT_MOST : (uint32_t)sum;
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (object && object->sound)
        world_effect(world, EFFECT_SOUND, object->sound, 0);
}

void transport_set(World *world, int32_t transport)
{
    const unsigned count = world->content->game->header.transport_count;
    if (transport >= 0 && transport < (count > 4 ? 5 : 4)) /* walk, swim, fly, drive */
        world_player(world)->transport = (uint32_t)transport;
}

/* The way of moving that equipment gives: a boat, a horse; walking without. */
static void equip_transport(World *world)
{
    int32_t transport = 0;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const TngObject *object =
            world->equipped[i] == TNG_NO_SPRITE
                ? NULL
                : content_object(world->content, world->equipped[i], NULL);
        for (size_t k = 0; object && k < object->modifier_count; k++)
            if (!object->modifiers[k].attribute)
                transport = object->modifiers[k].value;
    }
    transport_set(world, transport);
}

/* True if it was worn. */
static bool take_off(World *world, uint32_t sprite)
{
    bool worn = false;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (world->equipped[i] == sprite) {
            world->equipped[i] = TNG_NO_SPRITE;
            worn = true;
        }
    if (worn)
        equip_transport(world);
    return worn;
}

/* Takes what is there, at most `amount`; false if it was less. */
bool inventory_take(World *world, uint32_t sprite, int32_t amount)
{
    Item *item = find_item(world, sprite);
    if (!item || amount <= 0)
        return amount <= 0;
    const bool enough = item->count >= (uint32_t)amount;
    item->count -= enough ? (uint32_t)amount : item->count;
    if (item->count)
        return enough;
    const size_t index = (size_t)(item - world->items);
    world->item_count--;
    memmove(item, item + 1, (world->item_count - index) * sizeof *item);
    world->items[world->item_count] = (Item){0};
    take_off(world, sprite);
    return enough;
}

/* The first free one of the slots, else the first; the mask is not 0. */
static size_t free_slot(const World *world, uint32_t mask)
{
    size_t first = TNG_EQUIP_SLOTS;
    for (size_t i = TNG_EQUIP_SLOTS; i-- > 0;)
        if (mask >> i & 1)
            first = i;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if ((mask >> i & 1) && world->equipped[i] == TNG_NO_SPRITE)
            return i;
    return first;
}

/* Puts it on, or off if it is worn; false if it cannot be worn. */
bool inventory_equip(World *world, uint32_t sprite)
{
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (!object || !object->equip_mask || object->equip_mask == UINT32_MAX)
        return false;
    const bool worn = take_off(world, sprite);
    if (!worn && !rules_hold(world, ENTITY_PLAYER, object->required, object->required_count)) {
        if (world->content->elements->sound_count > 2)
            world_effect(world, EFFECT_SOUND, world->content->elements->sounds[2], 0);
        return true;
    }
    if (!worn)
        world->equipped[free_slot(world, object->equip_mask)] = (uint16_t)sprite;
    equip_transport(world);
    if (object->sound)
        world_effect(world, EFFECT_SOUND, object->sound, 0);
    return true;
}

static Location ahead_of_player(World *world)
{
    const Actor *player = world_player(world);
    return (Location){player->map, grid_step(&world->content->grid, actor_cell(world, player),
                                             (Direction)player->direction)};
}

static bool is_worn(const World *world, uint32_t sprite)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (world->equipped[i] == sprite)
            return true;
    return false;
}

/* An item is used on what is in front: that decides first (`e using`). Else it
 * is put on; what is worn, or cannot be, does its default action; without one
 * it is taken off, or its own click handler runs. */
void inventory_use(World *world, uint32_t index)
{
    if (index >= world->item_count)
        return;
    const uint32_t sprite = world->items[index].sprite;
    const Location ahead = ahead_of_player(world);
    for (unsigned i = 0; i < 3; i++)
        if (event_at(world, ahead, TNG_EVENT_USING1 + i, sprite))
            return;
    const TngObject *object = content_object(world->content, sprite, NULL);
    const bool acts = object && object->action && object->action <= world->content->actions;
    if (!(acts && is_worn(world, sprite)) && inventory_equip(world, sprite))
        return;
    if (acts)
        player_act(world, object->action);
    else
        event_object(world, sprite, (Location){NONE, {0, 0}}, TNG_EVENT_CLICK, 0);
}

bool market_buy(World *world, uint32_t actor, uint32_t item)
{
    const uint32_t entity = actor + 1;
    const TngNpc *npc = npc_of(world, entity);
    if (!npc || item >= npc->item_count)
        return false;
    const uint32_t sprite = npc->items[item].object.index;
    const TngObject *object = content_object(world->content, sprite, NULL);
    int32_t *quantity = npc_quantity(world, entity, item);
    if (!object || !quantity || *quantity <= 0)
        return false;
    const bool free = object->unit == TNG_NO_SPRITE || !object->price;
    if (!free && inventory_count(world, ENTITY_PLAYER, object->unit) < (int32_t)object->price)
        return false;
    if (!free)
        inventory_take(world, object->unit, (int32_t)object->price);
    (*quantity)--;
    inventory_give(world, sprite, 1);
    event_npc(world, actor, TNG_EVENT_BUY, 0);
    event_object(world, sprite, (Location){NONE, {0, 0}}, TNG_EVENT_BUY, 0);
    return true;
}

/* NPCs pay the full price for what they trade with, and half for the rest. */
bool market_sell(World *world, uint32_t actor, uint32_t index)
{
    const uint32_t entity = actor + 1;
    const TngNpc *npc = npc_of(world, entity);
    if (!npc || index >= world->item_count)
        return false;
    const uint32_t sprite = world->items[index].sprite;
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (!object || object->unit == TNG_NO_SPRITE || !object->price || object->unit == sprite)
        return false;
    int32_t price = (int32_t)(object->price + 1) / 2;
    for (uint32_t i = 0; i < npc->item_count; i++)
        if (npc->items[i].object.index == sprite && npc_quantity(world, entity, i)) {
            *npc_quantity(world, entity, i) += 1;
            price = (int32_t)object->price;
            break;
        }
    inventory_take(world, sprite, 1);
    inventory_give(world, object->unit, price);
    event_npc(world, actor, TNG_EVENT_SELL, 0);
    event_object(world, sprite, (Location){NONE, {0, 0}}, TNG_EVENT_SELL, 0);
    return true;
}

bool world_can_craft(World *world, const Recipe *recipe)
{
    if (recipe->product == TNG_NO_SPRITE)
        return false;
    for (size_t i = 0; i < 16; i++) {
        const Ingredient *needed = &recipe->ingredients[i];
        if (needed->object == TNG_NO_SPRITE)
            continue;
        int64_t quantity = 0; /* the same thing may lie on several fields */
        for (size_t k = 0; k < 16; k++)
            if (recipe->ingredients[k].object == needed->object)
                quantity += recipe->ingredients[k].quantity;
        const int32_t have = inventory_count(world, ENTITY_PLAYER, needed->object);
        if (have < (quantity ? quantity : 1))
            return false;
    }
    return true;
}

bool craft_make(World *world, uint32_t crafting, uint32_t index)
{
    const TngCrafting *rules = content_record(world->content, SECTION_CRAFTING, crafting);
    if (!rules || index >= rules->recipe_count ||
        !world_can_craft(world, &rules->recipes[index]))
        return false;
    const Recipe *recipe = &rules->recipes[index];
    for (size_t i = 0; i < 16; i++)
        if (recipe->ingredients[i].object != TNG_NO_SPRITE && recipe->ingredients[i].quantity)
            inventory_take(world, recipe->ingredients[i].object,
                           recipe->ingredients[i].quantity);
    inventory_give(world, recipe->product, recipe->quantity ? recipe->quantity : 1);
    if (rules->sound)
        world_effect(world, EFFECT_SOUND, rules->sound, 0);
    return true;
}
