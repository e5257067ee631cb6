/* The rules of a world: how actors walk and act, what handlers do, and the
 * limits of both (instructions, path searches).
 *
 * Everything happens within a tick, in a fixed order (world_tick). Actors take one step at a
 * time: players by their input, NPCs by orders of scripts or, without orders, by their
 * behaviour. What they touch, enter, hit or come near has events, whose handlers run as
 * tasks: at once, until they end or wait. Handlers call script commands and open screens
 * through World.hooks, so that nothing here depends on the parts above.
 *
 * Costs are bounded per tick: instructions of handlers (TICK_BUDGET, of which those started by
 * input get at most half), cells visited by commands (WORK_MAX) and by path searches. */
#ifndef OISIN_ENGINE_RULES_H
#define OISIN_ENGINE_RULES_H

#include "engine/rules/queries.h"
#include "engine/state/chat.h"
#include "engine/state/effects.h"
#include "engine/state/input.h"
#include "engine/state/actor_index.h"
#include "engine/state/players.h"
#include "engine/state/task_pool.h"

/* layer_cells.c: cells of a map, which are numbered row by row */
static inline uint32_t map_cell_index(const World *world, Cell cell)
{
    return (uint32_t)cell.y * (uint32_t)world->content->grid.side + (uint32_t)cell.x;
}
static inline Cell map_cell_of(const World *world, uint32_t index)
{
    const uint32_t side = (uint32_t)world->content->grid.side;
    return (Cell){(int32_t)(index % side), (int32_t)(index / side)};
}
uint16_t map_cell(const World *world, const MapState *map, unsigned layer, Cell cell);
/* Percent, from the tiles under the cell; `*sound` (may be NULL) gets the footstep sound. */
uint32_t map_speed(World *world, const MapState *map, Cell cell, uint32_t transport,
                   uint32_t *sound);

/* map_rules.c: maps, loaded on first use */
MapState *map_of(World *world, uint32_t map);
void map_put(World *world, MapState *map, Cell cell, uint16_t sprite);
/* Call before the objects change: keeps the original ones for saved games. */
void map_keep(World *world, MapState *map);
/* How an actor with this way of moving passes a cell. */
typedef struct Passage {
    bool open;    /* it can enter; a cell with the gait ROW_JUMP can only be leapt over */
    uint8_t gait; /* column of the character row */
    int8_t lift;  /* as in Actor */
} Passage;
Passage map_passage(World *world, MapState *map, Cell cell, uint32_t transport);
/* Whether an actor with this way of moving may be in the cell. */
bool map_open(World *world, MapState *map, Cell cell, uint32_t transport);
/* Whether the cell stops projectiles. */
bool map_blocks(World *world, MapState *map, Cell cell);
/* Whether an object with a touch handler triggers there. */
bool map_touches(World *world, MapState *map, Cell cell);

/* map_mask.c: what the objects of a map make of its cells */
/* Values of a mask: bits 0-2 the type, bit 3 (seeds/proj_format.txt, Objects); and bit 4 of our
 * own: open for the fifth way of moving, which the documents leave to be defined. */
enum {
    MASK_BLOCK = 1,
    MASK_TYPES = 8,
    MASK_TRIGGER = 8,
    MASK_FIFTH = 16,
};
/* Call this when an object is replaced by another one (TNG_NO_SPRITE: none), or when any
 * number of objects may have changed. */
void map_mask_edit(World *world, MapState *map, uint32_t cell, uint16_t before, uint16_t after);
void map_mask_outdated(MapState *map);
/* The index of the first watch at this cell or after it; `watch_count`: there is none. */
size_t map_find_watch(const World *world, const MapState *map, uint32_t cell);
/* Updates the mask after such changes; call it before the mask is read. */
void map_refresh(World *world, MapState *map);
/* The map is divided into blocks of MAP_BLOCK x MAP_BLOCK cells, row by row. The number of a
 * block changes if passages of its cells may have changed; the number of the map with that of
 * any block. */
enum { MAP_BLOCK = 32 };
uint32_t map_blocks_across(const World *world);
uint32_t map_block_changes(const MapState *map, uint32_t block);
uint32_t map_mask_changes(const MapState *map);

/* map_edges.c: adjacent maps */
/* The actual location of a cell beyond the edge of its map; false if there is no map.
 * `*cells` (may be NULL) gets that map's cell (0, 0) in cells of the first one. */
bool map_beyond(World *world, Location *location, Cell *cells);
Spot map_shift(const World *world, Cell cells); /* between joined maps, pixels */
void maps_load_around(World *world, uint32_t map);

/* clicks.c, path_search.c: path finding */
/* Writes the path to `to` into Player.path: around actors; if there is none, through them. For
 * a cell beyond the edge of the map, it is the path to a crossing. False with `seeking` set if
 * the search takes longer: call again in the next tick, with the same cells. */
bool walk_path(PlayerContext ctx, Cell from, Cell to);
/* An actor's path around actors and walls, to `to` or nearer to it; into `way`. False if
 * there is none, or (`*later`) if the search budget of this tick is used up. */
bool search_way(World *world, uint32_t actor, Cell to, bool *later);

/* leap.c */
/* The cell where a leap in a direction ends; false if there is nothing to leap over. */
bool leap_landing(World *world, MapState *map, Cell from, Direction direction,
                  uint32_t transport, Cell *landing);
/* Starts a leap; false if it is not possible. */
bool leap_begin(PlayerContext ctx, uint32_t actor, Direction direction);
/* True while the actor leaps: it can do nothing else. */
bool leap_tick(PlayerContext ctx, uint32_t actor);

/* npc_behaviour.c: behaviour of NPCs without orders */
/* Actor.movement: the first three as in TngNpc; the others are set by handlers only. */
enum { MOVE_STAND, MOVE_RANDOM, MOVE_PATROL, MOVE_PURSUE, MOVE_FLEE };
void behave(PlayerContext ctx, uint32_t actor);
/* npc_chase.c: false if there is nobody to pursue or to flee from; then the NPC strolls. */
bool npc_pursue(PlayerContext ctx, uint32_t actor);
bool npc_flee(PlayerContext ctx, uint32_t actor);

/* actor_steps.c: steps from cell to cell */
typedef enum Step { STEP_TAKEN, STEP_WALL, STEP_SOMEBODY } Step;
Step step_begin(PlayerContext ctx, uint32_t actor, Direction direction);
/* Moves one tick towards the step's cell; false if the step is given up. */
bool step_on(PlayerContext ctx, uint32_t actor);
/* Another actor blocks the way: waits, then pushes past other NPCs; false: give up. */
bool step_wait(World *world, uint32_t actor);

/* health.c: hit points, the attribute of the HUD's bar with direction 3 (the bar over enemies)
 */
void health_tick(World *world);

/* projectile.c */
void shot_throw(PlayerContext ctx, const TngObject *thrower, uint32_t action, Location target);
/* Moves projectiles and runs their actions; those of removed players have no effect. */
void shots_tick(World *world);
void shots_clear(World *world, uint32_t player_index);

/* ground_items.c: objects on the ground */
bool thing_there(World *world, Location location);
bool thing_take(PlayerContext ctx, Location location);
/* Places an object on a free cell nearby; false if there is none. */
bool thing_put(World *world, Location location, uint32_t sprite, uint32_t quantity);
/* Drops one of an item of the bag onto the cell ahead, or nearby. */
void player_drop(PlayerContext ctx, uint32_t item);

/* loot.c: the quantity of the objects in a cell, NULL if it is one; clears it. */
Loot *loot_at(World *world, Location location);
void loot_clear(World *world, const MapState *map, Cell cell);

/* create_character.c: a new character */
const TngOptions *create_group(World *world, uint32_t group);
bool attribute_is_primary(const World *world, uint32_t attribute);
bool create_wanted(World *world);     /* whether there is anything to choose */
void create_clear(PlayerContext ctx); /* resets all choices and points */
void create_apply(PlayerContext ctx); /* applies the choices to the player */
/* Resets a player to the state before a new game. */
void player_clear(PlayerContext ctx);
/* Creates the player's actor, with the options chosen. */
void player_make(PlayerContext ctx);

/* actor.c: actors */
uint32_t actor_new(World *world, uint32_t npc, uint32_t map, Cell cell);
/* A free slot for an actor, except the first; NULL if there is none. */
Actor *actor_at_index(World *world, uint32_t *index);
/* actor_remove: an NPC; actor_free: any actor. */
void actor_remove(World *world, uint32_t index);
void actor_free(World *world, uint32_t index);
void actors_on_map(World *world, uint32_t map); /* spawns those of layer 6, once */
/* An NPC's record; NULL for a player. */
const TngNpc *actor_record(World *world, const Actor *actor);
void actor_face(World *world, Actor *actor, Spot at);
void actor_act(World *world, Actor *actor, uint32_t column, uint32_t ticks);

/* actor_move.c: the position of an actor */
uint32_t actor_speed(PlayerContext ctx, uint32_t index);
/* Moves an actor to a position; this may move the player to the next map. */
void walk_put(PlayerContext ctx, uint32_t index, Spot at);
/* Updates gait and lift after the actor's tick. */
void actor_pose(World *world, Actor *actor);

/* actor_orders.c: queues an order, false if there are too many; executes orders, true if there
 * were any. */
bool actor_order(Actor *actor, Order order);
bool actor_follow(PlayerContext ctx, uint32_t index);

/* actor_tick.c */
void actors_tick(World *world);

/* can_stand.c: where an actor may be: walls under its feet, other actors around it. All
 * movement asks here. */
/* Whether the actor may be there; whether it may go there in a straight line. */
bool stand_free(PlayerContext ctx, uint32_t index, Spot at);
bool stand_step_free(PlayerContext ctx, uint32_t index, Spot to);
/* The actor that would be in the player's way there; NONE if there is none. */
uint32_t stand_meets(PlayerContext ctx, Spot at);
/* The cells that would stop the player's feet there, perhaps one of them several times;
 * returns their number. */
enum { STAND_STOPS_MAX = 5 };
size_t stand_stops(PlayerContext ctx, Spot at, Cell out[STAND_STOPS_MAX]);

/* walk.c: movement from position to position */
/* Moves one tick towards a position; true when it is reached. `*moved`: it made progress. */
bool walk_to(PlayerContext ctx, uint32_t index, Spot goal, bool *moved);
void walk_player(PlayerContext ctx, uint32_t direction);
/* The actor that blocks the player's next step in a direction; NONE if there is none. */
uint32_t walk_meets(PlayerContext ctx, Direction direction);
/* On hexagons: whether the player's next step is straight at an obstacle with a touch handler,
 * and where that is. */
bool walk_bumps(PlayerContext ctx, Direction direction, Location *location);

/* player_rules.c */
/* Puts the player on a cell; a map that is left and entered begins with an autosave. */
void world_place_player(PlayerContext ctx, uint32_t map, Cell cell, int direction);
void player_tick(PlayerContext ctx, const WorldInput *input);
/* Records what the player's feet touch; returns whether this is a new contact. */
bool player_touches(PlayerContext ctx, uint32_t entity, Location own);
/* player_act.c: default action 1-9 */
void player_act(PlayerContext ctx, uint32_t action);
/* A cell in the direction of the player, perhaps on the next map. */
Location player_ahead(PlayerContext ctx, uint32_t steps);

/* spawn.c */
enum { SPAWN_POINTS_MAX = 1024 }; /* per map */
void spawners_tick(World *world);

/* attribute.c */
int32_t attribute_get(PlayerContext ctx, uint32_t entity, uint32_t name);
void attribute_set(PlayerContext ctx, uint32_t entity, uint32_t name, int32_t value);
/* The same by the attribute's ordinal; NONE: no attribute. */
int32_t attribute_read(PlayerContext ctx, uint32_t entity, uint32_t ordinal);
void attribute_write(PlayerContext ctx, uint32_t entity, uint32_t ordinal, int32_t value);
/* The array of an entity's variables, valid until `world->actor_changes` changes. */
const int32_t *attribute_values(World *world, uint32_t entity);
void attributes_default(World *world, uint32_t entity);
bool needs_are_met(PlayerContext ctx, uint32_t entity, const Needs *needs);
/* attribute_conditions_met: whether all conditions are met; attribute_assignments_apply:
 * applies the assignments. */
bool attribute_conditions_met(PlayerContext ctx, uint32_t entity, const AttributeRule *rules,
                              size_t count);
void attribute_assignments_apply(World *world, uint32_t entity, const AttributeRule *rules,
                                 size_t count);
/* Maximum instructions of one evaluation of an expression. */
enum { EXPRESSION_BUDGET = 2000 };

/* object_values.c: attributes of the object on a map that the running handler is about, as its
 * owner or as the other party. */
/* An attribute of all objects of a kind: the sum of its modifiers. */
int32_t object_value(World *world, uint32_t sprite, uint32_t name);
/* False if the object has only the modifiers of its kind. */
bool object_value_read(World *world, uint32_t entity, uint32_t attribute, int32_t *out);
void object_value_write(World *world, uint32_t entity, uint32_t attribute, int32_t value);
/* Another object is there now. */
void object_values_clear(World *world, const MapState *map, Cell cell);
/* All attributes; `usual`: those of its kind. */
const int32_t *object_values_at(World *world, uint32_t entity, const int32_t *usual);
/* Replaces the list by these rows, in any order. */
void object_values_take(World *world, const ObjectValue *rows, size_t count);

/* inventory.c */
int32_t inventory_count(World *world, uint32_t entity, uint32_t object);
int32_t inventory_sum(World *world, uint32_t entity, uint32_t attribute);
/* The sum of the modifiers of all pieces that the player carries. */
int64_t inventory_load(PlayerContext ctx, uint32_t attribute);
/* An NPC's record, NULL for other entities; how many of an item of the record it has. */
const TngNpc *npc_of_entity(World *world, uint32_t entity);
int32_t *npc_quantity(World *world, uint32_t entity, uint32_t item);
/* An object's own sounds, in the order of its list. */
typedef enum ObjectSound {
    OBJECT_SOUND_PICK_UP, /* in place of the sound of its placement in the bag */
    OBJECT_SOUND_USE,
    OBJECT_SOUND_DROP,
    OBJECT_SOUND_PUT_ON, /* in place of that of its placement */
} ObjectSound;
/* Plays it; false if the object has none. */
bool object_sound(PlayerContext ctx, uint32_t sprite, ObjectSound which);
/* From the ground; there must be room for it. */
void inventory_pick_up(PlayerContext ctx, uint32_t sprite, int32_t amount);
void inventory_give(PlayerContext ctx, uint32_t sprite, int32_t amount);
/* Whether the bag has space for this object. */
bool inventory_has_room(const Player *player, uint32_t sprite);
bool inventory_take(PlayerContext ctx, uint32_t sprite, int32_t amount);
bool inventory_equip(PlayerContext ctx, uint32_t sprite);
/* Whether the player has the attributes that the object requires; otherwise plays the error
 * sound. */
bool inventory_may_use(PlayerContext ctx, const TngObject *object);
/* Sets the player's way of moving; ignored if the game does not have it. */
void transport_set(PlayerContext ctx, int32_t transport);
/* The belt: number of its slots; puts an object into one. */
uint32_t belt_slots(const World *world);
void belt_put(PlayerContext ctx, uint32_t slot, uint32_t sprite);
/* item_use.c: uses an item of the bag; the object in a slot of the belt */
void inventory_use(PlayerContext ctx, uint32_t index);
void belt_use(PlayerContext ctx, uint32_t slot);
/* market.c: trade with NPCs */
bool market_buy(PlayerContext ctx, uint32_t actor, uint32_t item);
bool market_sell(PlayerContext ctx, uint32_t actor, uint32_t index);

/* craft.c: executes a chosen row of the crafting screen; false if that is impossible */
bool craft_choose(PlayerContext ctx, uint32_t option);
bool craft_adjust(PlayerContext ctx, uint32_t option, int32_t step);
void fields_clear(Player *player);

/* script_host.c: WorldHooks.host */
MachineHost script_host(PlayerContext *ctx);

/* task.c */
/* What lower parts need of the parts above them; world_new sets it. */
typedef struct WorldHooks {
    /* What a script can read and change for this player (script_host.c), whose context must
     * stay valid while the machine runs. */
    MachineHost (*host)(PlayerContext *ctx);
    /* Runs a script command: MachineHost.command, whose context is the PlayerContext. */
    MachineCommand (*command)(void *ctx, MachineRun *run, unsigned number,
                              const int32_t *arguments);
    /* Opens a screen for a task that waits for it; false: another one is still open. */
    bool (*open_screen)(PlayerContext ctx, uint32_t screen, uint32_t record, Task *task);
    /* A map was loaded, and its NPCs are to be spawned. */
    void (*map_loaded)(World *world, uint32_t map);
} WorldHooks;
typedef struct TaskStart {
    ScriptRef ref;
    uint32_t self, opponent;
    Location location;
    uint32_t cutscene;
    const Task *parent; /* the caller, whose locals are copied; or NULL */
} TaskStart;
/* Starts a handler, unless it is missing or runs already, and runs it until it ends or
 * waits; returns its number or 0. */
uint32_t task_start(PlayerContext ctx, const TaskStart *start);
/* Sets the budgets of a tick: call before its input. */
void tasks_begin_tick(World *world);
void tasks_tick(World *world);
void tasks_clear(PlayerContext ctx);
/* Stops the tasks of a cutscene and of those nested in it. */
void tasks_stop_cutscene(PlayerContext ctx, uint32_t level);
/* Runs a handler or an expression in this world; `task` is NULL for an expression. */
MachineStatus script_run(PlayerContext ctx, ScriptRef ref, const Task *task, MachineRun *run,
                         uint32_t *budget);

/* Maximum instructions of one handler without a pause. */
enum { TASK_BUDGET = 20000 }; /* TICK_BUDGET: state.h */
/* Maximum cost of all commands of a tick; one unit is about one visited cell. */
enum { WORK_MAX = 1000000 };

/* event.c */
bool event_npc(PlayerContext ctx, uint32_t actor, unsigned type, uint32_t parameter);
bool event_object(PlayerContext ctx, uint32_t sprite, Location location, unsigned type,
                  uint32_t parameter);
bool event_parameter_is(const TngEvent *event, uint32_t object);
/* Whether an entity has a handler for this event. */
bool event_known(World *world, uint32_t entity, unsigned type);
/* Runs the event's handler of an entity (`own`: the object's location); false if none. */
bool event_entity(PlayerContext ctx, uint32_t entity, Location own, unsigned type,
                  uint32_t parameter);
/* The same for the entity in a cell: an NPC, otherwise an object; false if none. */
bool event_at(PlayerContext ctx, Location location, unsigned type, uint32_t parameter);
/* The entity in a cell, and the object's own location. */
uint32_t entity_at(World *world, Location location, Location *own);
/* An action on a cell: runs the target's own handler, otherwise the default action's. */
void player_strike(PlayerContext ctx, uint32_t action, Location target);
void events_tick(World *world);

/* quest_rules.c */
/* Opens (0), completes (1) or fails (-1) the player's quest, with its alert and handler. */
void quest_set(PlayerContext ctx, uint32_t quest, int32_t completed);
/* world_group.c: records events for the other worlds of a group. */
void quest_claim(World *world, uint32_t quest, uint32_t id);
void put_elsewhere(World *world, const MapState *map, uint32_t cell, uint16_t sprite);

#endif
