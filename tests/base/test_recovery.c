/* What the next command does about a killed job: where it looks, what it says, what it keeps.
 * The whole table of commands and kills is in test_kill_table.c. */
#include "lib/cli.h"
#include "lib/fault_kit.h"

#include "base/output/output.h"

#define TARGET "mygame/lang/de.po"
#define RESTORED                                                                               \
    TARGET ": warning: restored, because the job that replaced it was killed; run that job "   \
           "again\n"
#define KEPT                                                                                   \
    TARGET ": warning: kept, because it was changed after a killed job had replaced it; "      \
           "compare it with the older file, de.po.before\n"

static void make_project(Cli *cli)
{
    expect(cli, 0,
           "oisin new mygame -q && oisin po merge mygame de -q && head -n 24 " TARGET
           " > old.po && "
           "cp old.po " TARGET " && cp -a mygame before");
}

/* After de.po was replaced, before the journal is removed. */
static void kill_merge(Cli *cli)
{
    sh(cli, "rm -rf mygame && cp -a before mygame && %s oisin po merge mygame -q",
       fault_at(cli, "unlink", 1, "FAULT_KILL=1"));
    assert_true(fault_was_met(cli));
    assert_int_not_equal(sh(cli, "cmp old.po " TARGET), 0);
}

static void every_command_undoes_it_first(void **state)
{
    static const char *const commands[] = {
        "oisin check mygame -q",       "oisin check " TARGET " -q",
        "oisin diff mygame mygame -q", "oisin po stats mygame -q",
        "oisin po merge mygame de -q", "oisin build mygame -o x.tng -q",
        "oisin test mygame -q",        "oisin script list mygame -q",
        "oisin maps sync mygame -q",   "oisin play mygame --headless --frames 1 -q",
        "oisin diff . . -q",           "cd mygame/lang && oisin diff de.po de.po -q",
    };
    Cli *cli = *state;
    make_project(cli);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        kill_merge(cli);
        sh(cli, "%s", commands[i]);
        if (!strstr(content(cli, "err"), "lang/de.po: warning: restored, because "))
            fail_msg("%s: %s", commands[i], content(cli, "err"));
        if (sh(cli, "test -e mygame/.oisin.?????[!.]") == 0)
            fail_msg("%s: a staging folder stays", commands[i]);
    }
}

/* Nothing has been replaced, so nothing is kept, and nobody's file is taken for an older one.
 */
static void failed_rename_of_one_new_file_leaves_nothing(void **state)
{
    static const char *const ways[] = {"", "FAULT_NO_EXCHANGE=1"};
    Cli *cli = *state;
    expect(cli, 0, "mkdir a && printf '[a]\nb=1\n' > a/a.ini");
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        expect(cli, 1,
               arena_format(cli->arena, "%s oisin convert a/a.ini -o a/a.reg",
                            fault_at(cli, "rename", 1, ways[i]))
                   .at);
        if (!strstr(content(cli, "err"), "a/a.reg: cannot write"))
            fail_msg("%s", content(cli, "err"));
        assert_null(strstr(content(cli, "err"), "replaced"));
        assert_true(fault_was_met(cli));
        expect(cli, 0, "test \"`ls -A a`\" = a.ini");
    }
}

static void undo_is_reported_even_with_quiet(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    kill_merge(cli);
    expect(cli, 0, "oisin check mygame -q");
    assert_string_equal(content(cli, "err"), RESTORED);
    expect(cli, 0, "cmp old.po " TARGET);
}

static void changed_file_is_kept_and_stops_a_command_that_writes_once(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    kill_merge(cli);
    expect(cli, 0, "echo '# an hour of my work' >> " TARGET " && cp " TARGET " mine.po");
    expect(cli, 1, "oisin build mygame -q");
    assert_string_equal(content(cli, "err"),
                        KEPT "nothing was written, because files were kept after a killed job: "
                             "look at them, then run this command again\n");
    expect(cli, 0,
           "cmp mine.po " TARGET " && cmp old.po " TARGET
           ".before && test ! -e mygame/game.tng");
    expect(cli, 0, "oisin build mygame -q && test -e mygame/game.tng && cmp mine.po " TARGET);
}

/* A name that is taken is never replaced. */
static void older_file_gets_a_free_name(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    expect(cli, 0, "echo other > before/lang/de.po.before");
    kill_merge(cli);
    expect(cli, 0, "echo '# mine' >> " TARGET);
    sh(cli, "oisin diff mygame mygame");
    assert_non_null(strstr(content(cli, "err"), "the older file, de.po.before2\n"));
    expect(cli, 0, "grep -q other " TARGET ".before && cmp old.po " TARGET ".before2");
}

/* The user does not want it: the older one comes back, since nothing else of it is left. */
static void removed_file_comes_back(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    kill_merge(cli);
    expect(cli, 0, "rm " TARGET);
    expect(cli, 0, "oisin diff mygame mygame -q");
    assert_string_equal(content(cli, "err"), RESTORED);
    expect(cli, 0, "cmp old.po " TARGET);
}

/* The second kill comes after the file was moved, before the end of the recovery. */
static void undo_is_reported_before_a_second_kill(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    for (unsigned at = 1;; at++) {
        kill_merge(cli);
        sh(cli, "exec 2>first; %s oisin diff mygame mygame -q",
           fault_at(cli, "any", at, "FAULT_KILL=1"));
        if (!fault_was_met(cli))
            break;
        expect(cli, 0,
               "exec 2>second; oisin diff mygame mygame -q; cat first second > both; "
               "cmp old.po " TARGET);
        if (!strstr(content(cli, "both"), RESTORED))
            fail_msg("killed at operation %u of the recovery: no message", at);
    }
}

/* Thousands of files were replaced: the first ones are named, the others counted. */
static void many_restored_files_are_counted(void **state)
{
    enum { FILES = 300, NAMED = 50 };
    Cli *cli = *state;
    unsigned lines = 0;
    expect(cli, 0,
           "mkdir a && cd a && for i in $(seq 300); do echo $i > f$i; done && cd .. && "
           "oisin pack a -o a.res -q && oisin unpack a.res -o made -q && cp -a made before");
    sh(cli, "%s oisin unpack a.res -o made --force -q",
       fault_at(cli, "rename", FILES, "FAULT_KILL=1"));
    assert_true(fault_was_met(cli));
    expect(cli, 0, "oisin diff made made -q && diff -r before made");
    for (const char *at = content(cli, "err"); (at = strstr(at, ": warning: restored")); at++)
        lines++;
    assert_int_equal(lines, NAMED);
    assert_non_null(
        strstr(content(cli, "err"), "more files were restored or removed for the same reason"));
}

/* Also without the search for given paths, as in a program that calls these functions. */
static void output_stops_once_after_a_file_was_kept(void **state)
{
    static const char *const paths[] = {"mygame", "mygame/lang", "mygame/new/folder"};
    static const Bytes words = {(const uint8_t *)"new", 3};
    Cli *cli = *state;
    make_project(cli);
    for (size_t i = 0; i < 2 * COUNT_OF(paths); i++) {
        Kit *kit = kit_new();
        const char *folder = arena_format(kit->arena, "%s/%s", cli->folder, paths[i / 2]).at;
        bool done[2];
        kill_merge(cli);
        expect(cli, 0, "echo '# mine' >> " TARGET " && cp " TARGET " mine.po");
        for (size_t run = 0; run < COUNT_OF(done); run++) {
            Output *files = i % 2 ? output_files(folder, kit->arena, &kit->report)
                                  : output_folder(folder, true, NULL, kit->arena, &kit->report);
            done[run] =
                files &&
                output_end(files, output_put(files, TEXT("de.po"), &words, 1, 0, &kit->report),
                           &kit->report);
            if (!run)
                expect(cli, 0, "cmp mine.po " TARGET);
        }
        assert_false(done[0]);
        assert_true(done[1]);
        assert_string_equal(kit_message(kit, 1),
                            "nothing was written, because files were kept after a killed job: "
                            "look at them, then run this command again");
        kit_free(kit);
    }
}

/* A journal of version 0.2.0 has only inodes: nothing proves that a file is unchanged. */
static void journal_without_fingerprints_keeps_both_files(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    kill_merge(cli);
    expect(cli, 0,
           "cp " TARGET " new.po && cd mygame/.oisin.?????[!.] && tr '\\0' '\\n' < journal | "
           "sed '1s/ .*//' | tr '\\n' '\\0' > j && mv j journal");
    sh(cli, "oisin diff mygame mygame -q");
    assert_string_equal(content(cli, "err"), KEPT);
    expect(cli, 0, "cmp new.po " TARGET " && cmp old.po " TARGET ".before");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(failed_rename_of_one_new_file_leaves_nothing),
        TEST(every_command_undoes_it_first),
        TEST(undo_is_reported_even_with_quiet),
        TEST(changed_file_is_kept_and_stops_a_command_that_writes_once),
        TEST(older_file_gets_a_free_name),
        TEST(removed_file_comes_back),
        TEST(undo_is_reported_before_a_second_kill),
        TEST(many_restored_files_are_counted),
        TEST(output_stops_once_after_a_file_was_kept),
        TEST(journal_without_fingerprints_keeps_both_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
