/* Masks and regions of a large map are updated where objects change, with the same result as
 * if all were computed again. */
#define GAME_LOG2 8 /* compiled here, because the library has them for a small map */
#include "lib/game_kit.c"
#include "lib/people_kit.c"

#include "base/disjoint_sets.h"
#include "engine/rules/path_search.h"
#include "engine/save/save.h"

enum { GRIDS = 4, KINDS = 7, CHANGES = 1200, COMPARE_EACH = 60, WAYS = 5, BLOCK_CELLS = 1024 };

static const uint16_t kinds[KINDS] = {WALL, WATER, TREE, DOOR, COIN, ROOF, TNG_NO_SPRITE};

/* Masks of all types: larger ones overlap their neighbours, and each other. */
static void make_objects(Game *game)
{
    static const uint8_t tree[] = {9, 16, 2, 1, 25, 7}, roof[] = {6, 6, 22, 9};
    for (unsigned i = 0; i < KINDS - 1; i++)
        game_object(game, kinds[i], TNG_EVENT_TIMER, kinds[i] == WATER ? NULL : "score=1");
    game_mask(game, WALL, 1);
    game_mask(game, WATER, 18);
    game_mask(game, DOOR, 5); /* actors leap over it */
    game->objects[TREE].mask_width = 3, game->objects[TREE].mask_height = 2;
    game->objects[TREE].mask = memcpy(ARENA_ALLOC(game->arena, u8, 6), tree, sizeof tree);
    game->objects[ROOF].mask_width = 1, game->objects[ROOF].mask_height = 4;
    game->objects[ROOF].mask = memcpy(ARENA_ALLOC(game->arena, u8, 4), roof, sizeof roof);
}

static uint16_t any_object(void)
{
    return next_random(9) ? kinds[next_random(KINDS)] : TNG_NO_SPRITE;
}

static Game *open_grid(unsigned grid)
{
    Game *game = game_new(kit_new());
    random_state = 77 + grid;
    game->type = grid;
    make_objects(game);
    for (unsigned i = 0; i < GAME_CELLS; i++)
        if (next_random(100) < 33)
            game->maps[TOWN][LAYER_OBJECTS][i] = any_object();
    game_open(game);
    map_refresh(game->world, map_of(game->world, TOWN));
    return game;
}

/* Often where blocks meet, and several at one place. */
static void change_objects(World *world, MapState *map)
{
    const uint32_t side = GAME_SIDE,
                   corner = MAP_BLOCK * (1 + next_random(side / MAP_BLOCK - 1));
    const uint32_t x = next_random(2) ? corner : next_random(side - 8);
    const uint32_t y = next_random(2) ? corner : next_random(side - 8);
    for (uint32_t i = next_random(6); i < 6; i++)
        map_put(world, map,
                (Cell){(int32_t)(x + next_random(8)) - 4, (int32_t)(y + next_random(8)) - 4},
                any_object());
}

/* ---- a complete search ---- */

static bool is_open(World *world, MapState *map, uint32_t way, int32_t x, int32_t y)
{
    return grid_inside(&world->content->grid, (Cell){x, y}) &&
           map_open(world, map, (Cell){x, y}, way);
}

static bool search_step_to(World *world, MapState *map, uint32_t way, Cell from, unsigned k,
                           Cell *to)
{
    const Grid *grid = &world->content->grid;
    *to = grid_step(grid, from, (Direction)k);
    if (!grid_inside(grid, *to))
        return false;
    if (!is_open(world, map, way, to->x, to->y))
        return leap_landing(world, map, from, (Direction)k, way, to) &&
               is_open(world, map, way, to->x, to->y);
    return grid->type > GRID_ISO || from.x == to->x || from.y == to->y ||
           (is_open(world, map, way, from.x, to->y) && is_open(world, map, way, to->x, from.y));
}

static void search_all(World *world, MapState *map, uint32_t way, uint32_t *parents)
{
    for (uint32_t i = 0; i < GAME_CELLS; i++)
        parents[i] = i;
    for (uint32_t i = 0; i < GAME_CELLS; i++) {
        const Cell from = map_cell_of(world, i);
        Cell to;
        if (is_open(world, map, way, from.x, from.y))
            for (unsigned k = 0; k < DIRECTIONS; k++)
                if (search_step_to(world, map, way, from, k, &to))
                    disjoint_join(parents, i, map_cell_index(world, to));
    }
}

/* Each region is one set of the search, and the other way round. Returns their number. */
static uint32_t compare_regions(World *world, MapState *map, const Regions *regions,
                                uint32_t way)
{
    static uint32_t parents[GAME_CELLS], region_of_root[GAME_CELLS],
        root_of_region[GAME_CELLS + 1];
    uint32_t count = 0;
    memset(region_of_root, 0, sizeof region_of_root);
    memset(root_of_region, 0, sizeof root_of_region);
    search_all(world, map, way, parents);
    for (uint32_t i = 0; i < GAME_CELLS; i++) {
        const Cell cell = map_cell_of(world, i);
        const uint32_t region = region_of(world, regions, way, cell);
        assert_int_equal(region != 0, is_open(world, map, way, cell.x, cell.y));
        if (!region)
            continue;
        const uint32_t root = disjoint_root(parents, i);
        count += !region_of_root[root];
        if (!region_of_root[root] && !root_of_region[region]) {
            region_of_root[root] = region;
            root_of_region[region] = root + 1;
        }
        if (region_of_root[root] != region || root_of_region[region] != root + 1)
            fail_msg("way %u: the cell %d %d is in another region", way, cell.x, cell.y);
    }
    return count;
}

/* Regions that are made at once. Returns whether they are the same. */
static bool equal_new_ones(World *world, MapState *map, const Regions *regions, uint32_t way)
{
    Arena *arena = world->arena, *scratch = arena_new();
    Regions *made = NULL;
    uint32_t left = UINT32_MAX;
    bool equal = true;
    world->arena = scratch;
    regions_update(world, &made, map, way, &left);
    for (uint32_t i = 0; i < GAME_CELLS; i++) {
        const Cell cell = map_cell_of(world, i);
        equal &= region_of(world, regions, way, cell) == region_of(world, made, way, cell);
    }
    world->arena = arena;
    arena_free(scratch);
    return equal;
}

/* ---- tests ---- */

static void updated_regions_equal_a_complete_search(void **state)
{
    (void)state;
    for (unsigned grid = 0; grid < GRIDS; grid++) {
        Game *game = open_grid(grid);
        World *world = game->world;
        MapState *map = map_of(world, TOWN);
        Regions *regions = NULL;
        uint32_t most = 0;
        for (unsigned i = 0; i < CHANGES; i++) {
            uint32_t left = UINT32_MAX;
            const uint32_t way = i / COMPARE_EACH % WAYS;
            change_objects(world, map);
            assert_true(regions_update(world, &regions, map, way, &left));
            if (i % 12 == 0)
                assert_true(equal_new_ones(world, map, regions, way));
            if (i % COMPARE_EACH)
                continue;
            const uint32_t count = compare_regions(world, map, regions, way);
            most = count > most ? count : most;
        }
        assert_true(most > 200); /* the maps are not trivial */
        kit_free(game->kit);
    }
}

/* All that follows from the objects of a map. */
typedef struct Masks {
    uint8_t mask[GAME_CELLS];
    uint32_t owner[GAME_CELLS];
    Watch watches[GAME_CELLS];
    size_t watch_count;
} Masks;

static void copy_masks(Masks *to, const MapState *map)
{
    memcpy(to->mask, map->mask, sizeof to->mask);
    memcpy(to->owner, map->owner, sizeof to->owner);
    memcpy(to->watches, map->watches, map->watch_count * sizeof *map->watches);
    to->watch_count = map->watch_count;
}

static void updated_masks_equal_complete_masks(void **state)
{
    (void)state;
    static Masks local, complete;
    for (unsigned grid = 0; grid < GRIDS; grid++) {
        Game *game = open_grid(grid);
        World *world = game->world;
        MapState *map = map_of(world, TOWN);
        for (unsigned i = 0; i < CHANGES; i++) {
            change_objects(world, map);
            if (next_random(3))
                map_refresh(world, map); /* otherwise with the next changes */
            if (i % COMPARE_EACH)
                continue;
            map_refresh(world, map);
            copy_masks(&local, map);
            map_mask_outdated(map);
            map_refresh(world, map);
            copy_masks(&complete, map);
            assert_memory_equal(local.mask, complete.mask, sizeof local.mask);
            assert_memory_equal(local.owner, complete.owner, sizeof local.owner);
            assert_int_equal(local.watch_count, complete.watch_count);
            assert_memory_equal(local.watches, complete.watches,
                                local.watch_count * sizeof *local.watches);
        }
        kit_free(game->kit);
    }
}

static void assert_same_masks(const MapState *a, const MapState *b)
{
    assert_memory_equal(a->mask, b->mask, GAME_CELLS * sizeof *a->mask);
    assert_memory_equal(a->owner, b->owner, GAME_CELLS * sizeof *a->owner);
    assert_int_equal(a->watch_count, b->watch_count);
}

/* A world is saved before the last changes reached the mask: it goes on as if it had not been
 * saved. */
static void saved_world_goes_on_with_the_same_masks(void **state)
{
    (void)state;
    for (unsigned grid = 0; grid < GRIDS; grid++) {
        Game *game = open_grid(grid);
        World *world = game->world;
        Bytes file;
        SaveNotes notes = {0};
        for (unsigned i = 0; i < 50; i++)
            change_objects(world, map_of(world, TOWN));
        assert_true(world->maps[TOWN]->stale);
        assert_true(world_save(world, NULL, &file, game->arena, &game->kit->report));
        World *loaded = world_load(world->content->game, file, &(WorldOptions){0}, &notes,
                                   game->arena, &game->kit->report);
        assert_non_null(loaded);
        for (unsigned i = 0; i < 40; i++) {
            const WorldInput input = {.direction = 1 + i % DIRECTIONS};
            assert_int_equal(world_hash(world), world_hash(loaded));
            world_tick(world, &input);
            world_tick(loaded, &input);
            assert_int_equal(world->work, loaded->work);
        }
        assert_int_equal(world_hash(world), world_hash(loaded));
        map_refresh(world, map_of(world, TOWN));
        map_refresh(loaded, map_of(loaded, TOWN));
        assert_same_masks(world->maps[TOWN], loaded->maps[TOWN]);
        kit_free(game->kit);
    }
}

/* A client is sent all objects of a map, then those that change. */
static void client_has_the_same_masks_as_its_server(void **state)
{
    (void)state;
    for (unsigned grid = 0; grid < GRIDS; grid++) {
        Game *game = open_grid(grid);
        World *world = game->world;
        World *client = world_new(world->content->game, &(WorldOptions){.mirror = true},
                                  game->arena, &game->kit->report);
        MapState *map = map_of(world, TOWN), *copy = map_of(client, TOWN);
        uint16_t *objects = map->cells + (size_t)LAYER_OBJECTS * GAME_CELLS;
        uint16_t *sent = copy->cells + (size_t)LAYER_OBJECTS * GAME_CELLS;
        for (unsigned i = 0; i < 300; i++) {
            change_objects(world, map);
            if (i == 100)
                world_mirror_objects(client, copy, objects);
            for (uint32_t k = 0; i > 100 && k < GAME_CELLS; k++)
                if (sent[k] != objects[k])
                    world_mirror_object(client, copy, k, objects[k]);
            if (i < 100 || i % 10)
                continue;
            map_refresh(world, map);
            map_refresh(client, copy);
            assert_same_masks(map, copy);
        }
        kit_free(game->kit);
    }
}

/* Each change in a crowd of large masks stamps all of them: after a few of one tick it is
 * cheaper to compute the whole map, which is seen at the blocks that changed. */
static void changes_among_large_masks_cost_no_more_than_all(void **state)
{
    (void)state;
    enum { MASK = 10, CROWD = 60, EDITS = 9 };
    static Masks local, complete;
    Game *game = game_new(kit_new());
    make_objects(game);
    game->objects[TREE].mask_width = game->objects[TREE].mask_height = MASK;
    game->objects[TREE].mask = ARENA_ALLOC(game->arena, u8, (size_t)MASK * MASK);
    memset(game->objects[TREE].mask, 2, (size_t)MASK * MASK);
    for (unsigned i = 0; i < CROWD * CROWD; i++)
        game->maps[TOWN][LAYER_OBJECTS][(100 + i / CROWD) * GAME_SIDE + 100 + i % CROWD] = TREE;
    game_open(game);
    World *world = game->world;
    MapState *map = map_of(world, TOWN);
    const uint32_t far_away = 0;
    map_refresh(world, map);
    for (int32_t edits = 1; edits <= EDITS; edits += EDITS - 1) {
        const uint32_t changes = map_block_changes(map, far_away);
        for (int32_t i = 0; i < edits; i++)
            map_put(world, map, (Cell){120 + i * edits / 4, 130}, i % 2 ? TNG_NO_SPRITE : ROOF);
        map_refresh(world, map);
        assert_int_equal(map_block_changes(map, far_away) - changes, edits == EDITS);
        copy_masks(&local, map);
        map_mask_outdated(map);
        map_refresh(world, map);
        copy_masks(&complete, map);
        assert_memory_equal(&local, &complete, sizeof local);
    }
    kit_free(game->kit);
}

/* Continues within the budget until all is known. Returns the number of ticks. */
static unsigned update_in_ticks(World *world, Regions **regions, MapState *map, uint32_t budget)
{
    for (unsigned ticks = 1;; ticks++) {
        uint32_t left = budget;
        world->searched = 0;
        const bool done = regions_update(world, regions, map, 0, &left);
        /* The last block may exceed the budget. */
        assert_true(world->searched <= budget + BLOCK_CELLS);
        if (done)
            return ticks;
        assert_true(world->searched >= budget);
    }
}

static void large_map_is_searched_over_several_ticks(void **state)
{
    (void)state;
    for (unsigned grid = 0; grid < GRIDS; grid++) {
        Game *game = open_grid(grid);
        MapState *map = map_of(game->world, TOWN);
        Regions *regions = NULL, *at_once = NULL;
        uint32_t left = UINT32_MAX;
        assert_in_range(update_in_ticks(game->world, &regions, map, 8192), 8, 20);
        assert_true(regions_update(game->world, &at_once, map, 0, &left));
        for (uint32_t i = 0; i < GAME_CELLS; i++) {
            const Cell cell = map_cell_of(game->world, i);
            assert_int_equal(region_of(game->world, regions, 0, cell),
                             region_of(game->world, at_once, 0, cell));
        }
        kit_free(game->kit);
    }
}

/* Each free cell has its own label, with links to all cells that a leap leads to. */
static void chequered_map_is_joined_over_several_ticks(void **state)
{
    (void)state;
    Game *game = open_grid(GRID_ORTHO);
    World *world = game->world;
    MapState *map = map_of(world, TOWN);
    for (int32_t i = 0; i < (int32_t)GAME_CELLS; i++) {
        const Cell cell = {i % GAME_SIDE, i / GAME_SIDE};
        map_put(world, map, cell, (cell.x + cell.y) % 2 ? DOOR : TNG_NO_SPRITE);
    }
    Regions *regions = NULL;
    assert_true(update_in_ticks(world, &regions, map, 8192) > 8); /* labels take as many */
    compare_regions(world, map, regions, 0);
    kit_free(game->kit);
}

/* Objects change between two ticks of one update: it is still right at the end. */
static void objects_may_change_while_a_map_is_searched(void **state)
{
    (void)state;
    for (unsigned grid = 0; grid < GRIDS; grid++) {
        Game *game = open_grid(grid);
        MapState *map = map_of(game->world, TOWN);
        Regions *regions = NULL;
        for (unsigned tick = 0; tick < 20; tick++) {
            uint32_t left = 5000;
            change_objects(game->world, map);
            regions_update(game->world, &regions, map, 0, &left);
        }
        update_in_ticks(game->world, &regions, map, 5000);
        compare_regions(game->world, map, regions, 0);
        kit_free(game->kit);
    }
}

/* A dropped coin made a server search the whole map: 289 ms for 1024 x 1024 cells. */
static void change_of_an_object_visits_cells_around_it_only(void **state)
{
    (void)state;
    Game *game = open_grid(GRID_ORTHO);
    World *world = game->world;
    MapState *map = map_of(world, TOWN);
    Regions *regions = NULL;
    uint32_t left = UINT32_MAX;
    regions_update(world, &regions, map, 0, &left);
    for (int32_t i = 0; i < 200; i++) {
        map_put(world, map, (Cell){100 + i / 2 % 50, 70}, i % 2 ? TNG_NO_SPRITE : COIN);
        const uint64_t work = world->work;
        world->searched = 0;
        left = UINT32_MAX;
        assert_true(regions_update(world, &regions, map, 0, &left));
        assert_int_equal(world->work, work); /* map_put has paid for the mask */
        /* Four blocks at most, the links of sixteen, and the numbers. */
        assert_true(world->searched < 4 * BLOCK_CELLS + 16 * BLOCK_CELLS + GAME_CELLS / 16);
    }
    kit_free(game->kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updated_regions_equal_a_complete_search),
        cmocka_unit_test(updated_masks_equal_complete_masks),
        cmocka_unit_test(saved_world_goes_on_with_the_same_masks),
        cmocka_unit_test(client_has_the_same_masks_as_its_server),
        cmocka_unit_test(changes_among_large_masks_cost_no_more_than_all),
        cmocka_unit_test(large_map_is_searched_over_several_ticks),
        cmocka_unit_test(chequered_map_is_joined_over_several_ticks),
        cmocka_unit_test(objects_may_change_while_a_map_is_searched),
        cmocka_unit_test(change_of_an_object_visits_cells_around_it_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
