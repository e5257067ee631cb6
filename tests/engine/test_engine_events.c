/* Events of NPCs and objects: each one starts its own handler and no other. */
#include "lib/people_kit.h"

#include "engine/rules/rules.h"

/* The guard in front of the player, with these handlers. */
static void put_guard(Game *game, TngEvent *events, size_t count)
{
    game->npcs[GUARD].events = events;
    game->npcs[GUARD].event_count = (u8)count;
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
}

static uint32_t object_of(unsigned sprite) { return sprite << 8 | 1; }

/* Handler k adds 10^(k-1), so that the digits count the starts of each. */
static void each_action_starts_its_own_handler(void **state)
{
    static const char *const adds[9] = {
        "score=score+1",       "score=score+10",       "score=score+100",
        "score=score+1000",    "score=score+10000",    "score=score+100000",
        "score=score+1000000", "score=score+10000000", "score=score+100000000"};
    Game *game = *state;
    TngEvent events[9];
    for (unsigned i = 0; i < 9; i++)
        events[i] = *game_event(game, TNG_EVENT_ACTION1 + i, 0, adds[i]);
    put_guard(game, events, 9);
    game_open(game);
    int32_t expected = 0, digit = 1;
    for (uint32_t action = 1; action <= 9; action++, digit *= 10) {
        game_ticks(game, (WorldInput){.action = action}, 30);
        expected += digit;
        assert_int_equal(game_value(game, "score"), expected);
    }
}

static void a_game_may_have_fewer_default_actions_than_nine(void **state)
{
    static const uint8_t counts[] = {1, 3, 8};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        Game *game = game_new(((Game *)*state)->kit);
        game->action_count = counts[i];
        World *world = game_open(game);
        for (uint32_t action = 1; action <= 9; action++) {
            game_ticks(game, (WorldInput){.action = action}, 1);
            assert_int_equal(context_actor(local_context(world))->action,
                             action <= counts[i] ? ROW_ACTION + action - 1 : 0);
            game_ticks(game, (WorldInput){0}, 30);
        }
    }
}

/* Three handlers, each for another object. */
static void using_an_object_starts_the_handler_for_this_object(void **state)
{
    static const unsigned used[] = {SWORD, COIN, TREE, ROOF};
    Game *game = *state;
    TngEvent events[3];
    static const char *const adds[] = {"score=score+1", "score=score+10", "score=score+100"};
    for (unsigned i = 0; i < 3; i++)
        events[i] = *game_event(game, TNG_EVENT_USING1 + i, object_of(used[i]), adds[i]);
    put_guard(game, events, 3);
    for (size_t i = 0; i < COUNT_OF(used); i++)
        game_object(game, used[i], 0, NULL);
    const PlayerContext ctx = local_context(game_open(game));
    int32_t expected = 0, digit = 1;
    for (uint32_t i = 0; i < COUNT_OF(used); i++, digit *= 10) {
        inventory_give(ctx, used[i], 1);
        game_ticks(game, (WorldInput){.item = i + 1}, 3);
        expected += used[i] == ROOF ? 0 : digit;
        assert_int_equal(game_value(game, "score"), expected);
    }
}

static void trade_starts_the_handlers_of_npc_and_object(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].price = 5;
    game->objects[SWORD].unit = COIN;
    TngEvent own[] = {*game_event(game, TNG_EVENT_BUY, 0, "score=score+1"),
                      *game_event(game, TNG_EVENT_SELL, 0, "score=score+10")};
    game->objects[SWORD].events = own;
    game->objects[SWORD].event_count = 2;
    TngEvent events[] = {*game_event(game, TNG_EVENT_CLICK, 0, "market()"),
                         *game_event(game, TNG_EVENT_BUY, 0, "score=score+100"),
                         *game_event(game, TNG_EVENT_SELL, 0, "score=score+1000")};
    NpcItem item = {100, 2, 0, {1, SWORD}};
    game->npcs[GUARD].item_count = 1;
    game->npcs[GUARD].items = &item;
    put_guard(game, events, 3);
    game->start = "location(town,4,4,so) give(coin,7)";
    const PlayerContext ctx = local_context(game_open(game));
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MARKET);
    game_ticks(game, (WorldInput){.option = 1}, 3); /* buy a sword */
    assert_int_equal(world_count(ctx, SWORD), 1);
    assert_int_equal(game_value(game, "score"), 101);
    game_ticks(game, (WorldInput){.option = 1}, 3); /* too expensive */
    assert_int_equal(game_value(game, "score"), 101);
    game_ticks(game, (WorldInput){.option = 2}, 3); /* sell it */
    assert_int_equal(world_count(ctx, SWORD), 0);
    assert_int_equal(game_value(game, "score"), 1111);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_action_starts_its_own_handler),
        TEST(a_game_may_have_fewer_default_actions_than_nine),
        TEST(using_an_object_starts_the_handler_for_this_object),
        TEST(trade_starts_the_handlers_of_npc_and_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
