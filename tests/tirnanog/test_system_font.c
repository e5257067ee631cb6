/* Fonts that fontconfig finds for characters. tools/setup.sh installs fonts-dejavu-core. */
#include "lib/kit.h"

#include "base/system/files.h"
#include "cli/system_font.h"
#include "tirnanog/fonts/ssfn_import.h"

static void font_has_the_wanted_characters(void **state)
{
    (void)state;
    static const uint32_t codes[] = {0x416, 0x42F, 0x3A9}; /* Cyrillic and Greek */
    static const SsfnCodes ranges[] = {{0x3A9, 0x3A9}, {0x416, 0x416}, {0x42F, 0x42F}};
    Kit *kit = kit_new();
    SystemFont font;
    SsfnModel model;
    assert_true(system_font(codes, COUNT_OF(codes), &font, kit->arena));
    assert_int_equal(font.missing, 0);
    assert_true(font.path.size > 0 && path_root(font.path.at) > 0);
    assert_true(ssfn_import(font.file, font.face, ranges, COUNT_OF(ranges), &model, kit->arena,
                            &kit->report));
    assert_true(model.glyph_count >= COUNT_OF(codes));
    kit_free(kit);
}

static void missing_characters_are_counted(void **state)
{
    (void)state;
    /* the last one is not a character in any font */
    static const uint32_t codes[] = {0x416, 0x10FFFE};
    Kit *kit = kit_new();
    SystemFont font;
    assert_true(system_font(codes, COUNT_OF(codes), &font, kit->arena));
    assert_int_equal(font.missing, 1);
    assert_false(system_font(codes + 1, 1, &font, kit->arena));
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(font_has_the_wanted_characters),
        cmocka_unit_test(missing_characters_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
