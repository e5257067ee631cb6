/* Messages: places and carets, limits, and reports about nested files. */
#include "lib/kit.h"

#include <stdio.h>

static void a_message_shows_place_source_and_caret(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    kit->report.subject = TEXT("a.cfg");
    report_error_at(&kit->report, (SourcePosition){3, 5, TEXT("one two")}, "no \"%s\"", "two");
    assert_string_equal(kit_message(kit, 0), "a.cfg:3:5: no \"two\"\n    one two\n        ^");
    report_warning(&kit->report, "odd\x1b[31m");
    assert_string_equal(kit_message(kit, 1), "a.cfg: warning: odd?[31m");
    kit->report.subject = TEXT("\x1b]0;b\x07.cfg"); /* and names of files must not, nor C1 */
    report_warning_at(&kit->report,
                      (SourcePosition){1, 3,
                                       TEXT("\xc2\x9b"
                                            "2J")},
                      "\xc2\x85\xc3\xa9");
    assert_string_equal(kit_message(kit, 2),
                        "?]0;b?.cfg:1:3: warning: ??\xc3\xa9\n    ??2J\n      ^");
    assert_int_equal(kit->report.errors, 1);
    assert_int_equal(kit->report.warnings, 2);
    kit_free(kit);
}

/* Code of `oisin script run` has no file name. */
static void place_without_a_subject_is_followed_by_a_blank(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    report_error_at(&kit->report, (SourcePosition){12, 5, TEXT("")}, "no \"two\"");
    report_warning_at(&kit->report, (SourcePosition){7, 0, TEXT("")}, "odd");
    assert_string_equal(kit_message(kit, 0), "12:5: no \"two\"");
    assert_string_equal(kit_message(kit, 1), "7: warning: odd");
    kit_free(kit);
}

static bool read_nested(Report *report, Arena *arena)
{
    Report whole = report_child(report, TEXT("a.res"));
    Report part = report_part(&whole, TEXT("b.lay"), arena);
    report_warning(&part, "odd");
    return report_error(&whole, "truncated");
}

/* Once a reader that forgot to reset the subject made later messages name its file. */
static void a_message_after_a_nested_file_names_the_right_file(void **state)
{
    static const char *const lines[] = {"a.res/b.lay: warning: odd", "a.res: truncated",
                                        "game: not written", "done"};
    (void)state;
    Kit *kit = kit_new();
    Report game = report_child(&kit->report, TEXT("game"));
    assert_false(read_nested(&game, kit->arena));
    report_error(&game, "not written");
    report_note(&kit->report, "done");
    assert_int_equal(kit->messages.count, COUNT_OF(lines));
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        assert_string_equal(kit_message(kit, i), lines[i]);
    assert_int_equal(game.errors, 2);
    assert_int_equal(game.warnings, 1);
    assert_int_equal(kit->report.errors, 2);
    assert_int_equal(kit->report.warnings, 1);
    kit_free(kit);
}

/* The limit of a kind is one for all files. */
static void children_share_the_limits_and_the_kind_of_their_parent(void **state)
{
    static ReportKinds kinds;
    (void)state;
    Kit *kit = kit_new();
    kit->report.kinds = &kinds;
    kit->report.kind = "all";
    for (int i = 0; i < REPORT_LIMIT + 2; i++) {
        Report file = report_child(&kit->report, TEXT("f"));
        if (i % 2)
            report_warning(&file, "odd %d", i);
        else
            report_warning(&kit->report, "even %d", i);
    }
    assert_int_equal(kit->messages.count, REPORT_LIMIT);
    report_suppressed(&kit->report);
    assert_string_equal(kit_message(kit, REPORT_LIMIT),
                        "warning: and 2 more of this kind: even 0");
    kit->report.kinds = NULL;
    kit->report.limit = REPORT_LIMIT + 3;
    for (int i = 0; i < 3; i++) {
        Report file = report_child(&kit->report, TEXT("f"));
        report_count(&file, SEVERITY_WARNING);
        report_error(&file, "no");
        assert_int_equal(file.errors + file.warnings, 2);
    }
    assert_int_equal(kit->report.warnings, REPORT_LIMIT + 5);
    assert_int_equal(kit->messages.count, REPORT_LIMIT + 1);
    kit_free(kit);
}

static void alerts_have_no_limit(void **state)
{
    static ReportKinds kinds;
    (void)state;
    Kit *kit = kit_new();
    kit->report.kinds = &kinds;
    kit->report.limit = 3;
    for (int i = 0; i < REPORT_LIMIT + 9; i++) {
        Report file = report_child(&kit->report, TEXT("f"));
        report_alert(&file, "the file was kept");
        assert_int_equal(file.warnings, 1);
    }
    assert_int_equal(kit->messages.count, REPORT_LIMIT + 9);
    assert_true(kit->messages.items[0].alert);
    assert_string_equal(kit_message(kit, 0), "f: warning: the file was kept");
    kit_free(kit);
}

static void messages_beyond_the_limits_are_only_counted(void **state)
{
    static ReportKinds kinds;
    Kit *kit = *state;
    kit->report.limit = 3;
    for (int i = 0; i < 5; i++)
        if (i % 2)
            report_error(&kit->report, "number %d", i);
        else
            report_warning(&kit->report, "number %d", i);
    assert_int_equal(kit->messages.count, 3);
    assert_int_equal(kit->report.errors, 2);
    report_suppressed(&kit->report); /* no kinds: nothing to add */
    assert_int_equal(kit->messages.count, 3);
    kit_clear(kit);
    kit->report = report_to(messages_sink, &kit->messages);
    kit->report.kinds = &kinds;
    for (int i = 0; i < REPORT_LIMIT + 1; i++) {
        report_note(&kit->report, "a note is always printed");
        report_warning(&kit->report, "many warnings");
        report_error(&kit->report, "many errors");
        report_error(&kit->report, "%s: %s", "forwarded", "always printed"); /* no kind */
        report_error(&kit->report, "no: %d", i); /* too few letters for one */
    }
    assert_int_equal(kit->messages.count, 5 * (REPORT_LIMIT + 1) - 2);
    for (int i = 0; i < REPORT_LIMIT; i++)
        report_error(&kit->report, "just as many as are printed");
    kit->messages.count -= REPORT_LIMIT;
    report_error(&kit->report, "one of a kind");
    kit->messages.count--;
    report_suppressed(&kit->report);
    const size_t count = kit->messages.count;
    assert_int_equal(count, 5 * (REPORT_LIMIT + 1));
    assert_string_equal(kit_message(kit, count - 2),
                        "warning: and 1 more of this kind: many warnings");
    assert_string_equal(kit_message(kit, count - 1), "and 1 more of this kind: many errors");
    for (int i = 0; i < REPORT_LIMIT + 1; i++) { /* three letters make a kind */
        report_error(&kit->report, "zaA");
        report_error(&kit->report, "ZAz");
        report_error(&kit->report, "aa@AA[aa`aa{");
    }
    assert_int_equal(kit->messages.count, count + 3 * REPORT_LIMIT + 1);
    kit->messages.count = count;
    kit->report.kinds->count = 0;
    report_suppressed(&kit->report); /* it starts again */
    assert_int_equal(kit->messages.count, count);
    report_warning(&kit->report, "many warnings");
    assert_int_equal(kit->messages.count, count + 1);
    /* Kinds that do not fit the table are not limited. */
    kit_clear(kit);
    kit->report.kinds = &kinds;
    kinds.count = 0;
    char formats[REPORT_KINDS + 1][20];
    for (int i = 0; i <= REPORT_KINDS; i++) {
        snprintf(formats[i], sizeof formats[i], "kind %d", i);
        kit->report.kind = formats[i];
        for (int j = 0; j <= REPORT_LIMIT; j++)
            report_warning(&kit->report, "w");
    }
    assert_int_equal(kit->messages.count, REPORT_KINDS * REPORT_LIMIT + REPORT_LIMIT + 1);
    kit->report.kind = NULL;
    Report silent = report_to(NULL, NULL);
    assert_false((report_error)(&silent, "counted")); /* the functions below the macros */
    assert_false((report_error_at)(&silent, (SourcePosition){1, 1, TEXT("")}, "counted"));
    silent.kinds = &kinds;
    report_suppressed(&silent);
    assert_int_equal(silent.errors, 2);
}

static void control_characters_of_messages_are_replaced(void **state)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"a\tb\nc\x1F", "a\tb?c?"},
        {" ~\x7F", " ~?"},
        {"\xC2\x80\xC2\x9F\xC2\xA0", "????\xC2\xA0"},
        {"\xC3\x80\x80", "\xC3\x80\x80"},
        {"\x90", "\x90"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        kit_clear(kit);
        report_warning(&kit->report, "%s", rows[i].text);
        assert_string_equal(kit_message(kit, 0) + strlen("warning: "), rows[i].shown);
    }
    /* A longer message is truncated. */
    kit_clear(kit);
    report_warning(&kit->report, "%03000d", 0);
    assert_int_equal(strlen(kit_message(kit, 0)), strlen("warning: ") + 1999);
}

static void caret_is_below_its_character(void **state)
{
    static const struct {
        const char *source;
        uint32_t column;
        const char *shown;
    } rows[] = {
        {"abc", 1, ":1: no\n    abc\n    ^"},
        {"abc", 3, ":3: no\n    abc\n      ^"},
        {"abc", 9, ":9: no\n    abc\n       ^"},
        {"\ta\tb", 4, ":4: no\n    \ta\tb\n    \t \t^"},
        {"\xC3\xA9\xE2\x82\xAC!", 6, ":6: no\n    \xC3\xA9\xE2\x82\xAC!\n      ^"},
        {"abc", 0, ": no\n    abc\n    ^"},
        {"", 5, ":5: no"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        kit_clear(kit);
        kit->report.subject = TEXT("f");
        report_error_at(&kit->report,
                        (SourcePosition){7, rows[i].column, text_of(rows[i].source)}, "no");
        assert_string_equal(kit_message(kit, 0),
                            arena_format(kit->arena, "f:7%s", rows[i].shown).at);
    }
    char line[401];
    memset(line, 'x', sizeof line);
    kit_clear(kit);
    kit->report.subject = TEXT("f");
    report_error_at(&kit->report, (SourcePosition){7, 400, {line, 400}}, "no");
    report_error_at(&kit->report, (SourcePosition){7, 1, {line, 401}}, "no");
    assert_int_equal(strlen(kit_message(kit, 0)), strlen("f:7:400: no\n    ") + 400 + 5 + 400);
    assert_string_equal(kit_message(kit, 1), "f:7:1: no");
}

static void collected_messages_are_replayed_with_their_places(void **state)
{
    Kit *kit = *state, *other = kit_new();
    {
        char subject[] = "file", source[] = "source", text[] = "text";
        Report child = report_child(&other->report, text_of(subject));
        report_warning_at(&child, (SourcePosition){2, 3, text_of(source)}, "%s", text);
        memset(subject, 'x', 4), memset(source, 'x', 6), memset(text, 'x', 4);
    }
    report_note(&other->report, "and more");
    messages_replay(&other->messages, &kit->report);
    assert_int_equal(kit->messages.count, 2);
    assert_string_equal(kit_message(kit, 1), "and more");
    assert_string_equal(kit_message(kit, 0), "file:2:3: warning: text\n    source\n      ^");
    assert_int_equal(kit->report.warnings, 1);
    kit_free(other);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_message_shows_place_source_and_caret),
        TEST(place_without_a_subject_is_followed_by_a_blank),
        TEST(a_message_after_a_nested_file_names_the_right_file),
        TEST(children_share_the_limits_and_the_kind_of_their_parent),
        TEST(alerts_have_no_limit),
        TEST(messages_beyond_the_limits_are_only_counted),
        TEST(control_characters_of_messages_are_replaced),
        TEST(caret_is_below_its_character),
        TEST(collected_messages_are_replayed_with_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
