#include "lib/kit.h"

#include "base/cp1251.h"
#include "base/text.h"

#include <iconv.h>

/* The C library has its own table. */
static void all_characters_are_those_of_iconv(void **state)
{
    Kit *kit = *state;
    iconv_t other = iconv_open("UTF-8", "CP1251");
    if (other == (iconv_t)-1)
        skip();
    for (unsigned i = 0; i < 256; i++) {
        char byte = (char)i, utf8[8], *in = &byte, *out = utf8;
        size_t in_size = 1, out_size = sizeof utf8;
        const bool assigned = iconv(other, &in, &in_size, &out, &out_size) == 0;
        assert_int_equal(assigned, i != 0x98);
        const Text wanted = {utf8, sizeof utf8 - out_size};
        if (assigned)
            assert_true(text_equal(cp1251_to_utf8((Text){&byte, 1}, kit->arena), wanted));
    }
    iconv_close(other);
}

static void every_byte_survives_a_round_trip(void **state)
{
    Kit *kit = *state;
    char all[256];
    for (unsigned i = 0; i < 256; i++) {
        uint8_t byte;
        all[i] = (char)i;
        assert_true(cp1251_byte(cp1251_character((uint8_t)i), &byte));
        assert_int_equal(byte, i);
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(cp1251_character((uint8_t)i), cp1251_character((uint8_t)j));
    }
    const Text text = {all, sizeof all};
    const Text utf8 = cp1251_to_utf8(text, kit->arena);
    Text back;
    assert_int_equal(utf8_invalid(utf8), utf8.size);
    assert_true(cp1251_from_utf8(utf8, &back, NULL, kit->arena));
    assert_true(text_equal(back, text));
}

static void russian_letters_and_signs_are_mapped_correctly(void **state)
{
    Kit *kit = *state;
    Text bytes;
    assert_true(text_is(
        cp1251_to_utf8(TEXT("\xCF\xF0\xE8\xE2\xE5\xF2 \xB8\xA8 \x88\xB9\x97"), kit->arena),
        "Привет ёЁ €№—"));
    assert_true(cp1251_from_utf8(TEXT("тип материала"), &bytes, NULL, kit->arena));
    assert_true(text_is(bytes, "\xF2\xE8\xEF \xEC\xE0\xF2\xE5\xF0\xE8\xE0\xEB\xE0"));
    assert_int_equal(cp1251_character(0x98), 0x98);
    assert_true(text_is(cp1251_to_utf8(TEXT("\x80"), kit->arena), "Ђ")); /* the first one */
}

static void ascii_is_not_copied(void **state)
{
    Kit *kit = *state;
    const Text text = TEXT("zone1\\zone1.mp");
    assert_ptr_equal(cp1251_to_utf8(text, kit->arena).at, text.at);
}

static void unmapped_characters_are_rejected_with_position(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *text;
        size_t bad;
    } cases[] = {
        {"abc\xE4\xB8\xAD", 3}, {"д\xC3\xA9", 2}, {"ab\xFF", 2}, {"\xF0\x9F\x98\x80", 0},
        {"a\xC0\x80", 1},       {"\xC2\x80", 0},  {"x\xD0", 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Text bytes;
        size_t bad = 99;
        assert_false(cp1251_from_utf8(text_of(cases[i].text), &bytes, &bad, kit->arena));
        assert_int_equal(bad, cases[i].bad);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_byte_survives_a_round_trip, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(all_characters_are_those_of_iconv, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(russian_letters_and_signs_are_mapped_correctly,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(ascii_is_not_copied, kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(unmapped_characters_are_rejected_with_position,
                                        kit_set_up, kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
