/* Image files of all formats, as images and as sprites of a project. */
#include "lib/audit_kit.h"
#include "lib/picture_kit.h"
#include "lib/shared_kit.h"

#include "base/image/picture.h"
#include "base/image/png.h"

static Image image;

/* A hole, and colours in rows and columns that differ in size. */
static Image sample(uint32_t w, uint32_t h)
{
    static const Pixel colours[] = {0,
                                    PIXEL(255, 0, 0, 255),
                                    PIXEL(0, 200, 0, 255),
                                    PIXEL(0, 0, 150, 255),
                                    PIXEL(9, 90, 190, 255),
                                    PIXEL(255, 255, 255, 255)};
    const Image out = image_new(w, h, arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++)
            *image_at(&out, x, y) = colours[(x / 3 + y * y) % COUNT_OF(colours)];
    return out;
}

static const PictureFormat *format_named(const char *name)
{
    const PictureFormat *format = picture_formats;
    while (strcmp(format->name, name) != 0)
        format++;
    return format;
}

static bool load(const char *name, Bytes file)
{
    kit_clear(kit);
    return format_named(name)->read(file, &image, arena, &kit->report);
}

static void refused(const char *name, Bytes file, const char *wanted)
{
    if (load(name, file))
        fail_msg("%s: not refused (%s)", name, wanted);
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit_message(kit, 0), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", kit_message(kit, 0), wanted);
}

static void must_be(const char *name, Bytes file, const Image *wanted)
{
    if (!load(name, file))
        fail_msg("%s: %s", name, kit_message(kit, 0));
    if (!image_equal(&image, wanted))
        fail_msg("%s: other pixels", name);
}

/* ---- readers ---- */

static void images_without_loss_keep_their_pixels(void **state)
{
    (void)state;
    for (const PictureFormat *format = picture_formats; format->name; format++)
        for (uint32_t w = 1; w < 20; w += 6) {
            const Image wanted = sample(w, 21 - w);
            uint32_t size_w, size_h;
            if (!strcmp(format->name, "jpeg"))
                continue;
            const Bytes file = picture_file(format->name, &wanted, arena);
            must_be(format->name, file, &wanted);
            assert_true(format->size(file, &size_w, &size_h, &kit->report));
            assert_true(size_w == w && size_h == 21 - w);
        }
}

/* A file that ends early is an error everywhere; the last bytes of some formats are not needed
 * for the pixels. */
static void truncated_images_are_refused(void **state)
{
    const Image wanted = sample(9, 12);
    (void)state;
    for (const PictureFormat *format = picture_formats; format->name; format++) {
        const Bytes file = picture_file(format->name, &wanted, arena);
        for (size_t size = 0; size + 4 < file.size; size++) {
            const bool read = load(format->name, arena_copy(arena, bytes_slice(file, 0, size)));
            if (read && size + 50 < file.size)
                fail_msg("%s: %zu of %zu bytes", format->name, size, file.size);
            if (!read && kit->messages.count != 1)
                fail_msg("%s: %zu messages", format->name, kit->messages.count);
        }
    }
}

static void suffix_decides_the_format(void **state)
{
    (void)state;
    assert_string_equal(picture_format_of(TEXT("a/b.JPG"))->name, "jpeg");
    assert_string_equal(picture_format_of(TEXT("b_soo0.jpeg"))->name, "jpeg");
    assert_string_equal(picture_format_of(TEXT("b.tga"))->name, "tga");
    assert_null(picture_format_of(TEXT("b.til")));
    assert_null(picture_format_of(TEXT("png")));
}

static void jpeg_is_near_its_source_in_both_forms(void **state)
{
    const Image wanted = image_new(16, 16, arena);
    (void)state;
    for (uint32_t i = 0; i < 256; i++)
        wanted.pixels[i] = PIXEL(i % 16 * 8, 100, 200 - i / 16 * 8, 255);
    for (int progressive = 0; progressive < 2; progressive++) {
        assert_true(load("jpeg", jpeg_file(&wanted, 95, progressive, arena)));
        for (uint32_t i = 0; i < 256; i++)
            for (int c = 0; c < 4; c++)
                assert_in_range((image.pixels[i] >> 8 * c & 255) + 10,
                                wanted.pixels[i] >> 8 * c & 255,
                                (wanted.pixels[i] >> 8 * c & 255) + 20);
    }
}

static void gif_is_interlaced_or_animated(void **state)
{
    const Image wanted = sample(7, 19);
    (void)state;
    must_be("gif", gif_file(&wanted, true, 1, arena), &wanted);
    assert_int_equal(kit->messages.count, 0);
    must_be("gif", gif_file(&wanted, false, 3, arena), &wanted);
    assert_int_equal(kit->report.warnings, 1);
    assert_true(kit_has_message(kit, "animated; only its first image is read"));
}

static void tga_has_four_orders_of_pixels(void **state)
{
    const Image wanted = sample(11, 13);
    (void)state;
    for (unsigned origin = 0; origin < 4; origin++)
        for (int rle = 0; rle < 2; rle++)
            must_be("tga", tga_file(&wanted, rle, origin, arena), &wanted);
}

/* A header, a palette of one byte of id, and pixels: kind, bits, pixels, and what they are. */
static void tga_has_palettes_grey_and_sixteen_bits(void **state)
{
    (void)state;
    const Bytes indexed =
        BYTES(0, 1, 1, 1, 0, 2, 0, 24, 0, 0, 0, 0, 2, 0, 1, 0, 8, 32, 1, 2, 3, 4, 5, 6, 2, 1);
    assert_true(load("tga", indexed));
    assert_int_equal(image.pixels[0], PIXEL(6, 5, 4, 255));
    assert_int_equal(image.pixels[1], PIXEL(3, 2, 1, 255));
    assert_true(load("tga", BYTES(0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 8, 32, 77)));
    assert_int_equal(image.pixels[0], PIXEL(77, 77, 77, 255));
    assert_true(load("tga", BYTES(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 16, 33, 0x1F,
                                  0x80, 0x1F, 0x00)));
    assert_int_equal(image.pixels[0], PIXEL(0, 0, 255, 255));
    assert_int_equal(PIXEL_A(image.pixels[1]), 0);
    Bytes outside = arena_copy(arena, indexed);
    ((uint8_t *)outside.data)[outside.size - 1] = 3;
    refused("tga", outside, "colour 3 is not in the palette");
}

/* ---- BMP ---- */

static Bytes bmp(uint32_t w, int32_t h, unsigned bits, unsigned compression, unsigned colours,
                 Bytes pixels)
{
    Writer out = writer_to(arena);
    write_text(&out, TEXT("BM"));
    write_zeros(&out, 8);
    write_u32(&out, 54 + colours * 4);
    write_u32(&out, 40);
    write_u32(&out, w);
    write_u32(&out, (uint32_t)h);
    write_u16(&out, 1);
    write_u16(&out, (uint16_t)bits);
    write_u32(&out, compression);
    write_zeros(&out, 12);
    write_u32(&out, colours);
    write_u32(&out, 0);
    for (unsigned i = 0; i < colours; i++)
        write_u32(&out, i * 0x010203);
    write_bytes(&out, pixels);
    return writer_bytes(&out);
}

static void bmp_pixels_are(Bytes file, const Pixel *wanted, size_t count)
{
    if (!load("bmp", file))
        fail_msg("%s", kit_message(kit, 0));
    for (size_t i = 0; i < count; i++)
        if (image.pixels[i] != wanted[i])
            fail_msg("pixel %zu: %08x; expected %08x", i, image.pixels[i], wanted[i]);
}

#define C(i) PIXEL((i), (i)*2, (i)*3, 255)

static void bmp_has_all_numbers_of_bits(void **state)
{
    (void)state;
    bmp_pixels_are(bmp(2, 2, 1, 0, 2, BYTES(0x80, 0, 0, 0, 0x40, 0, 0, 0)),
                   (Pixel[]){C(0), C(1), C(1), C(0)}, 4);
    bmp_pixels_are(bmp(3, 1, 2, 0, 4, BYTES(0x6C, 0, 0, 0)), (Pixel[]){C(1), C(2), C(3)}, 3);
    bmp_pixels_are(bmp(3, -1, 4, 0, 16, BYTES(0x4F, 0x20, 0, 0)), (Pixel[]){C(4), C(15), C(2)},
                   3);
    bmp_pixels_are(bmp(1, 1, 8, 0, 3, BYTES(2, 0, 0, 0)), (Pixel[]){C(2)}, 1);
    bmp_pixels_are(bmp(1, 1, 16, 0, 0, BYTES(0xE0, 0x03, 0, 0)),
                   (Pixel[]){PIXEL(0, 255, 0, 255)}, 1);
    bmp_pixels_are(bmp(1, 1, 24, 0, 0, BYTES(1, 2, 3, 0)), (Pixel[]){PIXEL(3, 2, 1, 255)}, 1);
    bmp_pixels_are(bmp(1, 1, 32, 0, 0, BYTES(1, 2, 3, 0)), (Pixel[]){PIXEL(3, 2, 1, 255)}, 1);
}

/* The masks follow a header of 40 bytes. */
static void bmp_has_masks(void **state)
{
    (void)state;
    Bytes file = bmp(1, 1, 16, 3, 0,
                     BYTES(0, 0xF8, 0, 0, 0xE0, 7, 0, 0, 0x1F, 0, 0, 0, 0xE0, 0x07, 0, 0));
    ((uint8_t *)file.data)[10] = 54 + 12;
    bmp_pixels_are(file, (Pixel[]){PIXEL(0, 255, 0, 255)}, 1);
}

static void bmp_runs_are_read(void **state)
{
    (void)state;
    bmp_pixels_are(bmp(4, 2, 8, 1, 8,
                       BYTES(2, 7, 0, 0, 1, 3, 0, 3, 4, 5, 6, 0, 0, 1)), /* last row first */
                   (Pixel[]){C(3), C(4), C(5), C(6), C(7), C(7), 0, 0}, 8);
    bmp_pixels_are(bmp(5, 1, 4, 2, 16, BYTES(3, 0x12, 0, 2, 1, 0, 1, 0x50, 0, 1)),
                   (Pixel[]){C(1), C(2), C(1), 0, C(5)}, 5);
    bmp_pixels_are(bmp(2, 1, 8, 1, 8, BYTES(4, 1, 0, 1)), (Pixel[]){C(1), C(1)}, 2);
    refused("bmp", bmp(2, 1, 8, 1, 8, BYTES(0, 0, 2, 1, 0, 1)), "a run below the last row");
    refused("bmp", bmp(2, 1, 8, 1, 8, BYTES(1, 8, 0, 1)), "colour 8 is not in the palette");
    refused("bmp", bmp(2, -1, 8, 1, 8, BYTES(1, 1, 0, 1)), "must start with its last row");
    refused("bmp", bmp(2, 1, 8, 4, 8, BYTES(0)), "BMP compression 4 with 8 bits");
}

/* ---- limits ---- */

static void large_images_are_refused_by_their_headers(void **state)
{
    (void)state;
    Bytes tga = arena_copy(arena, BYTES(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF,
                                        0xFF, 24, 0, 1, 2, 3));
    refused("tga", tga, "65535 x 65535 pixels are too many");
    ((uint8_t *)tga.data)[13] = ((uint8_t *)tga.data)[15] = 31;
    refused("tga", tga, "pixels need at least");
    refused("bmp", bmp(8000, 8000, 24, 0, 0, BYTES(0)), "pixels need 192000000 bytes");
    refused("bmp", bmp(20000, 1, 24, 0, 0, BYTES(0)), "are too many");
    const Image small = sample(1, 1);
    Bytes gif = arena_copy(arena, gif_file(&small, false, 1, arena));
    memset((uint8_t *)gif.data + 6, 0xFF, 4);
    refused("gif", gif, "are too many");
}

/* ---- sprites ---- */

/* Everything but JPEG gives the very bytes of the game that the PNG gives. */
static void project_takes_sprites_of_every_format(void **state)
{
    ProjectFiles files = small_project(kit);
    const Image tree = sample(32, 32), back = sample(64, 48);
    (void)state;
    audit_put(kit, &files, "tiles/bush_soo0.png", png_write(&tree, NULL, arena));
    audit_put(kit, &files, "backs/far_full.png", png_write(&back, NULL, arena));
    const Bytes wanted = built(kit, &files);
    for (const PictureFormat *format = picture_formats + 1; format->name; format++) {
        ProjectFiles others = small_project(kit);
        Bytes game;
        kit_clear(kit);
        Text rest = text_of(format->suffixes);
        const Text suffix = text_word(&rest);
        audit_put(kit, &others,
                  arena_format(arena, "tiles/bush_soo0.%.*s", (int)suffix.size, suffix.at).at,
                  picture_file(format->name, &tree, arena));
        audit_put(kit, &others,
                  arena_format(arena, "backs/far_full.%.*s", (int)suffix.size, suffix.at).at,
                  picture_file(format->name, &back, arena));
        project_files_sort(&others);
        if (!try_build(kit, &others, &game) || kit->report.warnings)
            fail_msg("%s: %s", format->name, kit_message(kit, 0));
        if (strcmp(format->name, "jpeg") != 0 && !bytes_equal(game, wanted))
            fail_msg("%s: another game", format->name);
    }
}

/* Artists keep the layers next to the PNG that they export. */
static void png_takes_precedence_over_its_source(void **state)
{
    ProjectFiles files = small_project(kit);
    Bytes game;
    const Image other = sample(16, 16);
    (void)state;
    const Bytes wanted = built(kit, &files);
    kit_clear(kit);
    audit_put(kit, &files, "tiles/tree_soo0.xcf", picture_file("xcf", &other, arena));
    project_files_sort(&files);
    assert_true(try_build(kit, &files, &game));
    assert_int_equal(kit->report.warnings, 1);
    assert_string_equal(
        kit_message(kit, 0),
        "tiles/tree_soo0.xcf: warning: ignored, because tiles/tree_soo0.png has "
        "the same name");
    assert_bytes_equal(game, wanted);
}

/* Artists keep palettes next to their images; those of Adobe have a suffix of Aseprite. */
static void palette_of_adobe_is_ignored(void **state)
{
    ProjectFiles files = small_project(kit);
    Bytes game;
    (void)state;
    const Bytes wanted = built(kit, &files);
    kit_clear(kit);
    audit_put(kit, &files, "tiles/skin.ase", BYTES('A', 'S', 'E', 'F', 0, 1, 0, 0, 0, 0, 0, 0));
    project_files_sort(&files);
    assert_true(try_build(kit, &files, &game));
    assert_int_equal(kit->report.warnings, 1);
    assert_string_equal(kit_message(kit, 0),
                        "tiles/skin.ase: warning: ignored, because it is a "
                        "palette of Adobe, not an Aseprite image");
    assert_bytes_equal(game, wanted);
}

static void unreadable_sprite_is_an_error_of_its_file(void **state)
{
    ProjectFiles files = small_project(kit);
    Bytes game;
    (void)state;
    put_text(kit, &files, "tiles/bush_soo0.webp", "nothing");
    project_files_sort(&files);
    assert_false(try_build(kit, &files, &game));
    assert_true(kit_has_message(kit, "tiles/bush_soo0.webp: not a WebP image"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(images_without_loss_keep_their_pixels),
        TEST(truncated_images_are_refused),
        TEST(suffix_decides_the_format),
        TEST(jpeg_is_near_its_source_in_both_forms),
        TEST(gif_is_interlaced_or_animated),
        TEST(tga_has_four_orders_of_pixels),
        TEST(tga_has_palettes_grey_and_sixteen_bits),
        TEST(bmp_has_all_numbers_of_bits),
        TEST(bmp_has_masks),
        TEST(bmp_runs_are_read),
        TEST(large_images_are_refused_by_their_headers),
        TEST(project_takes_sprites_of_every_format),
        TEST(png_takes_precedence_over_its_source),
        TEST(palette_of_adobe_is_ignored),
        TEST(unreadable_sprite_is_an_error_of_its_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
