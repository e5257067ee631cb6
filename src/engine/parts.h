/* What the files of the engine tell each other; not for others. */
#ifndef OISIN_ENGINE_PARTS_H
#define OISIN_ENGINE_PARTS_H

#include "engine/world.h"

/* world.c */
uint32_t world_random(World *world, uint32_t below);
void world_effect(World *world, EffectKind kind, uint32_t name, int32_t pan);
void world_sound(World *world, uint32_t name, int32_t pan, uint32_t loudness);
void world_music(World *world, uint32_t name);
void world_new_game(World *world);   /* makes a character first, if there is a choice */
void world_start_game(World *world); /* with the character as it is */
void world_after_intro(World *world);
void world_leave(World *world); /* to the menu; handlers end with the tick */
void world_place_player(World *world, uint32_t map, Cell cell, int direction);
void world_alert(World *world, uint32_t alert);

/* map.c: maps, loaded when first wanted */
MapState *map_of(World *world, uint32_t map);
uint16_t map_cell(const World *world, const MapState *map, unsigned layer, Cell cell);
void map_put(World *world, MapState *map, Cell cell, uint16_t sprite);
/* Before its objects change: saved games want to know what was changed. */
void map_keep(World *world, MapState *map);
void map_refresh(World *world, MapState *map);
uint32_t map_cell_index(const World *world, Cell cell);
Cell map_cell_of(const World *world, uint32_t index);
/* How somebody who moves this way passes a cell. */
typedef struct Passage {
    bool open;    /* at all: a cell with the gait ROW_JUMP is leapt over only */
    uint8_t gait; /* column of the character row */
    int8_t lift;  /* as of Actor */
} Passage;
Passage map_passage(World *world, MapState *map, Cell cell, uint32_t transport);
/* Whether somebody who moves this way may be in the cell. */
bool map_open(World *world, MapState *map, Cell cell, uint32_t transport);
/* Whether nothing flies through it. */
bool map_blocks(World *world, MapState *map, Cell cell);
/* Whether an object with a handler for being touched triggers there. */
bool map_touches(World *world, MapState *map, Cell cell);
/* Percent, from the tiles under the cell; `*sound` (may be NULL) is the step's. */
uint32_t map_speed(World *world, const MapState *map, Cell cell, uint32_t transport,
                   uint32_t *sound);

/* joins.c: maps beside each other */
/* Where a place beyond the edge of its map really is; false if there is nothing.
 * `*cells` (may be NULL) gets the map's cell (0, 0) as seen from the first one. */
bool map_beyond(World *world, Location *place, Cell *cells);
Spot map_shift(const World *world, Cell cells); /* of joined maps, pixels */
void maps_load_around(World *world, uint32_t map);

/* places.c: who is where. Ask for cells only after `places_refresh` if actors were
 * changed by others than the files of walking; each tick begins with it. */
void places_refresh(World *world);
void places_update(World *world, uint32_t actor);
/* The actors in or on their way to cells at most so far away, in any order; calls
 * `visit` until it returns true, and returns whether it did. */
typedef bool PlaceVisit(void *context, uint32_t actor);
bool places_near(const World *world, uint32_t map, Cell cell, int32_t far, PlaceVisit *visit,
                 void *context);

/* search.c: ways */
/* clicks.c */
/* The player's way, around people or else through them, into `world->me->path`; for a cell
 * beyond the map's edge the way to where one can cross. False with `world->me->seeking` set if
 * the search takes longer: ask again in the next tick, with the same cells. */
bool walk_path(World *world, Cell from, Cell to);
/* An actor's way around people and walls, or towards; into `way`. False if it does not
 * lead nearer, or nothing more may be looked for in this tick (`*later`). */
bool search_way(World *world, uint32_t actor, Cell to, bool *later);

/* leap.c */
/* Where a leap from a cell in a direction ends; false if there is nothing to leap over. */
bool leap_landing(World *world, MapState *map, Cell from, Direction direction,
                  uint32_t transport, Cell *landing);
/* Whether it has begun. */
bool leap_begin(World *world, uint32_t actor, Direction direction);
/* True while it leaps: nothing else can be done. */
bool leap_tick(World *world, uint32_t actor);

/* behave.c: what NPCs do when nobody tells them; steps from cell to cell */
typedef enum Step { STEP_TAKEN, STEP_WALL, STEP_SOMEBODY } Step;
Step step_begin(World *world, uint32_t actor, Direction direction);
/* One tick towards the cell it goes to; false if it is given up. */
bool step_on(World *world, uint32_t actor);
/* Somebody is in the way: waits, then presses past other NPCs; false: give it up. */
bool step_wait(World *world, uint32_t actor);
void behave(World *world, uint32_t actor);

/* health.c: hit points, as the HUD's bar of direction 3 says */
void health_tick(World *world);

/* shot.c */
void shot_throw(World *world, const TngObject *thrower, uint32_t action, Location target);
/* What was thrown flies on and arrives; but not that of who has gone. */
void shots_tick(World *world);
void shots_clear(World *world, uint32_t place);

/* things.c: what lies on the ground */
bool thing_there(World *world, Location place);
bool thing_take(World *world, Location place);
/* Onto a free cell near; false if there is none. */
bool thing_put(World *world, Location place, uint32_t sprite, uint32_t quantity);
void loot_clear(World *world, const MapState *map, Cell cell);
/* One of an item of the bag onto the cell ahead, or near. */
void player_drop(World *world, uint32_t item);

/* players.c: who plays */
/* It is this player's turn (their place); false if there is none. */
bool world_turn(World *world, uint32_t place);
/* Whose an entity's handlers are: its own player's, else the one's whose turn it is. */
uint32_t player_place(const World *world, uint32_t self);
Player *player_new(World *world, uint32_t place);
/* As before a new game. */
void player_clear(World *world, Player *player);
/* An actor of its own for whoever has the turn, as it was chosen. */
void player_make(World *world);
/* Players walk through each other where there are many. */
bool players_pass(const World *world, uint32_t who, uint32_t whom);
static inline bool entity_is_npc(const World *world, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return false;
    const Actor *actor = world->actors[entity - 1];
    return actor->used && !actor->player;
}
static inline bool task_is_mine(const World *world, const Task *task)
{
    return world->players[task->player] == world->me;
}
/* A saved character at a place that is new; its `used` and `id` are not set. */
struct SaveNotes;
bool load_character(World *world, Bytes file, uint32_t place, struct SaveNotes *notes,
                    Report *report);
/* Bits of Near for the one whose turn it is; 0 if there are none. */
uint32_t near_get(const World *world, uint64_t key);
void near_set(World *world, uint64_t key, uint32_t bits);
/* Of an object; an actor's is its index. */
static inline uint64_t near_key(uint32_t map, uint32_t cell)
{
    return (uint64_t)(map + 1) << 32 | cell;
}
/* Nobody is near that any more. */
void nears_clear(World *world, uint64_t key);
/* The next player in a game, from a place on; NULL if there is none. It is their turn. */
Player *player_next(World *world, uint32_t *place);
/* Who is on which map, one after the other: a player is there if `first` of it is not 0. */
typedef struct Crowd {
    uint32_t *first; /* per map: 1 + a player's place */
    uint32_t *next;  /* per place: the next one of the same map */
    uint32_t place_room;
} Crowd;
const Crowd *crowd_now(World *world);
/* Whether whoever has the turn may do a global quest, and now has done it. */
bool quest_win(World *world, uint32_t quest);
/* together.c: for the other worlds that belong to this one. */
void quest_claim(World *world, uint32_t quest, uint32_t id);
void put_elsewhere(World *world, const MapState *map, uint32_t cell, uint16_t sprite);

/* actor.c: NPCs */
uint32_t actor_new(World *world, uint32_t npc, uint32_t map, Cell cell);
/* A free place among the actors, not the first; NULL if there is none. */
Actor *actor_place(World *world, uint32_t *index);
/* An NPC is gone; anybody is. */
void actor_remove(World *world, uint32_t index);
void actor_free(World *world, uint32_t index);
void actors_on_map(World *world, uint32_t map); /* those of layer 6, once */
void actors_tick(World *world);
Cell actor_cell(const World *world, const Actor *actor);
/* The actor in a cell, NONE if there is none; `except` is not looked at. */
uint32_t actor_in(const World *world, uint32_t map, Cell cell, uint32_t except);
/* The same of NPCs only: nothing is done to players by others. */
uint32_t npc_in(const World *world, uint32_t map, Cell cell);
bool actor_order(Actor *actor, Order order);
bool actor_busy(const Actor *actor, uint32_t tick);
void actor_face(World *world, Actor *actor, Spot at);
void actor_act(World *world, Actor *actor, uint32_t column, uint32_t ticks);
/* Follows orders; true if there was something to do. */
bool actor_follow(World *world, uint32_t index);
uint32_t actor_speed(World *world, Actor *actor);

/* walk.c: moving without going through walls */
/* One tick towards a spot; true when it is reached. `*moved` tells whether it got on. */
bool walk_to(World *world, uint32_t index, Spot goal, bool *moved);
void walk_player(World *world, uint32_t direction);
/* Whom the player's next step in a direction would lead into; NONE if nobody. */
uint32_t walk_meets(World *world, Direction direction);
/* Puts an actor there; the player may come onto the next map by it. */
void walk_put(World *world, uint32_t index, Spot at);
/* What it looks like after its tick: gait and lift. */
void actor_pose(World *world, Actor *actor);

/* player.c */
void player_tick(World *world, const WorldInput *input);
/* Default action 1-9. */
void player_act(World *world, uint32_t action);
/* What the feet touch is noted; whether that counts as touching it anew. */
bool player_touches(World *world, uint32_t entity, Location own);
/* An action hits what is in a cell: its own handler decides, else the default action's. */
void player_strike(World *world, uint32_t action, Location target);

/* spawn.c */
enum { SPAWN_POINTS_MAX = 1024 }; /* of a map */
void spawners_tick(World *world);

/* attribute.c */
int32_t attribute_get(World *world, uint32_t entity, uint32_t name);
void attribute_set(World *world, uint32_t entity, uint32_t name, int32_t value);
/* The same by the attribute's ordinal; NONE is no attribute. */
int32_t attribute_read(World *world, uint32_t entity, uint32_t ordinal);
void attribute_write(World *world, uint32_t entity, uint32_t ordinal, int32_t value);
/* Where an entity's variables stand, until `world->actor_changes` counts on. */
const int32_t *attribute_values(World *world, uint32_t entity);
void attributes_default(World *world, uint32_t entity);
bool needs_hold(World *world, uint32_t entity, const Needs *needs);
/* Whether all conditions hold, and then sets what is to be set. */
bool rules_hold(World *world, uint32_t entity, const AttributeRule *rules, size_t count);
void rules_give(World *world, uint32_t entity, const AttributeRule *rules, size_t count);
/* Instructions that one evaluation may use. */
enum { EXPRESSION_BUDGET = 2000 };
int32_t object_value(World *world, uint32_t sprite, uint32_t name);

/* inventory.c */
int32_t inventory_count(World *world, uint32_t entity, uint32_t object);
int32_t inventory_sum(World *world, uint32_t entity, uint32_t attribute);
void inventory_give(World *world, uint32_t sprite, int32_t amount);
/* Whether one more kind of thing, or more of this, can be put into the bag. */
bool inventory_has_room(const World *world, uint32_t sprite);
bool inventory_take(World *world, uint32_t sprite, int32_t amount);
void inventory_use(World *world, uint32_t index);
bool inventory_equip(World *world, uint32_t sprite);
/* The player's way of moving, unless the game has no such one. */
void transport_set(World *world, int32_t transport);
bool market_buy(World *world, uint32_t actor, uint32_t item);
bool market_sell(World *world, uint32_t actor, uint32_t index);
/* How many places the belt has; puts an object into one; uses what is in one. */
uint32_t belt_places(const World *world);
void belt_put(World *world, uint32_t place, uint32_t sprite);
void belt_use(World *world, uint32_t place);

/* craft.c: what a chosen row of the crafting screen does; false if it cannot */
bool craft_choose(World *world, uint32_t option);
bool craft_adjust(World *world, uint32_t option, int32_t step);
void fields_clear(World *world);

/* create.c */
bool create_wanted(World *world); /* whether there is anything to choose */
void create_clear(World *world);  /* all choices and points */
void create_apply(World *world);  /* the player is as was chosen */
bool create_choose(World *world, uint32_t option);
bool create_adjust(World *world, uint32_t option, int32_t step);
/* A point for reaching a level is given to a primary attribute. */
bool stats_adjust(World *world, uint32_t attribute, int32_t step);

/* rows.c, create.c: what can be chosen on a screen */
void row_add(ScreenState *screen, uint32_t option);
void rows_inventory(World *world);
void rows_skills(World *world);
void rows_stats(World *world);
void rows_quests(World *world);
void rows_market(World *world);
void rows_craft(World *world);
void rows_create(World *world);
void rows_menu(World *world);
void rows_pause(World *world);

/* chat.c */
/* Text that was typed, without what cannot be shown, as much as fits, zeros after it. */
void text_keep(char *out, size_t room, const char *typed);
void chat_add(World *world, const char *name, const char *text);
void chat_item(World *world, ChatKind kind, uint32_t object, uint32_t amount);

/* task.c */
typedef struct TaskStart {
    ScriptRef ref;
    uint32_t self, opponent;
    Location place;
    uint32_t cutscene;
    const Task *parent; /* who calls it, with a copy of its locals; or NULL */
} TaskStart;
/* Begins a handler unless there is none or it runs already, and runs it up to its
 * end or to where it waits; its number or 0. */
uint32_t task_start(World *world, const TaskStart *start);
void task_wake(World *world, uint32_t number, const ScreenState *screen);
void tasks_tick(World *world);
void tasks_clear(World *world);
/* Those of a cutscene and of the ones inside it. */
void tasks_stop_cutscene(World *world, uint32_t level);
/* Runs a handler or an expression in this world; `task` NULL for an expression. */
MachineStatus script_run(World *world, ScriptRef ref, const Task *task, MachineRun *run,
                         uint32_t *budget);

/* Instructions for all handlers in a tick, and for one in one go. */
enum { TASK_BUDGET = 20000 }; /* TICK_BUDGET: world.h */
/* What the commands of one tick may cost all together; about a cell looked at each. */
enum { WORK_MAX = 1000000 };

/* pool.c */
/* The task of this number, with its slot or without; NULL if it is over. */
Task *task_at(const World *world, uint32_t slot, uint32_t number);
Task *task_find(const World *world, uint32_t number);
/* Whether this script runs already for the same owner at the same place. */
bool task_runs(const World *world, ScriptRef ref, uint32_t self, Location place);
/* A task whose run is still to be started; NULL if there are too many. */
Task *task_new(World *world, ScriptRef ref, uint32_t self, Location place, size_t run_size);
void task_free(World *world, Task *task);
/* It goes on, but the same may begin again: its owner is gone. */
void task_orphan(World *world, Task *task);

/* command.c */
MachineCommand command_run(void *context, MachineRun *run, unsigned number,
                           const int32_t *arguments);

/* event.c */
bool event_npc(World *world, uint32_t actor, unsigned type, uint32_t parameter);
bool event_object(World *world, uint32_t sprite, Location place, unsigned type,
                  uint32_t parameter);
bool event_parameter_is(const TngEvent *event, uint32_t object);
/* Whether an entity has a handler for that. */
bool event_known(World *world, uint32_t entity, unsigned type);
/* It happens to an entity (`own`: the object's place); false if there is no handler. */
bool event_entity(World *world, uint32_t entity, Location own, unsigned type,
                  uint32_t parameter);
/* Something happens to what stands in a cell: an NPC, else an object; false if nothing. */
bool event_at(World *world, Location place, unsigned type, uint32_t parameter);
/* What stands there: its entity, and the object's own place. */
uint32_t entity_at(World *world, Location place, Location *own);
void events_tick(World *world);

/* screen.c, dialog.c */
bool screen_open(World *world, uint32_t screen, uint32_t record, Task *task);
void screen_close(World *world);
void screens_clear(World *world, uint32_t actor); /* nobody trades with it any more */
void screen_input(World *world, const WorldInput *input);
void screen_tick(World *world);
void screens_open(World *world, const WorldInput *input); /* over the map, by a button */
void screen_fill(World *world);
void dialog_fill(World *world);
void dialog_choose(World *world);
void chooser_fill(World *world);
void chooser_choose(World *world);
uint32_t cutscene_length(World *world, const TngCutscene *cutscene);
void cutscene_tick(World *world);
void cutscene_start(World *world, uint32_t index);
/* Of the cutscene that plays: 1, or 2 if it is inside another. */
static inline uint32_t cutscene_level(const World *world)
{
    return world->me->outer.screen == SCREEN_CUTSCENE ? 2 : 1;
}
void quest_set(World *world, uint32_t quest, int32_t completed);

#endif
