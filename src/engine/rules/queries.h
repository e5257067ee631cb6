/* Public functions of the rules; engine/world.h includes this header. Queries (world_price,
 * ...) do not change the world, except that they may load a map or a record of the game.
 * Actions (world_run, world_walk, ...) change it. */
#ifndef OISIN_ENGINE_QUERIES_H
#define OISIN_ENGINE_QUERIES_H

#include "engine/state/state.h"

/* ---- handlers ---- */

/* Runs external bytecode like an event handler; it is verified first and must live as long
 * as the world. It runs until it ends or waits for a tick. Returns the number of its
 * task; 0 and a report if it cannot be started. */
uint32_t world_run(PlayerContext ctx, Bytes code, uint32_t self, uint32_t opponent,
                   Report *report);
/* Runs a handler of the game as if its event had happened; otherwise the same. */
uint32_t world_start(PlayerContext ctx, ScriptRef ref, uint32_t self, uint32_t opponent,
                     Location location, Report *report);
/* Whether that task is still running. */
bool world_runs(const World *world, uint32_t task);
/* The value of an expression for the run's self, opponent and locals; the world does not
 * change. False and a report if the code is invalid. */
bool world_evaluate(PlayerContext ctx, Bytes code, const MachineRun *at, int32_t *out,
                    Report *report);

/* ---- queries ---- */

/* Compares by a condition's relation, 0 to 5: = != >= > <= <; true for all others. */
bool relation_is_met(unsigned relation, int32_t a, int32_t b);
/* world_price: the price of an object, 0 if it is free; world_sale: what this NPC pays. */
int32_t world_price(World *world, uint32_t object);
int32_t world_sale(World *world, uint32_t actor, uint32_t object);
/* How many of an object the player has; whether all ingredients are available. */
int32_t world_count(PlayerContext ctx, uint32_t object);
bool world_can_craft(PlayerContext ctx, const Recipe *recipe);
/* The object of an option of the market, crafting or inventory screen, whatever its flags
 * are; TNG_NO_SPRITE for other options (a field of crafting). */
uint32_t world_option_object(PlayerContext ctx, uint32_t option);
/* The label of an option of ordered crafting that has no object: "field 3", "make". */
Text world_craft_word(uint32_t option, Arena *arena);
/* The recipe that matches the fields of the crafting screen; NULL: none. */
const Recipe *world_recipe(PlayerContext ctx);
/* Whether the player meets the `r` lines of an NPC; without that, no handler of it answers. */
bool world_npc_acts(PlayerContext ctx, uint32_t actor);
/* For character creation: the points left; the number of colour rows of a group, 0 if it
 * has none. */
int32_t world_points_left(PlayerContext ctx);
uint32_t world_palettes(World *world, uint32_t group);
/* The map on the screen and the centre of the view, in pixels. */
uint32_t world_view(PlayerContext ctx, Spot *middle);
/* A visible map, and the offset of its image relative to the first one. */
typedef struct ShownMap {
    MapState *map;
    uint32_t index;
    Cell cells; /* its cell (0, 0), in cells of the first */
    Spot shift; /* pixels */
} ShownMap;
/* The map on the screen, then the loaded ones joined to it; returns their number. */
size_t world_shown(PlayerContext ctx, ShownMap out[SHOWN_MAX]);
/* The same for any map. */
size_t world_around(World *world, uint32_t map, ShownMap out[SHOWN_MAX]);

/* ---- prediction, and groups of worlds ---- */

/* Moves only the player for one tick: 1 + a direction, or 0. For mirrors, which
 * predict the server's answer. */
void world_walk(PlayerContext ctx, uint32_t direction);
/* Whether no wall is in the way of the player at a position (1/256 pixels) near its own. */
bool world_may_stand(PlayerContext ctx, Spot at);
/* Whether the player can neither enter the cell of that position nor leap over it. */
bool world_is_wall(PlayerContext ctx, Spot at);
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

#endif
