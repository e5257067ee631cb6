/* The JSON writer's layout, what it escapes, its limit, and reading members of objects. */
#include "lib/kit.h"

#include "base/json.h"
#include "base/text.h"

#include <math.h>

static void layout_is_indented_and_lists_of_numbers_share_lines(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_open(&json, "empty");
    json_close(&json);
    json_open_list(&json, "none");
    json_close_list(&json);
    json_put_bool(&json, "yes", true);
    json_put_bool(&json, "no", false);
    json_open_list(&json, "mixed");
    json_put_int(&json, NULL, INT64_MIN);
    json_put_uint(&json, NULL, UINT64_MAX);
    json_open(&json, NULL);
    json_put_int(&json, "a", 1);
    json_put_int(&json, "b", 2);
    json_close(&json);
    json_put_text(&json, NULL, TEXT("t"));
    json_put_text(&json, NULL, TEXT("u"));
    json_open_list(&json, NULL);
    json_put_int(&json, NULL, 3);
    json_close_list(&json);
    json_open(&json, NULL);
    json_put_int(&json, "e", 7);
    json_put_int(&json, "f", 8);
    json_close(&json);
    json_put_hex(&json, NULL, BYTES(9));
    json_put_hex(&json, NULL, BYTES(10));
    json_put_int(&json, NULL, 4);
    json_close_list(&json);
    json_put_members(&json, TEXT(""));
    json_put_members(&json, TEXT("\"c\": 5, \"d\": 6"));
    json_put_hex(&json, "hex", BYTES(0x0F, 0xF0));
    json_close(&json);
    json_end(&json);
    static const char wanted[] = "{\n"
                                 "  \"empty\": {},\n"
                                 "  \"none\": [],\n"
                                 "  \"yes\": true,\n"
                                 "  \"no\": false,\n"
                                 "  \"mixed\": [\n"
                                 "    -9223372036854775808, 18446744073709551615,\n"
                                 "    {\n"
                                 "      \"a\": 1,\n"
                                 "      \"b\": 2\n"
                                 "    },\n"
                                 "    \"t\", \"u\",\n"
                                 "    [\n"
                                 "      3\n"
                                 "    ],\n"
                                 "    {\n"
                                 "      \"e\": 7,\n"
                                 "      \"f\": 8\n"
                                 "    },\n"
                                 "    \"09\", \"0a\", 4\n"
                                 "  ],\n"
                                 "  \"c\": 5, \"d\": 6,\n"
                                 "  \"hex\": \"0ff0\"\n"
                                 "}\n";
    write_u8(&out, 0);
    assert_string_equal((const char *)out.data, wanted);
}

/* Returns the length of the first line of values of a list. */
static size_t first_line(Kit *kit, void (*put)(JsonWriter *json))
{
    Writer out = writer_to(kit->arena);
    JsonWriter json = json_to(&out);
    json_open_list(&json, NULL);
    for (int i = 0; i < 100; i++)
        put(&json);
    json_close_list(&json);
    json_end(&json);
    Text rest = writer_text(&out), line;
    assert_true(text_line(&rest, &line) && text_line(&rest, &line));
    return line.size;
}

static void put_digit(JsonWriter *json) { json_put_int(json, NULL, 7); }
static void put_14_a_line(JsonWriter *json) { json_put_int(json, NULL, 12345); }
static void put_word(JsonWriter *json) { json_put_text(json, NULL, TEXT("word")); }

static void lines_of_lists_are_about_100_characters_long(void **state)
{
    Kit *kit = *state;
    assert_int_equal(first_line(kit, put_digit), 100);
    assert_int_equal(first_line(kit, put_14_a_line), 99);
    assert_int_equal(first_line(kit, put_word), 105);
}

static void deep_levels_are_indented_by_at_most_56(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    JsonWriter json = json_to(&out);
    for (unsigned i = 0; i < JSON_DEPTH; i++)
        i % 2 ? json_open(&json, NULL) : json_open_list(&json, i ? "k" : NULL);
    for (unsigned i = JSON_DEPTH; i--;)
        i % 2 ? json_close(&json) : json_close_list(&json);
    json_end(&json);
    Text rest = writer_text(&out), line;
    for (size_t depth = 0; depth < JSON_DEPTH; depth++) {
        assert_true(text_line(&rest, &line));
        size_t blanks = 0;
        while (line.at[blanks] == ' ')
            blanks++;
        assert_int_equal(blanks, depth < 28 ? 2 * depth : 56);
    }
    json_t *back = json_read(writer_bytes(&out), kit->arena, &kit->report);
    assert_non_null(back);
    assert_true(json_is_array(back));
}

static void texts_are_escaped(void **state)
{
    static const struct {
        Text text;
        const char *json;
    } rows[] = {
        {TEXT("a\"b\\c/'"), "\"a\\\"b\\\\c/'\""},
        {TEXT("\n\r\t"), "\"\\n\\r\\t\""},
        {{"\0\x01\x1f \x7e\x7f", 6}, "\"\\ufffd\\u0001\\u001f ~\\u007f\""},
        {TEXT("\xC3\xA9\xE2\x82\xAC"), "\"\xC3\xA9\xE2\x82\xAC\""},
        {TEXT("\xEF\xBF\xBD"), "\"\xEF\xBF\xBD\""},
        {TEXT("\xFF!\xC3"), "\"\\ufffd!\\ufffd\""},
        {TEXT(""), "\"\""},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Writer out = writer_to(kit->arena);
        JsonWriter json = json_to(&out);
        json_put_text(&json, NULL, rows[i].text);
        write_u8(&out, 0);
        assert_string_equal((const char *)out.data, rows[i].json);
    }
}

/* Every bit pattern comes back, also those that JSON has no number for. */
static void bits_of_floats_come_back(void **state)
{
    static const uint32_t rows[] = {0,          0x80000000, 0x80000001, 1,          0x3F800000,
                                    0x3EAAAAAB, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000,
                                    0xFFC12345, 0xBF800000, 0x00800000, 0x7F000000};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Writer out = writer_to(kit->arena);
        JsonWriter json = json_to(&out);
        float value;
        uint32_t bits = 0;
        memcpy(&value, &rows[i], sizeof value);
        json_open(&json, NULL);
        json_put_float(&json, "f", value);
        json_close(&json);
        const json_t *back = json_read(writer_bytes(&out), kit->arena, &kit->report);
        const json_t *member = json_object_get(back, "f");
        assert_true(json_float_bits(member, &bits));
        assert_int_equal(bits, rows[i]);
        assert_int_equal(json_is_string(member),
                         !isfinite(value) || (signbit(value) && value == 0));
    }
    static const char *const bad[] = {
        "0x123", "0x1234567", "0x123456789", "12345678", "0x1234567g", "1x12345678", ""};
    uint32_t bits;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (json_float_bits(json_owned(json_string(bad[i]), kit->arena), &bits))
            fail_msg("%s", bad[i]);
    assert_false(json_float_bits(json_true(), &bits));
    assert_false(json_float_bits(NULL, &bits));
}

/* Writes 20 texts after a word of another writer; `sizes` is the output before each, and after
 * all of them. */
static JsonWriter put_20_texts(Writer *out, size_t limit, size_t sizes[21])
{
    write_text(out, TEXT("before"));
    JsonWriter json = limit ? json_to_limited(out, limit) : json_to(out);
    json_open_list(&json, NULL);
    for (size_t i = 0; i < 20; i++) {
        sizes[i] = out->size - 6;
        json_put_text(&json, NULL, TEXT("ten digits"));
    }
    sizes[20] = out->size - 6;
    return json;
}

static void output_beyond_the_limit_is_discarded(void **state)
{
    Kit *kit = *state;
    size_t sizes[21], limited[21];
    Writer whole = writer_to(kit->arena);
    assert_false(put_20_texts(&whole, 0, sizes).exceeded);
    for (size_t limit = 1; limit < sizes[20] + 5; limit++) {
        Writer out = writer_to(kit->arena);
        const JsonWriter json = put_20_texts(&out, limit, limited);
        assert_int_equal(json.exceeded, sizes[19] > limit);
        assert_memory_equal(out.data, "before", 6);
        for (size_t i = 0; i < 20; i++)
            assert_true(limited[i] <= limit + 20);
        if (!json.exceeded)
            assert_bytes_equal(writer_bytes(&out), writer_bytes(&whole));
    }
}

static void members_are_checked_and_errors_name_the_key(void **state)
{
    Kit *kit = *state;
    const json_t *object = json_read(
        bytes_of_text(TEXT("{\"t\": \"a\\u0001b\", \"n\": 5, \"h\": \"0fF0\", \"r\": 1.5}")),
        kit->arena, &kit->report);
    Text text;
    int64_t number = 0;
    Bytes bytes;
    assert_true(json_get_text(object, "t", &text, kit->arena, &kit->report));
    assert_true(text_equal(text, (Text){"a\1b", 3}));
    assert_false(json_get_text(object, "n", &text, kit->arena, &kit->report));
    assert_string_equal(kit_message(kit, 0), "\"n\" must be a text");
    assert_false(json_get_text(object, "x", &text, kit->arena, &kit->report));
    assert_true(json_get_int(object, "n", 5, 5, &number, &kit->report));
    assert_int_equal(number, 5);
    assert_false(json_get_int(object, "n", 6, 9, &number, &kit->report));
    assert_string_equal(kit_message(kit, 2), "\"n\" must be a number from 6 to 9");
    assert_false(json_get_int(object, "n", 0, 4, &number, &kit->report));
    assert_false(json_get_int(object, "r", 0, 4, &number, &kit->report));
    assert_false(json_get_int(object, "t", 0, 4, &number, &kit->report));
    assert_false(json_get_int(object, "x", 0, 4, &number, &kit->report));
    assert_true(json_get_hex(object, "h", &bytes, kit->arena, &kit->report));
    assert_bytes_equal(bytes, BYTES(0x0F, 0xF0));
    /* The bytes have memory of their own. */
    char digits[200];
    memset(digits, 'a', sizeof digits);
    assert_true(hex_decode((Text){digits, sizeof digits}, &bytes, kit->arena));
    assert_int_equal(bytes.size, 100);
    memset(arena_alloc(kit->arena, 100, 1), 0, 100);
    for (size_t i = 0; i < bytes.size; i++)
        assert_int_equal(bytes.data[i], 0xAA);
    kit_clear(kit);
    assert_false(json_get_hex(object, "t", &bytes, kit->arena, &kit->report));
    assert_string_equal(kit_message(kit, 0), "\"t\" must be a text of hexadecimal digits");
    assert_false(json_get_hex(object, "n", &bytes, kit->arena, &kit->report));
    assert_false(json_get_hex(object, "x", &bytes, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 3);
}

static void syntax_errors_name_line_and_column(void **state)
{
    Kit *kit = *state;
    assert_null(json_read(bytes_of_text(TEXT("{\n  \"a\": x}")), kit->arena, &kit->report));
    kit_message_is_at(kit, "invalid word", 2, 8);
    assert_true(kit_has_message(kit, "invalid JSON: "));
    kit_clear(kit);
    assert_null(
        json_read(bytes_of_text(TEXT("{\"a\": 1, \"a\": 2}")), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "duplicate"));
    kit_clear(kit);
    assert_null(json_read((Bytes){(const uint8_t *)"", 0}, kit->arena, &kit->report));
    kit_message_is_at(kit, "no document", 1, 1);
}

/* All were on one line, however long. */
static void lists_of_hex_texts_are_broken_as_those_of_texts(void **state)
{
    static const uint8_t bytes[20] = {1};
    const Text text = TEXT("0100000000000000000000000000000000000000");
    Kit *kit = *state;
    Text written[2];
    for (int hex = 0; hex < 2; hex++) {
        Writer out = writer_to(kit->arena);
        JsonWriter json = json_to(&out);
        json_open_list(&json, NULL);
        for (unsigned i = 0; i < 9; i++)
            if (hex)
                json_put_hex(&json, NULL, (Bytes){bytes, sizeof bytes});
            else
                json_put_text(&json, NULL, text);
        json_close_list(&json);
        json_end(&json);
        written[hex] = writer_text(&out);
    }
    assert_true(text_equal(written[0], written[1]));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(layout_is_indented_and_lists_of_numbers_share_lines),
        TEST(lines_of_lists_are_about_100_characters_long),
        TEST(lists_of_hex_texts_are_broken_as_those_of_texts),
        TEST(deep_levels_are_indented_by_at_most_56),
        TEST(texts_are_escaped),
        TEST(bits_of_floats_come_back),
        TEST(output_beyond_the_limit_is_discarded),
        TEST(members_are_checked_and_errors_name_the_key),
        TEST(syntax_errors_name_line_and_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
