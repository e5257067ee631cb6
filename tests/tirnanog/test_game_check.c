/* CRCs of game files, verified while the game is shown. */
#include "lib/folder_kit.h"
#include "lib/full_game.h"

#include "tirnanog/jobs/open_game.h"
#include "tirnanog/jobs/game_check.h"

#include <stdio.h>
#include <unistd.h>

static Kit *kit;
static char folder[FOLDER_SIZE];

static int set_up(void **state)
{
    (void)state;
    kit = kit_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}

static const char *write_game(const char *name, Bytes game, size_t damaged_at)
{
    const char *path = arena_format(kit->arena, "%s/%s", folder, name).at;
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(game.data, 1, game.size, out), game.size);
    if (damaged_at) {
        fseek(out, (long)damaged_at, SEEK_SET);
        fputc(game.data[damaged_at] ^ 1, out);
    }
    fclose(out);
    return path;
}

/* A game with zeros behind it and the right CRC, longer than the reader's portions. */
static Bytes large_game(size_t size)
{
    const Bytes game = full_game_bytes(kit, full_game_read(full_game_new(kit)));
    uint8_t *data = arena_alloc(kit->arena, size, 1);
    memcpy(data, game.data, game.size);
    const uint32_t crc = tng_crc((Bytes){data, size});
    for (unsigned i = 0; i < 4; i++)
        data[56 + i] = (uint8_t)(crc >> 8 * i);
    return (Bytes){data, size};
}

static void each_damaged_file_is_reported_once(void **state)
{
    (void)state;
    const size_t size = (5u << 20) + 12345;
    const Bytes game = large_game(size);
    const char *const paths[] = {folder,
                                 write_game("good.tng", game, 0),
                                 write_game("first.tng", game, 40),
                                 write_game("last.tng", game, size - 1),
                                 write_game("portion.tng", game, 1 << 20),
                                 write_game("text", BYTES('h', 'e', 'l', 'l', 'o'), 0),
                                 "/tmp/there is no such file"};
    GameCheck *check = game_check_begin(paths, COUNT_OF(paths), kit->arena);
    assert_non_null(check);
    game_check_wait(check);
    const char *found;
    bool reported;
    for (size_t i = 2; i < 5; i++) {
        assert_true(game_check_poll(check, &found, &reported));
        assert_string_equal(found, paths[i]);
        assert_true(reported); /* small: when it was loaded */
    }
    assert_false(game_check_poll(check, &found, &reported));
    game_check_end(check);
    for (size_t i = 1; i < 6; i++)
        remove_all(paths[i]);
}

static void large_file_is_not_reported_when_it_is_loaded(void **state)
{
    (void)state;
    const char *path = write_game("large.tng", large_game((size_t)GAME_VERIFY_MAX + 1), 70);
    GameCheck *check = game_check_begin(&path, 1, kit->arena);
    game_check_wait(check);
    const char *found;
    bool reported;
    assert_true(game_check_poll(check, &found, &reported));
    assert_false(reported);
    game_check_end(check);
    remove_all(path);
}

/* Also in the middle of a file. */
static void check_can_be_ended_at_any_time(void **state)
{
    (void)state;
    const char *path = write_game("large.tng", large_game((size_t)GAME_VERIFY_MAX), 70);
    for (unsigned i = 0; i < 20; i++) {
        GameCheck *check = game_check_begin(&path, 1, kit->arena);
        usleep(i * 500);
        game_check_end(check);
        const char *found;
        bool reported;
        game_check_poll(check, &found, &reported);
    }
    remove_all(path);
    const char *const only_folder[] = {folder};
    assert_null(game_check_begin(only_folder, 1, kit->arena));
    game_check_end(NULL);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_damaged_file_is_reported_once),
        TEST(large_file_is_not_reported_when_it_is_loaded),
        TEST(check_can_be_ended_at_any_time),
    };
    if (!make_temporary_folder(folder, "oisin-game-check"))
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_all(folder);
    return failed;
}
