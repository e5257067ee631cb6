#include "lib/evil_reg.h"

#include "evil_islands/maps/cam.h"
#include "kit/formats/format.h"

#include <stdio.h>

static void ini_and_reg_survive_a_round_trip(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_reg(kit);
    Text text;
    Bytes back;
    assert_true(reg_is(file));
    assert_true(reg_to_ini(file, &text, kit->arena, &kit->report));
    assert_string_equal(arena_text(kit->arena, text).at, SMALL_INI);
    assert_true(ini_to_reg(text, &back, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
    assert_true(reg_check(file, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
}

/* Bytes worked out by hand from the specification. */
static void a_file_has_the_bytes_of_the_specification(void **state)
{
    Kit *kit = *state;
    Bytes file;
    const Bytes want = BYTES(0xFB, 0x3E, 0xAB, 0x45, 1, 0, /* one section */
                             0xFF, 0xFF, 12, 0, 0, 0,      /* the last of its chain, at 12 */
                             2, 0, 1, 0, 's',              /* two keys, the name */
                             0xFF, 0xFF, 25, 0, 0, 0,      /* slot 0: b, 98 % 2 */
                             0xFF, 0xFF, 17, 0, 0, 0,      /* slot 1: a, 97 % 2 */
                             0, 1, 0, 'a', 5, 0, 0, 0,     /* an int */
                             0x82, 1, 0, 'b', 1, 0, 1, 0, 'x'); /* an array of one text */
    assert_true(ini_to_reg(TEXT("[s]\na=5\nb[]=x\n"), &file, kit->arena, &kit->report));
    assert_bytes_equal(file, want);
}

static void types_are_inferred_from_values(void **state)
{
    Kit *kit = *state;
    Reg reg;
    const Text text =
        TEXT("\xEF\xBB\xBF; words\r\n  [ s ]  # more\r\n a = 5 # five\r\nb=1e3\r\n"
             "c=.5\r\nd=1.2.3\r\ne=-\r\nf=x#y\r\ng=1\r\ng=2.5\r\nh=7\r\nh=x\r\n"
             "i=0x3f800000\r\nj=1e\r\nk=\"\"# end\r\n");
    static const struct {
        RegType type;
        uint32_t bits;
        const char *text;
    } want[] = {{REG_INT, 5, ""},
                {REG_FLOAT, 0x447A0000, ""},
                {REG_FLOAT, 0x3F000000, ""},
                {REG_TEXT, 0, "1.2.3"},
                {REG_TEXT, 0, "-"},
                {REG_TEXT, 0, "x#y"},
                {REG_FLOAT, 0x3F800000, ""},
                {REG_TEXT, 0, "7"},
                {REG_FLOAT, 0x3F800000, ""},
                {REG_TEXT, 0, "1e"},
                {REG_TEXT, 0, ""}};
    assert_true(reg_ini_read(text, &reg, kit->arena, &kit->report));
    assert_int_equal(reg.count, 1);
    assert_true(text_is(reg.sections[0].name, "s"));
    assert_int_equal(reg.sections[0].count, COUNT_OF(want));
    for (size_t i = 0; i < COUNT_OF(want); i++) {
        const RegKey *key = &reg.sections[0].keys[i];
        assert_int_equal(key->type, want[i].type);
        assert_int_equal(key->values[0].bits, want[i].bits);
        assert_true(text_is(key->values[0].text, want[i].text));
    }
    assert_int_equal(reg.sections[0].keys[6].count, 2);
}

static void errors_are_reported_with_line_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
        uint32_t line, column;
    } cases[] = {
        {"a=1", "a [section] must come before", 1, 1},
        {"[s", "must end with ]", 1, 3},
        {"[s]\n[s]", "duplicate section; the first one is in line 1", 2, 2},
        {"[s] x", "unexpected characters after", 1, 5},
        {"[s]\nключ", "a = must follow", 2, 5},
        {"[s]\n=1", "a name is missing", 2, 1},
        {"[s]\na=\"x", "not closed on its line", 2, 3},
        {"[s]\na=\"x\\q\"", "unknown escape", 2, 5},
        {"[s]\na=\"x\" y", "unexpected characters after the text", 2, 7},
        {"[s]\nслово=\xE4\xB8\xAD", "not in cp1251", 2, 7},
        {"[s]\na=2147483648", "does not fit into 32 bits", 2, 3},
        {"[s]\na=1e99", "too large", 2, 3},
        {"[s]\na[x]=1", "the mark of an array", 2, 3},
        {"[s]\na[int]=1", "marked as empty", 2, 8},
        {"[s]\na[", "must end with ]", 2, 2},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        Bytes file;
        assert_false(ini_to_reg(text_of(cases[i].text), &file, kit->arena, &kit->report));
        if (!kit_has_message(kit, cases[i].says))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        kit_message_is_at(kit, cases[i].says, cases[i].line, cases[i].column);
        kit_free(kit);
    }
}

static uint32_t random_bits(void) { return next_random(65536) << 16 | next_random(65536); }

/* Ten thousand files of any values: NaN, texts of any bytes, names that want quotes. */
static void generated_files_survive_ini_and_json(void **state)
{
    (void)state;
    const Format *format = format_named(TEXT("reg")), *found;
    for (int round = 0; round < 10000; round++) {
        Kit *kit = kit_new();
        Reg reg = {.count = next_random(4)};
        Bytes file, back;
        Text text;
        reg.sections = ARENA_ALLOC(kit->arena, RegSection, reg.count + 1);
        for (size_t i = 0; i < reg.count; i++) {
            RegSection *section = &reg.sections[i];
            char *name = (char *)arena_format(kit->arena, "s %zu", i).at;
            name[1] = (char)next_random(256);
            *section = (RegSection){.name = {name, 3}, .count = next_random(6)};
            section->keys = ARENA_ALLOC(kit->arena, RegKey, section->count + 1);
            for (size_t j = 0; j < section->count; j++) {
                RegKey *key = &section->keys[j];
                char *word = (char *)arena_format(kit->arena, "%zuk", j).at;
                word[1] = (char)next_random(256);
                *key = (RegKey){.name = {word, 2},
                                .type = (RegType)next_random(3),
                                .array = next_random(2)};
                key->count = key->array ? next_random(4) : 1;
                key->values = ARENA_ALLOC(kit->arena, RegValue, key->count + 1);
                for (size_t v = 0; v < key->count; v++) {
                    char *value = arena_alloc(kit->arena, 4, 1);
                    for (int c = 0; c < 4; c++)
                        value[c] = (char)(next_random(2) ? "0.e -1\"#x\\"[next_random(10)]
                                                         : (char)next_random(256));
                    if (key->type == REG_TEXT)
                        key->values[v].text = (Text){value, next_random(5)};
                    else
                        key->values[v].bits = random_bits() >> next_random(32);
                }
            }
        }
        assert_true(reg_write(&reg, &file, kit->arena, &kit->report));
        assert_true(reg_to_ini(file, &text, kit->arena, &kit->report));
        assert_null(strstr(arena_text(kit->arena, text).at, "#!exact"));
        assert_true(ini_to_reg(text, &back, kit->arena, &kit->report));
        assert_bytes_equal(back, file);
        Writer json = writer_to(kit->arena);
        assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
        assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &found, kit->arena, &kit->report));
        assert_bytes_equal(back, file);
        kit_free(kit);
    }
}

static void unusual_files_preserve_their_bytes_until_edited(void **state)
{
    Kit *kit = *state;
    const Bytes small = small_reg(kit);
    uint8_t *longer = arena_alloc(kit->arena, small.size + 3, 1);
    memcpy(longer, small.data, small.size);
    const Bytes file = {longer, small.size + 3};
    Text text;
    Bytes back;
    assert_true(reg_check(file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "layout differs from the game's files"));
    assert_true(reg_to_ini(file, &text, kit->arena, &kit->report));
    kit_clear(kit);
    assert_true(ini_to_reg(text, &back, kit->arena, &kit->report));
    assert_string_equal(kit_message(kit, 0), "");
    assert_bytes_equal(back, file);
    char *edited = (char *)arena_text(kit->arena, text).at;
    strstr(edited, "count=7")[6] = '8';
    assert_true(ini_to_reg(text_of(edited), &back, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the text was edited"));
    assert_int_equal(back.size, small.size);
}

static void broken_chains_and_tables_are_reported(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint8_t bytes[4];
        size_t count;
        const char *says;
    } cases[] = {
        {4, {0xFF, 0xFF}, 2, "slots: 65535 elements exceed"},
        {8, {0xFF, 0xFF, 0xFF, 0xFF}, 4, "is beyond the end"},
        {8, {0}, 4, "name: 17835 elements exceed"},
        {12, {9, 0}, 2, "the next slot of the section"},
        {12, {1, 0}, 2, "leads back to itself"},
        {12, {0xFF, 0xFF}, 2, "the game cannot find the section \"a=b\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        const Bytes file = arena_copy(kit->arena, small_reg(kit));
        memcpy((uint8_t *)file.data + cases[i].at, cases[i].bytes, cases[i].count);
        reg_check(file, kit->arena, &kit->report);
        if (!kit_has_message(kit, cases[i].says))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        assert_true(kit->report.errors >= 1);
        kit_free(kit);
    }
}

/* 65,535 slots that lead to one section of as many keys would be 4 billion of them. */
static void sections_that_share_their_bytes_are_rejected(void **state)
{
    Kit *kit = *state;
    Writer file = writer_to(kit->arena);
    enum { MANY = 65535 };
    write_u32(&file, 0x45AB3EFB);
    write_u16(&file, MANY);
    for (size_t i = 0; i < MANY; i++) {
        write_u16(&file, 0xFFFF);
        write_u32(&file, 6 + 6 * MANY);
    }
    write_u16(&file, MANY);
    write_u16(&file, 0);
    for (size_t i = 0; i < MANY; i++) {
        write_u16(&file, 0xFFFF);
        write_u32(&file, 4 + 6 * MANY);
    }
    write_zeros(&file, 7);
    assert_false(reg_check(writer_bytes(&file), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "its parts overlap"));
}

static void camera_preserves_every_bit(void **state)
{
    Kit *kit = *state;
    const Format *format = format_named(TEXT("cam")), *found;
    for (int round = 0; round < 10000; round++) {
        Kit *one = kit_new();
        uint32_t words[27];
        Bytes back;
        Writer json = writer_to(one->arena);
        for (size_t i = 0; i < 27; i++)
            words[i] = random_bits();
        const Bytes file = {(const uint8_t *)words, 36 * next_random(4)};
        assert_true(format_to_json(format, file, true, &json, one->arena, &one->report));
        assert_null(strstr(arena_text(one->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &found, one->arena, &one->report));
        assert_bytes_equal(back, file);
        kit_free(one);
    }
    assert_false(
        format_check(format_named(TEXT("cam")), BYTES(1, 2, 3), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "an element of frames needs 36 bytes, but 3 are left"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(ini_and_reg_survive_a_round_trip),
        TEST(a_file_has_the_bytes_of_the_specification),
        TEST(types_are_inferred_from_values),
        TEST(errors_are_reported_with_line_and_column),
        TEST(generated_files_survive_ini_and_json),
        TEST(unusual_files_preserve_their_bytes_until_edited),
        TEST(broken_chains_and_tables_are_reported),
        TEST(sections_that_share_their_bytes_are_rejected),
        TEST(camera_preserves_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
