/* Publishing: the check before it, what it refuses, the folders of targets, codes of addresses.
 */
#include "lib/edit_kit.h"
#include "lib/folder_kit.h"

#include "base/system/files.h"
#include "base/text.h"

#include <string.h>

static int begin(void **state)
{
    *state = edit_begin_new();
    return 0;
}

static json_t *check(EditKit *edit)
{
    unsigned status;
    json_t *found = edit_send(edit, "POST", "api/publish-check", NULL, "{}", &status);
    assert_int_equal(status, 200);
    return found;
}

/* The first line of this kind. */
static const json_t *line(const json_t *found, const char *id)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(found, "checks"), i,
                       one) if (!strcmp(edit_text(one, "id"), id)) return one;
    fail_msg("no line %s", id);
    return NULL;
}

static void assert_line(const json_t *found, const char *id, const char *state, int count,
                        const char *path)
{
    const json_t *one = line(found, id);
    assert_string_equal(edit_text(one, "state"), state);
    assert_int_equal(json_integer_value(json_object_get(one, "count")), count);
    assert_string_equal(edit_text(one, "path"), path);
}

/* A new file, or another text of it. */
static void put(EditKit *edit, const char *path, const char *text)
{
    Arena *arena = edit->kit->arena;
    const char *address = arena_format(arena, "api/file?path=%s", path).at;
    const char *hash = edit_text(edit_get(edit, address), "hash");
    const HttpAnswer answer =
        edit_answer(edit, "POST", address, *hash ? hash : NULL, bytes_of_text(text_of(text)));
    assert_int_equal(answer.status, 200);
}

static const char *publish(EditKit *edit, const char *body, unsigned wanted)
{
    unsigned status;
    const json_t *answer = edit_send(edit, "POST", "api/publish", NULL, body, &status);
    assert_int_equal(status, wanted);
    return edit_text(answer, "error");
}

static bool is_made(EditKit *edit, const char *name)
{
    return file_exists(arena_format(edit->kit->arena, "%s-release/%s", edit->folder, name).at);
}

/* ---- the check ---- */

static void a_new_game_lacks_title_icon_and_licence(void **state)
{
    EditKit *edit = *state;
    const json_t *found = check(edit);
    assert_line(found, "problems", "ok", 0, "");
    assert_line(found, "languages", "ok", 0, "");
    assert_line(found, "icon", "warning", 0, "ui/elements.cfg");
    assert_line(found, "licence", "warning", 0, "license.txt");
    assert_int_equal(json_integer_value(json_object_get(found, "errors")), 0);
    put(edit, "license.txt", " \n");
    assert_line(check(edit), "licence", "warning", 0, "license.txt");
    put(edit, "license.txt", "CC0 1.0\n");
    assert_line(check(edit), "licence", "ok", 0, "license.txt");
}

static void titles_are_the_name_of_the_folder_or_missing(void **state)
{
    EditKit *edit = *state;
    const char *const titles[][2] = {
        {"Island of bells", "ok"}, {"game", "warning"}, {" ", "error"}};
    for (size_t i = 0; i < COUNT_OF(titles); i++) {
        Text old = edit_file(edit, "config"), first, title;
        assert_true(text_line(&old, &first) && text_line(&old, &title));
        unsigned status;
        edit_change(edit, "config",
                    arena_format(edit->kit->arena,
                                 "{\"op\": \"text\", \"text\": \"%.*s\\n%s\\n%.*s\"}",
                                 (int)first.size, first.at, titles[i][0],
                                 (int)strcspn(old.at, "\r\n"), old.at)
                        .at,
                    &status);
        assert_int_equal(status, 200);
        const json_t *found = check(edit);
        assert_line(found, "title", titles[i][1], 0, "config");
    }
}

static void missing_translations_are_those_of_check(void **state)
{
    EditKit *edit = *state;
    put(edit, "lang/de.po",
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; "
        "charset=UTF-8\\n\"\n\nmsgid \"English\"\nmsgstr \"Deutsch\"\n");
    const json_t *found = check(edit);
    const json_t *problem,
        *problems = json_object_get(edit_get(edit, "api/project"), "problems");
    int warnings = 0;
    size_t i;
    json_array_foreach(problems, i, problem) warnings +=
        !strcmp(edit_text(problem, "path"), "lang/de.po") &&
        strstr(edit_text(problem, "text"), "is not translated");
    assert_true(warnings > 2);
    assert_line(found, "languages", "warning", warnings, "lang/de.po");
}

/* ---- publishing ---- */

static void errors_and_failing_tests_refuse(void **state)
{
    EditKit *edit = *state;
    put(edit, "tests/wrong.test", "scenario nobody gives coins\n  expect hp = 12345\n");
    assert_line(check(edit), "tests", "error", 1, "tests/wrong.test");
    const char *warned = "{\"target\": \"linux\", \"warned\": true}";
    assert_string_equal(publish(edit, warned, 409),
                        "The game was not published. Tests that fail: 1");
    put(edit, "tests/wrong.test", "scenario x\n  no such step\n");
    assert_string_equal(publish(edit, warned, 409),
                        "The game was not published. Errors of the project: 1");
    assert_false(is_made(edit, "linux"));
}

static void warnings_refuse_unless_they_are_passed(void **state)
{
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    const char *error = publish(edit, "{\"target\": \"linux\"}", 409);
    assert_int_equal(strncmp(error, "The game was not published. The ", 32), 0);
    assert_false(is_made(edit, "linux"));
    publish(edit, "{\"target\": \"linux\", \"warned\": true}", 200);
    assert_true(is_made(edit, "linux/game.tng"));
    assert_int_equal(edit_hash(edit), before);
    const json_t *one =
        json_array_get(json_object_get(edit_get(edit, "api/publish"), "targets"), 2);
    assert_string_equal(edit_text(one, "name"), "linux");
    assert_true(json_is_true(json_object_get(one, "made")));
    assert_true(text_ends(text_of(edit_text(one, "folder")), "/game-release/linux"));
}

static void wrong_requests_are_refused(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    assert_string_equal(publish(edit, "{\"target\": \"mac\", \"warned\": true}", 409),
                        "there is no such target");
    assert_string_equal(publish(edit, "{\"warned\": true}", 409), "there is no such target");
    static const char *const addresses[] = {"", "0.0.0.0", "127.0.0.1:80", "--help",
                                            "192.0.2.1"};
    for (size_t i = 0; i < COUNT_OF(addresses); i++) {
        edit_send(edit, "POST", "api/publish-server", NULL,
                  arena_format(edit->kit->arena, "{\"address\": \"%s\", \"warned\": true}",
                               addresses[i])
                      .at,
                  &status);
        assert_int_equal(status, 409);
    }
    edit_send(edit, "POST", "api/publish-open", NULL, "{\"target\": \"..\"}", &status);
    assert_int_equal(status, 409);
    edit_send(edit, "POST", "api/publish-open", NULL, "{\"target\": \"web\"}", &status);
    assert_int_equal(status, 409);
    edit_send(edit, "POST", "api/publish-server", NULL, "{\"end\": true}", &status);
    assert_int_equal(status, 200);
    edit_restart(edit, true);
    publish(edit, "{\"target\": \"linux\", \"warned\": true}", 403);
    assert_false(is_made(edit, "linux"));
}

/* ---- codes ---- */

#ifndef _WIN32
static void codes_have_the_patterns_of_their_corners(void **state)
{
    EditKit *edit = *state;
    static const char *const corner[] = {"1111111", "1000001", "1011101", "1011101",
                                         "1011101", "1000001", "1111111"};
    const Text *rows;
    size_t count;
    assert_true(serve_code(TEXT("https://192.168.100.100:8443/"), &rows, &count,
                           edit->kit->arena, &edit->kit->report));
    assert_int_equal(count, 25); /* version 2 */
    for (size_t y = 0; y < COUNT_OF(corner); y++) {
        assert_true(text_starts(rows[y], corner[y]));
        assert_true(text_ends(rows[y], corner[y]));
        assert_true(text_starts(rows[count - 7 + y], corner[y]));
    }
    char long_text[4000];
    memset(long_text, 'a', sizeof long_text);
    assert_false(serve_code((Text){long_text, sizeof long_text}, &rows, &count,
                            edit->kit->arena, &edit->kit->report));
}
#endif

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, edit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_new_game_lacks_title_icon_and_licence),
        TEST(titles_are_the_name_of_the_folder_or_missing),
        TEST(missing_translations_are_those_of_check),
        TEST(errors_and_failing_tests_refuse),
        TEST(warnings_refuse_unless_they_are_passed),
        TEST(wrong_requests_are_refused),
#ifndef _WIN32
        TEST(codes_have_the_patterns_of_their_corners),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
