#include "lib/folder_kit.h"

#include "base/deflate.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/stream.h"
#include "base/system/files.h"
#include "base/tasks.h"
#include "base/text.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static void a_reader_says_its_first_failure_once_and_then_gives_zeros(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Reader reader = reader_of(BYTES(1, 2, 3, 4, 5), &kit->report);
    assert_int_equal(read_u32(&reader), 0x04030201);
    assert_int_equal(read_u16(&reader), 0);
    assert_int_equal(read_u8(&reader), 0);
    assert_false(reader_ok(&reader));
    assert_int_equal(kit->messages.count, 1);
    assert_string_equal(kit_message(kit, 0),
                        "at byte 4: a number needs 2 bytes, but 1 is left");
    kit_free(kit);
}

static void writer_and_reader_round_trip(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Writer writer = writer_to(kit->arena);
    for (int i = 0; i < 2000; i++) {
        write_u8(&writer, (uint8_t)i);
        write_u24(&writer, 0x123456u + (uint32_t)i);
        write_u64(&writer, 1ull << 60);
    }
    write_format(&writer, "%0700d", 7);
    Reader reader = reader_of(writer_bytes(&writer), &kit->report);
    for (int i = 0; i < 2000; i++) {
        assert_int_equal(read_u8(&reader), i & 255);
        assert_int_equal(read_u24(&reader), 0x123456 + i);
        assert_int_equal(read_u64(&reader), 1ull << 60);
    }
    assert_int_equal(reader_left(&reader), 700);
    kit_free(kit);
}

static void big_endian_numbers_have_reversed_bytes(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Writer writer = writer_to(kit->arena);
    writer.big = true;
    write_u8(&writer, 0x01);
    write_u16(&writer, 0x0203);
    write_u24(&writer, 0x040506);
    write_u32(&writer, 0);
    write_u64(&writer, 0x0B0C0D0E0F101112);
    write_uint_at(&writer, 6, 0x0708090A, 4);
    for (size_t i = 0; i < writer.size; i++)
        assert_int_equal(writer.data[i], i + 1);
    Reader reader = reader_of(writer_bytes(&writer), &kit->report);
    reader.big = true;
    assert_int_equal(read_u8(&reader), 0x01);
    assert_int_equal(read_u16(&reader), 0x0203);
    assert_int_equal(read_u24(&reader), 0x040506);
    assert_int_equal(read_u32(&reader), 0x0708090A);
    assert_int_equal(read_u64(&reader), 0x0B0C0D0E0F101112);
    assert_int_equal(read_u16(&reader), 0);
    assert_int_equal(kit->messages.count, 1);
    kit_free(kit);
}

static void lines_end_with_lf_or_crlf_and_the_last_may_lack_its_end(void **state)
{
    (void)state;
    Text rest = TEXT("a\r\nb\n\nc"), line;
    const char *const wanted[] = {"a", "b", "", "c"};
    for (int i = 0; i < 4; i++) {
        assert_true(text_line(&rest, &line));
        assert_true(text_is(line, wanted[i]));
    }
    assert_false(text_line(&rest, &line));
}

static void utf8_is_checked_strictly_and_decoding_always_ends(void **state)
{
    (void)state;
    const char *const bad[] = {"\x80",         "\xC0\x80",         "\xE0\x80\x80",
                               "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82",
                               "\xFF"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(utf8_invalid(text_of(bad[i])), 0);
    const Text good = TEXT("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\x9F");
    assert_int_equal(utf8_invalid(good), good.size);
    char out[4];
    size_t at = 1;
    const uint32_t character = utf8_next(good, &at);
    assert_int_equal(character, 0xE9);
    assert_int_equal(utf8_put(out, character), 2);
}

static void numbers_are_decimal_and_within_their_limits(void **state)
{
    (void)state;
    int64_t value;
    assert_true(text_number(TEXT("-128"), -128, 127, &value));
    assert_int_equal(value, -128);
    assert_false(text_number(TEXT("128"), -128, 127, &value));
    assert_false(text_number(TEXT("1x"), 0, 100, &value));
    assert_false(text_number(TEXT("-"), -5, 5, &value));
    assert_false(text_number(TEXT(""), -5, 5, &value));
    assert_false(text_number(TEXT("99999999999999999999"), 0, INT64_MAX, &value));
}

static void nearest_name_is_a_plausible_suggestion(void **state)
{
    (void)state;
    const Text names[] = {TEXT("strength"), TEXT("gold"), TEXT("speed")};
    assert_true(text_is(text_nearest(TEXT("strenght"), names, 3), "strength"));
    assert_true(text_is(text_nearest(TEXT("god"), names, 3), "gold"));
    assert_int_equal(text_nearest(TEXT("axe"), names, 3).size, 0);
    assert_int_equal(text_distance(TEXT("ab"), TEXT("ba"), 3), 1);
}

static void deflate_round_trips_in_every_wrapper(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Writer writer = writer_to(kit->arena);
    for (int i = 0; i < 20000; i++)
        write_format(&writer, "%d,", i * i % 977);
    for (Wrapping way = WRAPPING_RAW; way <= WRAPPING_GZIP; way++) {
        const Bytes packed = deflate_bytes(writer_bytes(&writer), way, 6, kit->arena);
        for (int expected = 0; expected < 2; expected++) {
            const Inflated back =
                inflate_bytes(packed, way, expected ? writer.size : 0, writer.size, kit->arena);
            assert_null(back.problem);
            assert_bytes_equal(back.bytes, writer_bytes(&writer));
        }
        assert_non_null(inflate_bytes(packed, way, 0, writer.size - 1, kit->arena).problem);
        assert_non_null(
            inflate_bytes(bytes_slice(packed, 0, packed.size / 2), way, 0, 1 << 20, kit->arena)
                .problem);
    }
    kit_free(kit);
}

/* RFC 1952: an extra field, a name, a comment, a checksum, any of them. */
static void gzip_header_is_checked_and_its_fields_are_skipped(void **state)
{
    enum { FIXED_SIZE = 10, FHCRC = 2, FEXTRA = 4, FNAME = 8, FCOMMENT = 16 };
    Kit *kit = *state;
    const Bytes plain = BYTES('w', 'o', 'r', 'd', 's');
    const Bytes packed = deflate_bytes(plain, WRAPPING_GZIP, 6, kit->arena);
    for (unsigned flags = 0; flags < 32; flags += 2) {
        Writer out = writer_to(kit->arena);
        write_bytes(&out, bytes_slice(packed, 0, FIXED_SIZE));
        out.data[3] = (uint8_t)flags;
        if (flags & FEXTRA)
            write_bytes(&out, BYTES(3, 0, 9, 0, 9));
        if (flags & FNAME)
            write_bytes(&out, BYTES('a', 0));
        if (flags & FCOMMENT)
            write_bytes(&out, BYTES('b', 'c', 0));
        if (flags & FHCRC)
            write_bytes(&out, BYTES(0, 0));
        const size_t header = out.size;
        write_bytes(&out, bytes_slice(packed, FIXED_SIZE, packed.size - FIXED_SIZE));
        const Inflated back =
            inflate_bytes(writer_bytes(&out), WRAPPING_GZIP, 0, 100, kit->arena);
        assert_null(back.problem);
        assert_bytes_equal(back.bytes, plain);
        const Bytes cut = bytes_slice(writer_bytes(&out), 0, header);
        assert_string_equal(inflate_bytes(cut, WRAPPING_GZIP, 0, 100, kit->arena).problem,
                            "invalid gzip header");
    }
    enum { TRAILER_SIZE = 8 }; /* it is not needed, but all before it */
    assert_null(inflate_bytes(bytes_slice(packed, 0, packed.size - TRAILER_SIZE), WRAPPING_GZIP,
                              0, 100, kit->arena)
                    .problem);
    assert_non_null(inflate_bytes(bytes_slice(packed, 0, packed.size - TRAILER_SIZE - 1),
                                  WRAPPING_GZIP, 0, 100, kit->arena)
                        .problem);
    for (size_t i = 0; i < 3; i++) {
        const Bytes wrong = arena_copy(kit->arena, packed);
        ((uint8_t *)(uintptr_t)wrong.data)[i] ^= 1;
        assert_string_equal(inflate_bytes(wrong, WRAPPING_GZIP, 0, 100, kit->arena).problem,
                            "invalid gzip header");
    }
}

/* Raw streams that begin like zlib, zlib streams, and what is neither. */
static void wrapping_of_a_stream_is_found(void **state)
{
    Kit *kit = *state;
    const Bytes plain = BYTES('a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'c');
    for (Wrapping way = WRAPPING_RAW; way <= WRAPPING_ZLIB; way++) {
        Wrapping found = WRAPPING_GZIP;
        const Bytes packed = deflate_bytes(plain, way, 6, kit->arena);
        const Inflated back = inflate_any(packed, 0, 100, &found, kit->arena);
        assert_null(back.problem);
        assert_bytes_equal(back.bytes, plain);
        assert_int_equal(back.used, packed.size);
        assert_int_equal(found, way);
        assert_null(inflate_any(packed, 9, 9, NULL, kit->arena).problem);
        assert_non_null(inflate_any(packed, 9, 8, NULL, kit->arena).problem);
        /* What follows the stream is not part of it. */
        Writer longer = writer_to(kit->arena);
        write_bytes(&longer, packed);
        write_u8(&longer, 7);
        assert_int_equal(inflate_any(writer_bytes(&longer), 0, 100, NULL, kit->arena).used,
                         packed.size);
    }
    /* A stored block whose first bytes are a header of zlib: 0x78 0x01 is one, too. */
    const Bytes stored = BYTES(0x78, 0x01, 0x00, 0xFE, 0xFF, 'x', 0x03, 0x00);
    Wrapping found = WRAPPING_GZIP;
    const Inflated back = inflate_any(stored, 0, 100, &found, kit->arena);
    assert_null(back.problem);
    assert_int_equal(found, WRAPPING_RAW);
    assert_bytes_equal(back.bytes, BYTES('x'));
    assert_non_null(inflate_any(BYTES(0xFF, 0xFF, 0xFF), 0, 100, NULL, kit->arena).problem);
    assert_non_null(inflate_any(BYTES(0x78), 0, 100, NULL, kit->arena).problem);
    assert_non_null(inflate_any(BYTES(), 0, 100, NULL, kit->arena).problem);
    assert_int_equal(crc32_of(0, bytes_of_text(TEXT("123456789"))), 0xCBF43926);
    assert_int_equal(adler32_of(1, bytes_of_text(TEXT("Wikipedia"))), 0x11E60398);
}

static void folders_are_made_and_found(void **state)
{
    static const char *const above[][2] = {
        {"a/b/c", "a/b"}, {"a/b/", "a"}, {"a//b", "a"}, {"a", "."},    {"a/", "."},
        {"", "."},        {"/", "/"},    {"/a", "/"},   {"/a//", "/"}, {"/a/b", "/a"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(above); i++)
        if (!text_is(folder_above(text_of(above[i][0]), kit->arena), above[i][1]))
            fail_msg("%s", above[i][0]);
    /* Where two slashes begin the name of a server, that is the root. */
    assert_string_equal(folder_above(TEXT("//a//"), kit->arena).at,
                        path_root("//a//") > 1 ? "//a//" : "/");
    char root[FOLDER_SIZE];
    assert_true(make_temporary_folder(root, "oisin-base"));
    const char *here = path_resolved(".", kit->arena);
    assert_int_equal(chdir(root), 0);
    errno = 0;
    assert_true(folder_make("plain", &kit->report));
    assert_true(is_folder("plain"));
    assert_int_equal(chdir(here), 0);
    const char *deep = arena_format(kit->arena, "%s/a/b/c", root).at;
    const char *file = arena_format(kit->arena, "%s/file", root).at;
    assert_true(folder_make(deep, &kit->report));
    assert_true(folder_make(deep, &kit->report)); /* it may be there */
    assert_true(is_folder(deep));
    fclose(fopen(file, "w"));
    assert_false(is_folder(file));
    assert_false(is_folder(arena_format(kit->arena, "%s/none", root).at));
    assert_int_equal(kit->messages.count, 0);
    assert_false(folder_make(arena_format(kit->arena, "%s/x", file).at, &kit->report));
    assert_string_equal(
        kit_message(kit, 0),
        arena_format(kit->arena, "%s/x: cannot create the folder: Not a directory", file).at);
    assert_false(folder_make(arena_format(kit->arena, "%s/x/y", file).at, &kit->report));
    assert_string_equal(
        kit_message(kit, 1),
        arena_format(kit->arena, "%s/x: cannot create the folder: Not a directory", file).at);
    errno = EACCES;
    assert_false(file_failed("f", "", &kit->report));
    assert_string_equal(kit_message(kit, 2), "f: Permission denied");
    static const struct {
        const char *path;
        bool inside;
    } rows[] = {
        {"a/b", true},         {"a/b/c", true}, {"a/b/", true},  {"a/b/new/file", true},
        {"a/b/c/../x", true},  {"a", false},    {"a/bc", false}, {"a/b2/new", false},
        {"a/b/../new", false}, {"file", false}, {"new", false},
    };
    const char *folder = arena_format(kit->arena, "%s/a/b", root).at;
    assert_true(folder_make(arena_format(kit->arena, "%s/a/bc", root).at, &kit->report));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *path = arena_format(kit->arena, "%s/%s", root, rows[i].path).at;
        if (folder_has(folder, path, kit->arena) != rows[i].inside)
            fail_msg("%s", rows[i].path);
        assert_true(folder_has("/", path, kit->arena));
        assert_false(
            folder_has(arena_format(kit->arena, "%s/none", root).at, path, kit->arena));
    }
    assert_true(folder_has(".", "new", kit->arena));
    assert_true(folder_has(".", "n", kit->arena));
    assert_true(folder_has(".", "new/er/", kit->arena));
    assert_false(folder_has(folder, "new", kit->arena));
    assert_null(path_resolved(arena_format(kit->arena, "%s/none", root).at, kit->arena));
    assert_string_equal(
        path_resolved(arena_format(kit->arena, "%s/a/../a/./b/", root).at, kit->arena), folder);
    void *handle = folder_open(folder, kit->arena);
    assert_non_null(handle);
    arena_release(kit->arena, handle);
    assert_null(folder_open(file, kit->arena));
    remove_all(root);
}

/* 10 MiB of zeros in 10 KB: what comes out is bounded, not only what goes in. */
static void a_bomb_is_rejected_at_its_limit(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    uint8_t *zeros = calloc(1, 10 << 20);
    const Bytes bomb = deflate_bytes((Bytes){zeros, 10 << 20}, WRAPPING_ZLIB, 9, kit->arena);
    free(zeros);
    const size_t before = arena_used(kit->arena);
    assert_string_equal(inflate_bytes(bomb, WRAPPING_ZLIB, 0, 1 << 20, kit->arena).problem,
                        "decompressed data exceed the limit");
    assert_true(arena_used(kit->arena) - before < 1000);
    kit_free(kit);
}

static void table_finds_every_added_name(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Table table = table_new(kit->arena);
    for (uint32_t i = 0; i < 5000; i++)
        table_put(&table, arena_format(kit->arena, "name%u", i), i);
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(*table_get(&table, arena_format(kit->arena, "name%u", i)), i);
    assert_null(table_get(&table, TEXT("name5000")));
    assert_int_equal(*table_put(&table, TEXT("name7"), 99), 7);
    kit_free(kit);
}

/* The values must never change: unique ids of games are made of them. */
static void the_hash_is_the_same_on_every_machine(void **state)
{
    (void)state;
    assert_true(hash_bytes(0, (Bytes){(const uint8_t *)"", 0}) !=
                hash_bytes(1, (Bytes){(const uint8_t *)"", 0}));
    uint64_t all = 0;
    const char *text = "The quick brown fox jumps over the lazy dog, twice and thrice.";
    for (size_t size = 0; size <= strlen(text); size++)
        all = hash_bytes(all, (Bytes){(const uint8_t *)text, size});
    assert_int_equal(all, 0x8df8bda971c420ef);
    for (uint64_t i = 0; i < 1000; i++)
        all = hash_mix(all, i * 0x0101010101010101);
    assert_int_equal(all, 0x47a43eee24c84507);
}

static void square(void *context, size_t index) { ((size_t *)context)[index] = index * index; }

static void tasks_process_each_item_once_on_any_number_of_threads(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads < 9; threads += 3) {
        size_t results[1000] = {0};
        tasks_set_threads(threads);
        tasks_run(square, results, 1000);
        for (size_t i = 0; i < 1000; i++)
            assert_int_equal(results[i], i * i);
    }
    tasks_set_threads(0);
    assert_in_range(tasks_threads(), 1, 64);
    for (unsigned threads = 63; threads < 67; threads++) {
        size_t result = 7;
        tasks_set_threads(threads);
        assert_int_equal(tasks_threads(), threads < 64 ? threads : 64);
        tasks_run(square, &result, 0);
        assert_int_equal(result, 7);
        tasks_run(square, &result, 1);
        assert_int_equal(result, 0);
    }
    tasks_set_threads(0);
}

static void count_call(void *context, size_t index) { ((atomic_size_t *)context)[index]++; }

/* The last pieces are not lost, and none is done twice. */
static void each_piece_is_done_once(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads < 6; threads++)
        for (size_t count = 0; count < 20; count++) {
            atomic_size_t calls[21] = {0};
            tasks_set_threads(threads);
            tasks_run(count_call, calls, count);
            for (size_t i = 0; i <= count; i++)
                assert_int_equal(calls[i], i < count);
        }
    tasks_set_threads(0);
}

typedef struct Meeting {
    atomic_bool caller_came, task_came;
} Meeting;

/* Until the other is there, 20 s at most. */
static bool meet(atomic_bool *mine, atomic_bool *other)
{
    atomic_store(mine, true);
    for (unsigned i = 0; i < 20000 && !atomic_load(other); i++)
        usleep(1000);
    return atomic_load(other);
}

static void meet_caller(void *context, size_t index)
{
    Meeting *meeting = context;
    (void)index;
    if (!meet(&meeting->task_came, &meeting->caller_came))
        abort();
}

static void background_task_runs_beside_its_caller(void **state)
{
    (void)state;
    Meeting meeting = {0};
    Background *background = background_start(meet_caller, &meeting);
    assert_non_null(background);
    assert_true(meet(&meeting.caller_came, &meeting.task_came));
    while (!background_done(background)) /* soon */
        usleep(1000);
    background_wait(background);
    atomic_store(&meeting.caller_came, false);
    background = background_start(meet_caller, &meeting);
    assert_false(background_done(background));
    atomic_store(&meeting.caller_came, true);
    background_wait(background);
}

static void hex_digits_are_of_either_case(void **state)
{
    Kit *kit = *state;
    Bytes bytes;
    uint32_t number = 0;
    assert_true(hex_decode(TEXT("09afAF"), &bytes, kit->arena));
    assert_bytes_equal(bytes, BYTES(0x09, 0xAF, 0xAF));
    assert_true(text_hex(TEXT("09afAF"), 6, &number));
    assert_int_equal(number, 0x09AFAF);
    static const char around[] = "/:@G`g";
    for (size_t i = 0; around[i]; i++) {
        char text[] = "00";
        text[0] = around[i];
        assert_false(hex_decode(text_of(text), &bytes, kit->arena));
        assert_false(text_hex(text_of(text), 2, &number));
        text[0] = '0', text[1] = around[i];
        assert_false(hex_decode(text_of(text), &bytes, kit->arena));
        assert_false(text_hex(text_of(text), 2, &number));
    }
    assert_false(hex_decode(TEXT("000"), &bytes, kit->arena));
    assert_false(text_hex(TEXT("000"), 2, &number));
}

static void json_text_is_escaped_and_read_back(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Writer out = writer_to(kit->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "text", TEXT("a\"b\\c\n\x01\xC3\xA9"));
    json_open_list(&json, "list");
    for (int i = 0; i < 100; i++)
        json_put_int(&json, NULL, i);
    json_close_list(&json);
    json_put_float(&json, "third", 1.0f / 3);
    json_put_hex(&json, "hex", BYTES(0, 255, 16));
    json_close(&json);
    json_end(&json);
    json_t *back = json_read(writer_bytes(&out), kit->arena, &kit->report);
    assert_non_null(back);
    assert_string_equal(json_string_value(json_object_get(back, "text")),
                        "a\"b\\c\n\x01\xC3\xA9");
    assert_int_equal(json_array_size(json_object_get(back, "list")), 100);
    assert_true((float)json_number_value(json_object_get(back, "third")) == 1.0f / 3);
    assert_string_equal(json_string_value(json_object_get(back, "hex")), "00ff10");
    kit_free(kit);
}

static void reader_messages_name_part_and_offset(void **state)
{
    static const uint8_t data[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    Kit *kit = *state;
    Reader reader = reader_of((Bytes){data, 9}, &kit->report);
    reader.base = 100;
    reader.part = "section 3";
    assert_int_equal(read_uint(&reader, 8, "a date"), 0x0807060504030201);
    assert_int_equal(read_bytes(&reader, 2).size, 0);
    assert_string_equal(kit_message(kit, 0),
                        "section 3, at byte 108: a block needs 2 bytes, but 1 is left");
    reader_seek(&reader, 0); /* nothing after the first failure */
    assert_int_equal(reader.at, 8);
    kit_clear(kit);
    reader = reader_of((Bytes){data, 9}, &kit->report);
    reader_seek(&reader, 9);
    assert_true(reader_ok(&reader));
    assert_int_equal(reader_left(&reader), 0);
    assert_int_equal(read_u8(&reader), 0);
    assert_string_equal(kit_message(kit, 0), "at byte 9: a byte needs 1 byte, but 0 are left");
    reader = reader_of((Bytes){data, 9}, &kit->report);
    reader_seek(&reader, 10);
    assert_false(reader_ok(&reader));
    assert_string_equal(kit_message(kit, 1), "at byte 0: offset 10 is beyond the end");
    assert_false(reader_fail(&reader, "only the first failure is reported"));
    reader = reader_of((Bytes){data, 9}, &kit->report);
    assert_bytes_equal(read_bytes(&reader, 3), ((Bytes){data, 3}));
    assert_bytes_equal(read_bytes(&reader, 6), ((Bytes){data + 3, 6}));
    assert_int_equal(kit->messages.count, 2);
}

/* The first write is of any size; formatted text is as long as it needs to be. */
static void writer_grows_by_what_is_written(void **state)
{
    static const size_t sizes[] = {0, 1, 255, 256, 257, 511, 512, 513, 4000};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (size_t j = 0; j < COUNT_OF(sizes); j++) {
            Writer writer = writer_to(kit->arena);
            write_zeros(&writer, sizes[i]);
            memset(arena_alloc_raw(kit->arena, 500, 1), 0xEE, 500); /* of somebody else */
            write_format(&writer, "%*s", (int)sizes[j], "");
            memset(arena_alloc_raw(kit->arena, 500, 1), 0xEE, 500); /* of somebody else */
            write_u8(&writer, '!');
            assert_int_equal(writer.size, sizes[i] + sizes[j] + 1);
            for (size_t at = 0; at < sizes[i]; at++)
                assert_int_equal(writer.data[at], 0);
            for (size_t at = 0; at < sizes[j]; at++)
                assert_int_equal(writer.data[sizes[i] + at], ' ');
            assert_int_equal(writer.data[writer.size - 1], '!');
        }
    Writer writer = writer_to(kit->arena);
    assert_int_equal(writer_bytes(&writer).size, 0);
    assert_non_null(writer_bytes(&writer).data);
}

/* Names that end at the same hash still differ, and growing keeps all of them. */
static void table_entries_of_any_size_are_found(void **state)
{
    Kit *kit = *state;
    Table table = table_new(kit->arena);
    assert_null(table_get(&table, TEXT("")));
    for (uint32_t size = 0; size < 300; size++) {
        char *name = arena_alloc_raw(kit->arena, size + 1, 1);
        memset(name, 'n', size);
        assert_int_equal(*table_put(&table, (Text){size ? name : NULL, size}, size), size);
        assert_int_equal(table.count, size + 1);
        for (uint32_t i = 0; i <= size; i++)
            assert_int_equal(*table_get(&table, (Text){name, i}), i);
    }
    assert_int_equal(*table_put(&table, TEXT("nn"), 9), 2);
    assert_int_equal(table.count, 300);
    *table_get(&table, TEXT("nn")) = 5;
    assert_int_equal(*table_get(&table, TEXT("nn")), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_says_its_first_failure_once_and_then_gives_zeros),
        cmocka_unit_test(writer_and_reader_round_trip),
        cmocka_unit_test(big_endian_numbers_have_reversed_bytes),
        cmocka_unit_test(lines_end_with_lf_or_crlf_and_the_last_may_lack_its_end),
        cmocka_unit_test(utf8_is_checked_strictly_and_decoding_always_ends),
        cmocka_unit_test(numbers_are_decimal_and_within_their_limits),
        cmocka_unit_test(nearest_name_is_a_plausible_suggestion),
        cmocka_unit_test(deflate_round_trips_in_every_wrapper),
        cmocka_unit_test_setup_teardown(gzip_header_is_checked_and_its_fields_are_skipped,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(wrapping_of_a_stream_is_found, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(folders_are_made_and_found, kit_set_up, kit_tear_down),
        cmocka_unit_test(each_piece_is_done_once),
        cmocka_unit_test(a_bomb_is_rejected_at_its_limit),
        cmocka_unit_test(table_finds_every_added_name),
        cmocka_unit_test(the_hash_is_the_same_on_every_machine),
        cmocka_unit_test(tasks_process_each_item_once_on_any_number_of_threads),
        cmocka_unit_test(background_task_runs_beside_its_caller),
        cmocka_unit_test_setup_teardown(hex_digits_are_of_either_case, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test(json_text_is_escaped_and_read_back),
        cmocka_unit_test_setup_teardown(reader_messages_name_part_and_offset, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(writer_grows_by_what_is_written, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(table_entries_of_any_size_are_found, kit_set_up,
                                        kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
