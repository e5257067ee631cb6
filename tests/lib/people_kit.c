#include "people_kit.h"

int people_set_up(void **state)
{
    *state = game_new(kit_new());
    return 0;
}

int people_tear_down(void **state)
{
    kit_free(((Game *)*state)->kit);
    return 0;
}

Cell cell_of(const Game *game, uint32_t index)
{
    return actor_cell(game->world, game->world->actors[index]);
}

uint32_t count_used(const World *world)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < world->actor_count; i++)
        count += world->actors[i]->used;
    return count;
}

uint16_t object_at(const Game *game, unsigned map, unsigned x, unsigned y)
{
    return game->world->maps[map]->cells[LAYER_OBJECTS * GAME_CELLS + y * GAME_SIDE + x];
}

void wall_row(Game *game, unsigned x, unsigned y, const char *row)
{
    for (; *row; row++, x++)
        if (*row != '.')
            game_put(game, TOWN, LAYER_OBJECTS, x, y, WALL);
}

void patrol(Game *game, unsigned npc, unsigned path, const MapPoint *points, size_t count)
{
    game_npc(game, npc, 0, NULL);
    game->npcs[npc].movement = 2;
    game->npcs[npc].path = (u8)path;
    TngMap *map = &game->map_records[TOWN];
    PatrolPath *paths = ARENA_ALLOC(game->arena, PatrolPath, map->path_count + 1u);
    if (map->path_count)
        memcpy(paths, map->paths, map->path_count * sizeof *paths);
    paths[map->path_count] = (PatrolPath){.id = (u8)path, .point_count = (u8)count};
    paths[map->path_count].points = ARENA_ALLOC(game->arena, MapPoint, count);
    memcpy(paths[map->path_count].points, points, count * sizeof *points);
    map->paths = paths;
    map->path_count++;
}

uint32_t comes_to(Game *game, uint32_t index, int32_t x, int32_t y, uint32_t most)
{
    for (uint32_t i = 0; i < most; i++) {
        const Cell cell = cell_of(game, index);
        if (cell.x == x && cell.y == y)
            return i;
        game_ticks(game, (WorldInput){0}, 1);
    }
    const Cell cell = cell_of(game, index);
    fail_msg("actor %u is at %d %d, not at %d %d", index, cell.x, cell.y, x, y);
    return most;
}

void nest(Game *game, uint32_t most, uint32_t period, SpawnerKind kind)
{
    SpawnerKind *kinds = ARENA_ALLOC(game->arena, SpawnerKind, 1);
    *kinds = kind;
    kinds->npc = (SpriteRef){TNG_NPC_CATEGORY, SLIME};
    game->spawner =
        (TngSpawner){.most = (u8)most, .period = period, .kind_count = 1, .kinds = kinds};
}
