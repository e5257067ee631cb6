/* NPCs and objects on the map: selects one, its position, its name. */
#include "studio/scenario/scenario_internal.h"

Cell run_here(const Run *run)
{
    const Spot at = context_actor(local_context(run->world))->at;
    return grid_cell_at(&run->world->content->grid, (Spot){at.x >> 8, at.y >> 8});
}

static Cell cell_of(const Run *run, const Actor *actor)
{
    return grid_cell_at(&run->world->content->grid, (Spot){actor->at.x >> 8, actor->at.y >> 8});
}

/* ---- names ---- */

Text run_name(Run *run, ScriptKind kind, uint32_t index)
{
    const ScriptNames *names = run->scenarios->names;
    const Text name =
        names->name ? names->name(names->context, kind, index, run->scratch) : TEXT("");
    return name.size ? name
                     : arena_format(run->scratch, "%s %u", script_kind_name(kind), index);
}

Text run_map_name(Run *run, uint32_t map)
{
    const Content *content = run->world->content;
    return map < run->world->map_count
               ? run_name(run, SCRIPT_MAP, content_name(content, SECTION_MAPS, map))
               : TEXT("nowhere");
}

Text run_location_text(Run *run, uint32_t map, Cell cell)
{
    const Text name = run_map_name(run, map);
    return arena_format(run->scratch, "%.*s %d %d", (int)name.size, name.at, cell.x, cell.y);
}

Text run_player_location_text(Run *run)
{
    return run_location_text(run, context_actor(local_context(run->world))->map, run_here(run));
}

uint32_t run_map(Run *run, const Value *map)
{
    return map->given ? content_find(run->world->content, SECTION_MAPS, map->index)
                      : context_actor(local_context(run->world))->map;
}

/* ---- finding ---- */

/* The nearest living NPC of that number on the player's map. Actor 0 is the player's own; an
 * entity is the actor's index + 1. */
static bool find_actor(const Run *run, uint32_t npc, Target *out)
{
    World *world = run->world;
    const uint32_t map = context_actor(local_context(world))->map;
    const Cell here = run_here(run);
    int32_t min = INT32_MAX;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->dying || actor->npc != npc || actor->map != map)
            continue;
        const Cell cell = cell_of(run, actor);
        const int32_t far = grid_distance(&world->content->grid, here, cell);
        if (far >= min)
            continue;
        min = far;
        *out = (Target){.entity = i + 1, .actor = i, .ordinal = npc, .cell = cell, .own = cell};
    }
    return min < INT32_MAX;
}

/* NULL for a map that was not loaded yet or whose file is damaged: it has no cells to read. */
static const MapState *map_state(const Run *run, uint32_t map)
{
    const MapState *state = map < run->world->map_count ? run->world->maps[map] : NULL;
    return state && state->record && !state->damaged ? state : NULL;
}

static Cell cell_at(const Run *run, size_t index)
{
    const int32_t side = run->world->content->grid.side;
    return (Cell){(int32_t)index % side, (int32_t)index / side};
}

static size_t cell_count(const Run *run) { return grid_cells(&run->world->content->grid); }

static uint16_t object_at(const Run *run, const MapState *map, size_t index)
{
    return map->cells[LAYER_OBJECTS * cell_count(run) + index];
}

/* The nearest cell that triggers for such an object; otherwise the object's own cell. */
static bool find_object(const Run *run, uint32_t sprite, Target *out)
{
    World *world = run->world;
    const MapState *map = map_state(run, context_actor(local_context(world))->map);
    const Cell here = run_here(run);
    int32_t min = INT32_MAX;
    /* farther than any cell: an object's own cell counts only if no cell triggers for it */
    const int32_t no_trigger = 1 << 20;
    if (!map)
        return false;
    for (size_t i = 0; i < cell_count(run); i++) {
        const uint32_t owner = map->owner[i];
        const bool triggers = owner && object_at(run, map, owner - 1) == sprite;
        if (!triggers && object_at(run, map, i) != sprite)
            continue;
        const int32_t far = grid_distance(&world->content->grid, here, cell_at(run, i)) +
                            (triggers ? 0 : no_trigger);
        if (far >= min)
            continue;
        min = far;
        *out = (Target){.entity = ENTITY_OBJECT + sprite,
                        .actor = NONE,
                        .cell = cell_at(run, i),
                        .own = cell_at(run, triggers ? owner - 1 : i)};
    }
    return min < INT32_MAX;
}

bool target_find(Run *run, const Value *thing, Target *out)
{
    if (thing->reference == SCRIPT_NPC)
        return find_actor(run, thing->index, out);
    if (!find_object(run, thing->index, out))
        return false;
    out->ordinal = NONE;
    content_object(run->world->content, thing->index, &out->ordinal);
    return true;
}

bool target_need(Run *run, const Value *thing, Target *out)
{
    const Text map = run_map_name(run, context_actor(local_context(run->world))->map);
    return target_find(run, thing, out) ||
           run_fail_anyway(run, "no %.*s on the map %.*s", (int)thing->word.size,
                           thing->word.at, (int)map.size, map.at);
}

/* The handlers of the target; returns their number. */
static uint32_t handlers_of(const Run *run, const Target *target, const TngEvent **events)
{
    Content *content = run->world->content;
    const bool is_npc = target->actor != NONE;
    const void *record =
        target->ordinal == NONE
            ? NULL
            : content_record(content, is_npc ? SECTION_NPCS : SECTION_OBJECTS, target->ordinal);
    const TngNpc *npc = is_npc ? record : NULL;
    const TngObject *object = is_npc ? NULL : record;
    *events = npc ? npc->events : object ? object->events : NULL;
    return npc ? npc->event_count : object ? object->event_count : 0;
}

bool target_handles(const Run *run, const Target *target, unsigned type)
{
    const TngEvent *events;
    const uint32_t count = handlers_of(run, target, &events);
    for (uint32_t i = 0; i < count; i++)
        if (events[i].type == type && events[i].script_size)
            return true;
    return false;
}

bool target_want(Run *run, const Value *thing, const Target *target, unsigned type,
                 uint32_t object)
{
    const unsigned section = target->actor != NONE ? SECTION_NPCS : SECTION_OBJECTS;
    /* Click and touch are easily confused in a scenario: the message names the other one. */
    const unsigned other = type == TNG_EVENT_CLICK   ? TNG_EVENT_TOUCH
                           : type == TNG_EVENT_TOUCH ? TNG_EVENT_CLICK
                                                     : type;
    const TngEvent *events;
    const uint32_t count = handlers_of(run, target, &events);
    for (uint32_t i = 0; i < count; i++)
        if (events[i].type == type && events[i].script_size &&
            (object == NONE || events[i].parameter >> 8 == object)) {
            run->wanted = (Wanted){section, target->ordinal, type, false};
            return true;
        }
    const bool has_other = other != type && target_handles(run, target, other);
    const Text name = object == NONE ? TEXT("") : run_name(run, SCRIPT_OBJECT, object);
    return run_fail(run, "%.*s has no handler for %s%s%.*s%s%s", (int)thing->word.size,
                    thing->word.at, tng_event_word(type), name.size ? " " : "", (int)name.size,
                    name.at, has_other ? ", but for " : "",
                    has_other ? tng_event_word(other) : "");
}

bool target_acts(Run *run, const Value *thing, const Target *target)
{
    return target->actor == NONE || world_npc_acts(local_context(run->world), target->actor) ||
           run_fail(run, "%.*s does not act with this player: its \"r\" lines are not met",
                    (int)thing->word.size, thing->word.at);
}

bool target_is_clicked(const Run *run, uint32_t map, Cell cell)
{
    const World *world = run->world;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        const Target target = {.actor = i, .ordinal = actor->npc};
        if (!actor->used || actor->dying || actor->npc == NONE || actor->map != map)
            continue;
        const Cell at = cell_of(run, actor);
        if (at.x == cell.x && at.y == cell.y && target_handles(run, &target, TNG_EVENT_CLICK))
            return true;
    }
    return false;
}

/* Other than find_actor(), this counts dying NPCs too. `cell` NULL: the whole map. */
uint32_t count_actors(const Run *run, uint32_t npc, uint32_t map, const Cell *cell)
{
    const World *world = run->world;
    uint32_t count = 0;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->npc != npc || actor->map != map)
            continue;
        const Cell at = cell_of(run, actor);
        count += !cell || (at.x == cell->x && at.y == cell->y);
    }
    return count;
}

uint32_t count_objects(const Run *run, uint32_t sprite, uint32_t map, const Cell *cell)
{
    const MapState *state = map_state(run, map);
    uint32_t count = 0;
    for (size_t i = 0; state && i < cell_count(run); i++) {
        const Cell at = cell_at(run, i);
        count += object_at(run, state, i) == sprite &&
                 (!cell || (at.x == cell->x && at.y == cell->y));
    }
    return count;
}
