/* Staging folders: whose journals are obeyed, and what becomes of them when memory runs out or
 * the program is interrupted. */
#include "lib/cli.h"
#include "lib/evil_res.h"
#include "lib/fault_kit.h"

#include "base/memory_guard.h"
#include "base/output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* ---- a killed job ---- */

/* Stages in w/out as the killed job did, and changes nothing there. */
#define OTHER "oisin convert ../a.res -o out/zz.json; rm -f out/zz.json"

static void make_inputs(Cli *cli)
{
    Kit *kit = kit_new();
    const char *const names[] = {"ab", "ba", "zone\\map.txt"};
    const Bytes contents[] = {bytes_of_text(TEXT("other words")), bytes_of_text(TEXT("y")),
                              bytes_of_text(TEXT("a map"))};
    cli_put(cli, "a.res", small_res(kit));
    cli_put(cli, "b.res", res_of(kit, names, contents, COUNT_OF(names)));
    kit_free(kit);
    expect(cli, 0,
           "mkdir old && oisin unpack a.res -o old/out -q && echo mine > old/out/notes");
}

/* w is half old, half new, with the staging folder w/out/.oisin.?????[!.] that knows it. */
static void kill_half_way(Cli *cli)
{
    sh(cli, "rm -rf w && cp -a old w && cd w && %s oisin unpack ../b.res -o out --force -q",
       fault_at(cli, "rename", 4, "FAULT_KILL=1"));
    assert_true(fault_was_met(cli));
    assert_int_not_equal(sh(cli, "diff -r -x '.oisin.*' old w"), 0);
}

static void next_job_undoes_partial_commits(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    kill_half_way(cli);
    expect(cli, 0, "cd w && " OTHER " && diff -r ../old .");
}

/* Once the absolute path was shown if the file existed, and the given one otherwise. */
static void an_error_names_the_file_as_it_was_given(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    expect(cli, 0, "mkdir m && echo old > m/a.json && ln -s m/a.json link.json");
    assert_int_equal(
        sh(cli, "%s oisin convert a.res -o m/a.json -q", fault_at(cli, "rename", 2, "")), 1);
    assert_string_equal(content(cli, "err"), "m/a.json: cannot write: Input/output error\n");
    expect(cli, 0, "test $(cat m/a.json) = old && oisin convert a.res -o link.json -q");
    expect(cli, 0, "test -L link.json && grep -q res m/a.json");
}

/* One rename is all that a new file needs: no journal, and no waiting for the disk. What
 * replaces a file of the user waits for it. */
static void replacing_a_file_flushes_it(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    expect(cli, 0, "mkdir m");
    assert_int_equal(
        sh(cli, "%s oisin convert a.res -o m/a.json -q", fault_at(cli, "fsync", 1, "")), 0);
    assert_false(fault_was_met(cli));
    assert_int_equal(
        sh(cli, "%s oisin convert a.res -o m/b.json -q", fault_at(cli, "rename", 2, "")), 0);
    assert_false(fault_was_met(cli));
    expect(cli, 0, "cmp m/a.json m/b.json && echo old > m/b.json");
    assert_int_equal(
        sh(cli, "%s oisin convert a.res -o m/b.json -q", fault_at(cli, "fsync", 1, "")), 1);
    assert_true(fault_was_met(cli));
    expect(cli, 0, "test $(cat m/b.json) = old && oisin convert a.res -o m/b.json -q");
    expect(cli, 0, "cmp m/a.json m/b.json");
}

/* Each of these makes a folder of which somebody else may be the author: it and the files that
 * its journal names stay. */
static void unproven_staging_folder_is_ignored(void **state)
{
    static const struct {
        const char *name, *change;
        bool root;
    } cases[] = {
        {"a copy", "cp -a $s ../x && rm -r $s && mv ../x $s", false},
        {"an unpacked archive",
         "tar cf ../x.tar $s && rm -r $s && tar xf ../x.tar && rm ../x.tar", false},
        {"others may read it", "chmod 755 $s", false},
        {"others may read the marker", "chmod 644 $s/.oisin-staging", false},
        {"the marker has a second name", "ln $s/.oisin-staging ../x", false},
        {"the marker is a link",
         "mv $s/.oisin-staging ../x; ln -s ../../../x $s/.oisin-staging", false},
        {"it is a link", "mv $s ../x; ln -s ../../x $s", false},
        {"the marker is of another computer",
         "sed -i '2s/ [0-9]* [0-9]*$/ 11 22/' $s/.oisin-staging && chmod 600 $s/.oisin-staging",
         false},
        {"the marker is of an older program", "sed -i 2d $s/.oisin-staging", false},
        {"it belongs to another user", "chown nobody $s", true},
        {"the marker belongs to another user", "chown nobody $s/.oisin-staging", true},
        {"anybody may make folders there", "chown nobody out; chmod 1777 out", true},
    };
    Cli *cli = *state;
    make_inputs(cli);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (cases[i].root && geteuid() != 0)
            continue;
        kill_half_way(cli);
        if (sh(cli,
               "rm -rf x && cd w && s=$(echo out/.oisin.?????[!.]) && %s && ls -lAR . .. > "
               "../before 2>&1; cp -a . ../was && { " OTHER "; } && diff -r . ../was && "
               "test -d $s && rm -rf ../was",
               cases[i].change))
            fail_msg("%s: %s%s", cases[i].name, content(cli, "out"), content(cli, "err"));
    }
}

/* A job that is killed after it has made its folder, and before it has marked it: one with the
 * mode that mkdtemp gives. */
static void empty_staging_folder_is_removed(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    expect(cli, 0,
           "mkdir w && cd w && mkdir -m 700 .oisin.AbCdEf .oisin.GhIjKl .oisin.MnOpQr.x && "
           "echo x > .oisin.GhIjKl/x && mkdir -m 755 .oisin.StUvWx && mkdir -m 2700 "
           ".oisin.YzAbCd && cp -a . ../was && oisin convert ../a.res -o a.json -q && "
           "rm a.json && rmdir ../was/.oisin.AbCdEf && diff -r ../was .");
    sh(cli, "cd w && %s oisin convert ../a.res -o b.json -q",
       fault_at(cli, "open", 1, "FAULT_KILL=1"));
    assert_true(fault_was_met(cli));
    expect(cli, 0,
           "cd w && ! diff -r ../was . && oisin convert ../a.res -o a.json -q && rm a.json && "
           "diff -r ../was .");
}

/* Two jobs in one folder: one may remove the folder that the other has just made. */
static void jobs_at_the_same_time_make_their_folders(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    expect(cli, 0,
           "mkdir w && cd w && for job in 1 2 3; do (for n in $(seq 60); do oisin convert "
           "../a.res -o $job.json -q || exit 1; done) & jobs=\"$jobs $!\"; done; for job in "
           "$jobs; do wait $job || exit 1; done; test $(ls -A | wc -l) = 3");
}

/* Whatever a journal says, no file leaves the two folders or comes into them, and what is in a
 * staging folder that was refused stays there. Each of these would move a file. */
static void journal_cannot_move_files_elsewhere(void **state)
{
    static const char *const journals[] = {
        "1 0 0 0\\0new/ab\\0../zz\\0",
        "1 0 0 0\\0new/ab\\0a/../../zz\\0",
        "1 0 0 0\\0new/ab\\0./../zz\\0",
        "1 0 0 0\\0new/ab\\0link/zz\\0",
        "1 0 0 0\\0new/ab\\0\\0",
        "\\0\\0../zz\\0",
        "$(stat -c %i out/own) 0 0 0\\0../../zz\\0own\\0",
        "$(stat -c %i out/own) 0 0 0\\0new/../../../zz\\0own\\0",
        "$(stat -c %i out/own) 0 0 0\\0$PWD/zz\\0own\\0",
        "$(stat -c %i out/own) 0 0 0\\0..\\0own\\0",
        "broken",
    };
    Cli *cli = *state;
    make_inputs(cli);
    for (size_t i = 0; i < COUNT_OF(journals); i++) {
        kill_half_way(cli);
        if (sh(cli,
               "rm -rf was; cd w && echo mine > out/own && mkdir elsewhere a out/a && ln -s "
               "../elsewhere out/link && s=$(echo out/.oisin.?????[!.]) && rm -r "
               "$s/replaced.0; echo saved > "
               "$s/replaced.0 && printf \"%s\" > $s/journal && cp -a . ../was && { " OTHER
               "; } && diff -r . ../was",
               journals[i]) ||
            !strstr(content(cli, "err"), "could not be restored"))
            fail_msg("%s: %s%s", journals[i], content(cli, "out"), content(cli, "err"));
    }
}

/* As an archive or a cloned project may carry it; this once moved the file of the user. */
static void a_forged_folder_moves_no_file(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    expect(cli, 0,
           "mkdir -p w/.oisin.aaaaaa && cd w && echo mine > ../victim && cd .oisin.aaaaaa && "
           "printf 'A staging folder of oisin. It is removed when its job ends.\\n' > "
           ".oisin-staging && echo EVIL > e && printf \"$(stat -c '%i %d' "
           "../../victim)\\0e\\0$(realpath ../../victim)\\0\" > journal && cd .. && oisin "
           "convert ../a.res -o x.json -q; grep -q mine ../victim && grep -q EVIL "
           ".oisin.aaaaaa/e");
}

/* After a reboot a file system may have another device number. */
static void other_device_numbers_change_nothing(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    kill_half_way(cli);
    assert_int_equal(sh(cli, "(cd w && %s " OTHER "); diff -r old w",
                        fault_at(cli, "none", 1, "FAULT_DEVICE=1")),
                     0);
}

static void an_archive_with_names_of_staging_folders_is_rejected(void **state)
{
    static const char *const names[] = {".oisin.abcdef\\journal", ".oisin-staging"};
    const Bytes contents[] = {bytes_of_text(TEXT("x"))};
    Cli *cli = *state;
    Kit *kit = kit_new();
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        cli_put(cli, "evil.res", res_of(kit, &names[i], contents, 1));
        expect(cli, 1, "oisin unpack evil.res -o made");
        if (!strstr(content(cli, "err"), "it is the name of a staging folder"))
            fail_msg("%s: %s", names[i], content(cli, "err"));
        expect(cli, 0, "! test -e made");
    }
    kit_free(kit);
}

/* ---- several file systems ---- */

/* The link's target lies on another file system (tmpfs): both are written, or none. */
static void files_on_two_file_systems_are_written(void **state)
{
    Cli *cli = *state;
    if (sh(cli,
           "mkdir /dev/shm/${PWD##*/} && test $(stat -c %%d /dev/shm) != $(stat -c %%d .)"))
        skip();
    assert_int_equal(
        sh(cli, "oisin new mygame -q && oisin build mygame -o good.tng -q && "
                "echo old > /dev/shm/${PWD##*/}/g && ln -s /dev/shm/${PWD##*/}/g "
                "mygame/game.tng && echo old > mygame/mygame.desktop && cp -a mygame start"),
        0);
#define BUILD "oisin build mygame --launchers --no-cache -q"
#define RESET                                                                                  \
    "rm -rf mygame; cp -a start mygame; rm -rf /dev/shm/${PWD##*/}; mkdir "                    \
    "/dev/shm/${PWD##*/}; echo old > /dev/shm/${PWD##*/}/g; "
#define OLD                                                                                    \
    "grep -q old mygame/game.tng && diff -r start mygame && "                                  \
    "test $(ls -A /dev/shm/${PWD##*/} | wc -l) = 1"
#define NEW                                                                                    \
    "cmp good.tng mygame/game.tng && ! grep -q old mygame/mygame.desktop && test -L "          \
    "mygame/game.tng && test $(ls -A /dev/shm/${PWD##*/} | wc -l) = 1 && ! test -e "           \
    "mygame/.oisin.?????[!.]"
    if (sh(cli, RESET BUILD " && " NEW))
        fail_msg("%s", content(cli, "err"));
    for (unsigned at = 1;; at++) {
        const int status =
            sh(cli, RESET "%s " BUILD, fault_at(cli, "rename", at, "FAULT_NONE=1"));
        if (!fault_was_met(cli))
            break;
        assert_int_equal(status, 1);
        if (sh(cli, OLD))
            fail_msg("rename %u fails: %s", at, content(cli, "out"));
        sh(cli, RESET "%s " BUILD, fault_at(cli, "rename", at, "FAULT_KILL=1"));
        if (sh(cli, BUILD " && " NEW))
            fail_msg("killed at rename %u: %s", at, content(cli, "err"));
    }
    assert_int_equal(sh(cli, "rm -r /dev/shm/${PWD##*/}"), 0);
}

/* ---- folders that cannot be read to their end ---- */

static void readdir_error_is_not_end_of_folder(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    expect(cli, 0, "oisin pack old/out -o good.res -q");
    for (unsigned at = 1;; at++) {
        const int status =
            sh(cli, "%s oisin unpack b.res -o old/out -q", fault_at(cli, "readdir", at, ""));
        if (!fault_was_met(cli))
            break;
        if (status != 1)
            fail_msg("unpack, readdir %u: status %d", at, status);
    }
    for (unsigned at = 1;; at++) {
        const int status = sh(cli, "rm -f x.res; %s oisin pack old/out -o x.res -q",
                              fault_at(cli, "readdir", at, ""));
        if (!fault_was_met(cli))
            break;
        if (status == 0 && sh(cli, "cmp x.res good.res"))
            fail_msg("pack, readdir %u: files are missing", at);
    }
}

/* ---- memory that runs out, and interrupts ---- */

static int fail_from; /* renames until they fail; 0: none does */

static bool rename_fails(void)
{
    if (!fail_from || --fail_from)
        return false;
    fail_from = 1;
    errno = EIO;
    return true;
}

/* In place of the C library's, for the code that is linked to this program. */
int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
    return rename_fails() ? -1 : (int)syscall(SYS_renameat2, a, from, b, to, flags);
}

int renameat(int a, const char *from, int b, const char *to)
{
    return rename_fails() ? -1 : (int)syscall(SYS_renameat2, a, from, b, to, 0);
}

typedef struct Saving {
    const char *folder, *below;
    ReportSink *sink;
} Saving;

static const Bytes words[] = {{(const uint8_t *)"new", 3}};

static void save_set(void *context)
{
    const Saving *saving = context;
    Arena *arena = arena_new();
    Report report = report_to(saving->sink, NULL);
    Output *files = output_files(arena_format(arena, "%s%s", saving->folder, saving->below).at,
                                 arena, &report);
    output_put(files, TEXT("a"), words, 1, 0, &report);
    output_put(files, TEXT("deep/b"), words, 1, 0, &report);
    output_end(files, true, &report);
    arena_free(arena);
}

static void save_folder(void *context)
{
    const Saving *saving = context;
    Arena *arena = arena_new();
    Report report = report_to(saving->sink, NULL);
    Output *folder =
        output_folder(arena_format(arena, "%s%s", saving->folder, saving->below).at, true, NULL,
                      arena, &report);
    if (folder) {
        output_put(folder, TEXT("a"), words, 1, 0, &report);
        output_put(folder, TEXT("deep/b"), words, 1, 0, &report);
        output_end(folder, true, &report);
    }
    arena_free(arena);
}

/* In another process: it ends within seconds if no step was left unfinished. */
static void undo_ends(const char *what, size_t take)
{
    const pid_t child = fork();
    int status;
    if (child == 0) {
        alarm(20);
        output_abort_all();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fail_msg("%s, take %zu: a step was left unfinished", what, take);
}

static void allocation_failure_leaves_no_step_or_folder(void **state)
{
    static const struct {
        const char *name, *below;
        GuardedJob *job;
    } cases[] = {{"files into a new folder", "/x/y", save_set},
                 {"files into a folder", "", save_set},
                 {"a new folder", "/x/y", save_folder},
                 {"a folder that is replaced", "", save_folder}};
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Saving saving = {arena_format(cli->arena, "%s/w", cli->folder).at, cases[i].below,
                         NULL};
        bool done = false;
        for (size_t take = 1; !done; take++) {
            expect(cli, 0, "rm -rf w old && mkdir w && echo old > w/a && cp -a w old");
            arena_fail_at(take);
            done = memory_guard(cases[i].job, &saving);
            arena_fail_at(0);
            undo_ends(cases[i].name, take);
            if (!done && sh(cli, "diff -r old w") && sh(cli, "grep -q new w/a w/x/y/a"))
                fail_msg("%s, take %zu: %s", cases[i].name, take, content(cli, "out"));
            if (sh(cli, "! test -e w/.oisin.?????[!.]"))
                fail_msg("%s, take %zu: a staging folder stays", cases[i].name, take);
            assert_true(take < 500);
        }
        expect(cli, 0, "diff w/x/y/a w/x/y/deep/b || diff w/a w/deep/b");
    }
}

static void run_out(void *context, const Message *message)
{
    (void)context;
    if (message->severity == SEVERITY_ERROR)
        memory_out(1);
}

static void interrupt(void *context, const Message *message)
{
    (void)context;
    (void)message;
    alarm(20);
    output_abort_all();
    _exit(0);
}

/* A move fails, and so does each rename that would undo the one before it. Then files of the
 * user are in the staging folder, and nowhere else. */
static void files_that_could_not_be_put_back_are_never_removed(void **state)
{
    Cli *cli = *state;
    Saving saving = {arena_format(cli->arena, "%s/w", cli->folder).at, "", run_out};
    Report silent = report_to(NULL, NULL);
    for (unsigned way = 0; way < 2; way++) {
        expect(cli, 0,
               "rm -rf w old && mkdir -p w/deep && echo old > w/a && echo old > w/deep/b && cp "
               "-a w old");
        fail_from = 3; /* after the journal and the first file */
        if (way == 0)
            assert_false(memory_guard(save_set, &saving));
        else {
            int status;
            const pid_t child = fork();
            saving.sink = interrupt;
            if (child == 0) {
                save_set(&saving);
                _exit(1);
            }
            assert_int_equal(waitpid(child, &status, 0), child);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        fail_from = 0;
        expect(cli, 0, "test -e w/.oisin.?????[!.]/journal && grep -q new w/a");
        output_recover(saving.folder, &silent);
        expect(cli, 0, "diff -r old w");
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(next_job_undoes_partial_commits),
        TEST(an_error_names_the_file_as_it_was_given),
        TEST(replacing_a_file_flushes_it),
        TEST(unproven_staging_folder_is_ignored),
        TEST(empty_staging_folder_is_removed),
        TEST(jobs_at_the_same_time_make_their_folders),
        TEST(journal_cannot_move_files_elsewhere),
        TEST(a_forged_folder_moves_no_file),
        TEST(other_device_numbers_change_nothing),
        TEST(an_archive_with_names_of_staging_folders_is_rejected),
        TEST(files_on_two_file_systems_are_written),
        TEST(readdir_error_is_not_end_of_folder),
        TEST(allocation_failure_leaves_no_step_or_folder),
        TEST(files_that_could_not_be_put_back_are_never_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
