/* What other programs read: --json, --github, --tap, --junit, and colours of a terminal. */
#include "lib/cli.h"

#include "base/json.h"
#include "base/text.h"

/* The document that the command printed, and nothing else; nothing was on stderr. */
static json_t *document(Cli *cli)
{
    Messages messages = {.arena = cli->arena};
    Report report = report_to(messages_sink, &messages);
    json_t *json = json_read(bytes_of_text(text_of(content(cli, "out"))), cli->arena, &report);
    assert_non_null(json);
    assert_string_equal(content(cli, "err"), "");
    assert_int_equal(json_integer_value(json_object_get(json, "version")), 1);
    assert_true(json_is_array(json_object_get(json, "messages")));
    return json;
}

static const char *text_in(const json_t *json, const char *list, size_t index, const char *key)
{
    const json_t *value =
        json_object_get(json_array_get(json_object_get(json, list), index), key);
    return json_is_string(value) ? json_string_value(value) : "";
}

static long long number_in(const json_t *json, const char *list, size_t index, const char *key)
{
    return json_integer_value(
        json_object_get(json_array_get(json_object_get(json, list), index), key));
}

static void make_project(Cli *cli)
{
    expect(cli, 0,
           "oisin new game -q && rm -rf game/tests && mkdir game/tests && "
           "printf 'TirNanoG StartUp\\ne start {\\n    location(meadow,16,16,0)\\n    hp = "
           "rnd(0)\\n}\\n' > game/game/startup.cfg");
}

static void messages_of_check_are_a_document(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    expect(cli, 0, "oisin check game --json");
    const json_t *json = document(cli);
    assert_int_equal(json_integer_value(json_object_get(json, "warnings")), 1);
    assert_int_equal(json_integer_value(json_object_get(json, "errors")), 0);
    assert_string_equal(text_in(json, "messages", 0, "severity"), "warning");
    assert_string_equal(text_in(json, "messages", 0, "file"), "game/game/startup.cfg");
    assert_string_equal(text_in(json, "messages", 0, "text"), "rnd(0) is always 0");
    assert_int_equal(number_in(json, "messages", 0, "line"), 4);
    assert_int_equal(number_in(json, "messages", 0, "column"), 5);
    expect(cli, 1, "oisin check nowhere.tng --json");
    assert_string_equal(text_in(document(cli), "messages", 0, "severity"), "error");
}

static void probed_files_are_a_document(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    expect(cli, 0, "oisin build game -o game.tng -q");
    expect(cli, 1, "oisin probe --json game.tng game game/config game/tiles/grass_soo0.png");
    const json_t *json = document(cli);
    assert_int_equal(json_array_size(json_object_get(json, "files")), 3);
    assert_string_equal(text_in(json, "files", 0, "format"), "tng");
    assert_string_equal(text_in(json, "files", 1, "format"), "project");
    assert_string_equal(text_in(json, "files", 1, "title"), "\"game\", ortho 32 32 32");
    assert_string_equal(text_in(json, "files", 2, "format"), "png");
    assert_string_equal(text_in(json, "messages", 0, "file"), "game/config");
}

static void differences_are_a_document(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    expect(cli, 0,
           "oisin build game -o a.tng -q && sed -i s/16,16/17,16/ game/game/startup.cfg");
    expect(cli, 0, "oisin build game -o b.tng -q");
    expect(cli, 1, "oisin diff --json a.tng b.tng");
    const json_t *json = document(cli);
    const size_t count = json_array_size(json_object_get(json, "differences"));
    assert_true(count >= 1);
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found |= !strcmp(text_in(json, "differences", i, "kind"), "changed") &&
                 *text_in(json, "differences", i, "place");
    assert_true(found);
    expect(cli, 0, "oisin diff --json a.tng a.tng");
    assert_int_equal(json_array_size(json_object_get(document(cli), "differences")), 0);
}

static void results_of_scenarios_have_four_forms(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    cli_put(cli, "game/tests/a.test",
            bytes_of_text(
                TEXT("scenario the first\n  expect hp = 0\n\nscenario <second> & \"third\"\n"
                     "  expect hp = 77\n")));
    expect(cli, 1, "oisin test game --json --junit results.xml");
    const json_t *json = document(cli);
    assert_int_equal(json_integer_value(json_object_get(json, "passed")), 1);
    assert_int_equal(json_integer_value(json_object_get(json, "failed")), 1);
    assert_true(json_is_true(
        json_object_get(json_array_get(json_object_get(json, "scenarios"), 0), "passed")));
    assert_string_equal(text_in(json, "scenarios", 1, "failed_file"), "tests/a.test");
    assert_int_equal(number_in(json, "scenarios", 1, "failed_line"), 5);
    assert_string_equal(text_in(json, "scenarios", 1, "failed_step"), "expect hp = 77");
    assert_true(*text_in(json, "scenarios", 1, "problem"));
    const char *xml = content(cli, "results.xml");
    assert_non_null(strstr(xml, "tests=\"2\" failures=\"1\""));
    assert_non_null(strstr(xml, "name=\"&lt;second&gt; &amp; &quot;third&quot;\""));
    assert_non_null(strstr(xml, "tests/a.test:5: expect hp = 77"));
    expect(cli, 1, "oisin test game --tap");
    const char *tap = content(cli, "out");
    assert_non_null(
        strstr(tap, "TAP version 13\n1..2\nok 1 - the first\nnot ok 2 - <second> & "));
    assert_non_null(strstr(tap, "  line: 5\n  step: \"expect hp = 77\"\n  ...\n"));
    expect(cli, 1, "oisin test game --github");
    assert_non_null(strstr(content(cli, "out"), "::error file=game/tests/a.test,line=5::"));
}

static void annotations_are_escaped(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    expect(cli, 0, "mv game 'a,b%c' && oisin check 'a,b%c' --github");
    assert_non_null(
        strstr(content(cli, "out"),
               "::warning file=a%2Cb%25c/game/startup.cfg,line=4,col=5::rnd(0) is"));
    expect(cli, 2, "oisin check 'a,b%c' --github --json");
}

/* `script` gives the command a terminal. */
static void colours_are_for_terminals_that_want_them(void **state)
{
    Cli *cli = *state;
    if (!has_tool("script"))
        skip();
    make_project(cli);
    static const struct {
        const char *environment;
        bool coloured;
    } cases[] = {{"TERM=xterm", true},
                 {"TERM=dumb", false},
                 {"TERM=xterm NO_COLOR=1", false},
                 {"TERM=xterm NO_COLOR=", true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(sh(cli,
                            "env -u NO_COLOR %s script -qec \"$program check game\" /dev/null",
                            cases[i].environment),
                         0);
        const char *out = content(cli, "out");
        assert_non_null(strstr(out, "rnd(0) is always 0"));
        assert_int_equal(strstr(out, "\033[33mwarning: ") != NULL, cases[i].coloured);
        assert_int_equal(strchr(out, '\033') != NULL, cases[i].coloured);
    }
    expect(cli, 0, "TERM=xterm oisin check game");
    assert_null(strchr(content(cli, "err"), '\033'));
}

/* Waits for what the background program prints, at most a minute. */
#define UNTIL(condition)                                                                       \
    "for i in $(seq 600); do " condition " && break; sleep 0.1; done; " condition

static void scenarios_run_again_after_a_change(void **state)
{
    Cli *cli = *state;
    make_project(cli);
    cli_put(cli, "game/tests/a.test", bytes_of_text(TEXT("scenario one\n  expect hp = 0\n")));
    expect(cli, 0,
           "\"$program\" test game --watch --junit game/results.xml > again & "
           "watch=$!; " UNTIL(
               "grep -q waiting again") " && "
                                        "sed -i s/0/77/ game/tests/a.test && " UNTIL(
                                            "grep -q '1 failed' again") " && "
                                                                        "rm game/config "
                                                                        "&& " UNTIL(
                                                                            "test $(grep -c "
                                                                            "waiting again) = "
                                                                            "3") "; "
                                                                                 "s=$?; kill "
                                                                                 "$watch; exit "
                                                                                 "$s");
    const char *again = content(cli, "again");
    assert_non_null(strstr(again, "1 passed, 0 failed"));
    assert_non_null(strstr(again, "0 passed, 1 failed"));
    expect(cli, 2, "oisin test game --watch --json");
}

static void help_suggests_commands(void **state)
{
    Cli *cli = *state;
    expect(cli, 2, "oisin help plai");
    assert_non_null(
        strstr(content(cli, "err"), "unknown command \"plai\"; did you mean play?"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(messages_of_check_are_a_document),
        TEST(probed_files_are_a_document),
        TEST(differences_are_a_document),
        TEST(results_of_scenarios_have_four_forms),
        TEST(annotations_are_escaped),
        TEST(colours_are_for_terminals_that_want_them),
        TEST(scenarios_run_again_after_a_change),
        TEST(help_suggests_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
