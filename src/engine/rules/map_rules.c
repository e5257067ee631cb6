/* Maps: loading them, changing their objects, and answering queries about cells, most of which
 * follow from the masks of objects (map_mask.c). */
#include "base/hash.h"
#include "engine/rules/rules.h"

enum { TRANSPORTS = 4 };

/* Passage by mask type for actors that walk, swim, fly, drive. Tiles keep swimmers in the
 * water: their speed on land is 0. */
static const Passage passages[MASK_TYPES][TRANSPORTS] = {
    {{1, ROW_WALK, 0}, {1, ROW_SWIM, 0}, {1, ROW_FLY, 0}, {1, ROW_RUN, 0}},  /* walkable */
    {{0, ROW_WALK, 0}, {0, ROW_SWIM, 0}, {0, ROW_FLY, 0}, {0, ROW_RUN, 0}},  /* blocking */
    {{0, ROW_WALK, 0}, {1, ROW_SWIM, 0}, {1, ROW_FLY, 0}, {0, ROW_RUN, 0}},  /* swimmable */
    {{0, ROW_WALK, 0}, {0, ROW_SWIM, 0}, {1, ROW_FLY, 0}, {0, ROW_RUN, 0}},  /* flyable */
    {{1, ROW_CLIMB, 0}, {0, ROW_SWIM, 0}, {1, ROW_FLY, 0}, {0, ROW_RUN, 0}}, /* climbable */
    {{1, ROW_JUMP, 0}, {0, ROW_SWIM, 0}, {1, ROW_FLY, 0}, {1, ROW_JUMP, 0}}, /* jumpable */
    {{1, ROW_WALK, 1},
     {1, ROW_SWIM, -1},
     {1, ROW_FLY, 1},
     {1, ROW_RUN, 1}}, /* above: a bridge */
    {{1, ROW_WALK, -1}, {1, ROW_SWIM, -1}, {1, ROW_FLY, 1}, {1, ROW_RUN, -1}}, /* below */
};
enum { GROUND_KNOWN = 128 };

static void find_spawners(World *world, MapState *map)
{
    const size_t count = grid_cells(&world->content->grid);
    const uint16_t *layer = map->cells + LAYER_SPAWNERS * count;
    map->spawn_count = 0;
    for (size_t i = 0; i < count && map->spawn_count < SPAWN_POINTS_MAX; i++)
        if (layer[i] != TNG_NO_SPRITE)
            *ARENA_PUSH(world->arena, map->spawns, map->spawn_count) =
                (SpawnPoint){map_cell_of(world, (uint32_t)i), layer[i], 0};
}

/* A new game reuses the memory of the previous one. */
static bool load(World *world, MapState *map, const TngMap *record)
{
    const size_t count = grid_cells(&world->content->grid);
    /* 3 bytes decode to at most 128 cells: allocate no more memory than possible. */
    if (record->layers_size / 3 < count / 128)
        return report_error(world->content->report, "a map has %u bytes for %zu cells a layer",
                            record->layers_size, count);
    if (!map->cells) {
        map->cells = ARENA_ALLOC(world->arena, uint16_t, count * TNG_LAYERS);
        map->mask = ARENA_ALLOC(world->arena, uint8_t, count);
        map->owner = ARENA_ALLOC(world->arena, uint32_t, count);
        map->ground = ARENA_ALLOC(world->arena, uint8_t, count);
    }
    for (size_t i = 0; i < COUNT_OF(map->neighbours); i++)
        map->neighbours[i] = content_find(world->content, SECTION_MAPS, record->neighbours[i]);
    memset(map->ground, 0, count);
    map->record = record;
    world->work += 2 * count; /* to read them, and to compute the mask */
    if (!tng_map_layers_read(&world->content->game->header,
                             (Bytes){record->layers, record->layers_size}, map->cells, count,
                             world->content->report))
        memset(map->cells, 0xFF, count * TNG_LAYERS * sizeof *map->cells);
    map_mask_outdated(map);
    map->kept = false;
    map->changes = 0;
    map->spawns = NULL;
    find_spawners(world, map);
    return true;
}

MapState *map_of(World *world, uint32_t index)
{
    if (index >= world->map_count)
        return NULL;
    MapState *map = world->maps[index];
    if (map && map->record)
        return map;
    const TngMap *record = content_record(world->content, SECTION_MAPS, index);
    if (!record)
        return NULL;
    if (!map)
        map = world->maps[index] = ARENA_ALLOC(world->arena, MapState, 1);
    if (map->damaged)
        return NULL;
    if (!load(world, map, record)) {
        map->damaged = true;
        return NULL;
    }
    if (!world->mirror) /* there the server sends them */
        world->hooks->map_loaded(world, index);
    return map;
}

void map_keep(World *world, MapState *map)
{
    const size_t count = grid_cells(&world->content->grid);
    if (map->kept)
        return;
    if (!map->original)
        map->original = ARENA_ALLOC(world->arena, uint16_t, count);
    memcpy(map->original, map->cells + LAYER_OBJECTS * count, count * sizeof *map->original);
    map->kept = true;
}

void map_put(World *world, MapState *map, Cell cell, uint16_t sprite)
{
    if (!grid_inside(&world->content->grid, cell))
        return;
    const uint32_t index = map_cell_index(world, cell);
    if (!world->mirror) /* mirrors are never saved */
        map_keep(world, map);
    uint16_t *object = &map->cells[LAYER_OBJECTS * grid_cells(&world->content->grid) + index];
    map_mask_edit(world, map, index, *object, sprite);
    *object = sprite;
    map->changes = hash_mix(map->changes, (uint64_t)index << 16 | sprite);
    if (world->elsewhere)
        put_elsewhere(world, map, index, sprite);
    map->ground[index] = 0;
    loot_clear(world, map, cell);
    object_values_clear(world, map, cell);
}

/* Whether the tiles allow this transport; computed once for each cell. */
static bool ground_open(World *world, MapState *map, Cell cell, uint32_t transport)
{
    enum { MAX = 5 };
    uint8_t *ground = &map->ground[map_cell_index(world, cell)];
    if (!*ground) {
        *ground = GROUND_KNOWN;
        for (unsigned i = 0; i < MAX; i++)
            *ground |= (uint8_t)((map_speed(world, map, cell, i, NULL) > 0) << i);
    }
    return transport >= MAX || *ground >> transport & 1;
}

Passage map_passage(World *world, MapState *map, Cell cell, uint32_t transport)
{
    if (!grid_inside(&world->content->grid, cell))
        return (Passage){false, ROW_WALK, 0};
    map_refresh(world, map);
    const uint8_t mask = map->mask[map_cell_index(world, cell)];
    Passage passage = passages[mask % MASK_TYPES][transport < TRANSPORTS ? transport : 0];
    if (transport >= TRANSPORTS && mask & MASK_FIFTH)
        passage = (Passage){true, ROW_WALK, passage.lift};
    passage.open = passage.open && ground_open(world, map, cell, transport);
    return passage;
}

bool map_open(World *world, MapState *map, Cell cell, uint32_t transport)
{
    const Passage passage = map_passage(world, map, cell, transport);
    return passage.open && passage.gait != ROW_JUMP;
}

bool map_blocks(World *world, MapState *map, Cell cell)
{
    if (!grid_inside(&world->content->grid, cell))
        return true;
    map_refresh(world, map);
    return map->mask[map_cell_index(world, cell)] % MASK_TYPES == MASK_BLOCK;
}

bool map_touches(World *world, MapState *map, Cell cell)
{
    if (!grid_inside(&world->content->grid, cell))
        return false;
    map_refresh(world, map);
    const uint32_t owner = map->owner[map_cell_index(world, cell)];
    const uint16_t sprite =
        owner ? map_cell(world, map, LAYER_OBJECTS, map_cell_of(world, owner - 1))
              : TNG_NO_SPRITE;
    const TngObject *object =
        sprite == TNG_NO_SPRITE ? NULL : content_object(world->content, sprite, NULL);
    for (size_t i = 0; object && i < object->event_count; i++)
        if (object->events[i].type == TNG_EVENT_TOUCH && object->events[i].script_size)
            return true;
    return false;
}

void world_put(World *world, const RemotePut *put)
{
    const size_t count = grid_cells(&world->content->grid);
    MapState *map = put->cell < count ? map_of(world, put->map) : NULL;
    if (map)
        map_put(world, map, map_cell_of(world, put->cell), put->sprite);
}
