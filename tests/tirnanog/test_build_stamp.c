/* A build of files that have not changed since the last one: tirnanog/jobs/build_stamp.h. */
#include "lib/cli.h"

#include "tirnanog/jobs/build_stamp.h"
#include "kit/jobs/disk_cache.h"
#include "tirnanog/jobs/project_files.h"

#include <fcntl.h>
#include <stdlib.h>

typedef struct Looked {
    BuildStamp stamp;
    bool matches;
    size_t size;
} Looked;

static Kit *kit;
static DiskCache disk;

static int set_up(void **state)
{
    cli_begin(state);
    Cli *cli = *state;
    kit = kit_new();
    setenv("XDG_CACHE_HOME", arena_format(cli->arena, "%s/cache", cli->folder).at, 1);
    expect(cli, 0, "oisin new g -q && oisin build g -q && rm -rf cache");
    assert_non_null(disk_cache_open(&disk));
    return 0;
}

static int tear_down(void **state)
{
    kit_free(kit);
    return cli_end(state);
}

static const char *game_of(Cli *cli)
{
    return arena_format(cli->arena, "%s/g/game.tng", cli->folder).at;
}

static Looked look_with(Cli *cli, const BuildOptions *options)
{
    FolderList list;
    Looked out = {0};
    const char *folder = arena_format(cli->arena, "%s/g", cli->folder).at;
    assert_true(project_list_files(folder, &list, cli->arena, &kit->report));
    out.stamp = build_stamp(folder, game_of(cli), options, &list, cli->arena);
    out.matches =
        build_stamp_matches(&out.stamp, &disk.cache, game_of(cli), &out.size, cli->arena);
    return out;
}

static Looked look(Cli *cli) { return look_with(cli, &(BuildOptions){0}); }

static void keep_output(Cli *cli, const BuildStamp *stamp)
{
    Bytes bytes;
    assert_true(file_load(game_of(cli), &bytes, cli->arena, &kit->report));
    const TngOutput game = {&bytes, 1, bytes.size};
    build_stamp_keep(stamp, &disk.cache, game_of(cli), &game);
}

/* Until the clock of the file system has gone on. */
static void keep(Cli *cli)
{
    Looked looked;
    while (looked = look(cli), !looked.stamp.settled)
        usleep(1000);
    keep_output(cli, &looked.stamp);
    looked = look(cli);
    assert_true(looked.matches);
    assert_true(looked.size > 1000);
}

static void each_change_of_the_files_is_seen(void **state)
{
    static const char *const changes[] = {
        "printf x >> g/config",
        /* The same size and time of writing. */
        "cp -p g/config old; sed -i s/A/B/ g/config; touch -r old g/config",
        "touch g/config",
        "cp -p g/config g/other; mv g/other g/config",
        "echo > g/objects/new.obj",
        "mkdir -p g/notes; echo > g/notes/a.txt",
        "rm $(ls g/*/* | head -1)",
        "mv g/config g/config2; mv g/config2 g/config; chmod 600 g/config",
        "ln -s config g/linked",
        "rm g/game.tng",
        "printf x >> g/game.tng",
        "touch -d 2001-01-01 g/game.tng",
        "cp g/game.tng g/new; mv g/new g/game.tng",
    };
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        expect(cli, 0, "rm -rf g; oisin new g -q && oisin build g -q");
        keep(cli);
        expect(cli, 0, changes[i]);
        if (look(cli).matches)
            fail_msg("not seen: %s", changes[i]);
    }
}

static void options_are_part_of_it(void **state)
{
    Cli *cli = *state;
    keep(cli);
    assert_false(look_with(cli, &(BuildOptions){.strip = true}).matches);
    assert_false(look_with(cli, &(BuildOptions){.optimise = true}).matches);
    assert_false(look_with(cli, &(BuildOptions){.automap = true}).matches);
    assert_false(look_with(cli, &(BuildOptions){.draft = true}).matches);
    assert_false(look_with(cli, &(BuildOptions){.extension = TEXT("winter")}).matches);
    assert_true(look(cli).matches);
}

/* Another program has written the output since. */
static void another_game_in_the_output_is_not_kept(void **state)
{
    Cli *cli = *state;
    Looked looked;
    while (looked = look(cli), !looked.stamp.settled)
        usleep(1000);
    Bytes other = bytes_of_text(TEXT("not what is in the file"));
    build_stamp_keep(&looked.stamp, &disk.cache, game_of(cli),
                     &(TngOutput){&other, 1, other.size});
    assert_false(look(cli).matches);
}

/* What else is in the folder has nothing to do with it. */
static void hidden_files_do_not_count(void **state)
{
    Cli *cli = *state;
    keep(cli);
    expect(cli, 0,
           "mkdir g/.git; echo > g/.git/index; echo > g/.gitignore; echo > g/other.tng");
    assert_true(look(cli).matches);
}

/* A file that was changed in the tick in which it was looked at may change again in it. */
static void a_file_that_has_just_changed_is_not_trusted(void **state)
{
    Cli *cli = *state;
    const int64_t second = 1000000000;
    FolderList list;
    const char *folder = arena_format(cli->arena, "%s/g", cli->folder).at;
    keep(cli);
    assert_true(project_list_files(folder, &list, cli->arena, &kit->report));
    list.items[3].status.changed = list.start;
    const BuildStamp stamp =
        build_stamp(folder, game_of(cli), &(BuildOptions){0}, &list, cli->arena);
    assert_false(stamp.settled);
    keep_output(cli, &stamp);
    size_t size;
    assert_false(build_stamp_matches(&stamp, &disk.cache, game_of(cli), &size, cli->arena));
    /* A file system that counts whole seconds. */
    list.items[3].status.changed = (list.start / second - 2) * second;
    assert_false(
        build_stamp(folder, game_of(cli), &(BuildOptions){0}, &list, cli->arena).settled);
    list.items[3].status.changed = (list.start / second - 9) * second;
    assert_true(
        build_stamp(folder, game_of(cli), &(BuildOptions){0}, &list, cli->arena).settled);
}

/* Without changes, the game stays unchanged; but warnings are reported by each build. */
static void unchanged_project_is_not_rebuilt(void **state)
{
    Cli *cli = *state;
    static const char wanted[] = "g/lang/de.po:6: warning: the game has no text";
    expect(cli, 0,
           "sleep 0.1; oisin build g -q; sleep 0.1; stat -c %y%i g/game.tng > before; "
           "sleep 0.1; oisin build g; cat err >&2; stat -c %y%i g/game.tng | cmp - before");
    assert_non_null(strstr(content(cli, "err"), "g/game.tng: "));
    expect(cli, 0,
           "mkdir -p g/lang; printf '# TirNanoG Translation\\n\\nmsgid \"de\"\\nmsgstr "
           "\"Deutsch\"\\n\\nmsgid \"Hello\"\\nmsgstr \"a\"\\n' > g/lang/de.po; sleep 0.1");
    for (unsigned i = 0; i < 2; i++) {
        expect(cli, 0, "oisin build g");
        if (!strstr(content(cli, "err"), wanted))
            fail_msg("%s", content(cli, "err"));
    }
}

/* The same contents in other bytes; results of one kind are never taken for the other. */
static void a_draft_is_the_same_game_compressed_less(void **state)
{
    Cli *cli = *state;
    const char *program = "cp -r $(dirname \"$program\")/../../examples/segais s && ";
    if (sh(cli, "%s true", program) != 0)
        skip(); /* an installed program without the sources */
    expect(cli, 0, "oisin build s --no-cache -o s/final.tng -q");
    expect(cli, 0,
           "oisin build s --draft -q && oisin build s --draft -o s/second.tng --no-cache -q");
    expect(cli, 0, "cmp s/game.tng s/second.tng; ! cmp -s s/game.tng s/final.tng");
    expect(cli, 0, "test $(stat -c %s s/game.tng) -gt $(stat -c %s s/final.tng)");
    expect(cli, 0,
           "oisin unpack s/game.tng -o one -q && oisin unpack s/final.tng -o two -q && "
           "diff -r one two");
    expect(cli, 0, "oisin build s -q && cmp s/game.tng s/final.tng");
    expect(cli, 2, "oisin build s/game.tng --draft --web page");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_change_of_the_files_is_seen),
        TEST(options_are_part_of_it),
        TEST(another_game_in_the_output_is_not_kept),
        TEST(hidden_files_do_not_count),
        TEST(a_file_that_has_just_changed_is_not_trusted),
        TEST(unchanged_project_is_not_rebuilt),
        TEST(a_draft_is_the_same_game_compressed_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
