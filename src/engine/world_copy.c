/* Changes of a client to its copy of a world (server/protocol/mirror.h). */
#include "engine/rules/rules.h"
#include "engine/world.h"

Player *world_mirror_player(World *world, uint32_t player_index)
{
    const uint32_t before = world->player_count;
    Player *player = player_new(world, player_index);
    if (player_index >= before)
        player_clear(player_context(world, player_index));
    return player;
}

void world_mirror_name(Player *player, const char *name)
{
    text_keep(player->name, sizeof player->name, name);
}

MapState *world_mirror_map(World *world, uint32_t map)
{
    MapState *state = map_of(world, map);
    if (state)
        maps_load_around(world, map);
    return state;
}

void world_mirror_object(World *world, MapState *map, uint32_t cell, uint16_t sprite)
{
    map_put(world, map, map_cell_of(world, cell), sprite);
}

void world_mirror_objects(World *world, MapState *map, const uint16_t *objects)
{
    const size_t count = (size_t)world->content->grid.side * (size_t)world->content->grid.side;
    memcpy(map->cells + LAYER_OBJECTS * count, objects, count * sizeof *objects);
    memset(map->ground, 0, count);
    map_mask_outdated(map);
    map->changes++;
}
