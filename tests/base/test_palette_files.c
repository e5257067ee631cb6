/* Palettes of other programs: Adobe's, Paint Shop Pro's, and the colours of images. */
#include "lib/shared_kit.h"

#include "base/stream.h"
#include "base/text.h"
#include "base/image/palette_files.h"
#include "base/image/png_write.h"

static Palette palette;

static bool load(const char *suffix, Bytes file)
{
    kit_clear(kit);
    return palette_load(text_of(suffix), file, &palette, arena, &kit->report);
}

static void refused(const char *suffix, Bytes file, const char *wanted)
{
    assert_false(load(suffix, file));
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit->messages.items[0].text.at, wanted))
        fail_msg("\"%s\" does not say \"%s\"", kit->messages.items[0].text.at, wanted);
}

/* Every shorter file is an error, except of the sizes that `whole` allows. */
static void cut_files_are_refused(const char *suffix, Bytes file, size_t whole)
{
    for (size_t i = 0; i < file.size; i++)
        if (load(suffix, arena_copy(arena, bytes_slice(file, 0, i))) != (whole && i >= whole) ||
            kit->messages.count != !(whole && i >= whole))
            fail_msg("%zu bytes of .%s", i, suffix);
}

static Writer big_writer(void)
{
    Writer writer = writer_to(arena);
    writer.big = true;
    return writer;
}

static void utf16_put(Writer *writer, const char *ascii)
{
    for (; *ascii; ascii++)
        write_u16(writer, (uint8_t)*ascii);
}

/* ---- .act ---- */

static Bytes colour_table(uint32_t count)
{
    Writer writer = big_writer();
    for (unsigned i = 0; i < 256; i++) {
        write_u8(&writer, (uint8_t)i);
        write_u8(&writer, (uint8_t)(255 - i));
        write_u8(&writer, 7);
    }
    if (count) {
        write_u16(&writer, (uint16_t)count);
        write_u16(&writer, 0xFFFF);
    }
    return writer_bytes(&writer);
}

static void colour_table_has_256_colours_or_says_how_many(void **unused)
{
    (void)unused;
    static const uint32_t counts[] = {0, 1, 16, 256};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        assert_true(load("act", colour_table(counts[i])));
        assert_int_equal(palette.count, counts[i] ? counts[i] : 256);
        for (size_t k = 0; k < palette.count; k++)
            assert_int_equal(palette.colours[k], PIXEL(k, 255 - k, 7, 255));
    }
    refused("act", colour_table(257), "257 colours");
    const Bytes file = colour_table(3);
    refused("act", bytes_slice(file, 0, 771), "768 or 772 bytes");
    refused("act", bytes_slice(file, 0, 0), "768 or 772 bytes");
    uint8_t *empty = arena_alloc_raw(arena, 772, 1);
    memcpy(empty, file.data, 772);
    empty[768] = empty[769] = 0;
    refused("act", (Bytes){empty, 772}, "0 colours");
}

/* ---- .aco ---- */

typedef struct Swatch {
    uint16_t space, parts[4];
    const char *name;
    Pixel colour;
} Swatch;

static const Swatch swatches[] = {
    {0, {65535, 32896, 257, 0}, "Warm orange", PIXEL(255, 128, 1, 255)},
    {1, {0, 65535, 65535, 0}, "red", PIXEL(255, 0, 0, 255)},
    {1, {10923, 65535, 65535, 0}, "yellow", PIXEL(255, 255, 0, 255)},
    {1, {21845, 65535, 65535, 0}, "green", PIXEL(0, 255, 0, 255)},
    {1, {32768, 65535, 65535, 0}, "cyan", PIXEL(0, 255, 255, 255)},
    {1, {43690, 65535, 65535, 0}, "blue", PIXEL(0, 0, 255, 255)},
    {1, {54613, 65535, 65535, 0}, "magenta", PIXEL(255, 0, 255, 255)},
    {1, {65535, 65535, 65535, 0}, "red again", PIXEL(255, 0, 0, 255)},
    {1, {43690, 32768, 32768, 0}, "pale", PIXEL(64, 64, 128, 255)},
    {8, {10000, 0, 0, 0}, "white", PIXEL(255, 255, 255, 255)},
    {8, {5000, 0, 0, 0}, "grey", PIXEL(128, 128, 128, 255)},
    {8, {0, 0, 0, 0}, "", PIXEL(0, 0, 0, 255)},
};

static void swatches_put(Writer *writer, uint16_t version, const Swatch *items, size_t count)
{
    write_u16(writer, version);
    write_u16(writer, (uint16_t)count);
    for (size_t i = 0; i < count; i++) {
        write_u16(writer, items[i].space);
        for (int k = 0; k < 4; k++)
            write_u16(writer, items[i].parts[k]);
        if (version == 1)
            continue;
        write_u32(writer, (uint32_t)strlen(items[i].name) + 1);
        utf16_put(writer, items[i].name);
        write_u16(writer, 0);
    }
}

static void swatches_of_either_version_are_read(void **unused)
{
    (void)unused;
    for (int versions = 1; versions <= 3; versions++) { /* a bit for each */
        Writer writer = big_writer();
        for (uint16_t version = 1; version <= 2; version++)
            if (versions & version)
                swatches_put(&writer, version, swatches, COUNT_OF(swatches));
        const Bytes file = writer_bytes(&writer);
        assert_true(load("aco", file));
        assert_int_equal(palette.count, COUNT_OF(swatches));
        for (size_t i = 0; i < COUNT_OF(swatches); i++) {
            if (palette.colours[i] != swatches[i].colour)
                fail_msg("%s is %08x", swatches[i].name, palette.colours[i]);
            assert_true(text_is(palette.names[i], versions & 2 ? swatches[i].name : ""));
        }
        if (versions != 3)
            cut_files_are_refused("aco", file, 0);
    }
}

static void other_colour_spaces_are_refused_by_name(void **unused)
{
    (void)unused;
    static const struct {
        uint16_t space;
        const char *says;
    } cases[] = {{2, "CMYK"}, {3, "Pantone"},   {7, "Lab"},
                 {10, "HKS"}, {9, "wide CMYK"}, {99, "colour space 99"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Swatch items[] = {swatches[0], {cases[i].space, {0}, "", 0}};
        Writer writer = big_writer();
        swatches_put(&writer, 1, items, 2);
        refused("aco", writer_bytes(&writer), cases[i].says);
        assert_non_null(strstr(kit->messages.items[0].text.at, "colour 2"));
    }
}

static void faulty_swatches_are_refused(void **unused)
{
    (void)unused;
    Writer three = big_writer(), none = big_writer(), many = big_writer(), named = big_writer();
    Swatch items[257];
    for (size_t i = 0; i < COUNT_OF(items); i++)
        items[i] = swatches[0];
    swatches_put(&three, 3, swatches, 1);
    swatches_put(&none, 1, swatches, 0);
    swatches_put(&many, 1, items, 257);
    swatches_put(&named, 2, swatches, 1);
    refused("aco", writer_bytes(&three), "version 3");
    refused("aco", writer_bytes(&none), "no colours");
    refused("aco", writer_bytes(&many), "more than 256 colours");
    write_uint_at(&named, 14, 0xFFFFFFFF, 4); /* a name of 8 GB */
    refused("aco", writer_bytes(&named), "name");
}

static void names_of_utf16_become_utf8(void **unused)
{
    (void)unused;
    static const uint16_t name[] = {' ',    0xE4,   '\n', 0x20AC, 0xD83D,
                                    0xDE00, 0xD800, 'x',  0,      'y'};
    Writer writer = big_writer();
    swatches_put(&writer, 2, swatches, 1);
    writer.size = 14;
    write_u32(&writer, COUNT_OF(name));
    for (size_t i = 0; i < COUNT_OF(name); i++)
        write_u16(&writer, name[i]);
    assert_true(load("aco", writer_bytes(&writer)));
    assert_true(text_is(palette.names[0], "\xC3\xA4 \xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBD"));
}

/* ---- .ase ---- */

static void float_put(Writer *writer, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_u32(writer, bits);
}

static void block_put(Writer *writer, uint16_t type, const char *name, const char *model,
                      const float *parts, size_t count)
{
    write_u16(writer, type);
    const size_t at = writer->size;
    write_u32(writer, 0);
    write_u16(writer, (uint16_t)(strlen(name) + 1));
    utf16_put(writer, name);
    write_u16(writer, 0);
    if (model) {
        write_text(writer, text_of(model));
        for (size_t i = 0; i < count; i++)
            float_put(writer, parts[i]);
        write_u16(writer, 2);
    }
    write_uint_at(writer, at, writer->size - at - 4, 4);
}

static Writer swatch_file(uint32_t blocks)
{
    Writer writer = big_writer();
    write_text(&writer, TEXT("ASEF"));
    write_u16(&writer, 1);
    write_u16(&writer, 0);
    write_u32(&writer, blocks);
    return writer;
}

static void swatch_exchange_file_is_read_with_its_group(void **unused)
{
    (void)unused;
    static const float orange[] = {1, 0.5f, 0.2f}, grey[] = {0.25f}, wild[] = {-1, 2, 0};
    Writer writer = swatch_file(6);
    block_put(&writer, 0xC001, "Autumn", NULL, NULL, 0);
    block_put(&writer, 0x0001, "Leaf", "RGB ", orange, 3);
    block_put(&writer, 0x0001, "Stone", "Gray", grey, 1);
    write_u16(&writer, 0xC002); /* the end of the group */
    write_u32(&writer, 0);
    block_put(&writer, 0x7777, "later versions", NULL, NULL, 0);
    block_put(&writer, 0x0001, "", "RGB ", wild, 3);
    const Bytes file = writer_bytes(&writer);
    assert_true(load("ase", file));
    assert_true(text_is(palette.name, "Autumn"));
    assert_int_equal(palette.count, 3);
    assert_int_equal(palette.colours[0], PIXEL(255, 128, 51, 255));
    assert_int_equal(palette.colours[1], PIXEL(64, 64, 64, 255));
    assert_int_equal(palette.colours[2], PIXEL(0, 255, 0, 255));
    assert_true(text_is(palette.names[0], "Leaf"));
    assert_true(text_is(palette.names[1], "Stone"));
    cut_files_are_refused("ase", file, 0);
}

static void faulty_swatch_exchange_files_are_refused(void **unused)
{
    (void)unused;
    static const float parts[4] = {0};
    Writer cmyk = swatch_file(1), lab = swatch_file(1), other = swatch_file(1);
    Writer small = swatch_file(1), none = swatch_file(0), many = swatch_file(UINT32_MAX);
    block_put(&cmyk, 1, "ink", "CMYK", parts, 4);
    block_put(&lab, 1, "lab", "LAB ", parts, 3);
    block_put(&other, 1, "other", "XYZ ", parts, 3);
    block_put(&small, 1, "small", "RGB ", parts, 1); /* less than its model has */
    for (int i = 0; i < 257; i++)
        block_put(&many, 1, "", "RGB ", parts, 3);
    refused("ase", writer_bytes(&cmyk), "colour 1 is CMYK");
    refused("ase", writer_bytes(&lab), "colour 1 is LAB");
    refused("ase", writer_bytes(&other), "unknown colour model");
    refused("ase", writer_bytes(&small), "at byte");
    refused("ase", writer_bytes(&none), "no colours");
    refused("ase", writer_bytes(&many), "more than 256 colours");
    refused("ase", bytes_of_text(TEXT("\x10\x20\x30\x40\xE0\xA5\x01\x02\x03\x04\x05\x06")),
            "ASEF"); /* Aseprite's files have the same suffix */
}

/* ---- .pal ---- */

static void jasc_palette_is_read(void **unused)
{
    (void)unused;
    assert_true(load("pal", bytes_of_text(TEXT("JASC-PAL\r\n0100\r\n3\r\n0 0 0\r\n"
                                               "255 128 1\r\n7  8 9 255\r\n\r\n"))));
    assert_int_equal(palette.count, 3);
    assert_int_equal(palette.colours[1], PIXEL(255, 128, 1, 255));
    assert_int_equal(palette.colours[2], PIXEL(7, 8, 9, 255));
    static const struct {
        const char *text, *says;
    } cases[] = {{"JASC\n0100\n1\n1 2 3\n", "JASC-PAL"},
                 {"RIFF\x10PAL data", "JASC-PAL"},
                 {"JASC-PAL\n0200\n1\n1 2 3\n", "0100"},
                 {"JASC-PAL\n0100\n0\n", "1 to 256"},
                 {"JASC-PAL\n0100\n257\n", "1 to 256"},
                 {"JASC-PAL\n0100\n2\n1 2 3\n", "1 colours instead of 2"},
                 {"JASC-PAL\n0100\n1\n1 2 3\n1 2 3\n", "more than 1"},
                 {"JASC-PAL\n0100\n1\n1 2\n", "three numbers"},
                 {"JASC-PAL\n0100\n1\n1 2 256\n", "three numbers"},
                 {"JASC-PAL\n0100\n1\n1 2 3 4 5\n", "three numbers"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        refused("pal", bytes_of_text(text_of(cases[i].text)), cases[i].says);
}

/* ---- images ---- */

static void indexed_image_gives_its_palette(void **unused)
{
    (void)unused;
    Image image = image_new(3, 1, arena);
    image.pixels[0] = PIXEL(9, 8, 7, 255);
    image.pixels[1] = PIXEL(1, 2, 3, 128);
    image.pixels[2] = PIXEL(200, 2, 3, 255);
    const Bytes file = png_write(&image, NULL, arena);
    Image again;
    PngInfo info;
    assert_true(png_read(file, &again, &info, arena, &kit->report));
    assert_true(load("png", file));
    assert_int_equal(palette.count, info.colour_count);
    assert_int_equal(palette.count, 3);
    for (size_t i = 0; i < palette.count; i++)
        assert_int_equal(palette.colours[i], info.colours[i] | PIXEL(0, 0, 0, 255));
}

static void other_images_give_their_colours_in_order_of_appearance(void **unused)
{
    (void)unused;
    /* 130 colours of two alphas each are 260 pixels, which no PNG palette can hold. */
    Image image = image_new(20, 14, arena);
    for (uint32_t i = 0; i < 260; i++)
        image.pixels[i + 3] = PIXEL(255 - i / 2, i / 2, 4, i % 2 ? 255 : 9);
    assert_true(load("png", png_write(&image, NULL, arena)));
    assert_int_equal(palette.count, 130);
    for (size_t i = 0; i < palette.count; i++)
        assert_int_equal(palette.colours[i], PIXEL(255 - i, i, 4, 255));
}

static void image_of_more_than_256_colours_is_refused(void **unused)
{
    (void)unused;
    Image image = image_new(257, 1, arena);
    for (uint32_t i = 0; i < 257; i++)
        image.pixels[i] = PIXEL(i & 255, i >> 8, 4, 255);
    refused("png", png_write(&image, NULL, arena), "more than 256 colours");
}

/* ---- choosing a format ---- */

static void magic_number_precedes_the_suffix(void **unused)
{
    (void)unused;
    assert_true(load("act", bytes_of_text(TEXT("GIMP Palette\n1 2 3\n"))));
    assert_true(load("", bytes_of_text(TEXT("JASC-PAL\n0100\n1\n1 2 3\n"))));
    assert_true(load("ACT", colour_table(2)));
    refused("txt", bytes_of_text(TEXT("1 2 3\n")), "not a palette");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colour_table_has_256_colours_or_says_how_many),
        cmocka_unit_test(swatches_of_either_version_are_read),
        cmocka_unit_test(other_colour_spaces_are_refused_by_name),
        cmocka_unit_test(faulty_swatches_are_refused),
        cmocka_unit_test(names_of_utf16_become_utf8),
        cmocka_unit_test(swatch_exchange_file_is_read_with_its_group),
        cmocka_unit_test(faulty_swatch_exchange_files_are_refused),
        cmocka_unit_test(jasc_palette_is_read),
        cmocka_unit_test(indexed_image_gives_its_palette),
        cmocka_unit_test(other_images_give_their_colours_in_order_of_appearance),
        cmocka_unit_test(image_of_more_than_256_colours_is_refused),
        cmocka_unit_test(magic_number_precedes_the_suffix),
    };
    return cmocka_run_group_tests(tests, shared_kit_start, shared_kit_end);
}
