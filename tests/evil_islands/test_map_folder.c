/* A map of Evil Islands in loose files, as the input of commands and as what an image changes.
 */
#include "lib/cli.h"
#include "lib/evil_map.h"
#include "lib/fault_kit.h"

#include "evil_islands/maps/map_images.h"
#include "base/image/png_write.h"

/* The folder "map" with the loose files, zone1.mpr and its textures, heights.png unchanged,
 * and hill.png with one height of sector 1, 0 changed. */
static void make_map(Cli *cli)
{
    Kit *kit = kit_new();
    const EvilMap made = evil_map(3, 2, 512, kit->arena, &kit->report);
    MapNumbers numbers;
    expect(cli, 0, "mkdir map");
    cli_put(cli, "zone1.mpr", made.mpr);
    cli_put(cli, "map/zone1.MP", made.mp);
    for (unsigned i = 0; i < 6; i++)
        cli_put(cli, arena_format(kit->arena, "map/zone1%03u%03u.SEC", i % 3, i / 3).at,
                made.sectors[i]);
    for (unsigned i = 0; i < EVIL_MAP_TEXTURES; i++) {
        cli_put(cli, arena_format(kit->arena, "zone1%03u.mmp", i).at, made.textures[i]);
        cli_put(cli, arena_format(kit->arena, "map/ZONE1%03u.mmp", i).at, made.textures[i]);
    }
    ConversionJob job = {.path = TEXT("zone1.mpr"), .input = made.mpr};
    assert_true(map_to_picture(&job, kit->arena, &kit->report));
    cli_put(cli, "heights.png", job.output);
    assert_true(png_read_grey16(job.output, &numbers.items, &numbers.w, &numbers.h, kit->arena,
                                &kit->report));
    numbers.items[(numbers.h - 1 - 10) * numbers.w + 32 + 10] = 65000;
    cli_put(cli, "hill.png", png_write_grey16(numbers.items, numbers.w, numbers.h, kit->arena));
    kit_free(kit);
}

static int begin(void **state)
{
    const int status = cli_begin(state);
    if (!status)
        make_map(*state);
    return status;
}

static void folder_is_converted_like_the_archive(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "oisin convert zone1.mpr -o a/z.glb -q && oisin convert map -o b/z.glb -q && "
           "cmp a/z.glb b/z.glb");
    expect(cli, 0,
           "oisin convert zone1.mpr -o a/z.tmx -q && oisin convert map -o b/z.tmx -q && "
           "diff -r a b");
    expect(cli, 0, "oisin convert map -o z.png -q && cmp z.png heights.png");
    expect(cli, 0,
           "for as in tiles picture; do oisin convert zone1.mpr -o a.png -q --as $as && "
           "oisin convert map/ -o b.png -q --as $as && cmp a.png b.png || exit 1; done");
}

static void folder_is_probed_shown_and_checked(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin probe map >said && grep -q '^res  7 files' said");
    expect(cli, 0,
           "oisin show map >said && grep -q '\"name\": \"zone1.MP\"' said && "
           "grep -q '\"name\": \"zone1002001.SEC\"' said");
    expect(cli, 0, "oisin check map 2>said && grep -q '0 errors, 0 warnings' said");
    expect(cli, 0,
           "rm map/zone1002001.SEC && oisin check map 2>said && "
           "grep -q 'zone1.MP: warning: 1 of 6 sectors are missing' said");
    expect(cli, 0, "truncate -s 900 map/zone1000001.SEC");
    expect(cli, 1, "oisin check map 2>said");
    expect(cli, 0, "grep -q 'zone1000001.SEC' said");
}

static void wrong_folders_are_refused_in_one_line(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "cp -r map two && cp map/zone1.MP two/cave.mp");
    expect(cli, 1, "oisin convert two -o x.glb 2>said");
    expect(cli, 0,
           "grep -q 'two: 2 maps in the folder (cave.mp, zone1.MP)' said && "
           "test $(wc -l <said) = 1 && test ! -e x.glb");
    expect(cli, 0, "cp -r map case && cp map/zone1000000.SEC case/ZONE1000000.sec");
    expect(cli, 1, "oisin check case 2>said");
    expect(cli, 0, "grep -q 'case/zone1000000.SEC: the folder also has ZONE1000000.sec' said");
    expect(cli, 0, "mkdir bare && cp map/zone1.MP bare");
    expect(cli, 1, "oisin convert bare -o x.png 2>said");
    expect(cli, 0, "grep -q 'all of the 3 x 2 sectors are missing' said && test ! -e x.png");
    expect(cli, 2, "oisin convert heights.png hill.png --onto map -o map 2>said");
    expect(cli, 1, "oisin convert hill.png --onto two -o two 2>said");
    expect(cli, 0, "cmp two/zone1001000.SEC map/zone1001000.SEC");
}

static void heights_return_into_the_loose_files(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "cp -a map before && touch -d @1000000000 map/*");
    expect(cli, 0, "oisin convert heights.png --onto map -o map -q && diff -r map before");
    expect(cli, 0,
           "test -z \"$(find map -type f -newermt 2010-01-01)\""); /* none was written */
    expect(cli, 0,
           "oisin convert hill.png --onto map -o map -q && "
           "diff -rq map before >said; test $(wc -l <said) = 1 && "
           "grep -q 'map/zone1001000.SEC and before/zone1001000.SEC differ' said");
    expect(cli, 0, "test \"$(find map -type f -newermt 2010-01-01)\" = map/zone1001000.SEC");
    expect(cli, 0, "oisin convert map -o z.png -q && cmp z.png hill.png");
    expect(cli, 0, "test -z \"$(find . -name '.oisin*')\"");
}

static void another_folder_gets_the_whole_map(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "cp -a map before && oisin convert hill.png --onto map -o new/place -q && "
           "diff -r map before && test $(ls new/place | wc -l) = 7");
    expect(cli, 0,
           "oisin convert new/place -o z.png -q && cmp z.png hill.png && "
           "cmp new/place/zone1000000.SEC map/zone1000000.SEC");
    expect(cli, 0,
           "oisin convert hill.png --onto map -o z.mpr -q && "
           "oisin convert z.mpr -o z.png -q && cmp z.png hill.png");
}

/* All heights change, so all sectors are replaced, together. */
static void failing_calls_leave_old_or_new_sectors(void **state)
{
    static const char *const calls[] = {"open", "write", "fsync", "rename", "mkdir"};
    static const char *const ways[] = {"", "FAULT_KILL=1"};
    Cli *cli = *state;
    unsigned met = 0;
    expect(cli, 0,
           "oisin convert map -o t.png --as tiles -q && cp -a map old && cp -a map new && "
           "oisin convert hill.png --onto new -o new -q");
    for (unsigned i = 0; i < COUNT_OF(calls) * COUNT_OF(ways); i++)
        for (unsigned at = 1;; at++) {
            const int status =
                sh(cli,
                   "rm -rf w && cp -a old w && %s oisin convert hill.png "
                   "--onto w -o w -q",
                   fault_at(cli, calls[i / COUNT_OF(ways)], at, ways[i % COUNT_OF(ways)]));
            if (!fault_was_met(cli))
                break;
            met++;
            if (status) /* a killed run is undone by the next one; an empty folder may stay */
                sh(cli, "oisin convert zone1.mpr -o w/x.png -q; rm -f w/x.png; "
                        "find w -name '.oisin.*' -type d -empty -delete");
            if (sh(cli, "diff -r w old >d1 || diff -r w new >d2 || { cat d1 d2; false; }"))
                fail_msg("%s %u: %s", calls[i / COUNT_OF(ways)], at, content(cli, "out"));
            if (!status)
                expect(cli, 0, "diff -r w new");
        }
    assert_true(met > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, cli_end)
        TEST(folder_is_converted_like_the_archive),
        TEST(folder_is_probed_shown_and_checked),
        TEST(wrong_folders_are_refused_in_one_line),
        TEST(heights_return_into_the_loose_files),
        TEST(another_folder_gets_the_whole_map),
        TEST(failing_calls_leave_old_or_new_sectors),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
