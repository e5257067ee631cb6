/* The codes of errors of the library, calls that their caller cancels, and structs of programs
 * that were compiled with another version. */
#include "lib/library_kit.h"

#include <errno.h>
#include <locale.h>
#include <stddef.h>

/* ---- codes ---- */

enum { ENCRYPTED = 60 }; /* the offset of the flag in a game file */

static void assert_code(const OisinKit *kit, OisinErrorCode code)
{
    if (oisin_error_code(kit) != code)
        fail_msg("%s, expected %s: %s", oisin_error_name(oisin_error_code(kit)),
                 oisin_error_name(code), oisin_error(kit));
}

static void success_has_no_code(void **state)
{
    const Shelf *shelf = *state;
    assert_code(shelf->kit, OISIN_ERROR_NONE);
    assert_null(oisin_open(shelf->kit, "nothing"));
    assert_true(oisin_new_project(shelf->kit, "game"));
    assert_code(shelf->kit, OISIN_ERROR_NONE);
    assert_int_equal(oisin_error_errno(shelf->kit), 0);
    assert_string_equal(oisin_error_name(OISIN_ERROR_NONE), "OISIN_ERROR_NONE");
    assert_string_equal(oisin_error_name(OISIN_ERROR_TESTS), "OISIN_ERROR_TESTS");
    assert_null(oisin_error_name((OisinErrorCode)1000));
    assert_null(oisin_error_name((OisinErrorCode)-1));
}

static void wrong_arguments_are_usage_errors(void **state)
{
    const Shelf *shelf = *state;
    OisinKit *kit = shelf->kit;
    const char *const inputs[] = {"game/game.tng"}, *const none[] = {NULL};
    static const OisinOption wrong[][2] = {
        {{"mpis", NULL}}, {{"mips", "1"}}, {{"map", NULL}}, {{"size", "huge"}}};
    make_game(shelf);
    assert_null(oisin_open(kit, NULL));
    assert_code(kit, OISIN_ERROR_USAGE);
    assert_false(oisin_convert(kit, none, 1, "x.png", NULL));
    assert_code(kit, OISIN_ERROR_USAGE);
    assert_false(oisin_convert(kit, inputs, 0, "x.png", NULL));
    assert_code(kit, OISIN_ERROR_USAGE);
    assert_null(oisin_world_open(kit, NULL, 0, NULL));
    assert_code(kit, OISIN_ERROR_USAGE);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_false(oisin_convert(kit, inputs, 1, "x.png", wrong[i]));
        assert_code(kit, OISIN_ERROR_USAGE);
        assert_int_equal(oisin_message(kit, 0)->code, OISIN_ERROR_USAGE);
    }
}

static void missing_names_are_not_found(void **state)
{
    const Shelf *shelf = *state;
    OisinKit *kit = shelf->kit;
    const char *const games[] = {"game/game.tng"};
    int32_t number;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin pack game/ui -o ui.res"), 0);
    assert_null(oisin_open(kit, "nothing"));
    assert_code(kit, OISIN_ERROR_NOT_FOUND);
    assert_int_equal(oisin_error_errno(kit), ENOENT);
    assert_int_equal(oisin_message(kit, 0)->system_error, ENOENT);
    assert_null(oisin_open(kit, "ui.res/nothing.png"));
    assert_code(kit, OISIN_ERROR_NOT_FOUND);
    assert_int_equal(oisin_error_errno(kit), 0);
    assert_null(oisin_format_page(kit, "exe"));
    assert_code(kit, OISIN_ERROR_NOT_FOUND);
    assert_null(oisin_scripts(kit, "game", "nobody", OISIN_SCRIPT_LISTED, NULL));
    assert_code(kit, OISIN_ERROR_NOT_FOUND);
    OisinWorld *world = oisin_world_open(kit, games, 1, NULL);
    assert_false(oisin_world_attribute(world, "none", &number));
    assert_int_equal(oisin_world_error_code(world), OISIN_ERROR_NOT_FOUND);
    assert_string_equal(oisin_world_error(world), "the game has no attribute \"none\"");
    oisin_world_close(world);
}

static void refusals_of_the_system_have_an_errno(void **state)
{
    const Shelf *shelf = *state;
    OisinFile *file = oisin_open_bytes(shelf->kit, "a", "a", 1);
    assert_int_equal(sh(shelf->cli, "mkdir folder"), 0);
    assert_false(oisin_file_save(file, "folder"));
    assert_code(shelf->kit, OISIN_ERROR_FILE);
    assert_int_equal(oisin_error_errno(shelf->kit), EISDIR);
    assert_null(oisin_open(shelf->kit, "folder"));
    assert_code(shelf->kit, OISIN_ERROR_FILE);
    oisin_close(file);
}

static void existing_outputs_are_their_own_code(void **state)
{
    const Shelf *shelf = *state;
    const char *const inputs[] = {"game/game.tng"};
    make_game(shelf);
    assert_false(oisin_new_project(shelf->kit, "game"));
    assert_code(shelf->kit, OISIN_ERROR_EXISTS);
    assert_true(oisin_unpack(shelf->kit, inputs, 1, "made", NULL));
    assert_false(oisin_unpack(shelf->kit, inputs, 1, "made", NULL));
    assert_code(shelf->kit, OISIN_ERROR_EXISTS);
}

static void damaged_data_is_invalid(void **state)
{
    const Shelf *shelf = *state;
    OisinFile *file = oisin_open_bytes(shelf->kit, "a.tng", "#!/usr/bin/tngp\n", 16);
    assert_null(oisin_file_records(file, OISIN_WHOLE));
    assert_code(shelf->kit, OISIN_ERROR_INVALID);
    oisin_close(file);
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "echo x > game/dialogs/sign.dlg"), 0);
    assert_false(oisin_build(shelf->kit, "game", NULL, NULL));
    assert_code(shelf->kit, OISIN_ERROR_INVALID);
}

static void unknown_and_encrypted_data_is_unsupported(void **state)
{
    const Shelf *shelf = *state;
    OisinKit *kit = shelf->kit;
    size_t size;
    OisinFile *file = oisin_open_bytes(kit, "a.xyz", "hello", 5);
    assert_null(oisin_file_records(file, OISIN_BRIEF));
    assert_code(kit, OISIN_ERROR_UNSUPPORTED);
    assert_null(oisin_open_member(file, 0));
    assert_code(kit, OISIN_ERROR_UNSUPPORTED);
    oisin_close(file);
    make_game(shelf);
    assert_false(oisin_convert(kit, (const char *const[]){"game/game.tng"}, 1, "x.sfn", NULL));
    assert_code(kit, OISIN_ERROR_UNSUPPORTED);
    file = oisin_open(kit, "game/game.tng");
    const uint8_t *bytes = oisin_file_bytes(file, &size);
    uint8_t *copy = malloc(size);
    memcpy(copy, bytes, size);
    copy[ENCRYPTED] = 1;
    OisinFile *encrypted = oisin_open_bytes(kit, "e.tng", copy, size);
    assert_null(oisin_file_records(encrypted, OISIN_BRIEF));
    assert_code(kit, OISIN_ERROR_UNSUPPORTED);
    oisin_close(encrypted);
    oisin_close(file);
    free(copy);
}

static void no_memory_is_its_own_code(void **state)
{
    const Shelf *shelf = *state;
    arena_fail_at(1);
    assert_null(oisin_open_bytes(shelf->kit, "a", "a", 1));
    arena_fail_at(0);
    assert_code(shelf->kit, OISIN_ERROR_MEMORY);
}

static void calls_that_are_not_possible_now_are_errors_of_state(void **state)
{
    const Shelf *shelf = *state;
    const char *const games[] = {
        arena_format(shelf->cli->arena, "%s/examples/segais", shelf->before).at};
    OisinPlace place = OISIN_INIT(OisinPlace);
    size_t size;
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, NULL);
    assert_false(oisin_world_place(world, &place));
    assert_code(shelf->kit, OISIN_ERROR_STATE);
    assert_null(oisin_world_save(world, &size));
    assert_code(shelf->kit, OISIN_ERROR_STATE);
    oisin_world_close(world);
}

static void failed_scenarios_are_their_own_code(void **state)
{
    const Shelf *shelf = *state;
    const char *const inputs[] = {"game"}, *lines;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli,
                        "mkdir -p game/tests && printf 'scenario is rich\\n  expect "
                        "hp > 500\\n' > game/tests/small.test"),
                     0);
    assert_false(oisin_test(shelf->kit, inputs, 1, NULL, &lines));
    assert_non_null(lines);
    assert_code(shelf->kit, OISIN_ERROR_TESTS);
}

/* Messages after the first 1000 were dropped, and the error of the call with them. */
static void error_after_many_warnings_is_reported(void **state)
{
    enum { FRAME = 36, FRAMES = 1500 };
    const Shelf *shelf = *state;
    const char *const inputs[] = {"warnings.cam", "damaged.cam", "short.cam"};
    static const uint8_t zeros[FRAMES * FRAME];
    cli_put(shelf->cli, "warnings.cam", (Bytes){zeros, sizeof zeros});
    cli_put(shelf->cli, "damaged.cam", (Bytes){zeros, FRAME - 1});
    cli_put(shelf->cli, "short.cam", (Bytes){zeros, 1});
    assert_false(oisin_check(shelf->kit, inputs, COUNT_OF(inputs), NULL));
    assert_code(shelf->kit, OISIN_ERROR_INVALID);
    assert_int_equal(oisin_message_count(shelf->kit), 1000);
    assert_int_equal(oisin_message(shelf->kit, 998)->severity, OISIN_WARNING);
    assert_int_equal(oisin_message(shelf->kit, 999)->severity, OISIN_ERROR);
    assert_string_equal(oisin_message(shelf->kit, 999)->file, "damaged.cam");
    assert_ptr_equal(strstr(oisin_error(shelf->kit), "damaged.cam: "), oisin_error(shelf->kit));
}

/* ---- cancellation ---- */

typedef struct Counter {
    size_t calls, cancel_at; /* 0: never */
} Counter;

static int count(void *context, const char *what, size_t done, size_t total)
{
    Counter *counter = context;
    assert_true(!what || *what);
    assert_true(done <= total || !total);
    return ++counter->calls == counter->cancel_at;
}

static bool build(OisinKit *kit) { return oisin_build(kit, "game", "made/old.tng", NULL); }

static bool unpack(OisinKit *kit)
{
    return oisin_unpack(kit, (const char *const[]){"game/game.tng"}, 1, "made/out", NULL);
}

static bool unpack_archive(OisinKit *kit)
{
    const OisinOption options[] = {{"open", NULL}, {NULL, NULL}};
    return oisin_unpack(kit, (const char *const[]){"ui.res"}, 1, "made/out", options);
}

static bool pack(OisinKit *kit) { return oisin_pack(kit, "game/ui", "made/old.res", NULL); }

static bool convert(OisinKit *kit)
{
    return oisin_convert(kit, (const char *const[]){"game/game.tng"}, 1, "made/old.png",
                         (const OisinOption[]){{"map", "meadow"}, {NULL, NULL}});
}

static bool check(OisinKit *kit)
{
    return oisin_check(kit, (const char *const[]){"game"}, 1, NULL);
}

static bool diff(OisinKit *kit)
{
    return oisin_diff(kit, "game", "other", NULL, NULL, NULL, NULL);
}

static const struct {
    bool (*run)(OisinKit *kit);
    const char *output; /* an older one of it exists, or NULL */
} jobs[] = {{build, "made/old.tng"},
            {unpack, NULL},
            {unpack_archive, NULL},
            {pack, "made/old.res"},
            {convert, "made/old.png"},
            {check, NULL},
            {diff, NULL}};

/* The folder as it was before the call, or as after a complete one. */
static void assert_whole(const Shelf *shelf, size_t job, size_t at)
{
    if (sh(shelf->cli, "diff -r made before || diff -r made complete") != 0)
        fail_msg("job %zu, cancelled at %zu: %s", job, at, content(shelf->cli, "out"));
}

static size_t cancel_everywhere(const Shelf *shelf, size_t job)
{
    Counter counter = {0};
    size_t cancelled = 0;
    oisin_on_progress(shelf->kit, count, &counter);
    for (size_t at = 1;; at += 1 + at / 12) {
        assert_int_equal(sh(shelf->cli, "rm -rf made && cp -r before made"), 0);
        counter = (Counter){.cancel_at = at};
        const bool ok = jobs[job].run(shelf->kit);
        oisin_on_progress(shelf->kit, count, &counter);
        assert_whole(shelf, job, at);
        if (ok) {
            assert_true(counter.calls < at);
            return cancelled;
        }
        assert_int_equal(counter.calls, at); /* it stops at once */
        assert_code(shelf->kit, OISIN_ERROR_CANCELLED);
        assert_string_equal(oisin_error(shelf->kit), "cancelled");
        assert_int_equal(oisin_message_count(shelf->kit), 1);
        cancelled++;
    }
}

static void cancelled_calls_leave_outputs_whole(void **state)
{
    const Shelf *shelf = *state;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin new other -q && oisin pack game/ui -o ui.res"), 0);
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        assert_int_equal(sh(shelf->cli, "rm -rf made before complete && mkdir before"), 0);
        if (jobs[i].output)
            assert_int_equal(
                sh(shelf->cli, "echo old > before/%s", strrchr(jobs[i].output, '/') + 1), 0);
        assert_int_equal(sh(shelf->cli, "cp -r before made"), 0);
        if (!jobs[i].run(shelf->kit))
            fail_msg("%s", oisin_error(shelf->kit));
        assert_int_equal(sh(shelf->cli, "mv made complete"), 0);
        assert_true(cancel_everywhere(shelf, i) > 1);
        oisin_on_progress(shelf->kit, NULL, NULL);
    }
}

/* Only jobs on files of the disk have progress. */
static void checks_of_open_files_do_not_call_progress(void **state)
{
    const Shelf *shelf = *state;
    Counter counter = {.cancel_at = 1};
    make_game(shelf);
    OisinFile *file = shelf_open(shelf, "game/game.tng");
    oisin_on_progress(shelf->kit, count, &counter);
    assert_true(oisin_file_check(file));
    assert_code(shelf->kit, OISIN_ERROR_NONE);
    assert_int_equal(counter.calls, 0);
    assert_false(oisin_check(shelf->kit, (const char *const[]){"game/game.tng"}, 1, NULL));
    assert_code(shelf->kit, OISIN_ERROR_CANCELLED);
    oisin_close(file);
}

/* A callback may use the locale of its program, and another kit. */
static int is_called_as_in_its_program(void *context, const char *what, size_t done,
                                       size_t total)
{
    OisinKit *other = context;
    (void)what;
    (void)done;
    (void)total;
    assert_ptr_equal(uselocale((locale_t)0), LC_GLOBAL_LOCALE);
    assert_null(oisin_open(other, "nothing"));
    return 0;
}

static void callbacks_have_the_locale_of_the_caller(void **state)
{
    const Shelf *shelf = *state;
    make_game(shelf);
    OisinKit *other = oisin_new();
    oisin_on_progress(shelf->kit, is_called_as_in_its_program, other);
    assert_true(oisin_build(shelf->kit, "game", NULL, NULL));
    assert_code(shelf->kit, OISIN_ERROR_NONE);
    assert_code(other, OISIN_ERROR_NOT_FOUND);
    assert_ptr_equal(uselocale((locale_t)0), LC_GLOBAL_LOCALE);
    oisin_free(other);
}

/* ---- structs of older and newer programs ---- */

/* A struct of a later version, which has another member. */
typedef struct NewInput {
    OisinInput input;
    uint64_t later;
} NewInput;

static uint64_t hash_after(const Shelf *shelf, const OisinInput *input)
{
    const char *const games[] = {"game"};
    OisinWorldOptions options = OISIN_INIT(OisinWorldOptions);
    options.skip_menu = true;
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, &options);
    for (int i = 0; i < 20; i++)
        assert_true(oisin_world_tick(world, input));
    const uint64_t hash = oisin_world_hash(world);
    oisin_world_close(world);
    return hash;
}

static void structs_of_older_programs_are_accepted(void **state)
{
    const Shelf *shelf = *state;
    make_game(shelf);
    const OisinInput east = {OISIN_SIZE(OisinInput), .direction = 7};
    OisinInput older = {.size = offsetof(OisinInput, buttons), .direction = 7};
    memset(&older.buttons, 255, sizeof older - offsetof(OisinInput, buttons)); /* not theirs */
    const uint64_t hash = hash_after(shelf, &east);
    assert_true(hash == hash_after(shelf, &older));
    assert_true(hash != hash_after(shelf, NULL));
    const NewInput newer = {.input = {sizeof newer, .direction = 7}};
    assert_true(hash == hash_after(shelf, &newer.input));
}

static void wrong_sizes_of_structs_are_refused(void **state)
{
    const Shelf *shelf = *state;
    const char *const games[] = {"game"};
    make_game(shelf);
    static const size_t wrong[] = {0, 1, sizeof(size_t) - 1, 1 << 20, SIZE_MAX};
    const NewInput newer = {{sizeof newer, .direction = 7}, 1};
    OisinWorldOptions options = OISIN_INIT(OisinWorldOptions);
    options.skip_menu = true;
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, &options);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        options.size = wrong[i];
        assert_null(oisin_world_open(shelf->kit, games, 1, &options));
        assert_code(shelf->kit, OISIN_ERROR_USAGE);
        assert_false(oisin_world_tick(world, &(OisinInput){.size = wrong[i]}));
        assert_code(shelf->kit, OISIN_ERROR_USAGE);
        assert_false(oisin_world_place(world, &(OisinPlace){.size = wrong[i]}));
        assert_code(shelf->kit, OISIN_ERROR_USAGE);
    }
    assert_int_equal(oisin_world_ticks(world), 0);
    assert_false(oisin_world_tick(world, &newer.input));
    assert_code(shelf->kit, OISIN_ERROR_UNSUPPORTED);
    assert_true(oisin_world_tick(world, NULL));
    assert_code(shelf->kit, OISIN_ERROR_NONE);
    oisin_world_close(world);
}

static void results_fit_into_structs_of_other_programs(void **state)
{
    const Shelf *shelf = *state;
    const char *const games[] = {"game"};
    make_game(shelf);
    OisinWorldOptions options = OISIN_INIT(OisinWorldOptions);
    options.skip_menu = true;
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, &options);
    OisinPlace older = {.size = offsetof(OisinPlace, direction), .direction = 1234};
    struct {
        OisinPlace place;
        uint64_t later;
    } newer = {{.size = sizeof newer}, 5};
    assert_true(oisin_world_place(world, &older));
    assert_string_equal(older.map, "meadow");
    assert_int_equal(older.direction, 1234);
    assert_true(oisin_world_place(world, &newer.place));
    assert_int_equal(newer.place.x, older.x);
    assert_int_equal(newer.place.size, sizeof newer);
    assert_int_equal(newer.later, 0);
    oisin_world_close(world);
}

static void version_number_matches_the_text(void **state)
{
    char text[20];
    (void)state;
    snprintf(text, sizeof text, "%d.%d.%d", OISIN_VERSION_NUMBER >> 16,
             OISIN_VERSION_NUMBER >> 8 & 255, OISIN_VERSION_NUMBER & 255);
    assert_string_equal(text, OISIN_VERSION);
    assert_string_equal(oisin_version(), OISIN_VERSION);
    assert_int_equal(oisin_version_number(), OISIN_VERSION_NUMBER);
}

/* ---- other kits in callbacks ---- */

typedef struct Opened {
    OisinKit *other; /* existed before the call */
    OisinKit *made;
    OisinFile *file;
} Opened;

static int open_and_cancel(void *context, const char *what, size_t done, size_t total)
{
    Opened *opened = context;
    (void)what;
    (void)done;
    (void)total;
    opened->file = oisin_open_bytes(opened->other, "a", "hello", 5);
    opened->made = oisin_new();
    return 1;
}

static void cancellation_spares_what_callbacks_opened(void **state)
{
    const Shelf *shelf = *state;
    Opened opened = {.other = oisin_new()};
    size_t size;
    make_game(shelf);
    oisin_on_progress(shelf->kit, open_and_cancel, &opened);
    assert_false(check(shelf->kit));
    assert_code(shelf->kit, OISIN_ERROR_CANCELLED);
    oisin_on_progress(shelf->kit, NULL, NULL);
    assert_non_null(opened.file);
    assert_memory_equal(oisin_file_bytes(opened.file, &size), "hello", 5);
    assert_int_equal(size, 5);
    oisin_close(opened.file);
    assert_null(oisin_open(opened.made, "nothing"));
    assert_code(opened.made, OISIN_ERROR_NOT_FOUND);
    oisin_free(opened.made);
    oisin_free(opened.other);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shelf_begin, shelf_end)
    const struct CMUnitTest tests[] = {
        TEST(success_has_no_code),
        TEST(wrong_arguments_are_usage_errors),
        TEST(missing_names_are_not_found),
        TEST(refusals_of_the_system_have_an_errno),
        TEST(existing_outputs_are_their_own_code),
        TEST(damaged_data_is_invalid),
        TEST(unknown_and_encrypted_data_is_unsupported),
        TEST(no_memory_is_its_own_code),
        TEST(calls_that_are_not_possible_now_are_errors_of_state),
        TEST(failed_scenarios_are_their_own_code),
        TEST(error_after_many_warnings_is_reported),
        TEST(cancelled_calls_leave_outputs_whole),
        TEST(checks_of_open_files_do_not_call_progress),
        TEST(callbacks_have_the_locale_of_the_caller),
        TEST(cancellation_spares_what_callbacks_opened),
        TEST(structs_of_older_programs_are_accepted),
        TEST(wrong_sizes_of_structs_are_refused),
        TEST(results_fit_into_structs_of_other_programs),
        TEST(version_number_matches_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
