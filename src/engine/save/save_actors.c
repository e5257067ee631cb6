/* Actors in a saved game. */
#include "engine/save/save_internal.h"

typedef struct Actors {
    const SaveSlot *slots;    /* NULL without the chunk OISN */
    const uint32_t *ordinals; /* of the values of an entity block; NONE: removed */
    size_t ordinal_count;
    uint32_t *rows; /* the actor of each row, NONE: left out */
    Actor **actors; /* the same, including those left out */
    size_t count;
} Actors;

/* ---- values ---- */

/* The current attribute of each value of an entity block. */
static bool find_ordinals(Load *load, Actors *actors)
{
    const Content *content = load->world->content;
    size_t count;
    const SaveAttribute *saved = load_table(load, SAVE_attributes, UINT16_MAX, &count);
    if (load->failed)
        return false;
    if (!saved)
        count = content->attributes->attribute_count;
    uint32_t *ordinals = ARENA_ALLOC(load->scratch, uint32_t, count);
    for (uint32_t i = 0; i < count && actors->ordinal_count < ENTITY_ATTRIBUTES_MAX; i++)
        if (saved ? !saved[i].global : !attribute_is_global(content, i))
            ordinals[actors->ordinal_count++] = load_number(load, SAV_NAME_ATTRIBUTE, i);
    actors->ordinals = ordinals;
    return true;
}

/* Memory of an earlier actor of this slot is used again; the values are 0. */
static void reserve_values(World *world, Actor *actor, uint32_t count)
{
    if (!actor->values || count > actor->value_capacity) {
        actor->value_capacity = count;
        actor->values = ARENA_ALLOC(world->arena, int32_t, count + 1);
    }
    actor->value_count = count;
    memset(actor->values, 0, count * sizeof *actor->values);
}

/* Values of attributes that the game no longer has are dropped. */
static bool put_values(Load *load, const Actors *actors, Actor *actor, const SavEntity *entity)
{
    const uint32_t count = load->world->content->attributes->attribute_count;
    if (entity->attribute_count != actors->ordinal_count)
        return load_fail(load, "an actor has %u attributes, expected %zu",
                         entity->attribute_count, actors->ordinal_count);
    for (uint32_t i = 0; i < entity->attribute_count; i++)
        if (actors->ordinals[i] < count)
            actor->values[actors->ordinals[i]] = entity->attributes[i];
    return true;
}

/* An NPC's items are in the order of its record, otherwise found by object. */
static void put_items(Load *load, Actor *actor, const SavEntity *entity, const TngNpc *npc)
{
    int32_t *quantities = actor->values + load->world->content->attributes->attribute_count;
    for (uint32_t i = 0; i < entity->item_count; i++) {
        uint32_t object = entity->items[i].object, at = i;
        if (load->moved)
            object = load_number(load, SAV_NAME_OBJECT, object);
        if (at >= npc->item_count || npc->items[at].object.index != object)
            for (at = 0; at < npc->item_count && npc->items[at].object.index != object;)
                at++;
        if (at < npc->item_count)
            quantities[at] = (int32_t)entity->items[i].quantity;
    }
}

/* Values beyond ENTITY_ATTRIBUTES_MAX, which do not fit into the format's chunks. */
static bool put_further(Load *load, const Actors *actors)
{
    World *world = load->world;
    size_t count;
    const size_t max = (size_t)ACTORS_MAX * UINT16_MAX;
    const SaveValue *values = load_table(load, SAVE_values, max, &count);
    for (size_t i = 0; values && i < count; i++) {
        const uint32_t ordinal = load_number(load, SAV_NAME_ATTRIBUTE, values[i].index);
        if (values[i].row >= actors->count)
            return load_fail(load, "values without an actor");
        const uint32_t actor = actors->rows[values[i].row];
        if (actor != NONE && ordinal < world->content->attributes->attribute_count)
            world->actors[actor]->values[ordinal] = (int32_t)values[i].value;
    }
    return !load->failed;
}

/* ---- cells of actors ---- */

/* Positions far outside would overflow when they are multiplied by SUB. */
static bool in_picture(const Load *load, int32_t x, int32_t y)
{
    uint32_t w, h;
    grid_picture_size(&load->world->content->grid, &w, &h);
    const int64_t max = w > h ? w : h;
    return x >= -max && x <= 2 * max && y >= -max && y <= 2 * max;
}

/* The map must have been loaded already: actors alone do not load maps. */
static bool is_open(const World *world, uint32_t map)
{
    return map < world->map_count && world->maps[map] && world->maps[map]->record;
}

/* False if there is no such location. */
static bool put_place(Load *load, Actor *actor, const SavEntity *entity, const SaveSlot *slot)
{
    actor->map =
        entity->map == SAV_NOWHERE ? NONE : load_number(load, SAV_NAME_MAP, entity->map);
    if (!in_picture(load, entity->x, entity->y) || entity->direction >= DIRECTIONS ||
        entity->transport > 4)
        return load_fail(load, "invalid position of an actor: %d, %d", entity->x, entity->y);
    actor->at = (Spot){entity->x * SUB, entity->y * SUB};
    if (slot) {
        actor->at.x += (int32_t)slot->x;
        actor->at.y += (int32_t)slot->y;
    }
    actor->direction = entity->direction;
    actor->movement = entity->behaviour;
    actor->transport = entity->transport;
    actor->altitude = entity->altitude;
    return is_open(load->world, actor->map);
}

/* ---- actors ---- */

/* Players have their actors already; other actors keep their indices. */
static uint32_t slot_of(const Load *load, const Actors *actors, size_t row)
{
    if (row < load->player_slot_count)
        return load->selves_now[row];
    return actors->slots ? actors->slots[row].index
                         : (uint32_t)row + (load->player_slot_count ? 0 : 1);
}

/* Actors are never freed; the values of the slot stay allocated. */
static Actor *blank(World *world, uint32_t index)
{
    for (; world->actor_count <= index; world->actor_count++)
        if (!world->actors[world->actor_count])
            world->actors[world->actor_count] = ARENA_ALLOC(world->arena, Actor, 1);
    Actor *actor = world->actors[index];
    *actor = (Actor){.values = actor->values, .value_capacity = actor->value_capacity};
    return actor;
}

/* Before the rows of the tables are assigned to them. */
static bool make_blanks(Load *load, Actors *actors)
{
    World *world = load->world;
    bool *taken = ARENA_ALLOC(load->scratch, bool, ACTORS_MAX);
    actors->actors = ARENA_ALLOC(load->scratch, Actor *, actors->count);
    if (!load->joining)
        world->actor_count = world->shared ? 1 : 0; /* the first is reserved */
    for (size_t i = 0; i < actors->count; i++) {
        const uint32_t index = slot_of(load, actors, i);
        actors->rows[i] = index;
        if (index == NONE) {
            actors->actors[i] = ARENA_ALLOC(load->scratch, Actor, 1);
            continue;
        }
        const bool is_player = i < load->player_slot_count;
        if (index >= ACTORS_MAX || taken[index] || (load->joining && !is_player) ||
            (!index && (world->shared || !is_player)))
            return load_fail(load, "actors are not in order");
        taken[index] = true;
        actors->actors[i] = blank(world, index);
        if (load->joining) { /* reserved while maps are loaded */
            actors->actors[i]->used = 1;
            actors->actors[i]->player = 1 + load->places[i];
            actors->actors[i]->map = NONE;
        }
    }
    world->actor_changes++;
    return !load->state ||
           load_rows(load, SAVE_actors, (void *const *)actors->actors, actors->count);
}

/* Orders last no longer than a character's clocks may: `load_until`. */
static void mend_orders(const Load *load, Actor *actor)
{
    const uint32_t max = CLOCK_MAX * load->world->content->rate;
    for (uint32_t i = 0; i < actor->order_count; i++)
        if (actor->orders[i].amount > max)
            actor->orders[i].amount = max;
}

/* Values are set to their defaults first, as the saved game may have fewer attributes than the
 * game. */
static bool load_player(Load *load, const Actors *actors, size_t row)
{
    World *world = load->world;
    const SavUser *user = load_user_of(load, row);
    if (!user)
        return load_fail(load, "a player is missing");
    const SavEntity *entity = &user->entity;
    Player *player = world->players[load->places[row]];
    Actor *actor = actors->actors[row];
    load->player = player;
    player->used = true;
    player->started = load->player_slots[row].started;
    player->actor = actors->rows[row];
    actor->used = 1;
    actor->npc = NONE;
    actor->player = 1 + load->places[row];
    reserve_values(world, actor, world->content->attributes->attribute_count);
    attributes_default(world, player->actor + 1);
    if (load->joining && entity->map != SAV_NOWHERE)
        map_of(world, load_number(load, SAV_NAME_MAP, entity->map));
    const bool placed =
        put_place(load, actor, entity, actors->slots ? &actors->slots[row] : NULL);
    if (load->failed || (!placed && !load->moved && player->started))
        return load_fail(load, "the player's map is missing");
    if (!placed)
        actor->map = NONE;
    return put_values(load, actors, actor, entity);
}

/* 1 + the index of the spawn point; 0: the NPC does not count for any. */
static uint32_t instance_of(const MapState *map, uint32_t spawner)
{
    for (uint32_t i = 0; i < map->spawn_count; i++)
        if (map->spawns[i].spawner == spawner)
            return i + 1;
    return 0;
}

/* True also if it is left out. */
static bool load_npc(Load *load, Actors *actors, size_t row, const SavNpc *chunk)
{
    World *world = load->world;
    const uint32_t index = actors->rows[row];
    Actor *actor = actors->actors[row];
    const uint32_t npc = load_number(load, SAV_NAME_NPC, chunk->npc);
    const TngNpc *record = content_record(world->content, SECTION_NPCS, npc);
    const bool placed =
        put_place(load, actor, &chunk->entity, actors->slots ? &actors->slots[row] : NULL);
    if (!record || !placed) {
        actors->rows[row] = NONE;
        return load->moved ||
               load_fail(load, "NPC %zu has no kind or no map", row - load->player_slot_count);
    }
    actor->used = 1;
    actor->npc = npc;
    reserve_values(world, actor,
                   world->content->attributes->attribute_count + record->item_count);
    if (load->moved || !load->state) {
        attributes_default(world, index + 1);
        attribute_assignments_apply(world, index + 1, record->attributes,
                                    record->attribute_count);
    }
    if (!load->state) {
        actor->path = record->path;
        actor->goal = actor_cell(world, actor);
        actor->spawner = instance_of(world->maps[actor->map], chunk->spawner);
    }
    put_items(load, actor, &chunk->entity, record);
    return put_values(load, actors, actor, &chunk->entity);
}

/* Values that are used as an index are checked here, not when the order runs. */
static bool put_plans(Load *load, const Actors *actors)
{
    if (!load_lists(load, &Actor_entity, (void *const *)actors->actors, actors->count))
        return false;
    for (size_t i = 0; i < actors->count; i++)
        for (uint32_t k = 0; k < actors->actors[i]->order_count; k++) {
            const Order *order = &actors->actors[i]->orders[k];
            if (order->kind != ORDER_ACT && order->value >= DIRECTIONS)
                return load_fail(load, "an order has no direction");
        }
    return true;
}

/* ---- in another build ---- */

/* The nearest open cell, searched in rings. */
static bool find_open(World *world, Actor *actor)
{
    const Grid *grid = &world->content->grid;
    MapState *map = map_of(world, actor->map);
    const Cell here = actor_cell(world, actor);
    for (int32_t ring = 0; ring < grid->side; ring++)
        for (int32_t y = here.y - ring; y <= here.y + ring; y++) {
            const bool edge = y == here.y - ring || y == here.y + ring || !ring;
            for (int32_t x = here.x - ring; x <= here.x + ring; x += edge ? 1 : 2 * ring) {
                if (!grid_inside(grid, (Cell){x, y}) ||
                    !map_open(world, map, (Cell){x, y}, actor->transport))
                    continue;
                const Spot centre = grid_centre(grid, (Cell){x, y});
                actor->at = (Spot){centre.x * SUB, centre.y * SUB};
                return true;
            }
        }
    return false;
}

/* Clears paths, because the map may have changed. */
static void clear_plans(World *world, Actor *actor)
{
    actor->going = actor->way_count = actor->leap_until = 0;
    actor->height = 0;
    actor->goal = actor_cell(world, actor);
}

/* Moves a player whose map no longer exists to the centre of the first map; false: none. */
static bool move_home(PlayerContext ctx)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    Actor *player = context_actor(ctx);
    if (player->map != NONE)
        return true;
    const Spot middle = grid_centre(grid, (Cell){grid->side / 2, grid->side / 2});
    for (uint32_t i = 0; player->map == NONE && i < world->map_count; i++)
        if (map_of(world, i))
            player->map = i;
    player->at = (Spot){middle.x * SUB, middle.y * SUB};
    return player->map != NONE;
}

/* An actor in the air may be above walls. */
static bool is_walled(World *world, const Actor *actor)
{
    const Cell cell = actor_cell(world, actor);
    return !actor->altitude &&
           (!grid_inside(&world->content->grid, cell) ||
            !map_open(world, map_of(world, actor->map), cell, actor->transport));
}

/* In another build, and for a character from another world, cells may have become walls. */
static bool mend_places(Load *load, const Actors *actors)
{
    World *world = load->world;
    uint32_t walled = 0;
    for (uint32_t i = 0; i < load->player_slot_count; i++)
        if (load->places[i] != NONE && load->player_slots[i].started &&
            !move_home(player_context(world, load->places[i])))
            return report_error(
                load->report, "the game no longer has the map it was saved on, nor any other");
    actor_index_refresh(world);
    for (size_t i = 0; i < actors->count; i++) {
        Actor *actor = actors->actors[i];
        if (!actor->used || actors->rows[i] == NONE || actor->map == NONE)
            continue;
        const bool follows = load->joining && !load->moved && actor->order_count;
        if (!follows)
            clear_plans(world, actor);
        if (is_walled(world, actor) && find_open(world, actor)) {
            clear_plans(world, actor);
            walled++;
        }
    }
    if (walled && load->moved)
        load_report(load, "%u NPCs inside walls of the new map were moved next to them",
                    walled);
    return true;
}

/* Players first, because rows of NPCs follow theirs. Without OISN (files of other programs) the
 * chunks alone define the actors. */
bool load_actors(Load *load)
{
    World *world = load->world;
    Actors actors = {0};
    if (load->state)
        actors.slots = load_table(load, SAVE_slots, ACTORS_MAX, &actors.count);
    if (load->joining && load->state && actors.count != 1)
        return load_fail(load, "the file does not contain exactly one character");
    for (size_t i = 0; !load->state && !load->joining && i < load->sav->chunk_count; i++)
        actors.count += load->sav->chunks[i].type == SAV_NPC;
    actors.count += load->state ? 0 : load->player_slot_count;
    actors.rows = ARENA_ALLOC(load->scratch, uint32_t, actors.count);
    if (load->failed || !find_ordinals(load, &actors) || !make_blanks(load, &actors))
        return false;
    for (size_t i = 0; load->joining && i < actors.count; i++)
        load_actor_here(load, actors.actors[i]);
    for (size_t i = 0; i < load->player_slot_count; i++)
        if (load->places[i] != NONE && !load_player(load, &actors, i))
            return false;
    size_t row = load->player_slot_count;
    for (size_t i = 0; !load->joining && i < load->sav->chunk_count; i++)
        if (load->sav->chunks[i].type == SAV_NPC &&
            !load_npc(load, &actors, row++, load->sav->chunks[i].record))
            return false;
    if (!put_plans(load, &actors) || !put_further(load, &actors))
        return false;
    for (size_t i = 0; load->joining && i < actors.count; i++)
        mend_orders(load, actors.actors[i]);
    actor_index_refresh(world);
    return (load->state && !load->moved && !load->joining) || mend_places(load, &actors);
}
