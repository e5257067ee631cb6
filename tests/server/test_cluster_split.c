/* Joined maps on different servers. */
#include "lib/cluster_kit.h"

#include "server/game/zones.h"
#include "server/store/zone_map.h"

/* The cave is east of the town; a guard stands behind the border, at its west end. */
static void join_maps(void)
{
    Game *game = hall->game;
    game->map_records[TOWN].neighbours[1] = game_string(game, "cave");
    game->map_records[CAVE].neighbours[3] = game_string(game, "town");
    game_npc(game, GUARD, 0, NULL);
    game_put(game, CAVE, LAYER_NPCS, 1, 6, GUARD);
    hall->options.split_maps = true;
}

static size_t seen_npcs(unsigned who)
{
    const World *world = hall_world(who);
    size_t count = 0;
    for (uint32_t i = 0; world && i < world->actor_count; i++)
        count += world->actors[i]->used && !world->actors[i]->player;
    return count;
}

static bool is_in_zone(Server *const servers[2], int64_t account, uint32_t zone)
{
    for (unsigned i = 0; i < 2; i++) {
        const PlayerSlot *player_slot = player_slot_of(servers[i], account);
        if (player_slot && player_slot->zone->number == zone)
            return true;
    }
    return false;
}

static void walker_crosses_border_between_servers(void **state)
{
    (void)state;
    Server *servers[2];
    join_maps();
    begin_two("location(town,13,5,ea) give(coin,3)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(ann) == CAVE && seen_npcs(ann) == 1);
    assert_int_equal(hall_count_of(ann, COIN), 3);
    assert_int_equal(map_of_client(ben), TOWN);
    hall->inputs[ann].direction = 1 + WEST;
    const int64_t id = client_player(hall->clients[ann]);
    HALL_UNTIL(is_in_zone(servers, id, TOWN)); /* the client may be ahead of the server */
    hall->inputs[ann].direction = 0;
    HALL_UNTIL(hall_count_of(ann, COIN) == 3 && seen_npcs(ann) == 0);
    assert_int_equal(hall->server->numbers.accepted + hall->others[0]->numbers.accepted, 2);
}

static void guard_beyond_the_border_is_not_shown(void **state)
{
    (void)state;
    Server *servers[2];
    join_maps();
    begin_two("location(town,13,5,ea)", servers);
    const unsigned ann = player_at(servers[0], "Ann");
    HALL_UNTIL(map_of_client(ann) == TOWN);
    hall_wait(30);
    assert_int_equal(seen_npcs(ann), 0);
    assert_non_null(hall_world(ann)->maps[CAVE]); /* but the land is */
}

/* The state has one kind of zones: numbers of zones are in it. */
static void kind_of_zones_stays_that_of_the_state(void **state)
{
    (void)state;
    bool split;
    ZoneMap zones;
    join_maps();
    hall->options.split_maps = false;
    use_bus();
    hall->game->start = "location(town,5,5,so)";
    hall_begin();
    HALL_UNTIL(has_zone(hall->server, 0));
    assert_int_equal(cluster_of(hall->server)->zones.zone_count, 1);
    assert_false(zone_map_is_split(hall->server->store, true, &split, &hall->kit->report));
    assert_true(kit_has_message(hall->kit, "without --split-maps"));
    assert_true(zone_map_is_split(hall->server->store, false, &split, &hall->kit->report));
    assert_false(split);
    assert_true(zone_map_of_state(hall->server->store, hall->server->game, &zones, hall->arena,
                                  &hall->kit->report));
    assert_int_equal(zones.zone_count, 1);
}

static void servers_without_the_option_follow_the_state(void **state)
{
    (void)state;
    ZoneMap zones;
    join_maps();
    use_bus();
    hall->game->start = "location(town,5,5,so)";
    hall_begin();
    HALL_UNTIL(has_zone(hall->server, 0));
    hall->options.split_maps = false;
    const Server *second = one_more();
    assert_int_equal(cluster_of(second)->zones.zone_count, 2);
    assert_true(zone_map_of_state(second->store, second->game, &zones, hall->arena,
                                  &hall->kit->report));
    assert_int_equal(zones.zone_count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(walker_crosses_border_between_servers),
        TEST(guard_beyond_the_border_is_not_shown),
        TEST(kind_of_zones_stays_that_of_the_state),
        TEST(servers_without_the_option_follow_the_state),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
