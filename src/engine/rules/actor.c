/* Actors: spawning them, removing them, turning them and letting them act. */
#include "engine/rules/rules.h"

enum { TALK_HSEC = 100 };

const TngNpc *actor_record(World *world, const Actor *actor)
{
    return actor->npc == NONE ? NULL : content_record(world->content, SECTION_NPCS, actor->npc);
}

static Spot stand(const World *world, Cell cell)
{
    const Spot centre = grid_centre(&world->content->grid, cell);
    return (Spot){centre.x * SUB, centre.y * SUB};
}

Actor *actor_at_index(World *world, uint32_t *index)
{
    for (*index = 1; *index < world->actor_count; ++*index)
        if (!world->actors[*index]->used)
            return world->actors[*index];
    if (world->actor_count >= ACTORS_MAX)
        return NULL;
    if (!world->actors[world->actor_count])
        world->actors[world->actor_count] = ARENA_ALLOC(world->arena, Actor, 1);
    return world->actors[world->actor_count++];
}

static void take_values(World *world, Actor *actor, uint32_t count)
{
    if (count > actor->value_capacity || !actor->values) {
        actor->value_capacity = count;
        actor->values = ARENA_ALLOC(world->arena, int32_t, count + 1);
    }
    actor->value_count = count;
    memset(actor->values, 0, count * sizeof *actor->values);
}

static void clear(World *world, Actor *actor, uint32_t item_count)
{
    int32_t *const values = actor->values;
    const uint32_t capacity = actor->value_capacity;
    *actor = (Actor){.values = values,
                     .value_capacity = capacity,
                     .generation = actor->generation + 1,
                     .used = 1};
    world->actor_changes++;
    take_values(world, actor, world->content->attributes->attribute_count + item_count);
}

static void carry(World *world, Actor *actor, const TngNpc *npc)
{
    const uint32_t first = world->content->attributes->attribute_count;
    for (uint32_t i = 0; i < npc->item_count; i++)
        if (world_random(world, 100) < npc->items[i].chance)
            actor->values[first + i] = (int32_t)npc->items[i].quantity;
}

uint32_t actor_new(World *world, uint32_t npc, uint32_t map, Cell cell)
{
    const TngNpc *record = content_record(world->content, SECTION_NPCS, npc);
    uint32_t index;
    if (!record || !map_of(world, map) || !grid_inside(&world->content->grid, cell))
        return NONE;
    Actor *actor = actor_at_index(world, &index);
    if (!actor)
        return NONE;
    clear(world, actor, record->item_count);
    actor->npc = npc;
    actor->map = map;
    actor->at = stand(world, cell);
    actor->goal = cell;
    actor->movement = record->movement;
    actor->path = record->path;
    actor->turn_at = world->tick + 1 + world_random(world, world->content->rate);
    attributes_default(world, index + 1);
    attribute_assignments_apply(world, index + 1, record->attributes, record->attribute_count);
    carry(world, actor, record);
    actor_index_update(world, index);
    return index;
}

static bool waits_for(const Task *task, uint32_t index)
{
    return (task->wait == WAIT_ACTOR && task->until == index) ||
           (task->wait == WAIT_FREE && task->screen == SCREEN_MARKET && task->record == index);
}

/* Closes the markets of an actor that is removed. */
static void close_markets(World *world, uint32_t actor)
{
    for (uint32_t i = 0; i < world->player_count; i++) {
        Player *player = world->players[i];
        ScreenState *open =
            player->screen.screen == SCREEN_PAUSE ? &player->paused : &player->screen;
        if (open->screen != SCREEN_MARKET || open->record != actor)
            continue;
        const ScreenState closed = *open;
        *open = player->under;
        player->under = (ScreenState){0};
        task_wake(world, closed.task, &closed);
    }
}

/* Detaches running handlers; the slot may be reused. */
void actor_free(World *world, uint32_t index)
{
    world->actors[index]->used = 0;
    world->actor_changes++;
    actor_index_update(world, index);
    nears_clear(world, index);
    close_markets(world, index);
    for (uint32_t i = 0; i < world->task_count; i++) {
        Task *task = world->tasks[i];
        if (!task->used)
            continue;
        if (task->began_self == index + 1)
            task_orphan(world, task);
        if (task->place.map == NONE && task->run->self == index + 1)
            task->place =
                (Location){world->actors[index]->map, actor_cell(world, world->actors[index])};
        if (task->run->self == index + 1)
            task->run->self = ENTITY_NONE;
        if (task->run->opponent == index + 1)
            task->run->opponent = ENTITY_NONE;
        if (task->actor == index)
            task->actor = ACTOR_GONE;
        if (waits_for(task, index))
            task->wait = WAIT_NOTHING;
    }
}

void actor_remove(World *world, uint32_t index)
{
    if (entity_is_npc(world, index + 1))
        actor_free(world, index);
}

void actors_on_map(World *world, uint32_t index)
{
    const MapState *map = world->maps[index];
    const size_t count = (size_t)world->content->grid.side * (size_t)world->content->grid.side;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t npc = map->cells[LAYER_NPCS * count + i];
        if (npc != TNG_NO_SPRITE)
            actor_new(world, npc, index, map_cell_of(world, i));
    }
}

void actor_face(World *world, Actor *actor, Spot at)
{
    if (actor->at.x == at.x && actor->at.y == at.y)
        return;
    actor->direction = grid_direction(actor->at, at);
    actor->talking = world->tick + world_ticks_of(world, TALK_HSEC);
}

void actor_act(World *world, Actor *actor, uint32_t column, uint32_t ticks)
{
    actor->action = column;
    actor->action_since = world->tick;
    actor->action_until = world->tick + ticks;
    actor->flinch = 0;
}
