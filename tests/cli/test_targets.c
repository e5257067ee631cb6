/* `build --for`, the folders that players get, and the names by which the program is called. */
#include "lib/cli.h"

/* A project with an icon, the last sprite of its elements, in a folder as people have them; a
 * player for Windows, and a page without its player. */
static Cli *project(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "mkdir -p 'Gry Łukasza' tools page && cd 'Gry Łukasza' && oisin new wyspa -q && "
           "{ printf 'TirNanoG Elements\n'; for i in 1 2 3 4 5 6 7 8 9 10; do "
           "printf 'FFFFFFFF '; done; echo; for i in 1 2 3 4 5 6; do echo '. . 8 - 0'; done; "
           "echo '- - -'; for i in 1 2 3 4 5 6 7 8 9 10; do echo -; done; echo badge; } "
           "> wyspa/ui/elements.cfg && cp wyspa/tiles/*sign*.png wyspa/ui/badge_soo0.png && "
           "sed -i '2s/.*/Skarb na wyspie Łódź/' wyspa/config");
    expect(cli, 0,
           "printf MZplayer > tools/oisin-play.exe && echo terms > tools/licences.txt && "
           "for f in icon.png index.html manifest.webmanifest sw.js; do echo @TITLE@ > "
           "page/$f; done");
    return cli;
}

#define BUILD "OISIN_WINDOWS=$PWD/tools OISIN_WEB=$PWD/page oisin build "

static void each_target_is_a_folder(void **state)
{
    Cli *cli = project(state);
    expect(cli, 0, BUILD "'Gry Łukasza/wyspa' --for web,windows,linux -o 'na zewnątrz' -q");
    expect(cli, 0, "cd 'na zewnątrz' && find . -type f | LC_ALL=C sort");
    assert_string_equal(content(cli, "out"),
                        "./linux/README.txt\n./linux/wyspa.desktop\n./linux/wyspa.png\n"
                        "./linux/wyspa.tng\n./web/game.tng\n./web/icon.png\n./web/index.html\n"
                        "./web/manifest.webmanifest\n./web/sw.js\n./windows/licences.txt\n"
                        "./windows/wyspa.exe\n./windows/wyspa.ico\n./windows/wyspa.lnk\n"
                        "./windows/wyspa.tng\n");
    expect(cli, 0,
           "oisin build 'Gry Łukasza/wyspa' -o game.tng -q && cd 'na zewnątrz' && "
           "cmp windows/wyspa.tng ../game.tng && cmp linux/wyspa.tng ../game.tng && "
           "cmp web/game.tng ../game.tng && cmp windows/wyspa.exe ../tools/oisin-play.exe && "
           "cmp windows/licences.txt ../tools/licences.txt && test ! -e '../Gry "
           "Łukasza/wyspa/game.tng'");
    /* A game that was built before, and the old name of a target, give the same. */
    expect(cli, 0,
           BUILD "game.tng --for linux,windows,web -o again -q && "
                 "diff -r 'na zewnątrz' again && " BUILD "game.tng --web public -q && "
                 "diff -r public again/web");
}

/* The files of the page, with index.html at the root. */
static void the_page_for_itch_io_is_a_zip_file(void **state)
{
    Cli *cli = project(state);
    expect(cli, 0, BUILD "'Gry Łukasza/wyspa' --for web,itch -o made");
    assert_non_null(strstr(content(cli, "err"), "This file will be played in the browser"));
    expect(cli, 0, "find made/itch -type f");
    assert_string_equal(content(cli, "out"), "made/itch/wyspa.zip\n");
    expect(cli, 0,
           "test \"$(tail -c +31 made/itch/wyspa.zip | head -c 8)\" = game.tng && "
           "grep -aq index.html made/itch/wyspa.zip && "
           "! grep -aq /index.html made/itch/wyspa.zip");
    expect(cli, 0,
           BUILD "'Gry Łukasza/wyspa' --for itch -o again -q && "
                 "cmp made/itch/wyspa.zip again/itch/wyspa.zip");
}

/* An ID that Windows refuses as a name, and one by which the player would not find its game. */
static void unusable_ids_do_not_name_files(void **state)
{
    Cli *cli = project(state);
    expect(cli, 0,
           "oisin new aux -q && oisin new Oisin_gra -q && " BUILD
           "aux --for windows -o one -q && " BUILD "Oisin_gra --for windows -o two -q && "
           "cd one && find . -type f | LC_ALL=C sort && diff -q windows/game.exe "
           "../two/windows/game.exe");
    assert_string_equal(content(cli, "out"),
                        "./windows/game.exe\n./windows/game.lnk\n./windows/game.tng\n"
                        "./windows/licences.txt\n");
}

static void games_for_linux_are_programs(void **state)
{
    Cli *cli = project(state);
    expect(cli, 0,
           "umask 022 && oisin build 'Gry Łukasza/wyspa' --for linux -o made -q && cd "
           "made/linux && "
           "test \"$(stat -c %a wyspa.tng README.txt | tr '\\n' ' ')\" = '755 644 ' && "
           "grep -q '^Name=Skarb na wyspie Łódź$' wyspa.desktop && "
           "grep -q '^Icon=wyspa$' wyspa.desktop && grep -q '\"wyspa.tng\"$' wyspa.desktop");
    expect(cli, 0,
           "head -1 made/linux/README.txt && grep -q ' oisin play wyspa.tng$' "
           "made/linux/README.txt");
    assert_string_equal(content(cli, "out"), "Skarb na wyspie Łódź\n");
    /* What another group may not read, it may not run. */
    expect(cli, 0,
           "umask 077 && oisin build 'Gry Łukasza/wyspa' --for linux -o own -q && "
           "test $(stat -c %a own/linux/wyspa.tng) = 700");
}

/* Of the shortcut: the name, the program in its folder, and nothing after it. */
static void shortcuts_for_windows_start_the_game(void **state)
{
    Cli *cli = project(state);
    expect(cli, 0,
           BUILD "'Gry Łukasza/wyspa' --for windows -o made -q && cd made/windows && "
                 "tail -c +77 wyspa.lnk | iconv -f UTF-16LE -t UTF-8 | tr -d '\\000-\\037'");
    assert_string_equal(content(cli, "out"), "Skarb na wyspie Łódź.\\wyspa.exe");
    /* Flags: a name, a relative path, no arguments, UTF-16. */
    expect(cli, 0, "test $(od -An -j20 -N4 -tu4 made/windows/wyspa.lnk) = 140");
    /* An icon of one image with 32 bits: the PNG of the other targets. */
    expect(cli, 0,
           BUILD "'Gry Łukasza/wyspa' --for linux -o made -q && cd made && "
                 "tail -c +23 windows/wyspa.ico | cmp - linux/wyspa.png && "
                 "head -c 22 windows/wyspa.ico | od -An -v -tu1 | tr -s ' \\n' ' '");
    const char *head = content(cli, "out");
    assert_int_equal(strncmp(head, " 0 0 1 0 1 0 ", 13), 0);
    assert_non_null(strstr(head, " 0 0 1 0 32 0 "));
    expect(cli, 0,
           "test $(od -An -j14 -N4 -tu4 made/windows/wyspa.ico) = $(stat -c %s "
           "made/linux/wyspa.png)");
}

/* A wider image than an icon can be. */
static void large_icons_are_reduced_for_windows(void **state)
{
    Cli *cli = project(state);
    expect(
        cli, 0,
        "head -c 480018 /dev/zero | tr '\\0' '\\377' > rest && "
        "{ printf '\\000\\000\\002\\000\\000\\000\\000\\000\\000\\000\\000\\000\\220\\001"
        "\\054\\001\\040\\040'; head -c 480000 rest; } > big.tga && "
        "oisin convert big.tga -o 'Gry Łukasza/wyspa/ui/badge_soo0.png' -q && " BUILD
        "'Gry Łukasza/wyspa' --for windows,linux -o made -q && "
        "tail -c +23 made/windows/wyspa.ico > small.png && oisin probe small.png "
        "made/linux/wyspa.png && test $(od -An -j6 -N2 -tu2 made/windows/wyspa.ico) = 49152");
    assert_non_null(strstr(content(cli, "out"), "256 x 192 pixels"));
    assert_non_null(strstr(content(cli, "out"), "400 x 300 pixels"));
}

static void wrong_targets_are_refused_and_nothing_is_written(void **state)
{
    static const char *const lines[][2] = {
        {"build g --for linux,mac -o made", "--for: expected targets with commas, of web, "
                                            "windows, linux, itch; found \"linux,mac\"\n"},
        {"build g --for '' -o made", "found \"\"\n"},
        {"build g --for linux", "--for requires -o DIR\n"},
        {"build g --for linux --launchers -o made",
         "--launchers and --for cannot be combined\n"},
        {"build g --for linux --web made", "--web and --for cannot be combined\n"},
        {"build g --for linux --extension x -o made",
         "--extension and --for cannot be combined"},
        {"build g/game.tng --for linux --strip -o made",
         "--strip requires a project; g/game.tng"},
        {"build g/game.tng --web made -o x",
         "--output requires a project; g/game.tng is a game"},
    };
    Cli *cli = *state;
    expect(cli, 0, "oisin new g -q && oisin build g -q && mkdir none");
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        assert_int_equal(sh(cli, "oisin %s", lines[i][0]), 2);
        if (!strstr(content(cli, "err"), lines[i][1]))
            fail_msg("%s: %s", lines[i][0], content(cli, "err"));
    }
    expect(
        cli, 1,
        "cd none && HOME=$PWD OISIN_WINDOWS= oisin build ../g --for linux,windows -o ../made");
    assert_non_null(
        strstr(content(cli, "err"),
               "the player for Windows is not installed: put oisin-play.exe of a "
               "release for Windows beside oisin or into share/oisin/windows, or run "
               "`make windows` in the sources\n"));
    expect(cli, 1,
           "head -c 3000 g/game.tng > cut.tng; oisin build cut.tng --for linux -o made");
    expect(cli, 0, "test ! -e made");
}

/* As build --for windows makes it, here with the player of this system. */
static void a_player_with_the_name_of_a_game_plays_it(void **state)
{
    Cli *cli = *state;
    if (sh(cli, "cp \"$program-player\" wyspa 2>/dev/null || "
                "cp $(dirname \"$program\")/../libexec/oisin/oisin-player wyspa") != 0)
        skip(); /* a program without a player */
    expect(cli, 0,
           "oisin new gra -q && oisin build gra -o wyspa.tng -q && mkdir 'a b' && "
           "cp wyspa.tng 'a b/Żółw.tng' && cp wyspa 'a b/Żółw' && cp wyspa 'a b/Żaba'");
    expect(cli, 0, "cd / && \"$OLDPWD/wyspa\" --headless --home \"$OLDPWD\" --frames 3");
    assert_non_null(strstr(content(cli, "out"), "3 frames"));
    expect(cli, 0, "'a b/Żółw' --headless --home . --frames 3");
    assert_non_null(strstr(content(cli, "out"), "3 frames"));
    expect(cli, 2, "'a b/Żaba' --headless --home . --frames 3");
    expect(cli, 2,
           "cp wyspa Oisin-gra && cp wyspa.tng Oisin-gra.tng && ./Oisin-gra --headless");
}

static void the_program_is_called_by_names_of_the_documents(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "for name in tngp tnge tngs inny; do ln -s \"$program\" $name; done; "
           "oisin new gra -q && oisin build gra --for linux -o made -q");
    expect(cli, 0, "./tngp made/linux/gra.tng --headless --home . --frames 3");
    assert_non_null(strstr(content(cli, "out"), "3 frames"));
    expect(cli, 0, "./tnge --help | grep '^oisin edit '");
    expect(cli, 0, "PATH=$PWD:$PATH tngs --help");
    assert_int_equal(strncmp(content(cli, "out"), "oisin serve ", 12), 0);
    expect(cli, 0, "./inny version");
    assert_int_equal(strncmp(content(cli, "out"), "oisin ", 6), 0);
    /* The first line of a game names the player. */
    expect(cli, 0, "test \"$(head -c 16 made/linux/gra.tng)\" = '#!/usr/bin/tngp'");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_target_is_a_folder),
        TEST(the_page_for_itch_io_is_a_zip_file),
        TEST(unusable_ids_do_not_name_files),
        TEST(games_for_linux_are_programs),
        TEST(shortcuts_for_windows_start_the_game),
        TEST(large_icons_are_reduced_for_windows),
        TEST(wrong_targets_are_refused_and_nothing_is_written),
        TEST(a_player_with_the_name_of_a_game_plays_it),
        TEST(the_program_is_called_by_names_of_the_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
