#include "traders_kit.h"

/* ---- traders ---- */

Trader traders[TRADERS];
static Pair pairs[PAIRS];
uint64_t registered, trades_done, moments;
unsigned stride = 10;

uint32_t chance(uint32_t below)
{
    moments = moments * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((moments >> 33) % below);
}

uint32_t number_of(unsigned trader) { return client_player(traders[trader].client); }

static void put_sword(Trader *trader, Pair *pair, const PacketTrade *news)
{
    PacketItem sword = {SWORD, 1};
    PacketTradeAct act = {TRADE_ITEMS, news->with, 0, 1, &sword};
    client_trade(trader->client, &act);
    act = (PacketTradeAct){.act = TRADE_AGREE, .with = news->with, .revision = news->revision};
    pair->pending = true;
    pair->found = false;
    client_trade(trader->client, &act);
}

static void on_items(Trader *trader, Pair *pair, const PacketTrade *news)
{
    const bool gives = trader->index % 2 == pair->giver;
    const bool opens = !trader->open;
    trader->open = true;
    if (opens && gives) {
        put_sword(trader, pair, news);
    } else if (!opens && !gives && news->item_count) {
        const PacketTradeAct act = {
            .act = TRADE_AGREE, .with = news->with, .revision = news->revision};
        client_trade(trader->client, &act);
    }
}

static void on_done(Trader *trader, Pair *pair)
{
    trader->open = false;
    if (++trader->done <= pair->done) /* the other one has heard it before */
        return;
    pair->done++;
    trades_done++;
    if (!pair->pending && pair->found) { /* it was kept, found, and only then told */
        pair->found = false;
        return;
    }
    assert_true(pair->pending && pair->swords[pair->giver] > 0);
    pair->pending = false;
    pair->swords[pair->giver]--;
    pair->swords[!pair->giver]++;
}

static void on_trade(void *context, const PacketTrade *news)
{
    Trader *trader = context;
    Pair *pair = &pairs[trader->index / 2];
    if (news->act == TRADE_ASK) {
        const PacketTradeAct act = {.act = TRADE_ASK, .with = news->with};
        client_trade(trader->client, &act);
    } else if (news->act == TRADE_ITEMS) {
        on_items(trader, pair, news);
    } else if (news->act == TRADE_DONE) {
        on_done(trader, pair);
    } else if (news->act == TRADE_CANCEL) {
        trader->open = false;
        pair->pending = false;
    }
}

static void on_result(void *context, unsigned request, ResultCode result, Text words)
{
    (void)context;
    (void)words;
    registered += request == CLIENT_REGISTER && result == RESULT_OK;
}

Client *trader_join(const char *name, unsigned port, bool registers, void *context)
{
    const ClientOptions options = {
        .loop = hall->loop,
        .wire = hall->wire,
        .host = TEXT("127.0.0.1"),
        .port = port,
        .name = text_of(name),
        .password = TEXT("a good password"),
        .language = TEXT("en"),
        .registers = registers,
        .once = true,
        .games = {.find = hall_find},
        .callbacks = {context, NULL, context ? on_trade : NULL, NULL, on_result}};
    Client *client = client_new(&options, &hall->kit->report);
    assert_non_null(client);
    return client;
}

void join_all(const unsigned ports[TRADERS])
{
    for (unsigned i = 0; i < TRADERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Trader %u", i);
        traders[i] = (Trader){.index = i, .done = pairs[i / 2].done};
        traders[i].client = trader_join(name, ports[i], true, &traders[i]);
    }
}

void part_all(void)
{
    for (unsigned i = 0; i < TRADERS; i++) {
        client_free(traders[i].client);
        traders[i].client = NULL;
    }
    for (unsigned i = 0; i < 20; i++)
        loop_turn(hall->loop, 1);
}

/* ---- a round ---- */

static void ask_for_trades(uint64_t now)
{
    for (unsigned i = 0; i < TRADERS; i += 2) {
        Trader *a = &traders[i], *b = &traders[i + 1];
        Pair *pair = &pairs[i / 2];
        if (a->open || b->open || pair->pending || now < a->asked + ASK_AGAIN ||
            !client_world(a->client) || !client_world(b->client))
            continue;
        pair->giver = pair->swords[0] && (!pair->swords[1] || chance(2)) ? 0 : 1;
        a->asked = now;
        client_trade(a->client, &(PacketTradeAct){.act = TRADE_ASK, .with = number_of(i + 1)});
    }
}

void play_for(uint64_t milliseconds)
{
    const uint64_t began = loop_now(hall->loop);
    uint64_t ticked = began;
    uint32_t directions[TRADERS] = {0};
    while (loop_now(hall->loop) < began + milliseconds) {
        const uint64_t now = loop_now(hall->loop);
        loop_turn(hall->loop, 5);
        if (now < ticked + 33)
            continue;
        ticked = now;
        ask_for_trades(now);
        for (unsigned i = 0; i < TRADERS; i++) {
            if (chance(stride) == 0)
                directions[i] = chance(9);
            client_tick(traders[i].client, &(WorldInput){.direction = directions[i]});
        }
    }
}

/* The items of each of a pair are as acknowledged, or one trade further that is not
 * acknowledged yet. */
static void check_pair(Pair *pair, const uint32_t found[2])
{
    const uint32_t *told = pair->swords;
    if (found[0] == told[0] && found[1] == told[1]) {
        pair->pending = false;
        return;
    }
    assert_true(pair->pending);
    pair->pending = false;
    pair->found = true;
    pair->swords[pair->giver]--;
    pair->swords[!pair->giver]++;
    assert_int_equal(found[0], pair->swords[0]);
    assert_int_equal(found[1], pair->swords[1]);
}

bool all_play(void)
{
    for (unsigned i = 0; i < TRADERS; i++)
        if (!client_world(traders[i].client))
            return false;
    return true;
}

void check_traders(void)
{
    uint32_t found[TRADERS];
    HALL_UNTIL(all_play());
    for (unsigned i = 0; i < TRADERS; i++)
        found[i] = (uint32_t)world_count(local_context(client_world(traders[i].client)), SWORD);
    for (unsigned i = 0; i < PAIRS; i++)
        check_pair(&pairs[i], &found[2 * i]);
}

void traders_game(Game *game)
{
    game->start = "location(town,8,8,so) give(coin,10) give(sword,1)";
    game_object(game, COIN, TNG_EVENT_TOUCH, "give(coin,1) remove()");
    for (unsigned i = 0; i < GAME_SIDE; i++)
        for (unsigned k = 0; k < GAME_SIDE; k += 2)
            if (i < 7 || i > 9)
                game_put(game, TOWN, LAYER_OBJECTS, k, i, COIN);
}

void traders_begin(void)
{
    const char *seed = getenv("OISIN_KILL_SEED");
    moments = seed ? strtoull(seed, NULL, 10) : 1;
    registered = trades_done = 0;
    memset(traders, 0, sizeof traders);
    hall->file = game_bytes(hall->game);
    assert_true(identity_make(1800000000, (Bytes){NULL, 0}, &hall->identity, hall->arena,
                              &hall->kit->report));
    hall->loop = loop_new(NULL, NULL, &hall->kit->report);
    hall->wire = wire_client(&hall->kit->report);
    for (unsigned i = 0; i < PAIRS; i++)
        pairs[i] = (Pair){.swords = {1, 1}};
}

unsigned kill_rounds(void)
{
    const char *rounds = getenv("OISIN_KILL_ROUNDS");
    return rounds ? (unsigned)atoi(rounds) : 5;
}
