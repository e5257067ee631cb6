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

#include "engine/state/observe.h"

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

/* ---- output ---- */

typedef enum EffectKind {
    EFFECT_MUSIC, /* loop it; name 0: stop */
    EFFECT_MUSIC_ONCE,
    EFFECT_SOUND,
    EFFECT_SPEECH,
    EFFECT_MOVIE, /* its sound, once from the start; name 0: stop */
    EFFECT_MOVIE_LOOP,
    EFFECT_EXIT,     /* menu choices: leave the program */
    EFFECT_CONTINUE, /* continue with the last saved game, and so on */
    EFFECT_LOAD,
    EFFECT_SAVE,
    EFFECT_OPTIONS,
    EFFECT_LANGUAGES,
    EFFECT_WEBSITE,  /* name: the address */
    EFFECT_TYPE,     /* request input of a name, see WorldInput.text */
    EFFECT_AUTOSAVE, /* a good moment for an autosave: a new map, or a pause */
} EffectKind;

enum { LOUDNESS_FULL = 256 };

typedef struct Effect {
    EffectKind kind;
    uint32_t name;     /* string offset */
    int32_t pan;       /* -100 left to 100 right */
    uint32_t loudness; /* 0 to LOUDNESS_FULL; decreases with the distance */
} Effect;

/* ---- state ---- */

enum {
    ACTORS_MAX = 4096,
    ORDERS_MAX = 32,
    TASKS_MAX = 16384,
    TASK_BUCKETS = 1024,
    ITEMS_MAX = 256,
    EFFECTS_MAX = 64,
    ALERTS_MAX = 16,
    OVERLAYS_MAX = 64,
    CUTSCENES_MAX = 2, /* nested */
    SHOTS_MAX = 32,
    PLAYERS_MAX = 2048, /* who are all actors too */
    PATH_CELLS_MAX = 1024,
    WAY_MAX = 48,  /* steps that an NPC knows ahead */
    SHOWN_MAX = 9, /* maps that can be seen at once */
    LOOT_MAX = 256,
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

typedef struct Location {
    uint32_t map; /* NONE: nowhere */
    Cell cell;
} Location;

typedef enum OrderKind { ORDER_MOVE, ORDER_TURN, ORDER_ACT } OrderKind;

typedef struct Order {
    uint32_t kind, value; /* direction, or column of the row */
    uint32_t amount;      /* cells, or ticks */
} Order;

/* An actor: a player or an NPC. */
typedef struct Actor {
    uint32_t used, npc, map; /* npc: ordinal in section 28, NONE for players */
    Spot at;                 /* the feet, 1/256 pixels of the map's image */
    uint32_t direction;
    uint32_t moving;                             /* ticks since it started to walk; 0: stands */
    uint32_t action, action_since, action_until; /* a column that is played temporarily */
    uint32_t movement, path, point, turn_at;     /* as in TngNpc; tick of the next turn */
    uint32_t going;                              /* 1: on the way to the cell `goal` */
    Cell goal;
    uint32_t stuck;   /* ticks without progress */
    uint32_t near;    /* bits: events whose distance the player is within */
    uint32_t spawner; /* 1 + the index of its spawn point on its map */
    uint32_t born, born_until, born_sprite; /* spawning animation: category << 16 | index */
    uint32_t talking;                       /* tick until which it stands still */
    int32_t altitude;
    uint32_t transport;              /* 0 walk, 1 swim, 2 fly, 3 drive */
    uint32_t gait;                   /* the column for moving: ROW_IDLE to ROW_FLY */
    int32_t lift;                    /* 1: above the object in its cell, -1: beneath it */
    int32_t height;                  /* pixels above the ground during a leap */
    uint32_t leap_since, leap_until; /* ticks; leap_until 0: no leap */
    Spot leap_from, leap_to;
    uint32_t flinch;  /* 1: the action only shows that it was hurt; it does not block */
    uint32_t mortal;  /* 1: it has had hit points, so it dies when it has none left */
    int32_t health;   /* hit points at the end of the last tick */
    uint32_t dying;   /* the tick of its removal; 0: alive */
    uint32_t contact; /* single player: 1 + the tick of the player's last touch; 0: never */
    uint32_t retry;   /* the tick from which on it searches for a path again */
    uint32_t waited;  /* ticks for which an actor blocked its way */
    uint32_t pressed; /* the tick until which it pushes past other NPCs */
    Cell way_goal;    /* the goal of `way` */
    uint32_t way_count, order_count;
    Order orders[ORDERS_MAX];
    uint8_t way[WAY_MAX]; /* path as directions; the next step is the last element */
    int32_t *values;      /* attributes in their order, then the items' quantities */
    uint32_t value_count, value_room;
    uint32_t player; /* 1 + the place of its player; 0: an NPC */
    uint32_t fate;   /* number of the task that decides whether it dies; 0: none */
} Actor;

typedef struct Item {
    uint32_t sprite, count;
} Item;

/* An object with timers or distance events. */
typedef struct Watch {
    Cell cell;
    uint32_t sprite, near;
} Watch;

typedef struct SpawnPoint {
    Cell cell;
    uint32_t spawner, next; /* tick */
} SpawnPoint;

typedef struct MapState {
    const TngMap *record;
    uint16_t *cells;    /* layer by layer; TNG_NO_SPRITE (65535): empty */
    uint16_t *original; /* the objects before the first change, if `kept` */
    bool kept;
    uint8_t *mask;          /* per cell: bits 0-2 collision type, bit 3 triggers */
    uint32_t *owner;        /* per cell: 1 + the cell of the object that triggers */
    bool damaged;           /* unreadable: treated as missing */
    bool stale;             /* mask and owner must be recomputed */
    uint8_t *ground;        /* per cell: bit n: tiles allow transport n; bit 7: computed */
    uint32_t neighbours[6]; /* their indices, NONE where there is none */
    uint64_t changes;       /* hash over all changes of objects */
    Watch *watches;
    size_t watch_count, watch_room;
    SpawnPoint *spawns;
    size_t spawn_count;
} MapState;

typedef enum Wait {
    WAIT_NOTHING,
    WAIT_TICK,
    WAIT_SCREEN, /* for the screen that it opened */
    WAIT_FREE,   /* for another task's screen to close; then it opens its own */
    WAIT_ACTOR,
    WAIT_TASK, /* for the task that it called */
} Wait;

/* A running handler. */
typedef struct Task {
    uint32_t used, slot; /* number, increasing, 0: free; index among the tasks */
    ScriptRef ref;
    uint32_t wait, until; /* Wait; tick, actor, or number of the called task */
    uint32_t screen,
        record; /* WAIT_FREE: the screen and record to open; else the called task's slot */
    int32_t duration;             /* of a dialog, 1/100 s */
    uint32_t actor;               /* selected by npc and actor; index, NONE: none, ACTOR_GONE */
    uint32_t parent, parent_slot; /* the task that called event */
    uint32_t cutscene;            /* nesting level of its cutscene; 0: none */
    Location place;               /* of the object it belongs to */
    uint32_t began_self;          /* owner and location at its start: while it runs, */
    Location began_at;            /* the same handler does not start again for them */
    uint32_t player;              /* the player for whom it opens screens and gives items */
    MachineRun *run;              /* machine_run_size() of its program */
    size_t run_size;
} Task;

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
    OPTION_SELL = 0x8000,    /* market, ordered crafting: an item of the player */
    OPTION_FIELD = 0x4000,   /* ordered crafting: one of the 16 fields */
    OPTION_PALETTE = 0x4000, /* character creation: the colours of a group */
    OPTION_POINTS = 0x2000,  /* character creation: a primary attribute */
    OPTION_NAME = 0x1000,    /* character creation: the name */
    OPTION_DONE = 0x1001,    /* start the game; craft from the fields */
    OPTION_BACK = 0x1002,    /* to the menu */
    OPTION_INDEX = 0xFFF,
    CRAFT_FIELDS = 16,
};

typedef enum Choice {
    CHOICE_CONTINUE,
    CHOICE_NEW,
    CHOICE_LOAD,
    CHOICE_OPTIONS,
    CHOICE_LANGUAGES,
    CHOICE_CREDITS,
    CHOICE_WEBSITE,
    CHOICE_EXIT,
    CHOICE_RESUME,
    CHOICE_SAVE,
    CHOICE_MENU,
    CHOICES
} Choice;

/* The tabs of the bag, in order. */
enum { TAB_INVENTORY, TAB_STATS, TAB_SKILLS, TAB_QUESTS, TABS };

typedef struct ScreenState {
    uint32_t screen, record; /* Screen; ordinal of dialog, ..., or the actor of a market */
    uint32_t since, until;   /* ticks; until 0: until the player closes it */
    uint32_t task;           /* number of the task that waits for it; 0: none */
    uint32_t selected;       /* of the options below */
    uint32_t option_count;
    uint16_t options[OPTIONS_MAX]; /* which of the record's options are shown */
    uint32_t result_set;
    int32_t result; /* assigned to the local a */
} ScreenState;

typedef struct AlertState {
    uint32_t alert, since;
} AlertState;

/* An object's animation started by a script. */
typedef struct Overlay {
    uint32_t sprite, since, until;
    Location place;
} Overlay;

/* A projectile: it flies from one position to another, then its action happens. */
typedef struct Shot {
    uint32_t sprite; /* category << 16 | index */
    uint32_t map, since, until;
    Spot from, to;   /* pixels */
    uint32_t action; /* 1-9 */
    Cell target;
    uint32_t player; /* the place of the player who threw it */
} Shot;

/* Chat: messages, and items received or lost; it does not affect the world. */
typedef enum ChatKind { CHAT_SAID, CHAT_GOT, CHAT_LOST } ChatKind;
enum { CHAT_LINES = 64, CHAT_SIZE = 200, NAME_SIZE = 32 };

typedef struct ChatLine {
    uint32_t kind, tick;
    uint32_t object, amount;               /* CHAT_GOT, CHAT_LOST */
    char name[NAME_SIZE], text[CHAT_SIZE]; /* CHAT_SAID: UTF-8, ended by 0 */
} ChatLine;

/* An object on the ground with a quantity other than one. */
typedef struct Loot {
    Location place;
    uint32_t quantity;
} Loot;

enum { QUEST_UNKNOWN, QUEST_OPEN, QUEST_DONE, QUEST_FAILED };

/* An actor or object that a player is near: bit n: within the distance of its n-th event. */
typedef struct Near {
    uint64_t key; /* an actor's index; or (map + 1) << 32 | cell of an object */
    uint32_t bits;
} Near;

/* The state of a player that others do not see; what they see is the actor. Members that
 * each tick reads come first, in few cache lines: a server has a thousand players. */
typedef struct Player {
    bool used;       /* else this place is free */
    bool started;    /* a game is running, perhaps behind the menu */
    bool fresh;      /* no tick since the start: the effects of the start are still there */
    uint32_t actor;  /* index; 0 in a single-player game */
    uint32_t id;     /* identifies the player, see WorldJoin; 1 in a single-player game */
    uint32_t offers; /* of the last input */
    uint32_t effect_count, alert_count, path_count, item_count;
    Location scene; /* of a scripted cutscene; map NONE: none */
    int32_t scene_minutes;
    Location errand;    /* what to click at the end of the path */
    Location beyond;    /* where the path continues on another map; map NONE: it does not */
    Location entered;   /* where the player entered the map */
    uint32_t arrived;   /* tick of the last change of map */
    uint32_t touched;   /* 1 + the cell of the object being touched; 0: none */
    uint32_t contact;   /* 1 + the tick of the last touch of it; 0: never */
    uint32_t met;       /* shared worlds: the entity that was touched last */
    uint32_t met_at;    /* 1 + the tick of that; 0: never */
    uint32_t music;     /* name of the current music */
    uint32_t beginning; /* after the intro: 0 nothing, 1 the menu, 2 a game */
    uint32_t near_count, near_room;
    Near *nears;        /* shared worlds: what the player is near, ordered by `key` */
    ScreenState screen; /* the topmost one */
    uint16_t equipped[TNG_EQUIP_SLOTS];
    uint16_t belt[TNG_EQUIP_SLOTS];  /* quick slots; TNG_NO_SPRITE: empty */
    Ingredient fields[CRAFT_FIELDS]; /* contents of the fields of ordered crafting */
    uint32_t field;                  /* the field that gets the next one */
    AlertState alerts[ALERTS_MAX];
    uint8_t *quests;      /* per quest; QUEST_UNKNOWN and so on */
    uint32_t *choices;    /* per group of character options: the chosen one, NONE: none */
    uint32_t *palettes;   /* per group: row of its palettes sprite; 0: unchanged colours */
    uint8_t *possible;    /* per group: number of options; only in character creation */
    int32_t *points;      /* per attribute: points assigned in character creation */
    char name[NAME_SIZE]; /* UTF-8, ended by 0 */
    Item items[ITEMS_MAX];
    ScreenState under;   /* the cutscene or menu beneath `screen`, if any */
    ScreenState outer;   /* the cutscene that continues after the current one */
    ScreenState paused;  /* the screen beneath the pause screen */
    ChatLine *chat;      /* ring buffer: line n is at n % CHAT_LINES; NULL in shared worlds */
    uint32_t chat_count; /* total number of lines */
    uint32_t seeking;    /* 1: the path search for a click is in progress; see clicks.c */
    Cell sought;         /* ... to this cell */
    Cell path[PATH_CELLS_MAX]; /* of a click: the next cell is the last */
    Effect effects[EFFECTS_MAX];
} Player;

/* A player has fulfilled a global quest and asks for its completion. */
typedef struct QuestClaim {
    uint32_t quest, id; /* ordinal; Player.id */
} QuestClaim;

/* A script has placed an object on a map of another world; TNG_NO_SPRITE: removed it. */
typedef struct RemotePut {
    uint32_t map, cell;
    uint16_t sprite;
} RemotePut;

/* A world is either for one player, whose menus, intro and pauses belong to it; or it is
 * shared by many players, who join and leave (`world_join`, `world_part`); its time never
 * stops. Functions that act for a player take a Turn. */
struct WorldHooks;
typedef struct World {
    Content *content;
    Arena *arena;
    uint32_t tick;
    uint64_t random;
    bool shared;
    bool mirror;           /* a client's copy: its state changes only by server messages */
    uint32_t play_started; /* the tick in which the game started */
    Player **players;      /* one for each place that was ever used */
    uint32_t player_count; /* places */
    Actor *actors[ACTORS_MAX];
    uint32_t actor_count;   /* 1 + the highest index in use */
    uint32_t actor_changes; /* incremented when an actor is added or removed */
    MapState **maps;
    uint32_t map_count;
    int32_t *globals;     /* per attribute */
    uint32_t quest_count; /* of the game */
    uint32_t *winners;    /* per quest: `Player.id` of who completed a global one; 0: nobody */
    QuestClaim *claims;   /* in a group of worlds, until they are fetched; no state */
    size_t claim_count, claim_room;
    const uint8_t
        *elsewhere;  /* per map: 1: another world has it; NULL: single world; no state */
    RemotePut *puts; /* on those maps, until they are fetched; no state */
    size_t put_count, put_room;
    uint32_t choice_count;
    Task **tasks; /* one for each slot that was ever used */
    uint32_t task_count, task_number;
    uint32_t task_free; /* all slots below it are in use */
    Task *running;      /* the innermost running one; NULL between ticks */
    uint32_t *task_chains, task_heads[TASK_BUCKETS]; /* slots + 1, see pool.c */
    uint32_t depth;                                  /* nesting of handlers and expressions */
    uint32_t budget;                                 /* instructions left in this tick */
    uint32_t charge;      /* cost of the current query, in instructions */
    uint64_t work;        /* cost of the commands of this tick; 1 is about a visited cell */
    uint32_t expressions; /* instructions of calculated attributes in this tick */
    Overlay overlays[OVERLAYS_MAX];
    uint32_t overlay_count;
    Shot shots[SHOTS_MAX];
    uint32_t shot_count;
    Loot loot[LOOT_MAX];
    uint32_t loot_count;
    uint8_t *shown;           /* per map: which NPCs move: actor.c; no state */
    struct Crowd *crowd;      /* players per map: players.c; no state */
    struct Places *places;    /* actors per cell: places.c; no state */
    struct Search *search;    /* memory for path searches: search.c; no state */
    struct Clicks *clicks;    /* path searches for clicks: clicks.c */
    uint32_t searched;        /* cells visited for clicks in the last tick with clicks */
    uint32_t regions_made;    /* 1 + the tick of the last computation: regions.c; no state */
    const Observer *observer; /* or NULL; may be set at any time between ticks */
    const struct WorldHooks *hooks;
} World;

/* A world and one of its players: functions that act for a player, or answer what is true
 * for one, take a turn. Handlers run in the turn of the player who caused them; for events
 * without a cause, the engine chooses a player nearby. In a shared world, place 0 is
 * nobody's: its actor is not in use. */
struct Turn {
    World *world;
    Player *player; /* never NULL */
};

/* The turn of the player at a place. */
static inline Turn turn_at(World *world, uint32_t place)
{
    return (Turn){world, world->players[place]};
}
/* That of the only player of a single-player game, and of a mirror's own player. */
static inline Turn own_turn(World *world) { return turn_at(world, 0); }

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
/* Moves only the player for one tick: 1 + a direction, or 0. For mirrors, which
 * predict the server's answer. */
void world_walk(Turn turn, uint32_t direction);
/* For mirrors: another player's place; the name as stored; a map, loaded with those
 * around it, NULL if there is none; one object of a map; all objects of a map. */
Player *world_mirror_player(World *world, uint32_t place);
void world_mirror_name(Player *player, const char *name);
MapState *world_mirror_map(World *world, uint32_t map);
void world_mirror_object(World *world, MapState *map, uint32_t cell, uint16_t sprite);
void world_mirror_objects(World *world, MapState *map, const uint16_t *objects);
/* Whether all references in a received screen exist. */
bool world_screen_holds(Turn turn, const ScreenState *screen);
/* The effects of the last tick for the player. */
const Effect *world_effects(Turn turn, size_t *count);
/* A hash over the whole state. */
uint64_t world_hash(const World *world);

/* Runs external bytecode like an event handler; it is verified first and must live as long
 * as the world. It runs until it ends or waits for a tick. Returns the number of its
 * task; 0 and a report if it cannot be started. */
uint32_t world_run(Turn turn, Bytes code, uint32_t self, uint32_t opponent, Report *report);
/* Runs a handler of the game as if its event had happened; otherwise the same. */
uint32_t world_start(Turn turn, ScriptRef ref, uint32_t self, uint32_t opponent, Location place,
                     Report *report);
/* Whether that task is still running. */
bool world_runs(const World *world, uint32_t task);
/* The value of an expression for the run's self, opponent and locals; the world does not
 * change. False and a report if the code is invalid. */
bool world_evaluate(Turn turn, Bytes code, const MachineRun *at, int32_t *out, Report *report);

/* The entity at a pixel of the player's map. */
uint32_t world_entity(Turn turn, Spot spot);

/* The time of day of the visible map, 0 to 65535; 0 if it has no day and night. */
uint32_t world_daytime(Turn turn);
/* An attribute's value; the world does not change. */
int32_t world_attribute(Turn turn, uint32_t entity, uint32_t name);
/* Compares by a condition's relation, 0 to 5: = != >= > <= <; true for all others. */
bool relation_holds(unsigned relation, int32_t a, int32_t b);
/* world_price: the price of an object, 0 if it is free; world_sale: what this NPC pays. */
int32_t world_price(World *world, uint32_t object);
int32_t world_sale(World *world, uint32_t actor, uint32_t object);
/* How many of an object the player has; whether all ingredients are available. */
int32_t world_count(Turn turn, uint32_t object);
bool world_can_craft(Turn turn, const Recipe *recipe);
/* The object of an option of the market, crafting or inventory screen, whatever its flags
 * are; TNG_NO_SPRITE for other options (a field of crafting). */
uint32_t world_option_object(Turn turn, uint32_t option);
/* The label of an option of ordered crafting that has no object: "field 3", "make". */
Text world_craft_word(uint32_t option, Arena *arena);
/* The recipe that matches the fields of the crafting screen; NULL: none. */
const Recipe *world_recipe(Turn turn);
/* For character creation: the points left; the number of colour rows of a group, 0 if it
 * has none. */
int32_t world_points_left(Turn turn);
uint32_t world_palettes(World *world, uint32_t group);
/* The map on the screen and the centre of the view, in pixels. */
uint32_t world_view(Turn turn, Spot *middle);
/* A visible map, and the offset of its image relative to the first one. */
typedef struct ShownMap {
    MapState *map;
    uint32_t index;
    Cell cells; /* its cell (0, 0), in cells of the first */
    Spot shift; /* pixels */
} ShownMap;
/* The map on the screen, then the loaded ones joined to it; returns their number. */
size_t world_shown(Turn turn, ShownMap out[SHOWN_MAX]);
/* The same for any map. */
size_t world_around(World *world, uint32_t map, ShownMap out[SHOWN_MAX]);
/* The actor of the player; turn_entity: its entity. */
static inline Actor *turn_actor(Turn turn) { return turn.world->actors[turn.player->actor]; }
static inline uint32_t turn_entity(Turn turn) { return turn.player->actor + 1; }
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
