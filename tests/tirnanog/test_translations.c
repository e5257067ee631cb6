/* Languages of a project, in the syntax of gettext. */
#include "lib/kit.h"

#include "lib/audit_kit.h"

#include "tirnanog/translations/translations.h"

#define HEADER "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
#define NAMED HEADER "msgctxt \"language\"\nmsgid \"English\"\nmsgstr \"Deutsch\"\n\n"

static void gettext_files_build_the_same_game_as_plain_ones(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles plain = small_project(kit), wrapped = small_project(kit);
    put_text(kit, &plain, "lang/de.po",
             "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\nmsgid \"Sign\"\nmsgstr "
             "\"Ein Schild\"\n");
    put_text(kit, &wrapped, "lang/de.po",
             NAMED "#: objects/sign.obj:2\nmsgid \"\"\n\"Si\"\n\"gn\"\nmsgstr \"\"\n\"Ein "
                   "\"\n\"Schild\"\n\n"
                   "#, fuzzy\nmsgid \"Thank you.\"\nmsgstr \"Vielleicht\"\n\n"
                   "#~ msgid \"Lost\"\n#~ msgstr \"Verloren\"\n");
    assert_bytes_equal(built(kit, &wrapped), built(kit, &plain));
    assert_true(kit_has_message(kit, "lang/de.po: warning: 1 fuzzy translation is ignored"));
    assert_int_equal(kit->messages.count, 1);
    kit_free(kit);
}

/* A new file of msginit has no translation yet, also none of the language's name. */
static void missing_name_of_a_language_is_a_warning(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "lang/de.po", HEADER "msgid \"Sign\"\nmsgstr \"Schild\"\n");
    built(kit, &files);
    assert_true(kit_has_message(kit, "the language's own name is missing"));
    kit_free(kit);
}

static void second_translation_for_another_context_is_reported(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "lang/de.po",
             NAMED
             "msgid \"Sign\"\nmsgstr \"Schild\"\n\nmsgctxt \"a\"\nmsgid \"Sign\"\nmsgstr "
             "\"Schild\"\n\nmsgctxt \"verb\"\nmsgid \"Sign\"\nmsgstr \"Unterschreiben\"\n");
    built(kit, &files);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "another translation of \"Sign\" (msgctxt \"verb\")"));
    kit_free(kit);
}

/* A new file, in which only a name was translated yet, was taken for the original texts. */
static void begun_translation_does_not_remove_the_original(void **state)
{
    (void)state;
    static const char *const files[] = {
        NAMED "msgid \"Sign\"\nmsgstr \"\"\n",
        NAMED "msgid \"Sign\"\nmsgstr \"Sign\"\nmsgid \"Guide\"\nmsgstr \"\"\nmsgid "
              "\"Thank you.\"\nmsgstr \"\"\n",
        HEADER,
    };
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        Kit *kit = kit_new();
        ProjectFiles project = small_project(kit);
        put_text(kit, &project, "lang/de.po", files[i]);
        assert_int_equal(tng_language_count(game_of(kit, built(kit, &project))), 2);
        kit_free(kit);
    }
}

/* ---- templates, merging, numbers ---- */

static ProjectTexts texts_of(Kit *kit, ProjectFiles *files)
{
    ProjectTexts texts;
    assert_true(project_texts(files, &texts, kit->arena, &kit->report));
    return texts;
}

static const PoEntry *entry_of(const PoEntry *entries, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (text_is(entries[i].id, id))
            return &entries[i];
    fail_msg("no entry \"%s\"", id);
    return NULL;
}

static PoFile po_of(Kit *kit, const char *text)
{
    PoFile file;
    assert_true(po_read(bytes_of_text(text_of(text)), &file, kit->arena, &kit->report));
    return file;
}

static void template_says_where_each_text_is_and_who_says_it(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "dialogs/a.dlg",
             "TirNanoG Dialog\nBran\nGood morning.\n- - 0\n- - - Sign\n");
    put_text(kit, &files, "dialogs/b.dlg", "TirNanoG Dialog\nBran\nSign\n- - 0\n");
    const ProjectTexts texts = texts_of(kit, &files);
    PoFile file;
    translation_template(&texts, &file, kit->arena);
    assert_int_equal(file.count, texts.count + 1);
    assert_true(text_is(file.entries[0].context, "language"));
    assert_true(text_is(file.entries[0].id, "English"));
    assert_true(text_is(file.entries[1].id, "mygame"));
    const PoEntry *title = entry_of(file.entries, file.count, "Bran");
    assert_true(text_is(title->notes, "#. dialog: title, one line of at most 620 pixels\n#: "
                                      "dialogs/a.dlg:2\n#: dialogs/b.dlg:2\n"));
    const PoEntry *message = entry_of(file.entries, file.count, "Good morning.");
    assert_true(
        text_is(message->notes, "#. dialog: message, spoken by Bran\n#: dialogs/a.dlg:3\n"));
    const PoEntry *sign = entry_of(file.entries, file.count, "Sign");
    const char *notes = arena_text(kit->arena, sign->notes).at;
    assert_non_null(strstr(notes, "#. dialog: answer to Bran\n"));
    assert_non_null(strstr(notes, "#. dialog: message, spoken by Bran\n"));
    assert_non_null(strstr(notes, "#: dialogs/a.dlg:5\n#: dialogs/b.dlg:3\n"));
    const PoEntry *map = entry_of(file.entries, file.count, "The meadow");
    assert_non_null(
        strstr(arena_text(kit->arena, map->notes).at, "#. map: title\n#: maps/meadow.tmx:"));
    kit_free(kit);
}

/* A changed text must neither keep the old translation silently nor lose it. */
static void merge_keeps_marks_and_retires_translations(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "dialogs/a.dlg",
             "TirNanoG Dialog\nBran\nGood morning, my old friend.\n- - 0\n- - - Back again\n");
    const ProjectTexts texts = texts_of(kit, &files);
    const PoFile old =
        po_of(kit, "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n"
                   "msgid \"Sign\"\nmsgstr \"Schild\"\n"
                   "msgid \"Good morning, my friend.\"\nmsgstr \"Guten Morgen.\"\n"
                   "msgid \"Never seen\"\nmsgstr \"Nie gesehen\"\n#~ msgid \"Back again\"\n"
                   "#~ msgstr \"Wieder da\"\n");
    PoFile file, again;
    translation_merge(&texts, TEXT("de"), &old, &file, kit->arena);
    assert_true(text_is(po_language_name(&file, TEXT("de")), "Deutsch"));
    assert_true(text_is(entry_of(file.entries, file.count, "Sign")->text, "Schild"));
    assert_int_equal(entry_of(file.entries, file.count, "Bran")->text.size, 0);
    assert_true(text_is(entry_of(file.entries, file.count, "Back again")->text, "Wieder da"));
    const PoEntry *changed = entry_of(file.entries, file.count, "Good morning, my old friend.");
    assert_int_equal(changed->text.size, 0);
    assert_true(text_is(changed->suggestion, "Guten Morgen."));
    assert_true(text_is(changed->previous, "Good morning, my friend."));
    assert_int_equal(file.fuzzy_count, 1);
    assert_int_equal(file.obsolete_count, 1);
    assert_true(text_is(file.obsolete[0].text, "Nie gesehen"));

    const TranslationStats stats = translation_stats(&texts, TEXT("de"), &file, kit->arena);
    assert_int_equal(stats.translated, 3); /* the name, Sign, Back again */
    assert_int_equal(stats.fuzzy, 1);
    assert_int_equal(stats.total, texts.count + 1);
    assert_int_equal(stats.missing, stats.total - 4);

    const Bytes first = po_write(&file, kit->arena);
    const PoFile read = po_of(kit, arena_text(kit->arena, text_of_bytes(first)).at);
    translation_merge(&texts, TEXT("de"), &read, &again, kit->arena);
    assert_bytes_equal(po_write(&again, kit->arena), first);
    kit_free(kit);
}

static void fuzzy_translation_returns_with_its_text(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const ProjectTexts texts = texts_of(kit, &files);
    const PoFile old = po_of(kit, NAMED "#, fuzzy\n#| msgid \"Sign\"\nmsgid \"A wooden sign\"\n"
                                        "msgstr \"Schild\"\n");
    PoFile file;
    translation_merge(&texts, TEXT("de"), &old, &file, kit->arena);
    assert_true(text_is(entry_of(file.entries, file.count, "Sign")->suggestion, "Schild"));
    assert_int_equal(file.obsolete_count, 0);
    kit_free(kit);
}

static void second_translation_of_a_text_becomes_obsolete(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const ProjectTexts texts = texts_of(kit, &files);
    const PoFile old =
        po_of(kit, NAMED "msgctxt \"a\"\nmsgid \"Sign\"\nmsgstr \"\"\nmsgid \"Sign\"\nmsgstr "
                         "\"Schild\"\nmsgctxt \"b\"\nmsgid \"Sign\"\nmsgstr \"Zeichen\"\n");
    PoFile file;
    translation_merge(&texts, TEXT("de"), &old, &file, kit->arena);
    assert_true(text_is(entry_of(file.entries, file.count, "Sign")->text, "Schild"));
    assert_int_equal(file.obsolete_count, 1);
    assert_true(text_is(file.obsolete[0].text, "Zeichen"));
    kit_free(kit);
}

static void pseudo_translation_changes_and_lengthens_every_text(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const ProjectTexts texts = texts_of(kit, &files);
    PoFile file;
    translation_pseudo(&texts, TEXT("zz"), &file, kit->arena);
    assert_true(translation_is_pseudo(&file));
    assert_true(text_is(entry_of(file.entries, file.count, "Sign")->text,
                        "[\xC5\xA0\xC3\xAD\xC3\xAD\xC4\x9F\xC3\xB1]"));
    for (size_t i = 0; i < file.count; i++) {
        assert_true(file.entries[i].text.size > file.entries[i].id.size);
        assert_int_equal(utf8_invalid(file.entries[i].text), file.entries[i].text.size);
    }
    put_text(kit, &files, "lang/zz.po",
             arena_text(kit->arena, text_of_bytes(po_write(&file, kit->arena))).at);
    built(kit, &files);
    assert_int_equal(kit->messages.count, 0);
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gettext_files_build_the_same_game_as_plain_ones),
        cmocka_unit_test(missing_name_of_a_language_is_a_warning),
        cmocka_unit_test(second_translation_for_another_context_is_reported),
        cmocka_unit_test(begun_translation_does_not_remove_the_original),
        cmocka_unit_test(template_says_where_each_text_is_and_who_says_it),
        cmocka_unit_test(merge_keeps_marks_and_retires_translations),
        cmocka_unit_test(fuzzy_translation_returns_with_its_text),
        cmocka_unit_test(second_translation_of_a_text_becomes_obsolete),
        cmocka_unit_test(pseudo_translation_changes_and_lengthens_every_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
