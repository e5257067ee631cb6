/* A server whose state is in a database: the world does not stand still while it is away. */
#include "lib/postgres_kit.h"
#include "lib/server_kit.h"

#include "server/host_metrics.h"

#include <stdio.h>

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

/* The table is locked for others, so the character cannot be read: everybody waited for it. The
 * lock ends by itself, so that this test does, too. */
static void slow_reading_at_login_does_not_stop_the_world(void **state)
{
    (void)state;
    hall_begin();
    PGconn *lock = postgres_connect("slow");
    PQclear(PQexec(lock, "SET idle_in_transaction_session_timeout = '10s'"));
    PQclear(PQexec(lock, "BEGIN"));
    PGresult *locked = PQexec(lock, "LOCK TABLE character IN ACCESS EXCLUSIVE MODE");
    assert_int_equal(PQresultStatus(locked), PGRES_COMMAND_OK);
    PQclear(locked);
    const unsigned brid = hall_client("Brid", "a good password", true);
    HALL_UNTIL(server_stats(hall->server).accounts == 1);
    hall_wait(40);
    assert_null(hall_world(brid));
    PGresult *held = PQexec(lock, "COMMIT");
    assert_int_equal(PQresultStatus(held), PGRES_COMMAND_OK);
    PQclear(held);
    PQfinish(lock);
    HALL_UNTIL(hall_world(brid));
    hall_stop();
}

static char lines[8192];
static void keep_line(void *context, Text line)
{
    const size_t size = strlen(lines);
    (void)context;
    snprintf(lines + size, sizeof lines - size, "%.*s\n", (int)line.size, line.at);
}

static bool is_ready(const char *reason)
{
    Writer reasons = writer_to(hall->arena);
    const bool ready = host_ready(hall->server, &reasons);
    write_u8(&reasons, 0);
    assert_string_equal((const char *)reasons.data, reason);
    return ready;
}

/* Nobody plays, and nothing is to be written: it noticed the loss only afterwards. */
static void idle_server_logs_that_the_database_is_away_and_is_not_ready(void **state)
{
    (void)state;
    const LogOptions options = {.level = LOG_LEVEL_INFO, .sink = keep_line};
    hall_begin();
    Log *const log = log_new(&options, &hall->kit->report);
    hall->server->options.log = log;
    HALL_UNTIL(server_stats(hall->server).kept > 0);
    assert_true(is_ready(""));
    postgres_kill();
    HALL_UNTIL(strstr(lines, "error storage-lost: "));
    assert_false(is_ready("the storage cannot be reached\n"));
    assert_null(strstr(lines, "storage-back"));
    postgres_restart();
    HALL_UNTIL(strstr(lines, "notice storage-back: "));
    assert_true(is_ready(""));
    hall_stop();
    log_free(log);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest first[] = {TEST(play_continues_while_database_is_unreachable)};
    const struct CMUnitTest idle[] = {
        TEST(idle_server_logs_that_the_database_is_away_and_is_not_ready)};
    const struct CMUnitTest slow[] = {TEST(slow_reading_at_login_does_not_stop_the_world)};
    const struct CMUnitTest second[] = {TEST(only_one_server_can_use_the_database)};
    char address[200];
    int failed = 0;
    if (!postgres_set_up())
        return 0;
    hall_database = address;
    postgres_address(address, sizeof address, "", "first");
    failed += cmocka_run_group_tests_name("away", first, NULL, NULL);
    postgres_address(address, sizeof address, "", "idle");
    failed += cmocka_run_group_tests_name("idle", idle, NULL, NULL);
    postgres_address(address, sizeof address, "", "slow");
    failed += cmocka_run_group_tests_name("slow", slow, NULL, NULL);
    postgres_address(address, sizeof address, "", "second");
    failed += cmocka_run_group_tests_name("two", second, NULL, NULL);
    postgres_tear_down();
    return failed;
}
