/* What `oisin play --connect` keeps on the disk: game files of servers, their certificates. */
#include "lib/server_kit.h"

#include "cli/connect_command.h"

static Connect *connect_at(const char *folder)
{
    static UserFolders folders;
    Connect *connect = ARENA_ALLOC(hall->arena, Connect, 1);
    user_folders_open(&folders, folder, TEXT("games"), &hall->kit->report);
    assert_true(
        connect_open(connect, &folders, "[::1]:77", "Ann", hall->arena, &hall->kit->report));
    return connect;
}

static void downloads_are_cached_and_partial_ones_resume(void **state)
{
    (void)state;
    const char *folder = arena_format(hall->arena, "%s/home", hall->folder).at;
    const Bytes game = hall->file;
    PacketServerHello hello = {.size = game.size};
    for (size_t i = 0; i < 8; i++)
        hello.unique |= (uint64_t)game.data[48 + i] << 8 * i;
    Connect *connect = connect_at(folder);
    const ClientGames *games = &connect->server.games;
    assert_int_equal(connect->server.port, 77);
    assert_true(text_is(connect->server.host, "::1"));
    assert_int_equal(games->find(connect, &hello).size, 0);
    assert_int_equal(games->begun(connect, &hello), 0);
    assert_true(games->keep(connect, 0, bytes_slice(game, 0, 100), false));
    assert_false(games->keep(connect, 50, bytes_slice(game, 50, 100), false)); /* a gap */
    connect = connect_at(folder); /* the program was stopped */
    games = &connect->server.games;
    assert_int_equal(games->begun(connect, &hello), 100);
    assert_int_equal(games->find(connect, &hello).size, 0);
    assert_true(games->keep(connect, 100, bytes_slice(game, 100, game.size - 100), true));
    assert_int_equal(games->find(connect, &hello).size, game.size);
    /* Damaged, it is fetched again the next time. */
    connect = connect_at(folder);
    games = &connect->server.games;
    assert_int_equal(games->find(connect, &hello).size, game.size);
    const char *path = arena_format(hall->arena, "%s/games/%016llx.tng", folder,
                                    (unsigned long long)hello.unique)
                           .at;
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, (long)game.size - 3, SEEK_SET);
    fputc(game.data[game.size - 3] ^ 1, file);
    fclose(file);
    assert_int_equal(games->find(connect, &hello).size, 0);
    assert_int_equal(access(path, F_OK), -1);
    rmdir(arena_format(hall->arena, "%s/games", folder).at);
    rmdir(folder);
}

/* Bytes 48 to 55 of the file tell whether the server has another build. */
static void another_build_of_the_game_is_fetched(void **state)
{
    (void)state;
    const char *folder = arena_format(hall->arena, "%s/home", hall->folder).at;
    const Bytes game = hall->file;
    PacketServerHello hello = {.size = game.size};
    for (size_t i = 0; i < 8; i++)
        hello.unique |= (uint64_t)game.data[48 + i] << 8 * i;
    Connect *connect = connect_at(folder);
    const ClientGames *games = &connect->server.games;
    connect->given = game;
    assert_int_equal(games->find(connect, &hello).size, game.size);
    for (unsigned bit = 0; bit < 64; bit += 9) {
        PacketServerHello newer = hello;
        newer.unique ^= 1ull << bit;
        assert_int_equal(games->find(connect, &newer).size, 0);
    }
    rmdir(folder);
}

static void known_certificates_are_stored_in_a_file(void **state)
{
    (void)state;
    const char *folder = arena_format(hall->arena, "%s/home", hall->folder).at;
    const uint8_t shown[PIN_SIZE] = {1, 2, 3};
    uint8_t pin[PIN_SIZE];
    const Connect *connect = connect_at(folder);
    const PlayerServer *server = &connect->server;
    assert_int_equal(server->known(server->context, pin, &hall->kit->report), KNOWN_NOT);
    server->trust(server->context, shown);
    connect = connect_at(folder);
    server = &connect->server;
    assert_int_equal(server->known(server->context, pin, &hall->kit->report), KNOWN_PIN);
    assert_memory_equal(pin, shown, PIN_SIZE);
    unlink(connect->pins);
    rmdir(folder);
}

static int set_up(void **state)
{
    hall_set_up(state);
    hall_begin();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, hall_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(downloads_are_cached_and_partial_ones_resume),
        TEST(another_build_of_the_game_is_fetched),
        TEST(known_certificates_are_stored_in_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
