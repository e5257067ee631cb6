/* The world of a running game: all state that changes while it is played.
 *
 * `world_tick` advances it by one frame (header byte 39; 30 per second) with the input of
 * that frame; music and sounds to play are returned as effects. The world uses no clock,
 * no file and no floating point: the same game, seed and inputs have the same
 * `world_hash` on every machine.
 *
 * All code may read the structs; render/ draws from them. Only engine/ changes them, and
 * net/ those of a mirror. Everything is allocated in the arena given to `world_new`.
 */
#ifndef OISIN_ENGINE_WORLD_H
#define OISIN_ENGINE_WORLD_H

#include "engine/state/state.h"

/* ---- input ---- */

typedef enum WorldButton { /* bits: pressed since the last tick */
#define BUTTON(name, word, doc) BUTTON_BIT_##name,
#include "engine/state/input.def"
                           BUTTON_BITS,
#define BUTTON(name, word, doc) BUTTON_##name = 1 << BUTTON_BIT_##name,
#include "engine/state/input.def"
} WorldButton;

typedef enum WorldOffer { /* bits: set as long as it is available */
#define OFFER(name, word, doc) OFFER_BIT_##name,
#include "engine/state/input.def"
                          OFFER_BITS,
#define OFFER(name, word, doc) OFFER_##name = 1 << OFFER_BIT_##name,
#include "engine/state/input.def"
} WorldOffer;

/* All zero: no input. */
typedef struct WorldInput {
    uint32_t direction;         /* held: 0 none, 1 + Direction */
    uint32_t offers;            /* held: WorldOffer bits; other choices are disabled */
    uint32_t buttons;           /* of WorldButton */
    uint32_t action;            /* 1-9: a default action */
    uint32_t item;              /* 1 + the item of the bag to use */
    uint32_t belt;              /* 1 + the place of the belt to use; in the bag: to fill */
    uint32_t option;            /* 1 + the row that was clicked: selects and activates it */
    uint32_t select;            /* 1 + the row to select */
    int32_t adjust;             /* -1, 1: decrease or increase that row, or the selected one */
    uint32_t tab;               /* 1 + the tab of the bag that was clicked */
    uint32_t go;                /* 1: walk to, or talk to, what is at `target` */
    int32_t target_x, target_y; /* pixels of the map's image */
    const char *text;           /* entered text: a name or a chat message; NULL: none */
} WorldInput;

typedef struct WorldOptions {
    uint64_t seed;
    size_t language;          /* from 0 */
    bool skip_menu;           /* start a new game immediately */
    bool wait;                /* start nothing: call world_begin before the first tick */
    bool shared;              /* for many players; it starts without any */
    bool mirror;              /* a copy of a shared world as one of its players sees it */
    const uint8_t *elsewhere; /* per map: 1: another world has it; NULL: single world. Must
                                 outlive the world; see world_claims */
    const Observer *observer; /* set before the first handler runs; or NULL */
} WorldOptions;

/* A world at the main menu, or in a new game if the game has no menu. NULL if the game
 * has no map at all. */
World *world_new(const TngFile *game, const WorldOptions *options, Arena *arena,
                 Report *report);
/* The rest of world_new, if `wait` was set: opens the menu, or starts a new game and runs
 * its start-up handler. False and a report if the game has no map to play on. */
bool world_begin(World *world, bool skip_menu);
void world_tick(World *world, const WorldInput *input);
/* The same for a shared world: an input for each place of a player; NULL: none. */
void world_tick_all(World *world, const WorldInput *const *inputs);
/* A player who joins a shared world. */
typedef struct WorldJoin {
    uint32_t id;      /* from 1, unique in this world */
    const char *name; /* UTF-8 */
    Bytes character;  /* from world_character, packed; empty: a new character */
} WorldJoin;
struct SaveNotes; /* engine/save/save.h */
/* Call it between two ticks. Returns the place, from 1; NONE and a report if the world is
 * full or the character is damaged. Differences of a migration are added to `notes`.
 * world_effects has the player's first effects until the tick after the next starts. */
uint32_t world_join(World *world, const WorldJoin *join, struct SaveNotes *notes,
                    Report *report);
/* Removes the player. When world_character's result joins again, these continue: suspended
 * handlers, the screens that they opened, orders; for NPCs if the same one, or one of its
 * kind, is still at its position. These end: paths of clicks, pauses and other screens of
 * the player's own, handlers which are not part of the game, and all beyond 256. */
void world_part(World *world, uint32_t place);
/* One side of a trade: items that the player at a place gives. */
typedef struct WorldSide {
    uint32_t place;
    const Item *goods;
    size_t count;
} WorldSide;
/* world_tradable: whether an object can be traded; skills cannot. world_held: how many of
 * it a player has. */
bool world_tradable(World *world, uint32_t object);
uint32_t world_held(const World *world, uint32_t place, uint32_t object);
/* Whether the giver has space for `takes` after giving `gives`. */
bool world_has_room(const World *world, const WorldSide *gives, const WorldSide *takes);
/* Exchanges all items or none; false: none, also while a handler waits for an answer of
 * one of the players. Call it between two ticks. */
bool world_exchange(World *world, const WorldSide sides[2]);
/* A group of worlds, each with some of the maps of a game (`elsewhere`). Events that
 * concern the other worlds are fetched after each tick (this empties the list; its rows
 * are valid until the next tick) and forwarded to them between two ticks.
 * Claims: in a group, a global quest counts as completed only after world_quest_won. */
const QuestClaim *world_claims(World *world, size_t *count);
void world_quest_won(World *world, uint32_t quest, uint32_t id);
/* world_puts: objects placed on maps that are `elsewhere`; world_put: places them. */
const RemotePut *world_puts(World *world, size_t *count);
void world_put(World *world, const RemotePut *put);
/* Sets a global attribute, by its ordinal, without running its handler. */
void world_set_global(World *world, uint32_t attribute, int32_t value);
/* Sets the time of day: ticks since the start. */
void world_set_clock(World *world, uint32_t ticks);
/* Makes the player at this place the current one, to whom queries refer; false if there
 * is none. */
bool world_turn(World *world, uint32_t place);
/* Moves only the current player for one tick: 1 + a direction, or 0. For mirrors, which
 * predict the server's answer. */
void world_walk(World *world, uint32_t direction);
/* For mirrors: another player's place; the name as stored; a map, loaded with those
 * around it, NULL if there is none; one object of a map; all objects of a map. */
Player *world_mirror_player(World *world, uint32_t place);
void world_mirror_name(Player *player, const char *name);
MapState *world_mirror_map(World *world, uint32_t map);
void world_mirror_object(World *world, MapState *map, uint32_t cell, uint16_t sprite);
void world_mirror_objects(World *world, MapState *map, const uint16_t *objects);
/* Whether all references in a received screen exist. */
bool world_screen_holds(World *world, const ScreenState *screen);
/* The effects of the last tick for the current player. */
const Effect *world_effects(const World *world, size_t *count);
/* A hash over the whole state. */
uint64_t world_hash(const World *world);

/* Runs external bytecode like an event handler; it is verified first and must live as long
 * as the world. It runs until it ends or waits for a tick. Returns the number of its
 * task; 0 and a report if it cannot be started. */
uint32_t world_run(World *world, Bytes code, uint32_t self, uint32_t opponent, Report *report);
/* Runs a handler of the game as if its event had happened; otherwise the same. */
uint32_t world_start(World *world, ScriptRef ref, uint32_t self, uint32_t opponent,
                     Location place, Report *report);
/* Whether that task is still running. */
bool world_runs(const World *world, uint32_t task);
/* The value of an expression for the run's self, opponent and locals; the world does not
 * change. False and a report if the code is invalid. */
bool world_evaluate(World *world, Bytes code, const MachineRun *at, int32_t *out,
                    Report *report);

/* The entity at a pixel of the player's map. */
uint32_t world_entity(World *world, Spot spot);

/* The time of day of the visible map, 0 to 65535; 0 if it has no day and night. */
uint32_t world_daytime(const World *world);
/* An attribute's value; the world does not change. */
int32_t world_attribute(World *world, uint32_t entity, uint32_t name);
/* Compares by a condition's relation, 0 to 5: = != >= > <= <; true for all others. */
bool relation_holds(unsigned relation, int32_t a, int32_t b);
/* world_price: the price of an object, 0 if it is free; world_sale: what this NPC pays. */
int32_t world_price(World *world, uint32_t object);
int32_t world_sale(World *world, uint32_t actor, uint32_t object);
/* How many of an object the player has; whether all ingredients are available. */
int32_t world_count(World *world, uint32_t object);
bool world_can_craft(World *world, const Recipe *recipe);
/* The object of an option of the market, crafting or inventory screen, whatever its flags
 * are; TNG_NO_SPRITE for other options (a field of crafting). */
uint32_t world_option_object(World *world, uint32_t option);
/* The label of an option of ordered crafting that has no object: "field 3", "make". */
Text world_craft_word(uint32_t option, Arena *arena);
/* The recipe that matches the fields of the crafting screen; NULL: none. */
const Recipe *world_recipe(World *world);
/* For character creation: the points left; the number of colour rows of a group, 0 if it
 * has none. */
int32_t world_points_left(const World *world);
uint32_t world_palettes(World *world, uint32_t group);
/* The map on the screen and the centre of the view, in pixels. */
uint32_t world_view(const World *world, Spot *middle);
/* A visible map, and the offset of its image relative to the first one. */
typedef struct ShownMap {
    MapState *map;
    uint32_t index;
    Cell cells; /* its cell (0, 0), in cells of the first */
    Spot shift; /* pixels */
} ShownMap;
/* The map on the screen, then the loaded ones joined to it; returns their number. */
size_t world_shown(World *world, ShownMap out[SHOWN_MAX]);
/* The same for any map. */
size_t world_around(World *world, uint32_t map, ShownMap out[SHOWN_MAX]);
/* The actor of the current player; world_self: its entity. */
static inline Actor *world_player(const World *world)
{
    return world->actors[world->me->actor];
}
static inline uint32_t world_self(const World *world) { return world->me->actor + 1; }
/* The player of an actor's entity; NULL if it is not a player. */
static inline Player *world_player_of(const World *world, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return NULL;
    const Actor *actor = world->actors[entity - 1];
    return actor->used && actor->player ? world->players[actor->player - 1] : NULL;
}
static inline uint32_t world_hsec(const World *world, uint32_t hsec)
{
    enum { TICKS_MAX = 1 << 30 }; /* added to a tick, it does not wrap for years */
    const uint64_t ticks = ((uint64_t)hsec * world->content->rate + 99) / 100;
    return ticks < TICKS_MAX ? (uint32_t)ticks : TICKS_MAX;
}

#endif
