/* A game on several servers as a player program has it: the worlds between which they go are
 * different ones, and nobody sees that. */
#include "lib/connect_kit.h"
#include "lib/nats_kit.h"

static Nats nats;

/* Two maps that are not neighbours, and a door from one to the other. */
static int set_up(void **state)
{
    test_player_count = 0;
    assert_true(nats_start(&nats));
    hall_set_up(state);
    Game *game = *state;
    game->start = "location(town,5,5,ea) give(coin,10) give(sword,1)";
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_put(game, TOWN, LAYER_OBJECTS, 10, 5, DOOR);
    hall->options.bus = nats_address(&nats, "", hall->arena).at;
    hall_begin();
    return 0;
}

static int tear_down_all(void **state)
{
    const int result = seat_tear_down(state);
    nats_end(&nats);
    return result;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down_all)

static World *world_of(const TestPlayer *player) { return player->session.world; }

static void go_through_the_door(TestPlayer *player)
{
    player->direction = 1 + EAST;
    SOON(context_actor(local_context(world_of(player)))->map == CAVE);
    player->direction = 0;
    turns(30);
}

/* Its world was freed while the desk still drew it. */
static void zone_change_opens_no_page(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    SOON(sees(ann, ben) && sees(ben, ann));
    const unsigned before = client_arrivals(ann->app.online->client);
    go_through_the_door(ann);
    assert_int_equal(client_arrivals(ann->app.online->client), before + 1);
    assert_true(inside(ann));
    assert_ptr_equal(world_of(ann), client_world(ann->app.online->client));
    assert_int_equal(list(ann), LIST_NONE);
    assert_int_equal(world_count(local_context(ann->session.world), COIN), 10);
    go_through_the_door(ben);
    SOON(sees(ann, ben) && sees(ben, ann));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(zone_change_opens_no_page)};
    if (!nats_program()) {
        printf("skipped: there is no nats-server\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
