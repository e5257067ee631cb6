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

static void note(void *context, const Layout *type, void *data, size_t count, size_t at,
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

int main(void)
{
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
