/* Cases of an audit that lost or damaged files of the user. */
#include "lib/cli.h"
#include "lib/evil_res.h"

/* ---- folders with the name of a staging folder ---- */

static void user_folders_named_like_staging_folders_are_unchanged(void **state)
{
    static const char *const commands[] = {
        "oisin new mygame -q",
        "oisin unpack ../a.res -o . --force -q; oisin unpack ../a.res -o out -q",
        "oisin unpack ../game -o work --open -q && oisin unpack ../game -o work --open --force "
        "-q",
        "oisin unpack ../game -o work --open -q && mkdir packed && oisin pack work -o packed "
        "-q",
        "oisin unpack ../game -o work --open -q && oisin pack work -o . -q",
        "oisin convert ../a.res -o a.json -q",
        "oisin new mygame -q && oisin build mygame -o game.tng --launchers -q",
    };
    Cli *cli = *state;
    Kit *kit = kit_new();
    expect(cli, 0, "mkdir game");
    cli_put(cli, "a.res", small_res(kit));
    cli_put(cli, "game/a.res", small_res(kit));
    kit_free(kit);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        expect(
            cli, 0,
            "rm -rf w && mkdir -p w/.oisin.backup/old w/.oisin.before w/.oisin.a1b2c3 && cd w "
            "&& echo 'my only copy' > .oisin.backup/text && echo old > .oisin.backup/old/text "
            "&& echo mine > .oisin.before/text");
        expect(cli, 0, arena_format(cli->arena, "cd w && %s", commands[i]).at);
        expect(cli, 0,
               "cd w && grep -q 'my only copy' .oisin.backup/text && grep -q old "
               ".oisin.backup/old/text && grep -q mine .oisin.before/text && test -d "
               ".oisin.a1b2c3");
    }
}

/* ---- files that become shorter ---- */

/* 2 MB: such files are mapped. */
static Bytes large_res(Kit *kit)
{
    enum { SIZE = 500 << 10, COUNT = 4 };
    static const char *const names[] = {"one.bin", "two.bin", "three.txt", "four.bin"};
    Bytes contents[COUNT];
    uint32_t seed = 1;
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t *data = arena_alloc_raw(kit->arena, SIZE, 1);
        for (size_t k = 0; k < SIZE; k++) {
            seed = seed * 1664525 + 1013904223;
            data[k] = (uint8_t)('a' + (seed >> 24) % 26);
        }
        contents[i] = (Bytes){data, SIZE};
    }
    return res_of(kit, names, contents, COUNT);
}

/* While another program makes the file shorter again and again: success, or status 1 and a
 * message; never a signal. */
static void a_file_that_becomes_shorter_is_an_error_not_a_crash(void **state)
{
    static const char *const commands[] = {
        "oisin check big.res",
        "oisin unpack big.res -o made -q",
        "oisin unpack game -o made --open -q",
        "oisin convert big.res -o made.json -q",
        "oisin diff big.res good.res",
    };
    Cli *cli = *state;
    Kit *kit = kit_new();
    expect(cli, 0, "mkdir game");
    cli_put(cli, "good.res", large_res(kit));
    kit_free(kit);
    expect(
        cli, 0,
        "cp good.res big.res && ln good.res game/same.res && oisin unpack good.res -o good -q "
        "&& oisin convert good.res -o good.json -q");
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        expect(
            cli, 0,
            arena_format(
                cli->arena,
                "rm -f stop; cp good.res game/big.res; rm -f big.res; ln game/big.res big.res; "
                "while [ ! -e stop ]; do cat good.res > big.res; truncate -s 1000000 big.res; "
                "truncate -s 9000 big.res; done & writer=$!; bad=0; "
                "for i in $(seq 40); do rm -rf made made.json said; %s >said 2>&1; s=$?; "
                "if [ $s -gt %d ] || { [ $s -ne 0 ] && [ ! -s said ]; }; then bad=$s; cat "
                "said; "
                "fi; "
                "if [ $s -ne 0 ] && [ -e made -o -e made.json ]; then bad=written; fi; "
                "if [ $s -eq 0 ] && [ -e made/one.bin ]; then diff -r made good >&2 || "
                "bad=mixed; fi; "
                "if [ $s -eq 0 ] && [ -e made.json ]; then cmp made.json good.json || "
                "bad=mixed; "
                "fi; "
                "done; "
                "touch stop; wait $writer; echo \"bad: $bad\" >&2; test $bad = 0",
                commands[i], strstr(commands[i], "diff") ? 2 : 1)
                .at);
}

static void game_continues_when_its_file_is_replaced(void **state)
{
    Cli *cli = *state;
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
#define PLAY_GAME "play game.tng --headless --skip-menu --frames 500000 --home home --seed 1"
#define PLAY "oisin " PLAY_GAME
    /* It has read the game when it is replaced, however long that takes. */
    assert_int_equal(
        sh(cli,
           "oisin build %s/examples/segais -o large.tng --no-cache -q && oisin new "
           "mygame -q && oisin build mygame -o small.tng -q && cp large.tng game.tng "
           "&& test $(wc -c < large.tng) -gt 1000000 && " PLAY
           " --screenshot a.png --save a.sav",
           here),
        0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(
            sh(cli,
               "cat large.tng > game.tng; rm -rf home b.png b.sav; "
               "\"$program\" " PLAY_GAME " --screenshot b.png --save b.sav & p=$!; "
               "while kill -0 $p && test $(sed -n 's/rchar: //p' /proc/$p/io) -lt 1000000; do "
               "sleep 0.01; done; sleep 0.%u; cp small.tng game.tng; "
               "kill -0 $p && wait $p && cmp a.png b.png",
               1 + i),
            0);
}

/* ---- two runs at once ---- */

/* Half of them have the same names in all such archives. So many take a while to write. */
static Bytes many_members(Kit *kit, const char *folder, const char *text)
{
    enum { COUNT = 200 };
    const char *names[COUNT];
    Bytes contents[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = arena_format(kit->arena, "%s\\%03zu.bin", i % 2 ? "same" : folder, i).at;
        contents[i] = bytes_of_text(text_of(text));
    }
    return res_of(kit, names, contents, COUNT);
}

static void concurrent_unpacks_do_not_mix_files(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "a.res", many_members(kit, "hills", "one"));
    cli_put(cli, "b.res", many_members(kit, "lakes", "two"));
    kit_free(kit);
    expect(cli, 0, "oisin unpack a.res -o ra -q && oisin unpack b.res -o rb -q");
    for (unsigned i = 0; i < 40; i++) {
        const int status =
            sh(cli, "rm -rf o; oisin unpack a.res -o o -q 2>ea & a=$!; oisin unpack b.res -o o "
                    "-q 2>eb & "
                    "b=$!; wait $a; sa=$?; wait $b; sb=$?; echo \"$sa $sb\"; cat ea eb; "
                    "[ $sa = 0 ] || [ $sb = 0 ] || exit 2; [ $sa = 0 ] || [ -s ea ] || exit 3; "
                    "[ $sb = 0 ] || [ -s eb ] || exit 4; [ $sa = 0 ] && [ $sb = 0 ] && exit 5; "
                    "[ $sa = 0 ] && winner=ra || winner=rb; diff -r o $winner || exit 6; "
                    "[ -z \"$(ls -A | grep '^\\.oisin\\.')\" ] || exit 7");
        if (status)
            fail_msg("race %u: status %d: %s", i, status, content(cli, "out"));
    }
}

/* ---- outputs that are inputs ---- */

/* After the command everything is as before, and the message names what was not written. */
static void inputs_are_never_overwritten(void **state)
{
    static const struct {
        const char *before, *command;
    } cases[] = {
        {"true", "oisin build mygame -o mygame/maps/meadow.tmx"},
        {"true", "oisin build mygame -o mygame/config"},
        {"ln -s mygame/maps/meadow.tmx x.tng", "oisin build mygame -o x.tng"},
        {"ln mygame/maps/meadow.tmx x.tng", "oisin build mygame -o x.tng"},
        {"ln -s mygame same", "oisin build mygame -o same/maps/meadow.tmx"},
        {"ln -s mygame same", "oisin build same -o mygame/maps/meadow.tmx"},
        {"ln -s maps/meadow.tmx mygame/more.tng", "oisin build mygame -o mygame/more.tng"},
        {"true", "oisin pack mygame -o mygame/maps/meadow.tmx"},
        {"true", "oisin pack r -o r/ab"},
        {"true", "oisin pack r -o r/zone1/quest.reg"},
        {"true", "oisin pack r -o r/.oisin.json"},
        {"ln r/ab x.res", "oisin pack r -o x.res"},
        {"ln -s r/ab x.res", "oisin pack r -o x.res"},
        {"ln -s r/.oisin.json x.res", "oisin pack r -o x.res"},
        {"true", "oisin play g.tng --headless --skip-menu --frames 3 --save g.tng"},
        {"true", "oisin play g.tng --headless --skip-menu --frames 3 --record g.tng"},
        {"true", "oisin play g.tng --headless --skip-menu --frames 3 --screenshot g.tng"},
        {"true", "oisin play g.tng --headless --skip-menu --frames 3 --animation g.tng"},
        {"ln g.tng x", "oisin play g.tng --headless --skip-menu --frames 3 --save x"},
        {"ln -s g.tng x", "oisin play g.tng --headless --skip-menu --frames 3 --screenshot x"},
        {"true", "oisin play mygame --headless --skip-menu --frames 3 --save mygame/config"},
        {"true", "oisin play g.tng --headless --input i --record i"},
        {"true", "oisin play g.tng --headless --frames 3 --load s --screenshot s"},
    };
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "a.res", small_res(kit));
    kit_free(kit);
    expect(
        cli, 0,
        "mkdir start && cd start && oisin new mygame -q && oisin build mygame -o g.tng -q && "
        "oisin unpack ../a.res -o r -q && oisin play g.tng --headless --skip-menu --frames 3 "
        "--record i --save s");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int status =
            sh(cli,
               "rm -rf w was && cp -r start w && cd w && %s && cp -a ../w ../was && "
               "export HOME=$PWD/../home XDG_DATA_HOME=$PWD/../home "
               "XDG_CONFIG_HOME=$PWD/../home && %s",
               cases[i].before, cases[i].command);
        if (status != 1 ||
            !strstr(content(cli, "err"), "is an input and must not be overwritten"))
            fail_msg("%s: status %d: %s", cases[i].command, status, content(cli, "err"));
        expect(cli, 0, "diff -r --no-dereference was w");
    }
}

/* The first layout becomes CRS_AOI_f01.png, which the second one reads. */
static void input_that_is_read_later_is_not_overwritten(void **state)
{
    Cli *cli = *state;
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(sh(cli,
                        "mkdir w && cd w && cp %s/examples/sprites/CRS_AOI* . && "
                        "cp CRS_AOI_.lay CRS_AOI_f01_.lay && cp CRS_AOI.png CRS_AOI_f01.png && "
                        "cp -r ../w ../was",
                        here),
                     0);
    expect(cli, 1, "cd w && oisin convert CRS_AOI_.lay CRS_AOI_f01_.lay -o . --force");
    assert_non_null(
        strstr(content(cli, "err"), "CRS_AOI_f01.png is an input and must not be overwritten"));
    expect(cli, 0, "diff -r was w");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(user_folders_named_like_staging_folders_are_unchanged),
        TEST(a_file_that_becomes_shorter_is_an_error_not_a_crash),
        TEST(game_continues_when_its_file_is_replaced),
        TEST(concurrent_unpacks_do_not_mix_files),
        TEST(inputs_are_never_overwritten),
        TEST(input_that_is_read_later_is_not_overwritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
