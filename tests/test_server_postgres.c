/* A server whose state is in a database: the world does not stand still while it is away. */
#include "lib/postgres_kit.h"
#include "lib/server_kit.h"

static void play_continues_while_database_is_unreachable(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann");
    HALL_UNTIL(server_stats(hall->server).kept > 0);
    postgres_kill();
    hall_wait(60);
    assert_non_null(hall_world(ann));
    /* Acknowledged operations must be on the disk: it waits. */
    const unsigned brid = hall_client("Brid", "a good password", true);
    hall_wait(60);
    assert_null(hall_world(brid));
    postgres_restart();
    HALL_UNTIL(hall_world(brid));
    assert_non_null(hall_world(ann));
    hall_leave(ann);
    hall_leave(brid);
    hall_stop();
    hall_open();
    assert_int_equal(server_stats(hall->server).accounts, 2);
    hall_stop();
}

/* A second one says why it does not begin, and the first one plays on. */
static void only_one_server_can_use_the_database(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann");
    kit_clear(hall->kit);
    assert_null(server_new(&hall->options, &hall->kit->report));
    assert_true(kit_has_message(hall->kit, "another server is using it"));
    hall_wait(10);
    assert_non_null(hall_world(ann));
    hall_stop();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest first[] = {TEST(play_continues_while_database_is_unreachable)};
    const struct CMUnitTest second[] = {TEST(only_one_server_can_use_the_database)};
    char address[200];
    int failed = 0;
    if (!postgres_set_up())
        return 0;
    hall_database = address;
    postgres_address(address, sizeof address, "", "first");
    failed += cmocka_run_group_tests_name("away", first, NULL, NULL);
    postgres_address(address, sizeof address, "", "second");
    failed += cmocka_run_group_tests_name("two", second, NULL, NULL);
    postgres_tear_down();
    return failed;
}
