/* Saved games of earlier builds (tests/saves) load, and continue as they did then. */
#include "lib/cli.h"

#include "base/text.h"
#include "kit/jobs/files.h"

enum { SAVES_MIN = 8 };

static Bytes file_of(Cli *cli, const char *path)
{
    Bytes bytes;
    Report report = report_to(NULL, NULL);
    if (!file_load(path, &bytes, cli->arena, &report))
        fail_msg("cannot read %s", path);
    return bytes;
}

static void old_saves_continue_with_the_same_hashes(void **state)
{
    Cli *cli = *state;
    Text rest = text_of_bytes(file_of(cli, "tests/saves/hashes.txt")), line;
    size_t count = 0;
    cli_put(cli, "world.tng", file_of(cli, "tests/saves/world.tng"));
    while (text_line(&rest, &line)) {
        size_t blank = 0;
        if (!text_find(line, ' ', &blank))
            continue;
        const char *name = arena_text(cli->arena, text_slice(line, 0, blank)).at;
        const char *hash = arena_text(cli->arena, text_slice(line, blank + 1, line.size)).at;
        cli_put(cli, "old.sav",
                file_of(cli, arena_format(cli->arena, "tests/saves/%s.sav", name).at));
        assert_int_equal(sh(cli, "oisin check old.sav && oisin play world.tng --headless "
                                 "--home h --load old.sav --frames 600"),
                         0);
        if (!strstr(content(cli, "out"), hash))
            fail_msg("%s: expected world %s after 600 ticks, found %s", name, hash,
                     content(cli, "out"));
        count++;
    }
    assert_true(count >= SAVES_MIN);
}

/* Another build of the game: everything is found again by name. */
static void old_saves_are_migrated_to_another_build(void **state)
{
    Cli *cli = *state;
    static const char *const names[] = {"walk",  "dialog",   "market", "craft",
                                        "quest", "cutscene", "npcs",   "chat"};
    char *world = realpath("tests/scripts/world", NULL);
    assert_non_null(world);
    assert_int_equal(sh(cli,
                        "cp -r %s world && cp world/npcs/slime.npc world/npcs/aardvark.npc && "
                        "oisin build world -o other.tng",
                        world),
                     0);
    free(world);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        cli_put(cli, "old.sav",
                file_of(cli, arena_format(cli->arena, "tests/saves/%s.sav", names[i]).at));
        expect(cli, 0, "oisin play other.tng --headless --home h --load old.sav --frames 60");
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(old_saves_continue_with_the_same_hashes),
        TEST(old_saves_are_migrated_to_another_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
