#include "base/image/png_write.h"

#include "base/deflate.h"
#include "lib/png_files.h"

static void sixteen_bits_lose_the_low_byte(void **unused)
{
    (void)unused;
    static const uint16_t samples[] = {0, 0x00FF, 0x0100, 0x7FFF, 0x8000, 0xFFFF};
    const Bytes file = png_write_grey16(samples, 3, 2, arena);
    const Image image = png_read_good(file), library = library_reads(file);
    static const uint8_t wanted[] = {0, 0, 1, 127, 128, 255};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(image.pixels[i], PIXEL(wanted[i], wanted[i], wanted[i], 255));
    pixels_equal(&image, &library);
}

static void written_images_survive_a_round_trip(void **unused)
{
    (void)unused;
    static const uint32_t colours[] = {1, 2, 3, 4, 5, 16, 17, 256, 257, 1 << 24};
    for (size_t c = 0; c < COUNT_OF(colours); c++)
        for (uint32_t w = 1; w < 60; w += 1 + w / 6)
            for (int opaque = 0; opaque < 2; opaque++) {
                const Image image = random_image(w, 1 + next_random(30), colours[c], opaque);
                for (size_t i = 0; i < (size_t)image.w * image.h; i++)
                    if (!PIXEL_A(image.pixels[i]))
                        image.pixels[i] = 0x00112233;
                const Bytes file = png_write(&image, NULL, arena);
                const Image again = png_read_good(file), library = library_reads(file);
                assert_true(image_equal(&again, &image));
                pixels_equal(&again, &library);
            }
}

static Image smooth_image(uint32_t w, uint32_t h)
{
    const Image image = image_new(w, h, arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++)
            *image_at(&image, x, y) = PIXEL(x + y * 2, y * 3 + x / 2, x * 5 + y, 200 + x % 7);
    return image;
}

static void smooth_images_are_filtered_and_survive_a_round_trip(void **unused)
{
    (void)unused;
    const Image image = smooth_image(301, 200);
    const Bytes file = png_write(&image, &(PngOptions){.level = DEFLATE_BEST}, arena);
    const Image again = png_read_good(file), library = library_reads(file);
    pixels_equal(&again, &image);
    pixels_equal(&again, &library);
    assert_true(file.size < 301 * 200); /* a quarter; unfiltered it would be more */
}

static void part_of_an_image_is_written_by_its_stride(void **unused)
{
    (void)unused;
    const Image whole = smooth_image(90, 70), part = image_part(&whole, 11, 5, 40, 50);
    const Image again = png_read_good(png_write(&part, NULL, arena));
    assert_true(image_equal(&again, &part));
}

static void the_smallest_palette_is_chosen(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t colours, bits;
    } cases[] = {{1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 4}, {16, 4}, {17, 8}, {256, 8}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Image image = image_new(cases[i].colours, 1, arena);
        for (uint32_t x = 0; x < image.w; x++)
            image.pixels[x] = PIXEL(x, x * 3, 7, x == 0 ? 0 : 255);
        Image again;
        PngInfo info;
        assert_true(read_file(png_write(&image, NULL, arena), &again, &info));
        assert_true(info.palette);
        assert_int_equal(info.bits, cases[i].bits);
        assert_true(image_equal(&again, &image));
        assert_int_equal(again.pixels[0], 0);
    }
}

static void texts_are_written_and_found_by_keyword(void **unused)
{
    (void)unused;
    const PngText texts[] = {{TEXT("Title"), TEXT("")},
                             {TEXT("Comment"), TEXT("TirNanoG Atlas\n0 0 8 8 cat_soo0\n")},
                             {TEXT("Comment"), TEXT("second")}};
    const Image image = random_image(5, 5, 100, false);
    const PngOptions options = {.texts = texts, .text_count = 3};
    Image again;
    PngInfo info;
    assert_true(read_file(png_write(&image, &options, arena), &again, &info));
    assert_int_equal(info.text_count, 3);
    assert_true(text_equal(png_text_of(&info, "Comment"), texts[1].value));
    assert_int_equal(png_text_of(&info, "Title").size, 0);
    assert_int_equal(png_text_of(&info, "Author").size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_images_survive_a_round_trip),
        cmocka_unit_test(smooth_images_are_filtered_and_survive_a_round_trip),
        cmocka_unit_test(part_of_an_image_is_written_by_its_stride),
        cmocka_unit_test(the_smallest_palette_is_chosen),
        cmocka_unit_test(texts_are_written_and_found_by_keyword),
        cmocka_unit_test(sixteen_bits_lose_the_low_byte),
    };
    return cmocka_run_group_tests(tests, shared_kit_start, shared_kit_end);
}
