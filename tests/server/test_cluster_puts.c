/* Objects that scripts place on maps of other zones, while servers and the bus come and go. */
#include "lib/cluster_kit.h"

#include "engine/rules/rules.h"
#include "server/game/zones.h"

static const Cell place = {9, 9};

static Zone *open_zone(const Server *server, uint32_t number)
{
    for (size_t i = 0; i < server->zone_count; i++)
        if (server->zones[i]->number == number)
            return server->zones[i];
    return NULL;
}

/* Whether the sword is on the map of zone 1. */
static bool is_placed(const Server *server)
{
    const Zone *zone = open_zone(server, 1);
    const MapState *map = zone ? zone->world->maps[CAVE] : NULL;
    return map && map->cells[LAYER_OBJECTS * GAME_CELLS + (size_t)place.y * GAME_SIDE +
                             (size_t)place.x] == SWORD;
}

static size_t rows_left(const Server *server)
{
    void *rows;
    size_t count;
    Arena *scratch = arena_new();
    assert_true(
        store_load(server->store, STORE_PLACED, &rows, &count, scratch, &hall->kit->report));
    arena_free(scratch);
    return count;
}

/* In the town a trigger places a sword in the cave. */
static void begin(Server *servers[2])
{
    game_object(hall->game, DOOR, 1, "add(cave,9,9,sword) give(coin,1) remove()");
    game_put(hall->game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
    begin_two("location(town,5,5,ea)", servers);
}

static void walk_to_trigger(unsigned who)
{
    hall->inputs[who].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(who, COIN) == 1);
    hall->inputs[who].direction = 0;
}

static void object_reaches_zone_of_other_server(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    const unsigned ann = player_at(servers[0], "Ann");
    walk_to_trigger(ann);
    HALL_UNTIL(is_placed(servers[1]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
    assert_false(is_placed(servers[0]));
}

/* The owner dies first: the message to it was lost, and the object with it. */
static void object_for_zone_without_owner_is_kept(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    const unsigned ann = player_at(servers[0], "Ann");
    lose(servers[1]);
    walk_to_trigger(ann);
    HALL_UNTIL(rows_left(servers[0]) == 1);
    HALL_UNTIL(has_zone(servers[0], 1));
    assert_non_null(zone_here(servers[0], 1, &hall->kit->report));
    assert_true(is_placed(servers[0]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
}

/* The owner dies when the object is in its world, but not saved. */
static void object_is_placed_again_by_the_next_owner(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    const unsigned ann = player_at(servers[0], "Ann");
    walk_to_trigger(ann);
    HALL_UNTIL(is_placed(servers[1]));
    lose(servers[1]);
    HALL_UNTIL(has_zone(servers[0], 1));
    assert_non_null(zone_here(servers[0], 1, &hall->kit->report));
    assert_true(is_placed(servers[0]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
}

/* Nobody plays there, so that nothing else would save the zone or look for objects. */
static void object_arrives_although_the_bus_was_away(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    const unsigned ann = player_at(servers[0], "Ann");
    assert_non_null(zone_here(servers[1], 1, &hall->kit->report));
    nats_kill(&cluster_nats);
    walk_to_trigger(ann);
    HALL_UNTIL(rows_left(servers[0]) == 1);
    assert_true(nats_start(&cluster_nats));
    HALL_UNTIL(is_placed(servers[1]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
}

/* As a script of the zone does. */
static void put_in_cave(Zone *zone, uint16_t sprite)
{
    const uint32_t cell = (uint32_t)(place.y * GAME_SIDE + place.x);
    const MapState *map = map_of(zone->world, CAVE);
    assert_non_null(map);
    put_elsewhere(zone->world, map, cell, sprite);
}

/* A script of a creature can run where no player is: nothing else has changed there. */
static void object_of_zone_without_players_is_sent(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    Zone *zone = zone_here(servers[0], 0, &hall->kit->report);
    assert_non_null(zone);
    hall_wait(90); /* until it has nothing to save any more */
    put_in_cave(zone, SWORD);
    HALL_UNTIL(is_placed(servers[1]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
}

/* The owner of the other zone is dead, so that nobody takes them. */
static void only_the_last_object_of_a_cell_is_saved(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    Zone *zone = zone_here(servers[0], 0, &hall->kit->report);
    lose(servers[1]);
    for (unsigned i = 0; i < 3000; i++)
        put_in_cave(zone, i % 2 ? SWORD : COIN);
    HALL_UNTIL(rows_left(servers[0]));
    assert_int_equal(rows_left(servers[0]), 1);
    HALL_UNTIL(has_zone(servers[0], 1));
    assert_non_null(zone_here(servers[0], 1, &hall->kit->report));
    assert_true(is_placed(servers[0]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
}

static void number_of_objects_in_a_batch_is_limited(void **state)
{
    (void)state;
    enum { MANY = 70000, SAVED = 65536 };
    Server *servers[2];
    begin(servers);
    World *world = zone_here(servers[0], 0, &hall->kit->report)->world;
    lose(servers[1]);
    world->puts = ARENA_ALLOC(world->arena, RemotePut, MANY);
    world->put_count = world->put_capacity = MANY;
    for (uint32_t i = 0; i < MANY; i++)
        world->puts[i] = (RemotePut){CAVE, i, SWORD};
    HALL_UNTIL(rows_left(servers[0]));
    assert_int_equal(rows_left(servers[0]), SAVED);
    HALL_UNTIL(has_zone(servers[0], 1));
    assert_non_null(zone_here(servers[0], 1, &hall->kit->report));
    assert_true(is_placed(servers[0]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
}

/* Replaces the state of the world of zone 1, and returns the row before. */
static StoreWorldChunk replace_state(const Server *server, Bytes data)
{
    void *rows;
    size_t count, at = 0;
    assert_true(
        store_load(server->store, STORE_WORLD, &rows, &count, hall->arena, &hall->kit->report));
    while (at < count && !text_starts(((StoreWorldChunk *)rows)[at].key, "1:OISN"))
        at++;
    assert_true(at < count);
    const StoreWorldChunk before = ((StoreWorldChunk *)rows)[at];
    StoreWorldChunk row = before;
    row.data = data;
    StoreBatch *batch = store_batch(server->store);
    store_put(batch, STORE_WORLD, &row);
    assert_true(store_commit(server->store, &batch, NULL, NULL));
    store_wait(server->store);
    return before;
}

/* Loading it takes long, and would be tried for each object. */
static void zone_that_cannot_be_opened_is_not_tried_for_each_object(void **state)
{
    (void)state;
    Server *servers[2];
    begin(servers);
    Zone *zone = zone_here(servers[0], 0, &hall->kit->report);
    zone_here(servers[1], 1, &hall->kit->report);
    hall_wait(60); /* until it is saved */
    lose(servers[1]);
    const StoreWorldChunk before = replace_state(servers[0], bytes_of_text(TEXT("damaged")));
    HALL_UNTIL(has_zone(servers[0], 1));
    const ZoneLease *lease = &cluster_of(servers[0])->leases[1];
    put_in_cave(zone, COIN);
    HALL_UNTIL(lease->puts_failed);
    const uint64_t tried = lease->puts_failed;
    put_in_cave(zone, SWORD);
    HALL_UNTIL(rows_left(servers[0]) == 2);
    hall_wait(60);
    assert_int_equal(lease->puts_failed, tried);
    replace_state(servers[0], before.data);
    assert_non_null(zone_here(servers[0], 1, &hall->kit->report));
    assert_true(is_placed(servers[0]));
    HALL_UNTIL(rows_left(servers[0]) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(object_reaches_zone_of_other_server),
        TEST(object_for_zone_without_owner_is_kept),
        TEST(object_is_placed_again_by_the_next_owner),
        TEST(object_arrives_although_the_bus_was_away),
        TEST(object_of_zone_without_players_is_sent),
        TEST(only_the_last_object_of_a_cell_is_saved),
        TEST(number_of_objects_in_a_batch_is_limited),
        TEST(zone_that_cannot_be_opened_is_not_tried_for_each_object),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
