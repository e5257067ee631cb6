/* Bots: what they do follows from their seed, and a server bears them. */
#include "lib/server_kit.h"

#include "server/client/bot_mind.h"
#include "server/client/bots.h"

#include <sys/socket.h>

/* ---- a client that is slow to look: the server has answered before it does ---- */

static bool answers_first, inside;

/* In place of the C library's: server/transport/tls.c receives by it. */
ssize_t recv(int descriptor, void *data, size_t size, int flags)
{
    if (answers_first && !inside && hall->server) {
        inside = true;
        for (unsigned i = 0; i < 5; i++)
            server_turn(hall->server, 1);
        inside = false;
    }
    return recvfrom(descriptor, data, size, flags, NULL, NULL);
}

/* On a busy machine TLS stood before the first call returned, and then nobody sent the hello:
 * the server took it for a half-open connection. */
static void early_answer_of_server_does_not_prevent_hello(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_client("Ann", "a good password", true);
    answers_first = true;
    for (unsigned i = 0; i < 5; i++)
        loop_turn(hall->loop, 1);
    answers_first = false;
    HALL_UNTIL(client_world(hall->clients[ann]));
}

/* ---- bots ---- */

static void bot_actions_are_determined_by_the_seed(void **state)
{
    (void)state;
    const PacketWelcome welcome = {.player = 7, .actor = 9, .rate = 30};
    BotMind one, same, other;
    uint32_t differ = 0, inputs = 0, words = 0;
    mind_begin(&one, 5, &welcome);
    mind_begin(&same, 5, &welcome);
    mind_begin(&other, 6, &welcome);
    for (unsigned i = 0; i < 3000; i++) {
        BotDeed a = {0}, b = {0}, c = {0};
        mind_tick(&one, &a);
        mind_tick(&same, &b);
        mind_tick(&other, &c);
        assert_memory_equal(&a, &b, sizeof a);
        differ += memcmp(&a, &c, sizeof a) != 0;
        inputs += a.input;
        words += a.says;
    }
    assert_true(differ > 100);
    assert_in_range(inputs, 200, 600); /* in 100 s */
    assert_in_range(words, 1, 50);
}

static void a_bot_leaves_the_screens_that_it_finds(void **state)
{
    (void)state;
    const PacketWelcome welcome = {.player = 1, .actor = 1, .rate = 30};
    BotMind mind;
    uint32_t pressed = 0;
    mind_begin(&mind, 1, &welcome);
    const StatePart part = {.kind = STATE_SCREEN, .screen = {.screen = SCREEN_DIALOG}};
    mind_see(&mind, &part);
    for (unsigned i = 0; i < 300; i++) {
        BotDeed deed = {0};
        mind_tick(&mind, &deed);
        assert_false(deed.packet.mask & INPUT_DIRECTION);
        pressed |= deed.packet.buttons;
    }
    assert_int_equal(pressed, BUTTON_CONFIRM | BUTTON_CANCEL);
}

/* Anything else may lead back to the menu, which is out of the game. */
static void bot_accepts_its_character(void **state)
{
    (void)state;
    const PacketWelcome welcome = {.player = 1, .actor = 1, .rate = 30};
    u16 rows[] = {0, OPTION_POINTS, OPTION_DONE, OPTION_BACK};
    BotMind mind;
    BotDeed deed = {0};
    mind_begin(&mind, 1, &welcome);
    const StatePart part = {
        .kind = STATE_SCREEN,
        .screen = {.screen = SCREEN_CREATE, .option_count = 4, .options = rows}};
    mind_see(&mind, &part);
    for (unsigned i = 0; i < 30 && !deed.input; i++)
        mind_tick(&mind, &deed);
    assert_int_equal(deed.packet.buttons, 0);
    assert_int_equal(deed.packet.option, 3);
}

static void two_bots_agree_on_a_trade(void **state)
{
    (void)state;
    BotMind mind;
    BotDeed deed = {0};
    PacketItem sword = {SWORD, 1};
    StateItem mine = {COIN, 3};
    mind_begin(&mind, 1, &(PacketWelcome){.player = 1, .actor = 1, .rate = 30});
    mind_see(&mind, &(StatePart){.kind = STATE_BAG, .bag = {1, &mine}});
    assert_true(mind_trade(&mind, &(PacketTrade){.act = TRADE_ASK, .with = 2}, &deed));
    assert_int_equal(deed.trade.act, TRADE_ASK);
    assert_true(
        mind_trade(&mind, &(PacketTrade){.act = TRADE_ITEMS, .with = 2, .revision = 4}, &deed));
    assert_int_equal(deed.trade.act, TRADE_ITEMS);
    assert_int_equal(deed.trade.item_count, 1);
    assert_int_equal(deed.trade.items[0].object, COIN);
    assert_true(mind_trade(&mind, &(PacketTrade){TRADE_ITEMS, 2, 6, 1, &sword}, &deed));
    assert_int_equal(deed.trade.act, TRADE_AGREE);
    assert_int_equal(deed.trade.revision, 6);
    assert_false(mind_trade(&mind, &(PacketTrade){.act = TRADE_DONE, .with = 2}, &deed));
    assert_int_equal(mind.partner, 0);
}

static uint32_t coins_in(const World *world)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < world->player_count; i++)
        count += world->players[i]->used ? world_held(world, i, COIN) : 0;
    return count;
}

/* Bots on the hall's server, `ramp` more each second; 0: BOTS_RAMP. */
static Bots *bots_begin(uint32_t count, uint32_t ramp, uint64_t seed)
{
    const BotsOptions options = {.loop = hall->loop,
                                 .wire = hall->wire,
                                 .host = TEXT("127.0.0.1"),
                                 .port = server_port(hall->server),
                                 .count = count,
                                 .ramp = ramp,
                                 .seed = seed};
    return bots_new(&options, &hall->kit->report);
}

static BotsNumbers bots_on(Bots *bots)
{
    bots_turn(bots);
    return bots_stats(bots);
}

static void bots_play_without_losing_items(void **state)
{
    enum { COUNT = 6, COINS = 20 };
    Game *game = *state;
    game->start = "location(town,8,8,so) give(coin,20)";
    hall_begin();
    const BotsOptions options = {.loop = hall->loop,
                                 .wire = hall->wire,
                                 .host = TEXT("127.0.0.1"),
                                 .port = server_port(hall->server),
                                 .count = COUNT,
                                 .ramp = 100,
                                 .seed = 3,
                                 .game = hall->file};
    Bots *bots = bots_new(&options, &hall->kit->report);
    assert_non_null(bots);
    HALL_UNTIL(bots_on(bots).playing == COUNT);
    HALL_UNTIL(bots_on(bots).tally.words > 0 && bots_on(bots).tally.traded > 0 &&
               bots_on(bots).tally.pings > 3);
    const BotsNumbers numbers = bots_stats(bots);
    const BotTally none = {0};
    assert_int_equal(numbers.lost, 0);
    assert_true(numbers.tally.inputs > 50 && numbers.tally.states > 50);
    assert_true(tally_delay(&none, &numbers.tally, 50) <=
                tally_delay(&none, &numbers.tally, 99));
    assert_int_equal(coins_in(server_world(hall->server)), COUNT * COINS);
    assert_int_equal(server_stats(hall->server).malformed, 0);
    assert_int_equal(server_stats(hall->server).flooded, 0);
    bots_free(bots);
}

/* Each player brings one more of them. */
static void endless_handlers_do_not_block_players(void **state)
{
    enum { COUNT = 4 };
    Game *game = *state;
    game->start = "location(town,8,8,so) while(1) { }";
    hall_begin();
    Bots *bots = bots_begin(COUNT, 100, 3);
    HALL_UNTIL(bots_on(bots).playing == COUNT);
    HALL_UNTIL(bots_on(bots).tally.pings > COUNT && bots_on(bots).tally.states > 50);
    assert_int_equal(bots_on(bots).lost, 0);
    bots_free(bots);
}

/* Another seed has other passwords: nobody comes in by them. */
static void lost_bot_reports_reason(void **state)
{
    (void)state;
    hall_begin();
    char name[BOT_NAME_SIZE], password[BOT_PASSWORD_SIZE];
    bot_name(1, name);
    bot_password(1, 1, password);
    assert_string_equal(name, "Bot 0001");
    const unsigned first = hall_client(name, password, true);
    HALL_UNTIL(client_world(hall->clients[first]));
    Bots *bots = bots_begin(1, 0, 2);
    HALL_UNTIL(bots_on(bots).lost == 1);
    assert_true(text_equal(bots_words(bots), text_of(result_words(RESULT_WRONG))));
    bots_free(bots);
}

/* 7 of 10 bots did not play, and nobody said that a server lets one address register three
 * times. */
static void waiting_bot_reports_reason(void **state)
{
    (void)state;
    hall->accounts.registering = (LimitRule){0}; /* the usual */
    hall_begin();
    Bots *bots = bots_begin(5, 5, 1);
    HALL_UNTIL(bots_on(bots).come == 5 && text_is(bots_words(bots), result_words(RESULT_WAIT)));
    bots_free(bots);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(early_answer_of_server_does_not_prevent_hello),
        cmocka_unit_test(bot_actions_are_determined_by_the_seed),
        cmocka_unit_test(a_bot_leaves_the_screens_that_it_finds),
        cmocka_unit_test(bot_accepts_its_character),
        cmocka_unit_test(two_bots_agree_on_a_trade),
        TEST(bots_play_without_losing_items),
        TEST(endless_handlers_do_not_block_players),
        TEST(lost_bot_reports_reason),
        TEST(waiting_bot_reports_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
