/* Languages of a project, in the syntax of gettext. */
#include "lib/kit.h"

#include "lib/audit_kit.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gettext_files_build_the_same_game_as_plain_ones),
        cmocka_unit_test(missing_name_of_a_language_is_a_warning),
        cmocka_unit_test(second_translation_for_another_context_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
