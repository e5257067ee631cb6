/* The compression of Evil Islands' characters and saved games. */
#include "lib/cli.h"

#include "evil_islands/archives/lz.h"
#include "evil_islands/archives/packed_container.h"

static Bytes encoded(Kit *kit, Bytes data)
{
    Writer writer = writer_to(kit->arena);
    lz_encode(data, &writer);
    return writer_bytes(&writer);
}

/* The stream alone: its size comes with it. */
static bool decodes(Kit *kit, Bytes stream, size_t size, Bytes *out)
{
    Reader reader = reader_of(stream, &kit->report);
    return lz_decode(&reader, size, out, kit->arena) && reader_left(&reader) == 0;
}

/* A vector published with the tool lzevil (see lz.h), after its u32 size of 16. */
static const uint8_t vector[] = {0x30, 0x61, 0x62, 0x63, 0x64, 0x83, 0x01};
static const Text vector_data = {"abcdabcdabcdabcd", 16};

static void public_vector_is_decoded(void **state)
{
    Kit *kit = *state;
    Bytes out;
    assert_true(decodes(kit, (Bytes){vector, sizeof vector}, 16, &out));
    assert_bytes_equal(out, bytes_of_text(vector_data));
}

static void public_vector_is_encoded(void **state)
{
    Kit *kit = *state;
    assert_bytes_equal(encoded(kit, bytes_of_text(vector_data)),
                       ((Bytes){vector, sizeof vector}));
}

static void data_is_preserved(Kit *kit, Bytes data)
{
    Bytes out;
    const Bytes stream = encoded(kit, data);
    assert_true(decodes(kit, stream, data.size, &out));
    assert_bytes_equal(out, data);
    assert_true(data.size <= lz_size_max(stream.size));
    assert_true(stream.size <= data.size + data.size / 8 + 1); /* literals alone */
}

/* Bytes below `letters`, some of which repeat bytes up to 2,000 bytes back. */
static Bytes random_data(Kit *kit, size_t size, uint32_t letters, uint32_t repeats)
{
    uint8_t *data = arena_alloc_raw(kit->arena, size, 1);
    for (size_t i = 0; i < size;) {
        size_t run = repeats && next_random(100) < repeats ? next_random(300) : 1;
        const size_t back = next_random(2000) + 1;
        for (; run && i < size; run--, i++)
            data[i] = run > 1 && back <= i ? data[i - back] : (uint8_t)next_random(letters);
    }
    return (Bytes){data, size};
}

static void random_data_is_preserved(void **state)
{
    Kit *kit = *state;
    for (uint32_t i = 0; i < 300; i++)
        data_is_preserved(
            kit, random_data(kit, next_random(4000), 1 + next_random(256), next_random(60)));
    data_is_preserved(kit, random_data(kit, 5 << 20, 256, 0));
    data_is_preserved(kit, random_data(kit, 1 << 20, 4, 20));
    data_is_preserved(kit, (Bytes){arena_alloc(kit->arena, 1 << 20, 1), 1 << 20});
}

/* 1 MiB of zeros: 19 bits for 226 bytes, which end at each piece of 64 KiB. */
static void long_runs_are_short_streams(void **state)
{
    Kit *kit = *state;
    const Bytes zeros = {arena_alloc(kit->arena, 1 << 20, 1), 1 << 20};
    assert_in_range(encoded(kit, zeros).size, 11000, 11100);
}

static void matches_before_the_data_are_zeros(void **state)
{
    Kit *kit = *state;
    Bytes out;
    /* 100 for length 2, then 00111 and 0 for distance 0 + 1 */
    assert_true(decodes(kit, BYTES(0xE1, 0x00), 2, &out));
    assert_bytes_equal(out, BYTES(0, 0));
}

static void truncated_streams_are_rejected(void **state)
{
    Kit *kit = *state;
    const Bytes data = random_data(kit, 3000, 40, 10), stream = encoded(kit, data);
    Bytes out;
    for (size_t size = 0; size < stream.size; size++) {
        kit_clear(kit);
        assert_false(decodes(kit, bytes_slice(stream, 0, size), data.size, &out));
        assert_int_equal(kit->messages.count, 1);
        assert_true(kit_has_message(kit, "at byte "));
    }
}

/* They give other data or an error, and stay within their memory (make check). */
static void damaged_streams_are_decoded_within_bounds(void **state)
{
    Kit *kit = *state;
    const Bytes data = random_data(kit, 3000, 40, 30), stream = encoded(kit, data);
    for (size_t i = 0; i < 3000; i++) {
        Bytes out, copy = arena_copy(kit->arena, stream);
        uint8_t *bytes = (uint8_t *)copy.data;
        bytes[next_random((uint32_t)copy.size)] ^= (uint8_t)(1 << next_random(8));
        kit_clear(kit);
        if (!decodes(kit, copy, data.size, &out))
            assert_true(kit->messages.count <= 1);
        else
            assert_int_equal(out.size, data.size);
    }
}

static void a_match_beyond_the_size_is_rejected(void **state)
{
    Kit *kit = *state;
    Bytes out;
    assert_false(decodes(kit, (Bytes){vector, sizeof vector}, 15, &out));
    assert_string_equal(kit_message(kit, 0),
                        "at byte 6: a match of 12 bytes exceeds the 11 bytes that are missing");
}

/* 4 GiB of memory must not be asked for because seven bytes claim so much. */
static void a_size_that_the_stream_cannot_have_is_rejected(void **state)
{
    Kit *kit = *state;
    Bytes out;
    const size_t before = arena_used(kit->arena);
    assert_false(decodes(kit, (Bytes){vector, sizeof vector}, UINT32_MAX, &out));
    assert_string_equal(kit_message(kit, 0),
                        "at byte 0: 7 packed bytes cannot contain 4294967295 bytes");
    assert_true(arena_used(kit->arena) - before < 4096);
}

/* ---- the container ---- */

static void a_container_keeps_kind_and_data(void **state)
{
    Kit *kit = *state;
    const Bytes data = random_data(kit, 1001, 30, 10);
    const Bytes file = packed_write(PACKED_ZONE, PACKED_VERSION, data, kit->arena);
    PackedHead head;
    Bytes out;
    assert_true(packed_is(file, PACKED_ZONE));
    assert_false(packed_is(file, PACKED_CHARACTER));
    assert_true(packed_read(file, PACKED_ZONE, &head, &out, kit->arena, &kit->report));
    assert_bytes_equal(out, data);
    assert_int_equal(head.version, 0x74);
    assert_int_equal(head.size, 1001);
}

/* Worked out by hand: x = 0x05, u = 5 * 7; then x = 0x23 ^ 0x100, u = 0x123 * 0x23. The fifth
 * to eighth byte are the second number; the ninth does not count. */
static void the_checksum_is_that_of_whole_numbers(void **state)
{
    (void)state;
    assert_int_equal(packed_checksum(BYTES(5, 0, 0, 0)), 35);
    assert_int_equal(packed_checksum(BYTES(5, 0, 0, 0, 0, 1, 0, 0, 9)), 0x123 * 0x23);
    assert_int_equal(packed_checksum(BYTES(1, 2, 3)), 0);
}

static void damaged_heads_are_rejected(void **state)
{
    static const struct {
        size_t at;
        uint8_t byte;
        const char *message;
    } rows[] = {{0, 0x15, "at byte 0: expected 0x114, found 0x115"},
                {8, 0x00, "at byte 8: the checksum of the data is 0x"},
                {12, 0x02, "at byte 12: expected 1, found 2"},
                {13, 0x11, "at byte "},
                {16, 0xFF, "at byte 13: 4278190096 bytes of data; the maximum is 16777216"}};
    Kit *kit = *state;
    const Bytes file =
        packed_write(PACKED_CHARACTER, PACKED_VERSION, bytes_of_text(vector_data), kit->arena);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Bytes out, copy = arena_copy(kit->arena, file);
        ((uint8_t *)copy.data)[rows[i].at] = rows[i].byte;
        kit_clear(kit);
        assert_false(packed_read(copy, PACKED_CHARACTER, NULL, &out, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        assert_true(kit_has_message(kit, rows[i].message));
    }
}

static void bytes_after_the_stream_are_a_warning(void **state)
{
    Kit *kit = *state;
    Bytes out;
    Writer writer = writer_to(kit->arena);
    write_bytes(&writer,
                packed_write(PACKED_CHARACTER, 1, bytes_of_text(vector_data), kit->arena));
    write_zeros(&writer, 2);
    assert_true(packed_read(writer_bytes(&writer), PACKED_CHARACTER, NULL, &out, kit->arena,
                            &kit->report));
    assert_string_equal(kit_message(kit, 0),
                        "warning: at byte 24: 2 bytes follow the end of the data");
}

/* ---- a second implementation ---- */

/* tests/reference/lz.py was written from the facts alone; it decodes each file and prints the
 * data's checksum. */
static void a_second_decoder_agrees(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    Writer expected = writer_to(kit->arena);
    if (!has_tool("python3"))
        skip();
    for (uint32_t i = 0; i < 200; i++) {
        const Bytes data =
            random_data(kit, next_random(6000), 1 + next_random(256), next_random(60));
        const Bytes file = packed_write(PACKED_ZONE, PACKED_VERSION, data, kit->arena);
        cli_put(cli, arena_format(kit->arena, "%03u.sav", i).at, file);
        cli_put(cli, arena_format(kit->arena, "%03u.data", i).at, data);
        write_format(&expected, "%03u.sav %zu %08x\n", i, data.size, packed_checksum(data));
    }
    cli_put(cli, "expected", writer_bytes(&expected));

    char *root = realpath(".", NULL);
    assert_non_null(root);
    assert_int_equal(sh(cli, "python3 %s/tests/reference/lz.py *.sav > found", root), 0);
    free(root);
    expect(cli, 0, "cmp found expected");
    kit_free(kit);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        T(public_vector_is_decoded),
        T(public_vector_is_encoded),
        T(random_data_is_preserved),
        T(long_runs_are_short_streams),
        T(matches_before_the_data_are_zeros),
        T(truncated_streams_are_rejected),
        T(damaged_streams_are_decoded_within_bounds),
        T(a_match_beyond_the_size_is_rejected),
        T(a_size_that_the_stream_cannot_have_is_rejected),
        T(a_container_keeps_kind_and_data),
        T(the_checksum_is_that_of_whole_numbers),
        T(damaged_heads_are_rejected),
        T(bytes_after_the_stream_are_a_warning),
        cmocka_unit_test_setup_teardown(a_second_decoder_agrees, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
