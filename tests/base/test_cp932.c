#include "lib/kit.h"

#include "base/cp932.h"
#include "base/text.h"

/* tools/cp932_rows.py prints it, from Python's codec. */
static void all_pairs_are_those_of_the_codec_of_python(void **state)
{
    Kit *kit = *state;
    const Cp932 *page = cp932_new(kit->arena);
    uint64_t hash = 0xCBF29CE484222325;
    for (unsigned lead = 0; lead < 256; lead++)
        for (unsigned trail = 0; trail < 256; trail++) {
            const uint32_t found = cp932_character(page, (uint8_t)lead, (uint8_t)trail);
            const uint8_t parts[] = {(uint8_t)lead, (uint8_t)trail, (uint8_t)found,
                                     (uint8_t)(found >> 8)};
            for (size_t i = 0; i < COUNT_OF(parts) && found; i++)
                hash = (hash ^ parts[i]) * 0x100000001B3;
        }
    assert_int_equal(hash, 0x3b9e429f9d97b46e);
}

static void any_bytes_survive_a_round_trip(void **state)
{
    Kit *kit = *state;
    const Cp932 *page = cp932_new(kit->arena);
    char bytes[3];
    for (unsigned i = 0; i < 1 << 16; i++) {
        Text back;
        bytes[0] = (char)(i >> 8), bytes[1] = (char)i, bytes[2] = 'a';
        const Text text = {bytes, 3};
        const Text utf8 = cp932_decode(page, text, kit->arena);
        assert_int_equal(utf8_invalid(utf8), utf8.size);
        assert_true(cp932_encode(page, utf8, &back, NULL, kit->arena));
        assert_true(text_equal(back, text));
    }
}

static void japanese_names_are_decoded_and_others_refused(void **state)
{
    Kit *kit = *state;
    const Cp932 *page = cp932_new(kit->arena);
    Text bytes;
    size_t bad;
    assert_true(
        text_is(cp932_decode(page, TEXT("\x8Dg\xE4\xBB\x90\xB2\x95\\\xB1~"), kit->arena),
                "紅莉栖表ｱ~"));
    assert_true(cp932_encode(page, TEXT("①―ー"), &bytes, NULL, kit->arena));
    assert_true(text_is(bytes, "\x87@\x81\\\x81["));
    assert_false(cp932_encode(page, TEXT("abé"), &bytes, &bad, kit->arena));
    assert_int_equal(bad, 2);
    assert_false(cp932_encode(page, TEXT("a\xFF"), &bytes, &bad, kit->arena));
    assert_false(cp932_encode(page, TEXT("😀"), &bytes, NULL, kit->arena));
    assert_int_equal(cp932_escaped_byte(0xF7FD), 0xFD);
    assert_int_equal(cp932_escaped_byte(0xF77F), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_pairs_are_those_of_the_codec_of_python, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(any_bytes_survive_a_round_trip, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(japanese_names_are_decoded_and_others_refused,
                                        kit_set_up, kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
