/* Parts of maps that only the chunk OISN has: see MapParts. */
#include "engine/save/save_internal.h"

void world_collect_parts(const World *world, MapParts *const *of_map, Arena *arena)
{
    for (uint32_t i = 0; i < world->loot_count; i++) {
        const uint32_t map = world->loot[i].place.map;
        MapParts *parts = map < world->map_count ? of_map[map] : NULL;
        if (parts)
            *ARENA_PUSH(arena, parts->loot, parts->loot_count) = world->loot[i];
    }
    for (uint32_t i = 0; i < world->object_value_count; i++) {
        const uint32_t map = world->object_values[i].place.map;
        MapParts *parts = map < world->map_count ? of_map[map] : NULL;
        if (parts)
            *ARENA_PUSH(arena, parts->values, parts->value_count) = world->object_values[i];
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
    return parts->loot_count - loot + parts->value_count - values;
}
