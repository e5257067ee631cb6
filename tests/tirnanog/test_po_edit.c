/* Changes of single translations: all other bytes of the file remain. */
#include "lib/shared_kit.h"

#include "base/text.h"
#include "kit/jobs/files.h"
#include "tirnanog/translations/language_names.h"
#include "tirnanog/translations/po_edit.h"

#include <stdio.h>

#define HEADER "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
#define MAGIC "# TirNanoG Translation\n"

static const char *set(const char *file, const PoEdit *edits, size_t count)
{
    Bytes out = {0};
    kit_clear(kit);
    const bool ok = po_set(bytes_of_text(text_of(file)), TEXT("de"), edits, count, &out, arena,
                           &kit->report);
    assert_int_equal(ok, kit->report.errors == 0);
    return ok ? arena_text(arena, text_of_bytes(out)).at : kit_message(kit, 0);
}

static const char *set_one(const char *file, const char *id, const char *text, bool done)
{
    return set(file, &(PoEdit){.id = text_of(id), .text = text_of(text), .done = done}, 1);
}

static void only_the_msgstr_changes(void **state)
{
    (void)state;
    static const char before[] = "# by hand  \n" HEADER "\n"
                                 "#  kept\n#. note\n#: a.obj:1\n#, c-format\n  msgid   \"A\"\n"
                                 "msgstr \"\"\n\"a \"\n\"b\"\n\n\n"
                                 "msgctxt \"x\"\nmsgid \"B\"\nmsgstr\t\"it's\"\n"
                                 "#~ msgid \"old\"\n#~ msgstr \"alt\"";
    static const char after[] = "# by hand  \n" HEADER "\n"
                                "#  kept\n#. note\n#: a.obj:1\n#, c-format\n  msgid   \"A\"\n"
                                "msgstr \"\xC3\x84 \\\"\\\\\"\n\n\n"
                                "msgctxt \"x\"\nmsgid \"B\"\nmsgstr\t\"it's\"\n"
                                "#~ msgid \"old\"\n#~ msgstr \"alt\"";
    assert_string_equal(set_one(before, "A", "\xC3\x84 \"\\", false), after);
    assert_string_equal(set_one(before, "A", "a b", true), before); /* the same text */
    assert_string_equal(set_one(before, "C", "", true), before);
    const PoEdit other = {.id = TEXT("B"), .context = TEXT("x"), .text = TEXT("c")};
    assert_non_null(strstr(set(before, &other, 1), "msgid \"B\"\nmsgstr \"c\"\n#~"));
}

static void line_ends_and_the_mark_of_utf8_remain(void **state)
{
    (void)state;
    static const char before[] = "\xEF\xBB\xBF" MAGIC "msgid \"de\"\r\nmsgstr \"Deutsch\"\r\n"
                                 "msgid \"A\"\r\nmsgstr \"\"\r\nmsgid \"B\"\nmsgstr \"b\"";
    static const char after[] = "\xEF\xBB\xBF" MAGIC "msgid \"de\"\r\nmsgstr \"Deutsch\"\r\n"
                                "msgid \"A\"\r\nmsgstr \"it\\'s\"\r\nmsgid \"B\"\nmsgstr \"b\"";
    assert_string_equal(set_one(before, "A", "it's", false), after);
    /* A long text is on one line in this syntax; the last line has no end. */
    char text[201], wanted[sizeof before + 300];
    memset(text, 'w', sizeof text - 1);
    text[100] = ' ';
    text[200] = 0;
    snprintf(wanted, sizeof wanted, "%.*s\"%s\"", (int)(sizeof before - 1 - 3), before, text);
    assert_string_equal(set_one(before, "B", text, false), wanted);
}

static void long_texts_are_wrapped_and_keep_the_line_end_of_both(void **state)
{
    (void)state;
    char text[201];
    memset(text, 'w', sizeof text - 1);
    text[50] = text[100] = ' ';
    text[200] = 0;
    const char *after =
        set_one(HEADER "\r\nmsgid \"A\\n\"\r\nmsgstr \"\"\r\n", "A", text, false);
    PoFile file;
    assert_true(po_read(bytes_of_text(text_of(after)), &file, arena, &kit->report));
    assert_true(text_is(file.entries[0].text, text));
    assert_non_null(strstr(after, "msgstr \"\"\r\n\"www"));
    assert_true(text_ends(text_of(after), "w\\n\"\r\n"));
}

static void fuzzy_goes_when_it_is_done_or_emptied(void **state)
{
    (void)state;
    static const char before[] = HEADER "\n# me\n#, fuzzy, no-wrap\n#| msgid \"\"\n#| \"Old\"\n"
                                        "#: a.obj:1\nmsgid \"A\"\nmsgstr \"x\"\n";
    static const char done[] =
        HEADER "\n# me\n#, no-wrap\n#: a.obj:1\nmsgid \"A\"\nmsgstr \"x\"\n";
    static const char typed[] = HEADER "\n# me\n#, fuzzy, no-wrap\n#| msgid \"\"\n#| \"Old\"\n"
                                       "#: a.obj:1\nmsgid \"A\"\nmsgstr \"y\"\n";
    static const char empty[] =
        HEADER "\n# me\n#, no-wrap\n#: a.obj:1\nmsgid \"A\"\nmsgstr \"\"\n";
    assert_string_equal(set_one(before, "A", "x", true), done);
    assert_string_equal(set_one(before, "A", "x", false), before);
    assert_string_equal(set_one(before, "A", "y", false), typed);
    assert_string_equal(set_one(before, "A", "", false), empty);
    assert_string_equal(set_one(HEADER "#,fuzzy\nmsgid \"A\"\nmsgstr \"x\"", "A", "x", true),
                        HEADER "msgid \"A\"\nmsgstr \"x\"");
}

static void missing_entries_are_added(void **state)
{
    (void)state;
    const PoEdit edits[] = {{.id = TEXT("A"), .text = TEXT("a"), .notes = TEXT("#: a.obj:1\n")},
                            {.id = TEXT("B"), .text = TEXT("b")},
                            {.id = TEXT("no text")},
                            {.id = TEXT("English"), .is_name = true, .text = TEXT("Deutsch")}};
    assert_string_equal(set(HEADER "\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n", edits, 2),
                        HEADER "\n#: a.obj:1\nmsgid \"A\"\nmsgstr \"a\"\n\nmsgid \"B\"\n"
                               "msgstr \"b\"\n\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n");
    assert_string_equal(
        set(HEADER "msgid \"x\"\nmsgstr \"y\"\n\n# me\n#, fuzzy\n#~ msgid \"old\"\n"
                   "#~ msgstr \"alt\"\n",
            edits + 1, 1),
        HEADER "msgid \"x\"\nmsgstr \"y\"\n\nmsgid \"B\"\nmsgstr \"b\"\n\n# me\n"
               "#, fuzzy\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n");
    assert_string_equal(set(HEADER, edits, COUNT_OF(edits)),
                        HEADER "\n#: a.obj:1\nmsgid \"A\"\nmsgstr \"a\"\n\nmsgid \"B\"\n"
                               "msgstr \"b\"\n\nmsgctxt \"language\"\nmsgid \"English\"\n"
                               "msgstr \"Deutsch\"\n");
    assert_string_equal(set("# TirNanoG Translation\r\nmsgid \"x\"\r\nmsgstr \"y\"", edits, 1),
                        "# TirNanoG Translation\r\nmsgid \"x\"\r\nmsgstr \"y\"\r\n\r\n"
                        "msgid \"A\"\r\nmsgstr \"a\"\r\n");
}

/* Several in one step, in any order; each by its context. */
static void several_edits_are_one_change(void **state)
{
    (void)state;
    const PoEdit edits[] = {{.id = TEXT("B"), .text = TEXT("2")},
                            {.id = TEXT("A"), .context = TEXT("x"), .text = TEXT("1")},
                            {.is_name = true, .text = TEXT("Deutsch")}};
    assert_string_equal(
        set(HEADER "msgctxt \"language\"\nmsgid \"English\"\nmsgstr \"\"\nmsgid \"A\"\n"
                   "msgstr \"\"\nmsgctxt \"x\"\nmsgid \"A\"\nmsgstr \"\"\nmsgid \"B\"\n"
                   "msgstr \"b\"\n",
            edits, COUNT_OF(edits)),
        HEADER "msgctxt \"language\"\nmsgid \"English\"\nmsgstr \"Deutsch\"\nmsgid \"A\"\n"
               "msgstr \"\"\nmsgctxt \"x\"\nmsgid \"A\"\nmsgstr \"1\"\nmsgid \"B\"\n"
               "msgstr \"2\"\n");
}

static void bad_files_and_texts_are_refused(void **state)
{
    (void)state;
    assert_string_equal(set_one(HEADER "msgid \"A\"\nmsgstr \"\"\n", "A", "a\nb", false),
                        "a translation is one line of text");
    assert_non_null(strstr(
        set_one(HEADER "msgid \"A\"\nmsgid \"B\"\nmsgstr \"\"", "A", "a", false), "no msgstr"));
    assert_int_equal(kit->messages.items[0].line, 3);
    assert_non_null(strstr(
        set_one(HEADER "msgid \"A\"\nmsgid_plural \"B\"\nmsgstr[0] \"\"", "A", "a", false),
        "plural forms"));
    assert_int_equal(kit->messages.items[0].line, 4);
}

/* Each entry of a file: the bytes before and after its msgstr stay, and so do all entries. */
static void every_entry_of_a_real_file_can_be_changed(void **state)
{
    (void)state;
    static const char *const paths[] = {"examples/segais/lang/de.po",
                                        "examples/skerry/lang/de.po",
                                        "src/engine/languages/ar.po"};
    for (size_t p = 0; p < COUNT_OF(paths); p++) {
        Bytes file, changed;
        PoFile before, after;
        assert_true(file_load(paths[p], &file, arena, &kit->report));
        assert_true(po_read(file, &before, arena, &kit->report));
        for (size_t i = 0; i < before.count; i += 1 + before.count / 40) {
            const PoEntry *entry = &before.entries[i];
            const PoEdit edit = {.id = entry->id,
                                 .context = entry->context,
                                 .is_name = po_is_language_name(&before, i, TEXT("de")),
                                 .text = TEXT("\"new\" \\ text")};
            assert_true(po_set(file, TEXT("de"), &edit, 1, &changed, arena, &kit->report));
            assert_true(po_read(changed, &after, arena, &kit->report));
            assert_int_equal(after.count, before.count);
            assert_true(text_equal(after.entries[i].text, edit.text));
            assert_memory_equal(changed.data, file.data, entry->value);
            const size_t rest = file.size - entry->end;
            assert_int_equal(after.entries[i].end, changed.size - rest);
            assert_memory_equal(changed.data + changed.size - rest, file.data + entry->end,
                                rest);
        }
    }
}

static void languages_are_sorted_and_have_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < language_name_count; i++) {
        const LanguageName *one = &language_names[i];
        assert_true(language_code_ok(text_of(one->code)));
        assert_true(!i || strcmp(language_names[i - 1].code, one->code) < 0);
        assert_true(*one->name && utf8_invalid(text_of(one->name)) == strlen(one->name));
    }
    assert_string_equal(language_name(TEXT("de"))->name, "Deutsch");
    assert_true(language_name(TEXT("ar"))->rtl && !language_name(TEXT("ja"))->rtl);
    assert_null(language_name(TEXT("zz")));
    assert_false(language_code_ok(TEXT("d\xC3")) || language_code_ok(TEXT("deu")));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
    const struct CMUnitTest tests[] = {
        TEST(only_the_msgstr_changes),
        TEST(line_ends_and_the_mark_of_utf8_remain),
        TEST(long_texts_are_wrapped_and_keep_the_line_end_of_both),
        TEST(fuzzy_goes_when_it_is_done_or_emptied),
        TEST(missing_entries_are_added),
        TEST(several_edits_are_one_change),
        TEST(bad_files_and_texts_are_refused),
        TEST(every_entry_of_a_real_file_can_be_changed),
        TEST(languages_are_sorted_and_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
