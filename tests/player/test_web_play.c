/* One native player and two players by WebSocket in one world. */
#include "lib/server_kit.h"

static unsigned web_player(const char *name)
{
    hall->by_web = true;
    const unsigned i = hall_player(name);
    hall->by_web = false;
    return i;
}

static void begin(void)
{
    hall->options.web = &hall->web;
    hall_begin();
}

/* Ann is native, Ben and Cai are not. */
static void all_come(unsigned who[3])
{
    who[0] = hall_player("Ann");
    who[1] = web_player("Ben");
    who[2] = web_player("Cai");
}

static void all_see_each_other_walk(void **state)
{
    unsigned who[3];
    (void)state;
    begin();
    all_come(who);
    for (unsigned walker = 0; walker < 3; walker++) {
        const int32_t x = x_of(who[walker]);
        hall->inputs[who[walker]].direction = 1 + EAST;
        HALL_UNTIL(x_of(who[walker]) > x + 20 * 256);
        hall->inputs[who[walker]].direction = 0;
        for (unsigned i = 0; i < 3; i++)
            HALL_UNTIL(x_seen(who[i], who[walker]) > x + 15 * 256);
    }
}

static void all_hear_each_other(void **state)
{
    static const char *const lines[3] = {"Ann: from Ann", "Ben: from Ben", "Cai: from Cai"};
    unsigned who[3];
    (void)state;
    begin();
    all_come(who);
    for (unsigned speaker = 0; speaker < 3; speaker++) {
        assert_true(client_send_chat(hall->clients[who[speaker]], CHANNEL_MAP, TEXT(""),
                                     text_of(strstr(lines[speaker], "from"))));
        for (unsigned i = 0; i < 3; i++)
            if (i != speaker)
                HALL_UNTIL(strstr(hall->heard[who[i]].chat, lines[speaker]));
    }
}

/* The first one gives its sword, the second one nothing. */
static void give_sword(unsigned from, unsigned to)
{
    const uint32_t a = client_player(hall->clients[from]), b = client_player(hall->clients[to]);
    PacketItem sword = {SWORD, 1};
    PacketTradeAct act = {.act = TRADE_ASK, .with = b};
    const int32_t before = hall_count_of(to, SWORD);
    hall->heard[from].trade = hall->heard[to].trade = (PacketTrade){0};
    hall->heard[to].trades = 0;
    assert_true(client_trade(hall->clients[from], &act));
    HALL_UNTIL(hall->heard[to].trades);
    act.with = a;
    assert_true(client_trade(hall->clients[to], &act));
    HALL_UNTIL(hall->heard[from].trade.act == TRADE_ITEMS &&
               hall->heard[to].trade.act == TRADE_ITEMS);
    act = (PacketTradeAct){.act = TRADE_ITEMS, .with = b, .item_count = 1, .items = &sword};
    assert_true(client_trade(hall->clients[from], &act));
    HALL_UNTIL(hall->heard[to].trade.item_count == 1);
    act = (PacketTradeAct){
        .act = TRADE_AGREE, .with = b, .revision = hall->heard[from].trade.revision};
    assert_true(client_trade(hall->clients[from], &act));
    act = (PacketTradeAct){
        .act = TRADE_AGREE, .with = a, .revision = hall->heard[to].trade.revision};
    assert_true(client_trade(hall->clients[to], &act));
    HALL_UNTIL(hall_count_of(to, SWORD) == before + 1);
}

static void items_are_traded_between_all(void **state)
{
    Game *game = *state;
    unsigned who[3];
    game->start = "location(town,5,5,so) give(sword,1)";
    begin();
    all_come(who);
    for (unsigned i = 0; i < 3; i++)
        HALL_UNTIL(hall_count_of(who[i], SWORD) == 1);
    give_sword(who[0], who[1]);
    hall_wait(40); /* requests are limited to one a second */
    give_sword(who[1], who[2]);
    HALL_UNTIL(hall_count_of(who[0], SWORD) == 0 && hall_count_of(who[1], SWORD) == 1 &&
               hall_count_of(who[2], SWORD) == 2);
}

/* The server is gone for a moment. */
static void lost_connections_are_resumed(void **state)
{
    unsigned who[3];
    (void)state;
    begin();
    all_come(who);
    const int32_t x = x_of(who[1]);
    hall->inputs[who[1]].direction = 1 + EAST;
    HALL_UNTIL(x_of(who[1]) > x + 20 * 256);
    hall->inputs[who[1]].direction = 0;
    hall_wait(20);
    const int32_t there = x_seen(who[1], who[1]);
    hall->options.port = server_port(hall->server);
    hall->web.port = server_web_port(hall->server);
    hall_stop();
    for (unsigned i = 0; i < 3; i++)
        HALL_UNTIL(client_phase(hall->clients[who[i]]) == CLIENT_LOST);
    hall_open();
    for (unsigned i = 0; i < 3; i++)
        HALL_UNTIL(client_phase(hall->clients[who[i]]) == CLIENT_PLAYING && hall_world(who[i]));
    HALL_UNTIL(x_of(who[1]) == there);
}

static void account_of_a_browser_is_the_native_one(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so) give(coin,4)";
    begin();
    const unsigned web = web_player("Ben");
    HALL_UNTIL(hall_count_of(web, COIN) == 4);
    const uint32_t number = client_player(hall->clients[web]);
    hall_leave(web);
    const unsigned ben = hall_client("Ben", "a good password", false);
    HALL_UNTIL(hall_count_of(ben, COIN) == 4);
    assert_int_equal(client_player(hall->clients[ben]), number);
    assert_int_equal(server_stats(hall->server).accounts, 1);
    hall->by_web = true;
    const unsigned wrong = hall_client("Ben", "a wrong password", false);
    HALL_UNTIL(hall->heard[wrong].results);
    assert_int_equal(hall->heard[wrong].result, RESULT_WRONG);
}

static Bytes find_nothing(void *context, const PacketServerHello *hello)
{
    (void)context, (void)hello;
    return (Bytes){NULL, 0};
}

/* A page has one game, and no place for another one. */
static void page_with_another_game_says_so(void **state)
{
    (void)state;
    begin();
    const ClientOptions options = {.loop = hall->loop,
                                   .wire = hall->web_wire,
                                   .host = TEXT("127.0.0.1"),
                                   .port = server_web_port(hall->server),
                                   .language = TEXT("en"),
                                   .games = {.find = find_nothing, .absent = "load it again"}};
    Client *client = client_new(&options, &hall->kit->report);
    hall->clients[hall->count++] = client;
    HALL_UNTIL(client_phase(client) == CLIENT_OVER);
    assert_true(text_is(client_status_text(client), "load it again"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(all_see_each_other_walk),
        TEST(all_hear_each_other),
        TEST(items_are_traded_between_all),
        TEST(lost_connections_are_resumed),
        TEST(account_of_a_browser_is_the_native_one),
        TEST(page_with_another_game_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
