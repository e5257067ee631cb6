/* People: ways around things and each other, spawners, and how many there can be. */
#include "lib/handler_kit.h"
#include "lib/people_kit.h"

#include <time.h>

/* ---- ways ---- */

static void patrol_avoids_walls(void **state)
{
    Game *game = *state;
    patrol(game, GUARD, 1, (MapPoint[]){{2, 8}, {13, 8}}, 2);
    for (unsigned y = 1; y < 16; y++) /* the only gap is at the top */
        game_put(game, TOWN, LAYER_OBJECTS, 8, y, WALL);
    game_put(game, TOWN, LAYER_NPCS, 2, 8, GUARD);
    game_open(game);
    for (int turn = 0; turn < 2; turn++) {
        comes_to(game, 1, 13, 8, 400);
        comes_to(game, 1, 2, 8, 400);
    }
}

static void patrol_skips_unreachable_point(void **state)
{
    Game *game = *state;
    patrol(game, GUARD, 1, (MapPoint[]){{2, 8}, {13, 13}, {6, 2}}, 3);
    wall_row(game, 12, 12, "XXX");
    wall_row(game, 12, 13, "X.X");
    wall_row(game, 12, 14, "XXX");
    game_put(game, TOWN, LAYER_NPCS, 2, 8, GUARD);
    game_open(game);
    comes_to(game, 1, 6, 2, 900);
    comes_to(game, 1, 2, 8, 900);
}

/* It follows the path with its number, whatever the order of the paths, from point to point. */
static void patrol_follows_the_path_of_its_number_in_order(void **state)
{
    Game *game = *state;
    patrol(game, GUARD, 98, (MapPoint[]){{2, 8}, {9, 8}, {9, 3}, {2, 3}}, 4);
    patrol(game, SLIME, 0, (MapPoint[]){{3, 13}, {12, 11}}, 2);
    game_put(game, TOWN, LAYER_NPCS, 2, 8, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 3, 13, SLIME);
    game_open(game);
    comes_to(game, 1, 9, 8, 150);
    comes_to(game, 1, 9, 3, 150);
    comes_to(game, 1, 2, 3, 150);
    comes_to(game, 1, 2, 8, 150);
    comes_to(game, 2, 12, 11, 400);
    comes_to(game, 2, 3, 13, 400);
}

static void npcs_pass_each_other_in_a_passage(void **state)
{
    Game *game = *state;
    patrol(game, GUARD, 1, (MapPoint[]){{1, 8}, {14, 8}}, 2);
    patrol(game, SLIME, 2, (MapPoint[]){{14, 8}, {1, 8}}, 2);
    wall_row(game, 0, 7, "XXXXXXXXXXXXXXXX");
    wall_row(game, 0, 9, "XXXXXXXXXXXXXXXX");
    game_put(game, TOWN, LAYER_NPCS, 1, 8, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 14, 8, SLIME);
    game_open(game);
    comes_to(game, 1, 14, 8, 600);
    comes_to(game, 2, 1, 8, 600);
}

/* In every grid, through a wood: the patrol and the clicks of the player get there. */
static void paths_through_a_wood_are_found_in_every_grid(void **state)
{
    (void)state;
    static const MapPoint points[] = {{1, 1}, {14, 2}, {13, 14}, {2, 13}};
    for (unsigned type = 0; type < 4; type++) {
        Game *game = game_new(kit_new());
        game->type = type;
        patrol(game, GUARD, 1, points, 4);
        uint32_t dice = 7;
        for (unsigned i = 0; i < GAME_CELLS; i++) {
            const bool free = i == 17 || i == 4 * 16 + 4;
            dice = dice * 1664525 + 1013904223;
            for (size_t k = 0; !free && k < 4; k++)
                if (points[k].x == i % 16 && points[k].y == i / 16)
                    dice = 0xFFFFFFFF;
            if (!free && dice >> 24 < 45)
                game_put(game, TOWN, LAYER_OBJECTS, i % 16, i / 16, WALL);
        }
        game_put(game, TOWN, LAYER_NPCS, 1, 1, GUARD);
        game_open(game);
        for (size_t k = 1; k < 6; k++)
            comes_to(game, 1, points[k % 4].x, points[k % 4].y, 900);
        game->world->actors[1]->movement = 0;
        for (size_t k = 0; k < 4; k++) {
            const Cell goal = {points[k].x, points[k].y};
            const Spot spot = grid_centre(&game->world->content->grid, goal);
            const Cell other = cell_of(game, 1);
            if (other.x == goal.x && other.y == goal.y)
                continue;
            game_ticks(game, (WorldInput){.go = 1, .target_x = spot.x, .target_y = spot.y}, 1);
            comes_to(game, 0, goal.x, goal.y, 600);
            while (local_context(game->world).player->path_count)
                game_ticks(game, (WorldInput){0}, 1);
        }
        kit_free(game->kit);
    }
}

/* ---- pursuing and fleeing ---- */

static void assert_cell(Cell cell, int32_t x, int32_t y)
{
    if (cell.x != x || cell.y != y)
        fail_msg("at %d, %d instead of %d, %d", cell.x, cell.y, x, y);
}

static int32_t cells_between(const Game *game, uint32_t a, uint32_t b)
{
    return grid_distance(&game->world->content->grid, cell_of(game, a), cell_of(game, b));
}

/* In every grid: around a wall, up to the player, and after a player who goes on. */
static void pursuing_npc_comes_to_the_player_and_follows(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        Game *game = game_new(kit_new());
        game->type = type;
        for (unsigned y = 1; y < 16; y++) /* the only gap is at the top */
            game_put(game, TOWN, LAYER_OBJECTS, 8, y, WALL);
        game->start = "location(town,12,12,so) npc(town,3,12,guard) behave(pursue)";
        game_open(game);
        for (int i = 0; i < 600 && cells_between(game, 0, 1) > 1; i++)
            game_ticks(game, (WorldInput){0}, 1);
        assert_int_equal(cells_between(game, 0, 1), 1);
        game_wait(game, 60); /* it does not push the player */
        assert_cell(cell_of(game, 0), 12, 12);
        game_run(game, "location(town,3,3,so)");
        for (int i = 0; i < 600 && cells_between(game, 0, 1) > 1; i++)
            game_ticks(game, (WorldInput){0}, 1);
        assert_int_equal(cells_between(game, 0, 1), 1);
        kit_free(game->kit);
    }
}

static void pursuing_npc_looks_at_the_player_beside_it(void **state)
{
    Game *game = *state;
    game->start = "location(town,12,12,so) npc(town,11,12,guard) behave(pursue)";
    World *world = game_open(game);
    game_wait(game, 5);
    assert_int_equal(world->actors[1]->direction, EAST);
    game_run(game, "location(town,10,12,so)");
    game_wait(game, 5);
    assert_int_equal(world->actors[1]->direction, WEST);
}

/* It cannot come nearer, and searches again when there is a gap. */
static void pursuing_npc_waits_at_a_wall_without_a_gap(void **state)
{
    Game *game = *state;
    for (unsigned y = 0; y < 16; y++)
        game_put(game, TOWN, LAYER_OBJECTS, 8, y, WALL);
    game->start = "location(town,12,8,so) npc(town,3,8,guard) behave(pursue)";
    game_open(game);
    comes_to(game, 1, 7, 8, 400);
    game_wait(game, 60);
    assert_cell(cell_of(game, 1), 7, 8);
    game_run(game, "delete(town,8,3)");
    for (int i = 0; i < 600 && cells_between(game, 0, 1) > 1; i++)
        game_ticks(game, (WorldInput){0}, 1);
    assert_int_equal(cells_between(game, 0, 1), 1);
}

static void fleeing_npc_keeps_away_and_stays_out_of_walls(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        Game *game = game_new(kit_new());
        game->type = type;
        wall_row(game, 4, 5, "XXX");
        game->start = "location(town,3,3,so) npc(town,4,4,guard) behave(flee)";
        World *world = game_open(game);
        for (int i = 0; i < 300; i++) {
            game_ticks(game, (WorldInput){0}, 1);
            assert_true(map_open(world, map_of(world, TOWN), cell_of(game, 1), 0));
        }
        assert_true(cells_between(game, 0, 1) > 6);
        kit_free(game->kit);
    }
}

static void fleeing_npc_in_a_corner_stands(void **state)
{
    Game *game = *state;
    game->start = "location(town,13,13,so) npc(town,15,15,guard) behave(flee)";
    game_open(game);
    game_wait(game, 100);
    assert_cell(cell_of(game, 1), 15, 15);
}

/* A pack surrounds the player: no two are in the same cell. */
static void pursuing_npcs_surround_the_player(void **state)
{
    enum { PACK = 8 };
    Game *game = *state;
    game->start = "location(town,10,10,so) "
                  "npc(town,2,2,guard) behave(pursue) npc(town,2,3,guard) behave(pursue) "
                  "npc(town,2,4,guard) behave(pursue) npc(town,2,5,guard) behave(pursue) "
                  "npc(town,2,6,guard) behave(pursue) npc(town,2,7,guard) behave(pursue) "
                  "npc(town,2,8,guard) behave(pursue) npc(town,2,9,guard) behave(pursue)";
    game_open(game);
    game_wait(game, 1500);
    for (uint32_t i = 1; i <= PACK; i++) {
        const Cell one = cell_of(game, i);
        assert_int_equal(cells_between(game, 0, i), 1);
        for (uint32_t k = 1; k < i; k++) {
            const Cell other = cell_of(game, k);
            assert_true(one.x != other.x || one.y != other.y);
        }
    }
}

/* Nobody on its map: it strolls. */
static void pursuing_npc_strolls_without_a_player(void **state)
{
    Game *game = *state;
    game->start = "location(town,13,13,so) npc(town,5,5,guard) behave(pursue)";
    World *world = game_open(game);
    context_actor(local_context(world))->dying = 100000;
    game_wait(game, 300);
    const Cell now = cell_of(game, 1);
    assert_true(now.x != 5 || now.y != 5);
    assert_true(cells_between(game, 0, 1) > 1);
}

/* A click's way, closed by somebody who comes to stand in it, goes on around them. */
static void click_path_avoids_npc_that_steps_into_it(void **state)
{
    Game *game = *state;
    wall_row(game, 5, 3, "XXX"); /* a passage, and a way around it */
    wall_row(game, 5, 5, "XXX");
    game->start = "location(town,3,4,ea) npc(town,6,8,guard)";
    World *world = game_open(game);
    const WorldInput click = {.go = 1, .target_x = 12 * 16 + 8, .target_y = 4 * 16 + 8};
    game_ticks(game, click, 5);
    world->actors[1]->at = (Spot){(6 * 16 + 8) * SUB, (4 * 16 + 8) * SUB};
    actor_index_refresh(world);
    comes_to(game, 0, 12, 4, 300);
    game_ticks(game, (WorldInput){0}, 10);
    assert_int_equal(local_context(world).player->path_count, 0);
}

/* Where there is no way around it waits, then gives up, after three times. */
static void click_path_waits_for_npc_in_a_passage(void **state)
{
    (void)state;
    for (unsigned most = 0; most < 2; most++) {
        Game *game = game_new(kit_new());
        wall_row(game, 0, 3, "XXXXXXXXXXXXXXXX");
        wall_row(game, 0, 5, "XXXXXXXXXXXXXXXX");
        game->start = "location(town,2,4,ea) npc(town,6,4,guard)";
        World *world = game_open(game);
        const WorldInput click = {.go = 1, .target_x = 12 * 16 + 8, .target_y = 4 * 16 + 8};
        game_ticks(game, click, 60);
        assert_int_equal(cell_of(game, 0).x, 5);
        assert_true(local_context(world).player->path_count > 0);
        if (most) {
            game_ticks(game, (WorldInput){0}, 60);
            assert_int_equal(local_context(world).player->path_count, 0);
        } else {
            world->actors[1]->at.y += 4 * 16 * SUB;
            actor_index_refresh(world);
            comes_to(game, 0, 12, 4, 200);
        }
        kit_free(game->kit);
    }
}

/* Nor does the player stand still for good where somebody walks up and down. */
static void click_path_and_patrol_pass_each_other(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        Game *game = game_new(kit_new());
        game->type = type;
        patrol(game, GUARD, 1, (MapPoint[]){{13, 8}, {1, 8}}, 2);
        game_put(game, TOWN, LAYER_NPCS, 13, 8, GUARD);
        game->start = "location(town,2,8,ea)";
        World *world = game_open(game);
        const Spot spot = grid_centre(&world->content->grid, (Cell){13, 8});
        game_ticks(game, (WorldInput){.go = 1, .target_x = spot.x, .target_y = spot.y}, 1);
        comes_to(game, 0, 13, 8, 400);
        kit_free(game->kit);
    }
}

static void order_avoids_obstacles(void **state)
{
    Game *game = *state;
    wall_row(game, 6, 7, "X");
    wall_row(game, 6, 8, "X");
    game->start = "location(town,1,1,so) npc(town,4,8,guard) east(6) south(1) waitnpc() hp=1";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 200);
    assert_int_equal(cell_of(game, 1).x, 10);
    assert_int_equal(cell_of(game, 1).y, 9);
    assert_int_equal(game_value(game, "hp"), 1);
}

static void an_order_into_a_wall_is_given_up(void **state)
{
    Game *game = *state;
    wall_row(game, 6, 8, "X");
    game->start = "location(town,1,1,so) npc(town,4,8,guard) east(2) north(1) waitnpc() hp=1";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 150);
    assert_int_equal(cell_of(game, 1).x, 5);
    assert_int_equal(cell_of(game, 1).y, 7);
    assert_int_equal(game_value(game, "hp"), 1);
}

static void strolling_npc_avoids_doors(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 1, "hp=1");
    game_mask(game, DOOR, 8);
    game->npcs[SLIME].movement = 1;
    for (unsigned y = 0; y < 16; y++)
        for (unsigned x = 0; x < 16; x++)
            if (x < 7 || x > 9 || y < 7 || y > 9)
                game_put(game, TOWN, LAYER_OBJECTS, x, y, DOOR);
    game_put(game, TOWN, LAYER_NPCS, 8, 8, SLIME);
    game_open(game);
    bool moved = false;
    for (uint32_t i = 0; i < 2000; i++) {
        game_ticks(game, (WorldInput){0}, 1);
        const Cell cell = cell_of(game, 1);
        moved |= cell.x != 8 || cell.y != 8;
        assert_in_range(cell.x, 7, 9);
        assert_in_range(cell.y, 7, 9);
    }
    assert_true(moved);
}

/* ---- spawners ---- */

static void spawner_checks_player_and_sets_attributes_of_npc(void **state)
{
    Game *game = *state;
    nest(game, 2, 20,
         (SpawnerKind){.requires = {game_string(game, "hp"), 2, 5},
                       .provides = {game_string(game, "level"), 7},
                       .animation = {1, COIN}});
    game_put(game, TOWN, LAYER_SPAWNERS, 10, 10, 0);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 60);
    assert_int_equal(count_used(world), 0);
    attribute_set(ctx, ENTITY_PLAYER, game_string(game, "hp"), 5);
    while (!count_used(world))
        game_ticks(game, (WorldInput){0}, 1);
    assert_int_equal(world_attribute(ctx, 2, game_string(game, "level")), 7);
    assert_int_equal(world->actors[1]->born_sprite, 1u << 16 | COIN);
    assert_true(world->actors[1]->born_until > world->tick);
    game_ticks(game, (WorldInput){0}, 60);
    assert_int_equal(count_used(world), 2);
}

static void nothing_spawns_in_the_players_cell_or_on_a_full_map(void **state)
{
    Game *game = *state;
    nest(game, 255, 1, (SpawnerKind){.animation = {0, TNG_NO_SPRITE}});
    game_put(game, TOWN, LAYER_SPAWNERS, 4, 4, 0);
    for (unsigned y = 0; y < 16; y++)
        for (unsigned x = 0; x < 16; x++)
            if (x != 4 || y != 4)
                game_put(game, TOWN, LAYER_OBJECTS, x, y, WALL);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 100);
    assert_int_equal(count_used(world), 0);
}

/* ---- many ---- */

enum { BIG_LOG = 8, BIG = 1 << BIG_LOG, BIG_CELLS = BIG * BIG };

/* One map of 256 x 256 cells with woods, a river and people everywhere. */
static World *open_big(Game *game, unsigned people)
{
    uint16_t *cells = arena_alloc_raw(game->arena, TNG_LAYERS * BIG_CELLS, sizeof *cells);
    memset(cells, 0xFF, TNG_LAYERS * BIG_CELLS * sizeof *cells);
    uint32_t dice = 1;
    for (size_t i = 0; i < BIG_CELLS; i++) {
        cells[i] = GRASS;
        dice = dice * 1664525 + 1013904223;
        if (dice >> 24 < 20)
            cells[LAYER_OBJECTS * BIG_CELLS + i] = WALL;
    }
    for (unsigned i = 0; i < people; i++) {
        dice = dice * 1664525 + 1013904223;
        const size_t at = (dice >> 8) % BIG_CELLS;
        cells[LAYER_OBJECTS * BIG_CELLS + at] = TNG_NO_SPRITE;
        cells[LAYER_NPCS * BIG_CELLS + at] = i % 2 ? SLIME : GUARD;
    }
    TngFile *read = ARENA_ALLOC(game->arena, TngFile, 1);
    assert_true(tng_read(game_bytes(game), read, game->arena, &game->kit->report));
    read->header.map_log2 = BIG_LOG;
    const Bytes layers = tng_layers_write(cells, TNG_LAYERS * BIG_CELLS, game->arena);
    TngMap *map = &game->map_records[TOWN];
    map->layers = (byte *)(uintptr_t)layers.data;
    map->layers_size = (u32)layers.size;
    for (size_t i = 0; i < read->section_count; i++)
        if (read->sections[i].type == SECTION_MAPS)
            read->sections[i].entries[TOWN].stored =
                tng_pack_record(read->sections[i].kind->asset, map, game->arena);
    return game->world =
               world_new(read, &(WorldOptions){.seed = 1}, game->arena, &game->kit->report);
}

static void add_crowd(Game *game)
{
    patrol(game, GUARD, 1, (MapPoint[]){{20, 20}, {230, 40}, {200, 220}, {30, 200}, {128, 128}},
           5);
    game_npc(game, SLIME, 0, NULL);
    game->npcs[SLIME].movement = 1;
    game->npcs[SLIME].turn_time = 30;
    game->start = "location(town,128,128,so)";
}

static void five_hundred_npcs_need_no_allocation_per_tick(void **state)
{
    Game *game = *state;
    add_crowd(game);
    World *world = open_big(game, 500);
    assert_in_range(count_used(world), 480, 500);
    game_ticks(game, (WorldInput){0}, 100);
    const size_t before = arena_used(world->arena);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    enum { TICKS = 600 };
    uint32_t moving = 0;
    for (uint32_t i = 0; i < TICKS; i++) {
        game_ticks(game, (WorldInput){0}, 1);
        for (uint32_t k = 1; i == TICKS - 1 && k < world->actor_count; k++)
            moving += world->actors[k]->moving > 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert_int_equal(arena_used(world->arena), before);
    assert_true(moving > 300); /* the others turn, or wait for somebody */
    if (getenv("OISIN_TIMES"))
        print_message("%.3f ms a tick\n", ((double)(end.tv_sec - start.tv_sec) * 1e3 +
                                           (double)(end.tv_nsec - start.tv_nsec) / 1e6) /
                                              TICKS);
}

/* Percent; 0 of a player means that the author has not set it, 1000 is the maximum. */
static void speed_is_in_percent(void **state)
{
    static const struct {
        int32_t percent, player, npc;
    } cases[] = {{0, 64, 7},   {50, 32, 32},  {100, 64, 64},
                 {-5, 64, 64}, {101, 64, 64}, {200, 128, 124}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Game *game = *state;
        static const MapPoint points[] = {{1, 12}, {14, 12}};
        const bool has_npc = cases[i].percent >= 0;
        patrol(game, GUARD, 1, points, 2);
        game->npcs[GUARD].speed = (u16)(has_npc ? cases[i].percent : 100);
        game_put(game, TOWN, LAYER_NPCS, 1, 12, GUARD);
        game->speed = game_string(game, "level");
        game->start =
            arena_format(game->arena, "level=0-%d level=0-level location(town,2,4,ea)",
                         cases[i].percent)
                .at;
        if (cases[i].percent < 0)
            game->start = "level=0-5 location(town,2,4,ea)";
        World *world = game_open(game);
        const int32_t from = context_actor(local_context(world))->at.x,
                      npc = world->actors[1]->at.x;
        game_walk(game, EAST, 30);
        const int32_t far = (context_actor(local_context(world))->at.x - from) / SUB;
        assert_in_range(far, cases[i].player - 3, cases[i].player + 3);
        assert_in_range((world->actors[1]->at.x - npc) / SUB + 8, cases[i].npc + 2,
                        cases[i].npc + 11);
        people_tear_down(state);
        people_set_up(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(speed_is_in_percent),
        TEST(patrol_avoids_walls),
        TEST(patrol_skips_unreachable_point),
        TEST(patrol_follows_the_path_of_its_number_in_order),
        TEST(npcs_pass_each_other_in_a_passage),
        TEST(paths_through_a_wood_are_found_in_every_grid),
        TEST(pursuing_npc_comes_to_the_player_and_follows),
        TEST(pursuing_npc_looks_at_the_player_beside_it),
        TEST(pursuing_npc_waits_at_a_wall_without_a_gap),
        TEST(fleeing_npc_keeps_away_and_stays_out_of_walls),
        TEST(fleeing_npc_in_a_corner_stands),
        TEST(pursuing_npcs_surround_the_player),
        TEST(pursuing_npc_strolls_without_a_player),
        TEST(click_path_avoids_npc_that_steps_into_it),
        TEST(click_path_waits_for_npc_in_a_passage),
        TEST(click_path_and_patrol_pass_each_other),
        TEST(order_avoids_obstacles),
        TEST(an_order_into_a_wall_is_given_up),
        TEST(strolling_npc_avoids_doors),
        TEST(spawner_checks_player_and_sets_attributes_of_npc),
        TEST(nothing_spawns_in_the_players_cell_or_on_a_full_map),
        TEST(five_hundred_npcs_need_no_allocation_per_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
