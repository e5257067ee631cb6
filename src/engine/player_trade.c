/* Trades between two players: all items or none. */
#include "engine/rules/rules.h"
#include "engine/world.h"

bool world_tradable(World *world, uint32_t object)
{
    const TngObject *record = content_object(world->content, object, NULL);
    return object < TNG_NO_SPRITE && !(record && record->equip_mask == UINT32_MAX);
}

static uint32_t held(const Player *player, uint32_t sprite)
{
    for (uint32_t i = 0; i < player->item_count; i++)
        if (player->items[i].sprite == sprite)
            return player->items[i].count;
    return 0;
}

uint32_t world_held(const World *world, uint32_t player_index, uint32_t object)
{
    return held(world->players[player_index], object);
}

/* The same object may be listed twice. */
static uint64_t sum_of(const WorldSide *side, uint32_t sprite)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < side->count; i++)
        sum += side->goods[i].sprite == sprite ? side->goods[i].count : 0;
    return sum;
}

static bool has_all(const Player *player, const WorldSide *side)
{
    for (size_t i = 0; i < side->count; i++) {
        const uint32_t sprite = side->goods[i].sprite;
        if (!side->goods[i].count || sum_of(side, sprite) > held(player, sprite))
            return false;
    }
    return true;
}

/* Counts the kinds of items that are given away completely, and the new ones. */
bool world_has_room(const World *world, const WorldSide *gives, const WorldSide *takes)
{
    enum { COUNT_MAX = 1000000000 };
    const Player *player = world->players[gives->player_index];
    uint32_t kinds = player->item_count;
    for (uint32_t i = 0; i < player->item_count; i++)
        kinds -= sum_of(gives, player->items[i].sprite) >= player->items[i].count;
    for (size_t i = 0; i < takes->count; i++) {
        const uint32_t sprite = takes->goods[i].sprite;
        const uint64_t has = held(player, sprite), away = sum_of(gives, sprite);
        const uint64_t left = has > away ? has - away : 0;
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first = first && takes->goods[k].sprite != sprite;
        kinds += first && !left;
        if (left + sum_of(takes, sprite) > COUNT_MAX)
            return false;
    }
    return kinds <= ITEMS_MAX;
}

static void give_away(PlayerContext ctx, const WorldSide *side)
{
    for (size_t i = 0; i < side->count; i++)
        inventory_take(ctx, side->goods[i].sprite, (int32_t)side->goods[i].count);
}

static void receive(PlayerContext ctx, const WorldSide *side)
{
    for (size_t i = 0; i < side->count; i++)
        inventory_give(ctx, side->goods[i].sprite, (int32_t)side->goods[i].count);
}

/* Whether a handler waits for an answer: it may have counted the player's items. */
static bool is_asked(const Player *player)
{
    return player->screen.task || player->under.task || player->outer.task ||
           player->paused.task;
}

bool world_exchange(World *world, const WorldSide sides[2])
{
    for (int i = 0; i < 2; i++) {
        if (is_asked(world->players[sides[i].player_index]))
            return false;
        for (size_t k = 0; k < sides[i].count; k++)
            if (!world_tradable(world, sides[i].goods[k].sprite))
                return false;
        if (!has_all(world->players[sides[i].player_index], &sides[i]) ||
            !world_has_room(world, &sides[i], &sides[1 - i]))
            return false;
    }
    const PlayerContext turns[2] = {player_context(world, sides[0].player_index),
                                    player_context(world, sides[1].player_index)};
    give_away(turns[0], &sides[0]);
    give_away(turns[1], &sides[1]);
    receive(turns[1], &sides[0]);
    receive(turns[0], &sides[1]);
    return true;
}
