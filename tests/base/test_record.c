#include "lib/kit.h"

#include "base/record.h"

#define RECORD_FILE "../tests/record_samples.def"
#include "base/record_struct.h"
#include "base/record_define.h"

static const Bytes house = {
    (const uint8_t[]){'H',  'S', 2,   0,          /* magic, room count */
                      1,    2,   3,   0xFF, 0xFE, /* room: u24, i16 -257 */
                      4,    5,   6,   0,    1,    /* room */
                      'O',  'a', 'k', 0,          /* name */
                      0x81, 9,                    /* flags, cellar */
                      1,    2,   3,   4,    5},   /* tail */
    25};

static House read_house(Kit *kit)
{
    House record = {0};
    Reader reader = reader_of(house, &kit->report);
    assert_true(record_read(&House_layout, &record, &reader, kit->arena));
    assert_int_equal(reader_left(&reader), 0);
    return record;
}

static void record_is_read_as_described_by_its_table(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const House record = read_house(kit);
    assert_int_equal(record.room_count, 2);
    assert_int_equal(record.rooms[0].size, 0x030201);
    assert_int_equal(record.rooms[0].level, -257);
    assert_string_equal(record.name, "Oak");
    assert_int_equal(record.cellar, 9);
    assert_int_equal(record.tail.size, 5);
    kit_free(kit);
}

static void writing_gives_the_bytes_that_were_read(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const House record = read_house(kit);
    Writer writer = writer_to(kit->arena);
    record_write(&House_layout, &record, &writer);
    assert_bytes_equal(writer_bytes(&writer), house);
    kit_free(kit);
}

static void a_record_is_read_and_written_in_either_byte_order(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes big = BYTES(2, 0x12, 0x34, 0xFF, 0xFE, 1, 2, 3, 0x80, 0, 0, 1, /* to debt */
                            1, 2, 3, 4, 5, 6, 7, 8, 0x3F, 0x80, 0, 0, 0x7F, 0xC0, 0, 1, 0, 1, 9,
                            8, 7, 0, 6, 0xAA, 0xBB, 0xCC, 0xDD, 0, 0, 0, 5);
    Barn barn = {0};
    Reader reader = reader_of(big, &kit->report);
    reader.big = true;
    assert_true(record_read(&Barn_layout, &barn, &reader, kit->arena));
    assert_int_equal(reader_left(&reader), 0);
    assert_int_equal(barn.cows, 0x1234);
    assert_int_equal(barn.level, -2);
    assert_int_equal(barn.straws, 0x010203);
    assert_int_equal(barn.debt, INT32_MIN + 1);
    assert_int_equal(barn.age, 0x0102030405060708);
    assert_true(barn.corner[0] == 1);
    assert_int_equal(barn.rooms[0].size, 0x090807);
    assert_int_equal(barn.rooms[0].level, 6);
    assert_int_equal(barn.grains[0], 0xAABBCCDD);
    Writer writer = writer_to(kit->arena), little = writer_to(kit->arena);
    writer.big = true;
    record_write(&Barn_layout, &barn, &writer);
    assert_bytes_equal(writer_bytes(&writer), big);
    /* The same record little-endian: a NaN's bits come through both ways. */
    record_write(&Barn_layout, &barn, &little);
    Barn again = {0};
    Reader other = reader_of(writer_bytes(&little), &kit->report);
    assert_true(record_read(&Barn_layout, &again, &other, kit->arena));
    assert_int_equal(little.data[24], 1);
    assert_int_equal(again.debt, barn.debt);
    assert_int_equal(again.grains[1], 5);
    kit_free(kit);
}

static void json_restores_the_record_without_counters(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const House record = read_house(kit);
    Writer text = writer_to(kit->arena), bytes = writer_to(kit->arena);
    JsonWriter json = json_to(&text);
    record_show(&House_layout, &record, NULL, &json);
    json_t *parsed = json_read(writer_bytes(&text), kit->arena, &kit->report);
    assert_int_equal(json_integer_value(json_object_get(parsed, "has_cellar")), 1);
    assert_int_equal(json_integer_value(json_object_get(parsed, "doors")), 1);
    json_object_del(parsed, "room_count");
    House back = {0};
    assert_true(record_parse(&House_layout, &back, parsed, kit->arena, &kit->report));
    record_write(&House_layout, &back, &bytes);
    assert_bytes_equal(writer_bytes(&bytes), house);
    kit_free(kit);
}

static void json_that_does_not_fit_is_reported_by_its_key(void **state)
{
    (void)state;
    static const struct {
        const char *json, *says;
    } bad[] = {
        {"[]", "House: expected an object"},
        {"{\"rooms\": [], \"windows\": 3}", "unknown key \"windows\" in House"},
        {"{\"rooms\": 3}", "\"rooms\" must be a list"},
        {"{\"rooms\": [{\"size\": 16777216, \"level\": 0}]}",
         "\"size\" must be from 0 to 16777215"},
        {"{\"rooms\": [{\"size\": 1}]}", "\"level\" is missing"},
        {"{\"rooms\": [], \"name\": \"Sycamore\"}", "\"name\" must have at most 4 bytes"},
        {"{\"rooms\": [], \"name\": \"\", \"flags\": 0, \"tail\": \"0\"}",
         "\"tail\" must be a text of hexadecimal digits"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Kit *kit = kit_new();
        House record = {0};
        json_t *json = json_read(bytes_of_text(text_of(bad[i].json)), kit->arena, &kit->report);
        assert_false(record_parse(&House_layout, &record, json, kit->arena, &kit->report));
        if (!kit_has_message(kit, bad[i].says))
            print_message("wanted %s, got %s\n", bad[i].says, kit_message(kit, 0));
        assert_true(kit_has_message(kit, bad[i].says));
        kit_free(kit);
    }
}

/* Eight bytes can claim 65535 rooms, which would be half a megabyte. */
static void a_huge_count_is_rejected_before_memory_is_asked_for(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    House record = {0};
    Reader reader = reader_of(BYTES('H', 'S', 255, 255, 1, 2, 3, 4), &kit->report);
    const size_t before = arena_used(kit->arena);
    assert_false(record_read(&House_layout, &record, &reader, kit->arena));
    assert_true(arena_used(kit->arena) - before < 4096);
    assert_true(
        kit_has_message(kit, "at byte 4: rooms: 65535 elements exceed the remaining 4 bytes"));
    kit_free(kit);
}

/* It is compared with the bytes that are left, as if each element took one. */
static void count_of_elements_without_bytes_is_limited(void **state)
{
    Kit *kit = *state;
    Heap heap = {0};
    Reader reader = reader_of(BYTES(3, 1, 2, 3), &kit->report);
    assert_true(record_read(&Heap_layout, &heap, &reader, kit->arena));
    assert_int_equal(heap.scraps[0].bytes.size, 3);
    assert_int_equal(heap.scraps[2].bytes.size, 0);
    reader = reader_of(BYTES(3, 1, 2), &kit->report);
    assert_false(record_read(&Heap_layout, &heap, &reader, kit->arena));
    assert_true(kit_has_message(kit, "scraps: 3 elements exceed the remaining 2 bytes"));
}

static void count_that_its_counter_cannot_hold_is_rejected(void **state)
{
    (void)state;
    Barn barn = {0};
    const Field *grains = layout_field(&Barn_layout, TEXT("grains"));
    const Field *rooms = layout_field(&Barn_layout, TEXT("rooms"));
    assert_true(field_set_count(&Barn_layout, grains, &barn, 255));
    assert_int_equal(barn.doors, 255);
    assert_false(field_set_count(&Barn_layout, grains, &barn, 256));
    assert_int_equal(barn.doors, 255);
    assert_true(field_set_count(&Barn_layout, rooms, &barn, 65535));
    assert_int_equal(barn.room_count, 65535);
    assert_false(field_set_count(&Barn_layout, rooms, &barn, 65536));
}

static void truncated_record_reports_the_missing_member(void **state)
{
    (void)state;
    for (size_t size = 0; size < 20; size++) {
        Kit *kit = kit_new();
        House record = {0};
        Reader reader = reader_of(bytes_slice(house, 0, size), &kit->report);
        assert_false(record_read(&House_layout, &record, &reader, kit->arena));
        assert_int_equal(kit->messages.count, 1);
        if (size >= 4 && size < 4 + 2 * 5)
            assert_true(kit_has_message(kit, "at byte 4: rooms: 2 elements exceed"));
        kit_free(kit);
    }
}

static void a_wrong_magic_is_reported(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    House record = {0};
    Reader reader = reader_of(BYTES('X', 'S', 0, 0), &kit->report);
    assert_false(record_read(&House_layout, &record, &reader, kit->arena));
    assert_string_equal(kit_message(kit, 0), "at byte 0: wrong magic: not a House");
    kit_free(kit);
}

typedef struct Visited {
    Kit *kit;
    size_t count, elements;
    char last[100];
    size_t at;
} Visited;

static void note(void *context, const RecordLayout *type, void *data, size_t count, size_t at,
                 const RecordPath *path)
{
    Visited *visited = context;
    (void)data;
    visited->count++;
    visited->elements += count;
    if (type == &i16_layout) {
        strcpy(visited->last, record_path(path, visited->kit->arena).at);
        visited->at = at;
    }
}

static void visitor_receives_path_and_offset(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    House record = read_house(kit);
    Visited visited = {.kit = kit};
    record_visit(&House_layout, &record, note, &visited);
    assert_string_equal(visited.last, "rooms[1].level");
    assert_int_equal(visited.at, 12);
    assert_int_equal(visited.count, 9);
    assert_int_equal(visited.elements, 7 + 4 + 5); /* numbers, characters, bytes */
    kit_free(kit);
}

static const Bytes mill = {
    (const uint8_t[]){'M',  'L',  1,    2,    3,    0xFE, 0xFF,           /* hall */
                      1,    255,  128,  0xAB, 0xCD,                       /* steps, seal */
                      1,    0,    0,    1,    0,    2,    0,    0, 2, 0,  /* cellars */
                      0,    0,    0xC0, 0x3F, 'x',                        /* weight, grade */
                      0x5A, 0x12, 0xFE, 0xFF, 0xFF, 0xFF,                 /* to debt */
                      8,    7,    6,    5,    4,    3,    2,    1,        /* grains */
                      1,    0,    2,    0,    3,    0,    4,    1,        /* gears */
                      9,    0,    0,    9,    0,                          /* loft */
                      5,    0,    1,                                      /* rats */
                      7,    0,    0,    7,    0,    8,    0,    0, 8, 0}, /* sacks */
    67};

/* Names numbers of 16 bits: gears and the age, but not 3. */
static bool name_u16(void *context, const RecordLayout *type, const void *data, Text *name)
{
    (void)context;
    *name = TEXT("a room");
    if (type == &Room_layout)
        return true;
    if (type != &u16_layout || primitive_get(type, data) == 3)
        return false;
    *name = primitive_get(type, data) < 10 ? TEXT("small") : TEXT("large");
    return true;
}

static const char mill_json[] = "{\n"
                                "  \"wheels\": 2,\n"
                                "  \"hall\": {\n"
                                "    \"size\": 197121,\n"
                                "    \"level\": -2\n"
                                "  },\n"
                                "  \"steps\": [\n"
                                "    1, -1, -128\n"
                                "  ],\n"
                                "  \"seal\": \"abcd\",\n"
                                "  \"cellars\": [\n"
                                "    {\n"
                                "      \"size\": 1,\n"
                                "      \"level\": 1\n"
                                "    },\n"
                                "    {\n"
                                "      \"size\": 2,\n"
                                "      \"level\": 2\n"
                                "    }\n"
                                "  ],\n"
                                "  \"weight\": 1.5,\n"
                                "  \"grade\": 120,\n"
                                "  \"age\": 4698,\n"
                                "  \"age_name\": \"large\",\n"
                                "  \"years\": 293,\n"
                                "  \"debt\": -2,\n"
                                "  \"grains\": 72623859790382856,\n"
                                "  \"gears\": [\n"
                                "    1, 2, 3, 260\n"
                                "  ],\n"
                                "  \"gears_name\": [\n"
                                "    \"small\", \"small\", \"\", \"large\"\n"
                                "  ],\n"
                                "  \"loft\": {\n"
                                "    \"size\": 9,\n"
                                "    \"level\": 9\n"
                                "  },\n"
                                "  \"rats\": 65541,\n"
                                "  \"sacks\": [\n"
                                "    {\n"
                                "      \"size\": 7,\n"
                                "      \"level\": 7\n"
                                "    },\n"
                                "    {\n"
                                "      \"size\": 8,\n"
                                "      \"level\": 8\n"
                                "    }\n"
                                "  ]\n"
                                "}";

static void every_shape_comes_back_from_bytes_and_json(void **state)
{
    Kit *kit = *state;
    Mill record = {.wheels = 2}, again = {.wheels = 2};
    Reader reader = reader_of(mill, &kit->report);
    assert_true(record_read(&Mill_layout, &record, &reader, kit->arena));
    assert_int_equal(reader_left(&reader), 0);
    assert_int_equal(record.steps[2], -128);
    assert_int_equal(record.gears[3], 0x104);
    assert_int_equal(record.loft.size, 9);
    assert_int_equal(record.sacks_count, 2);
    Writer bytes = writer_to(kit->arena), text = writer_to(kit->arena);
    record_write(&Mill_layout, &record, &bytes);
    assert_bytes_equal(writer_bytes(&bytes), mill);
    JsonWriter json = json_to(&text);
    const RecordShow show = {.note = name_u16};
    record_show(&Mill_layout, &record, &show, &json);
    write_u8(&text, 0);
    assert_string_equal((const char *)text.data, mill_json);
    json_t *parsed =
        json_read(bytes_slice(writer_bytes(&text), 0, text.size - 1), kit->arena, &kit->report);
    assert_true(record_parse(&Mill_layout, &again, parsed, kit->arena, &kit->report));
    bytes.size = 0;
    record_write(&Mill_layout, &again, &bytes);
    assert_bytes_equal(writer_bytes(&bytes), mill);
    /* Without its second wheel, it has fewer gears and no loft. */
    Mill small = {.wheels = 1};
    reader = reader_of(mill, &kit->report);
    assert_true(record_read(&Mill_layout, &small, &reader, kit->arena) ||
                kit_has_message(kit, "sacks"));
    assert_int_equal(small.gears[1], 2);
    assert_int_equal(small.rats, 0x040003);
    bytes.size = 0;
    record_write(&Mill_layout, &small, &bytes);
    assert_memory_equal(bytes.data, mill.data, 48);
    /* What is not there is not shown, nor named. */
    const RecordShow unnamed = {0};
    const Mill empty = {0};
    for (int i = 0; i < 2; i++) {
        text.size = 0;
        json = json_to(&text);
        record_show(&Mill_layout, &empty, i ? &unnamed : &show, &json);
        parsed = json_read(writer_bytes(&text), kit->arena, &kit->report);
        assert_int_equal(json_array_size(json_object_get(parsed, "gears")), 0);
        assert_null(json_object_get(parsed, "gears_name"));
        assert_null(json_object_get(parsed, "loft"));
        assert_int_equal(!json_object_get(parsed, "age_name"), i);
    }
}

static void descriptions_list_offset_type_and_count(void **state)
{
    static const char wanted[] = "### Mill\n"
                                 "\n"
                                 "every shape that a house lacks.\n"
                                 "\n"
                                 "| offset | field | type | count | meaning |\n"
                                 "|--:|---|---|---|---|\n"
                                 "| | `wheels` | u8 | not in the file | its wheels |\n"
                                 "| 0 | | magic | 2 | its sign |\n"
                                 "| 2 | `hall` | Room |  | its hall |\n"
                                 "| 7 | `steps` | i8 | 3 | its steps |\n"
                                 "| 10 | `seal` | byte | 2 | its seal |\n"
                                 "| 12 | `cellars` | Room | 2 | its cellars |\n"
                                 "| 22 | `weight` | f32 |  | its weight |\n"
                                 "| 26 | `grade` | ascii |  | its grade |\n"
                                 "| 27 | `age` | u16 |  | its age |\n"
                                 "| | `years` | bits 4-15 | | its years |\n"
                                 "| 29 | `debt` | i32 |  | its debt |\n"
                                 "| 33 | `grains` | u64 |  | its grains |\n"
                                 "| 41 | `gears` | u16 | `wheels * 2u` | its gears |\n"
                                 "| | `loft` | Room | if `wheels > 1` | its loft |\n"
                                 "| | `rats` | u24 |  | its rats |\n"
                                 "| | `sacks` | Room | to the end | its sacks |\n"
                                 "\n";
    Kit *kit = *state;
    Writer text = writer_to(kit->arena);
    record_describe(&Mill_layout, &text);
    write_u8(&text, 0);
    assert_string_equal((const char *)text.data, wanted);
    text.size = 0;
    record_describe(&House_layout, &text);
    write_u8(&text, 0);
    assert_non_null(strstr((const char *)text.data, "| 4 | `rooms` | Room | counted |"));
    assert_non_null(strstr((const char *)text.data, "| | `tail` | byte | to the end |"));
    assert_int_equal(Mill_layout.bytes, 41 + 3);
}

static void list_to_the_end_needs_whole_elements(void **state)
{
    Kit *kit = *state;
    static const char *const says[] = {
        "", "at byte 62: an element of sacks needs 5 bytes, but 1 is left",
        "at byte 62: an element of sacks needs 5 bytes, but 2 are left",
        "at byte 62: an element of sacks needs 5 bytes, but 3 are left",
        "at byte 62: an element of sacks needs 5 bytes, but 4 are left"};
    for (size_t more = 0; more < 5; more++) {
        Mill record = {.wheels = 2};
        Reader reader = reader_of(bytes_slice(mill, 0, 62 + more), &kit->report);
        assert_int_equal(record_read(&Mill_layout, &record, &reader, kit->arena), more == 0);
        assert_string_equal(kit_message(kit, 0), says[more]);
        assert_int_equal(record.sacks_count, 1);
        kit_clear(kit);
    }
    Row row = {0};
    Reader reader = reader_of(BYTES(1, 2, 3, 4, 5, 6, 7, 8), &kit->report);
    assert_true(record_read(&Row_layout, &row, &reader, kit->arena));
    assert_int_equal(row.numbers_count, 2);
    assert_int_equal(row.numbers[1], 0x060504);
    assert_int_equal(reader_left(&reader), 2);
    reader = reader_of(BYTES(1, 2), &kit->report);
    assert_true(record_read(&Row_layout, &row, &reader, kit->arena));
    assert_int_equal(row.numbers_count, 0);
    Crowd crowd = {0};
    reader = reader_of(BYTES(1), &kit->report);
    assert_false(record_read(&Crowd_layout, &crowd, &reader, kit->arena));
    assert_string_equal(kit_message(kit, 0), "at byte 0: ghosts: an element has no bytes");
}

/* Changes one value of a valid record. */
static void invalid_values_name_their_key_and_range(void **state)
{
    static const struct {
        const char *key, *value, *says; /* NULL: it is valid */
    } rows[] = {
        {"wheels", "255", "\"gears\" must have 510 elements, not 4"},
        {"wheels", NULL, "\"gears\" must have 0 elements, not 4"},
        {"wheels", "256", "\"wheels\" must be from 0 to 255"},
        {"wheels", "-1", "\"wheels\" must be from 0 to 255"},
        {"wheels", "2.5", "\"wheels\" must be a whole number"},
        {"steps", "[1, 2, 127]", NULL},
        {"steps", "[1, 2, 128]", "\"steps\" must be from -128 to 127"},
        {"steps", "[-129, 2, 127]", "\"steps\" must be from -128 to 127"},
        {"steps", "[1, 2]", "\"steps\" must have 3 elements, not 2"},
        {"steps", "[1, 2, 3, 4]", "\"steps\" must have 3 elements, not 4"},
        {"seal", "\"ab\"", "\"seal\" must have 2 elements, not 1"},
        {"seal", "\"abcdef\"", "\"seal\" must have 2 elements, not 3"},
        {"seal", "[1, 2]", "\"seal\" must be a text of hexadecimal digits"},
        {"seal", "\"abcg\"", "\"seal\" must be a text of hexadecimal digits"},
        {"weight", "\"0x7fc00001\"", NULL},
        {"weight", "\"heavy\"", "\"weight\" must be a number or a text \"0x...\" of its bits"},
        {"debt", "-2147483648", NULL},
        {"debt", "2147483648", "\"debt\" must be from -2147483648 to 2147483647"},
        {"grains", "9223372036854775807", NULL},
        {"grains", "-1", "\"grains\" must be from 0 to 9223372036854775807"},
        {"rats", "16777215", NULL},
        {"rats", "16777216", "\"rats\" must be from 0 to 16777215"},
        {"hall", "[]", "Room: expected an object"},
        {"hall", "{\"size\": 1, \"level\": 2, \"doors\": 3}", "unknown key \"doors\" in Room"},
        {"hall", "{\"size\": 1, \"level\": 2, \"doors_name\": 3}", NULL},
        {"loft", NULL, "Mill: \"loft\" is missing"},
        {"gears", "[]", "\"gears\" must have 4 elements, not 0"},
        {"gears", "[1, 2, 3, 65536]", "\"gears\" must be from 0 to 65535"},
        {"sacks", "[]", NULL},
        {"sacks", NULL, "Mill: \"sacks\" is missing"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Mill record = {0};
        kit_clear(kit);
        json_t *json = json_read(bytes_of_text(text_of(mill_json)), kit->arena, &kit->report);
        if (rows[i].value)
            json_object_set_new(json, rows[i].key,
                                json_loads(rows[i].value, JSON_DECODE_ANY, NULL));
        else
            json_object_del(json, rows[i].key);
        const bool good = record_parse(&Mill_layout, &record, json, kit->arena, &kit->report);
        if (good != !rows[i].says || (!good && strcmp(kit_message(kit, 0), rows[i].says) != 0))
            fail_msg("%s: %s: %s", rows[i].key, rows[i].value, kit_message(kit, 0));
    }
}

static void texts_with_other_bytes_are_shown_as_hex(void **state)
{
    static const struct {
        char name[5];
        const char *json;
    } rows[] = {
        {"Oak\0", "\"Oak\""},
        {"Oaks", "\"Oaks\""},
        {"\0\0\0\0", "\"\""},
        {"O\0k\0", "{\"hex\": \"4f006b00\"}"},
        {"\xC3\xA9 \0", "\"\xC3\xA9 \""},
        {"\xC3\0\0\0", "{\"hex\": \"c3000000\"}"},
        {"a\x7F\0\0", "{\"hex\": \"617f0000\"}"},
        {"a\x1F\0\0", "{\"hex\": \"611f0000\"}"},
        {"a~ \0", "\"a~ \""},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        House record = read_house(kit), again = {0};
        memcpy(record.name, rows[i].name, 4);
        Writer text = writer_to(kit->arena);
        JsonWriter json = json_to(&text);
        record_show(&House_layout, &record, NULL, &json);
        const json_t *parsed = json_read(writer_bytes(&text), kit->arena, &kit->report);
        const json_t *wanted =
            json_owned(json_loads(rows[i].json, JSON_DECODE_ANY, NULL), kit->arena);
        assert_true(json_equal(json_object_get(parsed, "name"), wanted));
        assert_true(record_parse(&House_layout, &again, parsed, kit->arena, &kit->report));
        assert_memory_equal(again.name, rows[i].name, 4);
    }
}

/* Zeros at the end of a text whose size is stored were left out, so the size changed. */
static void texts_with_zeros_are_the_same_after_json(void **state)
{
    static const Text texts[] = {TEXT(""),       TEXT("Oak"), {"\0", 1},
                                 {"Oak\0\0", 5}, {"O\0k", 3}, {"\0Oak", 4}};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Text text = texts[i];
        char *data = (char *)(uintptr_t)text.at;
        const Sign record = {.size = (u8)text.size,
                             .word_size = (u8)text.size,
                             .word = (ascii *)data,
                             .same = (ascii *)data};
        Sign again = {0};
        Writer out = writer_to(kit->arena);
        JsonWriter json = json_to(&out);
        record_show(&Sign_layout, &record, NULL, &json);
        const json_t *parsed = json_read(writer_bytes(&out), kit->arena, &kit->report);
        assert_non_null(parsed);
        if (!record_parse(&Sign_layout, &again, parsed, kit->arena, &kit->report))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        assert_int_equal(again.word_size, text.size);
        if (text.size) {
            assert_memory_equal(again.word, text.at, text.size);
            assert_memory_equal(again.same, text.at, text.size);
        }
    }
}

/* The offsets of all values in order, and where the last of them is. */
static void list_offset(void *context, const RecordLayout *type, void *data, size_t count,
                        size_t at, const RecordPath *path)
{
    Writer *out = context;
    (void)data;
    write_format(out, "%s %s %zu %zu\n", record_path(path, out->arena).at, type->name, count,
                 at);
}

static void visits_name_each_value_in_file_order(void **state)
{
    static const char wanted[] = "hall.size u24 1 2\n"
                                 "hall.level i16 1 5\n"
                                 "steps[0] i8 1 7\n"
                                 "steps[1] i8 1 8\n"
                                 "steps[2] i8 1 9\n"
                                 "seal byte 2 10\n"
                                 "cellars[0].size u24 1 12\n"
                                 "cellars[0].level i16 1 15\n"
                                 "cellars[1].size u24 1 17\n"
                                 "cellars[1].level i16 1 20\n"
                                 "weight f32 1 22\n"
                                 "grade ascii 1 26\n"
                                 "age u16 1 27\n"
                                 "debt i32 1 29\n"
                                 "grains u64 1 33\n"
                                 "gears[0] u16 1 41\n"
                                 "gears[1] u16 1 43\n"
                                 "gears[2] u16 1 45\n"
                                 "gears[3] u16 1 47\n"
                                 "loft.size u24 1 49\n"
                                 "loft.level i16 1 52\n"
                                 "rats u24 1 54\n"
                                 "sacks[0].size u24 1 57\n"
                                 "sacks[0].level i16 1 60\n"
                                 "sacks[1].size u24 1 62\n"
                                 "sacks[1].level i16 1 65\n";
    Kit *kit = *state;
    Mill record = {.wheels = 2};
    Reader reader = reader_of(mill, &kit->report);
    assert_true(record_read(&Mill_layout, &record, &reader, kit->arena));
    Writer out = writer_to(kit->arena);
    record_visit(&Mill_layout, &record, list_offset, &out);
    write_u8(&out, 0);
    assert_string_equal((const char *)out.data, wanted);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(record_is_read_as_described_by_its_table),
        cmocka_unit_test(writing_gives_the_bytes_that_were_read),
        cmocka_unit_test(a_record_is_read_and_written_in_either_byte_order),
        cmocka_unit_test(json_restores_the_record_without_counters),
        cmocka_unit_test(json_that_does_not_fit_is_reported_by_its_key),
        cmocka_unit_test(a_huge_count_is_rejected_before_memory_is_asked_for),
        cmocka_unit_test_setup_teardown(count_of_elements_without_bytes_is_limited, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test(count_that_its_counter_cannot_hold_is_rejected),
        cmocka_unit_test(truncated_record_reports_the_missing_member),
        cmocka_unit_test(a_wrong_magic_is_reported),
        cmocka_unit_test(visitor_receives_path_and_offset),
        TEST(every_shape_comes_back_from_bytes_and_json),
        TEST(descriptions_list_offset_type_and_count),
        TEST(list_to_the_end_needs_whole_elements),
        TEST(invalid_values_name_their_key_and_range),
        TEST(texts_with_other_bytes_are_shown_as_hex),
        TEST(texts_with_zeros_are_the_same_after_json),
        TEST(visits_name_each_value_in_file_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
