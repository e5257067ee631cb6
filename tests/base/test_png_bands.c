/* Pictures put together from bands, and the pieces of deflate streams below them. */
#include "lib/png_files.h"

#include "base/deflate_piece.h"
#include "base/stream.h"
#include "base/image/png_bands.h"

/* Noise, repetition, and all in between. */
static Bytes bytes_random(size_t size, uint32_t kind)
{
    uint8_t *data = arena_alloc(arena, size, 1);
    for (size_t i = 0; i < size; i++)
        data[i] = kind == 0   ? (uint8_t)next_random(256)
                  : kind == 1 ? (uint8_t)next_random(3)
                  : kind == 2 ? 7
                  : i < 900   ? (uint8_t)next_random(256)
                              : data[i - 1 - next_random(800)];
    return (Bytes){data, size};
}

static void pieces_are_joined_in_any_order(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 7, 100, 999, 5000, 20000, 70000, 400000};
    Writer packed = writer_to(arena), plain = writer_to(arena);
    uint32_t adler = 1;
    for (unsigned i = 0; i < 120; i++) {
        const size_t size = sizes[next_random(COUNT_OF(sizes))] / (i % 3 + 1);
        const Bytes bytes = bytes_random(size, next_random(4));
        write_bytes(&packed, deflate_piece(bytes, 1 + (int)next_random(9), arena));
        write_bytes(&plain, bytes);
        adler = adler32_join(adler, adler32_of(1, bytes), bytes.size);
    }
    write_bytes(&packed, DEFLATE_PIECES_END);
    const Inflated all =
        inflate_bytes(writer_bytes(&packed), WRAPPING_RAW, plain.size, plain.size, arena);
    assert_null(all.problem);
    assert_int_equal(all.used, packed.size);
    assert_bytes_equal(all.bytes, writer_bytes(&plain));
    assert_int_equal(adler, adler32_of(1, writer_bytes(&plain)));
}

static void many_short_pieces_end_at_every_bit(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        const Bytes bytes = bytes_random(next_random(60), 1);
        Writer packed = writer_to(arena);
        write_bytes(&packed, deflate_piece(bytes, 6, arena));
        write_bytes(&packed, DEFLATE_PIECES_END);
        const Inflated all = inflate_bytes(writer_bytes(&packed), WRAPPING_RAW, 64, 64, arena);
        assert_null(all.problem);
        assert_bytes_equal(all.bytes, bytes);
    }
}

static void checksums_of_parts_combine_to_the_total(void **state)
{
    (void)state;
    const Bytes all = bytes_random(200000, 0);
    for (unsigned i = 0; i < 200; i++) {
        const size_t cut = i < 2 ? i * all.size : next_random((uint32_t)all.size);
        const Bytes a = bytes_slice(all, 0, cut), b = bytes_slice(all, cut, all.size - cut);
        assert_int_equal(adler32_join(adler32_of(1, a), adler32_of(1, b), b.size),
                         adler32_of(1, all));
    }
}

static void image_of_bands_equals_the_image(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 40; round++) {
        const uint32_t w = 1 + next_random(90), h = 1 + next_random(60);
        Image image = random_image(w, h, round % 2 ? 5 : 1 << 30, false);
        for (uint32_t i = 0; i + 1 < w * h && round % 3; i++) /* something to filter */
            image.pixels[i + 1] = image.pixels[i] + (next_random(4) ? 0x00010203u : 0);
        const PngBand *bands[60];
        Bytes parts[62];
        size_t count = 0;
        for (uint32_t y = 0; y < h;) {
            const uint32_t rows = 1 + next_random(h - y);
            PngBand *band = arena_alloc(arena, 1, sizeof *band);
            Arena *scratch = arena_new();
            const Image part = image_part(&image, 0, y, w, rows);
            *band = png_band(&part, 0, arena, scratch);
            arena_free(scratch);
            bands[count++] = band;
            y += rows;
        }
        png_join(w, h, bands, count, parts, arena);
        Writer file = writer_to(arena);
        for (size_t i = 0; i < count + 2; i++)
            write_bytes(&file, parts[i]);
        const Image ours = png_read_good(writer_bytes(&file));
        const Image theirs = library_reads(writer_bytes(&file));
        assert_true(image_equal(&ours, &image));
        pixels_equal(&ours, &theirs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pieces_are_joined_in_any_order, shared_kit_start,
                                        shared_kit_end),
        cmocka_unit_test_setup_teardown(many_short_pieces_end_at_every_bit, shared_kit_start,
                                        shared_kit_end),
        cmocka_unit_test_setup_teardown(checksums_of_parts_combine_to_the_total,
                                        shared_kit_start, shared_kit_end),
        cmocka_unit_test_setup_teardown(image_of_bands_equals_the_image, shared_kit_start,
                                        shared_kit_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
