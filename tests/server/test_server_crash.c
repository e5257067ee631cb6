/* The power goes while people register, trade and pick things up: what was acknowledged
 * is so afterwards, and nothing is there twice or missing.
 *
 * OISIN_KILL_ROUNDS: how often (5 without), OISIN_KILL_SEED: other moments. */
#include "lib/postgres_kit.h"
#include "lib/traders_kit.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { KILLED_BY = 2500 }; /* ms after the server has begun */

/* ---- a server in its own process ---- */

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
        .good = true, .port = server_port(server), .accounts = server_stats(server).accounts};
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
    hall->options.state = hall_state();
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

/* ---- a round ---- */

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
    if (hall_database)
        return;
    const char *path = arena_format(hall->arena, "%s/state.db", hall->folder).at;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    sqlite3_exec(database, "PRAGMA integrity_check", integrity, &good, NULL);
    sqlite3_close(database);
    assert_true(good);
}

static void killed_server_loses_no_acknowledged_data(void **state)
{
    const unsigned rounds = kill_rounds();
    traders_game(*state);
    traders_begin();
    Audit audit = server_start();
    for (unsigned round = 0; round < rounds; round++) {
        char name[24];
        snprintf(name, sizeof name, "Newcomer %u", round);
        const unsigned port = audit.port, ports[TRADERS] = {port, port, port, port};
        join_all(ports);
        if (round)
            check_traders();
        Client *newcomer = trader_join(name, audit.port, true, NULL);
        const uint64_t before = registered;
        play_for(100 + chance(KILLED_BY));
        server_kill();
        const bool is_known = registered > before; /* after the first round: the newcomer */
        part_all();
        client_free(newcomer);
        audit = server_start();
        check_audit(&audit);
        newcomer = trader_join(name, audit.port, false, NULL);
        if (round && is_known)
            HALL_UNTIL(client_world(newcomer));
        client_free(newcomer);
    }
    server_kill();
    check_store();
    print_message("%u rounds: %llu registrations and %llu trades were acknowledged, "
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
        killed_server_loses_no_acknowledged_data, hall_set_up, tear_down)};
    int failed = cmocka_run_group_tests_name("a file", tests, NULL, NULL);
    if (postgres_set_up()) {
        char address[200];
        postgres_address(address, sizeof address, "", "world");
        hall_database = address;
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, NULL, NULL);
        postgres_tear_down();
    }
    return failed;
}
