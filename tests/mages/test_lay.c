#include "lib/mages_samples.h"

#include "base/deflate.h"
#include "kit/formats/format.h"
#include "mages/sprites/lay_check.h"

#include <math.h>

static Bytes bytes_of(Kit *kit, const Lay *lay) { return lay_write(lay, kit->arena); }

static Lay read(Kit *kit, Bytes file)
{
    Lay lay;
    assert_true(lay_read(file, &lay, kit->arena, &kit->report));
    return lay;
}

static void flavours_are_detected_by_contents(void **state)
{
    Kit *kit = *state;
    for (int flavour = LAY_A; flavour <= LAY_C; flavour++)
        for (int zlib = 0; zlib < 2; zlib++) {
            Lay lay = small_lay(kit, (LayFlavour)flavour);
            lay.zlib = zlib;
            const Bytes file = bytes_of(kit, &lay);
            assert_true(lay_is(file));
            const Lay back = read(kit, file);
            assert_int_equal(back.flavour, flavour);
            assert_int_equal(back.zlib, zlib);
            assert_int_equal(back.file.sprites[5].info, 0x30000100);
            assert_true(lay_src_x(back.flavour, &back.file.chunks[6]) == 65);
            assert_true(lay_src_y(back.flavour, &back.file.chunks[6]) == 33);
            assert_bytes_equal(bytes_of(kit, &back), file);
            assert_true(lay_check(file, kit->arena, &kit->report));
        }
    assert_int_equal(kit->messages.count, 0);
}

/* One cell at (1, 1) is below 2, but would be right of the picture as a fraction. */
static void single_cell_of_flavour_b_is_not_a_fraction(void **state)
{
    Kit *kit = *state;
    Lay lay = small_lay(kit, LAY_B);
    lay.file.sprite_count = 1;
    lay.file.sprites[0].chunk_count = 1;
    lay.file.chunk_count = 1;
    assert_int_equal(read(kit, bytes_of(kit, &lay)).flavour, LAY_B);
}

/* There is no magic, and other formats' files must not be taken for layouts. */
static void implausible_numbers_are_not_detected_as_a_layout(void **state)
{
    Kit *kit = *state;
    static const struct {
        size_t at;
        uint8_t value;
    } changes[] = {{0, 0}, {4, 11}, {11, 0x55}, {12, 11}, {119, 0x7F}, {127, 0xBF}, {127, 0}};
    const Lay lay = small_lay(kit, LAY_A);
    assert_true(lay_is(bytes_of(kit, &lay)));
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        const Bytes file = bytes_of(kit, &lay);
        ((uint8_t *)file.data)[changes[i].at] = changes[i].value;
        if (lay_is(file))
            fail_msg("%zu: byte %zu", i, changes[i].at);
    }
    assert_false(lay_is((Bytes){arena_alloc(kit->arena, 100, 1), 100}));
}

/* The size is tested before the zlib header: 0x9C78 entries are a layout. */
static void count_that_resembles_zlib_is_a_count(void **state)
{
    Kit *kit = *state;
    Lay lay = {.file = {.sprite_count = 0x9C78}};
    lay.file.sprites = ARENA_ALLOC(kit->arena, LaySprite, 0x9C78);
    const Bytes file = bytes_of(kit, &lay);
    assert_int_equal(file.data[0], 0x78);
    const Lay back = read(kit, file);
    assert_false(back.zlib);
    assert_int_equal(back.file.sprite_count, 0x9C78);
}

static void type_face_and_frame_are_read_from_info(void **state)
{
    (void)state;
    assert_int_equal(lay_face(0x20000123), 0x123);
    assert_int_equal(lay_frame(0x20000123), 0);
    assert_int_equal(lay_face(0x40000302), 3);
    assert_int_equal(lay_frame(0x40000302), 2);
    assert_int_equal(lay_face(0x50100007), 0);
    assert_int_equal(lay_frame(0x50100007), 7);
    assert_string_equal(lay_type_word(lay_type(0x60000108)), "both");
    assert_null(lay_type_word(0x21));
}

static void show_names_types_chunks_and_flags(void **state)
{
    Kit *kit = *state;
    Lay lay = small_lay(kit, LAY_B);
    static byte flags[] = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0};
    lay.file.tail = flags;
    lay.file.tail_count = sizeof flags;
    lay.file.sprites[8].info = 0x21000000;
    Writer out = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("lay")), bytes_of(kit, &lay), false, &out,
                               kit->arena, &kit->report));
    json_t *json = json_read(writer_bytes(&out), kit->arena, &kit->report);
    const json_t *mouth = json_array_get(json_object_get(json, "sprites"), 3);
    assert_string_equal(json_string_value(json_object_get(json, "flavour")), "B");
    assert_string_equal(json_string_value(json_object_get(mouth, "type")), "mouth");
    assert_int_equal(json_integer_value(json_object_get(mouth, "face")), 1);
    assert_int_equal(json_integer_value(json_object_get(mouth, "frame")), 1);
    assert_int_equal(json_integer_value(json_object_get(mouth, "chunk_offset")), 4);
    assert_string_equal(json_string_value(json_object_get(
                            json_array_get(json_object_get(json, "sprites"), 8), "type")),
                        "unknown 0x21");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(json, "opaque"), 3)), 1);
    assert_null(json_object_get(json, "tail"));
}

/* Through JSON and back; `exact` must not be needed if the file is of our own making. */
static void comes_back(Kit *kit, Bytes file, bool exact)
{
    Writer json = writer_to(kit->arena);
    Bytes back;
    const Format *format;
    assert_true(
        format_to_json(format_named(TEXT("lay")), file, true, &json, kit->arena, &kit->report));
    const char *text = arena_text(kit->arena, writer_text(&json)).at;
    assert_int_equal(strstr(text, "\"exact\"") != NULL, exact);
    assert_true(
        format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
    assert_int_equal(kit->messages.count, 0);
}

static void json_preserves_tails_unusual_floats_and_foreign_streams(void **state)
{
    Kit *kit = *state;
    static byte flags[] = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0}, junk[] = {1, 2, 3};
    for (int flavour = LAY_A; flavour <= LAY_C; flavour++) {
        Lay lay = small_lay(kit, (LayFlavour)flavour);
        lay.file.tail = flags;
        lay.file.tail_count = sizeof flags;
        comes_back(kit, bytes_of(kit, &lay), false);
        lay.file.tail = junk;
        lay.file.tail_count = sizeof junk;
        const uint32_t bits[] = {0x7FC00001, 0xFF800000, 0x80000000, 0x3DCCCCCD};
        for (size_t i = 0; i < COUNT_OF(bits); i++)
            memcpy(&lay.file.chunks[i].dst_y, &bits[i], 4);
        comes_back(kit, bytes_of(kit, &lay), false);
        lay.zlib = true;
        comes_back(kit, bytes_of(kit, &lay), false);
        /* Another packer's stream, and bytes behind it. */
        lay.zlib = false;
        Writer foreign = writer_to(kit->arena);
        write_bytes(&foreign, deflate_bytes(bytes_of(kit, &lay), WRAPPING_ZLIB, DEFLATE_NONE,
                                            kit->arena));
        write_u8(&foreign, 7);
        comes_back(kit, writer_bytes(&foreign), true);
    }
}

static void single_fault_is_reported_by_entry_and_byte(void **state)
{
    (void)state;
    static const struct {
        size_t at; /* of the u32 that is changed */
        uint32_t value;
        bool ok;
        const char *says;
    } changes[] = {
        {8 + 12 + 4, 11, false, "entry 1, at byte 24: chunks 11 + 1 exceed the 10"},
        {8 + 12 + 4, UINT32_MAX, false, "chunks 4294967295 + 1 exceed"},
        {8 + 12 + 8, 0, true, "warning: entry 1, at byte 28: it has no chunks"},
        {8 + 12 + 8, 0, true, "warning: chunks 2 to 2, at byte 148: no entry has them"},
        {8 + 36, 0x77000000, true, "warning: entry 3, at byte 44: type 0x77 is unknown"},
        {8 + 36, 0x40000100, true,
         "entry 3, at byte 44: 0x40000100 has the numbers of entry 2"},
        {8 + 12, 0x20FF0002, true, "has the numbers of entry "},
        {120, 0xC6FFFE00, true, "pixels is too large to be drawn"},
        {8 + 36, 0x40000103, true, "entry 3, at byte 44: mouth with frame 3; expected 0 to 2"},
        {8 + 36, 0x00000009, true, "a further base, which is never drawn"},
        {8 + 12, 0x20000007, true, "entry 2, at byte 32: mouth of face 1, which has no"},
        {116, 0x7FC00000, false, "entry 0, chunk 0, at byte 116: dst_x is not a number"},
        {120, 0xFF800000, false, "entry 0, chunk 0, at byte 120: dst_y is infinite"},
        {120, 0x47000000, false, "dst_y is beyond 32767"},
        {124, 0x3F900000, true, "at byte 124: src_x is 1.125, and is rounded"},
        {124, 0xC2000000, true, "src -32, 1 is outside the sheet"},
        {124, 0x40000000, true, "src 2, 1 is not 1 beyond a multiple of 32"},
        {116, 0xC2740000, true, "dst -61, -90 is not on the file's lattice of 30"},
        {116, 0xC1F00000, true, "entry 0, chunk 1, at byte 132: it overlaps chunk 0"},
    };
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        Kit *kit = kit_new();
        const Lay lay = small_lay(kit, LAY_A);
        const Bytes file = bytes_of(kit, &lay);
        for (unsigned byte_index = 0; byte_index < 4; byte_index++)
            ((uint8_t *)file.data)[changes[i].at + byte_index] =
                (uint8_t)(changes[i].value >> 8 * byte_index);
        assert_int_equal(lay_check(file, kit->arena, &kit->report), changes[i].ok);
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("%zu: no \"%s\" but \"%s\"", i, changes[i].says, kit_message(kit, 0));
        kit_free(kit);
    }
}

/* What convert rejects is reported, although the file is valid. */
static void entries_and_cells_above_the_limit_are_reported(void **state)
{
    Kit *kit = *state;
    enum { MANY = 4097 };
    Lay lay = small_lay(kit, LAY_A);
    LaySprite *sprites = ARENA_ALLOC(kit->arena, LaySprite, MANY);
    LayChunk *chunks = ARENA_ALLOC(kit->arena, LayChunk, 300);
    for (uint32_t i = 0; i < MANY; i++)
        sprites[i] = (LaySprite){0x20000001 + i, 0, 300};
    for (uint32_t i = 0; i < 300; i++)
        chunks[i] = (LayChunk){(float)(30 * i), 0, 1, 1};
    lay.file.sprites = sprites;
    lay.file.sprite_count = MANY;
    lay.file.chunks = chunks;
    lay.file.chunk_count = 300;
    assert_true(lay_check(bytes_of(kit, &lay), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "4097 entries; the maximum for drawing is 4096"));
    assert_true(kit_has_message(kit, "1229100 cells; the maximum for drawing is 1048576"));
    kit_clear(kit);
    lay.file.sprite_count = lay.file.chunk_count = 0;
    assert_true(lay_check(bytes_of(kit, &lay), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "it has no chunks"));
}

/* `info` is what counts: a change of the words beside it must not be lost in silence. */
static void json_that_contradicts_info_is_rejected(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *key, *word;
        int number;
        const char *says;
    } changes[] = {
        {"type", "eyes", 0, "entry 3: \"type\" is not the mouth that \"info\""},
        {"type", NULL, 64, "entry 3: \"type\" is not the mouth"},
        {"face", NULL, 2, "entry 3: \"face\" is not the 1 that"},
        {"frame", NULL, 0, "entry 3: \"frame\" is not the 1 that"},
        {"frame", "1", 0, "entry 3: \"frame\" is not the 1 that"},
    };
    const Lay lay = small_lay(kit, LAY_A);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        Writer out = writer_to(kit->arena);
        Bytes back;
        const Format *format;
        assert_true(format_to_json(format_named(TEXT("lay")), bytes_of(kit, &lay), true, &out,
                                   kit->arena, &kit->report));
        json_t *json = json_read(writer_bytes(&out), kit->arena, &kit->report);
        json_t *entry = json_array_get(json_object_get(json, "sprites"), 3);
        json_object_set_new(entry, changes[i].key,
                            changes[i].word ? json_string(changes[i].word)
                                            : json_integer(changes[i].number));
        char *text = json_dumps(json, 0);
        kit_clear(kit);
        assert_false(format_from_json(bytes_of_text(text_of(text)), &back, &format, kit->arena,
                                      &kit->report));
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        free(text);
    }
}

static void an_odd_tail_is_reported(void **state)
{
    Kit *kit = *state;
    Lay lay = small_lay(kit, LAY_A);
    static byte tail[] = {1, 0, 0, 1, 0, 0, 0, 1, 0, 2};
    lay.file.tail = tail;
    lay.file.tail_count = 10;
    assert_true(lay_check(bytes_of(kit, &lay), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "warning: at byte 276: 10 bytes follow the chunks"));
    kit_clear(kit);
    tail[9] = 1;
    assert_true(lay_check(bytes_of(kit, &lay), kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
}

static void repeated_messages_are_counted(void **state)
{
    Kit *kit = *state;
    Lay lay = {.file = {.sprite_count = 1, .chunk_count = 1000}};
    lay.file.sprites = ARENA_ALLOC(kit->arena, LaySprite, 1);
    lay.file.sprites[0].chunk_count = 1000;
    lay.file.chunks = ARENA_ALLOC(kit->arena, LayChunk, 1000);
    for (size_t i = 0; i < 1000; i++)
        lay.file.chunks[i] = (LayChunk){0, (float)(30 * i), NAN, 1};
    assert_false(lay_check(bytes_of(kit, &lay), kit->arena, &kit->report));
    assert_int_equal(kit->report.errors, 1000);
    assert_int_equal(kit->messages.count, 21);
    assert_true(kit_has_message(kit, "980 more: coordinates are not valid numbers"));
}

/* Counts whose product wraps in 32 bits, and ones that no file can have. */
static void counts_that_wrap_are_rejected_before_memory_is_asked_for(void **state)
{
    (void)state;
    static const uint32_t counts[][2] = {{0x55555556, 0},
                                         {0, 0x10000000},
                                         {0xFFFFFFFF, 0xFFFFFFFF},
                                         {0x15555556, 0x10000000},
                                         {1, 1}};
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (int big = 0; big < 2; big++) {
            Kit *kit = kit_new();
            Writer file = writer_to(kit->arena);
            Lay lay;
            file.big = big;
            write_u32(&file, counts[i][0]);
            write_u32(&file, counts[i][1]);
            write_zeros(&file, 16);
            arena_limit(kit->arena, 1 << 20);
            assert_false(lay_is(writer_bytes(&file)));
            assert_false(lay_read(writer_bytes(&file), &lay, kit->arena, &kit->report));
            assert_int_equal(kit->messages.count, 1);
            assert_true(kit_has_message(kit, "at byte 0: not a layout: neither"));
            kit_free(kit);
        }
}

static void a_zlib_bomb_is_rejected_within_64_megabytes(void **state)
{
    Kit *kit = *state;
    Arena *making = arena_new();
    const Bytes zeros = {arena_alloc(making, 100 << 20, 1), 100 << 20};
    const Bytes bomb =
        arena_copy(kit->arena, deflate_bytes(zeros, WRAPPING_ZLIB, DEFLATE_FAST, making));
    arena_free(making);
    Lay lay;
    arena_limit(kit->arena, 64 << 20);
    assert_false(lay_is(bomb));
    assert_false(lay_read(bomb, &lay, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_true(
        kit_has_message(kit, "at byte 0: a zlib stream: decompressed data exceed the limit"));
}

/* A stream in a stream is looked into once only. */
static void a_stream_in_a_stream_is_rejected(void **state)
{
    Kit *kit = *state;
    Lay lay = small_lay(kit, LAY_A);
    lay.zlib = true;
    const Bytes twice =
        deflate_bytes(bytes_of(kit, &lay), WRAPPING_ZLIB, DEFLATE_FAST, kit->arena);
    assert_false(lay_read(twice, &lay, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
}

/* 32 MB in which a million entries draw a million chunks each would take hours. */
static void entries_sharing_chunks_need_no_extra_time(void **state)
{
    Kit *kit = *state;
    enum { SPRITES = 300000, CHUNKS = 300000 };
    Lay lay = {.file = {.sprite_count = SPRITES, .chunk_count = CHUNKS}};
    lay.file.sprites = ARENA_ALLOC(kit->arena, LaySprite, SPRITES);
    lay.file.chunks = ARENA_ALLOC(kit->arena, LayChunk, CHUNKS);
    for (size_t i = 0; i < SPRITES; i++)
        lay.file.sprites[i] = (LaySprite){0x40000000u + (u32)i, 0, CHUNKS};
    for (size_t i = 0; i < CHUNKS; i++)
        lay.file.chunks[i] = (LayChunk){(float)(i % 1000 * 30), (float)(i / 1000 * 30), 1, 1};
    arena_limit(kit->arena, 256 << 20);
    assert_true(lay_check(bytes_of(kit, &lay), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "overlaps are not looked for any further"));
}

static void json_without_a_layout_is_reported(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"{\"format\": \"lay\"}", "\"flavour\" must be a text"},
        {"{\"format\": \"lay\", \"flavour\": \"D\"}", "must be \"A\", \"B\" or \"C\""},
        {"{\"format\": \"lay\", \"flavour\": \"A\", \"sprites\": [3]}",
         "LaySprite: expected an object"},
        {"{\"format\": \"lay\", \"flavour\": \"A\", \"sprites\": []}", "\"chunks\" is missing"},
        {"{\"format\": \"lay\", \"flavour\": \"A\", \"sprites\": [], \"chunks\": [], "
         "\"opaque\": [2]}",
         "\"opaque\" must be a list of 0 and 1"},
        {"{\"format\": \"lay\", \"flavour\": \"A\", \"sprites\": [], \"chunks\": [], "
         "\"tail\": \"\", \"opaque\": []}",
         "without \"tail\""},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Kit *kit = kit_new();
        Bytes out;
        const Format *format;
        assert_false(format_from_json(bytes_of_text(text_of(bad[i][0])), &out, &format,
                                      kit->arena, &kit->report));
        if (!kit_has_message(kit, bad[i][1]))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        kit_free(kit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(flavours_are_detected_by_contents),
        TEST(single_cell_of_flavour_b_is_not_a_fraction),
        TEST(implausible_numbers_are_not_detected_as_a_layout),
        TEST(count_that_resembles_zlib_is_a_count),
        TEST(type_face_and_frame_are_read_from_info),
        TEST(show_names_types_chunks_and_flags),
        TEST(json_preserves_tails_unusual_floats_and_foreign_streams),
        TEST(single_fault_is_reported_by_entry_and_byte),
        TEST(entries_and_cells_above_the_limit_are_reported),
        TEST(json_that_contradicts_info_is_rejected),
        TEST(an_odd_tail_is_reported),
        TEST(repeated_messages_are_counted),
        TEST(counts_that_wrap_are_rejected_before_memory_is_asked_for),
        TEST(a_zlib_bomb_is_rejected_within_64_megabytes),
        TEST(a_stream_in_a_stream_is_rejected),
        TEST(entries_sharing_chunks_need_no_extra_time),
        TEST(json_without_a_layout_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
