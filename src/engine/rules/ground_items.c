/* Objects on the ground that need no handler: they can be picked up and dropped, and are
 * dropped by NPCs that die. */
#include "engine/rules/rules.h"

static bool has_handler(const TngObject *object)
{
    for (size_t i = 0; i < object->event_count; i++)
        if ((object->events[i].type == TNG_EVENT_CLICK ||
             object->events[i].type == TNG_EVENT_TOUCH) &&
            object->events[i].script_size)
            return true;
    return false;
}

/* The cell of the object that can be picked up there; NONE: none. */
static uint32_t thing_at(World *world, Location *location)
{
    MapState *map = map_of(world, location->map);
    if (!map || !grid_inside(&world->content->grid, location->cell))
        return NONE;
    uint32_t sprite = map_cell(world, map, LAYER_OBJECTS, location->cell);
    if (sprite == TNG_NO_SPRITE) { /* an object of another cell covers this one */
        map_refresh(world, map);
        const uint32_t owner = map->owner[map_cell_index(world, location->cell)];
        if (!owner)
            return NONE;
        location->cell = map_cell_of(world, owner - 1);
        sprite = map_cell(world, map, LAYER_OBJECTS, location->cell);
    }
    const TngObject *object =
        sprite == TNG_NO_SPRITE ? NULL : content_object(world->content, sprite, NULL);
    if (sprite == TNG_NO_SPRITE || (object && has_handler(object)) ||
        (!(object && object->inventory.index != TNG_NO_SPRITE) && !loot_at(world, *location)))
        return NONE;
    return sprite;
}

bool thing_there(World *world, Location location) { return thing_at(world, &location) != NONE; }

bool thing_take(PlayerContext ctx, Location location)
{
    World *world = ctx.world;
    const uint32_t sprite = thing_at(world, &location);
    if (sprite == NONE)
        return false;
    if (!inventory_has_room(ctx.player, sprite))
        return false;
    const Loot *loot = loot_at(world, location);
    const uint32_t quantity = loot ? loot->quantity : 1;
    map_put(world, map_of(world, location.map), location.cell, TNG_NO_SPRITE);
    inventory_pick_up(ctx, sprite, quantity > INT32_MAX ? INT32_MAX : (int32_t)quantity);
    return true;
}

static bool is_free(World *world, Location location)
{
    MapState *map = map_of(world, location.map);
    return map && map_open(world, map, location.cell, 0) &&
           map_cell(world, map, LAYER_OBJECTS, location.cell) == TNG_NO_SPRITE;
}

static void put(World *world, Location location, uint32_t sprite, uint32_t quantity)
{
    map_put(world, map_of(world, location.map), location.cell, (uint16_t)sprite);
    if (quantity != 1 && world->loot_count < LOOT_MAX) /* if the list is full, it is one */
        world->loot[world->loot_count++] = (Loot){location, quantity};
}

bool thing_put(World *world, Location location, uint32_t sprite, uint32_t quantity)
{
    enum { FAR_MAX = 5 };
    for (int32_t far = 0; far <= FAR_MAX; far++)
        for (int32_t y = -far; y <= far; y++)
            for (int32_t x = -far; x <= far; x++) {
                const Location at = {location.map, {location.cell.x + x, location.cell.y + y}};
                const bool ring = x == -far || x == far || y == -far || y == far;
                if (!ring || !is_free(world, at))
                    continue;
                put(world, at, sprite, quantity);
                return true;
            }
    return false;
}

/* Onto objects of its kind, or an empty cell; never under the player's own feet, where it
 * might be touched immediately. */
static bool drop_at(World *world, Location location, uint32_t sprite)
{
    MapState *map = map_of(world, location.map);
    if (is_free(world, location)) {
        put(world, location, sprite, 1);
        return true;
    }
    Loot *loot = loot_at(world, location);
    if (!map || map_cell(world, map, LAYER_OBJECTS, location.cell) != sprite ||
        !thing_there(world, location) || (!loot && world->loot_count >= LOOT_MAX))
        return false;
    if (!loot) {
        loot = &world->loot[world->loot_count++];
        *loot = (Loot){location, 1};
    }
    loot->quantity += loot->quantity < INT32_MAX;
    return true;
}

void player_drop(PlayerContext ctx, uint32_t item)
{
    World *world = ctx.world;
    const Actor *player = context_actor(ctx);
    const Cell here = actor_cell(world, player);
    if (item >= ctx.player->item_count || player->map == NONE)
        return;
    const uint32_t sprite = ctx.player->items[item].sprite;
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (object && object->equip_mask == UINT32_MAX) /* a skill */
        return;
    for (uint32_t i = 0; i < DIRECTIONS; i++) {
        /* Ahead, then increasingly to the sides. */
        const uint32_t side = i & 1 ? (i + 1) / 2 : DIRECTIONS - i / 2;
        Location location = {player->map,
                             grid_step(&world->content->grid, here,
                                       (Direction)((player->direction + side) % DIRECTIONS))};
        if (!map_beyond(world, &location, NULL) || !drop_at(world, location, sprite))
            continue;
        inventory_take(ctx, sprite, 1);
        object_sound(ctx, sprite, OBJECT_SOUND_DROP);
        return;
    }
}
