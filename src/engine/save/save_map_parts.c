/* Parts of maps that only the chunk OISN has: see MapParts. */
#include "engine/save/save_internal.h"

static MapParts *parts_of(const World *world, MapParts *const *of_map, uint32_t map)
{
    return map < world->map_count ? of_map[map] : NULL;
}

static void collect_things(const World *world, MapParts *const *of_map, Arena *arena)
{
    for (uint32_t i = 0; i < world->loot_count; i++) {
        MapParts *parts = parts_of(world, of_map, world->loot[i].place.map);
        if (parts)
            *ARENA_PUSH(arena, parts->loot, parts->loot_count) = world->loot[i];
    }
    for (uint32_t i = 0; i < world->object_value_count; i++) {
        MapParts *parts = parts_of(world, of_map, world->object_values[i].place.map);
        if (parts)
            *ARENA_PUSH(arena, parts->values, parts->value_count) = world->object_values[i];
    }
}

/* In the order of the chunks. */
static void collect_npcs(const World *world, MapParts *const *of_map, Arena *arena)
{
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        MapParts *parts =
            actor->used && !actor->player ? parts_of(world, of_map, actor->map) : NULL;
        if (!parts)
            continue;
        Actor *copy = ARENA_PUSH(arena, parts->npcs, parts->npc_count);
        *copy = *actor;
        copy->values = ARENA_ALLOC(arena, int32_t, actor->value_count + 1);
        if (actor->value_count)
            memcpy(copy->values, actor->values, actor->value_count * sizeof *copy->values);
    }
}

static void collect_spawns(const World *world, MapParts *const *of_map, Arena *arena)
{
    for (uint32_t i = 0; i < world->map_count; i++) {
        const MapState *map = world->maps[i];
        MapParts *parts = map && map->record ? of_map[i] : NULL;
        for (uint32_t k = 0; parts && k < map->spawn_count; k++) {
            const uint32_t next = map->spawns[k].next;
            *ARENA_PUSH(arena, parts->spawns, parts->spawn_count) =
                (SpawnWait){i, k, next > world->tick ? next - world->tick : 0};
        }
    }
}

void world_collect_parts(const World *world, MapParts *const *of_map, Arena *arena)
{
    collect_things(world, of_map, arena);
    collect_npcs(world, of_map, arena);
    collect_spawns(world, of_map, arena);
}

/* Its clocks and orders start again. A dying NPC has no hit points, so it dies again. */
static void put_npc(Actor *actor, const Actor *from)
{
    if (actor->npc != from->npc || actor->value_count != from->value_count)
        return;
    if (from->value_count)
        memcpy(actor->values, from->values, from->value_count * sizeof *actor->values);
    actor->mortal = from->mortal;
    actor->health = from->health;
    actor->spawner = from->spawner;
    actor->path = from->path;
    actor->point = from->point;
}

static void put_spawns(World *world, const MapParts *parts)
{
    for (size_t i = 0; i < parts->spawn_count; i++) {
        const SpawnWait *wait = &parts->spawns[i];
        MapState *map = world->maps[wait->map];
        if (map && map->record && wait->point < map->spawn_count)
            map->spawns[wait->point].next = world->tick + wait->ticks;
    }
}

size_t world_put_parts(World *world, const MapParts *parts)
{
    const size_t loot = parts->loot_count < LOOT_MAX ? parts->loot_count : LOOT_MAX;
    const size_t values =
        parts->value_count < OBJECT_VALUES_MAX ? parts->value_count : OBJECT_VALUES_MAX;
    for (size_t i = 0; i < loot; i++)
        world->loot[i] = parts->loot[i];
    world->loot_count = (uint32_t)loot;
    object_values_take(world, parts->values, values);
    for (uint32_t i = 1; i < world->actor_count && i <= parts->npc_count; i++)
        put_npc(world->actors[i], &parts->npcs[i - 1]);
    put_spawns(world, parts);
    return parts->loot_count - loot + parts->value_count - values;
}
