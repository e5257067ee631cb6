/* Maps of a saved game: those that were loaded, and the objects of changed ones. */
#include "engine/save/save_internal.h"

/* ---- saving ---- */

typedef struct Changes {
    SaveChange *items;
    size_t count;
} Changes;

/* The cells are only copied; they are packed while the world continues. */
static void save_layer(Save *save, uint32_t index, Changes *changes)
{
    const World *world = save->world;
    const MapState *map = world->maps[index];
    const size_t count = grid_cells(&world->content->grid);
    const uint16_t *cells = map->cells + LAYER_OBJECTS * count;
    SavMap *out = sav_add(&save->out->sav, SAV_MAP, save->arena);
    out->map = index;
    SnapshotLayer *layer = ARENA_PUSH(save->arena, save->out->layers, save->out->layer_count);
    uint16_t *copy = arena_alloc_raw(save->arena, count, sizeof *copy);
    memcpy(copy, cells, count * sizeof *copy);
    *layer = (SnapshotLayer){out, copy, count};
    for (uint32_t i = 0; map->kept && i < count; i++)
        if (cells[i] != map->original[i])
            *ARENA_PUSH(save->arena, changes->items, changes->count) =
                (SaveChange){index, map_cell_of(world, i), cells[i]};
}

void save_maps(Save *save)
{
    const World *world = save->world;
    SaveMapState *rows = NULL;
    const void **maps = NULL;
    Changes changes = {0};
    size_t count = 0, map_count = 0;
    for (uint32_t i = 0; i < world->map_count; i++) {
        const MapState *map = world->maps[i];
        if (!map || !map->record)
            continue;
        if (map->changes)
            save_layer(save, i, &changes);
        *ARENA_PUSH(save->arena, rows, count) =
            (SaveMapState){i, map->stale, map->changes, (uint32_t)map->watch_count,
                           (uint32_t)map->spawn_count};
        *ARENA_PUSH(save->arena, maps, map_count) = map;
    }
    save_array(save, SAVE_maps, rows, count);
    save_lists(save, &MapState_entity, maps, map_count);
    save_array(save, SAVE_changed, changes.items, changes.count);
}

/* ---- loading ---- */

/* Loading a map spawns its NPCs; those of the save are added later. */
static MapState *open_map(World *world, uint32_t index)
{
    MapState *map = map_of(world, index);
    for (uint32_t i = 1; i < world->actor_count; i++)
        world->actors[i]->used = 0;
    world->actor_count = 1;
    world->actor_changes++;
    return map;
}

static bool load_layer(Load *load, const SavMap *chunk)
{
    World *world = load->world;
    const size_t count = grid_cells(&world->content->grid);
    const uint32_t index = load_number(load, SAV_NAME_MAP, chunk->map);
    MapState *map = index < world->map_count ? world->maps[index] : NULL;
    if (!map || !map->record)
        return load_fail(load, "map %u was changed and not entered", chunk->map);
    if (tng_layers_count(chunk->packets) != count)
        return load_fail(load, "map %u has a different size", chunk->map);
    Report silent = report_to(NULL, NULL);
    map_keep(world, map);
    if (!tng_layers_read(chunk->packets, map->cells + LAYER_OBJECTS * count, count, &silent))
        return load_fail(load, "map %u cannot be unpacked", chunk->map);
    map_mask_outdated(map);
    if (!load->state)
        map->changes = 1; /* so that the next save contains it */
    return true;
}

static bool load_layers(Load *load)
{
    for (size_t i = 0; i < load->sav->chunk_count; i++)
        if (load->sav->chunks[i].type == SAV_MAP &&
            !load_layer(load, load->sav->chunks[i].record))
            return false;
    return true;
}

/* ---- in another build ---- */

static bool put_change(Load *load, const SaveChange *change)
{
    World *world = load->world;
    MapState *map = world->maps[change->map];
    if (!map || !map->record || change->sprite > TNG_NO_SPRITE)
        return true;
    const bool walled = change->sprite != TNG_NO_SPRITE && map_blocks(world, map, change->cell);
    map_keep(world, map);
    if (!walled)
        map->cells[LAYER_OBJECTS * grid_cells(&world->content->grid) +
                   map_cell_index(world, change->cell)] = (uint16_t)change->sprite;
    return !walled;
}

/* The maximum number of maps: another build of the game may have had more. */
static size_t maps_max(const Load *load)
{
    enum { MORE = 1024 };
    return load->world->map_count + (load->moved ? MORE : 0u);
}

/* Only changes by the player are restored; otherwise the new build's map is used. Rows of a
 * map are consecutive, and its mask is computed once, before anything is placed. */
static bool move_layers(Load *load)
{
    World *world = load->world;
    size_t count;
    const SaveChange *changes = load_table(
        load, SAVE_changed, grid_cells(&world->content->grid) * maps_max(load), &count);
    for (size_t i = 0; changes && i < count;) {
        const uint32_t map = changes[i].map;
        unsigned walled = 0;
        for (; i < count && changes[i].map == map; i++)
            walled += map != NONE && !put_change(load, &changes[i]);
        if (map != NONE && world->maps[map])
            map_mask_outdated(world->maps[map]);
        if (!walled)
            continue;
        const Text name = game_name(&load->names, SAV_NAME_MAP, map);
        load_report(load, "map %.*s: %u objects inside walls of the new map were removed",
                    (int)name.size, name.at, walled);
    }
    return !load->failed;
}

/* ---- without the chunk OISN ---- */

static bool open_for(Load *load, const SavEntity *entity)
{
    return entity->map == SAV_NOWHERE || open_map(load->world, entity->map) ||
           load_fail(load, "unknown map %u", entity->map);
}

/* The maps that have an actor or a change. */
static bool open_needed(Load *load)
{
    for (size_t i = 0; i < load->sav->chunk_count; i++) {
        const SavChunk *chunk = &load->sav->chunks[i];
        const SavMap *map = chunk->record;
        bool ok = true;
        if (chunk->type == SAV_USER)
            ok = open_for(load, &((const SavUser *)chunk->record)->entity);
        else if (chunk->type == SAV_NPC)
            ok = open_for(load, &((const SavNpc *)chunk->record)->entity);
        else if (chunk->type == SAV_MAP && !open_map(load->world, map->map))
            ok = load_fail(load, "unknown map %u", map->map);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- with it ---- */

typedef struct Rest {
    const Watch *watches;
    const SpawnPoint *spawns;
    size_t watch_count, spawn_count;
} Rest;

/* Its near bits; in another build they are computed again. */
static void put_watches(Load *load, MapState *map, const Watch *watches, size_t count)
{
    if (load->moved || !count)
        return;
    map->watches = ARENA_ALLOC(load->world->arena, Watch, count);
    memcpy(map->watches, watches, count * sizeof *watches);
    map->watch_count = map->watch_capacity = count;
}

static bool put_spawns(Load *load, MapState *map, const SpawnPoint *spawns, size_t count)
{
    if (!load->moved && count != map->spawn_count)
        return load_fail(load, "a map has %zu spawners, expected %zu", count, map->spawn_count);
    for (size_t i = 0; !load->moved && i < count; i++)
        map->spawns[i].next = spawns[i].next;
    for (size_t i = 0, k = 0; load->moved && i < count; i++) {
        while (k < map->spawn_count && (map->spawns[k].cell.y < spawns[i].cell.y ||
                                        (map->spawns[k].cell.y == spawns[i].cell.y &&
                                         map->spawns[k].cell.x < spawns[i].cell.x)))
            k++;
        if (k < map->spawn_count && map->spawns[k].cell.x == spawns[i].cell.x &&
            map->spawns[k].cell.y == spawns[i].cell.y)
            map->spawns[k].next = spawns[i].next;
    }
    return true;
}

static bool load_rest(Load *load, const SaveMapState *row, Rest *rest)
{
    World *world = load->world;
    if (row->watch_count > rest->watch_count || row->spawn_count > rest->spawn_count)
        return load_fail(load, "maps are incomplete");
    if (row->map != NONE) {
        MapState *map = world->maps[row->map];
        put_watches(load, map, rest->watches, row->watch_count);
        if (!put_spawns(load, map, rest->spawns, row->spawn_count))
            return false;
        map->changes = row->changes;
        if (!row->stale && !load->moved)
            map_refresh(world, map);
    }
    if (row->watch_count) /* no pointer arithmetic on NULL */
        rest->watches += row->watch_count;
    if (row->spawn_count)
        rest->spawns += row->spawn_count;
    rest->watch_count -= row->watch_count;
    rest->spawn_count -= row->spawn_count;
    return true;
}

/* Maps that were loaded now, but were not when it was saved. */
static void close_others(Load *load, const SaveMapState *rows, size_t count)
{
    World *world = load->world;
    bool *wanted = ARENA_ALLOC(load->scratch, bool, world->map_count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].map != NONE)
            wanted[rows[i].map] = true;
    for (uint32_t i = 0; i < world->map_count; i++)
        if (!wanted[i] && world->maps[i])
            world->maps[i]->record = NULL;
}

bool load_maps(Load *load)
{
    World *world = load->world;
    if (!load->state)
        return open_needed(load) && load_layers(load);
    const size_t cells = grid_cells(&world->content->grid) * maps_max(load);
    size_t count;
    Rest rest;
    SaveMapState *rows = load_table(load, SAVE_maps, maps_max(load), &count);
    rest.watches = load_table(load, SAVE_watches, cells, &rest.watch_count);
    rest.spawns = load_table(load, SAVE_spawns, cells, &rest.spawn_count);
    for (size_t i = 0; i < count && !load->failed; i++)
        if (rows[i].map != NONE && !open_map(world, rows[i].map)) {
            if (!load->moved)
                return load_fail(load, "map %u cannot be read", rows[i].map);
            rows[i].map = NONE;
        }
    if (load->failed)
        return false;
    close_others(load, rows, count);
    if (!(load->moved ? move_layers(load) : load_layers(load)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!load_rest(load, &rows[i], &rest))
            return false;
    return true;
}
