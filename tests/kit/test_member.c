/* Archives of Evil Islands at the command line, and ARCHIVE/MEMBER where a command
 * takes a file. */
#include "lib/cli.h"

/* pack.res: zone1/zone1.mp, clip.anm with bones/hp, bones being an archive in it. */
static void make_archives(Cli *cli)
{
    assert_int_equal(
        sh(cli,
           "mkdir -p hips clip pack/zone1 && echo turn > hips/hp && echo bend > hips/bd && "
           "touch "
           "-d @972518400 hips/* && oisin pack hips -o clip/bones.res && touch -d @972518400 "
           "clip/* && oisin pack clip -o pack/clip.anm && echo land > pack/zone1/zone1.mp && "
           "echo b > pack/b && touch -d @972518400 pack/* pack/*/* && oisin pack pack -o "
           "pack.res"),
        0);
}

static void members_are_files_to_every_command_to_any_depth(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    static const char *const paths[] = {"pack.res/clip.anm/bones.res",
                                        "PACK.res/CLIP.anm/Bones.RES",
                                        "pack.res\\clip.anm\\bones.res"};
    assert_int_equal(sh(cli, "ln -s pack.res PACK.res"), 0);
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        assert_int_equal(sh(cli, "oisin probe '%s'", paths[i]), 0);
        assert_non_null(strstr(content(cli, "out"), "res  2 files"));
        assert_int_equal(sh(cli, "oisin check '%s'", paths[i]), 0);
        assert_int_equal(sh(cli, "oisin show '%s' | grep -q '\"name\": \"hp\"'", paths[i]), 0);
    }
    assert_int_equal(sh(cli, "oisin unpack pack.res/clip.anm/bones.res -o it && cmp it/hp "
                             "hips/hp && oisin convert pack.res/clip.anm -o clip.json && oisin "
                             "convert clip.json -o clip.anm && cmp clip.anm pack/clip.anm"),
                     0);
}

static void missing_member_is_reported_with_the_nearest_name(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    static const char *const cases[][2] = {
        {"pack.res/zone1/zone2.mp",
         "pack.res: no member zone1/zone2.mp; did you mean zone1/zone1.mp?"},
        {"pack.res/clip.anm/bones.res/hq",
         "pack.res/clip.anm/bones.res: no member hq; did you mean hp?"},
        {"pack.res/zone1", "pack.res: no member zone1\n"},
        {"pack.res/b/c", "pack.res/b: it is not an archive: it has no member c"},
        {"hips/hp/c", "hips/hp: it is not an archive"},
        {"hips/none/c", "hips/none/c: No such file"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(sh(cli, "oisin show %s", cases[i][0]), 1);
        if (!strstr(content(cli, "err"), cases[i][1]))
            fail_msg("%s: %s", cases[i][0], content(cli, "err"));
    }
}

/* The first name that fits was taken: x, which is not an archive. */
static void longest_name_of_a_member_is_taken(void **state)
{
    Cli *cli = *state;
    assert_int_equal(
        sh(cli,
           "mkdir in both && echo z > in/z && oisin pack in -o both/x_y.res && echo x > "
           "both/x && oisin pack both -o both.res && sed 's/x_y[.]res/x\\\\y.res/' both.res "
           "> odd.res"),
        0);
    assert_int_equal(sh(cli, "oisin probe odd.res/x/y.res"), 0);
    assert_non_null(strstr(content(cli, "out"), "res  1 file"));
    assert_int_equal(sh(cli, "oisin show odd.res/x/y.res/z"), 0);
    assert_string_equal(content(cli, "out"), "z\n");
}

static void nested_archives_survive_a_round_trip(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    assert_int_equal(sh(cli, "oisin unpack pack.res -o one && oisin pack one -o one.res && cmp "
                             "one.res pack.res && test $(stat -c %%Y one/b) = 972518400"),
                     0);
    assert_int_equal(sh(cli,
                        "oisin unpack pack.res -o all --recursive && cmp "
                        "all/clip.anm/bones.res/hp hips/hp && oisin pack all -o all.mpr && "
                        "cmp all.mpr pack.res && oisin pack all -o new.res --fresh && "
                        "cmp new.res pack.res"),
                     0);
    assert_int_equal(sh(cli, "cp pack/b pack/c && oisin pack pack -o small.mq --dedup && oisin "
                             "pack pack -o large.mq && test $(stat -c %%s small.mq) -lt $(stat "
                             "-c %%s large.mq) && oisin unpack small.mq -o few && cmp few/c "
                             "pack/b"),
                     0);
}

static void malicious_archive_leaves_no_files(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    assert_int_equal(sh(cli,
                        "sed 's/clip.anm/..\\\\xxxxx/' pack.res > bad.res; ls -A > before; "
                        "oisin unpack bad.res -o deep/dir --recursive"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "bad.res: invalid name \"..\\xxxxx\""));
    assert_int_equal(sh(cli, "ls -A | cmp - before"), 0);
}

/* Files that come from git have new times; what counts is whether they were edited. */
static void edited_member_gets_file_time_and_others_are_unchanged(void **state)
{
    Cli *cli = *state;
    make_archives(cli);
    assert_int_equal(sh(cli,
                        "oisin unpack pack.res -o all --recursive && find all -type f -exec "
                        "touch -d @1000000000 {} + && oisin pack all -o all.res && cmp all.res "
                        "pack.res"),
                     0);
    assert_int_equal(
        sh(cli, "echo B > all/b && touch -d @1111111111 all/b && echo bent > "
                "all/clip.anm/bones.res/bd && touch -d @1222222222 "
                "all/clip.anm/bones.res/bd && oisin pack all -o all.res && oisin unpack "
                "all.res -o new --recursive && stat -c '%%n %%Y' new/b new/zone1/zone1.mp "
                "new/clip.anm/bones.res/hp new/clip.anm/bones.res/bd"),
        0);
    assert_string_equal(content(cli, "out"), "new/b 1111111111\n"
                                             "new/zone1/zone1.mp 972518400\n"
                                             "new/clip.anm/bones.res/hp 972518400\n"
                                             "new/clip.anm/bones.res/bd 1222222222\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(members_are_files_to_every_command_to_any_depth,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(missing_member_is_reported_with_the_nearest_name,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(longest_name_of_a_member_is_taken, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(nested_archives_survive_a_round_trip, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(edited_member_gets_file_time_and_others_are_unchanged,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(malicious_archive_leaves_no_files, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
