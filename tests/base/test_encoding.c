/* base/encoding, encoding_detect and game_text: the encodings of an old game's editions. */
#include "lib/edition_texts.h"
#include "lib/kit.h"

#include "base/encoding_detect.h"
#include "base/game_text.h"
#include "base/text.h"

#include <iconv.h>

/* The C library has its own tables. */
static void all_bytes_are_the_characters_of_iconv(void **state)
{
    static const struct {
        Encoding encoding;
        const char *name, *unassigned;
    } pages[] = {{ENCODING_CP1251, "CP1251", "\x98"},
                 {ENCODING_CP1250, "CP1250", "\x81\x83\x88\x90\x98"}};
    Kit *kit = *state;
    for (size_t k = 0; k < COUNT_OF(pages); k++) {
        iconv_t other = iconv_open("UTF-8", pages[k].name);
        if (other == (iconv_t)-1)
            skip();
        for (unsigned i = 0; i < 256; i++) {
            char byte = (char)i, utf8[8], *in = &byte, *out = utf8;
            size_t in_size = 1, out_size = sizeof utf8;
            const bool assigned = iconv(other, &in, &in_size, &out, &out_size) == 0;
            assert_int_equal(assigned, !i || !strchr(pages[k].unassigned, (char)i));
            const Text wanted = {utf8, sizeof utf8 - out_size};
            if (assigned)
                assert_true(text_equal(
                    encoding_decode(pages[k].encoding, (Text){&byte, 1}, kit->arena), wanted));
        }
        iconv_close(other);
    }
}

/* The hash of Python's codec: tools/cp949_rows.py. */
static void all_pairs_of_cp949_are_the_characters_of_python(void **state)
{
    Kit *kit = *state;
    uint64_t hash = 0xCBF29CE484222325u;
    unsigned count = 0;
    for (unsigned lead = 0x81; lead < 0xFF; lead++)
        for (unsigned trail = 0x41; trail < 0xFF; trail++) {
            const char pair[] = {(char)lead, (char)trail};
            const Text text = encoding_decode(ENCODING_CP949, (Text){pair, 2}, kit->arena);
            size_t at = 0;
            const uint32_t character = utf8_next(text, &at);
            if (at < text.size || (character >= 0xF780 && character <= 0xF7FF))
                continue; /* not a pair */
            const unsigned parts[] = {lead, trail, character & 255, character >> 8};
            for (size_t i = 0; i < COUNT_OF(parts); i++)
                hash = (hash ^ parts[i]) * 0x100000001B3u;
            count++;
        }
    assert_int_equal(count, 17048);
    assert_int_equal(hash, 0xecf6d6e8719f0801);
}

/* Random bytes, and bytes like those of texts: many high ones, ASCII, half characters. */
static void any_bytes_survive_a_round_trip_in_every_encoding(void **state)
{
    Kit *kit = *state;
    uint32_t dice = 28;
    for (unsigned round = 0; round < 2000; round++) {
        char bytes[64];
        for (unsigned i = 0; i < sizeof bytes; i++) {
            dice = dice * 1664525u + 1013904223u;
            bytes[i] = (char)(round % 3 ? dice >> 24 | 0x80 : dice >> 24);
        }
        for (unsigned i = 0; i < ENCODINGS; i++) {
            const Text text = {bytes, sizeof bytes};
            const Text utf8 = encoding_decode((Encoding)i, text, kit->arena);
            Text back;
            assert_int_equal(utf8_invalid(utf8), utf8.size);
            assert_true(encoding_encode((Encoding)i, utf8, &back, NULL, kit->arena));
            assert_true(text_equal(back, text));
        }
    }
}

static void characters_outside_name_the_encodings_that_have_them(void **state)
{
    static const struct {
        Encoding encoding;
        const char *text, *lack;
    } cases[] = {
        {ENCODING_CP1251, "Topór", "U+00F3 is not in cp1251; cp1250 and utf-8 have it"},
        {ENCODING_CP1250, "Топор", "U+0422 is not in cp1250; cp1251, utf-8 and cp949 have it"},
        {ENCODING_CP949, "brązu", "U+0105 is not in cp949; cp1250 and utf-8 have it"},
        {ENCODING_CP1251, "x\xF0\x9F\x98\x80", "U+1F600 is not in cp1251; utf-8 has it"},
        {ENCODING_CP1251, "ab\xFF", "the text is not valid UTF-8"}};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const GameTexts before = game_texts_choose(cases[i].encoding);
        const Text lack = game_text_lack(text_of(cases[i].text), kit->arena);
        game_texts_use(before);
        if (!text_is(lack, cases[i].lack))
            fail_msg("%.*s", (int)lack.size, lack.at);
    }
}

static void names_of_encodings_are_read_in_any_case(void **state)
{
    Kit *kit = *state;
    Encoding encoding;
    assert_true(encoding_named(TEXT("CP949"), &encoding) && encoding == ENCODING_CP949);
    assert_true(encoding_named(TEXT("utf8"), &encoding) && encoding == ENCODING_UTF8);
    assert_false(encoding_named(TEXT("latin1"), &encoding));
    assert_true(text_is(encoding_names(kit->arena), "cp1251, cp1250, utf-8 or cp949"));
}

/* ---- detection ---- */

static Text bytes_of(Kit *kit, const EditionTexts *edition, size_t index)
{
    Text out;
    if (!encoding_encode(edition->encoding, text_of(edition->texts[index]), &out, NULL,
                         kit->arena))
        fail_msg("%s", edition->texts[index]);
    return out;
}

static void texts_of_an_archive_have_the_encoding_of_their_edition(void **state)
{
    Kit *kit = *state;
    size_t wrong = 0;
    for (const EditionTexts *edition = edition_texts; edition->count; edition++) {
        EncodingMean mean = {{{0}}, 0};
        EncodingPoints points[EDITION_TEXTS_MAX] = {{{0}}};
        for (size_t i = 0; i < edition->count; i++) {
            encoding_weigh(&points[i], bytes_of(kit, edition, i));
            encoding_mean_add(&mean, &points[i]);
        }
        assert_int_equal(encoding_decide(&mean, NULL), edition->encoding);
        for (size_t i = 0; i < edition->count; i++)
            if (encoding_decide(&mean, &points[i]) != edition->encoding) {
                print_message("%s: %s\n", edition->name, edition->texts[i]);
                wrong++;
            }
    }
    assert_int_equal(wrong, 0);
}

/* ASCII texts have none of their own: they are in cp1251. */
static void most_texts_have_their_encoding_even_alone(void **state)
{
    Kit *kit = *state;
    size_t wrong = 0, count = 0;
    for (const EditionTexts *edition = edition_texts; edition->count; edition++)
        for (size_t i = 0; i < edition->count; i++) {
            EncodingPoints points = {{0}};
            const Text bytes = bytes_of(kit, edition, i);
            encoding_weigh(&points, bytes);
            const Encoding found = encoding_decide(NULL, &points);
            if (text_is(bytes, edition->texts[i]) && edition->encoding != ENCODING_UTF8) {
                assert_int_equal(found, ENCODING_CP1251); /* ASCII */
                continue;
            }
            count++;
            if (!text_is(encoding_decode(found, bytes, kit->arena), edition->texts[i])) {
                print_message("%s: %s is %s\n", edition->name, edition->texts[i],
                              encoding_name(found));
                wrong++;
            }
        }
    print_message("%zu of %zu\n", wrong, count);
    assert_true(wrong * 100 <= count);
}

/* One of each encoding: the files of an archive need not agree. */
static void texts_of_a_mixed_archive_have_their_own_encodings(void **state)
{
    static const struct {
        const char *bytes;
        Encoding encoding;
    } files[] = {{"Siekiera z br\271zu", ENCODING_CP1250},
                 {"Metall\344xte", ENCODING_CP1250},
                 {"\303\211p\303\251e", ENCODING_UTF8},
                 {"\265\265\263\242", ENCODING_CP949},
                 {"axe", ENCODING_CP1250}};
    EncodingMean mean = {{{0}}, 0};
    EncodingPoints points[COUNT_OF(files)] = {{{0}}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        encoding_weigh(&points[i], text_of(files[i].bytes));
        encoding_mean_add(&mean, &points[i]);
    }
    for (size_t i = 0; i + 1 < COUNT_OF(files); i++)
        assert_int_equal(encoding_decide(&mean, &points[i]), files[i].encoding);
}

/* ---- jobs ---- */

typedef struct Reading {
    Arena *arena;
    Text text, out;
    unsigned rounds;
} Reading;

static bool read_text(void *context, Report *report)
{
    Reading *reading = context;
    reading->rounds++;
    reading->out = game_text_decode(reading->text, reading->arena);
    report_warning(report, "\"%.*s\"", (int)reading->out.size, reading->out.at);
    return true;
}

static void jobs_are_run_again_in_the_encoding_of_their_texts(void **state)
{
    Kit *kit = *state;
    Encoding found;
    Reading russian = {kit->arena, TEXT("\xD2\xEE\xEF\xEE\xF0"), TEXT(""), 0};
    Reading polish = {kit->arena, TEXT("Top\xF3r z br\xB9zu"), TEXT(""), 0};
    assert_true(game_text_detected(read_text, &russian, &found, kit->arena, &kit->report));
    assert_int_equal(found, ENCODING_CP1251);
    assert_true(text_is(russian.out, "Топор"));
    assert_true(game_text_detected(read_text, &polish, &found, kit->arena, &kit->report));
    assert_int_equal(found, ENCODING_CP1250);
    assert_true(text_is(polish.out, "Topór z brązu"));
    assert_int_equal(russian.rounds, 1);
    assert_int_equal(polish.rounds, 2);
    assert_int_equal(kit->messages.count, 2); /* those of the first round are dropped */
    assert_non_null(strstr(kit_message(kit, 1), "Topór"));
    const GameTexts before = game_texts_choose(ENCODING_CP1251);
    assert_true(game_text_detected(read_text, &polish, NULL, kit->arena, &kit->report));
    game_texts_use(before);
    assert_true(text_is(polish.out, "Topуr z br№zu"));
    assert_false(game_texts().chosen);
}

static void russian_letters_and_signs_are_mapped_correctly(void **state)
{
    Kit *kit = *state;
    Text bytes;
    assert_true(text_is(encoding_decode(ENCODING_CP1251,
                                        TEXT("\xCF\xF0\xE8\xE2\xE5\xF2 \xB8\xA8 \x88\xB9\x97"),
                                        kit->arena),
                        "Привет ёЁ €№—"));
    assert_true(
        encoding_encode(ENCODING_CP1251, TEXT("тип материала"), &bytes, NULL, kit->arena));
    assert_true(text_is(bytes, "\xF2\xE8\xEF \xEC\xE0\xF2\xE5\xF0\xE8\xE0\xEB\xE0"));
    assert_true(text_is(encoding_decode(ENCODING_CP1251, TEXT("\x80"), kit->arena),
                        "Ђ")); /* the first one */
}

static void ascii_is_not_copied(void **state)
{
    Kit *kit = *state;
    const Text text = TEXT("zone1\\zone1.mp");
    assert_ptr_equal(encoding_decode(ENCODING_CP1251, text, kit->arena).at, text.at);
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
        assert_false(
            encoding_encode(ENCODING_CP1251, text_of(cases[i].text), &bytes, &bad, kit->arena));
        assert_int_equal(bad, cases[i].bad);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_bytes_survive_a_round_trip_in_every_encoding,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(all_bytes_are_the_characters_of_iconv, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(russian_letters_and_signs_are_mapped_correctly,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(ascii_is_not_copied, kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(unmapped_characters_are_rejected_with_position,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(all_pairs_of_cp949_are_the_characters_of_python,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(characters_outside_name_the_encodings_that_have_them,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(names_of_encodings_are_read_in_any_case, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(texts_of_an_archive_have_the_encoding_of_their_edition,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(most_texts_have_their_encoding_even_alone, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(texts_of_a_mixed_archive_have_their_own_encodings,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(jobs_are_run_again_in_the_encoding_of_their_texts,
                                        kit_set_up, kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
