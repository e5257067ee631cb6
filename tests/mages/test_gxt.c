/* Textures of the PlayStation Vita (.gxt), made by hand from their description; and by the
 * command line. tests/reference/gxt.py is a second implementation. */
#include "lib/cli.h"
#include "lib/kit.h"

#include "kit/formats/format.h"
#include "mages/textures/gxt.h"

enum { DATA = 128, NONE = -1 };

#define LINEAR 0x60000000u

static GxtTexture texture(uint32_t type, uint32_t pixels, u16 w, u16 h, uint32_t offset,
                          uint32_t size, uint32_t palette)
{
    return (GxtTexture){.offset = DATA + offset,
                        .size = size,
                        .palette = palette,
                        .type = type,
                        .pixels = pixels,
                        .width = w,
                        .height = h,
                        .levels = 1};
}

static Bytes vita(Kit *kit, GxtTexture *textures, uint32_t count, uint32_t p4, uint32_t p8,
                  Bytes data)
{
    Writer rest = writer_to(kit->arena), out = writer_to(kit->arena);
    write_zeros(&rest, DATA - GXT_HEADER_SIZE - GXT_ENTRY_SIZE * count);
    write_bytes(&rest, data);
    const GxtFile file = {.version = GXT_VERSION,
                          .textures_count = count,
                          .data_offset = DATA,
                          .data_size = (u32)data.size,
                          .p4_palettes = p4,
                          .p8_palettes = p8,
                          .textures = textures,
                          .data = writer_bytes(&rest)};
    record_write(&GxtFile_layout, &file, &out);
    return writer_bytes(&out);
}

static Image picture(Kit *kit, Bytes file, size_t index)
{
    Gxt gxt;
    assert_true(gxt_read(file, &gxt, kit->arena, &kit->report));
    return gxt_picture(&gxt.images[index], kit->arena);
}

/* Two squares of 2 x 2, the bits of y lowest. */
static void swizzled_pixels_alternate_bits(void **state)
{
    Kit *kit = *state;
    static const uint8_t wide[8] = {0, 2, 4, 6, 1, 3, 5, 7}, high[8] = {0, 2, 1, 3, 4, 6, 5, 7};
    GxtTexture one = texture(0, 0x00005000, 4, 2, 0, 8, 0);
    Image image = picture(kit, vita(kit, &one, 1, 0, 0, BYTES(0, 1, 2, 3, 4, 5, 6, 7)), 0);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(image.pixels[i], PIXEL(wide[i], wide[i], wide[i], 255));
    one = texture(0, 0x00005000, 2, 4, 0, 8, 0);
    image = picture(kit, vita(kit, &one, 1, 0, 0, BYTES(0, 1, 2, 3, 4, 5, 6, 7)), 0);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(image.pixels[i], PIXEL(high[i], high[i], high[i], 255));
}

static void orders_of_channels_are_those_of_their_names(void **state)
{
    Kit *kit = *state;
    static const struct {
        uint32_t format;
        Pixel expected;
    } rows[] = {
        {0x0C000000, PIXEL(1, 2, 3, 4)},       {0x0C001000, PIXEL(3, 2, 1, 4)},
        {0x0C002000, PIXEL(4, 3, 2, 1)},       {0x0C003000, PIXEL(2, 3, 4, 1)},
        {0x0C004000, PIXEL(1, 2, 3, 255)},     {0x0C007000, PIXEL(2, 3, 4, 255)},
        {0x98000000, PIXEL(1, 2, 3, 255)},     {0x98001000, PIXEL(3, 2, 1, 255)},
        {0x07000000, PIXEL(1, 2, 0, 255)},     {0x07002000, PIXEL(1, 1, 1, 2)},
        {0x07003000, PIXEL(2, 2, 2, 1)},       {0x07001000, PIXEL(1, 2, 0, 0)},
        {0x00000000, PIXEL(1, 0, 0, 255)},     {0x00002000, PIXEL(1, 255, 255, 255)},
        {0x00007000, PIXEL(255, 255, 255, 1)}, {0x02000000, PIXEL(17, 0, 34, 0)},
        {0x04002000, PIXEL(0, 66, 0, 255)},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        GxtTexture one = texture(LINEAR, rows[i].format, 1, 1, 0, 4, 0);
        const Image image = picture(kit, vita(kit, &one, 1, 0, 0, BYTES(1, 2, 3, 4)), 0);
        if (image.pixels[0] != rows[i].expected)
            fail_msg("%08x: %08x", rows[i].format, image.pixels[0]);
    }
}

/* A block of three colours, whose fourth is transparent elsewhere; with any alpha. */
static void ubc1_is_opaque(void **state)
{
    Kit *kit = *state;
    static const uint8_t data[8] = {0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xAA, 0};
    static const uint32_t orders[] = {0x85000000, 0x85004000};
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        GxtTexture one = texture(LINEAR, orders[i], 4, 4, 0, 8, 0);
        const Bytes file = vita(kit, &one, 1, 0, 0, (Bytes){data, sizeof data});
        Gxt gxt;
        assert_true(gxt_read(file, &gxt, kit->arena, &kit->report));
        const Image image = gxt_picture(&gxt.images[0], kit->arena);
        for (unsigned k = 0; k < 16; k++)
            assert_int_equal(image.pixels[k], k < 8    ? PIXEL(0, 0, 0, 255)
                                              : k < 12 ? PIXEL(127, 127, 127, 255)
                                                       : PIXEL(0, 0, 0, 255));
        /* A transparent pixel cannot be written: its colour is. */
        uint8_t bytes[8];
        memcpy(bytes, data, sizeof bytes);
        for (unsigned k = 0; k < 16; k++)
            image.pixels[k] = PIXEL(255, 0, 0, k ? 255 : 0);
        assert_int_equal(gxt_put_picture(&gxt.images[0], &image, bytes, kit->arena), 1);
        GxtImage after = gxt.images[0];
        after.data = (Bytes){bytes, sizeof bytes};
        const Image back = gxt_picture(&after, kit->arena);
        for (unsigned k = 0; k < 16; k++)
            assert_int_equal(back.pixels[k], PIXEL(255, 0, 0, 255));
    }
}

/* An edited pixel changes its own bytes only; colours that the format lacks are counted. */
static void only_changed_pixels_are_written(void **state)
{
    Kit *kit = *state;
    enum { SIDE = 8, P4_AT = 0, BLOCKS_AT = 32, FULL_AT = 64, PALETTE_AT = 320 };
    uint8_t data[PALETTE_AT + 64];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)next_random(256);
    for (size_t i = 3; i < 64; i += 4)
        data[PALETTE_AT + i] = 255;
    GxtTexture textures[] = {texture(0, 0x94000000, SIDE, SIDE, P4_AT, 32, 0),
                             texture(0, 0x85000000, SIDE, SIDE, BLOCKS_AT, 32, 0),
                             texture(LINEAR, 0x0C000000, SIDE, SIDE, FULL_AT, 256, 0)};
    const Bytes file = vita(kit, textures, 3, 1, 0, (Bytes){data, sizeof data});
    Gxt gxt;
    assert_true(gxt_read(file, &gxt, kit->arena, &kit->report));
    static const struct {
        size_t from, size; /* the bytes that change: of pixel x 3, y 2 */
        size_t off;
    } changes[] = {{7, 1, 0}, {0, 8, 0}, {76, 4, 0}};
    for (size_t i = 0; i < 3; i++) {
        const GxtImage *image = &gxt.images[i];
        const Image now = gxt_picture(image, kit->arena);
        uint8_t *bytes = (uint8_t *)arena_copy(kit->arena, image->data).data;
        assert_int_equal(gxt_put_picture(image, &now, bytes, kit->arena), 0);
        assert_memory_equal(bytes, image->data.data, image->data.size);
        /* A colour that its neighbour has, or any. */
        *image_at(&now, 3, 2) = i == 2 ? PIXEL(1, 2, 3, 4) : *image_at(&now, 0, 0) | 0xFF000000;
        if (i == 1) /* one colour in the whole block */
            for (unsigned k = 0; k < 16; k++)
                *image_at(&now, k % 4, k / 4) = PIXEL(255, 0, 0, 255);
        assert_int_equal(gxt_put_picture(image, &now, bytes, kit->arena), changes[i].off);
        for (size_t k = 0; k < image->data.size; k++)
            if (k < changes[i].from || k >= changes[i].from + changes[i].size)
                assert_int_equal(bytes[k], image->data.data[k]);
        GxtImage after = *image;
        after.data.data = bytes;
        const Image back = gxt_picture(&after, kit->arena);
        assert_true(image_equal(&back, &now));
    }
    /* Not one of the 16 colours. */
    const Image now = gxt_picture(&gxt.images[0], kit->arena);
    uint8_t *bytes = (uint8_t *)arena_copy(kit->arena, gxt.images[0].data).data;
    *image_at(&now, 5, 5) ^= 0x80;
    assert_int_equal(gxt_put_picture(&gxt.images[0], &now, bytes, kit->arena), 1);
}

static void wrong_files_are_refused(void **state)
{
    Kit *kit = *state;
    static const struct {
        size_t at;
        uint32_t value;
        bool sound; /* the message is a warning */
        const char *says;
    } changes[] = {
        {4, 0x10000002, true, "version 0x10000002; 0x10000003 is known"},
        {8, 0xFFFFFFFF, false, "textures"},
        {12, 90, false, "at byte 12: 128 bytes of data at 90 do not begin after the table"},
        {16, 129, false, "at byte 12: 129 bytes of data at 128 do not begin after the table"},
        {20, 3, false, "at byte 20: 3 and 0 palettes need more than 128 bytes"},
        {32, 100, false,
         "texture 0, at byte 32: 32 bytes at 100 are not in the data (128 to "
         "192, without palettes)"},
        {36, 65, false, "texture 0, at byte 32: 65 bytes at 128 are not in the data"},
        {64, 0xFFFFFFF0, false, "texture 1, at byte 64: 16 bytes at 4294967280"},
        {64, 130, false, "textures 0 and 1 share bytes"},
        {36, 31, false, "8 x 4 pixels (U8, linear) need 32 bytes, it has 31"},
        {56, 0xFFFFFFFF, false, "65535 x 65535 pixels are too many"},
        {56, 0, false, "invalid size: 0 x 0 pixels"},
        {72, 1, false, "palette 1 of 1 for P4"},
        {84, 0x83000000, true, "the pixel format PVRTII4BPP is not decoded here"},
        {84, 0x96000000, true, "unknown pixel format 0x96000000"},
        {84, 0x07007000, true, "U8U8 with the order of channels 7 (unknown)"},
        {84, 0x85001000, true, "UBC1 with the order of channels 1 (ARGB) is not decoded here"},
        {80, 0x40000000, true, "the order of pixels 0x40000000 is not decoded here"},
    };
    uint8_t data[128] = {0};
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        GxtTexture textures[] = {texture(LINEAR, 0, 8, 4, 0, 32, 0),
                                 texture(0, 0x94000000, 8, 4, 32, 16, 0)};
        const Bytes file =
            arena_copy(kit->arena, vita(kit, textures, 2, 1, 0, (Bytes){data, sizeof data}));
        for (unsigned k = 0; k < 4; k++)
            ((uint8_t *)file.data)[changes[i].at + k] = (uint8_t)(changes[i].value >> 8 * k);
        kit_clear(kit);
        if (gxt_check(file, kit->arena, &kit->report) != changes[i].sound)
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("%zu: no \"%s\" but \"%s\"", i, changes[i].says, kit_message(kit, 0));
    }
}

static void the_command_line_knows_gxt(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    uint8_t data[64 + 64];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)next_random(256);
    GxtTexture textures[] = {texture(0, 0x0C001000, 4, 4, 0, 64, (uint32_t)NONE),
                             texture(LINEAR, 0x05001000, 8, 4, 64, 64, (uint32_t)NONE)};
    cli_put(cli, "a.gxt", vita(kit, textures, 2, 0, 0, (Bytes){data, sizeof data}));
    expect(cli, 0, "oisin probe a.gxt | grep -q '2 textures'");
    expect(cli, 0, "oisin check a.gxt");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin show a.gxt | grep -q '\"pixel_format\": \"U5U6U5\"'");
    expect(cli, 0,
           "oisin convert a.gxt -o a.json && oisin convert a.json -o b.gxt && cmp a.gxt b.gxt");
    expect(cli, 0,
           "oisin convert a.gxt -o a.png && test -f a.1.png && "
           "oisin convert a.png -o c.gxt --onto a.gxt && cmp a.gxt c.gxt");
    expect(cli, 0,
           "cp a.gxt same.gxt && oisin convert a.png -o same.gxt --onto same.gxt && "
           "cmp a.gxt same.gxt");
    /* The content decides if the suffix tells nothing, or there is none; another suffix tells.
     */
    expect(cli, 0,
           "cp a.gxt a.dat && cp a.gxt plain && oisin convert a.dat -o dat.png && "
           "oisin convert plain -o plain.png && cmp a.png dat.png && cmp a.1.png plain.1.png");
    expect(cli, 0,
           "oisin convert a.dat -o dat.json && oisin convert dat.json -o dat.gxt && "
           "cmp a.gxt dat.gxt");
    expect(cli, 1, "cp a.gxt a.mmp && oisin convert a.mmp -o mmp.png");
    expect(cli, 1, "echo hello > b.dat && oisin convert b.dat -o b.png");
    assert_non_null(strstr(content(cli, "err"), "cannot convert .dat to .png"));
    /* Smaller levels are not made again. */
    textures[0].levels = 3;
    cli_put(cli, "levels.gxt", vita(kit, textures, 2, 0, 0, (Bytes){data, sizeof data}));
    data[5] ^= 255;
    cli_put(cli, "new.gxt", vita(kit, textures, 2, 0, 0, (Bytes){data, sizeof data}));
    expect(cli, 0,
           "oisin convert new.gxt -o new.png && "
           "oisin convert new.png -o levels2.gxt --onto levels.gxt");
    assert_non_null(strstr(content(cli, "err"), "texture 0 has smaller levels"));
    expect(cli, 0, "oisin convert a.png -o levels3.gxt --onto levels.gxt");
    assert_null(strstr(content(cli, "err"), "smaller levels"));
    expect(cli, 0, "cmp new.gxt levels2.gxt && cmp levels.gxt levels3.gxt");
    expect(cli, 1, "cp a.png a.1.png; oisin convert a.png -o d.gxt --onto a.gxt");
    assert_non_null(strstr(content(cli, "err"), "a.1.png: 4 x 4 pixels: texture 1 has 8 x 4"));
    expect(cli, 1, "oisin convert a.png -o d.gxt");
    assert_non_null(strstr(content(cli, "err"), "--onto FILE.gxt"));
    kit_free(kit);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(swizzled_pixels_alternate_bits),
        TEST(orders_of_channels_are_those_of_their_names),
        TEST(ubc1_is_opaque),
        TEST(only_changed_pixels_are_written),
        TEST(wrong_files_are_refused),
        cmocka_unit_test_setup_teardown(the_command_line_knows_gxt, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
