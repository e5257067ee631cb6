/* What check says about texts and translations: their letters, and whether they fit. */
#include "lib/kit.h"

#include "lib/audit_kit.h"
#include "lib/ssfn_samples.h"

#include "studio/lint/lint_texts.h"

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

static bool check_boxes(const ProjectChecked *project, Arena *arena, Report *report)
{
    assert_non_null(project->game);
    lint_texts(project, arena, report);
    return true;
}

static void checked(Kit *kit, ProjectFiles *files)
{
    kit_clear(kit);
    if (!project_check_with(files, check_boxes, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
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

static const char *repeated(Kit *kit, const char *text, size_t count)
{
    Writer out = writer_to(kit->arena);
    while (count--)
        write_format(&out, "%s", text);
    return arena_text(kit->arena, writer_text(&out)).at;
}

/* Fifty lines of each kind, in the project and in a translation; shorter ones are silent. */
static void hundred_planted_overflows_are_all_found(void **state)
{
    enum { PLANTED = 25 };
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    Writer alerts = writer_to(kit->arena), po = writer_to(kit->arena);
    const char *wide = repeated(kit, "WM", 60), *narrow = repeated(kit, "i. ", 20);
    write_text(&alerts, TEXT("TirNanoG Alerts\n. . 12 -\n200 20 20\n"));
    write_text(&po, TEXT("# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n"));
    for (unsigned i = 0; i < 2 * PLANTED; i++) {
        const bool own = i < PLANTED; /* else only the translation is too long */
        write_format(&alerts, "FFFFFFFF - %s %u\n", own ? wide : narrow, i);
        put_text(kit, &files, arena_format(kit->arena, "dialogs/d%02u.dlg", i).at,
                 arena_format(kit->arena, "TirNanoG Dialog\n%s %u!\n%s\n- - 0\n",
                              own ? wide : narrow, i, wide)
                     .at);
        if (own)
            continue;
        write_format(&po, "msgid \"%s %u\"\nmsgstr \"%s\"\n", narrow, i, wide);
        write_format(&po, "msgid \"%s %u!\"\nmsgstr \"%s\"\n", narrow, i, wide);
    }
    put_text(kit, &files, "ui/alerts.cfg", arena_text(kit->arena, writer_text(&alerts)).at);
    put_text(kit, &files, "lang/de.po", arena_text(kit->arena, writer_text(&po)).at);
    checked(kit, &files);
    for (unsigned i = 0; i < 2 * PLANTED; i++) {
        const char *alert =
            arena_format(kit->arena, "ui/alerts.cfg:%u: warning: too long for its box", 4 + i)
                .at;
        const char *title =
            arena_format(kit->arena, "dialogs/d%02u.dlg:2: warning: too long for its box", i)
                .at;
        const char *translated =
            arena_format(kit->arena, "lang/de.po:%u: warning: too long for its box", 4 + 2 * i)
                .at;
        assert_int_equal(kit_has_message(kit, alert), i < PLANTED);
        assert_int_equal(kit_has_message(kit, title), i < PLANTED);
        assert_true(kit_has_message(kit, translated));
    }
    kit_free(kit);
}

/* Each is reported at its line, once; half of the text is silent. */
static void boxes_of_several_lines_are_measured(void **state)
{
    (void)state;
    static const struct {
        const char *path, *format, *place;
        unsigned fits, too_many; /* sentences */
    } boxes[] = {
        {"dialogs/long.dlg", "TirNanoG Dialog\nGuide\n%s\n- - 0\n", "dialogs/long.dlg:3", 60,
         200},
        {"dialogs/answer.dlg", "TirNanoG Dialog\nGuide\nHow?\n- - 0\n- - - %s\n",
         "dialogs/answer.dlg:3", 60, 200},
        {"quests/long.qst", "TirNanoG Quest\n0\nCoins\n%s\n", "quests/long.qst:4", 5, 40},
        {"quests/name.qst", "TirNanoG Quest\n0\n%s\nFind them.\n", "quests/name.qst:3", 1, 4},
        {"game/calling.opt",
         "TirNanoG CharOptions\nCalling\no Smith\n d %s\n l hero hero_walk - - - - - - - - - - "
         "- - - - - - - -\n",
         "game/calling.opt:4", 1, 12},
        {"ui/end.cut",
         "TirNanoG CutScene\n- - - -\nt 0 10 90 100 50 50 1 FFFFFFFF .. 12 - %s\n",
         "ui/end.cut:3", 4, 80},
    };
    unsigned bad = 0;
    for (size_t i = 0; i < COUNT_OF(boxes); i++)
        for (unsigned k = 0; k < 2; k++) {
            Kit *kit = kit_new();
            ProjectFiles files = small_project(kit);
            const char *text = repeated(kit, "The mill stands by the river, and it turns. ",
                                        k ? boxes[i].too_many : boxes[i].fits);
            Writer file = writer_to(kit->arena);
            for (const char *at = boxes[i].format; *at; at++)
                if (at[0] == '%' && at[1] == 's') {
                    write_format(&file, "%s", text);
                    at++;
                } else {
                    write_u8(&file, (uint8_t)*at);
                }
            put_text(kit, &files, boxes[i].path, arena_text(kit->arena, writer_text(&file)).at);
            checked(kit, &files);
            const char *message =
                arena_format(kit->arena, "%s: warning: too ", boxes[i].place).at;
            if (kit_has_message(kit, message) != (k == 1)) {
                for (size_t n = 0; n < kit->messages.count; n++)
                    print_error("%s\n", kit_message(kit, n));
                print_error("%s %u\n", boxes[i].path, k);
                bad++;
            }
            kit_free(kit);
        }
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_without_a_glyph_are_reported_once_for_a_file),
        cmocka_unit_test(texts_of_sheets_and_maps_are_reported_with_their_lines),
        cmocka_unit_test(letters_of_the_player_and_of_any_font_are_not_reported),
        cmocka_unit_test(hundred_planted_overflows_are_all_found),
        cmocka_unit_test(boxes_of_several_lines_are_measured),
        cmocka_unit_test(hundred_planted_letters_are_all_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
