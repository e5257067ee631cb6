/* Servers, the database and the bus are killed, or servers stopped, in turn, at random moments,
 * while people register, trade, pick things up and go from map to map: what was acknowledged as
 * done is so afterwards, and nothing is there twice or missing.
 *
 * OISIN_KILL_ROUNDS: how often (5 without), OISIN_KILL_SEED: other moments. */
#include "lib/nats_kit.h"
#include "lib/postgres_kit.h"
#include "lib/traders_kit.h"

#include "server/store/store_export.h"

enum {
    SERVERS = 3,
    KILLED_BY = 2000, /* ms after all play */
    GOES_ON = 1500,   /* ms after that */
    LEASE = 1500,     /* ms */
    STARTS = 120,     /* s, on a busy machine */
};

typedef struct Process {
    pid_t pid;
    unsigned port;
} Process;

static Process servers[SERVERS];
static Nats nats;
static bool has_database;
static uint64_t crossings; /* also those who were looked for and found */

/* ---- servers in processes of their own ---- */

static _Noreturn void serve_until_killed(int to)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Server *server = server_new(&hall->options, &hall->kit->report);
    const unsigned port = server ? server_port(server) : 0;
    if (write(to, &port, sizeof port) != sizeof port || !server)
        _exit(3);
    while (!server_is_over(server))
        server_turn(server, 1000);
    const char *problem = server_problem(server);
    fprintf(stderr, "a server ended: %s\n", problem ? problem : "?");
    _exit(4);
}

/* The test has no threads: a fork is a whole server. */
static void server_start(Process *process)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    process->pid = fork();
    assert_true(process->pid >= 0);
    if (process->pid == 0)
        serve_until_killed(ends[1]);
    close(ends[1]);
    assert_int_equal(read(ends[0], &process->port, sizeof process->port), sizeof process->port);
    close(ends[0]);
    assert_true(process->port);
}

static void server_kill(Process *process)
{
    if (process->pid <= 0)
        return;
    kill(process->pid, SIGKILL);
    waitpid(process->pid, NULL, 0);
    process->pid = 0;
}

static void check_servers(void)
{
    for (unsigned i = 0; i < SERVERS; i++)
        if (servers[i].pid > 0 && waitpid(servers[i].pid, NULL, WNOHANG) == servers[i].pid) {
            servers[i].pid = 0;
            fail_msg("server %u has ended by itself", i);
        }
}

/* ---- what is in the store ---- */

static Store *open_store(void)
{
    StoreOptions wanted = {.reading = true};
    const TngHeader *header = &hall->game->file.header;
    wanted.game = tng_game_id(header);
    memcpy(wanted.unique, header->unique, sizeof wanted.unique);
    Store *store = store_open(hall->options.state, &wanted, &hall->kit->report);
    if (!store)
        fail_msg("%s", kit_message(hall->kit, 0));
    return store;
}

static uint32_t kept_swords(Store *store, unsigned trader)
{
    SavUser user = {0};
    StoreCharacter row = {.account = number_of(trader)};
    uint32_t count = 0;
    Arena *arena = arena_new();
    Report *report = &hall->kit->report;
    if (store_find(store, STORE_CHARACTER, "account", &row, arena, report) == STORE_FOUND &&
        row.user.size && store_user_read(row.user, &user, arena, report))
        for (uint32_t i = 0; i < user.entity.item_count; i++)
            if (user.entity.items[i].object == SWORD)
                count += user.entity.items[i].quantity;
    arena_free(arena);
    return count;
}

static bool swords_are_kept(Store *store)
{
    for (unsigned i = 0; i < TRADERS; i++)
        if (!client_world(traders[i].client) ||
            kept_swords(store, i) !=
                (uint32_t)world_count(local_context(client_world(traders[i].client)), SWORD))
            return false;
    return true;
}

/* What was exchanged and not told may still be on its way to the disk: before that nobody can
 * say what will have happened. */
static void wait_until_kept(void)
{
    Store *store = open_store();
    const time_t end = time(NULL) + STARTS;
    while (!swords_are_kept(store)) {
        loop_turn(hall->loop, 20);
        if (time(NULL) > end)
            fail_msg("what players have is not kept");
    }
    store_close(store);
}

typedef struct Audit {
    uint32_t players, swords, coins, coins_on_the_ground;
} Audit;

static void count_user(const SavUser *user, Audit *audit)
{
    if (!user->name_size || user->entity.map == SAV_NOWHERE)
        return;
    audit->players++;
    for (uint32_t i = 0; i < user->entity.item_count; i++) {
        const SavItem *item = &user->entity.items[i];
        audit->swords += item->object == SWORD ? item->quantity : 0;
        audit->coins += item->object == COIN ? item->quantity : 0;
    }
}

static Audit audit_store(void)
{
    Sav sav, read;
    Bytes file;
    TngFile game;
    ZoneMap zones;
    SaveNotes notes;
    Audit audit = {0};
    Report *report = &hall->kit->report;
    assert_true(tng_read(hall->file, &game, hall->arena, report));
    assert_true(zone_map(&game, false, &zones, hall->arena, report));
    Store *store = open_store();
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    store_close(store);
    assert_true(sav_read(file, &read, hall->arena, report));
    for (size_t i = 0; i < read.chunk_count; i++)
        if (read.chunks[i].type == SAV_USER)
            count_user(read.chunks[i].record, &audit);
    const WorldOptions shared = {.shared = true};
    World *world = world_load(&game, file, &shared, &notes, hall->arena, report);
    assert_non_null(world);
    for (uint32_t i = 0; world->maps[TOWN] && i < GAME_CELLS; i++)
        audit.coins_on_the_ground +=
            world->maps[TOWN]->cells[LAYER_OBJECTS * GAME_CELLS + i] == COIN;
    return audit;
}

/* Each saved state is whole: coins are in bags or on the ground, and each player has one sword
 * more or less than another has given. */
static void check_saved(unsigned round)
{
    const Audit audit = audit_store();
    const uint32_t coins = audit.coins + audit.coins_on_the_ground;
    const uint32_t wanted = audit.players * COINS_EACH + COINS_AT_FIRST;
    if (coins != wanted || audit.swords != audit.players)
        fail_msg("round %u: %u coins (%u on the ground) instead of %u, %u swords of %u players",
                 round, coins, audit.coins_on_the_ground, wanted, audit.swords, audit.players);
}

/* ---- a round ---- */

/* Who is stopped is taken for dead, and goes on with what it had in its hands. */
static void end_victim(unsigned victim, bool stops)
{
    if (victim < SERVERS && stops)
        kill(servers[victim].pid, SIGSTOP);
    else if (victim < SERVERS)
        server_kill(&servers[victim]);
    else if (victim == SERVERS && has_database)
        postgres_kill();
    else
        nats_kill(&nats);
}

static void bring_back(unsigned victim, bool stops)
{
    if (victim < SERVERS && stops)
        kill(servers[victim].pid, SIGCONT);
    else if (victim < SERVERS)
        server_start(&servers[victim]);
    else if (victim == SERVERS && has_database)
        postgres_restart();
    else
        assert_true(nats_start(&nats));
}

/* A server whose database has just been killed cannot read accounts. */
static bool is_refused(const Client *client)
{
    if (client_phase(client) != CLIENT_NAMELESS)
        return false;
    if (!text_is(client_status_text(client), "the server is busy; try again"))
        fail_msg("a login is refused: %s", client_status_text(client).at);
    return true;
}

static void join_spread(void)
{
    unsigned ports[TRADERS];
    for (unsigned i = 0; i < TRADERS; i++)
        ports[i] = servers[(i + chance(SERVERS)) % SERVERS].port;
    join_all(ports);
}

/* Until all play: lands may still be looking for a server. */
static void wait_for_all(void)
{
    const time_t end = time(NULL) + STARTS;
    while (!all_play()) {
        loop_turn(hall->loop, 5);
        check_servers();
        for (unsigned i = 0; i < TRADERS; i++)
            if (client_phase(traders[i].client) == CLIENT_OVER || /* the server was too busy */
                is_refused(traders[i].client)) {
                part_all();
                join_spread();
                break;
            }
        if (time(NULL) > end)
            fail_msg("not all play again");
    }
}

static void count_crossings(void)
{
    for (unsigned i = 0; i < TRADERS; i++) {
        const unsigned arrivals = client_arrivals(traders[i].client);
        crossings += arrivals ? arrivals - 1 : 0;
    }
}

static void kill_one(unsigned round)
{
    char name[24];
    snprintf(name, sizeof name, "Newcomer %u", round);
    join_spread();
    wait_for_all();
    if (round) {
        wait_until_kept();
        check_saved(round);
        check_traders();
    }
    const uint64_t before = registered;
    Client *newcomer = trader_join(name, servers[chance(SERVERS)].port, true, NULL);
    play_for(100 + chance(KILLED_BY));
    stride = round % 3 == 1 ? 40 : 10; /* far: through more doors */
    const unsigned victim = round % 2 ? SERVERS + chance(2) : chance(SERVERS);
    const bool stops = round % 4 == 2;
    end_victim(victim, stops);
    play_for(chance(stops ? 3 * LEASE : GOES_ON));
    bring_back(victim, stops);
    play_for(chance(GOES_ON));
    check_servers();
    const bool is_known = registered > before;
    count_crossings();
    part_all();
    client_free(newcomer);
    if (!is_known)
        return;
    newcomer = trader_join(name, servers[chance(SERVERS)].port, false, NULL);
    const time_t end = time(NULL) + STARTS;
    while (!client_world(newcomer)) {
        loop_turn(hall->loop, 5);
        if (is_refused(newcomer)) {
            client_free(newcomer);
            newcomer = trader_join(name, servers[chance(SERVERS)].port, false, NULL);
        }
        if (client_phase(newcomer) == CLIENT_OVER || time(NULL) > end)
            fail_msg("%s was acknowledged as registered: %s", name,
                     client_status_text(newcomer).at);
    }
    client_free(newcomer);
}

static void killed_servers_lose_no_acknowledged_data(void **state)
{
    Game *game = *state;
    char address[200];
    const unsigned rounds = kill_rounds();
    traders_game(game);
    game_object(game, DOOR, TNG_EVENT_TOUCH, "location(cave,8,8,so)");
    game_object(game, TREE, TNG_EVENT_TOUCH, "location(town,8,8,so)");
    for (unsigned i = 7; i < 10; i++)
        for (unsigned k = 6; k < 11; k += 4)
            game_put(game, TOWN, LAYER_OBJECTS, k, i, DOOR);
    for (unsigned i = 4; i < 13; i++)
        game_put(game, CAVE, LAYER_OBJECTS, i, 6, TREE);
    traders_begin();
    has_database = postgres_set_up();
    assert_true(nats_start(&nats));
    postgres_address(address, sizeof address, "", "oisin");
    hall->options.state =
        has_database ? address : arena_format(hall->arena, "%s/state.db", hall->folder).at;
    hall->options.bus = nats_address(&nats, "", hall->arena).at;
    hall->options.lease = LEASE;
    hall->options.game = hall->file;
    hall->options.identity = &hall->identity;
    hall->options.accounts = &hall->accounts;
    for (unsigned i = 0; i < SERVERS; i++)
        server_start(&servers[i]);
    for (unsigned round = 0; round < rounds; round++)
        kill_one(round);
    for (unsigned i = 0; i < SERVERS; i++)
        server_kill(&servers[i]);
    check_saved(rounds);
    const Audit audit = audit_store();
    assert_true(audit.players >= TRADERS);
    print_message("%u rounds: %llu registrations and %llu trades were acknowledged, "
                  "%u coins were picked up, worlds were changed %llu times\n",
                  rounds, (unsigned long long)registered, (unsigned long long)trades_done,
                  COINS_AT_FIRST - audit.coins_on_the_ground, (unsigned long long)crossings);
}

static int tear_down(void **state)
{
    part_all();
    for (unsigned i = 0; i < SERVERS; i++)
        server_kill(&servers[i]);
    nats_end(&nats);
    if (has_database)
        postgres_tear_down();
    return hall_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
        killed_servers_lose_no_acknowledged_data, hall_set_up, tear_down)};
    if (!nats_program()) {
        printf("skipped: there is no nats-server\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
