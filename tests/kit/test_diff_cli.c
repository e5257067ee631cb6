/* `oisin diff` as a user runs it: lines, exit status, folders, members. */
#include "lib/cli.h"

/* pack.res and mod.res: b changed, zone1/old gone, zone1/new added, and in clip.anm, which
 * is an archive in it, hp changed. */
static void make_archives(Cli *cli)
{
    assert_int_equal(
        sh(cli,
           "mkdir -p clip pack/zone1 && echo turn > clip/hp && echo b > pack/b && echo old > "
           "pack/zone1/old && echo same > pack/same && touch -d @972518400 clip/* && oisin "
           "pack clip -o pack/clip.anm && touch -d @972518400 pack/* pack/*/* && oisin pack "
           "pack -o pack.res && cp -rp pack mod && echo bend > clip/hp && oisin pack clip -o "
           "mod/clip.anm && echo B > mod/b && rm mod/zone1/old && echo new > mod/zone1/new && "
           "oisin pack mod -o mod.res"),
        0);
}

static void exit_status_matches_diff(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    static const struct {
        const char *line;
        int status;
    } cases[] = {
        {"oisin diff pack.res pack.res", 0},
        {"oisin diff pack.res mod.res", 1},
        {"oisin diff pack pack", 0},
        {"oisin diff pack mod", 1},
        {"oisin diff pack.res/same mod.res/same", 0},
        {"oisin diff pack.res/b mod/b", 1},
        {"oisin diff pack.res nothing.res", 2},
        {"oisin diff nothing.res pack.res", 2},
        {"oisin diff pack.res pack", 2},
        {"oisin diff pack.res", 2},
        {"oisin diff pack.res mod.res more", 2},
        {"oisin diff pack.res mod.res --format none", 2},
        {"head -c 60 pack.res > cut.res; oisin diff pack.res cut.res", 2},
        {"oisin diff cut.res cut.res", 0}, /* the same bytes need not be understood */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int status = sh(cli, "%s", cases[i].line);
        if (status != cases[i].status)
            fail_msg("%s: %d: %s", cases[i].line, status, content(cli, "err"));
        if (status == 0 && *content(cli, "out"))
            fail_msg("%s: %s", cases[i].line, content(cli, "out"));
        if (status == 1 && !*content(cli, "out"))
            fail_msg("%s says nothing", cases[i].line);
        if (status == 2 && !*content(cli, "err"))
            fail_msg("%s gives no reason", cases[i].line);
    }
}

static void differences_are_printed_one_per_line_after_their_path(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    assert_int_equal(sh(cli, "oisin diff pack.res mod.res | LC_ALL=C sort"), 0);
    assert_string_equal(content(cli, "out"), "pack.res/b: line 1: \"b\" -> \"B\"\n"
                                             "pack.res/clip.anm/hp: line 1: \"turn\" -> "
                                             "\"bend\"\n"
                                             "pack.res: + zone1/new (4 bytes)\n"
                                             "pack.res: - zone1/old (4 bytes)\n");
}

static void folders_are_compared_by_their_files(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    assert_int_equal(sh(cli, "oisin diff pack mod"), 1);
    assert_string_equal(content(cli, "out"), "b: line 1: \"b\" -> \"B\"\n"
                                             "clip.anm/hp: line 1: \"turn\" -> \"bend\"\n"
                                             "zone1/new: + (4 bytes)\n"
                                             "zone1/old: - (4 bytes)\n");
    assert_string_equal(content(cli, "err"), "4 differences\n");
    assert_int_equal(sh(cli, "oisin diff pack mod --brief --quiet"), 1);
    assert_string_equal(content(cli, "out"), "b\nclip.anm/hp\nzone1/new\nzone1/old\n");
    assert_string_equal(content(cli, "err"), "");
}

/* One that is damaged does not hide what differs in the others. */
static void a_damaged_file_does_not_stop_the_others(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    assert_int_equal(sh(cli, "head -c 60 pack.res > pack/bad.res; head -c 61 pack.res > "
                             "mod/bad.res; oisin diff pack mod"),
                     2);
    assert_non_null(strstr(content(cli, "err"), "pack/bad.res: "));
    assert_non_null(strstr(content(cli, "out"), "bad.res: 60 -> 61 bytes"));
    assert_non_null(strstr(content(cli, "out"), "zone1/old: - (4 bytes)"));
}

static void games_are_compared_by_contents(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o 1.tng && sed -i "
                             "'s/Thank you/Thanks/' mygame/dialogs/welcome.dlg && oisin "
                             "build mygame -o 2.tng && oisin diff 1.tng 2.tng"),
                     1);
    assert_non_null(strstr(content(cli, "out"), "Thank you"));
    assert_non_null(strstr(content(cli, "out"), "1.tng: sections["));
}

static void output_to_pipe_has_no_colours(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    assert_int_equal(sh(cli, "oisin diff pack mod"), 1);
    assert_null(strchr(content(cli, "out"), 27));
    if (!has_tool("script"))
        skip();
    assert_int_equal(sh(cli, "script -qec \"$program diff pack mod\" /dev/null </dev/null"), 1);
    assert_non_null(strstr(content(cli, "out"), "\033[32mzone1/new: + (4 bytes)\033[0m"));
    assert_int_equal(
        sh(cli, "NO_COLOR=1 script -qec \"$program diff pack mod\" /dev/null </dev/null"), 1);
    assert_null(strchr(content(cli, "out"), 27));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(exit_status_matches_diff),
        TEST(differences_are_printed_one_per_line_after_their_path),
        TEST(folders_are_compared_by_their_files),
        TEST(a_damaged_file_does_not_stop_the_others),
        TEST(games_are_compared_by_contents),
        TEST(output_to_pipe_has_no_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
