/* Events of NPCs and objects, and the handlers that they start. */
#include "engine/rules/rules.h"

/* Seconds of the timer codes (docs/reference/formats/tng.md); code 0 is a tenth. */
static const uint16_t timer_seconds[13] = {0,   1,   10,  20,   30,   60,  120,
                                           300, 600, 900, 1200, 1800, 3600};

bool event_parameter_is(const TngEvent *event, uint32_t object)
{
    return event->parameter >> 8 == object; /* the category is in the low byte */
}

/* Handlers without a script are declarations only: they do not hide the default action. */
static bool event_fits(const TngEvent *event, unsigned type, uint32_t parameter)
{
    return event->type == type && event->script_size &&
           (!tng_event_is_using(type) || event_parameter_is(event, parameter));
}

/* 0 if the handler was not started (task_start). */
static uint32_t start_npc(PlayerContext ctx, uint32_t index, uint32_t event)
{
    const Actor *actor = ctx.world->actors[index];
    return task_start(ctx, &(TaskStart){.ref = {SECTION_NPCS, actor->npc, event},
                                        .self = index + 1,
                                        .opponent = context_entity(ctx),
                                        .location = {NONE, {0, 0}}});
}

/* The player's position in pixels of a joined map. */
static Spot player_seen_from(PlayerContext ctx, uint32_t map)
{
    const Spot at = context_actor(ctx)->at;
    ShownMap shown[SHOWN_MAX];
    const size_t count = map == context_actor(ctx)->map ? 0 : world_shown(ctx, shown);
    for (size_t i = 0; i < count; i++)
        if (shown[i].index == map)
            return (Spot){at.x - shown[i].shift.x * SUB, at.y - shown[i].shift.y * SUB};
    return at;
}

/* Whether an NPC acts with this player: the `r` lines of an NPC are about the player, as
 * those of a character option are. */
static bool npc_acts(PlayerContext ctx, const TngNpc *npc)
{
    return attribute_conditions_met(ctx, context_entity(ctx), npc->attributes,
                                    npc->attribute_count);
}

bool world_npc_acts(PlayerContext ctx, uint32_t actor)
{
    const TngNpc *npc =
        actor < ctx.world->actor_count
            ? content_record(ctx.world->content, SECTION_NPCS, ctx.world->actors[actor]->npc)
            : NULL;
    return npc && npc_acts(ctx, npc);
}

/* True if there is such a handler, even if it is already running. */
bool event_npc(PlayerContext ctx, uint32_t index, unsigned type, uint32_t parameter)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, actor->npc);
    if (!npc || !npc_acts(ctx, npc))
        return false;
    for (uint32_t i = 0; i < npc->event_count; i++)
        if (event_fits(&npc->events[i], type, parameter)) {
            if (type == TNG_EVENT_CLICK)
                actor_face(world, actor, player_seen_from(ctx, actor->map));
            start_npc(ctx, index, i);
            return true;
        }
    return false;
}

/* The location is the object's own cell, not the one that was clicked on. */
static uint32_t start_object(PlayerContext ctx, uint32_t sprite, uint32_t ordinal,
                             Location location, uint32_t event)
{
    return task_start(ctx, &(TaskStart){.ref = {SECTION_OBJECTS, ordinal, event},
                                        .self = ENTITY_OBJECT + sprite,
                                        .opponent = context_entity(ctx),
                                        .location = location});
}

/* True if there is such a handler; only the first one of a type runs. */
bool event_object(PlayerContext ctx, uint32_t sprite, Location location, unsigned type,
                  uint32_t parameter)
{
    uint32_t ordinal;
    const TngObject *object = content_object(ctx.world->content, sprite, &ordinal);
    for (uint32_t i = 0; object && i < object->event_count; i++)
        if (event_fits(&object->events[i], type, parameter)) {
            start_object(ctx, sprite, ordinal, location, i);
            return true;
        }
    return false;
}

/* An NPC hides the object in its cell. `own` is the cell of the object whose mask covers the
 * place: an object can cover several. */
uint32_t entity_at(World *world, Location location, Location *own)
{
    MapState *map = map_of(world, location.map);
    *own = location;
    if (!map || !grid_inside(&world->content->grid, location.cell))
        return ENTITY_NONE;
    const uint32_t actor = npc_in(world, location.map, location.cell);
    if (actor != NONE)
        return actor + 1;
    map_refresh(world, map);
    const uint32_t owner = map->owner[map_cell_index(world, location.cell)];
    if (!owner)
        return ENTITY_NONE;
    own->cell = map_cell_of(world, owner - 1);
    return ENTITY_OBJECT + map_cell(world, map, LAYER_OBJECTS, own->cell);
}

/* `entity` is not ENTITY_NONE. */
bool event_known(World *world, uint32_t entity, unsigned type)
{
    const bool is_object = entity >= ENTITY_OBJECT;
    const TngObject *object =
        is_object ? content_object(world->content, entity - ENTITY_OBJECT, NULL) : NULL;
    const TngNpc *npc = is_object ? NULL
                                  : content_record(world->content, SECTION_NPCS,
                                                   world->actors[entity - 1]->npc);
    const TngEvent *events = object ? object->events : npc ? npc->events : NULL;
    const uint32_t count = object ? object->event_count : npc ? npc->event_count : 0;
    for (uint32_t i = 0; i < count; i++)
        if (events[i].type == type && events[i].script_size)
            return true;
    return false;
}

bool event_entity(PlayerContext ctx, uint32_t entity, Location own, unsigned type,
                  uint32_t parameter)
{
    return entity >= ENTITY_OBJECT
               ? event_object(ctx, entity - ENTITY_OBJECT, own, type, parameter)
               : event_npc(ctx, entity - 1, type, parameter);
}

bool event_at(PlayerContext ctx, Location location, unsigned type, uint32_t parameter)
{
    Location own;
    const uint32_t entity = entity_at(ctx.world, location, &own);
    return entity != ENTITY_NONE && event_entity(ctx, entity, own, type, parameter);
}

/* By the world's tick, so that all timers of a code are due together, and saved games need no
 * counters. Unknown codes are never due. */
static bool timer_due(const World *world, uint32_t code)
{
    if (code >= COUNT_OF(timer_seconds))
        return false;
    const uint32_t ticks =
        code ? timer_seconds[code] * world->content->rate : (world->content->rate + 9) / 10;
    return world->tick % ticks == 0;
}

/* Whether a distance event has been triggered; `near` stores the state. */
static bool is_crossed(const TngEvent *event, uint32_t index, int32_t distance, uint32_t *near)
{
    if ((event->type != TNG_EVENT_APPROACH && event->type != TNG_EVENT_LEAVE) ||
        index >= TNG_EVENT_DISTANCES)
        return false;
    const uint32_t bit = 1u << index;
    const bool was = *near & bit, is = distance <= (int32_t)event->parameter;
    *near = is ? *near | bit : *near & ~bit;
    return event->type == TNG_EVENT_APPROACH ? is && !was : was && !is;
}

/* The due events of an NPC or object: timers once, distances for each player. */
typedef enum Due { DUE_ALL, DUE_TIMERS, DUE_DISTANCES } Due;

static bool event_due(const World *world, const TngEvent *event, uint32_t index, Due due,
                      int32_t distance, uint32_t *near)
{
    if (event->type == TNG_EVENT_TIMER)
        return due != DUE_DISTANCES && timer_due(world, event->parameter);
    return due != DUE_TIMERS && is_crossed(event, index, distance, near);
}

/* Most have none: distances for each player are only computed for the others. */
static bool has_distances(const TngEvent *events, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (events[i].type == TNG_EVENT_APPROACH || events[i].type == TNG_EVENT_LEAVE)
            return true;
    return false;
}

/* Whether a handler has not removed the NPC, nor replaced it by another one in the same slot.
 */
static bool is_still(const Actor *actor, uint32_t generation)
{
    return actor->used && actor->generation == generation;
}

/* The distance is the one before the first handler. On a server the bits are kept for each
 * player and NPC, otherwise in the actor. */
static void npc_events(PlayerContext ctx, uint32_t index, const TngNpc *npc, Due due)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const uint32_t generation = actor->generation;
    const Cell player = actor_cell(world, context_actor(ctx));
    const bool acts = npc_acts(ctx, npc);
    const int32_t distance = /* whoever does not meet the requirements is not there */
        acts ? grid_distance(&world->content->grid, player, actor_cell(world, actor))
             : INT32_MAX;
    uint32_t bits = world->shared ? near_get(ctx.player, index) : 0;
    uint32_t *near = world->shared ? &bits : &actor->near;
    for (uint32_t i = 0; i < npc->event_count && is_still(actor, generation); i++)
        if (event_due(world, &npc->events[i], i, due, distance, near) &&
            (acts || npc->events[i].type == TNG_EVENT_TIMER))
            start_npc(ctx, index, i);
    if (world->shared && due == DUE_DISTANCES && is_still(actor, generation))
        near_set(ctx, index, bits);
}

static bool is_watch(const MapState *map, size_t at, Location location, uint32_t sprite)
{
    return at < map->watch_count && cell_is(map->watches[at].cell, location.cell) &&
           map->watches[at].sprite == sprite;
}

/* NULL if a handler has removed or replaced the object. It is looked for at `likely` first:
 * the list rarely moves, and servers ask for each player. */
static Watch *watch_of(const World *world, Location location, uint32_t sprite, size_t likely)
{
    const MapState *map = world->maps[location.map];
    if (is_watch(map, likely, location, sprite))
        return &map->watches[likely];
    const size_t at = map_find_watch(world, map, map_cell_index(world, location.cell));
    return is_watch(map, at, location, sprite) ? &map->watches[at] : NULL;
}

/* A handler may move the list of watches: the object is found again after them. */
static void object_events(PlayerContext ctx, Location location, uint32_t sprite, size_t likely,
                          Due due)
{
    World *world = ctx.world;
    const Watch *watch = watch_of(world, location, sprite, likely);
    if (!watch)
        return;
    uint32_t ordinal;
    const TngObject *object = content_object(world->content, sprite, &ordinal);
    const Cell player = actor_cell(world, context_actor(ctx));
    const int32_t distance = grid_distance(&world->content->grid, player, location.cell);
    const uint64_t key = near_key(location.map, map_cell_index(world, location.cell));
    uint32_t near = world->shared ? near_get(ctx.player, key) : watch->near;
    for (uint32_t k = 0; object && k < object->event_count; k++)
        if (event_due(world, &object->events[k], k, due, distance, &near))
            start_object(ctx, sprite, ordinal, location, k);
    Watch *after = watch_of(world, location, sprite, likely);
    if (after && !world->shared)
        after->near = near;
    else if (after && due == DUE_DISTANCES)
        near_set(ctx, key, near);
}

/* Events of an NPC, for all players on its map; the first one is the opponent of timers. */
static void npc_tick(World *world, uint32_t index, uint32_t first, const Crowd *crowd)
{
    const Actor *actor = world->actors[index];
    const uint32_t generation = actor->generation;
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, actor->npc);
    if (!npc)
        return;
    npc_events(player_context(world, first - 1), index, npc,
               world->shared ? DUE_TIMERS : DUE_ALL);
    if (!world->shared || !has_distances(npc->events, npc->event_count))
        return;
    for (uint32_t at = first; at && is_still(actor, generation); at = crowd->next[at - 1])
        npc_events(player_context(world, at - 1), index, npc, DUE_DISTANCES);
}

/* In the order of cells, because handlers add and remove watches. */
static void objects_tick(World *world, uint32_t index, const Crowd *crowd)
{
    const MapState *map = world->maps[index];
    const uint32_t first = crowd->first[index];
    uint32_t cell = 0;
    for (size_t i; (i = map_find_watch(world, map, cell)) < map->watch_count; cell++) {
        const Location location = {index, map->watches[i].cell};
        const uint32_t sprite = map->watches[i].sprite;
        const TngObject *object = content_object(world->content, sprite, NULL);
        cell = map_cell_index(world, location.cell);
        object_events(player_context(world, first - 1), location, sprite, i,
                      world->shared ? DUE_TIMERS : DUE_ALL);
        if (!world->shared || !object || !has_distances(object->events, object->event_count))
            continue;
        for (uint32_t at = first; at; at = crowd->next[at - 1])
            object_events(player_context(world, at - 1), location, sprite, i, DUE_DISTANCES);
    }
}

/* The number of the task; 0 after an error, which is reported. */
uint32_t world_start(PlayerContext ctx, ScriptRef ref, uint32_t self, uint32_t opponent,
                     Location location, Report *report)
{
    if (!content_program(ctx.world->content, ref)) {
        report_error(report, "the handler is missing or invalid");
        return 0;
    }
    const uint32_t number = task_start(
        ctx,
        &(TaskStart){.ref = ref, .self = self, .opponent = opponent, .location = location});
    if (!number)
        report_error(report,
                     "the handler was not started: it is already running, nested too deeply, "
                     "or too many handlers are running");
    return number;
}

/* The first run is at the start of the game: see world_start_game. */
static void startup_scripts(PlayerContext ctx)
{
    World *world = ctx.world;
    const uint32_t age = world->tick - world->play_started;
    const TngSection *section = tng_section(world->content->game, SECTION_STARTUP);
    for (uint32_t i = 0; section && i < section->count; i++) {
        const TngTimedAsset *asset = section->entries[i].descriptor;
        if (!asset->interval)
            continue;
        const uint32_t ticks = world_ticks_of(world, asset->interval);
        if (age && age % ticks == 0)
            task_start(ctx, &(TaskStart){.ref = {SECTION_STARTUP, i, 0},
                                         .self = context_entity(ctx),
                                         .location = {NONE, {0, 0}}});
    }
}

/* Only maps with players: others stand still. NPCs come before objects, in the order of their
 * indexes; replays rely on it. */
void events_tick(World *world)
{
    PlayerContext ctx;
    for (uint32_t player_index = 0; context_next(world, &player_index, &ctx); player_index++)
        startup_scripts(ctx);
    const Crowd *crowd = crowd_now(world);
    for (uint32_t i = 0; i < world->map_count; i++)
        if (crowd->first[i] && map_of(world, i))
            map_refresh(world, world->maps[i]);
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (actor->used && !actor->player && !actor->dying && actor->map < world->map_count &&
            crowd->first[actor->map])
            npc_tick(world, i, crowd->first[actor->map], crowd);
    }
    for (uint32_t i = 0; i < world->map_count; i++)
        if (crowd->first[i] && map_of(world, i))
            objects_tick(world, i, crowd);
}

/* Runs the target's own handler, otherwise the game's default action. */
void player_strike(PlayerContext ctx, uint32_t action, Location target)
{
    Location own;
    const uint32_t entity = entity_at(ctx.world, target, &own);
    if (entity != ENTITY_NONE && event_at(ctx, own, TNG_EVENT_ACTION1 + action - 1, 0))
        return;
    task_start(
        ctx, &(TaskStart){.ref = {SECTION_ACTIONS, action - 1, 0},
                          .self = context_entity(ctx),
                          .opponent = entity,
                          .location = entity == ENTITY_NONE ? (Location){NONE, {0, 0}} : own});
}
