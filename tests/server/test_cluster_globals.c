/* Global attributes of a world on several servers: which value counts when scripts of two zones
 * change one, and where it remains. */
#include "lib/cluster_kit.h"

#include "server/store/store_globals.h"
#include "server/store/store_export.h"

enum { SCORE = 3 };

static Server *servers[2];
static unsigned ann, ben;

static void make_game(void)
{
    Game *game = hall->game;
    game->attributes[SCORE].type = ATTRIBUTE_GLOBAL;
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
}

/* Ann is in the zone of the first, Ben in that of the second. */
static void begin_apart(void)
{
    make_game();
    begin_two("location(town,5,5,ea)", servers);
    ann = player_at(servers[0], "Ann");
    ben = player_at(servers[1], "Ben");
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(ben) == CAVE);
    hall->inputs[ben].direction = 0;
    HALL_UNTIL(servers[0]->zone_count == 1 && servers[1]->zone_count == 1);
}

static int32_t score(unsigned which) { return servers[which]->zones[0]->world->globals[SCORE]; }

/* As a script does it in a tick. */
static void set_score(unsigned which, int32_t value)
{
    Zone *zone = servers[which]->zones[0];
    zone->world->globals[SCORE] = value;
    servers[which]->directory->ticked(zone);
}

static void stop(Server *server)
{
    go_to(server);
    hall_stop();
    hall->server = hall->others[0];
    hall->others[0] = NULL;
}

static StoreGlobal stored(Store *store)
{
    StoreGlobal list[8] = {{0}};
    assert_true(store_globals_load(store, list, COUNT_OF(list), &hall->kit->report));
    return list[0];
}

/* The value that an export of the state has. */
static int32_t exported(void)
{
    Sav sav;
    Bytes file;
    TngFile game;
    ZoneMap zones;
    StoreOptions options = {.reading = true};
    Report *report = &hall->kit->report;
    assert_true(tng_read(hall->file, &game, hall->arena, report));
    assert_true(zone_map(&game, false, &zones, hall->arena, report));
    options.game = tng_game_id(&game.header);
    memcpy(options.unique, game.header.unique, sizeof options.unique);
    Store *store = store_open(hall->options.state, &options, report);
    assert_non_null(store);
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    store_close(store);
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    assert_true(sav_read(file, &sav, hall->arena, report));
    const SavGlobals *globals = sav_find(&sav, SAV_GLOBALS);
    assert_int_equal(globals->values_count, 1);
    return globals->values[0];
}

/* ---- */

static void servers_that_write_in_turn_see_each_value(void **state)
{
    (void)state;
    begin_apart();
    for (int32_t i = 1; i <= 10; i++) {
        set_score((unsigned)i % 2, 100 * i);
        HALL_UNTIL(score(0) == 100 * i && score(1) == 100 * i);
    }
    HALL_UNTIL(stored(servers[0]->store).value == 1000);
}

/* The echo of the first value came back after the second was set. */
static void earlier_value_of_a_server_does_not_come_back(void **state)
{
    (void)state;
    begin_apart();
    for (int32_t i = 1; i <= 20; i++) {
        set_score(1, 2 * i);
        set_score(1, 2 * i + 1);
        do {
            hall_turn();
            assert_int_equal(score(1), 2 * i + 1);
        } while (score(0) != 2 * i + 1);
    }
}

/* Neither has heard of the other's change: the server with the higher number counts. */
static void all_agree_on_one_of_two_simultaneous_values(void **state)
{
    (void)state;
    begin_apart();
    const unsigned higher = cluster_of(servers[1])->node > cluster_of(servers[0])->node;
    for (int32_t i = 1; i <= 10; i++) {
        set_score(0, 10 * i);
        set_score(1, 10 * i + 1);
        HALL_UNTIL(score(0) == 10 * i + (int32_t)higher && score(1) == score(0));
    }
    HALL_UNTIL(stored(servers[0]->store).value == score(0));
    assert_true(stored(servers[0]->store).node == cluster_of(servers[higher])->node);
    hall_wait(30);
    assert_int_equal(score(0), 100 + (int32_t)higher);
    const int32_t shown = score(1);
    hall_leave(ann);
    hall_leave(ben);
    stop(servers[0]);
    stop(servers[1]);
    assert_int_equal(exported(), shown);
}

/* It was overwritten by the older one that the server of zone 0 sends. */
static void change_without_a_bus_is_not_lost(void **state)
{
    (void)state;
    begin_apart();
    nats_kill(&cluster_nats);
    HALL_UNTIL(cluster_of(servers[0])->bus_lost && cluster_of(servers[1])->bus_lost);
    set_score(1, 7);
    hall_wait(5);
    assert_true(nats_start(&cluster_nats));
    HALL_UNTIL(!cluster_of(servers[0])->bus_lost && !cluster_of(servers[1])->bus_lost);
    HALL_UNTIL(score(0) == 7);
    assert_int_equal(score(1), 7);
}

static void change_survives_the_stop_of_all_servers(void **state)
{
    (void)state;
    begin_apart();
    hall_leave(ann);
    HALL_UNTIL(servers[0]->zones[0]->world->tick > 0);
    set_score(1, 9);
    HALL_UNTIL(score(0) == 9);
    hall_leave(ben);
    set_score(1, 11); /* just before the end */
    stop(servers[1]);
    stop(servers[0]);
    assert_int_equal(exported(), 11);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    const unsigned again = hall_player("Cay");
    HALL_UNTIL(map_of_client(again) == TOWN);
    assert_int_equal(hall->server->zones[0]->world->globals[SCORE], 11);
}

/* Nobody was in zone 0, whose world is not saved then. */
static void change_survives_the_death_of_all_servers(void **state)
{
    (void)state;
    begin_apart();
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(ann) == CAVE);
    hall->inputs[ann].direction = 0;
    hall_wait(60);
    set_score(1, 9);
    hall_wait(60);
    lose(servers[0]);
    lose(servers[1]);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    const unsigned again = hall_player("Cay");
    HALL_UNTIL(map_of_client(again) == TOWN);
    assert_int_equal(hall->server->zones[0]->world->globals[SCORE], 9);
}

/* The writer dies before it has saved it: those who heard of it save it. */
static void change_of_a_server_that_dies_is_saved_by_others(void **state)
{
    (void)state;
    begin_apart();
    Cluster *cluster = cluster_of(servers[1]);
    cluster->globals_saving = true; /* its disk is slow */
    set_score(1, 13);
    HALL_UNTIL(score(0) == 13);
    assert_int_equal(stored(servers[0]->store).stamp, 0);
    cluster->globals_saving = false;
    cluster->globals_changed = false;
    lose(servers[1]);
    HALL_UNTIL(stored(servers[0]->store).value == 13);
    HALL_UNTIL(has_zone(servers[0], 1));
    HALL_UNTIL(cluster_of(servers[0])->leases[1].open == NULL || score(0) == 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(servers_that_write_in_turn_see_each_value),
        TEST(earlier_value_of_a_server_does_not_come_back),
        TEST(all_agree_on_one_of_two_simultaneous_values),
        TEST(change_without_a_bus_is_not_lost),
        TEST(change_survives_the_stop_of_all_servers),
        TEST(change_survives_the_death_of_all_servers),
        TEST(change_of_a_server_that_dies_is_saved_by_others),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
