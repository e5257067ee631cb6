/* The world of a running game: everything that changes while it is played.
 *
 * `world_tick` advances it by one frame (header byte 39, 30 a second) with
 * the input of that frame; what should be heard comes out as effects. There
 * is no clock, no file, no floating point: the same game, seed and inputs give
 * the same `world_hash` on every machine.
 *
 * The structs are open for reading: render/ draws from them. Only engine/
 * changes them, and net/ those of a mirror. Everything lives in the arena given to `world_new`.
 */
#ifndef OISIN_ENGINE_WORLD_H
#define OISIN_ENGINE_WORLD_H

#include "engine/observe.h"

/* ---- input ---- */

typedef enum WorldButton { /* bits: pressed since the last tick */
#define BUTTON(name, word, doc) BUTTON_BIT_##name,
#include "engine/input.def"
                           BUTTON_BITS,
#define BUTTON(name, word, doc) BUTTON_##name = 1 << BUTTON_BIT_##name,
#include "engine/input.def"
} WorldButton;

typedef enum WorldOffer { /* bits: as long as it is so */
#define OFFER(name, word, doc) OFFER_BIT_##name,
#include "engine/input.def"
                          OFFER_BITS,
#define OFFER(name, word, doc) OFFER_##name = 1 << OFFER_BIT_##name,
#include "engine/input.def"
} WorldOffer;

/* All zero: nothing is done. */
typedef struct WorldInput {
    uint32_t direction; /* held: 0 none, 1 + Direction */
    uint32_t offers;    /* held: of WorldOffer; what is not offered cannot be chosen */
    uint32_t buttons;   /* of WorldButton */
    uint32_t action;    /* 1-9: a default action */
    uint32_t item;      /* 1 + the item of the bag to be used */
    uint32_t belt;      /* 1 + the place of the belt to be used; in the bag: to be filled */
    uint32_t option;    /* 1 + the row that was pointed at and chosen */
    uint32_t select;    /* 1 + the row that was pointed at */
    int32_t adjust;     /* -1, 1: instead, less or more of that row, or of the selected */
    uint32_t tab;       /* 1 + the tab of the bag that was pointed at */
    uint32_t go;        /* 1: walk to, or talk to what is at, `target` */
    int32_t target_x, target_y; /* pixels of the map's picture */
    const char *text;           /* typed and ended: a name, something said; NULL for none */
} WorldInput;

/* ---- output ---- */

typedef enum EffectKind {
    EFFECT_MUSIC, /* loop it; name 0 stops */
    EFFECT_MUSIC_ONCE,
    EFFECT_SOUND,
    EFFECT_SPEECH,
    EFFECT_MOVIE, /* its sound, once from the start; name 0 stops */
    EFFECT_MOVIE_LOOP,
    EFFECT_EXIT,     /* the player wants to leave the program */
    EFFECT_CONTINUE, /* ... to go on with the last saved game, and so on */
    EFFECT_LOAD,
    EFFECT_SAVE,
    EFFECT_OPTIONS,
    EFFECT_LANGUAGES,
    EFFECT_WEBSITE,  /* name: the address */
    EFFECT_TYPE,     /* a name is to be typed, see WorldInput.text */
    EFFECT_AUTOSAVE, /* a good moment: another map, or a pause */
} EffectKind;

enum { LOUDNESS_FULL = 256 };

typedef struct Effect {
    EffectKind kind;
    uint32_t name;     /* string offset */
    int32_t pan;       /* -100 left to 100 right */
    uint32_t loudness; /* 0 to LOUDNESS_FULL: how far away it is */
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
    CUTSCENES_MAX = 2, /* inside each other */
    SHOTS_MAX = 32,
    PLAYERS_MAX = 2048, /* who are all actors too */
    PATH_CELLS_MAX = 1024,
    WAY_MAX = 48,  /* steps that an NPC knows ahead */
    SHOWN_MAX = 9, /* maps that can be seen at once */
    LOOT_MAX = 256,
    TICK_BUDGET = 200000, /* instructions of all handlers in a tick */
    SUB = 256,            /* a pixel has so many steps */
    ROW_IDLE = 0,         /* columns of a row of character sprites */
    ROW_WALK = 1,
    ROW_CLIMB = 2,
    ROW_JUMP = 3,
    ROW_RUN = 4,
    ROW_SWIM = 5,
    ROW_FLY = 6,
    ROW_HURT = 8,
    ROW_DIE = 9,
    ROW_ACTION = 10, /* of action 1 */
    ROW_PORTRAIT = 19,
    LAYER_OBJECTS = 4, /* from 0, in the order of the file */
    LAYER_NPCS = 5,
    LAYER_SPAWNERS = 6,
    LAYER_ROOFS = 7,
};

/* Entities as scripts know them: 0 nobody, 1 + index of an actor, or ENTITY_OBJECT +
 * sprite of an object. In a game for one the player is always actor 0. */
enum { ENTITY_NONE = 0, ENTITY_PLAYER = 1 };
#define ENTITY_OBJECT 0x80000000u
/* Selected was somebody who is not there any more, or never was. */
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

/* Who walks: players and NPCs. */
typedef struct Actor {
    uint32_t used, npc, map; /* npc: ordinal in section 28, NONE for players */
    Spot at;                 /* the feet, 1/256 pixels of the map's picture */
    uint32_t direction;
    uint32_t moving;                             /* ticks since it began to walk; 0 it stands */
    uint32_t action, action_since, action_until; /* a column played in between */
    uint32_t movement, path, point, turn_at;     /* as of TngNpc; the next turn's tick */
    uint32_t going;                              /* 1: on the way to the cell `goal` */
    Cell goal;
    uint32_t stuck;   /* ticks it could not move */
    uint32_t near;    /* bits: events whose distance the player is within */
    uint32_t spawner; /* 1 + instance on its map */
    uint32_t born, born_until, born_sprite; /* spawning animation: category << 16 | index */
    uint32_t talking;                       /* tick up to which it stands still */
    int32_t altitude;
    uint32_t transport;              /* 0 walk, 1 swim, 2 fly, 3 drive */
    uint32_t gait;                   /* the column it moves with: ROW_IDLE to ROW_FLY */
    int32_t lift;                    /* 1: on top of the object in its cell, -1: beneath it */
    int32_t height;                  /* pixels over the ground, while it leaps */
    uint32_t leap_since, leap_until; /* ticks; leap_until 0: it does not */
    Spot leap_from, leap_to;
    uint32_t flinch;  /* 1: the action is only that it was hurt, and hinders nothing */
    uint32_t mortal;  /* 1: it had hit points once, so it dies without */
    int32_t health;   /* hit points at the end of the last tick */
    uint32_t dying;   /* the tick it is gone; 0 it lives */
    uint32_t contact; /* in a game for one: 1 + the tick the player last touched it; 0 never */
    uint32_t retry;   /* tick from which on it looks for a way again */
    uint32_t waited;  /* ticks somebody was in its way */
    uint32_t pressed; /* up to this tick it presses past other NPCs */
    Cell way_goal;    /* where its way leads */
    uint32_t way_count, order_count;
    Order orders[ORDERS_MAX];
    uint8_t way[WAY_MAX]; /* directions, the next is the last */
    int32_t *values;      /* attributes in their order, then the items' quantities */
    uint32_t value_count, value_room;
    uint32_t player; /* 1 + whose actor it is; 0 an NPC */
    uint32_t fate;   /* number of the task that decides whether it dies; 0 none */
} Actor;

typedef struct Item {
    uint32_t sprite, count;
} Item;

/* An object with handlers that happen by themselves. */
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
    uint16_t *cells;    /* layer by layer, 65535 for nothing; TNG_NO_SPRITE */
    uint16_t *original; /* objects before the first change, if it is `kept` */
    bool kept;
    uint8_t *mask;          /* per cell: bits 0-2 what it is, bit 3 triggers */
    uint32_t *owner;        /* per cell: 1 + the cell of the object that triggers */
    bool damaged;           /* it cannot be read: as if it were not there */
    bool stale;             /* mask and owner must be made anew */
    uint8_t *ground;        /* per cell: bit n if tiles let transport n in, bit 7 if known */
    uint32_t neighbours[6]; /* their numbers, NONE where there is none */
    uint64_t changes;       /* hash over all changes of objects */
    Watch *watches;
    size_t watch_count, watch_room;
    SpawnPoint *spawns;
    size_t spawn_count;
} MapState;

typedef enum Wait {
    WAIT_NOTHING,
    WAIT_TICK,
    WAIT_SCREEN, /* the one it opened */
    WAIT_FREE,   /* that another's screen is closed, then opens its own */
    WAIT_ACTOR,
    WAIT_TASK, /* the one it called */
} Wait;

/* A running handler. */
typedef struct Task {
    uint32_t used, slot; /* its number, counted up, 0 free; its place among the tasks */
    ScriptRef ref;
    uint32_t wait, until; /* Wait; tick, actor, or number of the task it called */
    uint32_t screen,
        record;       /* WAIT_FREE: what it will open; the NPC or so, or that task's slot */
    int32_t duration; /* hsec of a dialog */
    uint32_t actor;   /* selected by npc and actor; index, NONE: none, ACTOR_GONE */
    uint32_t parent, parent_slot; /* the task that called event */
    uint32_t cutscene;            /* 1: runs inside one, 2: in one inside another */
    Location place;               /* of the object it is about */
    uint32_t began_self;          /* whose handler it was when it began, and where: while it */
    Location began_at;            /* runs, the same does not begin again */
    uint32_t player;              /* whose it is: for them it opens screens and gives */
    MachineRun *run;              /* as large as its program needs */
    size_t run_size;
} Task;

typedef enum Screen {
#define SCREEN(name, word, doc) SCREEN_##name,
#include "engine/input.def"
    SCREENS
} Screen;

/* Of a screen's options, so that a row tells what it is. Without a bit:
 * menu and pause: a Choice; dialog, chooser: an option; bag, skills: an item;
 * stats: an attribute; quests: a quest; market: an item of the NPC; crafting: a recipe;
 * making a character: a group of options. */
enum {
    OPTIONS_MAX = 320,
    INVENTORY_COLUMNS = 8,
    OPTION_SELL = 0x8000,    /* market, crafting by order: an item of the player's */
    OPTION_FIELD = 0x4000,   /* crafting by order: one of the 16 fields */
    OPTION_PALETTE = 0x4000, /* making a character: the colours of a group */
    OPTION_POINTS = 0x2000,  /* making a character: a primary attribute */
    OPTION_NAME = 0x1000,    /* making a character */
    OPTION_DONE = 0x1001,    /* begin the game; make what lies in the fields */
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

/* The tabs of the bag, in their order. */
enum { TAB_INVENTORY, TAB_STATS, TAB_SKILLS, TAB_QUESTS, TABS };

typedef struct ScreenState {
    uint32_t screen, record; /* Screen; ordinal of dialog, ..., or the actor of a market */
    uint32_t since, until;   /* ticks; until 0: it waits for the player */
    uint32_t task;           /* number of the task that waits for it; 0 none */
    uint32_t selected;       /* of the options below */
    uint32_t option_count;
    uint16_t options[OPTIONS_MAX]; /* which of the record's options are shown */
    uint32_t result_set;
    int32_t result; /* goes into the local a */
} ScreenState;

typedef struct AlertState {
    uint32_t alert, since;
} AlertState;

/* An object's animation that a script wanted. */
typedef struct Overlay {
    uint32_t sprite, since, until;
    Location place;
} Overlay;

/* Something thrown: on its way from one spot to another, then its action happens. */
typedef struct Shot {
    uint32_t sprite; /* category << 16 | index */
    uint32_t map, since, until;
    Spot from, to;   /* pixels */
    uint32_t action; /* 1-9 */
    Cell target;
    uint32_t player; /* who threw it */
} Shot;

/* What was said, got or lost, for the chat; it has no influence on the world. */
typedef enum ChatKind { CHAT_SAID, CHAT_GOT, CHAT_LOST } ChatKind;
enum { CHAT_LINES = 64, CHAT_SIZE = 200, NAME_SIZE = 32 };

typedef struct ChatLine {
    uint32_t kind, tick;
    uint32_t object, amount;               /* CHAT_GOT, CHAT_LOST */
    char name[NAME_SIZE], text[CHAT_SIZE]; /* CHAT_SAID: UTF-8, ended by 0 */
} ChatLine;

/* Something on the ground that is more or less than one. */
typedef struct Loot {
    Location place;
    uint32_t quantity;
} Loot;

enum { QUEST_UNKNOWN, QUEST_OPEN, QUEST_DONE, QUEST_FAILED };

/* Whom or what a player is within the distance of: bit n for its n-th event. */
typedef struct Near {
    uint64_t key; /* an actor's index; or (map + 1) << 32 | cell of an object */
    uint32_t bits;
} Near;

/* What somebody playing has and sees. What others see of them is their actor. What each tick
 * asks for comes first, in few cache lines: a server has a thousand of them. */
typedef struct Player {
    bool used;       /* else its place is free */
    bool started;    /* a game is running, behind the menu if there is one */
    bool fresh;      /* no tick has come since they did: what they heard then is still there */
    uint32_t actor;  /* index; 0 in a game for one */
    uint32_t id;     /* who it is, by the number of whoever let them in; 1 in a game for one */
    uint32_t offers; /* of the last input */
    uint32_t effect_count, alert_count, path_count, item_count;
    Location scene; /* of a scripted cutscene; map NONE: none */
    int32_t scene_minutes;
    Location errand;    /* what to do at the path's end: click there */
    Location beyond;    /* where the way goes on, on another map; map NONE: nowhere */
    Location entered;   /* where they came onto the map */
    uint32_t arrived;   /* tick of the last change of map */
    uint32_t touched;   /* the object that they touch: its cell + 1; 0 none */
    uint32_t contact;   /* 1 + the tick they last touched it; 0 never */
    uint32_t met;       /* shared worlds: the entity of whom they last touched */
    uint32_t met_at;    /* 1 + when; 0 never */
    uint32_t music;     /* name of what plays */
    uint32_t beginning; /* what follows the intro: 0 nothing, 1 the menu, 2 a game */
    uint32_t near_count, near_room;
    Near *nears;        /* shared worlds: whom and what they are near, ordered by `key` */
    ScreenState screen; /* what is on top */
    uint16_t equipped[TNG_EQUIP_SLOTS];
    uint16_t belt[TNG_EQUIP_SLOTS];  /* objects at hand; TNG_NO_SPRITE: an empty place */
    Ingredient fields[CRAFT_FIELDS]; /* what lies there while crafting by order */
    uint32_t field;                  /* where the next one goes */
    AlertState alerts[ALERTS_MAX];
    uint8_t *quests;      /* per quest; QUEST_UNKNOWN and so on */
    uint32_t *choices;    /* per group of character options: the one taken, NONE none */
    uint32_t *palettes;   /* per group: which row of its palettes sprite; 0 as drawn */
    uint8_t *possible;    /* per group: how many options; only while a character is made */
    int32_t *points;      /* per attribute: given away when the character was made */
    char name[NAME_SIZE]; /* UTF-8, ended by 0 */
    Item items[ITEMS_MAX];
    ScreenState under;   /* the cutscene or menu beneath it, if any */
    ScreenState outer;   /* the cutscene that plays on when the present one is over */
    ScreenState paused;  /* what the pause lies over */
    ChatLine *chat;      /* a ring: the line n is at n % CHAT_LINES; NULL in shared worlds */
    uint32_t chat_count; /* lines ever */
    uint32_t seeking;    /* 1: a way for a click is being looked for; see clicks.c */
    Cell sought;         /* ... to this cell */
    Cell path[PATH_CELLS_MAX]; /* of a click: the next cell is the last */
    Effect effects[EFFECTS_MAX];
} Player;

/* Somebody wants to have done a global quest. */
typedef struct QuestClaim {
    uint32_t quest, id; /* ordinal; Player.id */
} QuestClaim;

/* A script has put an object on a map of another world; or taken it, TNG_NO_SPRITE. */
typedef struct RemotePut {
    uint32_t map, cell;
    uint16_t sprite;
} RemotePut;

/* One world for one player, whose menus, intro and pauses belong to it; or one for many
 * (`shared`), who come and go (`world_join`, `world_part`) and for whom time never stands
 * still. Whatever happens happens to `me`, whose turn it is: a handler's own player, the one
 * whose input is taken; of what nobody has caused, somebody near. */
typedef struct World {
    Content *content;
    Arena *arena;
    uint32_t tick;
    uint64_t random;
    bool shared;
    bool mirror;           /* a client's copy: nothing happens in it by itself */
    uint32_t play_started; /* the tick the game began at */
    Player *me;            /* never NULL; in a game for one always the same */
    Player **players;      /* one for each place that was ever used */
    uint32_t player_count; /* places */
    Actor *actors[ACTORS_MAX];
    uint32_t actor_count;   /* highest index used + 1 */
    uint32_t actor_changes; /* counts who comes and goes */
    MapState **maps;
    uint32_t map_count;
    int32_t *globals;     /* per attribute */
    uint32_t quest_count; /* of all that the game has */
    uint32_t *winners;    /* per quest: who has done a global one, as `Player.id`; 0 nobody */
    QuestClaim *claims;   /* of a world with others, until they are taken; no state */
    size_t claim_count, claim_room;
    const uint8_t
        *elsewhere;  /* per map: 1 it is another world's; NULL: there is no other; no state */
    RemotePut *puts; /* on those maps, until they are taken; no state */
    size_t put_count, put_room;
    uint32_t choice_count;
    Task **tasks; /* one for each slot that was ever used */
    uint32_t task_count, task_number;
    uint32_t task_free; /* no slot below it is free */
    Task *running;      /* the innermost that runs now; NULL between ticks */
    uint32_t *task_chains, task_heads[TASK_BUCKETS]; /* slots + 1, see pool.c */
    uint32_t depth;       /* of handlers and expressions inside each other */
    uint32_t budget;      /* instructions left in this tick */
    uint32_t charge;      /* what the question just asked has cost, in instructions */
    uint64_t work;        /* what commands cost in this tick; about a cell looked at each */
    uint32_t expressions; /* instructions of calculated attributes in this tick */
    Overlay overlays[OVERLAYS_MAX];
    uint32_t overlay_count;
    Shot shots[SHOTS_MAX];
    uint32_t shot_count;
    Loot loot[LOOT_MAX];
    uint32_t loot_count;
    uint8_t *shown;           /* per map: which NPCs move: actor.c; no state */
    struct Crowd *crowd;      /* who is on which map: players.c; no state */
    struct Places *places;    /* who is in which cell: places.c; no state */
    struct Search *search;    /* room for looking for ways: search.c; no state */
    struct Clicks *clicks;    /* searches for clicks: clicks.c */
    uint32_t searched;        /* cells looked at for clicks in the last tick that had some */
    uint32_t regions_made;    /* 1 + the tick in which some were made: regions.c; no state */
    const Observer *observer; /* who watches, or NULL: set it at any time between ticks */
} World;

typedef struct WorldOptions {
    uint64_t seed;
    size_t language; /* from 0 */
    bool skip_menu;  /* begin a new game at once */
    bool wait;       /* begin nothing: world_begin will be called before the first tick */
    bool shared;     /* for many players; it begins without any */
    bool mirror;     /* a copy of a shared world as one of its players sees it */
    const uint8_t *elsewhere; /* per map: 1 it is another world's; NULL: there is no other. It
                                 outlives the world; see world_claims */
    const Observer *observer; /* who watches from the very start, or NULL */
} WorldOptions;

/* A world at the main menu, or in a new game if the game has none. NULL if the
 * game has no map at all. */
World *world_new(const TngFile *game, const WorldOptions *options, Arena *arena,
                 Report *report);
/* What world_new leaves to be done if it is to wait: the menu, or a new game whose
 * start-up handler runs. False and a report if the game has no map to play on. */
bool world_begin(World *world, bool skip_menu);
void world_tick(World *world, const WorldInput *input);
/* The same of a shared world: an input for each place of a player, NULL for none. */
void world_tick_all(World *world, const WorldInput *const *inputs);
/* Who comes into a shared world. */
typedef struct WorldJoin {
    uint32_t id;      /* from 1, nobody else's in this world */
    const char *name; /* UTF-8 */
    Bytes character;  /* from world_character, packed; empty: a new one */
} WorldJoin;
struct SaveNotes; /* engine/save.h */
/* Between two ticks. The place, from 1; NONE and a report if there is no room or the
 * character is damaged. What was not found again is told. What they hear of it is in
 * world_effects until the tick after the next begins. */
uint32_t world_join(World *world, const WorldJoin *join, struct SaveNotes *notes,
                    Report *report);
/* Takes them out. What goes on when world_character is joined again: their handlers where they
 * wait, the screens these have opened, orders, and what is about NPCs, if there is one of its
 * kind or the same still stands at its place. What ends: ways that were clicked, pauses and
 * other screens of their own, handlers that are none of the game's, and more than 256. */
void world_part(World *world, uint32_t place);
/* Some things that a player at a place gives to another. */
typedef struct WorldSide {
    uint32_t place;
    const Item *goods;
    size_t count;
} WorldSide;
/* Whether a thing is one that changes hands: skills are not. How many of it somebody has. */
bool world_tradable(World *world, uint32_t object);
uint32_t world_held(const World *world, uint32_t place, uint32_t object);
/* Whether who gives the one has room for the other then. */
bool world_has_room(const World *world, const WorldSide *gives, const WorldSide *takes);
/* Between two ticks: all of it changes hands, or nothing, and false; so while a handler asks
 * one of them something. */
bool world_exchange(World *world, const WorldSide sides[2]);
/* Worlds that belong together, each with some of the maps. What happens in one that the others
 * must know is taken out after each tick (the lists are empty then, their rows valid until the
 * next one) and told to the others between two ticks.
 * Claims: of a world with others (`elsewhere`); nobody has done the quest until
 * world_quest_won says who. */
const QuestClaim *world_claims(World *world, size_t *count);
void world_quest_won(World *world, uint32_t quest, uint32_t id);
/* Objects put on maps that are `elsewhere`; then put there. */
const RemotePut *world_puts(World *world, size_t *count);
void world_put(World *world, const RemotePut *put);
/* A global attribute, by its ordinal, is now this; nothing happens by it here. */
void world_set_global(World *world, uint32_t attribute, int32_t value);
/* Days have gone on for so many ticks. */
void world_set_clock(World *world, uint32_t ticks);
/* It is this player's turn: what is asked of the world is asked for them; false if there is
 * none at this place. */
bool world_turn(World *world, uint32_t place);
/* Only the way of whoever has the turn, one tick: 1 + a direction, or 0. For mirrors, which
 * walk ahead of what the server says. */
void world_walk(World *world, uint32_t direction);
/* For mirrors: somebody else's place; their name as it is kept; a map, loaded with those
 * around it, NULL if there is none; an object, or all of a map. */
Player *world_mirror_player(World *world, uint32_t place);
void world_mirror_name(Player *player, const char *name);
MapState *world_mirror_map(World *world, uint32_t map);
void world_mirror_object(World *world, MapState *map, uint32_t cell, uint16_t sprite);
void world_mirror_objects(World *world, MapState *map, const uint16_t *objects);
/* Whether a screen that came from outside names only what there is. */
bool world_screen_holds(World *world, const ScreenState *screen);
/* What the last tick wants to be heard, by whoever has the turn. */
const Effect *world_effects(const World *world, size_t *count);
/* Over the whole state. */
uint64_t world_hash(const World *world);

/* Runs code from outside as if an event had happened; it is verified first and
 * must live as long as the world. The number of its task, 0 and a report if it
 * cannot be started. It has run up to its end or to where it waits for a tick. */
uint32_t world_run(World *world, Bytes code, uint32_t self, uint32_t opponent, Report *report);
/* Begins a handler of the game as if its event had happened there; otherwise the same. */
uint32_t world_start(World *world, ScriptRef ref, uint32_t self, uint32_t opponent,
                     Location place, Report *report);
/* Whether that task is still running. */
bool world_runs(const World *world, uint32_t task);
/* What an expression gives for the run's self, opponent and locals; it leaves no
 * trace in the world. False and a report if the code is not valid. */
bool world_evaluate(World *world, Bytes code, const MachineRun *at, int32_t *out,
                    Report *report);

/* Who or what stands at a pixel of the player's map. */
uint32_t world_entity(World *world, Spot spot);

/* The time of day of the shown map, 0 to 65535; 0 without day and night. */
uint32_t world_daytime(const World *world);
/* An attribute's value, without a trace in the world. */
int32_t world_attribute(World *world, uint32_t entity, uint32_t name);
/* The relations of conditions, 0 to 5: = != >= > <= <; all others hold. */
bool relation_holds(unsigned relation, int32_t a, int32_t b);
/* What one of an object costs, 0 if it is free; what this NPC pays for one. */
int32_t world_price(World *world, uint32_t object);
int32_t world_sale(World *world, uint32_t actor, uint32_t object);
/* How many of an object the player has; whether the ingredients are there. */
int32_t world_count(World *world, uint32_t object);
bool world_can_craft(World *world, const Recipe *recipe);
/* The object that an option of the market, of crafting or of the inventory is about, whatever
 * its flags are; TNG_NO_SPRITE for options about something else (a field of crafting). */
uint32_t world_option_object(World *world, uint32_t option);
/* What an option of crafting by order that is not about an object says: "field 3", "make". */
Text world_craft_word(uint32_t option, Arena *arena);
/* Which recipe the fields of the crafting screen make; NULL none. */
const Recipe *world_recipe(World *world);
/* While a character is made: points that are left, and of a group how many rows of
 * colours there are to choose from, 0 for none. */
int32_t world_points_left(const World *world);
uint32_t world_palettes(World *world, uint32_t group);
/* The map on the screen and its middle, pixels. */
uint32_t world_view(const World *world, Spot *middle);
/* A map that can be seen, and by how much its picture lies beside the first one's. */
typedef struct ShownMap {
    MapState *map;
    uint32_t index;
    Cell cells; /* its cell (0, 0), in cells of the first */
    Spot shift; /* pixels */
} ShownMap;
/* The map on the screen, then those joined to it as far as they are loaded; how many. */
size_t world_shown(World *world, ShownMap out[SHOWN_MAX]);
/* The same of any map. */
size_t world_around(World *world, uint32_t map, ShownMap out[SHOWN_MAX]);
/* The actor of whose turn it is; their entity. */
static inline Actor *world_player(const World *world)
{
    return world->actors[world->me->actor];
}
static inline uint32_t world_self(const World *world) { return world->me->actor + 1; }
/* Whose actor an entity is; NULL if it is no player's. */
static inline Player *world_player_of(const World *world, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return NULL;
    const Actor *actor = world->actors[entity - 1];
    return actor->used && actor->player ? world->players[actor->player - 1] : NULL;
}
static inline uint32_t world_hsec(const World *world, uint32_t hsec)
{
    enum { TICKS_MAX = 1 << 30 }; /* added to a tick it does not wrap for years */
    const uint64_t ticks = ((uint64_t)hsec * world->content->rate + 99) / 100;
    return ticks < TICKS_MAX ? (uint32_t)ticks : TICKS_MAX;
}

#endif
