/* Chat, parties and trade, all at once: 100,000 things that six people do, and a witness. */
#include "lib/kit.h"

#include "lib/social_steps.h"

static void random_trades_of_six_players_preserve_all_items(void **state)
{
    Kit *kit = *state;
    size_t done = 0, undone = 0;
    random_state = 1;
    for (unsigned run = 0; run < 4; run++) {
        Town *town = town_new(6, run == 0 ? 5 : 6, kit->arena);
        town->keeps_at_once = run == 3;
        for (unsigned i = 0; i < 25000; i++) {
            uint8_t bytes[8];
            for (unsigned j = 0; j < 8; j++)
                bytes[j] = (uint8_t)next_random(256);
            town_step(town, bytes);
            if (town->broken)
                fail_msg("run %u, step %u: it is not so that %s", run, i, town->broken);
        }
        done += town->done + town->exchanges * town->keeps_at_once;
        undone += town->undone;
        town_free(town);
    }
    assert_true(done > 1000 && undone > 100); /* or it would say little */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_trades_of_six_players_preserve_all_items,
                                        kit_set_up, kit_tear_down),
    };
    return cmocka_run_group_tests_name("social town", tests, NULL, NULL);
}
