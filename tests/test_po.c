/* Translations. */
#include "lib/shared_kit.h"

#include "formats/open/po.h"

#define MAGIC "# TirNanoG Translation\n"

static bool read_text(Text text, PoFile *file)
{
    kit_clear(kit);
    const bool ok = po_read(bytes_of_text(text), file, arena, &kit->report);
    assert_int_equal(ok, kit->report.errors == 0);
    return ok;
}

static void pairs_of_texts_are_read_with_their_lines(void **state)
{
    (void)state;
    PoFile file;
    assert_true(
        read_text(TEXT("# TirNanoG Translation\r\n\r\n# a comment\r\nmsgid \"de\"\r\n"
                       "msgstr \"Deutsch\"\r\n\r\n  msgid\t\"\\\"Oak\\\", he said\" \r\n"
                       "msgstr\"\\\\ it\\'s \xC3\xA9 # no comment\""),
                  &file));
    assert_int_equal(file.count, 2);
    assert_true(text_is(file.entries[0].id, "de"));
    assert_true(text_is(file.entries[0].text, "Deutsch"));
    assert_int_equal(file.entries[0].line, 4);
    assert_true(text_is(file.entries[1].id, "\"Oak\", he said"));
    assert_true(text_is(file.entries[1].text, "\\ it's \xC3\xA9 # no comment"));
    assert_int_equal(file.entries[1].line, 7);
}

static void empty_texts_and_files_without_texts_are_read(void **state)
{
    (void)state;
    PoFile file;
    assert_true(read_text(TEXT(MAGIC), &file));
    assert_int_equal(file.count, 0);
    assert_true(read_text(TEXT(MAGIC "msgid \"\"\nmsgstr \"\""), &file));
    assert_int_equal(file.count, 1);
    assert_int_equal(file.entries[0].id.size + file.entries[0].text.size, 0);
}

static void errors_are_reported_with_position(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } bad[] = {
        {"", 1, 1},
        {"# Translation\n", 1, 1},
        {MAGIC "\n msgstr \"c\"", 3, 2},
        {MAGIC "msgid a\nmsgstr \"\"", 2, 7},
        {MAGIC "msgid \"\nmsgstr \"\"", 2, 7},
        {MAGIC "msgid \"a\"b\"\nmsgstr \"\"", 2, 9},
        {MAGIC "msgid \"a\\\"\nmsgstr \"\"", 2, 9},
        {MAGIC "msgid \"a\\n\"\nmsgstr \"\"", 2, 10},
        {MAGIC "msgid \"a\xFF\"\nmsgstr \"\"", 2, 7},
        {MAGIC "msgid \"\"\n\"more\"\nmsgstr \"\"", 3, 1},
        {MAGIC "msgid_plural \"\"", 2, 1},
        {MAGIC "msgid", 2, 1},
    };
    PoFile file;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        if (read_text(text_of(bad[i].text), &file))
            fail_msg("%s is read", bad[i].text);
        kit_message_is_at(kit, bad[i].text, bad[i].line, bad[i].column);
    }
}

static void every_mistake_of_a_file_is_reported(void **state)
{
    (void)state;
    PoFile file;
    assert_false(read_text(TEXT(MAGIC "msgid \"a\nmsgstr \"b\"\nhello\nmsgid \"c\"\nmsgstr d\n"
                                      "msgid \"e\"\nmsgstr \"f\"\n"),
                           &file));
    assert_int_equal(kit->messages.count, 3);
    assert_true(text_is(file.entries[file.count - 1].text, "f"));
}

static void written_files_survive_a_round_trip(void **state)
{
    (void)state;
    PoEntry entries[] = {{.id = TEXT("en"), .text = TEXT("English")},
                         {.id = TEXT("\"'\\"), .text = TEXT("\\'\"")},
                         {.id = TEXT(" a\tb "), .text = TEXT("")}};
    const PoFile written = {entries, COUNT_OF(entries)};
    const Bytes bytes = po_write(&written, arena);
    PoFile file;
    assert_true(read_text(text_of_bytes(bytes), &file));
    assert_int_equal(file.count, COUNT_OF(entries));
    for (size_t i = 0; i < file.count; i++) {
        assert_true(text_equal(file.entries[i].id, entries[i].id));
        assert_true(text_equal(file.entries[i].text, entries[i].text));
    }
    for (size_t at = 0; at < bytes.size; at++)
        if (bytes.data[at] == '\n')
            assert_int_equal(bytes.data[at - 1], '\r');
}

/* A game's texts may hold one; a file with it could not be read again. */
static void line_end_within_a_text_becomes_a_space(void **state)
{
    (void)state;
    PoEntry entry = {.id = TEXT("a\nb"), .text = TEXT("c\r\nd")};
    const PoFile written = {&entry, 1};
    PoFile file;
    assert_true(read_text(text_of_bytes(po_write(&written, arena)), &file));
    assert_true(text_is(file.entries[0].id, "a b"));
    assert_true(text_is(file.entries[0].text, "c\r d"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
    const struct CMUnitTest tests[] = {
        TEST(pairs_of_texts_are_read_with_their_lines),
        TEST(empty_texts_and_files_without_texts_are_read),
        TEST(errors_are_reported_with_position),
        TEST(every_mistake_of_a_file_is_reported),
        TEST(written_files_survive_a_round_trip),
        TEST(line_end_within_a_text_becomes_a_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
