/* What check says about the letters of texts and translations. */
#include "lib/kit.h"

#include "lib/audit_kit.h"
#include "lib/ssfn_samples.h"

#define NAMED(name) "# TirNanoG Translation\nmsgid \"ja\"\nmsgstr \"" name "\"\n"

/* A font with a letter that the player's font does not have. */
static Bytes font_with(Kit *kit, uint32_t code)
{
    SsfnModel model = sample_bitmap(kit->arena);
    Bytes out;
    for (uint32_t i = 0; i < model.glyph_count; i++)
        if (model.glyphs[i].code == 'f')
            model.glyphs[i].code = code;
    assert_true(ssfn_write(&model, &out, kit->arena, &kit->report));
    return out;
}

static void checked(Kit *kit, ProjectFiles *files)
{
    kit_clear(kit);
    assert_true(project_check(files, kit->arena, &kit->report));
}

static void letters_without_a_glyph_are_reported_once_for_a_file(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(
        kit, &files, "lang/ja.po",
        NAMED(
            "\xE6\x97\xA5\xE6\x9C\xAC") "msgid \"Sign\"\nmsgstr \"\xE6\x97\xA5 \xD0\x96.\"\n");
    checked(kit, &files);
    assert_true(kit_has_message(kit,
                                "lang/ja.po:2: warning: no font has \"\xE6\x97\xA5\" (U+65E5), "
                                "\"\xE6\x9C\xAC\" (U+672C): boxes are drawn"));
    assert_true(
        kit_has_message(kit, "lang/ja.po:4: warning: no font has \"\xD0\x96\" (U+0416): "));
    kit_free(kit);
}

static void texts_of_sheets_and_maps_are_reported_with_their_lines(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "dialogs/greet.dlg", "TirNanoG Dialog\nGuide\n\xD0\x96\n- - 0\n");
    checked(kit, &files);
    assert_true(kit_has_message(
        kit, "dialogs/greet.dlg:3: warning: no font has \"\xD0\x96\" (U+0416)"));
    kit_free(kit);
}

/* Latin letters are in the font of the player. */
static void letters_of_the_player_and_of_any_font_are_not_reported(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const char *text = NAMED(
        "\xC5\xA0\xC3\xAD\xC4\x9F\xC3\xB1\xC3\x9F\t") "msgid \"Sign\"\nmsgstr \"\xD0\x96\"\n";
    put_text(kit, &files, "lang/ja.po", text);
    checked(kit, &files);
    assert_false(kit_has_message(kit, "lang/ja.po:2: warning: no font"));
    assert_true(kit_has_message(kit, "lang/ja.po:4: warning: no font"));
    audit_put(kit, &files, "fonts/ja.sfn", font_with(kit, 0x416));
    checked(kit, &files);
    assert_false(kit_has_message(kit, "no font has"));
    kit_free(kit);
}

static void hundred_planted_letters_are_all_found(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    static const char *const names[] = {"Sign", "Guide", "Thank you.", "mygame", "The meadow"};
    Writer po = writer_to(kit->arena);
    uint32_t code = 0x4E00;
    write_text(&po, TEXT(NAMED("ja")));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        write_format(&po, "msgid \"%s\"\nmsgstr \"", names[i]);
        for (unsigned k = 0; k < 20; k++) {
            char letter[4];
            const size_t size = utf8_put(letter, code++);
            write_format(&po, "%.*s", (int)size, letter);
        }
        write_text(&po, TEXT("\"\n"));
    }
    put_text(kit, &files, "lang/ja.po", arena_text(kit->arena, writer_text(&po)).at);
    checked(kit, &files);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *message =
            arena_format(kit->arena, "lang/ja.po:%zu: warning: no font has ", 4 + 2 * i).at;
        assert_true(kit_has_message(kit, message));
    }
    assert_true(kit_has_message(kit, "(U+4E07) and 12 more: boxes"));
    assert_true(kit_has_message(kit, "(U+4E57) and 12 more: boxes"));
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_without_a_glyph_are_reported_once_for_a_file),
        cmocka_unit_test(texts_of_sheets_and_maps_are_reported_with_their_lines),
        cmocka_unit_test(letters_of_the_player_and_of_any_font_are_not_reported),
        cmocka_unit_test(hundred_planted_letters_are_all_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
