/* The world of a running game: all state that changes while it is played.
 *
 * `world_tick` advances it by one frame (header byte 39; 30 per second) with the input of
 * that frame; music and sounds to play are returned as effects. The world uses no clock,
 * no file and no floating point: the same game, seed and inputs have the same
 * `world_hash` on every machine.
 *
 * All code may read the structs; engine/render/ draws from them. Only engine/ changes them, and
 * server/ those of a mirror. Everything is allocated in the arena given to `world_new`.
 */
#ifndef OISIN_ENGINE_WORLD_H
#define OISIN_ENGINE_WORLD_H

#include "engine/rules/queries.h"
#include "engine/state/input.h"

typedef struct WorldOptions {
    uint64_t seed;
    size_t language; /* from 0; not used with `content` */
    Content
        *content;   /* of the game, which must outlive the world, and which only one world at
                       a time uses (world_use_content); NULL: a new one, in the world's arena */
    bool skip_menu; /* start a new game immediately */
    bool wait;      /* start nothing: call world_begin before the first tick */
    bool shared;    /* for many players; it starts without any */
    bool mirror;    /* a copy of a shared world as one of its players sees it */
    const uint8_t *elsewhere; /* per map: 1: another world has it; NULL: single world. Must
                                 outlive the world; see world_claims */
    const Observer *observer; /* set before the first handler runs; or NULL */
} WorldOptions;

/* A world at the main menu, or in a new game if the game has no menu. NULL if the game
 * has no map at all. */
World *world_new(const TngFile *game, const WorldOptions *options, Arena *arena,
                 Report *report);
/* Of several worlds with the same content, this one plays from now on. world_new does this. */
void world_use_content(World *world);
/* The rest of world_new, if `wait` was set: opens the menu, or starts a new game and runs
 * its start-up handler. False and a report if the game has no map to play on. */
bool world_begin(World *world, bool skip_menu);
void world_tick(World *world, const WorldInput *input);
/* The same for a shared world: an input for each player index; NULL: none. */
void world_tick_all(World *world, const WorldInput *const *inputs);
/* A player who joins a shared world. */
typedef struct WorldJoin {
    uint32_t id;      /* from 1, unique in this world */
    const char *name; /* UTF-8 */
    Bytes character;  /* from world_snapshot_player, packed; empty: a new character */
} WorldJoin;
struct SaveNotes; /* engine/save/save.h */
/* Call it between two ticks. Returns the player's index, from 1; NONE and a report if the world
 * is full or the character is damaged. Differences of a migration are added to `notes`. The
 * player's first effects can be read after the join and after the next tick. */
uint32_t world_join(World *world, const WorldJoin *join, struct SaveNotes *notes,
                    Report *report);
/* Removes the player. When world_snapshot_player's result joins again, these continue:
 * suspended handlers, the screens that they opened, orders. A handler of an NPC continues for
 * the only NPC of the same kind in the world or, if there are several, for the one with the
 * same actor index. These end: paths of clicks, pauses and other screens that the player
 * opened, handlers that are not part of the game, and handlers beyond the first 256. */
void world_remove_player(World *world, uint32_t player_index);
/* One side of a trade: items that a player gives. */
typedef struct WorldSide {
    uint32_t player_index;
    const Item *goods;
    size_t count;
} WorldSide;
/* Whether an object can be traded; skills cannot. */
bool world_tradable(World *world, uint32_t object);
/* How many of an object a player has. */
uint32_t world_held(const World *world, uint32_t player_index, uint32_t object);
/* Whether the giver has space for `takes` after giving `gives`. */
bool world_has_room(const World *world, const WorldSide *gives, const WorldSide *takes);
/* Exchanges all items or none; false: none, also while a handler waits for an answer of
 * one of the players. Call it between two ticks. */
bool world_exchange(World *world, const WorldSide sides[2]);
/* For mirrors (server/protocol/mirror.h), which apply what a server sends: */
/* The player with this index; it is created if necessary. */
Player *world_mirror_player(World *world, uint32_t player_index);
/* Sets the player's name, in the form in which worlds store it. */
void world_mirror_name(Player *player, const char *name);
/* Loads the map and those around it; NULL if it does not exist. */
MapState *world_mirror_map(World *world, uint32_t map);
/* Sets one object of a map, or all of them. */
void world_mirror_object(World *world, MapState *map, uint32_t cell, uint16_t sprite);
void world_mirror_objects(World *world, MapState *map, const uint16_t *objects);
/* Whether all references in a received screen exist. */
bool world_screen_is_valid(PlayerContext ctx, const ScreenState *screen);
/* Whether an actor can be in a cell with one of the ways of moving. True if there is no such
 * map. Loads the map. */
bool world_cell_is_open(World *world, uint32_t map, Cell cell);
/* The entity at a pixel of the player's map. */
uint32_t world_entity(PlayerContext ctx, Spot spot);
/* An attribute's value; the world does not change. */
int32_t world_attribute(PlayerContext ctx, uint32_t entity, uint32_t name);
/* The time of day of the visible map, 0 to 65535; 0 if it has no day and night. */
uint32_t world_daytime(PlayerContext ctx);
/* The effects of the last tick for the player. */
const Effect *world_effects(PlayerContext ctx, size_t *count);
/* Replaces them by the music and the movie that play now, from where they are. */
void world_repeat_sounds(PlayerContext ctx);

#endif
