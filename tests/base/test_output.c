/* Output of jobs: what is there after success and after failure. Interrupted jobs are in
 * test_staging.c and test_file_faults.c. */
#include "lib/folder_kit.h"

#include "base/folders.h"
#include "base/output/output.h"
#include "base/output/target_names.h"
#include "base/system/folders.h"
#include "base/system/process.h"
#include "base/text.h"

#include <stdio.h>
#include <unistd.h>

static char root[FOLDER_SIZE];

/* A temporary folder as the current one. */
static int set_up(void **state)
{
    return kit_set_up(state) || !make_temporary_folder(root, "oisin-output") || chdir(root);
}

static int tear_down(void **state)
{
    if (chdir("/"))
        return -1;
    remove_all(root);
    return kit_tear_down(state);
}

/* "-": it is not there. */
static const char *content(Kit *kit, const char *path)
{
    char text[100] = "";
    FILE *file = fopen(path, "rb");
    if (!file)
        return "-";
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    return arena_text(kit->arena, (Text){text, size}).at;
}

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static unsigned mode_of(const char *path)
{
    FileInfo info;
    assert_true(file_info(path, &info));
    return info.mode & 0777;
}

/* Returns which permissions the file has then: not all systems have all. */
static unsigned give_mode(const char *path, unsigned mode)
{
    const int file = file_open(FOLDER_CURRENT, path, OPEN_WRITE);
    assert_true(file >= 0 && file_set_mode(file, mode) && file_close(file));
    return mode_of(path);
}

static bool put(Kit *kit, Output *output, const char *path, const char *text)
{
    const Bytes parts[] = {bytes_of_text(text_of(text)), bytes_of_text(TEXT("."))};
    return output_put(output, text_of(path), parts, 2, 1000, &kit->report);
}

/* All names below the folder, sorted; no staging folder may be left. */
static void assert_names(Kit *kit, const char *wanted)
{
    assert_string_equal(folder_names(".", kit->arena).at, wanted);
}

static void new_folder_appears_with_those_above_it(void **state)
{
    Kit *kit = *state;
    for (int good = 0; good < 2; good++) {
        Output *output = output_folder("x/y/out//", false, NULL, kit->arena, &kit->report);
        assert_non_null(output);
        assert_true(put(kit, output, "a", "one"));
        assert_true(put(kit, output, "deep/er/b", "two"));
        assert_string_equal(content(kit, output_staged(output, TEXT("deep/er/b"), kit->arena)),
                            "two.");
        assert_string_equal(content(kit, "x/y/out/a"), "-");
        assert_int_equal(output_end(output, good, &kit->report), good);
        if (!good)
            assert_names(kit, "");
    }
    assert_names(kit, "./x ./x/y ./x/y/out ./x/y/out/a ./x/y/out/deep ./x/y/out/deep/er "
                      "./x/y/out/deep/er/b ");
    assert_string_equal(content(kit, "x/y/out/a"), "one.");
    FileInfo info;
    assert_true(file_info("x/y/out/deep/er/b", &info));
    assert_int_equal(modified_seconds(&info), 1000);
    assert_int_equal(kit->messages.count, 0);
}

static void folder_is_replaced_only_if_it_may_be(void **state)
{
    static const FolderMark mark = {"mark", "of a job"};
    Kit *kit = *state;
    assert_true(folder_make("out/.git", &kit->report) && folder_make("out/old", &kit->report) &&
                folder_make("empty", &kit->report));
    put_file("out/.git/HEAD", "history");
    put_file("out/a", "old");
    put_file("file", "mine");
    assert_null(output_folder("out", false, NULL, kit->arena, &kit->report));
    assert_null(output_folder("out", true, &mark, kit->arena, &kit->report));
    assert_null(output_folder("file", true, NULL, kit->arena, &kit->report));
    assert_string_equal(kit_message(kit, 2), "file: cannot create the folder: Not a directory");
    assert_int_equal(kit->messages.count, 3);
    assert_names(kit, "./empty ./file ./out ./out/.git ./out/.git/HEAD ./out/a ./out/old ");
    kit_clear(kit);
    put_file("out/mark", "of another");
    assert_null(output_folder("out", true, &mark, kit->arena, &kit->report));
    assert_string_equal(
        kit_message(kit, 0),
        "out has no file mark that begins with \"of a job\", and is not replaced");
    kit_clear(kit);
    put_file("out/mark", "of a job that was");
    for (int good = 0; good < 2; good++) {
        Output *output = output_folder("out", true, &mark, kit->arena, &kit->report);
        assert_non_null(output);
        assert_true(put(kit, output, "a", "new"));
        assert_int_equal(output_end(output, good, &kit->report), good);
        assert_string_equal(content(kit, "out/a"), good ? "new." : "old");
        assert_string_equal(content(kit, "out/.git/HEAD"), "history");
        assert_int_equal(is_folder("out/old"), !good);
    }
    Output *output = output_folder("empty", false, NULL, kit->arena, &kit->report);
    assert_true(output && put(kit, output, "b", "full") &&
                output_end(output, true, &kit->report));
    assert_names(kit, "./empty ./empty/b ./file ./out ./out/.git ./out/.git/HEAD ./out/a ");
    assert_int_equal(kit->messages.count, 0);
}

static void set_of_files_changes_nothing_else(void **state)
{
    Kit *kit = *state;
    assert_true(folder_make("out", &kit->report));
    put_file("out/a", "old");
    put_file("out/other", "mine");
    put_file("target", "old");
    const unsigned mode = give_mode("out/a", 0640);
    if (!make_link("../target", "out/link"))
        skip();
    for (int good = 0; good < 2; good++) {
        Output *output = output_files("out", kit->arena, &kit->report);
        assert_true(put(kit, output, "a", "one"));
        assert_true(put(kit, output, "link", "two"));
        assert_true(put(kit, output, "new/b", "three"));
        assert_int_equal(output_count(output), 3);
        assert_true(text_ends(text_of(output_target(output, 1)), "/target"));
        assert_true(put(kit, output, "c", "of a failed input"));
        output_undo(output, 3);
        assert_int_equal(output_count(output), 3);
        assert_true(output_put_at(output, "apart", NULL, 0, &kit->report));
        assert_string_equal(content(kit, "out/a"), "old");
        assert_int_equal(output_end(output, good, &kit->report), good);
        if (!good)
            assert_names(kit, "./out ./out/a ./out/link ./out/other ./target ");
    }
    assert_names(
        kit, "./apart ./out ./out/a ./out/link ./out/new ./out/new/b ./out/other ./target ");
    assert_string_equal(content(kit, "out/a"), "one.");
    assert_string_equal(content(kit, "target"), "two.");
    assert_string_equal(content(kit, "out/new/b"), "three.");
    assert_string_equal(content(kit, "out/other"), "mine");
    assert_string_equal(content(kit, "apart"), "");
    assert_int_equal(mode_of("out/a"), mode);
    assert_int_equal(kit->messages.count, 0);
    Output *output = output_files("out", kit->arena, &kit->report);
    assert_true(put(kit, output, "a", "four"));
    assert_false(put(kit, output, "a", "five"));
    assert_string_equal(kit_message(kit, 0), "a was already written for another input");
    assert_false(output_end(output, false, &kit->report));
    assert_string_equal(content(kit, "out/a"), "one.");
    /* Folders that were made for a set that fails are removed. */
    kit_clear(kit);
    assert_true(folder_make("out/folder", &kit->report));
    output = output_files("out", kit->arena, &kit->report);
    assert_true(put(kit, output, "x/y/z", "six"));
    assert_true(put(kit, output, "folder", "seven"));
    assert_false(output_end(output, true, &kit->report));
    assert_true(kit_has_message(kit, "out/folder: cannot write: Is a directory"));
    assert_names(kit, "./apart ./out ./out/a ./out/folder ./out/link ./out/new ./out/new/b "
                      "./out/other ./target ");
}

/* Only one of two files with the same name was written, and the set was committed. */
static void set_with_a_refused_file_is_not_committed(void **state)
{
    Kit *kit = *state;
    for (unsigned undone = 0; undone < 2; undone++) {
        Output *output = output_files("out", kit->arena, &kit->report);
        assert_true(put(kit, output, "a", "one"));
        assert_true(put(kit, output, "b", "two"));
        assert_false(put(kit, output, "a", "three"));
        assert_true(put(kit, output, "c", "four"));
        if (undone) /* all files of the failed input */
            output_undo(output, 1);
        assert_int_equal(output_end(output, true, &kit->report), undone);
        assert_names(kit, undone ? "./out ./out/a " : "");
    }
    assert_string_equal(content(kit, "out/a"), "one.");
}

static void single_file_is_replaced(void **state)
{
    Kit *kit = *state;
    const Bytes parts[] = {bytes_of_text(TEXT("one ")), bytes_of_text(TEXT("two"))};
    assert_true(file_save("f", parts, 2, &kit->report));
    assert_string_equal(content(kit, "f"), "one two");
    const unsigned mode = give_mode("f", 0604);
    assert_true(file_save("f", parts, 1, &kit->report));
    assert_string_equal(content(kit, "f"), "one ");
    assert_int_equal(mode_of("f"), mode);
    assert_true(file_save_private("f", parts, 2, &kit->report));
    assert_int_equal(mode_of("f"), MODE_PRIVATE);
    /* A pipe of the test: if a device were replaced, the system would miss it. */
    const bool piped = make_pipe("pipe");
    assert_int_equal(is_stream("pipe"), piped);
    assert_false(is_stream("f"));
    assert_false(is_stream("none"));
    assert_int_equal(kit->messages.count, 0);
    assert_false(file_save(".", parts, 2, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_names(kit, piped ? "./f ./pipe " : "./f ");
}

/* ---- names that Windows refuses ---- */

static bool limited;

bool __wrap_file_names_are_limited(void);
bool __real_file_names_are_limited(void);

bool __wrap_file_names_are_limited(void) { return limited; }

static const char *const refused[] = {"aux.png", "a:b",        "x/Com1.txt",
                                      "a.",      "what?.json", "nul.txt"};

static void names_that_the_system_refuses_are_errors(void **state)
{
    Kit *kit = *state;
    const Bytes text = bytes_of_text(TEXT("x"));
    limited = true;
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        Output *set = output_files(".", kit->arena, &kit->report);
        assert_false(put(kit, set, refused[i], "x"));
        assert_false(output_end(set, true, &kit->report));
        set = output_files(".", kit->arena, &kit->report);
        assert_false(output_put_at(set, refused[i], &text, 1, &kit->report));
        assert_false(output_end(set, true, &kit->report));
        assert_false(file_save(refused[i], &text, 1, &kit->report));
        assert_null(output_folder(refused[i], false, NULL, kit->arena, &kit->report));
        Output *folder = output_folder("folder", false, NULL, kit->arena, &kit->report);
        assert_false(put(kit, folder, refused[i], "x"));
        assert_false(output_end(folder, false, &kit->report));
    }
    assert_true(
        kit_has_message(kit, "no file can be named \"aux.png\": it is the name of a device"));
    assert_true(kit_has_message(
        kit, "no file can be named \"./a:b\": it has a drive letter or a colon"));
    assert_names(kit, "");
}

/* What is thrown away is written to a device. */
static void devices_alone_are_written(void **state)
{
    Kit *kit = *state;
    const Bytes text = bytes_of_text(TEXT("x"));
    limited = true;
    assert_true(target_name_check(TEXT("/home/me/a.png"), &kit->report));
    assert_false(target_name_check(TEXT("../con/a.png"), &kit->report));
    assert_true(target_name_check(TEXT("NUL"), &kit->report));
    assert_true(file_save("/dev/null", &text, 1, &kit->report));
    if (__real_file_names_are_limited())
        assert_true(file_save("NUL", &text, 1, &kit->report));
    assert_true(file_save("console.png", &text, 1, &kit->report));
    assert_names(kit, "./console.png ");
}

/* Windows refuses to remove a file that another program has opened in the usual way. */
static void the_next_job_removes_what_was_in_use(void **state)
{
    Kit *kit = *state;
    Output *set = output_files(".", kit->arena, &kit->report);
    assert_true(put(kit, set, "a", "one"));
    FILE *user = fopen(output_staged(set, TEXT("a"), kit->arena), "rb");
    assert_non_null(user);
    assert_false(output_end(set, false, &kit->report));
    fclose(user);
    set = output_files(".", kit->arena, &kit->report);
    assert_true(put(kit, set, "b", "two"));
    assert_true(output_end(set, true, &kit->report));
    assert_names(kit, "./b ");
    assert_int_equal(kit->messages.count, 0);
}

/* In the root, results are moved to paths that are the root and a name. */
static void results_are_written_to_the_root_of_a_drive(void **state)
{
    Kit *kit = *state;
    const char *drive = environment("OISIN_TEST_DRIVE"); /* an empty one: "Q:/" */
    const Bytes text = bytes_of_text(TEXT("x"));
    limited = true;
    if (!drive) {
        print_message("skipped: no drive for it\n");
        skip();
    }
    assert_true(folder_make(drive, &kit->report));
    for (int force = 0; force < 2; force++) {
        Output *whole = output_folder(drive, force, NULL, kit->arena, &kit->report);
        assert_non_null(whole);
        assert_true(put(kit, whole, force ? "b" : "a", "one"));
        assert_true(put(kit, whole, "deep/c", force ? "two" : "one"));
        assert_true(output_end(whole, true, &kit->report));
    }
    assert_int_equal(chdir(drive), 0);
    assert_names(kit, "./b ./deep ./deep/c ");
    assert_string_equal(content(kit, "deep/c"), "two.");
    /* The staging folder is beside the first one of a set. */
    Output *set = output_files("deep", kit->arena, &kit->report);
    assert_true(put(kit, set, "c", "three"));
    assert_true(
        output_put_at(set, arena_format(kit->arena, "%sb", drive).at, &text, 1, &kit->report));
    assert_true(output_end(set, true, &kit->report));
    assert_string_equal(content(kit, "b"), "x");
    set = output_files(drive, kit->arena, &kit->report);
    assert_true(put(kit, set, "b", "four") && put(kit, set, "deep/c", "five"));
    assert_false(put(kit, set, "aux", "six"));
    assert_true(kit_has_message(
        kit, arena_format(kit->arena,
                          "no file can be named \"%saux\": it is the name of a device", drive)
                 .at));
    assert_false(output_end(set, true, &kit->report));
    assert_true(file_save("/dev/null", &text, 1, &kit->report));
    assert_names(kit, "./b ./deep ./deep/c ");
}

static void other_systems_have_all_names(void **state)
{
    Kit *kit = *state;
    const Bytes text = bytes_of_text(TEXT("x"));
    limited = false;
    if (__real_file_names_are_limited()) {
        print_message("skipped: this system does not have them\n");
        skip();
    }
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        if (!strchr(refused[i], '/'))
            assert_true(file_save(refused[i], &text, 1, &kit->report));
    assert_string_equal(content(kit, "a:b"), "x");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(new_folder_appears_with_those_above_it),
        TEST(folder_is_replaced_only_if_it_may_be),
        TEST(set_of_files_changes_nothing_else),
        TEST(set_with_a_refused_file_is_not_committed),
        TEST(single_file_is_replaced),
        TEST(names_that_the_system_refuses_are_errors),
        TEST(devices_alone_are_written),
        TEST(the_next_job_removes_what_was_in_use),
        TEST(results_are_written_to_the_root_of_a_drive),
        TEST(other_systems_have_all_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
