/* The table of texts: new languages, translations of single texts, what the check finds about
 * them, undo, and what is refused. */
#include "lib/edit_kit.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static int begin(void **state)
{
    *state = edit_begin_new();
    return 0;
}

/* The table after the check of the last change. */
static json_t *texts(EditKit *edit)
{
    unsigned status;
    json_t *found = edit_send(edit, "GET", "api/texts", NULL, NULL, &status);
    assert_int_equal(status, 200);
    return found;
}

static void wait_for_the_check(EditKit *edit)
{
    unsigned status; /* renaming needs it */
    edit_send(edit, "POST", "api/rename", NULL, "{\"path\": \"x\", \"name\": \"y\"}", &status);
}

static const json_t *row(const json_t *table, const char *id)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(table, "texts"), i,
                       one) if (!strcmp(edit_text(one, "id"), id)) return one;
    fail_msg("no text \"%s\"", id);
    return NULL;
}

static const json_t *cell(const json_t *table, const char *id, const char *code)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(row(table, id), "cells"), i,
                       one) if (!strcmp(edit_text(one, "language"), code)) return one;
    return NULL;
}

static const json_t *language(const json_t *table, const char *code)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(table, "languages"), i,
                       one) if (!strcmp(edit_text(one, "code"), code)) return one;
    fail_msg("no language %s", code);
    return NULL;
}

static int number(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static void new_language(EditKit *edit, const char *code)
{
    unsigned status;
    edit_send(edit, "POST", "api/texts/language", NULL,
              arena_format(edit->kit->arena, "{\"code\": \"%s\"}", code).at, &status);
    assert_int_equal(status, 200);
    wait_for_the_check(edit);
}

static const char *refused(EditKit *edit, const char *address, const char *body,
                           unsigned wanted)
{
    unsigned status;
    const uint64_t before = edit_hash(edit);
    const json_t *answer = edit_send(edit, "POST", address, NULL, body, &status);
    assert_int_equal(status, wanted);
    assert_true(edit_hash(edit) == before);
    return edit_text(answer, "error");
}

/* Translations in a file, based on its present content. */
static const json_t *translate(EditKit *edit, const char *path, const char *edits,
                               unsigned wanted)
{
    Arena *arena = edit->kit->arena;
    unsigned status;
    const char *hash =
        edit_text(edit_get(edit, arena_format(arena, "api/file?path=%s", path).at), "hash");
    const json_t *answer =
        edit_send(edit, "POST", arena_format(arena, "api/texts?path=%s", path).at, hash,
                  arena_format(arena, "{\"edits\": [%s]}", edits).at, &status);
    assert_int_equal(status, wanted);
    return answer;
}

/* A new file, or another text of it. */
static void put(EditKit *edit, const char *path, Text text)
{
    const char *address = arena_format(edit->kit->arena, "api/file?path=%s", path).at;
    const char *hash = edit_text(edit_get(edit, address), "hash");
    const HttpAnswer answer =
        edit_answer(edit, "POST", address, strcmp(hash, "0000000000000000") ? hash : NULL,
                    bytes_of_text(text));
    assert_int_equal(answer.status, 200);
    wait_for_the_check(edit);
}

/* The file is what it was but for this part. */
static void assert_replaced(EditKit *edit, const char *path, Text before, const char *old,
                            const char *new)
{
    size_t at;
    assert_true(text_find_part(before, text_of(old), &at));
    const Text rest = text_slice(before, at + strlen(old), before.size);
    const Text wanted = arena_format(edit->kit->arena, "%.*s%s%.*s", (int)at, before.at, new,
                                     (int)rest.size, rest.at);
    const Text now = edit_file(edit, path);
    assert_string_equal(arena_text(edit->kit->arena, now).at, wanted.at);
}

static void undo(EditKit *edit, const char *label)
{
    unsigned status;
    const json_t *answer = edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    assert_string_equal(edit_text(answer, "label"), label);
}

/* ---- languages ---- */

static void a_new_language_is_the_file_of_po_merge_and_one_step(void **state)
{
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    new_language(edit, "de");
    const json_t *table = texts(edit);
    assert_string_equal(edit_text(language(table, "de"), "name"), "Deutsch");
    assert_int_equal(number(language(table, "de"), "missing"),
                     (int)json_array_size(json_object_get(table, "texts")) - 1);
    assert_string_equal(edit_text(cell(table, "English", "de"), "text"), "Deutsch");
    const json_t *known;
    size_t i;
    json_array_foreach(json_object_get(table, "known"), i, known)
        assert_string_not_equal(json_string_value(json_array_get(known, 0)), "de");
    const Text file = edit_file(edit, "lang/de.po");
    assert_true(text_starts(file, "msgid \"\"\nmsgstr \"\"\n\"Project-Id-Version: "));
    undo(edit, "new language Deutsch");
    assert_true(edit_hash(edit) == before);
    edit_check(edit);
}

static void unknown_and_existing_languages_are_refused(void **state)
{
    EditKit *edit = *state;
    new_language(edit, "ja");
    const char *address = "api/texts/language";
    assert_string_equal(refused(edit, address, "{\"code\": \"zz\"}", 400),
                        "\"zz\" is not the code of a known language (ISO 639-1)");
    assert_string_equal(refused(edit, address, "{\"code\": \"../x\"}", 400),
                        "\"../x\" is not the code of a known language (ISO 639-1)");
    assert_string_equal(refused(edit, address, "{}", 400),
                        "\"\" is not the code of a known language (ISO 639-1)");
    assert_string_equal(refused(edit, address, "{\"code\": \"ja\"}", 409),
                        "lang/ja.po exists already");
    assert_string_equal(refused(edit, address, "{\"code\": \"en\"}", 400),
                        "the texts of the project are in this language");
    put(edit, "game/startup.cfg", TEXT("nothing\n"));
    assert_non_null(strstr(refused(edit, address, "{\"code\": \"fr\"}", 409),
                           "the project cannot be read: game/startup.cfg: "));
}

static void updates_take_new_texts_and_keep_old_translations(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    new_language(edit, "de");
    translate(edit, "lang/de.po",
              "{\"id\": \"Three coins lie south of here.\", \"text\": \"Drei\"}", 200);
    const uint64_t before = edit_hash(edit);
    edit_send(edit, "POST", "api/texts/update", NULL, "{}", &status);
    assert_int_equal(status, 200);
    assert_true(edit_hash(edit) == before); /* up to date: nothing was written */
    const Text dialog = edit_file(edit, "dialogs/sign.dlg");
    size_t at;
    assert_true(text_find_part(dialog, TEXT("Three"), &at));
    put(edit, "dialogs/sign.dlg",
        arena_format(edit->kit->arena, "%.*sFour%.*s", (int)at, dialog.at,
                     (int)(dialog.size - at - 5), dialog.at + at + 5));
    edit_send(edit, "POST", "api/texts/update", NULL, "{}", &status);
    assert_int_equal(status, 200);
    wait_for_the_check(edit);
    const char *id = "Four coins lie south of here.";
    const json_t *table = texts(edit), *four = cell(table, id, "de");
    assert_string_equal(edit_text(four, "text"), "Drei");
    assert_string_equal(edit_text(four, "was"), "Three coins lie south of here.");
    assert_true(json_is_true(json_object_get(four, "fuzzy")));
    assert_int_equal(number(language(table, "de"), "fuzzy"), 1);
    const Text file = edit_file(edit, "lang/de.po");
    translate(edit, "lang/de.po",
              arena_format(edit->kit->arena,
                           "{\"id\": \"%s\", \"text\": \"Drei\", \"done\": true}", id)
                  .at,
              200);
    assert_replaced(edit, "lang/de.po", file,
                    "#, fuzzy\n#| msgid \"Three coins lie south of here.\"\n", "");
    assert_int_equal(number(language(texts(edit), "de"), "fuzzy"), 0);
    undo(edit, "translate lang/de.po");
    undo(edit, "update the translations");
}

/* ---- translations ---- */

static void only_the_translation_changes_in_the_file(void **state)
{
    EditKit *edit = *state;
    static const char file[] = "\xEF\xBB\xBF# by hand\r\nmsgid \"\"\r\nmsgstr \"\"\r\n"
                               "\"Content-Type: text/plain; charset=UTF-8\\n\"\r\n\r\n"
                               "msgctxt \"language\"\r\nmsgid \"English\"\r\n"
                               "msgstr \"Deutsch\"\r\n\r\n# note  \r\n#: wrong:1\r\n"
                               "msgid \"Sign\"\r\nmsgstr \"\"\r\n\r\n\r\n"
                               "msgid \"No such text\"\r\nmsgstr \"x\"\n"
                               "#~ msgid \"old\"\r\n#~ msgstr \"alt\"";
    put(edit, "lang/de.po", text_of(file));
    const Text before = edit_file(edit, "lang/de.po");
    const json_t *answer = translate(edit, "lang/de.po",
                                     "{\"id\": \"Sign\", \"text\": \"Schild \\\"1\\\"\"}", 200);
    assert_false(json_is_true(json_object_get(answer, "merged")));
    assert_replaced(edit, "lang/de.po", before, "msgid \"Sign\"\r\nmsgstr \"\"",
                    "msgid \"Sign\"\r\nmsgstr \"Schild \\\"1\\\"\"");
    const json_t *table = texts(edit), *unused = json_object_get(table, "unused");
    assert_int_equal(json_array_size(unused), 2);
    assert_string_equal(edit_text(json_array_get(unused, 0), "id"), "No such text");
    assert_true(json_is_true(json_object_get(json_array_get(unused, 1), "obsolete")));
    assert_string_equal(edit_text(cell(table, "Sign", "de"), "text"), "Schild \"1\"");
    undo(edit, "translate lang/de.po");
    assert_true(text_equal(edit_file(edit, "lang/de.po"), before));
    /* A text that the file does not have gets its comments. */
    translate(edit, "lang/de.po", "{\"id\": \"Guide\", \"text\": \"F\\u00fchrer\"}", 200);
    assert_replaced(edit, "lang/de.po", before, "#~ msgid",
                    "#. dialog: title, one line of at most 620 pixels\r\n#. NPC: name\r\n"
                    "#: dialogs/how.dlg:2\r\n#: dialogs/welcome.dlg:2\r\n"
                    "#: npcs/guide.npc:2\r\nmsgid \"Guide\"\r\n"
                    "msgstr \"F\xC3\xBChrer\"\r\n\r\n#~ msgid");
}

static void contexts_and_places_of_a_text_are_known(void **state)
{
    EditKit *edit = *state;
    put(edit, "lang/fr.po",
        TEXT("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
             "msgctxt \"a\"\nmsgid \"Sign\"\nmsgstr \"\"\n\nmsgctxt \"b\"\n"
             "msgid \"Sign\"\nmsgstr \"Panneau\"\n\nmsgctxt \"c\"\nmsgid \"Sign\"\n"
             "msgstr \"Signe\"\n"));
    wait_for_the_check(edit);
    const json_t *table = texts(edit), *sign = cell(table, "Sign", "fr");
    assert_string_equal(edit_text(sign, "context"), "b");
    assert_string_equal(edit_text(sign, "text"), "Panneau");
    assert_int_equal(json_array_size(json_object_get(table, "unused")), 1); /* of context c */
    const Text before = edit_file(edit, "lang/fr.po");
    translate(edit, "lang/fr.po",
              "{\"id\": \"Sign\", \"context\": \"b\", \"text\": \"Pancarte\"}", 200);
    assert_replaced(edit, "lang/fr.po", before, "Panneau", "Pancarte");
    const json_t *place = json_array_get(json_object_get(row(table, "Sign"), "places"), 0);
    assert_string_equal(json_string_value(json_array_get(place, 0)), "dialogs/sign.dlg");
    assert_int_equal(json_integer_value(json_array_get(place, 1)), 2);
    assert_string_equal(json_string_value(json_array_get(place, 2)), "title");
    bool spoken = false;
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(table, "texts"), i, one) spoken |=
        !strcmp(edit_text(one, "speaker"), "Guide");
    assert_true(spoken);
}

static void texts_that_do_not_fit_are_those_of_check(void **state)
{
    EditKit *edit = *state;
    char body[2000], text[1001];
    new_language(edit, "de");
    memset(text, 'w', sizeof text - 1);
    text[sizeof text - 1] = 0;
    const json_t *title = NULL, *one;
    size_t i;
    json_array_foreach(json_object_get(texts(edit), "texts"), i, one)
    {
        const json_t *place = json_array_get(json_object_get(one, "places"), 0);
        if (place && !strcmp(json_string_value(json_array_get(place, 2)), "title") &&
            strstr(json_string_value(json_array_get(place, 0)), ".dlg"))
            title = one;
    }
    assert_non_null(title);
    snprintf(body, sizeof body, "{\"id\": \"%s\", \"text\": \"%s\"}", edit_text(title, "id"),
             text);
    translate(edit, "lang/de.po", body, 200);
    wait_for_the_check(edit);
    const json_t *wide = cell(texts(edit), edit_text(title, "id"), "de");
    assert_true(json_is_true(json_object_get(wide, "overflows")));
    const char *why = json_string_value(json_array_get(json_object_get(wide, "problems"), 0));
    assert_int_equal(strncmp(why, "too long for its box: ", 22), 0);
    snprintf(body, sizeof body, "{\"id\": \"%s\", \"text\": \"ja\"}", edit_text(title, "id"));
    translate(edit, "lang/de.po", body, 200); /* not known before the check, so not shown */
    assert_null(json_object_get(cell(texts(edit), edit_text(title, "id"), "de"), "problems"));
}

static bool note_window(void *context, Text place, Text language, Report *report)
{
    (void)context, (void)report;
    assert_true(text_is(place, "") && text_is(language, "de"));
    return true;
}

static void the_game_is_played_in_a_language(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    edit->host.window = note_window;
    edit_send(edit, "POST", "api/window", NULL, "{\"language\": \"de\"}", &status);
    assert_int_equal(status, 200);
}

/* ---- what is refused ---- */

static void bad_requests_change_nothing(void **state)
{
    EditKit *edit = *state;
    new_language(edit, "de");
    const uint64_t before = edit_hash(edit);
    const char *const edits[] = {"", "{\"id\": \"Sign\", \"text\": \"a\\nb\"}"};
    for (size_t i = 0; i < COUNT_OF(edits); i++)
        translate(edit, "lang/de.po", edits[i], 400);
    translate(edit, "config", "{\"id\": \"Sign\", \"text\": \"a\"}", 400);
    assert_non_null(
        strstr(refused(edit, "api/texts?path=lang/de.po", "{\"edits\": []}", 428), "If-Match"));
    assert_true(edit_hash(edit) == before);
}

static void a_broken_file_is_reported_with_its_line(void **state)
{
    EditKit *edit = *state;
    new_language(edit, "de");
    put(edit, "lang/de.po",
        TEXT("msgid \"\"\nmsgstr \"\"\n\nmsgid \"Sign\"\nmsgid_plural \"Signs\"\n"
             "msgstr[0] \"Schild\"\n"));
    const json_t *table = texts(edit);
    const json_t *error = json_object_get(language(table, "de"), "error");
    assert_int_equal(number(error, "line"), 5);
    assert_non_null(strstr(edit_text(error, "text"), "plural forms"));
    assert_int_equal(number(table, "errors"), 2);
    row(table, "Sign"); /* the texts are shown nevertheless */
    const json_t *answer =
        translate(edit, "lang/de.po", "{\"id\": \"Sign\", \"text\": \"a\"}", 400);
    assert_non_null(strstr(edit_text(answer, "error"), "plural forms"));
    assert_non_null(strstr(refused(edit, "api/texts/update", "{}", 409), "lang/de.po"));
}

static void many_warnings_are_counted_and_some_listed(void **state)
{
    enum { UNKNOWN = 1100 };
    EditKit *edit = *state;
    Writer out = writer_to(edit->kit->arena);
    write_text(&out, TEXT("# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n"));
    for (int i = 0; i < UNKNOWN; i++)
        write_format(&out, "msgid \"no text %d\"\nmsgstr \"x\"\n", i);
    put(edit, "lang/de.po", writer_text(&out));
    const json_t *project = edit_get(edit, "api/project");
    assert_true(number(project, "warnings") >= UNKNOWN);
    assert_int_equal(json_array_size(json_object_get(project, "problems")), 1000);
    assert_int_equal(number(project, "errors"), 0);
    write_text(&out, TEXT("msgid\n"));
    put(edit, "lang/de.po", writer_text(&out));
    assert_int_equal(number(edit_get(edit, "api/project"), "errors"), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, edit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_new_language_is_the_file_of_po_merge_and_one_step),
        TEST(unknown_and_existing_languages_are_refused),
        TEST(updates_take_new_texts_and_keep_old_translations),
        TEST(only_the_translation_changes_in_the_file),
        TEST(contexts_and_places_of_a_text_are_known),
        TEST(texts_that_do_not_fit_are_those_of_check),
        TEST(the_game_is_played_in_a_language),
        TEST(bad_requests_change_nothing),
        TEST(a_broken_file_is_reported_with_its_line),
        TEST(many_warnings_are_counted_and_some_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
