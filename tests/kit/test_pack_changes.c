/* A file is edited while pack reads its folder: at each file that pack opens. */
#include "lib/cli.h"
#include "lib/fault_kit.h"

typedef struct Packing {
    const char *name, *setup, *pack, *edited;
    const char *output; /* what pack writes */
} Packing;

static const Packing packings[] = {
    {"a workspace",
     "oisin unpack game -o work --recursive --open -q && echo more >> work/a.res/ab.txt && "
     "echo more >> work/b.res/ba.txt && cp work/a.res/ab.txt work/a.res/new.txt",
     "oisin pack work -o game -q -j 1", "work/a.res/ab.txt", "game"},
    {"a workspace, a file that was not edited before",
     "oisin unpack game -o work --recursive --open -q && echo more >> work/a.res/ab.txt",
     "oisin pack work -o game -q -j 1", "work/b.res/ba.txt", "game"},
    {"an archive of a workspace",
     "oisin unpack game -o work --recursive --open -q && echo more >> work/a.res/ab.txt",
     "oisin pack work/a.res -o game/a.res -q -j 1", "work/a.res/ab.txt", "game"},
    {"a folder of an archive", "oisin unpack b.res -o work -q && cp work/ab work/new",
     "oisin pack work -o game/b.res -q -j 1", "work/ab", "game"},
};

/* It stops, or it has packed the whole file: before the edit, or after it. */
static void check_one(Cli *cli, const Packing *packing, unsigned at, unsigned *stopped)
{
    const int status =
        sh(cli, "%s %s",
           fault_at(cli, "load", at,
                    arena_format(cli->arena, "FAULT_EDIT=%s", packing->edited).at),
           packing->pack);
    if (status == 1) {
        *stopped += 1;
        if (!strstr(content(cli, "err"), packing->edited) ||
            !strstr(content(cli, "err"), "was changed while it was read") ||
            sh(cli, "diff -r before %s", packing->output))
            fail_msg("%s, file %u: %s%s", packing->name, at, content(cli, "err"),
                     content(cli, "out"));
        return;
    }
    if (status != 0 || (sh(cli, "diff -r clean %s", packing->output) &&
                        sh(cli, "cp -a %s once && %s && diff -r once %s", packing->output,
                           packing->pack, packing->output)))
        fail_msg("%s, file %u: status %d, it has packed a part of a file: %s%s", packing->name,
                 at, status, content(cli, "out"), content(cli, "err"));
}

/* Archives store the times of their members. */
static void begin(Cli *cli, const Packing *packing)
{
    if (sh(cli,
           "rm -rf work game before once && cp -a inputs game && %s && find work -type f "
           "-newer "
           "game.tng -exec touch -d @1500000000 {} + && cp -a %s before",
           packing->setup, packing->output))
        fail_msg("%s: %s", packing->name, content(cli, "err"));
}

static void file_that_changes_while_it_is_read_stops_pack(void **state)
{
    Cli *cli = *state;
    fault_inputs(cli);
    expect(cli, 0, "mv game inputs");
    for (size_t i = 0; i < COUNT_OF(packings); i++) {
        const Packing *packing = &packings[i];
        unsigned stopped = 0;
        begin(cli, packing);
        expect(cli, 0, packing->pack);
        assert_int_equal(sh(cli, "rm -rf clean && mv %s clean", packing->output), 0);
        for (unsigned at = 1;; at++) {
            begin(cli, packing);
            check_one(cli, packing, at, &stopped);
            if (!fault_was_met(cli))
                break;
        }
        print_message("%s: stopped %u times\n", packing->name, stopped);
        assert_true(stopped > 0);
    }
}

/* Recovery has put it there (base/output/output.h). */
static void older_file_after_a_kill_is_not_packed(void **state)
{
    Cli *cli = *state;
    fault_inputs(cli);
    expect(cli, 0,
           "oisin unpack b.res -o work -q && echo more >> work/ab && cp -a work clean && "
           "cp work/ab work/ab.before && mkdir work/zone.before2 && "
           "cp work/ab work/zone.before2/x");
    expect(cli, 0, "oisin pack clean -o clean.res -q && oisin pack work -o work.res");
    assert_non_null(strstr(content(cli, "err"), "work/ab.before: warning: not packed"));
    assert_non_null(strstr(content(cli, "err"), "work/zone.before2/x: warning: not packed"));
    expect(cli, 0, "cmp clean.res work.res");
    expect(cli, 0,
           "oisin unpack game -o open --open -q && cp open/a.res/ab.txt "
           "open/a.res/ab.txt.before && cp -r open/b.res open/b.res.before && "
           "cp -a game was");
    expect(cli, 0, "oisin pack open -o game && diff -r was game");
    assert_non_null(
        strstr(content(cli, "err"), "open/a.res/ab.txt.before: warning: not packed"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {TEST(file_that_changes_while_it_is_read_stops_pack),
                                       TEST(older_file_after_a_kill_is_not_packed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
