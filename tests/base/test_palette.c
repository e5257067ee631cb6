#include "lib/shared_kit.h"

#include "base/image/palette.h"

static bool read_text(const char *text, Palette *out)
{
    kit_clear(kit);
    return palette_read(text_of(text), out, &kit->report);
}

static void a_gimp_palette_is_read_with_names_comments_and_columns(void **unused)
{
    (void)unused;
    Palette palette;
    assert_true(read_text("GIMP Palette\nName: Dawn Bringer \nColumns: 16\n#\n# by hand\n\n"
                          "  0   0   0\tBlack\n255 128\t1 Warm  orange \n# end\n 7 8 9",
                          &palette));
    assert_int_equal(kit->messages.count, 0);
    assert_true(text_is(palette.name, "Dawn Bringer"));
    assert_int_equal(palette.columns, 16);
    assert_int_equal(palette.count, 3);
    assert_int_equal(palette.colours[0], PIXEL(0, 0, 0, 255));
    assert_int_equal(palette.colours[1], PIXEL(255, 128, 1, 255));
    assert_int_equal(palette.colours[2], PIXEL(7, 8, 9, 255));
    assert_true(text_is(palette.names[0], "Black"));
    assert_true(text_is(palette.names[1], "Warm  orange"));
    assert_int_equal(palette.names[2].size, 0);
}

static void lines_may_end_in_crlf(void **unused)
{
    (void)unused;
    Palette palette;
    assert_true(read_text("GIMP Palette\r\nName: x\r\n#\r\n1 2 3\r\n4 5 6\r\n", &palette));
    assert_int_equal(palette.count, 2);
    assert_true(text_is(palette.name, "x"));
}

static void errors_are_reported_with_their_line(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        uint32_t line;
    } cases[] = {
        {"", 1},
        {"JASC-PAL\n1 2 3\n", 1},
        {"GIMP Palette\n#\n1 2 256\n", 3},
        {"GIMP Palette\n1 2 3\n1 2\n", 3},
        {"GIMP Palette\n1 2 3\n1 -2 3\n", 3},
        {"GIMP Palette\nColumns: many\n1 2 3\n", 2},
        {"GIMP Palette\nColumns: 257\n1 2 3\n", 2},
        {"GIMP Palette\n1 2 3\nName: late\n", 3},
        {"GIMP Palette\n#\n", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Palette palette;
        assert_false(read_text(cases[i].text, &palette));
        assert_int_equal(kit->messages.count, 1);
        assert_int_equal(kit->messages.items[0].line, cases[i].line);
    }
}

static void the_257th_colour_is_rejected(void **unused)
{
    (void)unused;
    char text[16 + 257 * 6] = "GIMP Palette\n";
    Palette palette;
    for (int i = 0; i < 256; i++)
        strcat(text, "1 2 3\n");
    assert_true(read_text(text, &palette));
    assert_int_equal(palette.count, 256);
    strcat(text, "1 2 3\n");
    assert_false(read_text(text, &palette));
    assert_int_equal(kit->messages.items[0].line, 258);
}

/* Aseprite: four numbers a colour; the transparent one is left out. */
static void colours_with_alpha_are_read(void **unused)
{
    (void)unused;
    kit_clear(kit);
    Palette palette;
    assert_true(palette_read(TEXT("GIMP Palette\nChannels: RGBA\n#\n  0   0   0   0 Mask\n"
                                  "255 128  64 255 Orange\n 10  20  30 128 Glass\n"
                                  "1 2 3 4 Ghost\n"),
                             &palette, &kit->report));
    assert_int_equal(palette.count, 3);
    assert_int_equal(palette.colours[0], PIXEL(255, 128, 64, 255));
    assert_int_equal(palette.colours[1], PIXEL(10, 20, 30, 255));
    assert_true(text_is(palette.names[1], "Glass"));
    assert_int_equal(kit->messages.count, 1); /* once */
    assert_int_equal(kit->messages.items[0].line, 6);
    assert_true(
        palette_read(TEXT("GIMP Palette\nChannels: RGB\n1 2 3 4\n"), &palette, &kit->report));
    assert_true(text_is(palette.names[0], "4"));
    assert_false(
        palette_read(TEXT("GIMP Palette\nChannels: CMYK\n1 2 3 4\n"), &palette, &kit->report));
    assert_false(
        palette_read(TEXT("GIMP Palette\nChannels: RGBA\n1 2 3\n"), &palette, &kit->report));
}

static void written_palette_survives_a_round_trip_with_crlf(void **unused)
{
    (void)unused;
    Palette palette = {.name = TEXT("two"), .columns = 4, .count = 2};
    palette.colours[0] = PIXEL(1, 20, 255, 255);
    palette.colours[1] = PIXEL(9, 9, 9, 255);
    palette.names[0] = TEXT("a\nb");
    const Text text = palette_write(&palette, arena);
    assert_true(text_is(text, "GIMP Palette\r\nName: two\r\nColumns: 4\r\n#\r\n"
                              "  1  20 255\ta b\r\n  9   9   9\r\n"));
    Palette again;
    assert_true(palette_read(text, &again, &kit->report));
    assert_true(text_equal(palette_write(&again, arena), text));
}

static void the_nearest_colour_is_the_first_of_equals(void **unused)
{
    (void)unused;
    Palette palette = {.count = 3};
    palette.colours[0] = PIXEL(10, 0, 0, 255);
    palette.colours[1] = PIXEL(30, 0, 0, 255);
    palette.colours[2] = PIXEL(0, 0, 200, 255);
    assert_int_equal(palette_nearest(&palette, PIXEL(20, 0, 0, 255)), 0);
    assert_int_equal(palette_nearest(&palette, PIXEL(21, 0, 0, 255)), 1);
    assert_int_equal(palette_nearest(&palette, PIXEL(0, 0, 255, 0)), 2);
}

static void applying_a_palette_preserves_alpha_and_transparent_pixels(void **unused)
{
    (void)unused;
    Palette palette = {.count = 5};
    for (uint32_t i = 0; i < 5; i++)
        palette.colours[i] = PIXEL(i * 50 + 5, 200 - i * 40, i * i * 10, 255);
    const Image image = image_new(64, 64, arena);
    for (uint32_t i = 0; i < 4096; i++)
        image.pixels[i] = i * 0x9E3779B1u ^ (i & 1 ? 0 : i << 20);
    image.pixels[0] = 0xFF000000; /* black is what an empty cache would know */
    image.pixels[1] = 0x00ABCDEF;
    const Image before = image_turned(&image, 0, arena);
    palette_apply(&palette, &image);
    for (uint32_t i = 0; i < 4096; i++) {
        const Pixel was = before.pixels[i];
        const Pixel nearest = palette.colours[palette_nearest(&palette, was)] & 0xFFFFFF;
        assert_int_equal(image.pixels[i], PIXEL_A(was) ? nearest | (was & 0xFF000000) : was);
    }
}

static void palette_of_an_image_is_sorted_with_at_most_256_colours(void **unused)
{
    (void)unused;
    const Image image = image_new(257, 2, arena);
    for (uint32_t i = 0; i < 257; i++) {
        image.pixels[i] = PIXEL(255 - i, i * 7, 3, 255);
        image.pixels[257 + i] = PIXEL(i, i, i, 0); /* all the same: transparent */
    }
    const Image part = image_part(&image, 0, 0, 255, 2);
    const ImageColours *colours = image_colours(&part, arena);
    assert_non_null(colours);
    assert_int_equal(colours->count, 256);
    assert_int_equal(colours->colours[0], 0);
    for (size_t i = 1; i < colours->count; i++)
        assert_true(colours->colours[i - 1] < colours->colours[i]);
    uint8_t indices[255];
    colours_index_row(colours, part.pixels, 255, indices);
    for (size_t i = 0; i < 255; i++)
        assert_int_equal(colours->colours[indices[i]], part.pixels[i]);
    colours_index_row(colours, image_at(&part, 0, 1), 255, indices);
    assert_int_equal(indices[200], 0);
    image.pixels[256] = PIXEL(1, 2, 3, 4);
    assert_null(image_colours(&image, arena));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gimp_palette_is_read_with_names_comments_and_columns),
        cmocka_unit_test(lines_may_end_in_crlf),
        cmocka_unit_test(errors_are_reported_with_their_line),
        cmocka_unit_test(the_257th_colour_is_rejected),
        cmocka_unit_test(colours_with_alpha_are_read),
        cmocka_unit_test(written_palette_survives_a_round_trip_with_crlf),
        cmocka_unit_test(the_nearest_colour_is_the_first_of_equals),
        cmocka_unit_test(applying_a_palette_preserves_alpha_and_transparent_pixels),
        cmocka_unit_test(palette_of_an_image_is_sorted_with_at_most_256_colours),
    };
    return cmocka_run_group_tests(tests, shared_kit_start, shared_kit_end);
}
