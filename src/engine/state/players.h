/* Players by index, what they are near, and the players of each map.
 *
 * A player is known by an index of World.players. In a single-player game it is 0; in a
 * shared world 0 is unused, and the indices of players who have left are used again. */
#ifndef OISIN_ENGINE_PLAYERS_H
#define OISIN_ENGINE_PLAYERS_H

#include "engine/state/state.h"

/* The index of the player of an entity's handlers: the entity's own player, otherwise that
 * of the context. */
uint32_t player_index_of(PlayerContext ctx, uint32_t self);
/* The player of an index; allocates those up to it. */
Player *player_new(World *world, uint32_t player_index);
/* Whether one actor may pass through another: in shared worlds, players may. */
bool players_pass(const World *world, uint32_t who, uint32_t whom);
static inline bool entity_is_npc(const World *world, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return false;
    const Actor *actor = world->actors[entity - 1];
    return actor->used && !actor->player;
}
/* Bits of Near for the player; 0 if there are none. */
uint32_t near_get(const Player *player, uint64_t key);
void near_set(PlayerContext ctx, uint64_t key, uint32_t bits);
/* The key of an object; an actor's key is its index. */
static inline uint64_t near_key(uint32_t map, uint32_t cell)
{
    return (uint64_t)(map + 1) << 32 | cell;
}
/* Adds a cell to the player's path, which must have fewer than PATH_CELLS_MAX. */
void path_push(PlayerContext ctx, Cell cell);
/* Removes the key from all players. */
void nears_clear(World *world, uint64_t key);
/* The context of the next player in a game, starting at an index; false if there is none. */
bool context_next(World *world, uint32_t *player_index, PlayerContext *ctx);
/* The players of each map, as linked lists: a map has players if its `first` is not 0. */
typedef struct Crowd {
    uint32_t *first; /* per map: 1 + a player's index */
    uint32_t *next;  /* per player: 1 + the next player of the same map; 0: end */
    uint32_t place_capacity;
} Crowd;
const Crowd *crowd_now(World *world);

#endif
