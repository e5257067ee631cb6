/* Walking: over the edges of maps, over all kinds of ground, in leaps. */
#include "lib/game_kit.h"

#include "engine/screens/screens.h"

static int set_up(void **state)
{
    *state = game_new(kit_new());
    return 0;
}

static int tear_down(void **state)
{
    kit_free(((Game *)*state)->kit);
    return 0;
}

static void world_place_at(World *world, uint32_t map, int32_t x, int32_t y)
{
    world_place_player(local_context(world), map, (Cell){x, y}, SOUTH);
}

/* ---- maps joined at their edges ---- */

/* Town and cave lie in turns on all sides. */
static void join_all(Game *game)
{
    for (size_t i = 0; i < 6; i++) {
        game->map_records[TOWN].neighbours[i] = game_string(game, "cave");
        game->map_records[CAVE].neighbours[i] = game_string(game, "town");
    }
}

/* By how much the player moved on the joined picture in one tick. */
static Spot joined_step(World *world, const WorldInput *input)
{
    const PlayerContext ctx = local_context(world);
    const Actor *player = context_actor(ctx);
    const Spot before = player->at;
    const uint32_t map = player->map;
    ShownMap shown[SHOWN_MAX];
    const size_t count = world_shown(ctx, shown);
    world_tick(world, input);
    const Spot plain = {player->at.x - before.x, player->at.y - before.y};
    if (player->map == map && abs(plain.x) < 8 * SUB && abs(plain.y) < 8 * SUB)
        return plain;
    for (size_t i = 1; i < count; i++) {
        const Spot step = {plain.x + shown[i].shift.x * SUB, plain.y + shown[i].shift.y * SUB};
        if (shown[i].index == player->map && abs(step.x) < 8 * SUB && abs(step.y) < 8 * SUB)
            return step;
    }
    fail_msg("the player jumped by %d, %d", plain.x / SUB, plain.y / SUB);
    return plain;
}

static void walk_over_edges(Game *game, Direction direction)
{
    World *world = game->world;
    const PlayerContext ctx = local_context(world);
    const WorldInput input = {.direction = 1u + direction};
    world_place_at(world, TOWN, 7, 7);
    const Spot first = joined_step(world, &input);
    const uint32_t moving = context_actor(ctx)->moving;
    uint32_t crossed = 0;
    for (uint32_t i = 0; i < 700; i++) {
        const uint32_t arrived = ctx.player->arrived;
        const Spot before = context_actor(ctx)->at;
        const Spot step = joined_step(world, &input);
        assert_int_equal(step.x, first.x);
        assert_int_equal(step.y, first.y);
        assert_int_equal(context_actor(ctx)->direction, direction);
        assert_int_equal(context_actor(ctx)->moving, moving + i + 1);
        assert_int_equal(ctx.player->arrived, arrived); /* no fade */
        crossed += abs(context_actor(ctx)->at.x - before.x) > 8 * SUB ||
                   abs(context_actor(ctx)->at.y - before.y) > 8 * SUB;
    }
    assert_true(crossed >= 2);
}

static void edges_of_every_grid_are_crossed_at_constant_speed(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        Game *game = game_new(kit_new());
        game->type = type;
        join_all(game);
        game_open(game);
        for (Direction direction = 0; direction < DIRECTIONS; direction++)
            walk_over_edges(game, direction);
        kit_free(game->kit);
    }
}

static void adjacent_maps_are_shown_once_and_corners_if_both_paths_agree(void **state)
{
    Game *game = *state;
    join_all(game);
    World *world = game_open(game);
    ShownMap shown[SHOWN_MAX];
    assert_int_equal(world_shown(local_context(world), shown), 9);
    assert_int_equal(shown[0].index, TOWN);
    assert_int_equal(shown[0].shift.x, 0);
    uint32_t corners = 0;
    for (size_t i = 1; i < 9; i++) {
        const bool corner = shown[i].shift.x && shown[i].shift.y;
        corners += corner;
        assert_int_equal(shown[i].index, corner ? TOWN : CAVE);
        assert_int_equal(abs(shown[i].shift.x) + abs(shown[i].shift.y), corner ? 2 * 256 : 256);
    }
    assert_int_equal(corners, 4);
}

static void queries_do_not_change_the_world(void **state)
{
    Game *game = *state;
    join_all(game);
    game_npc(game, SLIME, 0, NULL);
    game_put(game, CAVE, LAYER_NPCS, 3, 3, SLIME);
    World *world = game_open(game);
    ShownMap shown[SHOWN_MAX];
    const uint64_t hash = world_hash(world);
    world_shown(local_context(world), shown);
    assert_int_equal(world_hash(world), hash);
}

static void inconsistent_corner_map_is_not_shown(void **state)
{
    Game *game = *state; /* east of town the cave, south of it the town itself */
    game->map_records[TOWN].neighbours[0] = game_string(game, "town");
    game->map_records[TOWN].neighbours[1] = game_string(game, "cave");
    World *world = game_open(game); /* the cave has nothing to its south */
    ShownMap shown[SHOWN_MAX];
    assert_int_equal(world_shown(local_context(world), shown), 3);
}

static void hexagonal_maps_are_arranged_like_bricks(void **state)
{
    Game *game = *state;
    for (unsigned type = GRID_HEXV; type <= GRID_HEXH; type++) {
        const TngHeader header = {.map_log2 = 4};
        TngHeader shaped = header;
        tng_set_shape(&shaped, type, 16, 16);
        const Grid grid = grid_of(&shaped);
        for (int32_t i = 0; i < 16; i++) { /* the row beyond the edge is a row of the next */
            Cell cell = type == GRID_HEXV ? (Cell){i, 16} : (Cell){16, i};
            const Spot before = grid_centre(&grid, cell);
            const int neighbour = grid_neighbour(&grid, &cell);
            assert_true(grid_inside(&grid, cell));
            const Spot shift = grid_neighbour_shift(&grid, neighbour);
            const Spot after = grid_centre(&grid, cell);
            assert_int_equal(after.x + shift.x, before.x);
            assert_int_equal(after.y + shift.y, before.y);
        }
    }
    (void)game;
}

/* From south to east: in quarters of a turn, and within one by the slope. */
static bool is_before(Spot a, Spot b)
{
    const Spot *both[] = {&a, &b};
    int64_t quarter[2], slope[2];
    for (size_t i = 0; i < 2; i++) {
        const Spot *it = both[i];
        quarter[i] = it->x >= 0 && it->y > 0 ? 0 : it->x > 0 ? 1 : it->y < 0 ? 2 : 3;
    }
    slope[0] = (int64_t)a.x * b.y;
    slope[1] = (int64_t)b.x * a.y;
    return quarter[0] != quarter[1] ? quarter[0] < quarter[1] : slope[0] < slope[1];
}

/* As the document lists them; the world leads to the map that has the number. */
static void neighbours_are_listed_counterclockwise_from_south_on_every_grid(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        const int count = type < GRID_HEXV ? 4 : 6;
        for (int i = 0; i < count; i++) {
            Game *game = game_new(kit_new());
            game->type = type;
            game->map_records[TOWN].neighbours[i] = game_string(game, "cave");
            World *world = game_open(game);
            ShownMap shown[SHOWN_MAX];
            assert_int_equal(world_shown(local_context(world), shown), 2);
            const Grid *grid = &world->content->grid;
            const Spot shift = grid_neighbour_shift(grid, i);
            assert_int_equal(shown[1].shift.x, shift.x);
            assert_int_equal(shown[1].shift.y, shift.y);
            if (i && !is_before(grid_neighbour_shift(grid, i - 1), shift))
                fail_msg("neighbour %d of a map of type %u", i, type);
            kit_free(game->kit);
        }
    }
}

static void music_continues_over_an_edge_if_it_is_the_same(void **state)
{
    Game *game = *state;
    join_all(game);
    game->map_records[TOWN].music = game_string(game, "song");
    game->map_records[CAVE].music = game_string(game, "song");
    game->start = "location(town,14,4,ea)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    for (uint32_t i = 0; i < 40; i++) {
        size_t count;
        world_tick(world, &(WorldInput){.direction = 1 + EAST});
        const Effect *effects = world_effects(ctx, &count);
        for (size_t k = 0; i && k < count; k++)
            assert_true(effects[k].kind != EFFECT_MUSIC);
    }
    assert_int_equal(context_actor(ctx)->map, CAVE);
}

static void walls_and_npcs_beyond_the_edge_stop_the_player(void **state)
{
    Game *game = *state;
    join_all(game);
    for (unsigned y = 0; y < 16; y++)
        game_put(game, CAVE, LAYER_OBJECTS, 0, y, WALL);
    for (unsigned x = 3; x < 6; x++)
        game_put(game, CAVE, LAYER_NPCS, x, 15, GUARD); /* north of the town */
    game->start = "location(town,4,4,ea)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_walk(game, EAST, 120);
    assert_int_equal(context_actor(ctx)->map, TOWN);
    assert_player_at(game, 15, 4);
    world_place_at(world, TOWN, 4, 1);
    game_walk(game, NORTH, 60);
    assert_int_equal(context_actor(ctx)->map, TOWN);
}

static void a_click_on_the_next_map_leads_over_the_edge_and_talks_there(void **state)
{
    Game *game = *state;
    join_all(game);
    for (unsigned y = 0; y < 13; y++) /* the only way over is at the lower end */
        game_put(game, TOWN, LAYER_OBJECTS, 15, y, WALL);
    for (unsigned y = 0; y < 16; y++)
        if (y != 9)
            game_put(game, CAVE, LAYER_OBJECTS, 2, y, WALL);
    game_npc(game, GUARD, 0, "@hp=7");
    game_put(game, CAVE, LAYER_NPCS, 5, 3, GUARD);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(
        game, (WorldInput){.go = 1, .target_x = 256 + 5 * 16 + 8, .target_y = 3 * 16 + 8}, 500);
    assert_int_equal(context_actor(ctx)->map, CAVE);
    assert_int_equal(game_value(game, "hp"), 7);
    assert_int_equal(ctx.player->beyond.map, NONE);
}

static void click_across_a_corner_finds_a_path(void **state)
{
    Game *game = *state;
    join_all(game);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){.go = 1, .target_x = 256 + 40, .target_y = 256 + 40}, 600);
    assert_int_equal(context_actor(local_context(world))->map,
                     TOWN); /* south-east of town is town */
    assert_player_at(game, 2, 2);
}

static void npcs_on_visible_maps_move(void **state)
{
    Game *game = *state;
    join_all(game);
    game->npcs[SLIME].movement = 1;
    game_put(game, CAVE, LAYER_NPCS, 8, 8, SLIME);
    World *world = game_open(game);
    const Spot before = world->actors[1]->at;
    game_ticks(game, (WorldInput){0}, 200);
    assert_true(before.x != world->actors[1]->at.x || before.y != world->actors[1]->at.y);
    assert_int_equal(world->actors[1]->map, CAVE);
}

/* ---- masks ---- */

/* Whether somebody who moves so comes through a column of such cells. */
static bool comes_through(uint8_t mask, uint32_t transport, uint32_t *gait, int32_t *lift)
{
    Game *game = game_new(kit_new());
    game_object(game, TREE, 0, NULL);
    game_mask(game, TREE, mask);
    for (unsigned y = 0; y < 16; y++)
        game_put(game, TOWN, LAYER_OBJECTS, 6, y, TREE);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    context_actor(ctx)->transport = transport;
    *gait = *lift = 0;
    for (uint32_t i = 0; i < 90; i++) {
        game_walk(game, EAST, 1);
        if (game_player(game).x == 6) {
            *gait = context_actor(ctx)->gait;
            *lift = context_actor(ctx)->lift;
        }
    }
    const bool through = game_player(game).x > 6;
    kit_free(game->kit);
    return through;
}

static void masks_define_passage_and_gait(void **state)
{
    (void)state;
    static const struct {
        bool open[4];
        uint32_t gait[4];
    } wanted[8] = {
        {{1, 1, 1, 1}, {ROW_WALK, ROW_SWIM, ROW_FLY, ROW_RUN}},
        {{0, 0, 0, 0}, {0}},
        {{0, 1, 1, 0}, {0, ROW_SWIM, ROW_FLY, 0}},
        {{0, 0, 1, 0}, {0, 0, ROW_FLY, 0}},
        {{1, 0, 1, 0}, {ROW_CLIMB, 0, ROW_FLY, 0}},
        {{1, 0, 1, 1}, {ROW_JUMP, 0, ROW_FLY, ROW_JUMP}},
        {{1, 1, 1, 1}, {ROW_WALK, ROW_SWIM, ROW_FLY, ROW_RUN}},
        {{1, 1, 1, 1}, {ROW_WALK, ROW_SWIM, ROW_FLY, ROW_RUN}},
    };
    static const int32_t lifts[8][4] = {[6] = {1, -1, 1, 1}, [7] = {-1, -1, 1, -1}};
    for (uint8_t mask = 0; mask < 8; mask++)
        for (uint32_t transport = 0; transport < 4; transport++) {
            uint32_t gait;
            int32_t lift;
            const bool through = comes_through(mask, transport, &gait, &lift);
            if (through != wanted[mask].open[transport] ||
                (through &&
                 (gait != wanted[mask].gait[transport] || lift != lifts[mask][transport])))
                fail_msg("mask %u, transport %u: %d, gait %u, lift %d", mask, transport,
                         through, gait, lift);
        }
}

/* The fifth way of moving is as walking, and bit 4 of a mask opens it; it opens nothing for
 * the other ways. */
static void bit_4_of_a_mask_opens_the_fifth_way_of_moving(void **state)
{
    enum { FIFTH = 4, OPEN = 16 };
    (void)state;
    for (uint8_t type = 0; type < 8; type++) {
        uint32_t gait;
        int32_t lift;
        const bool walks = comes_through(type, 0, &gait, &lift);
        assert_int_equal(comes_through(type, FIFTH, &gait, &lift), walks);
        assert_true(comes_through(OPEN | type, FIFTH, &gait, &lift));
        assert_int_equal(gait, ROW_WALK);
        for (uint32_t transport = 0; transport < 4; transport++)
            assert_int_equal(comes_through(OPEN | type, transport, &gait, &lift),
                             comes_through(type, transport, &gait, &lift));
    }
}

/* Two objects cover a cell: it is open only if both are. */
static void the_fifth_way_is_closed_by_one_of_two_objects(void **state)
{
    for (uint8_t second = 0; second < 2; second++) {
        Game *game = *state;
        game_object(game, TREE, 0, NULL);
        game_object(game, WALL, 0, NULL);
        game_mask(game, TREE, 1 | 16);
        game->objects[WALL].mask_width = 2; /* reaches one cell to the right */
        game->objects[WALL].mask_height = 1;
        static u8 mask[2];
        mask[0] = mask[1] = second ? 1 : 1 | 16;
        game->objects[WALL].mask = mask;
        game_put(game, TOWN, LAYER_OBJECTS, 5, 8, WALL);
        game_put(game, TOWN, LAYER_OBJECTS, 6, 8, TREE);
        World *world = game_open(game);
        game_ticks(game, (WorldInput){0}, 1);
        assert_int_equal(map_open(world, world->maps[TOWN], (Cell){6, 8}, 4), !second);
        assert_false(map_open(world, world->maps[TOWN], (Cell){6, 8}, 0));
        tear_down(state);
        set_up(state);
    }
}

/* Whether a player who walks east along row 4 passes an NPC in column 6, which swims if
 * `swims`; columns 6 and 7 have this mask. */
static bool passes_swimmer(uint8_t mask, bool swims, int32_t altitude)
{
    Game *game = game_new(kit_new());
    game_object(game, TREE, 0, NULL);
    game_mask(game, TREE, mask);
    for (unsigned y = 0; mask && y < 16; y++)
        for (unsigned x = 6; x < 8; x++)
            game_put(game, TOWN, LAYER_OBJECTS, x, y, TREE);
    game_put(game, TOWN, LAYER_NPCS, 6, 4, GUARD);
    game->start = "location(town,4,4,ea)";
    World *world = game_open(game);
    Actor *guard = world->actors[1];
    assert_false(guard->player);
    guard->transport = swims;
    guard->altitude = altitude;
    context_actor(local_context(world))->altitude = -altitude;
    game_walk(game, EAST, 90);
    const bool through = game_player(game).x > 7;
    kit_free(game->kit);
    return through;
}

static void people_on_a_bridge_do_not_block_boats_under_it(void **state)
{
    enum { WALKABLE = 0, BRIDGE = 6 };
    (void)state;
    assert_true(passes_swimmer(BRIDGE, true, 0));
    assert_false(passes_swimmer(BRIDGE, false, 0)); /* both are on the bridge */
    assert_false(passes_swimmer(WALKABLE, true, 0));
    assert_true(passes_swimmer(WALKABLE, false, 1)); /* one above the ground, one below */
}

static void standing_actor_idles_and_swimmer_swims(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_walk(game, EAST, 5);
    assert_int_equal(context_actor(ctx)->gait, ROW_WALK);
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(context_actor(ctx)->gait, ROW_IDLE);
    context_actor(ctx)->transport = 1;
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(context_actor(ctx)->gait, ROW_SWIM);
}

static void climbing_is_half_as_fast(void **state)
{
    Game *game = *state;
    game_object(game, TREE, 0, NULL);
    game_mask(game, TREE, 4);
    for (unsigned y = 0; y < 16; y++)
        game_put(game, TOWN, LAYER_OBJECTS, 6, y, TREE);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    int32_t fast = 0, slow = 0;
    for (uint32_t i = 0; i < 30; i++) {
        const int32_t x = context_actor(ctx)->at.x;
        const bool climbs = game_player(game).x == 6;
        game_walk(game, EAST, 1);
        *(climbs ? &slow : &fast) = context_actor(ctx)->at.x - x;
    }
    assert_in_range(slow, fast / 2 - 1, fast / 2 + 1);
}

static void leap_is_one_arc_to_the_landing_cell(void **state)
{
    Game *game = *state;
    game_object(game, WATER, 0, NULL);
    game_mask(game, WATER, 5);
    for (unsigned y = 0; y < 16; y++) {
        game_put(game, TOWN, LAYER_OBJECTS, 6, y, WATER);
        game_put(game, TOWN, LAYER_OBJECTS, 7, y, WATER);
    }
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    int32_t highest = 0, rises = 0, last = 0;
    for (uint32_t i = 0; i < 60 && game_player(game).x < 8; i++) {
        game_walk(game, EAST, 1);
        const int32_t height = context_actor(ctx)->height;
        rises += height > 0 && !last;
        highest = height > highest ? height : highest;
        last = height;
    }
    game_ticks(game, (WorldInput){0}, 10); /* also without a key it comes down */
    assert_player_at(game, 8, 4);
    assert_int_equal(context_actor(ctx)->height, 0);
    assert_int_equal(rises, 1);
    assert_in_range(highest, GAME_TILE / 2 - 1, GAME_TILE / 2);
}

static void leap_needs_a_landing_cell(void **state)
{
    Game *game = *state;
    game_object(game, WATER, 0, NULL);
    game_mask(game, WATER, 5);
    for (unsigned y = 0; y < 16; y++) {
        game_put(game, TOWN, LAYER_OBJECTS, 6, y, WATER);
        game_put(game, TOWN, LAYER_OBJECTS, 7, y, WALL);
    }
    game_open(game);
    game_walk(game, EAST, 60);
    assert_player_at(game, 5, 4);
}

static void click_path_includes_leaps(void **state)
{
    Game *game = *state;
    game_object(game, WATER, 0, NULL);
    game_mask(game, WATER, 5);
    for (unsigned y = 0; y < 16; y++)
        game_put(game, TOWN, LAYER_OBJECTS, 8, y, WATER);
    game_open(game);
    game_ticks(game, (WorldInput){.go = 1, .target_x = 11 * 16 + 8, .target_y = 9 * 16 + 8},
               200);
    assert_player_at(game, 11, 9);
}

/* ---- steps ---- */

static void step_sound_plays_once_per_cell_for_each_transport(void **state)
{
    Game *game = *state;
    static const uint32_t speeds[4] = {100, 50, 100, 200};
    TileSpeed records[4];
    for (size_t i = 0; i < 4; i++)
        records[i] = (TileSpeed){(u16)speeds[i], game_string(game, i ? "splash" : "bell")};
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    TngTile *tile = ARENA_ALLOC(game->arena, TngTile, 1);
    *tile = (TngTile){.transport_count = 4, .speeds = records};
    *number_map_put(&world->content->tiles, GRASS + 1) = tile;
    for (uint32_t transport = 0; transport < 4; transport++) {
        uint32_t sounds = 0;
        world_place_at(world, TOWN, 2, 2);
        context_actor(ctx)->transport = transport;
        while (game_player(game).x < 8) {
            size_t count;
            game_walk(game, EAST, 1);
            const Effect *effects = world_effects(ctx, &count);
            for (size_t k = 0; k < count; k++)
                sounds += effects[k].kind == EFFECT_SOUND &&
                          effects[k].name == records[transport].sound;
        }
        assert_int_equal(sounds, 6);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(edges_of_every_grid_are_crossed_at_constant_speed),
        TEST(adjacent_maps_are_shown_once_and_corners_if_both_paths_agree),
        TEST(queries_do_not_change_the_world),
        TEST(inconsistent_corner_map_is_not_shown),
        TEST(hexagonal_maps_are_arranged_like_bricks),
        TEST(neighbours_are_listed_counterclockwise_from_south_on_every_grid),
        TEST(music_continues_over_an_edge_if_it_is_the_same),
        TEST(walls_and_npcs_beyond_the_edge_stop_the_player),
        TEST(a_click_on_the_next_map_leads_over_the_edge_and_talks_there),
        TEST(click_across_a_corner_finds_a_path),
        TEST(npcs_on_visible_maps_move),
        TEST(masks_define_passage_and_gait),
        TEST(bit_4_of_a_mask_opens_the_fifth_way_of_moving),
        TEST(the_fifth_way_is_closed_by_one_of_two_objects),
        TEST(standing_actor_idles_and_swimmer_swims),
        TEST(people_on_a_bridge_do_not_block_boats_under_it),
        TEST(climbing_is_half_as_fast),
        TEST(leap_is_one_arc_to_the_landing_cell),
        TEST(leap_needs_a_landing_cell),
        TEST(click_path_includes_leaps),
        TEST(step_sound_plays_once_per_cell_for_each_transport),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
