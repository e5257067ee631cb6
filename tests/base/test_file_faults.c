/* Each file operation of each command that writes fails once, and is killed once: the old files
 * are there or the new ones, never neither, never mixed, and nothing of the user's is gone. */
#include "lib/cli.h"
#include "lib/fault_kit.h"

static const char *const operations[] = {"open", "write", "fsync", "rename", "mkdir"};

/* `old` is the folder before. `command` turns it into `new`. `other` fails or changes nothing,
 * but stages files in the same folder, so it puts back what a killed run left. */
typedef struct Scenario {
    const char *name, *setup, *command, *other;
    const char *ignored; /* a file that both states may have: a history */
} Scenario;

#define TOUCH(folder)                                                                          \
    "oisin convert ../game/quest.reg -o " folder "/zz.ini -q; rm -f " folder "/zz.ini"

/* Grass below grass becomes moss. */
#define RULE                                                                                   \
    "cp mygame/tiles/grass_soo0.png mygame/tiles/moss_soo0.png && "                            \
    "printf 'TirNanoG TileRule\n- grass - - grass - - - -\n' > mygame/tiles/moss.til"

static const Scenario scenarios[] = {
    {"unpack --force of an archive",
     "oisin unpack ../a.res -o out && echo mine > out/notes && echo edit >> out/ab && "
     "mkdir -p out/.git out/deep/er && echo history > out/.git/HEAD && "
     "echo x > out/deep/er/y && mkdir .oisin.backup && echo mine > .oisin.backup/text && "
     "cp -r .oisin.backup .oisin.before",
     "oisin unpack ../b.res -o out --force -q", "oisin unpack ../cut.res -o out --force -q",
     "-"},
    {"unpack --force of a game",
     "mkdir p && cp -r ../project/mygame p && mkdir p/mygame/.git && "
     "echo h > p/mygame/.git/HEAD && echo edit > p/mygame/notes.txt && rm -r p/mygame/maps",
     "oisin unpack ../game.tng -o p --force -q", TOUCH("p/mygame"), "-"},
    {"unpack into a new folder", "echo mine > other", "oisin unpack ../a.res -o x/y/out -q",
     TOUCH("."), "-"},
    {"unpack --open into an empty folder", "mkdir work",
     "oisin unpack ../game -o work --open -q -j 1", TOUCH("work"), "-"},
    {"pack of a workspace",
     "cp -r ../game game && oisin unpack game -o work --recursive --open -q && "
     "echo more >> work/a.res/ab.txt && echo more >> work/b.res/ba.txt && cp ../a.res "
     "work/new.bin && "
     "rm game/loose.txt && echo mine > game/save.dat",
     "oisin pack work -o game -q", TOUCH("game") "; oisin pack work -o game --dry-run -q",
     "packed.json"},
    {"build with launchers",
     "cp -r ../project/mygame . && echo old > mygame/game.tng && "
     "echo old > mygame/mygame.lnk && echo old > mygame/mygame.desktop",
     "oisin build mygame --launchers --no-cache -q", TOUCH("mygame"), "-"},
    {"maps sync", "cp -r ../project/mygame . && " RULE, "oisin maps sync mygame -q",
     TOUCH("mygame/maps"), "-"},
    {"maps paint",
     "cp -r ../project/mygame . && " RULE " && cp mygame/maps/meadow.tmx mygame/maps/field.tmx "
     "&& oisin maps sync mygame -q",
     "oisin maps paint mygame -q", TOUCH("mygame/maps"), "-"},
    {"pack of an archive", "cp ../a.res out.res && oisin unpack ../b.res -o r -q",
     "oisin pack r -o out.res -q", TOUCH("."), "-"},
    {"convert of a database to a folder",
     "oisin convert ../items.idb -o csv && echo edit >> csv/weapons.csv && echo mine > "
     "csv/notes",
     "oisin convert ../items.idb -o csv --force -q", TOUCH("csv"), "-"},
    {"pack of a layout",
     "oisin convert ../CRS_AOI_.lay -o poses --frames all -q && echo old > X_.lay && "
     "echo old > X.png",
     "oisin pack poses -o X_.lay -q", TOUCH("."), "-"},
    {"saving a game", "oisin play ../game.tng --headless --frames 3 --save s.sav",
     "oisin play ../game.tng --headless --skip-menu --frames 9 --save s.sav -q", TOUCH("."),
     "-"},
};

static bool is(Cli *cli, const char *state, const char *ignored)
{
    return sh(cli, "diff -r -x '%s' %s w", ignored, state) == 0;
}

/* Whether there was such a call. */
static bool run_with_fault(Cli *cli, const Scenario *scenario, const char *operation,
                           unsigned at, const char *more, int *status)
{
    *status = sh(cli, "exec 2>err1; rm -rf w && cp -a old w && cd w && %s %s",
                 fault_at(cli, operation, at, more), scenario->command);
    return fault_was_met(cli);
}

/* A path in a folder `.oisin.XXXXXX`, of which users know nothing. */
static bool names_staging(const char *message)
{
    for (const char *at = message; (at = strstr(at, ".oisin.")); at++)
        if (strcspn(at, "/") == strlen(".oisin.XXXXXX"))
            return true;
    return false;
}

static void check_fault(Cli *cli, const Scenario *scenario, const char *operation, unsigned at,
                        const char *more, int status)
{
    if (status && names_staging(content(cli, "err1")))
        fail_msg("%s: %s %u fails (%s): the message names a staging folder: %s", scenario->name,
                 operation, at, more, content(cli, "err1"));
    const bool old = is(cli, "old", scenario->ignored);
    if (status == 0 ? is(cli, "new", scenario->ignored) : old)
        return;
    sh(cli, "diff -r %s w | head -8; ls -lA w; cat err1", status == 0 ? "new" : "old");
    fail_msg("%s: %s %u fails (%s), status %d: %s", scenario->name, operation, at, more, status,
             content(cli, "out"));
}

/* Of a killed run empty folders may stay: a staging folder without its marker yet, which is not
 * known as ours, and folders on the way to a new one. */
static const char clean[] = "find w -name '.oisin.*' -type d -empty -delete; "
                            "rmdir w/x/y w/x 2>/dev/null";

static void check_kill(Cli *cli, const Scenario *scenario, const char *operation, unsigned at,
                       const char *more)
{
    int status;
    sh(cli, "cd w && %s", scenario->other);
    sh(cli, "%s", clean);
    if (!is(cli, "old", scenario->ignored) && !is(cli, "new", scenario->ignored)) {
        sh(cli, "diff -r old w | head -9; diff -r new w | head -9; find w; cat err");
        fail_msg("%s: killed at %s %u (%s), then \"%s\": %s", scenario->name, operation, at,
                 more, scenario->other, content(cli, "out"));
    }
    /* Not of a copy: the journal has the numbers of inodes. */
    assert_true(run_with_fault(cli, scenario, operation, at, more, &status));
    status = sh(cli, "cd w && %s", scenario->command);
    sh(cli, "%s", clean);
    if (!is(cli, "new", scenario->ignored)) { /* a new folder that was complete is refused */
        sh(cli, "diff -r new w");
        fail_msg("%s: killed at %s %u (%s), then again: status %d: %s", scenario->name,
                 operation, at, more, status, content(cli, "out"));
    }
}

/* The run that puts things back is killed as well, at each of its renames; the one after it
 * ends the work, and nothing of either stays. */
static void check_kill_again(Cli *cli, const Scenario *scenario, unsigned at, const char *more)
{
    const unsigned most = fault_few() ? 1 : 3;
    if (!fault_all() && !strstr(more, "FAULT_NO_EXCHANGE")) /* then undoing is one rename */
        return;
    for (unsigned again = 1; fault_all() || again <= most; again++) {
        int status;
        assert_true(run_with_fault(cli, scenario, "rename", at, more, &status));
        sh(cli, "cd w && %s %s", fault_at(cli, "rename", again, more), scenario->other);
        const bool killed = fault_was_met(cli);
        sh(cli, "cd w && %s", scenario->other);
        sh(cli, "%s", clean);
        if (!is(cli, "old", scenario->ignored) && !is(cli, "new", scenario->ignored)) {
            sh(cli, "diff -r old w | head -9; diff -r new w | head -9; find w; cat err");
            fail_msg("%s: killed at rename %u (%s), then at rename %u of \"%s\": %s",
                     scenario->name, at, more, again, scenario->other, content(cli, "out"));
        }
        if (!killed)
            return;
    }
}

/* Many files are written alike: of their calls the first few are tried, then fewer and fewer,
 * unless OISIN_FAULTS is "all" (make nightly); under sanitizers, of all operations. */
static unsigned after(unsigned at, const char *operation)
{
    if (fault_few())
        return at * 2;
    const bool alike = strcmp(operation, "rename") != 0 && strcmp(operation, "fsync") != 0;
    return at + (alike && at > 4 && !fault_all() ? at / 2 : 1);
}

static unsigned try_all(Cli *cli, const Scenario *scenario, const char *operation,
                        const char *more)
{
    unsigned tried = 0;
    for (unsigned at = 1;; at = after(at, operation)) {
        int status;
        if (!run_with_fault(cli, scenario, operation, at, more, &status))
            return tried;
        check_fault(cli, scenario, operation, at, more, status);
        const char *kill = arena_format(cli->arena, "%s FAULT_KILL=1", more).at;
        /* Threads may make a call less than in the run before: then the last one is not met. */
        if (!run_with_fault(cli, scenario, operation, at, kill, &status))
            return tried;
        check_kill(cli, scenario, operation, at, kill);
        if (!strcmp(operation, "rename"))
            check_kill_again(cli, scenario, at, kill);
        tried++;
    }
}

static void old_or_new_file_exists_after_any_failure(void **state)
{
    Cli *cli = *state;
    fault_inputs(cli);
    for (size_t i = 0; i < COUNT_OF(scenarios); i++) {
        const Scenario *scenario = &scenarios[i];
        if (sh(cli, "rm -rf old new && mkdir old && cd old && %s", scenario->setup))
            fail_msg("%s: %s", scenario->name, content(cli, "err"));
        if (sh(cli, "cp -a old new && cd new && %s", scenario->command))
            fail_msg("%s: %s", scenario->name, content(cli, "err"));
        assert_int_not_equal(sh(cli, "diff -r old new"), 0);
        unsigned tried = 0;
        for (size_t o = 0; o < COUNT_OF(operations); o++)
            tried += try_all(cli, scenario, operations[o], "FAULT_NONE=1");
        tried += try_all(cli, scenario, "rename", "FAULT_NO_EXCHANGE=1");
        print_message("%s: %u calls\n", scenario->name, tried);
        assert_true(tried > 4);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(old_or_new_file_exists_after_any_failure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
