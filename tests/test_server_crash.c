/* The power goes while people register, trade and pick things up: what they were told as done
 * is so afterwards, and nothing is there twice or missing.
 *
 * OISIN_KILL_ROUNDS: how often (5 without), OISIN_KILL_SEED: other moments. */
#include "server_kit.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum {
    TRADERS = 4, /* in pairs: 0 with 1, 2 with 3 */
    PAIRS = TRADERS / 2,
    KILLED_BY = 2500, /* ms after the server has begun */
    ASK_AGAIN = 1100, /* ms; the server allows one a second */
    COINS_EACH = 10,
    COINS_AT_FIRST = (GAME_SIDE - 3) * GAME_SIDE / 2, /* on the ground */
};

/* ---- a server in a process of its own ---- */

/* What a server finds when it begins. */
typedef struct Audit {
    bool good;
    unsigned port;
    uint64_t accounts;
    uint32_t players, swords, coins, coins_on_the_ground;
} Audit;

static Audit audit_of(const Server *server)
{
    const World *world = server_world(server);
    Audit audit = {
        .good = true, .port = server_port(server), .accounts = server_numbers(server).accounts};
    for (uint32_t i = 1; i < world->player_count; i++) {
        if (!world->players[i]->used || !world->players[i]->started)
            continue;
        audit.players++;
        audit.swords += world_held(world, i, SWORD);
        audit.coins += world_held(world, i, COIN);
    }
    if (!world->maps[TOWN]) /* nobody has been there yet */
        audit.coins_on_the_ground = COINS_AT_FIRST;
    for (uint32_t i = 0; world->maps[TOWN] && i < GAME_CELLS; i++)
        audit.coins_on_the_ground +=
            world->maps[TOWN]->cells[LAYER_OBJECTS * GAME_CELLS + i] == COIN;
    return audit;
}

static _Noreturn void serve_until_killed(int to)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    hall->options.game = hall->file;
    hall->options.identity = &hall->identity;
    hall->options.accounts = &hall->accounts;
    hall->options.state = arena_format(hall->arena, "%s/state.db", hall->folder).at;
    Server *server = server_new(&hall->options, &hall->kit->report);
    const Audit audit = server ? audit_of(server) : (Audit){0};
    if (write(to, &audit, sizeof audit) != sizeof audit || !server)
        _exit(3);
    for (;;)
        server_turn(server, 1000);
}

static pid_t server_pid;

/* The test has no threads: a fork is a whole server. */
static Audit server_start(void)
{
    int ends[2];
    Audit audit = {0};
    assert_int_equal(pipe(ends), 0);
    server_pid = fork();
    assert_true(server_pid >= 0);
    if (server_pid == 0)
        serve_until_killed(ends[1]);
    close(ends[1]);
    const ssize_t count = read(ends[0], &audit, sizeof audit);
    close(ends[0]);
    assert_int_equal(count, sizeof audit);
    assert_true(audit.good);
    return audit;
}

static void server_kill(void)
{
    if (server_pid <= 0)
        return;
    kill(server_pid, SIGKILL);
    waitpid(server_pid, NULL, 0);
    server_pid = 0;
}

/* ---- traders ---- */

/* One of each pair gives a sword, the other one nothing. */
typedef struct Pair {
    uint32_t swords[2]; /* as was told: DONE */
    bool pending;       /* both may have agreed: nobody knows until DONE or CANCEL */
    unsigned giver;
    uint32_t done;
} Pair;

typedef struct Trader {
    Client *client;
    unsigned index;
    bool open;
    uint32_t done;
    uint64_t asked;
} Trader;

static Trader traders[TRADERS];
static Pair pairs[PAIRS];
static uint64_t registered, trades_done, moments;

static uint32_t chance(uint32_t below)
{
    moments = moments * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((moments >> 33) % below);
}

static uint32_t number_of(unsigned trader) { return client_player(traders[trader].client); }

static void put_sword(Trader *trader, Pair *pair, const PacketTrade *news)
{
    PacketItem sword = {SWORD, 1};
    PacketTradeAct act = {TRADE_ITEMS, news->with, 0, 1, &sword};
    client_trade(trader->client, &act);
    act = (PacketTradeAct){.act = TRADE_AGREE, .with = news->with, .revision = news->revision};
    pair->pending = true;
    client_trade(trader->client, &act);
}

static void hear_items(Trader *trader, Pair *pair, const PacketTrade *news)
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

static void hear_done(Trader *trader, Pair *pair)
{
    trader->open = false;
    if (++trader->done <= pair->done) /* the other one has heard it before */
        return;
    pair->done++;
    trades_done++;
    assert_true(pair->pending && pair->swords[pair->giver] > 0);
    pair->pending = false;
    pair->swords[pair->giver]--;
    pair->swords[!pair->giver]++;
}

static void hear_trade(void *context, const PacketTrade *news)
{
    Trader *trader = context;
    Pair *pair = &pairs[trader->index / 2];
    if (news->act == TRADE_ASK) {
        const PacketTradeAct act = {.act = TRADE_ASK, .with = news->with};
        client_trade(trader->client, &act);
    } else if (news->act == TRADE_ITEMS) {
        hear_items(trader, pair, news);
    } else if (news->act == TRADE_DONE) {
        hear_done(trader, pair);
    } else if (news->act == TRADE_CANCEL) {
        trader->open = false;
        pair->pending = false;
    }
}

static void hear_result(void *context, unsigned request, ResultCode result, Text words)
{
    (void)context;
    (void)words;
    registered += request == CLIENT_REGISTER && result == RESULT_OK;
}

static Client *join(const char *name, unsigned port, bool registers, void *context)
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
        .ears = {context, NULL, context ? hear_trade : NULL, NULL, hear_result}};
    Client *client = client_new(&options, &hall->kit->report);
    assert_non_null(client);
    return client;
}

static void join_all(unsigned port)
{
    for (unsigned i = 0; i < TRADERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Trader %u", i);
        traders[i] = (Trader){.index = i, .done = pairs[i / 2].done};
        traders[i].client = join(name, port, true, &traders[i]);
    }
}

static void part_all(void)
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

/* All walk about, over coins too, until so many milliseconds have gone by. */
static void play_for(uint64_t milliseconds)
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
            if (chance(10) == 0)
                directions[i] = chance(9);
            client_tick(traders[i].client, &(WorldInput){.direction = directions[i]});
        }
    }
}

/* What each of a pair has is what it was told, or a trade more of which it was not told yet. */
static void check_pair(Pair *pair, const uint32_t found[2])
{
    const uint32_t *told = pair->swords;
    if (found[0] == told[0] && found[1] == told[1]) {
        pair->pending = false;
        return;
    }
    assert_true(pair->pending);
    pair->pending = false;
    pair->swords[pair->giver]--;
    pair->swords[!pair->giver]++;
    assert_int_equal(found[0], pair->swords[0]);
    assert_int_equal(found[1], pair->swords[1]);
}

static bool all_play(void)
{
    for (unsigned i = 0; i < TRADERS; i++)
        if (!client_world(traders[i].client))
            return false;
    return true;
}

static void check_traders(void)
{
    uint32_t found[TRADERS];
    HALL_UNTIL(all_play());
    for (unsigned i = 0; i < TRADERS; i++)
        found[i] = (uint32_t)world_count(client_world(traders[i].client), SWORD);
    for (unsigned i = 0; i < PAIRS; i++)
        check_pair(&pairs[i], &found[2 * i]);
}

/* Everybody came with a sword and COINS_EACH coins; coins also lay on the ground. */
static void check_audit(const Audit *audit)
{
    assert_true(audit->accounts >= registered);
    assert_int_equal(audit->swords, audit->players);
    assert_int_equal(audit->coins + audit->coins_on_the_ground,
                     audit->players * COINS_EACH + COINS_AT_FIRST);
}

static int integrity(void *context, int count, char **values, char **names)
{
    (void)names;
    *(bool *)context = count == 1 && !strcmp(values[0], "ok");
    return 0;
}

static void check_store(void)
{
    sqlite3 *database;
    bool good = false;
    const char *path = arena_format(hall->arena, "%s/state.db", hall->folder).at;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    sqlite3_exec(database, "PRAGMA integrity_check", integrity, &good, NULL);
    sqlite3_close(database);
    assert_true(good);
}

static void killed_at_any_moment_it_keeps_what_it_has_told(void **state)
{
    Game *game = *state;
    const char *rounds_text = getenv("OISIN_KILL_ROUNDS"), *seed = getenv("OISIN_KILL_SEED");
    const unsigned rounds = rounds_text ? (unsigned)atoi(rounds_text) : 5;
    moments = seed ? strtoull(seed, NULL, 10) : 1;
    game->start = "location(town,8,8,so) give(coin,10) give(sword,1)";
    game_object(game, COIN, TNG_EVENT_TOUCH, "give(coin,1) remove()");
    for (unsigned i = 0; i < GAME_SIDE; i++)
        for (unsigned k = 0; k < GAME_SIDE; k += 2)
            if (i < 7 || i > 9)
                game_put(game, TOWN, LAYER_OBJECTS, k, i, COIN);
    hall->file = game_bytes(hall->game);
    assert_true(identity_make(1800000000, (Bytes){NULL, 0}, &hall->identity, hall->arena,
                              &hall->kit->report));
    hall->loop = loop_new(NULL, NULL, &hall->kit->report);
    hall->wire = wire_client(&hall->kit->report);
    for (unsigned i = 0; i < PAIRS; i++)
        pairs[i] = (Pair){.swords = {1, 1}};
    Audit audit = server_start();
    for (unsigned round = 0; round < rounds; round++) {
        char name[24];
        snprintf(name, sizeof name, "Newcomer %u", round);
        join_all(audit.port);
        if (round)
            check_traders();
        Client *newcomer = join(name, audit.port, true, NULL);
        const uint64_t before = registered;
        play_for(100 + chance(KILLED_BY));
        server_kill();
        const bool is_known = registered > before; /* after the first round: the newcomer */
        part_all();
        client_free(newcomer);
        audit = server_start();
        check_audit(&audit);
        newcomer = join(name, audit.port, false, NULL);
        if (round && is_known)
            HALL_UNTIL(client_world(newcomer));
        client_free(newcomer);
    }
    server_kill();
    check_store();
    assert_true(audit.coins_on_the_ground < COINS_AT_FIRST);
    print_message("%u rounds: %llu registrations and %llu trades were told as done, "
                  "%u coins were picked up\n",
                  rounds, (unsigned long long)registered, (unsigned long long)trades_done,
                  COINS_AT_FIRST - audit.coins_on_the_ground);
}

static int tear_down(void **state)
{
    part_all();
    server_kill();
    return hall_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
        killed_at_any_moment_it_keeps_what_it_has_told, hall_set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
