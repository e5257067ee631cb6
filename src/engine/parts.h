/* What the files of the engine tell each other; not for others. */
#ifndef OISIN_ENGINE_PARTS_H
#define OISIN_ENGINE_PARTS_H

#include "engine/world.h"

/* world.c */
uint32_t world_random(World *world, uint32_t below);
void world_effect(World *world, EffectKind kind, uint32_t name, int32_t pan);
void world_music(World *world, uint32_t name);
void world_new_game(World *world);
void world_leave(World *world); /* to the menu; handlers end with the tick */
void world_place_player(World *world, uint32_t map, Cell cell, int direction);
void world_alert(World *world, uint32_t alert);

/* map.c: maps, loaded when first wanted */
MapState *map_of(World *world, uint32_t map);
uint16_t map_cell(const World *world, const MapState *map, unsigned layer, Cell cell);
void map_put(World *world, MapState *map, Cell cell, uint16_t sprite);
void map_refresh(World *world, MapState *map);
uint32_t map_cell_index(const World *world, Cell cell);
Cell map_cell_of(const World *world, uint32_t index);
/* Whether somebody who moves this way may be in the cell. */
bool map_open(World *world, MapState *map, Cell cell, uint32_t transport);
/* Percent, from the tiles under the cell; `*sound` (may be NULL) is the step's. */
uint32_t map_speed(World *world, const MapState *map, Cell cell, uint32_t transport,
                   uint32_t *sound);

/* actor.c: NPCs */
uint32_t actor_new(World *world, uint32_t npc, uint32_t map, Cell cell);
void actor_remove(World *world, uint32_t index);
void actors_on_map(World *world, uint32_t map); /* those of layer 6, once */
void actors_tick(World *world);
Cell actor_cell(const World *world, const Actor *actor);
/* The actor in a cell, NONE if there is none; `except` is not looked at. */
uint32_t actor_in(const World *world, uint32_t map, Cell cell, uint32_t except);
bool actor_order(Actor *actor, Order order);
bool actor_busy(const Actor *actor, uint32_t tick);
void actor_face(World *world, Actor *actor, Spot at);
void actor_act(World *world, Actor *actor, uint32_t column, uint32_t ticks);
/* Follows orders; true if there was something to do. */
bool actor_follow(World *world, uint32_t index);
uint32_t actor_speed(World *world, Actor *actor);

/* walk.c: moving without going through walls */
bool walk_free(World *world, uint32_t index, Spot at);
/* One tick towards a spot; true when it is reached. `*moved` tells whether it got on. */
bool walk_to(World *world, uint32_t index, Spot goal, bool *moved);
void walk_player(World *world, uint32_t direction);
bool walk_path(World *world, Cell from, Cell to);

/* player.c */
void player_tick(World *world, const WorldInput *input);
/* Default action 1-9. */
void player_act(World *world, uint32_t action);
/* What was thrown arrives. */
void shots_tick(World *world);

/* spawn.c */
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
bool relation_holds(unsigned relation, int32_t a, int32_t b);
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
bool inventory_take(World *world, uint32_t sprite, int32_t amount);
void inventory_use(World *world, uint32_t index);
bool inventory_equip(World *world, uint32_t sprite);
/* The player's way of moving, unless the game has no such one. */
void transport_set(World *world, int32_t transport);
bool market_buy(World *world, uint32_t actor, uint32_t item);
bool market_sell(World *world, uint32_t actor, uint32_t index);
bool craft_make(World *world, uint32_t crafting, uint32_t recipe);

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
enum { TICK_BUDGET = 200000, TASK_BUDGET = 20000 };
/* What the commands of one tick may cost all together; about a cell looked at each. */
enum { WORK_MOST = 1000000 };

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
/* Something happens to what stands in a cell: an NPC, else an object; false if nothing. */
bool event_at(World *world, Location place, unsigned type, uint32_t parameter);
/* What stands there: its entity, and the object's own place. */
uint32_t entity_at(World *world, Location place, Location *own);
void events_tick(World *world);

/* screen.c, dialog.c */
bool screen_open(World *world, uint32_t screen, uint32_t record, Task *task);
void screen_close(World *world);
void screen_input(World *world, const WorldInput *input);
void screen_tick(World *world);
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
    return world->outer.screen == SCREEN_CUTSCENE ? 2 : 1;
}
void quest_set(World *world, uint32_t quest, int32_t completed);

#endif
