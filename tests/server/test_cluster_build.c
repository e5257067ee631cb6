/* Another build of the game on the state of several servers: maps, zones, quests and attributes
 * have other numbers there. */
#include "lib/cluster_build_kit.h"

#include "engine/rules/rules.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_bool over;

static void *turn(void *context)
{
    while (!atomic_load(&over))
        server_turn(context, 5);
    return NULL;
}

/* ---- */

static void stopped_servers_start_again_with_a_new_build(void **state)
{
    (void)state;
    enum { NEW_CAVE, NEW_TOWN };
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    build_install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    Server *second = one_more();
    HALL_UNTIL(has_zone(second, 0) != has_zone(second, 1));
    build_return_both();
    HALL_UNTIL(map_of_client(build_ann) == NEW_TOWN && map_of_client(build_ben) == NEW_CAVE);
    HALL_UNTIL(build_world_of(NEW_TOWN) && build_world_of(NEW_CAVE));
    assert_true(build_is_cleared(build_world_of(NEW_TOWN), NEW_TOWN));
    for (uint32_t zone = 0; zone < 2; zone++) {
        HALL_UNTIL(build_world_of(zone)->globals[SCORE] == 7);
        assert_int_equal(build_world_of(zone)->globals[NEW_SCORE], 0);
        assert_int_equal(build_world_of(zone)->winners[0], 1 + 1); /* Ben's account is 2 */
    }
    build_go_east(build_ben, NEW_TOWN);
}

/* The maps are one zone now: nobody loses anything, but running scripts have ended. */
static void zones_that_the_new_build_joins_are_merged(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    build_install(true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    assert_int_equal(cluster_of(hall->server)->zones.zone_count, 1);
    build_return_both();
    HALL_UNTIL(map_of_client(build_ann) == 1 && map_of_client(build_ben) == 0);
    HALL_UNTIL(build_is_cleared(build_world_of(0), 1));
    assert_int_equal(build_world_of(0)->globals[SCORE], 7);
}

/* Three objects that can be picked up only because they are a pile, and an attribute of a tree:
 * both had no chunk. */
static void put_pile(World *town)
{
    assert_true(thing_put(town, (Location){TOWN, {3, 9}}, ROOF, 3));
}

static void put_attribute(World *cave)
{
    const ObjectValue value = {{CAVE, {6, 5}}, TREE, 0, 42};
    object_values_take(cave, &value, 1);
}

static void assert_pile(World *world, uint32_t town)
{
    assert_int_equal(world->loot_count, 1);
    assert_int_equal(world->loot[0].place.map, town);
    assert_int_equal(world->loot[0].quantity, 3);
    assert_true(thing_there(world, (Location){town, {3, 9}}));
}

static void assert_attribute(const World *world, uint32_t cave)
{
    assert_int_equal(world->object_value_count, 1);
    assert_int_equal(world->object_values[0].place.map, cave);
    assert_int_equal(world->object_values[0].sprite, TREE);
    assert_int_equal(world->object_values[0].value, 42);
}

static void joined_zones_keep_piles_and_attributes_of_objects(void **state)
{
    (void)state;
    enum { NEW_CAVE, NEW_TOWN };
    Server *servers[2];
    build_play(servers);
    put_pile(build_world_of(0));
    put_attribute(build_world_of(1));
    hall_wait(90);
    build_leave();
    build_stop_all();
    build_install(true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    build_return_both();
    HALL_UNTIL(build_world_of(0) && build_is_cleared(build_world_of(0), NEW_TOWN));
    assert_pile(build_world_of(0), NEW_TOWN);
    assert_attribute(build_world_of(0), NEW_CAVE);
}

/* The zones of a single server's world get their own piles. */
static void zones_of_a_single_server_keep_piles_and_attributes_of_objects(void **state)
{
    (void)state;
    enum { NEW_CAVE, NEW_TOWN };
    build_game(hall->game, false);
    hall_begin();
    build_ann = hall_player("Ann");
    put_pile(build_world_of(0));
    put_attribute(build_world_of(0));
    hall_wait(90);
    hall_leave(build_ann);
    hall_stop();
    build_install(true, false);
    use_bus();
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_ann = hall_client("Ann", "a good password", false);
    HALL_UNTIL(build_world_of(NEW_TOWN));
    assert_pile(build_world_of(NEW_TOWN), NEW_TOWN);
    assert_int_equal(build_world_of(NEW_TOWN)->object_value_count, 0);
    build_go_east(build_ann, NEW_CAVE);
    HALL_UNTIL(build_world_of(NEW_CAVE));
    assert_attribute(build_world_of(NEW_CAVE), NEW_CAVE);
    assert_int_equal(build_world_of(NEW_CAVE)->loot_count, 0);
}

/* Their maps have nothing else that has changed. */
static void dead_npcs_do_not_appear_again_in_joined_zones(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    HALL_UNTIL(build_npc_of(build_world_of(0), SLIME) != NONE);
    build_leave();
    actor_remove(build_world_of(0), build_npc_of(build_world_of(0), SLIME));
    actor_remove(build_world_of(1), build_npc_of(build_world_of(1), GUARD));
    build_stop_all();
    build_install(true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    build_return_both();
    HALL_UNTIL(build_world_of(0));
    hall_wait(30);
    assert_int_equal(build_npc_of(build_world_of(0), GUARD), NONE);
    assert_int_equal(build_npc_of(build_world_of(0), SLIME), NONE);
}

/* One without hit points that dies at this moment could not die any more. */
static void npcs_in_joined_zones_stay_mortal(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    HALL_UNTIL(build_npc_of(build_world_of(0), SLIME) != NONE);
    build_leave();
    build_guard_of(build_world_of(1))->mortal = 1;
    build_guard_of(build_world_of(1))->health = 9;
    build_stop_all();
    build_install(true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    build_return_both();
    HALL_UNTIL(build_world_of(0));
    const World *world = build_world_of(0);
    assert_int_equal(build_guard_of(world)->mortal, 1);
    assert_int_equal(build_guard_of(world)->health, 9);
    assert_int_equal(world->actors[build_npc_of(world, SLIME)]->mortal, 0);
}

static void add_guards(World *world, uint32_t map, unsigned count)
{
    assert_non_null(world);
    for (unsigned i = 0; i < count; i++)
        assert_int_not_equal(actor_new(world, GUARD, map, (Cell){12, 12}), NONE);
}

/* Each zone had room for its own. */
static void npcs_that_do_not_fit_into_joined_zones_are_left_out(void **state)
{
    (void)state;
    enum { MANY = ACTORS_MAX / 2 };
    Server *servers[2];
    build_play(servers);
    build_leave();
    add_guards(build_world_of(0), TOWN, MANY);
    add_guards(build_world_of(1), CAVE, MANY);
    build_stop_all();
    build_install(true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    build_return_both();
    HALL_UNTIL(build_world_of(0));
    unsigned count = 0;
    const World *world = build_world_of(0);
    for (uint32_t i = 1; i < world->actor_count; i++)
        count += world->actors[i]->used && !world->actors[i]->player;
    assert_in_range(count, MANY, ACTORS_MAX - 1024);
}

static void new_build_is_rejected_while_others_run(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    const Bytes before = hall->file;
    build_install(true, false);
    ServerOptions options = hall->options;
    options.game = hall->file;
    build_leave();
    go_to(servers[1]);
    hall_stop();
    hall->server = servers[0];
    hall->others[0] = NULL;
    pthread_t thread;
    atomic_store(&over, false);
    assert_int_equal(pthread_create(&thread, NULL, turn, servers[0]), 0);
    Server *early = server_new(&options, &hall->kit->report);
    atomic_store(&over, true);
    pthread_join(thread, NULL);
    assert_null(early);
    assert_non_null(strstr(kit_message(hall->kit, 0), "stop all of them"));
    assert_null(server_problem(servers[0]));
    hall->file = before;
    HALL_UNTIL(has_zone(servers[0], 0) && has_zone(servers[0], 1));
    build_return_both();
}

/* Its lease has to expire first. */
static void new_build_starts_after_all_servers_were_killed(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    build_leave();
    lose(servers[0]);
    lose(servers[1]);
    build_install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_return_both();
}

/* Whether the store has a row of global attributes that this server has written. */
static bool has_globals_of(Store *store, const Server *server)
{
    StoreMeta row = {.key = arena_format(hall->arena, "globals/%s", cluster_of(server)->name)};
    return store_find(store, STORE_META, "key", &row, hall->arena, &hall->kit->report) ==
           STORE_FOUND;
}

/* A server of the old build that was suspended meanwhile, before it saved a global attribute.
 * Its number is that of another one in the new build. */
static void old_build_takes_no_zone_of_a_migrated_state(void **state)
{
    (void)state;
    enum { FIRST_NEW = 0 };
    Server *servers[2];
    build_play(servers);
    build_leave();
    go_to(servers[1]);
    hall_stop();
    Server *old = servers[0];
    hall->server = hall->others[0] = NULL;
    struct timespec pause = {LEASE / 1000 + 1, 0};
    nanosleep(&pause, NULL);
    build_install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    cluster_of(old)->globals[FIRST_NEW].value = 99;
    cluster_of(old)->globals[FIRST_NEW].stamp = 1000;
    cluster_of(old)->globals[FIRST_NEW].node = cluster_of(old)->node;
    cluster_of(old)->globals_changed = true;
    hall->others[0] = old;
    HALL_UNTIL(server_is_over(old));
    assert_non_null(strstr(server_problem(old), "was migrated to another build"));
    assert_false(has_globals_of(hall->server->store, old));
    build_return_both();
    HALL_UNTIL(build_world_of(0) && build_world_of(1));
    assert_int_equal(build_world_of(0)->globals[NEW_SCORE], 0);
    assert_int_equal(build_world_of(0)->globals[SCORE], 7);
}

/* Without the names, the numbers of the old build mean nothing. */
static void state_without_names_of_its_build_is_rejected(void **state)
{
    (void)state;
    cluster_kit_begin("location(town,5,5,so)");
    StoreBatch *batch = store_batch(hall->server->store);
    store_remove(batch, STORE_META, &(StoreMeta){.key = TEXT("build")});
    assert_true(store_commit(hall->server->store, &batch, NULL, NULL));
    hall_stop();
    build_install(true, false);
    hall->options.game = hall->file;
    assert_null(server_new(&hall->options, &hall->kit->report));
    assert_non_null(strstr(kit_message(hall->kit, 0), "another build of the game"));
    assert_non_null(strstr(kit_message(hall->kit, 0), "start it with the old build once"));
}

/* An object that a script has placed on the map of another zone, which did not see it yet. */
static void objects_on_their_way_are_placed_by_the_new_build(void **state)
{
    (void)state;
    enum { CELL = 3 * GAME_SIDE + 2, NEW_CAVE = 0 };
    TngFile game;
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    Store *store = build_open_store(&game);
    StoreBatch *batch = store_batch(store);
    store_put(
        batch, STORE_PLACED,
        &(StorePlaced){TEXT("00000001000000000001000000000000000100000001"), CAVE, CELL, COIN});
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_close(store);
    build_install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_return_both();
    HALL_UNTIL(build_world_of(0) && build_world_of(0)->maps[NEW_CAVE]);
    const MapState *cave = build_world_of(0)->maps[NEW_CAVE];
    HALL_UNTIL(cave->cells[LAYER_OBJECTS * GAME_CELLS + CELL] == COIN);
}

/* No player enters the zone that the second build has joined, so it is not saved there; the
 * third one has the zones of the first again. Its guard has moved in the first one. */
static void third_build_has_the_state_of_the_first(uint8_t id)
{
    Server *servers[2];
    build_play(servers);
    build_move_guard();
    build_leave();
    build_stop_all();
    build_install_as(1, true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    build_stop_all();
    build_install_as(id, false, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_return_both();
    HALL_UNTIL(map_of_client(build_ann) == TOWN && map_of_client(build_ben) == CAVE);
    HALL_UNTIL(build_is_cleared(build_world_of(0), TOWN) && build_world_of(1));
    assert_int_equal(build_world_of(0)->globals[SCORE], 7);
    assert_int_equal(build_world_of(1)->winners[0], 1 + 1);
    const Actor *guard = build_guard_of(build_world_of(1));
    assert_non_null(guard);
    assert_int_equal(guard->map, CAVE);
    assert_int_equal(guard->at.x / SUB, build_guard_spot.x / SUB);
    assert_int_equal(guard->at.y / SUB, build_guard_spot.y / SUB);
}

static void zones_joined_by_a_second_build_are_divided_by_a_third(void **state)
{
    (void)state;
    third_build_has_the_state_of_the_first(4);
}

static void build_that_joined_zones_can_be_taken_back(void **state)
{
    (void)state;
    third_build_has_the_state_of_the_first(0);
}

/* A single server's state, and another build at the same time. */
static void single_servers_state_is_migrated_too(void **state)
{
    (void)state;
    build_game(hall->game, false);
    hall_begin();
    build_ann = hall_player("Ann");
    hall->inputs[build_ann].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(build_ann, COIN) == 4);
    hall->inputs[build_ann].direction = 0;
    hall_leave(build_ann);
    hall_stop();
    build_install(true, false);
    use_bus();
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_ann = hall_client("Ann", "a good password", false);
    HALL_UNTIL(hall_count_of(build_ann, COIN) == 4 && map_of_client(build_ann) == 1);
    HALL_UNTIL(build_is_cleared(build_world_of(1), 1));
    assert_int_equal(build_world_of(1)->globals[SCORE], 7);
    build_go_east(build_ann, 0); /* nobody was in the cave before */
    HALL_UNTIL(build_world_of(0));
    for (uint32_t zone = 0; zone < 2; zone++) {
        assert_int_equal(build_world_of(zone)->globals[SCORE], 7);
        assert_int_equal(build_world_of(zone)->winners[0], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(stopped_servers_start_again_with_a_new_build),
        TEST(zones_that_the_new_build_joins_are_merged),
        TEST(joined_zones_keep_piles_and_attributes_of_objects),
        TEST(zones_of_a_single_server_keep_piles_and_attributes_of_objects),
        TEST(dead_npcs_do_not_appear_again_in_joined_zones),
        TEST(npcs_in_joined_zones_stay_mortal),
        TEST(npcs_that_do_not_fit_into_joined_zones_are_left_out),
        TEST(new_build_is_rejected_while_others_run),
        TEST(new_build_starts_after_all_servers_were_killed),
        TEST(old_build_takes_no_zone_of_a_migrated_state),
        TEST(state_without_names_of_its_build_is_rejected),
        TEST(objects_on_their_way_are_placed_by_the_new_build),
        TEST(zones_joined_by_a_second_build_are_divided_by_a_third),
        TEST(build_that_joined_zones_can_be_taken_back),
        TEST(single_servers_state_is_migrated_too),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
