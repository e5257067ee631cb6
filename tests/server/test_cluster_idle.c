/* Zones of several servers that nobody is in: they are closed, and opened again as they were.
 */
#include "lib/cluster_kit.h"
#include "lib/malloc_kit.h"

#include "engine/rules/rules.h"
#include "server/game/staff.h"
#include "server/host_metrics.h"

#include <malloc.h>

enum { IDLE = 300 /* ms */, PILE_X = 7, PILE_Y = 5 };

/* In the town a trigger gives a coin, once. */
static void begin(Server *servers[2])
{
    hall->options.zone_idle = IDLE;
    game_object(hall->game, DOOR, 1, "add(cave,9,9,sword) give(coin,1) remove()");
    game_put(hall->game, TOWN, LAYER_OBJECTS, PILE_X, PILE_Y, DOOR);
    begin_two("location(town,5,5,ea)", servers);
}

static unsigned object_at(Zone *zone, uint32_t map, uint32_t x, uint32_t y)
{
    const MapState *state = map_of(zone->world, map);
    assert_non_null(state);
    return state->cells[LAYER_OBJECTS * GAME_CELLS + (size_t)y * GAME_SIDE + x];
}

static Zone *open_again(Server *server, uint32_t number)
{
    const int64_t saved = host_saved(server);
    assert_int_equal(server->zone_count, 0);
    Zone *zone = zone_here(server, number, &hall->kit->report);
    assert_non_null(zone);
    assert_true(!saved || host_saved(server) >= saved); /* nothing is unsaved */
    return zone;
}

/* The player's connection ends, and the player leaves without the usual delay. */
static void leave_world(Server *server, unsigned who)
{
    const int64_t account = client_player(hall->clients[who]);
    hall_leave(who);
    staff_depart(server, account);
}

static size_t objects_on_their_way(const Server *server)
{
    void *rows;
    size_t count;
    Arena *scratch = arena_new();
    assert_true(
        store_load(server->store, STORE_PLACED, &rows, &count, scratch, &hall->kit->report));
    arena_free(scratch);
    return count;
}

static void empty_zone_is_closed_and_opened_as_it_was(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    unsigned ann = player_at(servers[0], "Ann");
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(ann, COIN) == 1);
    hall->inputs[ann].direction = 0;
    hall_wait(60); /* much longer than IDLE */
    assert_int_equal(servers[0]->zone_count, 1);
    leave_world(servers[0], ann);
    HALL_UNTIL(servers[0]->zone_count == 0 && servers[1]->zone_count == 0);
    assert_true(has_zone(servers[0], 0) && has_zone(servers[1], 1));
    assert_int_equal(objects_on_their_way(servers[0]), 0);
    assert_true(host_saved(servers[0]) > 0);
    DirectoryHealth health;
    servers[0]->directory->health(servers[0], &health);
    assert_true(health.owned == 1 && health.orphaned == 0);
    ann = hall_client("Ann", "a good password", false);
    HALL_UNTIL(hall_count_of(ann, COIN) == 1);
    assert_int_not_equal(object_at(servers[0]->zones[0], TOWN, PILE_X, PILE_Y), DOOR);
    assert_int_equal(object_at(open_again(servers[1], 1), CAVE, 9, 9), SWORD);
}

/* A world without players is not saved: this change is only in its memory. */
static void zone_is_saved_before_it_is_closed(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    Zone *zone = zone_here(servers[0], 0, &hall->kit->report);
    while (!autosave_saved(zone->autosave))
        hall_turn();
    world_put(zone->world, &(RemotePut){TOWN, 3, SWORD});
    HALL_UNTIL(servers[0]->zone_count == 0);
    assert_int_equal(object_at(open_again(servers[0], 0), TOWN, 3, 0), SWORD);
}

static void object_opens_a_closed_zone(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    assert_non_null(zone_here(servers[1], 1, &hall->kit->report));
    HALL_UNTIL(servers[1]->zone_count == 0);
    player_at(servers[0], "Ann");
    put_elsewhere(servers[0]->zones[0]->world, map_of(servers[0]->zones[0]->world, CAVE), 3,
                  SWORD);
    HALL_UNTIL(servers[1]->zone_count == 1);
    HALL_UNTIL(servers[1]->zone_count == 0);
    assert_int_equal(objects_on_their_way(servers[0]), 0);
    assert_int_equal(object_at(open_again(servers[1], 1), CAVE, 3, 0), SWORD);
}

/* The last batch of the zone is under way: here, it never ends. */
static void zone_that_is_about_to_close_serves_a_player(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    Zone *zone = zone_here(servers[0], 0, &hall->kit->report);
    zone->closing = UINT64_MAX;
    const uint32_t tick = zone->world->tick;
    hall_wait(10);
    assert_int_equal(zone->world->tick, tick);
    const unsigned ann = player_at(servers[0], "Ann");
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(ann, COIN) == 1);
    assert_ptr_equal(servers[0]->zones[0], zone);
}

static void visit(unsigned who, uint32_t map, unsigned direction)
{
    hall->inputs[who].direction = 1 + direction;
    HALL_UNTIL(map_of_client(who) == map);
    hall->inputs[who].direction = 0;
    HALL_UNTIL(hall->server->zone_count == 1 && hall->server->zones[0]->number == map);
}

/* Whoever arrives walks away from the trigger there: in a slow test, some steps more than
 * asked. */
static void memory_does_not_grow_while_a_player_visits_zones(void **state)
{
    (void)state;
    enum { WARM = 3, VISITS = 6 };
    size_t before = 0;
    hall->options.zone_idle = 1;
    game_object(hall->game, DOOR, 1, "give(coin,1) location(cave,9,5,we)");
    game_object(hall->game, SWORD, 1, "give(coin,1) location(town,5,5,ea)");
    game_put(hall->game, TOWN, LAYER_OBJECTS, PILE_X, PILE_Y, DOOR);
    game_put(hall->game, CAVE, LAYER_OBJECTS, PILE_X, PILE_Y, SWORD);
    cluster_kit_begin("location(town,5,5,ea)");
    const unsigned ann = hall_player("Ann");
    for (unsigned i = 0; i < VISITS; i++) {
        visit(ann, CAVE, EAST);
        visit(ann, TOWN, WEST);
        if (i + 1 == WARM)
            before = mallinfo2().uordblks + mallinfo2().hblkhd;
    }
    HALL_UNTIL(hall_count_of(ann, COIN) == 2 * VISITS);
    const size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    printf("%zu bytes before, %zu after %d visits\n", before, after, 2 * (VISITS - WARM));
#ifndef SANITIZED
    assert_true(after < before + 50000);
#endif
}

/* The arrays of a world are as large as its numbers of players and actors need. */
static void open_zone_of_few_actors_is_small(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    assert_non_null(zone_here(servers[0], 0, &hall->kit->report));
    const size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    printf("an open zone takes %zu bytes\n", after - before);
#ifndef SANITIZED
    assert_true(after - before < 300000);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(empty_zone_is_closed_and_opened_as_it_was),
        TEST(zone_is_saved_before_it_is_closed),
        TEST(object_opens_a_closed_zone),
        TEST(zone_that_is_about_to_close_serves_a_player),
        TEST(memory_does_not_grow_while_a_player_visits_zones),
        TEST(open_zone_of_few_actors_is_small),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
