/* convert into a folder replaces what it has written there itself, and nothing else. */
#include "lib/cli.h"
#include "lib/fault_kit.h"

#define NO_CHANGE "diff -r before csv"

static void convert_once(Cli *cli)
{
    fault_inputs(cli);
    expect(cli, 0,
           "oisin convert items.idb -o csv -q && cp items.idb other.idb && "
           "oisin convert csv -o same.idb -q && cmp items.idb same.idb");
}

static void edited_file_is_replaced_only_with_force(void **state)
{
    Cli *cli = *state;
    convert_once(cli);
    expect(cli, 0, "echo 'an hour of my work' >> csv/weapons.csv && cp -a csv before");
    expect(cli, 1, "oisin convert items.idb -o csv -q");
    assert_string_equal(content(cli, "err"),
                        "csv/weapons.csv was changed since it was converted, and is "
                        "not replaced (--force replaces it)\n");
    expect(cli, 0, NO_CHANGE);
    expect(cli, 0,
           "oisin convert items.idb -o csv --force -q && ! grep -q hour csv/weapons.csv");
    expect(cli, 0, "oisin convert items.idb -o csv/ -q");
}

static void file_of_the_user_is_replaced_only_with_force(void **state)
{
    Cli *cli = *state;
    fault_inputs(cli);
    expect(cli, 0, "mkdir csv && echo mine > csv/weapons.csv && cp -a csv before");
    expect(cli, 1, "oisin convert items.idb -o csv -q");
    assert_non_null(strstr(content(cli, "err"), "csv/weapons.csv already exists, and is not "));
    expect(cli, 0, NO_CHANGE);
    expect(cli, 0,
           "oisin convert items.idb -o csv --force -q && ! grep -q mine csv/weapons.csv");
}

/* The input has changed, the output has not. */
static void own_files_are_replaced(void **state)
{
    Cli *cli = *state;
    convert_once(cli);
    expect(cli, 0,
           "cp -a csv changed && rm -r changed/.oisin && "
           "sed -i '4s/^[^,]*,/renamed,/' changed/weapons.csv && ! diff -q changed csv && "
           "oisin convert changed -o items.idb -q");
    expect(cli, 0, "oisin convert items.idb -o csv -q && diff -r -x .oisin changed csv");
    expect(cli, 0, "oisin convert other.idb -o csv -q && ! diff -r -x .oisin changed csv");
}

/* Files that are the same are not in the way: a folder of an earlier version has no record. */
static void equal_files_need_no_record(void **state)
{
    Cli *cli = *state;
    convert_once(cli);
    expect(cli, 0, "rm -r csv/.oisin && oisin convert items.idb -o csv -q");
    expect(cli, 0,
           "printf 'broken\\n' > csv/.oisin/converted && oisin convert items.idb -o csv -q");
    expect(cli, 0, "test $(wc -l < csv/.oisin/converted) = $(ls csv | wc -l)");
}

/* Of several inputs all are written, or none. */
static void one_refused_file_stops_all_inputs(void **state)
{
    Cli *cli = *state;
    convert_once(cli);
    expect(cli, 0, "cp CRS_AOI_.lay CRS_BOB_.lay && cp CRS_AOI.png CRS_BOB.png");
    expect(cli, 0, "oisin convert CRS_AOI_.lay -o csv --frames first -q");
    expect(cli, 0, "set -- csv/CRS_AOI*.png && echo x >> $1 && cp -a csv before");
    expect(cli, 1, "oisin convert CRS_BOB_.lay CRS_AOI_.lay -o csv --frames all -q");
    expect(cli, 0, NO_CHANGE);
    expect(cli, 0,
           "oisin convert CRS_BOB_.lay -o csv --frames first -q && ls csv/CRS_BOB*.png");
}

/* A file is named, not a folder: it is replaced, as by other programs. */
static void named_file_is_replaced(void **state)
{
    Cli *cli = *state;
    fault_inputs(cli);
    expect(cli, 0,
           "echo old > a.json && oisin convert a.res -o a.json -q && grep -q res a.json");
    expect(cli, 0, "test ! -e .oisin");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(edited_file_is_replaced_only_with_force),
        TEST(file_of_the_user_is_replaced_only_with_force),
        TEST(own_files_are_replaced),
        TEST(equal_files_need_no_record),
        TEST(one_refused_file_stops_all_inputs),
        TEST(named_file_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
