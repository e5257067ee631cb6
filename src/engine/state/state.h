/* The structs of a world's state, generated from state.def, and the constants that they need.
 *
 * The idea. All that a running game remembers is in one tree of plain structs: a World has
 * maps, actors, running handlers (tasks) and players. Everything else in memory is either the
 * game file's content, which never changes, or an index that can be computed again. Since
 * state.def names every member once, saving, hashing, sending and printing need no
 * code for each of them, and no member can be forgotten.
 *
 * What is where. An Actor is a body on a map, of a player or of an NPC: position, movement,
 * attributes. A Player is what only its own client sees: bag, quests, open screens. A Task is a
 * handler that waits, for a tick, a screen or another task. A MapState holds the objects of a
 * map that was entered. Actors, tasks and players are referred to by index, or by a number
 * that is not used again, never by pointer: so their state can be copied and loaded.
 *
 * Units and conventions. Time is counted in ticks since the world started. Positions of actors
 * are 1/256 pixels (SUB) of the map's image. 0 means "none" for entities, tasks and
 * players, NONE for maps and NPCs. */
#ifndef OISIN_ENGINE_STATE_H
#define OISIN_ENGINE_STATE_H

#include "engine/state/script_observers.h"

/* ---- constants ---- */

typedef enum EffectKind {
#define EFFECT(NAME, doc) EFFECT_##NAME,
#include "engine/state/input.def"
} EffectKind;

enum { LOUDNESS_FULL = 256 };

enum {
    ACTORS_MAX = 8192,
    ORDERS_MAX = 32,
    TASKS_MAX = 16384,
    TASK_BUCKETS = 1024,
    ITEMS_MAX = 256,
    EFFECTS_MAX = 64,
    ALERTS_MAX = 16,
    OVERLAYS_MAX = 64,
    CUTSCENES_MAX = 2, /* nested */
    SHOTS_MAX = 32,
    PLAYERS_MAX = 6144, /* who are all actors too */
    PATH_CELLS_MAX = 1024,
    WAY_MAX = 48,  /* steps that an NPC knows ahead */
    SHOWN_MAX = 9, /* maps that can be seen at once */
    LOOT_MAX = 256,
    OBJECT_VALUES_MAX = 16384,
    TICK_BUDGET = 200000, /* instructions of all handlers in a tick */
    SUB = 256,            /* subpixels per pixel */
    ROW_IDLE = 0,         /* columns of a row of character sprites */
    ROW_WALK = 1,
    ROW_CLIMB = 2,
    ROW_JUMP = 3,
    ROW_RUN = 4,
    ROW_SWIM = 5,
    ROW_FLY = 6,
    ROW_HURT = 8,
    ROW_DIE = 9,
    ROW_ACTION = 10, /* of action 1; those of the others follow */
    ROW_PORTRAIT = 19,
    LAYER_OBJECTS = 4, /* from 0, in the order of the file */
    LAYER_NPCS = 5,
    LAYER_SPAWNERS = 6,
    LAYER_ROOFS = 7,
};

/* Entities as scripts refer to them: 0 none, 1 + the index of an actor, or ENTITY_OBJECT
 * + the sprite of an object. In a single-player game the player is always actor 0. */
enum { ENTITY_NONE = 0, ENTITY_PLAYER = 1 };
#define ENTITY_OBJECT 0x80000000u
/* The selected actor no longer exists, or never did. */
#define ACTOR_GONE (UINT32_MAX - 1)

typedef enum OrderKind { ORDER_MOVE, ORDER_TURN, ORDER_ACT } OrderKind;

typedef enum Wait {
    WAIT_NOTHING,
    WAIT_TICK,
    WAIT_SCREEN, /* for the screen that it opened */
    WAIT_FREE,   /* for another task's screen to close; then it opens its own */
    WAIT_ACTOR,
    WAIT_TASK, /* for the task that it called */
} Wait;

typedef enum Screen {
#define SCREEN(name, word, doc) SCREEN_##name,
#include "engine/state/input.def"
    SCREENS
} Screen;

/* An option of a screen is flags and an index. Without flags, the index is, by screen:
 * menu and pause: a Choice; dialog, chooser: an option; bag, skills: an item;
 * stats: an attribute; quests: a quest; market: an item of the NPC; crafting: a recipe;
 * character creation: a group of options. */
enum {
    OPTIONS_MAX = 320,
    INVENTORY_COLUMNS = 8,
#define OPTION_FLAG(NAME, value, doc) OPTION_##NAME = (value),
#include "engine/state/input.def"
    OPTION_INDEX = 0xFFF,
    CRAFT_FIELDS = 16,
};

typedef enum Choice {
#define CHOICE(NAME, doc) CHOICE_##NAME,
#include "engine/state/input.def"
    CHOICES
} Choice;

/* The tabs of the bag, in order. */
enum { TAB_INVENTORY, TAB_STATS, TAB_SKILLS, TAB_QUESTS, TABS };

/* Chat: messages, and items received or lost. */
typedef enum ChatKind { CHAT_SAID, CHAT_GOT, CHAT_LOST } ChatKind;
enum { CHAT_LINES = 64, CHAT_SIZE = 200, NAME_SIZE = 32 };

enum { QUEST_UNKNOWN, QUEST_OPEN, QUEST_DONE, QUEST_FAILED };

/* ---- structs ---- */

#define STATE_FILE "engine/state/state.def"
#include "engine/state/state_struct.h"

/* ---- a player of a world ---- */

/* A world and one of its players. Functions that act for a player, or answer a query for one,
 * take a PlayerContext. Handlers run in that of the player who caused them; for events without
 * a cause, the engine chooses a player nearby. In a shared world, player 0 is unused. */
struct PlayerContext {
    World *world;
    Player *player; /* never NULL */
};

/* The context of the player with an index. */
static inline PlayerContext player_context(World *world, uint32_t player_index)
{
    return (PlayerContext){world, world->players[player_index]};
}
/* That of the only player of a single-player game, and of a mirror's own player. */
static inline PlayerContext local_context(World *world) { return player_context(world, 0); }
/* The actor of the player; context_entity: its entity. */
static inline Actor *context_actor(PlayerContext ctx)
{
    return ctx.world->actors[ctx.player->actor];
}
static inline uint32_t context_entity(PlayerContext ctx) { return ctx.player->actor + 1; }
/* The player of an actor's entity; NULL if it is not a player. */
static inline Player *world_player_of(const World *world, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return NULL;
    const Actor *actor = world->actors[entity - 1];
    return actor->used && actor->player ? world->players[actor->player - 1] : NULL;
}

/* Whether an actor still follows an order, or performs an action. */
static inline bool actor_busy(const Actor *actor, uint32_t tick)
{
    return actor->order_count || (actor->action && tick < actor->action_until);
}

/* Whether another world of the group has this map. Whoever goes there waits until that world
 * takes the player: the map's state here is not the current one. */
static inline bool map_is_elsewhere(const World *world, uint32_t map)
{
    return world->elsewhere && map < world->map_count && world->elsewhere[map];
}

/* Hundredths of a second in ticks, rounded up. */
static inline uint32_t world_ticks_of(const World *world, uint32_t centiseconds)
{
    enum { TICKS_MAX = 1 << 30 }; /* added to a tick, it does not wrap for years */
    const uint64_t ticks = ((uint64_t)centiseconds * world->content->rate + 99) / 100;
    return ticks < TICKS_MAX ? (uint32_t)ticks : TICKS_MAX;
}
/* A hash over the whole state. */
uint64_t world_hash(const World *world);

#endif
