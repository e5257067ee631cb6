/* Players by index, what they are near, and the players of each map. */
#include "engine/state/players.h"

uint32_t player_index_of(PlayerContext ctx, uint32_t self)
{
    const uint32_t entity = world_player_of(ctx.world, self) ? self : context_entity(ctx);
    return ctx.world->actors[entity - 1]->player - 1;
}

bool context_next(World *world, uint32_t *player_index, PlayerContext *ctx)
{
    for (; *player_index < world->player_count; ++*player_index)
        if (world->players[*player_index]->used && world->players[*player_index]->started) {
            *ctx = player_context(world, *player_index);
            return true;
        }
    return false;
}

bool players_pass(const World *world, uint32_t who, uint32_t whom)
{
    return world->actors[who]->player && world->actors[whom]->player;
}

Player *player_new(World *world, uint32_t player_index)
{
    Arena *arena = world->arena;
    while (world->player_count <= player_index) {
        Player *player = ARENA_ALLOC(arena, Player, 1);
        *ARENA_PUSH(arena, world->players, world->player_count) = player;
        player->quests = ARENA_ALLOC(arena, uint8_t, world->quest_count + 1);
        player->choices = ARENA_ALLOC(arena, uint32_t, world->choice_count + 1);
        player->palettes = ARENA_ALLOC(arena, uint32_t, world->choice_count + 1);
        player->possible = ARENA_ALLOC(arena, uint8_t, world->choice_count + 1);
        player->points =
            ARENA_ALLOC(arena, int32_t, world->content->attributes->attribute_count + 1u);
        if (!world->shared)
            player->chat = ARENA_ALLOC(arena, ChatLine, CHAT_LINES);
    }
    return world->players[player_index];
}

/* The index of a key, or where to insert it. */
static uint32_t near_at(const Player *player, uint64_t key)
{
    uint32_t low = 0, high = player->near_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (player->nears[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool near_is(const Player *player, uint32_t at, uint64_t key)
{
    return at < player->near_count && player->nears[at].key == key;
}

uint32_t near_get(const Player *player, uint64_t key)
{
    const uint32_t at = near_at(player, key);
    return near_is(player, at, key) ? player->nears[at].bits : 0;
}

static void near_remove(Player *player, uint32_t at)
{
    player->near_count--;
    memmove(player->nears + at, player->nears + at + 1,
            (player->near_count - at) * sizeof *player->nears);
}

void near_set(PlayerContext ctx, uint64_t key, uint32_t bits)
{
    Player *player = ctx.player;
    const uint32_t at = near_at(player, key);
    if (near_is(player, at, key)) {
        player->nears[at].bits = bits;
        if (!bits)
            near_remove(player, at);
        return;
    }
    if (!bits)
        return;
    player->nears = arena_reserve(ctx.world->arena, player->nears, player->near_count,
                                  &player->near_capacity, sizeof *player->nears);
    memmove(player->nears + at + 1, player->nears + at,
            (player->near_count - at) * sizeof *player->nears);
    player->nears[at] = (Near){key, bits};
    player->near_count++;
}

void path_push(PlayerContext ctx, Cell cell)
{
    Player *player = ctx.player;
    player->path = arena_reserve(ctx.world->arena, player->path, player->path_count,
                                 &player->path_capacity, sizeof *player->path);
    player->path[player->path_count++] = cell;
}

void nears_clear(World *world, uint64_t key)
{
    for (uint32_t i = 0; i < world->player_count; i++) {
        Player *player = world->players[i];
        const uint32_t at = near_at(player, key);
        if (near_is(player, at, key))
            near_remove(player, at);
    }
}

const Crowd *crowd_now(World *world)
{
    if (!world->crowd)
        world->crowd = ARENA_ALLOC(world->arena, Crowd, 1);
    Crowd *crowd = world->crowd;
    if (!crowd->first)
        crowd->first = ARENA_ALLOC(world->arena, uint32_t, world->map_count);
    if (crowd->place_capacity < world->player_count) {
        crowd->place_capacity = 2 * world->player_count;
        crowd->next = ARENA_ALLOC(world->arena, uint32_t, crowd->place_capacity);
    }
    memset(crowd->first, 0, world->map_count * sizeof *crowd->first);
    for (uint32_t i = world->player_count; i-- > 0;) {
        const Player *player = world->players[i];
        if (!player->used || !player->started)
            continue;
        const uint32_t map = world->actors[player->actor]->map;
        if (map >= world->map_count || map_is_elsewhere(world, map))
            continue;
        crowd->next[i] = crowd->first[map];
        crowd->first[map] = i + 1;
    }
    return crowd;
}
