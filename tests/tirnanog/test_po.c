/* Translations. */
#include "lib/shared_kit.h"

#include "tirnanog/translations/po.h"

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
    assert_int_equal(file.count, 0); /* a header */
    assert_true(file.header.at && !file.header.size);
    assert_true(read_text(TEXT(MAGIC "msgid \"a\"\nmsgstr \"\"\n"), &file));
    assert_int_equal(file.count, 1);
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
        {MAGIC "msgid \"a\\q\"\nmsgstr \"\"", 2, 10},
        {MAGIC "msgid \"a\xFF\"\nmsgstr \"\"", 2, 7},
        {MAGIC "\"more\"\nmsgid \"\"\nmsgstr \"\"", 2, 1},
        {MAGIC "msgid \"\"\n\"mo\"re\"\nmsgstr \"\"", 3, 4},
        {MAGIC "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"\"", 3, 1},
        {MAGIC "msgid \"a\"\nmsgstr[0] \"\"", 3, 1},
        {"msgid \"a\"\nmsgstr \"\"", 1, 1},
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
    const PoFile written = {.entries = entries, .count = COUNT_OF(entries)};
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
    const PoFile written = {.entries = &entry, .count = 1};
    PoFile file;
    assert_true(read_text(text_of_bytes(po_write(&written, arena)), &file));
    assert_true(text_is(file.entries[0].id, "a b"));
    assert_true(text_is(file.entries[0].text, "c\r d"));
}

/* ---- gettext's syntax ---- */

#define HEADER "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"

static void header_wrapped_strings_and_context_are_read(void **state)
{
    (void)state;
    PoFile file;
    assert_true(
        read_text(TEXT("\xEF\xBB\xBF# Ann, 2026\r\nmsgid \"\"\r\nmsgstr \"Language: "
                       "de\\n\"\r\n\"Content-Type: text/plain; charset=utf-8\\n\"\r\n\r\n"
                       "# ask Bran\r\n#. title\r\n#: game/hp.atr:2\r\n#, c-format\r\n"
                       "msgctxt \"lang\"\r\n\"uage\"\r\nmsgid \"\"\r\n\"A \"\r\n\"b\\t\"\r\n"
                       "msgstr \"c\"\r\n  \"\\\"\\\\\" \r\n"),
                  &file));
    assert_int_equal(file.count, 1);
    assert_true(text_is(file.header_comments, "# Ann, 2026\n"));
    assert_true(text_is(po_header_field(file.header, "Language"), "de"));
    assert_true(text_is(po_header_field(file.header, "X-Other"), ""));
    const PoEntry *entry = &file.entries[0];
    assert_true(text_is(entry->comments, "# ask Bran\n"));
    assert_true(text_is(entry->context, "language"));
    assert_true(text_is(entry->id, "A b\t"));
    assert_true(text_is(entry->text, "c\"\\"));
    assert_int_equal(entry->line, 12);
    assert_true(text_is(po_language_name(&file, TEXT("de")), "c\"\\"));
}

/* A game would show a guess of msgmerge as if somebody had translated it. */
static void fuzzy_translations_count_as_missing(void **state)
{
    (void)state;
    PoFile file;
    assert_true(read_text(TEXT(HEADER "#, c-format, fuzzy\n#| msgid \"\"\n#| \"o\"\n#| \"ld\"\n"
                                      "msgid \"new\"\nmsgstr \"neu\"\n"
                                      "msgid \"b\"\nmsgstr \"B\"\n"),
                          &file));
    assert_int_equal(file.count, 2);
    assert_int_equal(file.fuzzy_count, 1);
    assert_int_equal(file.entries[0].text.size, 0);
    assert_true(text_is(file.entries[0].suggestion, "neu"));
    assert_true(text_is(file.entries[0].previous, "old"));
    assert_true(text_is(file.entries[1].text, "B"));
    po_warn_fuzzy(&file, &kit->report);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "1 fuzzy translation is ignored"));
}

static void obsolete_entries_are_kept_apart(void **state)
{
    (void)state;
    PoFile file;
    assert_true(read_text(TEXT(HEADER "msgid \"a\"\nmsgstr \"A\"\n\n#~ msgid \"gone\"\n"
                                      "#~ msgstr \"\"\n#~ \"weg\"\n\n#~ msgid \"b\"\n"
                                      "#~ msgstr \"c\"\nmsgid \"d\"\nmsgstr \"e\"\n"),
                          &file));
    assert_int_equal(file.count, 2);
    assert_int_equal(file.obsolete_count, 2);
    assert_true(text_is(file.obsolete[0].id, "gone"));
    assert_true(text_is(file.obsolete[0].text, "weg"));
    assert_true(text_is(file.entries[1].id, "d"));
}

/* A text of a game is shown as one paragraph. */
/* What msgmerge has left in a file stays: `#~|` lines, plural forms, contexts, line ends. */
static void what_obsolete_entries_have_is_written_again(void **state)
{
    (void)state;
    static const char text[] = "msgid \"\"\n"
                               "msgstr \"Language: de\\n\"\n"
                               "\n"
                               "msgid \"Sign\"\n"
                               "msgstr \"Schild\"\n"
                               "\n"
                               "# of the second chapter\n"
                               "#, fuzzy\n"
                               "#~| msgctxt \"door\"\n"
                               "#~| msgid \"Old gate\"\n"
                               "#~ msgctxt \"wall\"\n"
                               "#~ msgid \"Gate\"\n"
                               "#~ msgstr \"Tor\"\n"
                               "\n"
                               "#~ msgid \"lantern\"\n"
                               "#~ msgid_plural \"lanterns\"\n"
                               "#~ msgstr[0] \"Laterne\"\n"
                               "#~ msgstr[1] \"\"\n"
                               "#~ \"Laternen\"\n"
                               "\n"
                               "#~ msgid \"rope\"\n"
                               "#~ msgstr \"Seil\"\n";
    PoFile file;
    assert_true(read_text(text_of(text), &file));
    assert_int_equal(file.count, 1);
    assert_int_equal(file.obsolete_count, 3);
    assert_true(text_equal(text_of_bytes(po_write(&file, arena)), text_of(text)));
    Writer crlf = writer_to(arena);
    for (const char *at = text; *at; at++)
        write_text(&crlf, *at == '\n' ? TEXT("\r\n") : (Text){at, 1});
    assert_true(read_text(writer_text(&crlf), &file));
    assert_true(text_equal(text_of_bytes(po_write(&file, arena)), writer_text(&crlf)));
    /* Plural forms of texts that the game has are errors as before. */
    assert_false(read_text(TEXT("msgid \"\"\nmsgstr \"\"\nmsgid \"a\"\nmsgid_plural \"b\"\n"
                                "msgstr[0] \"c\"\n"),
                           &file));
    assert_false(read_text(TEXT("msgid \"\"\nmsgstr \"\"\n\n#~ msgstr[0] \"c\"\n"), &file));
}

static void line_breaks_of_a_translation_become_spaces_with_a_warning(void **state)
{
    (void)state;
    PoFile file;
    assert_true(read_text(TEXT(HEADER "msgid \"a\"\nmsgstr \"b\\n\"\n\"c\\n\"\n"), &file));
    assert_true(text_is(file.entries[0].text, "b c"));
    assert_int_equal(kit->report.warnings, 1);
}

/* The message was printed for each text of a file in Latin-1. */
static void another_charset_is_refused_with_one_message(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "msgid \"\"\nmsgstr \"\"\n\"Last-Translator: Jos\xE9\\n\"\n\"Content-Type: text/plain; "
        "charset=ISO-8859-1\\n\"\nmsgid \"a\"\nmsgstr \"\xE4\"\nmsgid \"b\"\nmsgstr \"\xE4\"\n",
        MAGIC "msgid \"a\"\nmsgstr \"\xE4\"\nmsgid \"b\"\nmsgstr \"\xE4\"\n",
        "\xFF\xFEm",
    };
    PoFile file;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_false(read_text(text_of(bad[i]), &file));
        assert_int_equal(kit->messages.count, 1);
    }
    read_text(text_of(bad[0]), &file);
    assert_true(kit_has_message(kit, "the charset is ISO-8859-1"));
}

static void written_gettext_files_survive_a_round_trip(void **state)
{
    (void)state;
    PoEntry entries[] = {
        {.id = TEXT("English"), .text = TEXT("Deutsch"), .context = TEXT("language")},
        {.id = TEXT("\"'\\"), .text = TEXT("\\'\""), .comments = TEXT("# a\n# b\n")},
        {.id = TEXT(" a\tb "), .suggestion = TEXT("c"), .previous = TEXT(" a b ")},
        {.id = TEXT("A text that is so long that it does not fit into one line of "
                    "a file, which has 80 columns, and is wrapped for that reason"),
         .text = TEXT(""),
         .notes = TEXT("#. note\n#: a:1\n")}};
    PoEntry gone = {.id = TEXT("old"), .text = TEXT("alt")};
    const PoFile written = {.entries = entries,
                            .count = COUNT_OF(entries),
                            .obsolete = &gone,
                            .obsolete_count = 1,
                            .header = TEXT("Language: de\nX-A: b\n")};
    const Bytes bytes = po_write(&written, arena);
    PoFile file;
    assert_true(read_text(text_of_bytes(bytes), &file));
    assert_int_equal(file.count, COUNT_OF(entries));
    assert_true(text_equal(file.header, written.header));
    for (size_t i = 0; i < file.count; i++) {
        assert_true(text_equal(file.entries[i].context, entries[i].context));
        assert_true(text_equal(file.entries[i].id, entries[i].id));
        assert_true(text_equal(file.entries[i].text, entries[i].text));
        assert_true(text_equal(file.entries[i].suggestion, entries[i].suggestion));
        assert_true(text_equal(file.entries[i].previous, entries[i].previous));
        assert_true(text_equal(file.entries[i].comments, entries[i].comments));
    }
    assert_int_equal(file.obsolete_count, 1);
    assert_true(text_is(file.obsolete[0].text, "alt"));
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
        TEST(header_wrapped_strings_and_context_are_read),
        TEST(fuzzy_translations_count_as_missing),
        TEST(obsolete_entries_are_kept_apart),
        TEST(what_obsolete_entries_have_is_written_again),
        TEST(line_breaks_of_a_translation_become_spaces_with_a_warning),
        TEST(another_charset_is_refused_with_one_message),
        TEST(written_gettext_files_survive_a_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
