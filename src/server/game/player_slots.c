/* The slots of zones. Server.player_slots has the slot of each account by its number. */
#include "server/game/player_slots.h"

#include "server/game/zones.h"

#include <assert.h>
#include <stdlib.h>

/* Slots do not move, since controllers refer to them. */
enum { BLOCK = 64, BLOCKS = PLAYERS_MAX / BLOCK };
static_assert(PLAYERS_MAX % BLOCK == 0, "each player index has a slot");

void player_slots_new(Zone *zone)
{
    zone->slot_blocks = ARENA_ALLOC(zone->arena, PlayerSlot *, BLOCKS);
}

PlayerSlot *player_slot_at(const Zone *zone, uint32_t player_index)
{
    PlayerSlot **block = &zone->slot_blocks[player_index / BLOCK];
    if (!*block)
        *block = ARENA_ALLOC(zone->arena, PlayerSlot, BLOCK);
    return &(*block)[player_index % BLOCK];
}

PlayerSlot *player_slot_of(const Server *server, int64_t account)
{
    return account > 0 && (uint64_t)account < server->player_slot_capacity
               ? server->player_slots[account]
               : NULL;
}

Controller *controller_of(const Server *server, int64_t account)
{
    const PlayerSlot *player_slot = player_slot_of(server, account);
    return player_slot ? player_slot->controller : NULL;
}

/* gcc's analyzer loses the owner of a reallocated list. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

/* Account numbers start at 1 and are dense. */
static void set_player_slot(Server *server, int64_t account, PlayerSlot *player_slot)
{
    size_t capacity = server->player_slot_capacity ? server->player_slot_capacity : 256;
    while (capacity <= (uint64_t)account)
        capacity *= 2;
    if (capacity > server->player_slot_capacity) {
        PlayerSlot **player_slots =
            realloc(server->player_slots, capacity * sizeof *player_slots);
        if (!player_slots)
            abort();
        memset(player_slots + server->player_slot_capacity, 0,
               (capacity - server->player_slot_capacity) * sizeof *player_slots);
        server->player_slots = player_slots;
        server->player_slot_capacity = capacity;
    }
    server->player_slots[account] = player_slot;
}

PlayerSlot *player_slot_put(Zone *zone, uint32_t player_index, int64_t account)
{
    PlayerSlot *player_slot = player_slot_at(zone, player_index);
    if (player_slot->account)
        set_player_slot(zone->server, player_slot->account, NULL);
    *player_slot = (PlayerSlot){.account = account,
                                .zone = zone,
                                .player_index = player_index,
                                .lost = loop_now(zone->server->loop)};
    if (account)
        set_player_slot(zone->server, account, player_slot);
    return player_slot;
}
