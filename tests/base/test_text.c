/* Text functions at their limits: UTF-8, words, numbers, similar names, parts of paths, and
 * what is escaped in HTML and URLs. */
#include "lib/kit.h"

#include "base/html.h"
#include "base/path.h"
#include "base/text.h"

#include <float.h>
#include <math.h>

static bool is_surrogate(uint32_t character)
{
    return character >= 0xD800 && character <= 0xDFFF;
}

static void every_character_is_encoded_and_decoded(void **state)
{
    (void)state;
    for (uint32_t character = 0; character <= 0x10FFFF; character++) {
        char bytes[5] = "....";
        size_t at = 0;
        const size_t size = utf8_put(bytes, character);
        const unsigned wanted = character < 0x80      ? 1
                                : character < 0x800   ? 2
                                : character < 0x10000 ? 3
                                                      : 4;
        if (size != wanted || bytes[size] != (size < 4 ? '.' : 0))
            fail_msg("U+%04X: %zu bytes", character, size);
        const uint32_t back = utf8_next((Text){bytes, size}, &at);
        if (is_surrogate(character) ? back != 0xFFFD || at != 1
                                    : back != character || at != size)
            fail_msg("U+%04X: decoded as U+%04X, %zu bytes", character, back, at);
        at = 0;
        if (size > 1 && (utf8_next((Text){bytes, size - 1}, &at) != 0xFFFD || at != 1))
            fail_msg("U+%04X is decoded without its last byte", character);
    }
}

/* Overlong forms would hide a slash or a zero from a check. */
static void each_character_has_one_encoding(void **state)
{
    (void)state;
    for (uint32_t first = 0x80; first < 0xC0; first++)
        assert_int_equal(utf8_invalid((Text){(const char[]){(char)first, '\x80'}, 2}), 0);
    for (uint32_t bits = 0xC00000; bits <= 0xFFFFFF; bits++) {
        const char bytes[4] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits, '\x80'};
        char again[4];
        size_t at = 0;
        const uint32_t character = utf8_next((Text){bytes, 4}, &at);
        if (character == 0xFFFD && at == 1)
            continue;
        if (utf8_put(again, character) != at || memcmp(again, bytes, at) != 0)
            fail_msg("%06X is a second form of U+%04X", bits, character);
    }
    size_t second = 1;
    assert_int_equal(utf8_next((Text){"x\xC3\xA9", 2}, &second), 0xFFFD); /* cut */
    const Text text = TEXT("ok\xC3\xA9\xEF\xBF\xBD!\xFF");
    assert_int_equal(utf8_invalid(text), text.size - 1);
}

static void cut_text_ends_with_a_whole_character(void **state)
{
    (void)state;
    const Text text = TEXT("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8D\x80z");
    static const size_t kept[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (size_t max = 0; max < COUNT_OF(kept); max++)
        assert_int_equal(utf8_cut(text, max).size, kept[max]);
    assert_int_equal(utf8_cut(TEXT("\x80\x80"), 1).size, 0);
}

static void words_are_separated_by_blanks(void **state)
{
    static const char *const wanted[] = {"one", "two", "three", "", ""};
    (void)state;
    Text rest = TEXT(" \t one two\t\tthree ");
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        assert_true(text_is(text_word(&rest), wanted[i]));
    assert_int_equal(rest.size, 0);
    rest = text_slice(TEXT("  "), 0, 1); /* the byte after the text does not count */
    assert_int_equal(text_word(&rest).size, 0);
    assert_int_equal(rest.size, 0);
    rest = TEXT("a");
    assert_true(text_is(text_word(&rest), "a"));
    assert_int_equal(rest.size, 0);
    assert_true(text_is(text_trimmed(TEXT("\r\t one two \t\r")), "one two"));
    assert_int_equal(text_trimmed(TEXT(" \r\t")).size, 0);
    assert_int_equal(text_trimmed(TEXT("")).size, 0);
    rest = text_slice(TEXT("\rb\r\n"), 1, 4);
    Text line;
    assert_true(text_line(&rest, &line));
    assert_true(text_is(line, "b"));
    rest = text_slice(TEXT("\r\n"), 1, 2); /* the byte before the text does not count */
    assert_true(text_line(&rest, &line));
    assert_int_equal(line.size, 0);
}

static void numbers_are_checked_at_their_limits(void **state)
{
    static const struct {
        const char *text;
        int64_t min, max;
        bool good;
        int64_t value;
    } rows[] = {
        {"0", 0, 0, true, 0},
        {"-0", 0, 0, true, 0},
        {"0190", 0, 190, true, 190},
        {"191", 0, 190, false, 0},
        {"-5", -5, 0, true, -5},
        {"-6", -5, 0, false, 0},
        {"5", 6, 9, false, 0},
        {"6", 6, 9, true, 6},
        {"999999999999999999", 0, INT64_MAX, true, 999999999999999999},
        {"-999999999999999999", INT64_MIN, 0, true, -999999999999999999},
        {"1000000000000000000", 0, INT64_MAX, true, 1000000000000000000},
        {"9223372036854775807", 0, INT64_MAX, true, INT64_MAX},
        {"9223372036854775808", 0, INT64_MAX, false, 0},
        {"-9223372036854775807", INT64_MIN, 0, true, -INT64_MAX},
        {"-9223372036854775808", INT64_MIN, 0, false, 0},
        {"10000000000000000000", 0, INT64_MAX, false, 0},
        {"18446744073709551617", 0, INT64_MAX, false, 0},
        {"99999999999999999999", 0, INT64_MAX, false, 0},
        {"1/", 0, 999, false, 0},
        {"1:", 0, 999, false, 0},
        {"/1", -99, 999, false, 0},
        {":1", 0, 999, false, 0},
        {"+1", 0, 999, false, 0},
        {"--1", -9, 999, false, 0},
        {"1-", -9, 999, false, 0},
        {" 1", 0, 999, false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int64_t value = 77;
        if (text_number(text_of(rows[i].text), rows[i].min, rows[i].max, &value) !=
                rows[i].good ||
            value != (rows[i].good ? rows[i].value : 77))
            fail_msg("%s: %lld", rows[i].text, (long long)value);
    }
    int64_t value;
    assert_true(text_number(text_slice(TEXT("123"), 1, 2), 0, 9, &value));
    assert_int_equal(value, 2);
    assert_false(text_number(text_slice(TEXT("-5"), 0, 0), -9, 9, &value));
}

static void floats_are_printed_and_parsed_without_loss(void **state)
{
    static const struct {
        float number;
        const char *text;
    } rows[] = {
        {0, "0"},
        {0.5f, "0.5"},
        {-1.5f, "-1.5"},
        {0.1f, "0.1"},
        {123456.0f, "123456"},
        {1234567.0f, "1234567"},
        {16777215.0f, "16777215"},
        {1.0f / 3, "0.33333334"},
        {1000.00006f, "1000.00006"},
        {8.5904e9f, "8.5904e+09"},
        {FLT_MAX, "3.4028235e+38"},
        {FLT_MIN, "1.1754944e-38"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[FLOAT_DIGITS];
        float back;
        text_float(rows[i].number, text);
        assert_string_equal(text, rows[i].text);
        assert_true(text_to_float(text_of(text), &back));
        assert_true(back == rows[i].number);
    }
    static const char *const bad[] = {"",   "1e39", "-1e39", "nan", "inf", "0x1p3", " 1",
                                      "1 ", "1e",   "1.2.3", "1-2", "-",   "1,5",   "e5"};
    float number = 7;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (text_to_float(text_of(bad[i]), &number))
            fail_msg("\"%s\" is read as %g", bad[i], (double)number);
    assert_false(text_to_float((Text){"1\0", 2}, &number));
    char digits[400];
    memset(digits, '0', sizeof digits);
    digits[398] = '7';
    assert_true(text_to_float((Text){digits, 399}, &number));
    assert_true(number == 7);
    assert_false(text_to_float((Text){digits, 400}, &number));
    assert_true(text_to_float(text_slice(TEXT("12"), 0, 1), &number));
    assert_true(number == 1);
}

static void distance_counts_typing_errors(void **state)
{
    static const struct {
        const char *a, *b;
        unsigned limit, distance;
    } rows[] = {
        {"", "", 0, 0},
        {"abc", "abc", 0, 0},
        {"abc", "abd", 0, 1},
        {"abc", "abd", 3, 1},
        {"abc", "ab", 3, 1},
        {"ab", "abc", 3, 1},
        {"abc", "xabc", 3, 1},
        {"abc", "bac", 3, 1},
        {"abc", "acb", 3, 1},
        {"abcd", "badc", 3, 2},
        {"abc", "cab", 3, 2},
        {"abc", "bca", 3, 2},
        {"ca", "abc", 3, 3}, /* a swapped pair is not edited again */
        {"abc", "xyz", 3, 3},
        {"abc", "xyz", 2, 3},
        {"abc", "", 3, 3},
        {"abcd", "", 3, 4},
        {"", "abcd", 3, 4},
        {"kitten", "sitting", 3, 3},
        {"saturday", "sunday", 3, 3},
        {"aaaa", "aaaab", 1, 1},
        {"a", "aab", 1, 2},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (unsigned turned = 0; turned < 2; turned++) {
            const Text a = text_of(rows[i].a), b = text_of(rows[i].b);
            const unsigned distance = turned ? text_distance(b, a, rows[i].limit)
                                             : text_distance(a, b, rows[i].limit);
            if (distance != rows[i].distance)
                fail_msg("%s, %s: %u", rows[i].a, rows[i].b, distance);
        }
    /* Names of 64 bytes and more are not compared letter by letter. */
    char long_a[65], long_b[65];
    memset(long_a, 'a', sizeof long_a);
    memcpy(long_b, long_a, sizeof long_b);
    long_b[5] = 'b';
    for (size_t size = 62; size <= 65; size++) {
        const Text a = {long_a, size}, b = {long_b, size};
        assert_int_equal(text_distance(a, a, 3), 0);
        assert_int_equal(text_distance(a, b, 3), size < 64 ? 1 : 4);
        const unsigned shorter = text_distance(a, text_slice(a, 1, size), 3);
        assert_int_equal(shorter, size < 64 ? 1 : 4);
        assert_int_equal(text_distance(text_slice(a, 1, size), a, 3), shorter);
    }
}

static void longer_names_may_have_more_typing_errors(void **state)
{
    static const struct {
        const char *word, *name;
        bool near;
    } rows[] = {
        {"abcd", "abcx", true},
        {"abcd", "abxx", false},
        {"abcde", "abcxx", true},
        {"abcde", "abxxx", false},
        {"abcdefghijk", "abcdefghixx", true},
        {"abcdefghijk", "abcdefghxxx", false},
        {"abcdefghijkl", "abcdefghixxx", true},
        {"abcdefghijkl", "abcdefghxxxx", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Text name = text_of(rows[i].name);
        if ((text_nearest(text_of(rows[i].word), &name, 1).size > 0) != rows[i].near)
            fail_msg("%s, %s", rows[i].word, rows[i].name);
    }
    const Text names[] = {TEXT("bolt"), TEXT("bold"), TEXT("bols")};
    assert_true(text_is(text_nearest(TEXT("bolx"), names, 3), "bolt"));
    assert_true(text_is(text_nearest(TEXT("bold"), names, 3), "bold"));
    assert_true(text_is(text_nearest(TEXT("bold"), names, 1), "bolt"));
    const Text farther[] = {TEXT("golden"), TEXT("goldxn"), TEXT("goldxy")};
    assert_true(text_is(text_nearest(TEXT("goldxx"), farther, 3), "goldxn"));
}

static void letters_match_in_either_case(void **state)
{
    Kit *kit = *state;
    assert_true(text_is_caseless(TEXT("AZaz09_"), "azAZ09_"));
    assert_false(text_is_caseless(TEXT("@["), "`{"));
    assert_false(text_is_caseless(TEXT("ab"), "abc"));
    assert_false(text_is_caseless(TEXT("abc"), "ab"));
    assert_false(text_is_caseless(TEXT("abd"), "abc"));
    assert_true(text_is_caseless(TEXT(""), ""));
    const Text lowered = text_lowered(TEXT("Z@A[`az{09\xC3\x89"), kit->arena);
    assert_string_equal(lowered.at, "z@a[`az{09\xC3\x89");
    assert_int_equal(lowered.size, 12);
}

static void parts_before_a_byte_are_found(void **state)
{
    size_t at = 99;
    (void)state;
    assert_true(text_find(TEXT("a=b=c"), '=', &at));
    assert_int_equal(at, 1);
    at = 99;
    assert_false(text_find(text_slice(TEXT("ab="), 0, 2), '=', &at));
    assert_false(text_find(TEXT(""), '=', &at));
    assert_false(text_find((Text){NULL, 0}, '=', &at));
    assert_int_equal(at, 99);
    assert_true(text_is(text_to_zero((Text){"ab\0c\0", 5}), "ab"));
    assert_true(text_is(text_to_zero(text_slice(TEXT("abc"), 0, 2)), "ab"));
    assert_int_equal(text_to_zero((Text){"\0", 1}).size, 0);
    assert_int_equal(text_to_zero((Text){NULL, 0}).size, 0);
}

static void paths_are_cut_at_slashes_and_the_last_dot(void **state)
{
    static const struct {
        const char *path, *base, *suffix, *without, *game_base, *game_stem;
    } rows[] = {
        {"a/b.c/d.tar.gz", "d.tar.gz", "gz", "a/b.c/d.tar", "d.tar.gz", "d.tar"},
        {"a.b/c", "c", "", "a.b/c", "c", "c"},
        {"name", "name", "", "name", "name", "name"},
        {".hidden", ".hidden", "hidden", "", ".hidden", ".hidden"},
        {"dot.", "dot.", "", "dot", "dot.", "dot"},
        {"/x", "x", "", "/x", "x", "x"},
        {"x\\y.lay", "x\\y.lay", "lay", "x\\y", "y.lay", "y"},
        {"x\\y/z.lay", "z.lay", "lay", "x\\y/z", "z.lay", "z"},
        {"", "", "", "", "", ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Text path = text_of(rows[i].path);
        const Text found[] = {path_base(path), path_suffix(path), path_without_suffix(path),
                              path_game_base(path), path_game_stem(path)};
        const char *const wanted[] = {rows[i].base, rows[i].suffix, rows[i].without,
                                      rows[i].game_base, rows[i].game_stem};
        for (size_t j = 0; j < COUNT_OF(found); j++)
            if (!text_is(found[j], wanted[j]))
                fail_msg("%s, %zu: %.*s", rows[i].path, j, (int)found[j].size, found[j].at);
    }
    Arena *arena = arena_new();
    assert_string_equal(path_join(TEXT("a/b"), TEXT("c/d"), arena).at, "a/b/c/d");
    assert_string_equal(path_join(TEXT("/"), TEXT("c"), arena).at, "/c");
    arena_free(arena);
    assert_true(path_has_suffix(TEXT("A.SEC"), ".sec"));
    assert_false(path_has_suffix(TEXT(".sec"), ".sec"));
    assert_false(path_has_suffix(TEXT("sec"), ".sec"));
    assert_false(path_has_suffix(TEXT("a.sect"), ".sec"));
    static const char *const older[] = {"a.before", "a.before2", "x/a.po.before", "a.before/x",
                                        "x/a.before12/y"};
    static const char *const others[] = {
        "before", ".before", "a.before.txt", "a.beforehand", "a2", "x/.before2/y", ""};
    for (size_t i = 0; i < COUNT_OF(older); i++)
        assert_true(path_is_older(text_of(older[i])));
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_false(path_is_older(text_of(others[i])));
    assert_true(path_is_staging(TEXT(".oisin.abcdef")));
    assert_true(path_is_staging(TEXT(".Oisin.abcdef")));
    assert_false(path_is_staging(TEXT(".oisin.abcde")));
    assert_false(path_is_staging(TEXT(".oisin.abcdefg")));
    assert_false(path_is_staging(TEXT("xoisin.abcdef")));
    assert_false(path_is_staging(TEXT("")));
}

static void html_and_urls_are_escaped(void **state)
{
    static const struct {
        const char *text, *html, *url;
    } rows[] = {
        {"plain", "plain", "plain"},
        {"a<b>&\"c'", "a&#60;b&#62;&#38;&#34;c&#39;", "a%3Cb%3E%26%22c%27"},
        {"\n\t ~", "\n\t ~", "%0A%09%20~"},
        {"\x01\x1F\r\x7F", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "%01%1F%0D%7F"},
        {"\xC2\x80\xC3\xA9", "\xC2\x80\xC3\xA9", "%C2%80%C3%A9"},
        {"\xEF\xBF\xBD!", "\xEF\xBF\xBD!", "%EF%BF%BD%21"},
        {"\xC4\xA6", "\xC4\xA6", "%C4%A6"}, /* U+0126, whose low byte is that of & */
        {"\xFF.", "\xEF\xBF\xBD.", "%FF."},
        {"-._~/", "-._~/", "-._~/"},
        {"azAZ09@[`{:", "azAZ09@[`{:", "azAZ09%40%5B%60%7B%3A"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Writer html = writer_to(kit->arena), url = writer_to(kit->arena);
        write_html(&html, text_of(rows[i].text));
        write_url(&url, text_of(rows[i].text));
        if (!text_is(writer_text(&html), rows[i].html) ||
            !text_is(writer_text(&url), rows[i].url))
            fail_msg("row %zu: %.*s, %.*s", i, (int)html.size, (const char *)html.data,
                     (int)url.size, (const char *)url.data);
    }
    Writer html = writer_to(kit->arena), url = writer_to(kit->arena);
    write_html(&html, (Text){"a\0b", 3});
    assert_true(text_is(writer_text(&html), "a\xEF\xBF\xBD"
                                            "b"));
    write_url(&url, (Text){"a\0b", 3});
    assert_true(text_is(writer_text(&url), "a%00b"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_is_encoded_and_decoded),
        cmocka_unit_test(each_character_has_one_encoding),
        cmocka_unit_test(cut_text_ends_with_a_whole_character),
        cmocka_unit_test(words_are_separated_by_blanks),
        cmocka_unit_test(numbers_are_checked_at_their_limits),
        cmocka_unit_test(floats_are_printed_and_parsed_without_loss),
        cmocka_unit_test(distance_counts_typing_errors),
        cmocka_unit_test(longer_names_may_have_more_typing_errors),
        TEST(letters_match_in_either_case),
        cmocka_unit_test(parts_before_a_byte_are_found),
        cmocka_unit_test(paths_are_cut_at_slashes_and_the_last_dot),
        TEST(html_and_urls_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
