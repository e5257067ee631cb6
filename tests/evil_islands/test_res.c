#include "lib/evil_res.h"

#include "evil_islands/archives/hash_chain.h"
#include "kit/formats/format.h"

#include <stdio.h>

/* ---- hash and chains ---- */

static void hash_matches_the_specification(void **state)
{
    (void)state;
    char many[665];
    memset(many, 'z', sizeof many);
    assert_int_equal(chain_hash(TEXT("C:\\Temp\\SomeFile.txt")), 2029);
    assert_int_equal(chain_bucket(2029, 152), 53);
    assert_int_equal(chain_hash((Text){many, sizeof many}), 81130);
    assert_int_equal(chain_hash(TEXT("ABC")), chain_hash(TEXT("abc")));
    /* "Gipat Medium (тип материала - кожа)": unsigned bytes would give 5185. */
    assert_int_equal(chain_hash(TEXT("Gipat Medium (\xF2\xE8\xEF \xEC\xE0\xF2\xE5\xF0\xE8\xE0"
                                     "\xEB\xE0 - \xEA\xEE\xE6\xE0)")),
                     1089);
}

static void name_collision_uses_the_highest_free_slot(void **state)
{
    Kit *kit = *state;
    /* Of four slots: 'a' is 97, slot 1; 'e' and 'i' too; 'c' is slot 3. */
    const Text names[] = {TEXT("a"), TEXT("e"), TEXT("c"), TEXT("i")};
    uint32_t slots[4];
    int32_t next[4];
    chain_build(names, 4, slots, next, kit->arena);
    const uint32_t want_slots[] = {1, 3, 2, 0};
    const int32_t want_next[] = {-1, 3, 0, 2};
    /* c finds its slot 3 taken by e, is linked behind it at 2; i goes down 1, 3, 2 to 0. */
    assert_memory_equal(slots, want_slots, sizeof slots);
    assert_memory_equal(next, want_next, sizeof next);
}

static void every_name_of_a_made_table_is_found(void **state)
{
    Kit *kit = *state;
    for (size_t count = 1; count < 400; count = count * 3 / 2 + 1) {
        Text *names = ARENA_ALLOC(kit->arena, Text, count);
        Text *placed = ARENA_ALLOC(kit->arena, Text, count);
        uint32_t *slots = ARENA_ALLOC(kit->arena, uint32_t, count);
        int32_t *next = ARENA_ALLOC(kit->arena, int32_t, count);
        ChainState *states = ARENA_ALLOC(kit->arena, ChainState, count);
        for (size_t i = 0; i < count; i++)
            names[i] = arena_format(kit->arena, "%u\\n%u", next_random(1000), next_random(90));
        chain_build(names, count, slots, next, kit->arena);
        for (size_t i = 0; i < count; i++) {
            assert_null(placed[slots[i]].at); /* its own slot */
            placed[slots[i]] = names[i];
        }
        assert_true(chain_follow(placed, next, count, states, kit->arena));
        for (size_t i = 0; i < count; i++)
            assert_int_not_equal(states[i], CHAIN_LOST);
        assert_true(chain_cycle(next, count, kit->arena) == SIZE_MAX);
    }
}

/* ---- reading and writing ---- */

static void the_empty_archive_is_its_magic_and_twelve_zeros(void **state)
{
    Kit *kit = *state;
    const Bytes want = BYTES(0x3C, 0xE2, 0x9C, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const Res empty = {.alignment = RES_ALIGNMENT};
    Res res;
    Bytes file;
    assert_true(res_write(&empty, &file, kit->arena, &kit->report));
    assert_bytes_equal(file, want);
    assert_true(res_read(want, &res, kit->arena, &kit->report));
    assert_int_equal(res.count, 0);
    assert_true(archive_exact(&res_archive, &res, want));
    assert_true(res_check(want, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
}

static void payloads_and_the_table_are_aligned_as_in_the_game(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_res(kit);
    Res res;
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    assert_int_equal(res.count, 7);
    for (size_t i = 0; i < res.count; i++)
        assert_int_equal(res.entries[i].offset % 16, 0);
    assert_int_equal(file.data[8] % 16, 0);
    assert_true(archive_exact(&res_archive, &res, file));
}

static void put(Bytes file, size_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        ((uint8_t *)file.data)[at + i] = (uint8_t)(value >> 8 * i);
}

/* The file made by somebody else: other alignment, chains that lead nowhere, gaps, names
 * in another order with bytes between, shared payloads, a tail. */
static Bytes foreign(Kit *kit, unsigned alignment, bool junk)
{
    Res res;
    Bytes file = {0};
    assert_true(res_read(small_res(kit), &res, kit->arena, &kit->report));
    res.alignment = alignment;
    if (junk) {
        size_t empty = 0;
        while (res.entries[empty].data.size)
            empty++;
        res.entries[empty].loose = true;
        res.entries[empty].offset = 0xFFFFFFFF;
        res.entries[(empty + 1) % 7].gap = arena_copy(kit->arena, BYTES(1, 2, 3));
        res.entries[(empty + 2) % 7].gap = arena_copy(kit->arena, BYTES(0, 0, 0, 0, 0));
        res.entries[(empty + 3) % 7].data = res.entries[(empty + 4) % 7].data;
        res.entries[(empty + 3) % 7].offset = res.entries[(empty + 4) % 7].offset;
        res.entries[0].next = 5;
        res.table_gap = arena_copy(kit->arena, BYTES(7));
        res.tail = arena_copy(kit->arena, BYTES(0, 0, 9));
        uint8_t *names = arena_alloc(kit->arena, res.names_size + 4, 1);
        memset(names, 'x', res.names_size + 4);
        for (size_t i = 0; i < res.count; i++) {
            res.entries[i].name_offset += 4;
            memcpy(names + res.entries[i].name_offset, res.entries[i].name.at,
                   res.entries[i].name.size);
        }
        res.names_size += 4;
        res.names = (Bytes){names, res.names_size};
    }
    assert_true(res_write(&res, &file, kit->arena, &kit->report));
    return file;
}

static void foreign_archives_survive_a_round_trip(void **state)
{
    Kit *kit = *state;
    static const unsigned alignments[] = {1, 4, 16, 2048, 4096};
    for (size_t i = 0; i < COUNT_OF(alignments); i++)
        for (int junk = 0; junk < 2; junk++) {
            const Bytes file = foreign(kit, alignments[i], junk);
            Res res;
            Writer json = writer_to(kit->arena);
            Bytes back;
            const Format *format;
            assert_true(res_read(file, &res, kit->arena, &kit->report));
            assert_true(archive_exact(&res_archive, &res, file));
            assert_true(format_to_json(format_named(TEXT("res")), file, true, &json, kit->arena,
                                       &kit->report));
            assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
            assert_true(format_from_json(writer_bytes(&json), &back, &format, kit->arena,
                                         &kit->report));
            assert_bytes_equal(back, file);
        }
    assert_int_equal(kit->messages.count, 0);
}

static void every_byte_of_a_name_survives_json(void **state)
{
    Kit *kit = *state;
    Res res = {.alignment = 16, .count = 256};
    Bytes file, back;
    const Format *format;
    Writer json = writer_to(kit->arena);
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, 256);
    for (size_t i = 0; i < 256; i++) {
        char *name = arena_alloc(kit->arena, 2, 1);
        name[0] = (char)i;
        name[1] = 'a';
        res.entries[i] = (ResEntry){.name = {name, 2}, .data = {(const uint8_t *)name, 2}};
    }
    assert_true(res_write(&res, &file, kit->arena, &kit->report));
    assert_true(
        format_to_json(format_named(TEXT("res")), file, true, &json, kit->arena, &kit->report));
    assert_true(
        format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void json_may_omit_derived_fields(void **state)
{
    Kit *kit = *state;
    const Text text =
        TEXT("{\"format\": \"res\", \"entries\": [{\"name\": \"a\\\\b\", \"data\": "
             "\"0102\"}, {\"name\": \"c\", \"data\": \"\"}]}");
    const Format *format;
    Bytes file;
    Res res;
    assert_true(
        format_from_json(bytes_of_text(text), &file, &format, kit->arena, &kit->report));
    assert_true(res_check(file, kit->arena, &kit->report));
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    assert_int_equal(res.count, 2);
    assert_int_equal(kit->messages.count, 0);
}

/* An archive of chance: names of any bytes, empty payloads, odd alignments, and then, as by
 * somebody else, shared payloads, gaps, a tail, a chain that leads elsewhere. */
static Bytes archive_of_chance(Kit *kit)
{
    Res res = {.alignment = 1u << next_random(8), .count = next_random(7)};
    Bytes file = {0};
    uint8_t *bytes = arena_alloc(kit->arena, 64, 1);
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, res.count);
    for (size_t i = 0; i < 64; i++)
        bytes[i] = (uint8_t)next_random(256);
    for (size_t i = 0; i < res.count; i++) {
        char *name = arena_alloc(kit->arena, 8, 1);
        for (size_t c = 0; c < 8; c++)
            name[c] = (char)(next_random(3) ? 'a' + next_random(26) : next_random(256));
        res.entries[i] = (ResEntry){.name = {name, 1 + next_random(8)},
                                    .data = {bytes + next_random(32), next_random(3) * 13},
                                    .time = next_random(UINT32_MAX),
                                    .offset = UINT64_MAX};
    }
    assert_true(res_write(&res, &file, kit->arena, &kit->report));
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    for (size_t i = 0; i < res.count; i++) {
        const ResEntry *other = &res.entries[next_random((uint32_t)res.count)];
        if (!next_random(4) && other->data.size && res.entries[i].data.size) {
            res.entries[i].data = other->data;
            res.entries[i].offset = other->offset;
        } else if (!next_random(4)) {
            res.entries[i].gap = (Bytes){bytes, 1 + next_random(5)};
        }
        if (!next_random(9))
            res.entries[i].next = (int32_t)next_random(9) - 1;
    }
    if (!next_random(3))
        res.table_gap = (Bytes){bytes + 9, next_random(20)};
    if (!next_random(3))
        res.tail = (Bytes){bytes + 7, next_random(9)};
    assert_true(res_write(&res, &file, kit->arena, &kit->report));
    return file;
}

static void generated_archives_survive_writing_and_json(void **state)
{
    (void)state;
    for (int round = 0; round < 10000; round++) {
        Kit *kit = kit_new();
        const Bytes file = archive_of_chance(kit);
        const Format *format;
        Res res;
        Bytes back;
        Writer json = writer_to(kit->arena);
        assert_true(res_read(file, &res, kit->arena, &kit->report));
        assert_true(res_write(&res, &back, kit->arena, &kit->report));
        if (!bytes_equal(back, file))
            fail_msg("round %d: written otherwise", round);
        assert_true(format_to_json(format_named(TEXT("res")), file, true, &json, kit->arena,
                                   &kit->report));
        assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
        if (!bytes_equal(back, file))
            fail_msg("round %d: JSON gives other bytes", round);
        kit_free(kit);
    }
}

/* ---- what is wrong ---- */

enum { SLOTS = 7, SLOT = 22, NEXT = 0, SIZE = 4, OFFSET = 8, NAME_SIZE = 16, NAME_AT = 18 };

static void every_error_is_reported_by_entry_and_byte(void **state)
{
    (void)state;
    enum { HEAD = 1000 }; /* an offset in the head, not in the table */
    static const struct {
        size_t at; /* from the table, or HEAD and more */
        uint64_t value;
        unsigned bytes;
        bool ok, reads;
        const char *says;
    } changes[] = {
        {HEAD + 0, 0, 1, false, false, "at byte 0: wrong magic"},
        {HEAD + 4, UINT32_MAX, 4, false, false, "at byte 4: 4294967295 slots at byte"},
        {HEAD + 8, UINT32_MAX, 4, false, false, "exceed the file of"},
        {HEAD + 8, 3, 4, false, false, "at byte 8: the table cannot be at byte 3, in the head"},
        {HEAD + 12, 5000, 4, false, false, "at byte 12: the names need 5000 bytes"},
        {SIZE, 1 << 30, 4, false, false, "entry 0, at byte"},
        {OFFSET, UINT32_MAX, 4, false, false, "are not in a file of"},
        {OFFSET, 0, 4, false, false, "overlap the head or a table"},
        {SLOT + NAME_SIZE, 60000, 2, false, false, "a name of 60000 bytes at"},
        {SLOT + NAME_AT, UINT32_MAX, 4, false, false, "entry 1, at byte"},
        {NEXT, 7, 4, false, true, "the next slot of the chain is 7; there are 7"},
        {NEXT, (uint32_t)-2, 4, false, true, "the next slot of the chain is -2"},
        {NEXT, 0, 4, false, true, "its chain leads back to itself, by slot 0"},
    };
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        Kit *kit = kit_new();
        const Bytes file = small_res(kit);
        const size_t table = file.data[8] | file.data[9] << 8;
        Res res;
        put(file, changes[i].at >= HEAD ? changes[i].at - HEAD : table + changes[i].at,
            changes[i].value, changes[i].bytes);
        assert_int_equal(res_check(file, kit->arena, &kit->report), changes[i].ok);
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("%zu: no \"%s\" but \"%s\"", i, changes[i].says, kit_message(kit, 0));
        kit_clear(kit);
        assert_int_equal(res_read(file, &res, kit->arena, &kit->report), changes[i].reads);
        assert_int_equal(kit->messages.count, !changes[i].reads);
        kit_free(kit);
    }
}

static void unreachable_names_are_reported_and_repaired_by_pack(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_res(kit);
    Res res;
    Bytes repaired;
    const size_t table = file.data[8] | file.data[9] << 8;
    for (size_t i = 0; i < SLOTS; i++) /* all chains are cut */
        put(file, table + i * SLOT, UINT32_MAX, 4);
    assert_false(res_check(file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the game cannot find \"ba\""));
    kit_clear(kit);
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    res.chained = false;
    assert_true(res_write(&res, &repaired, kit->arena, &kit->report));
    assert_true(res_check(repaired, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
}

static void overlaps_holes_doubles_and_foreign_names_are_reported(void **state)
{
    Kit *kit = *state;
    static const char *const names[] = {"one", "ONE", "\xE4\xE0", "..\\x"};
    const Bytes contents[] = {bytes_of_text(TEXT("twenty bytes of text")),
                              bytes_of_text(TEXT("b")), bytes_of_text(TEXT("c")),
                              bytes_of_text(TEXT("d"))};
    const Bytes file = res_of(kit, names, contents, 4);
    Res res;
    assert_false(res_check(file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "duplicate name of entry"));
    assert_true(kit_has_message(kit, "the name \"да\" is not ASCII"));
    assert_true(kit_has_message(kit, "invalid name \"..\\x\""));
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    const size_t table = file.data[8];
    for (size_t i = 0; i < 4; i++)
        if (res.entries[i].offset == 48)
            put(file, table + i * SLOT + OFFSET, 20, 4);
    kit_clear(kit);
    assert_false(res_check(file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "it overlaps entry"));
    assert_true(
        kit_has_message(kit, "the file has 28 unused bytes in 1 place, the first at byte 36"));
}

/* 1,000 slots of 22 bytes can claim the same megabyte each. */
static void payload_shared_too_often_is_rejected_as_bomb(void **state)
{
    Kit *kit = *state;
    enum { COUNT = 1000, SHARED = 1 << 20 };
    Res res = {.alignment = 16, .count = COUNT};
    const uint8_t *zeros = arena_alloc(kit->arena, SHARED, 1);
    Bytes file;
    ArchiveParts parts;
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        res.entries[i] = (ResEntry){.name = arena_format(kit->arena, "%zu", i),
                                    .data = {zeros, SHARED},
                                    .offset = UINT64_MAX};
    assert_true(res_parts(&res, true, &parts, kit->arena, &kit->report));
    file = archive_bytes(&parts, kit->arena);
    assert_true(file.size < SHARED + 100 * COUNT);
    Writer json = writer_to(kit->arena);
    assert_false(
        format_to_json(format_named(TEXT("res")), file, true, &json, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "its entries claim 1048576000 bytes"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(hash_matches_the_specification),
        TEST(name_collision_uses_the_highest_free_slot),
        TEST(every_name_of_a_made_table_is_found),
        TEST(the_empty_archive_is_its_magic_and_twelve_zeros),
        TEST(payloads_and_the_table_are_aligned_as_in_the_game),
        TEST(foreign_archives_survive_a_round_trip),
        TEST(every_byte_of_a_name_survives_json),
        TEST(json_may_omit_derived_fields),
        TEST(generated_archives_survive_writing_and_json),
        TEST(every_error_is_reported_by_entry_and_byte),
        TEST(unreachable_names_are_reported_and_repaired_by_pack),
        TEST(overlaps_holes_doubles_and_foreign_names_are_reported),
        TEST(payload_shared_too_often_is_rejected_as_bomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
