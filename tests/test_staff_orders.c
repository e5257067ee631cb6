/* Rules of orders in the chat: who may change which decision, names of several words, times. */
#include "lib/server_kit.h"

#include "server/game/staff.h"

enum { ANN, BEN, CAI };

static void say(unsigned by, const char *text)
{
    assert_true(client_send_chat(hall->clients[by], CHANNEL_MAP, TEXT(""), text_of(text)));
}

static bool has_heard(unsigned who, const char *words)
{
    return strstr(hall->heard[who].chat, words) != NULL;
}

static void three_players(void)
{
    hall->accounts.registering = LIMIT_NONE;
    hall_begin();
    assert_int_equal(hall_player("Ann"), ANN);
    assert_int_equal(hall_player("Ben"), BEN);
    assert_int_equal(hall_player("Cai"), CAI);
}

/* ---- ignore lists ---- */

/* Each change is written to the store and sent to all servers. */
static void a_flood_of_ignore_orders_is_refused(void **state)
{
    (void)state;
    three_players();
    const unsigned before = hall->heard[ANN].results;
    for (unsigned i = 0; i < 9; i++) /* fewer than the burst of all commands */
        say(ANN, i % 2 ? "/unignore Ben" : "/ignore Ben");
    say(ANN, "/ignored");
    HALL_UNTIL(has_heard(ANN, "0 players are ignored"));
    assert_int_equal(hall->heard[ANN].results, before + 1);
    assert_int_equal(hall->heard[ANN].result, RESULT_WAIT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_flood_of_ignore_orders_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
