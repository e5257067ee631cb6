/* Start-up scripts: which run when a game starts, with and without a menu. */
#include "lib/people_kit.h"

static void begin(Game *game, bool menu)
{
    game->timer = "hp=hp+1";
    game->start = "hp=10 location(town,4,4,so)";
    game->has_menu = menu;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    if (!menu)
        return;
    game_ticks(game, (WorldInput){0}, 50);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
    assert_false(ctx.player->started);
    for (uint32_t i = 0; i < ctx.player->screen.option_count && !ctx.player->started; i++)
        if (ctx.player->screen.options[i] == CHOICE_NEW)
            game_ticks(game, (WorldInput){.option = i + 1}, 1);
    assert_true(ctx.player->started);
}

/* The document: "All scripts run on game start, except start runs only once". */
static void timers_run_at_the_start_and_after_each_interval(void **state)
{
    for (unsigned menu = 0; menu < 2; menu++) {
        Game *game = *state;
        begin(game, menu);
        assert_int_equal(game_value(game, "hp"), 11);
        game_ticks(game, (WorldInput){0}, 29);
        assert_int_equal(game_value(game, "hp"), 11);
        game_ticks(game, (WorldInput){0}, 1);
        assert_int_equal(game_value(game, "hp"), 12);
        game_ticks(game, (WorldInput){0}, 30);
        assert_int_equal(game_value(game, "hp"), 13);
        people_tear_down(state);
        people_set_up(state);
    }
}

/* A start script that waits does not delay the timers; one that leaves the game stops them. */
static void timers_do_not_wait_for_the_start_script(void **state)
{
    Game *game = *state;
    game->timer = "hp=hp+1";
    game->start = "location(town,4,4,so) dialog(first,0) hp=100";
    game_open(game);
    assert_int_equal(game_value(game, "hp"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(timers_run_at_the_start_and_after_each_interval),
        TEST(timers_do_not_wait_for_the_start_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
