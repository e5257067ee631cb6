/* Clicks on a large map in a shared world: searches have a budget, reachable goals are reached.
 */
#define GAME_LOG2 8 /* compiled here, because the library has them for a small map */
#include "lib/social_host_kit.c"
#include "lib/game_kit.c"
#include "lib/people_kit.c"

enum {
    PLAYERS = 8,
    FENCE = 20,             /* the corner from there on cannot be entered */
    REGIONS_A_TICK = 16384, /* cells for the regions of maps, and a last block */
    BLOCK = 1024,
    CELLS_A_TICK_MAX = 32768 + 16384 + REGIONS_A_TICK + BLOCK, /* for all clicks of a tick */
};

static void fence_corner(Game *game)
{
    for (unsigned i = 0; i <= FENCE; i++) {
        game_put(game, TOWN, LAYER_OBJECTS, i, FENCE, WALL);
        game_put(game, TOWN, LAYER_OBJECTS, FENCE, i, WALL);
    }
}

/* Every second row is a wall with a gap at alternating ends: one long way. */
static void make_maze(Game *game)
{
    for (unsigned y = 1; y < GAME_SIDE; y += 16)
        for (unsigned x = 0; x < GAME_SIDE - 1; x++)
            game_put(game, TOWN, LAYER_OBJECTS, y / 16 % 2 ? x + 1 : x, y, WALL);
}

static void join_all(Game *game, uint32_t *places)
{
    game->start = "location(town,120,120,so)";
    open_shared(game);
    for (uint32_t i = 0; i < PLAYERS; i++)
        places[i] = company_join(game, i + 1, "Ann", (Bytes){NULL, 0});
}

static WorldInput click(int32_t x, int32_t y)
{
    return (WorldInput){.go = true,
                        .target_x = x * GAME_TILE + GAME_TILE / 2,
                        .target_y = y * GAME_TILE + GAME_TILE / 2};
}

static void one_tick(Game *game, const uint32_t *places, const WorldInput *given)
{
    const WorldInput *inputs[INPUTS_MAX] = {0};
    for (uint32_t i = 0; i < PLAYERS; i++)
        inputs[places[i]] = &given[i];
    world_tick_all(game->world, inputs);
}

static Cell where(const Game *game, uint32_t player_index)
{
    const Actor *actor = actor_of(game, player_index);
    return (Cell){actor->at.x / SUB / GAME_TILE, actor->at.y / SUB / GAME_TILE};
}

/* Eight ordinary clients stopped a server: each click on the corner searched the whole map. */
static void clicks_on_unreachable_cells_search_nothing(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    fence_corner(game);
    join_all(game, places);
    const unsigned known = 1 + GAME_CELLS / REGIONS_A_TICK; /* ticks until the regions are */
    uint64_t all = 0;
    for (unsigned tick = 0; tick < 60; tick++) {
        WorldInput inputs[PLAYERS];
        for (int32_t i = 0; i < PLAYERS; i++)
            inputs[i] = click(i, (int32_t)tick % FENCE);
        one_tick(game, places, inputs);
        assert_true(game->world->searched <= CELLS_A_TICK_MAX);
        all += tick > known ? game->world->searched : 0;
        game->world->searched = 0;
        assert_int_equal(game->world->players[places[0]]->path_count, 0);
    }
    assert_int_equal(all, 0);
}

/* Wherever the goals are, and though each click replaces the one before it. */
static void cells_searched_in_a_tick_are_limited(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    make_maze(game);
    join_all(game, places);
    WorldInput inputs[PLAYERS];
    for (int32_t tick = 0; tick < 90; tick++) {
        for (int32_t i = 0; i < PLAYERS; i++)
            inputs[i] = click(tick % 200, i * 32);
        one_tick(game, places, inputs);
        assert_true(game->world->searched <= CELLS_A_TICK_MAX);
    }
}

/* Objects that are put and taken: an unreachable click after each change is answered at once.
 */
static void regions_are_updated_in_the_tick_of_a_change(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    fence_corner(game);
    join_all(game, places);
    for (unsigned tick = 0; tick < 60; tick++) {
        WorldInput inputs[PLAYERS] = {[0] = click(1, 1)};
        world_mirror_object(game->world, game->world->maps[TOWN], 200 * GAME_SIDE + 200,
                            tick % 2 ? WALL : TNG_NO_SPRITE);
        one_tick(game, places, inputs);
        if (tick < 10) /* the first ones search the whole map */
            continue;
        assert_in_range(game->world->searched, BLOCK, 10 * BLOCK);
        assert_int_equal(game->world->players[places[0]]->seeking, 0);
        assert_int_equal(game->world->players[places[0]]->path_count, 0);
    }
}

static void reachable_goal_across_the_map_is_reached(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    fence_corner(game);
    join_all(game, places);
    WorldInput inputs[PLAYERS];
    for (int32_t i = 0; i < PLAYERS; i++)
        inputs[i] = click(250 - 10 * i, i % 2 ? 4 : 250);
    one_tick(game, places, inputs);
    assert_true(game->world->searched <= CELLS_A_TICK_MAX);
    memset(inputs, 0, sizeof inputs);
    for (unsigned tick = 0; tick < 30 * 120; tick++)
        one_tick(game, places, inputs);
    for (int32_t i = 0; i < PLAYERS; i++) {
        assert_int_equal(where(game, places[i]).x, 250 - 10 * i);
        assert_int_equal(where(game, places[i]).y, i % 2 ? 4 : 250);
    }
}

/* While seven others click far away in each tick. */
static void far_goal_is_reached_while_others_click(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    make_maze(game);
    join_all(game, places);
    WorldInput inputs[PLAYERS];
    unsigned waited = 0;
    for (int32_t tick = 0; tick < 200; tick++) {
        for (int32_t i = 0; i < PLAYERS - 1; i++)
            inputs[i] = click(tick % 200, i * 32);
        inputs[PLAYERS - 1] = tick ? (WorldInput){0} : click(10, 165);
        one_tick(game, places, inputs);
        waited += !game->world->players[places[PLAYERS - 1]]->path_count;
    }
    assert_true(game->world->players[places[PLAYERS - 1]]->path_count > 0);
    assert_true(waited < 60);
}

static void near_click_is_answered_in_its_tick(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    make_maze(game);
    join_all(game, places);
    WorldInput inputs[PLAYERS] = {0};
    inputs[0] = click(10, 165);
    one_tick(game, places, inputs);
    assert_int_equal(game->world->players[places[0]]->seeking, 1);
    inputs[0] = (WorldInput){0};
    inputs[1] = click(124, 124);
    one_tick(game, places, inputs);
    assert_true(game->world->players[places[1]]->path_count > 0);
}

/* Somebody who waits and opens a screen does not keep the others waiting. */
static void cancelled_search_lets_the_next_search_run(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    make_maze(game);
    join_all(game, places);
    WorldInput inputs[PLAYERS] = {0};
    inputs[0] = inputs[1] = click(10, 165);
    one_tick(game, places, inputs);
    inputs[0] = (WorldInput){.buttons = BUTTON_PAUSE};
    inputs[1] = (WorldInput){0};
    for (unsigned tick = 0; tick < 30; tick++) {
        one_tick(game, places, inputs);
        inputs[0] = (WorldInput){0};
    }
    assert_true(game->world->players[places[1]]->path_count > 0);
}

/* A wall that is removed opens the corner; one that is put there closes it. */
static void regions_follow_the_walls(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    fence_corner(game);
    join_all(game, places);
    WorldInput inputs[PLAYERS] = {[0] = click(1, 1)};
    one_tick(game, places, inputs);
    assert_int_equal(game->world->players[places[0]]->path_count, 0);
    world_mirror_object(game->world, game->world->maps[TOWN], 10 * GAME_SIDE + FENCE,
                        TNG_NO_SPRITE);
    for (unsigned tick = 0; tick < 20; tick++) {
        one_tick(game, places, inputs);
        inputs[0] = (WorldInput){0};
    }
    assert_true(game->world->players[places[0]]->path_count > 0);
}

static void waiting_search_is_saved(void **state)
{
    Game *game = *state;
    uint32_t places[PLAYERS];
    make_maze(game);
    join_all(game, places);
    World *world = game->world;
    WorldInput inputs[PLAYERS] = {[0] = click(10, 165)};
    const uint64_t before = world_hash(world);
    one_tick(game, places, inputs);
    assert_int_equal(world->players[places[0]]->seeking, 1);
    assert_true(before != world_hash(world));
    Bytes file;
    SaveNotes notes = {0};
    assert_true(world_save(world, NULL, &file, game->arena, &game->kit->report));
    World *loaded = world_load(world->content->game, file, &(WorldOptions){.shared = true},
                               &notes, game->arena, &game->kit->report);
    if (!loaded)
        fail_msg("%s", kit_message(game->kit, 0));
    assert_int_equal(world_hash(loaded), world_hash(world));
    game->world = loaded;
    inputs[0] = (WorldInput){0};
    for (unsigned tick = 0; tick < 30; tick++)
        one_tick(game, places, inputs);
    assert_true(loaded->players[places[0]]->path_count > 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, people_set_up, people_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(clicks_on_unreachable_cells_search_nothing),
        TEST(cells_searched_in_a_tick_are_limited),
        TEST(regions_are_updated_in_the_tick_of_a_change),
        TEST(reachable_goal_across_the_map_is_reached),
        TEST(far_goal_is_reached_while_others_click),
        TEST(near_click_is_answered_in_its_tick),
        TEST(cancelled_search_lets_the_next_search_run),
        TEST(regions_follow_the_walls),
        TEST(waiting_search_is_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
