/* Textures of Direct3D (.dds), made by hand from their description; and by the command line. */
#include "lib/cli.h"
#include "lib/kit.h"

#include "kit/formats/format.h"
#include "kit/open/dds.h"
#include "base/image/png.h"

static DdsPixels fourcc(const char *letters)
{
    return (DdsPixels){.flags = DDS_PIXELS_FOURCC,
                       .fourcc = (uint32_t)letters[0] | (uint32_t)letters[1] << 8 |
                                 (uint32_t)letters[2] << 16 | (uint32_t)letters[3] << 24};
}

static DdsPixels masked(uint32_t flags, uint32_t bits, uint32_t r, uint32_t g, uint32_t b,
                        uint32_t a)
{
    return (DdsPixels){.flags = flags,
                       .bits = bits,
                       .red_mask = r,
                       .green_mask = g,
                       .blue_mask = b,
                       .alpha_mask = a};
}

static Bytes surface(Kit *kit, uint32_t w, uint32_t h, uint32_t levels, DdsPixels pixels,
                     uint32_t dxgi, Bytes data)
{
    const DdsFile file = {.width = w,
                          .height = h,
                          .level_count = levels,
                          .pixels = pixels,
                          .more = {.format = dxgi, .dimension = 3, .array_size = 1},
                          .data = data};
    return dds_write(file, kit->arena);
}

static void pixels_are_read_by_their_masks(void **state)
{
    Kit *kit = *state;
    enum { MASKS = DDS_PIXELS_MASKS, GREY = DDS_PIXELS_GREY, ALPHA = DDS_PIXELS_ALPHA };
    const struct {
        DdsPixels pixels;
        uint32_t dxgi;
        Bytes data;
        Pixel expected;
        const char *word;
    } rows[] = {
        {masked(MASKS, 24, 0xFF0000, 0xFF00, 0xFF, 0), 0, BYTES(3, 2, 1), PIXEL(1, 2, 3, 255),
         "masks"},
        {masked(MASKS | ALPHA, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000), 0, BYTES(3, 2, 1, 4),
         PIXEL(1, 2, 3, 4), "b8g8r8a8"},
        {masked(MASKS, 32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000), 0, BYTES(1, 2, 3, 4),
         PIXEL(1, 2, 3, 255), "masks"}, /* without the flag there is no alpha */
        {masked(MASKS, 16, 0xF800, 0x7E0, 0x1F, 0), 0, BYTES(0x1F, 0xF8),
         PIXEL(255, 0, 255, 255), "b5g6r5"},
        {masked(GREY, 8, 0xFF, 0, 0, 0), 0, BYTES(77), PIXEL(77, 77, 77, 255), "r8"},
        {masked(GREY | ALPHA, 16, 0xFF, 0, 0, 0xFF00), 0, BYTES(77, 9), PIXEL(77, 77, 77, 9),
         "masks"},
        {masked(DDS_PIXELS_ALPHA_ONLY, 8, 0, 0, 0, 0xFF), 0, BYTES(8), PIXEL(0, 0, 0, 8), "a8"},
        {fourcc("DX10"), 28, BYTES(1, 2, 3, 4), PIXEL(1, 2, 3, 4), "r8g8b8a8"},
        {fourcc("DX10"), 88, BYTES(3, 2, 1, 0), PIXEL(1, 2, 3, 255), "b8g8r8x8"},
        {fourcc("DX10"), 115, BYTES(0x23, 0xF1), PIXEL(17, 34, 51, 255), "b4g4r4a4"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Bytes file = surface(kit, 1, 1, 1, rows[i].pixels, rows[i].dxgi, rows[i].data);
        Dds dds;
        assert_true(dds_texture(file, &dds, kit->arena, &kit->report));
        assert_string_equal(dds.kind.word, rows[i].word);
        assert_int_equal(dds_picture(&dds, 0, kit->arena).pixels[0], rows[i].expected);
        assert_true(dds_check(file, kit->arena, &kit->report));
    }
    assert_int_equal(kit->messages.count, 0);
}

/* Values 7 and 0 and what is between them: floor((6 * 7 + 0) / 7) = 6, ... */
static void blocks_of_one_and_two_channels_are_read(void **state)
{
    Kit *kit = *state;
    const uint8_t bytes[] = {70, 0, 0x88, 0xC6, 0xFA, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0};
    static const uint8_t ramp[8] = {70, 0, 60, 50, 40, 30, 20, 10};
    Dds dds;
    assert_true(dds_texture(surface(kit, 4, 4, 1, fourcc("ATI1"), 0, (Bytes){bytes, 8}), &dds,
                            kit->arena, &kit->report));
    Image image = dds_picture(&dds, 0, kit->arena);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(image.pixels[i], PIXEL(ramp[i], ramp[i], ramp[i], 255));
    assert_true(
        dds_texture(surface(kit, 4, 4, 1, fourcc("DX10"), 83, (Bytes){bytes, sizeof bytes}),
                    &dds, kit->arena, &kit->report));
    image = dds_picture(&dds, 0, kit->arena);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(image.pixels[i], PIXEL(ramp[i], 0, 0, 255));
}

/* 1,280 blocks of each mode; the hashes are of what Pillow 9.4 makes of them, with the colours
 * of transparent pixels. tests/reference/check_textures.py compares others. */
static void blocks_of_bc7_are_those_of_another_program(void **state)
{
    static const uint32_t hashes[8] = {0xED66D9A3, 0xAD101507, 0x16F4DE0A, 0xA7EF0096,
                                       0x9B65324E, 0xBC3C4D69, 0x2D13CA4F, 0xA6D1B69A};
    enum { COUNT = 1280 };
    Kit *kit = *state;
    uint8_t *blocks = arena_alloc(kit->arena, COUNT, 16);
    uint32_t random = 12345;
    for (unsigned mode = 0; mode < 8; mode++) {
        for (size_t i = 0; i < COUNT * 16; i++) {
            random = random * 1664525 + 1013904223;
            blocks[i] = (uint8_t)(random >> 24);
            if (i % 16 == 0) /* the mode: so many zeros and a one */
                blocks[i] = (uint8_t)((blocks[i] & ~((2u << mode) - 1)) | 1u << mode);
        }
        Dds dds;
        const Bytes data = {blocks, COUNT * 16};
        assert_true(dds_texture(surface(kit, 4, 4 * COUNT, 1, fourcc("DX10"), 98, data), &dds,
                                kit->arena, &kit->report));
        const Image image = dds_picture(&dds, 0, kit->arena);
        const uint8_t *bytes = (const uint8_t *)image.pixels;
        uint32_t hash = 2166136261;
        for (size_t i = 0; i < (size_t)image.w * image.h * 4; i++)
            hash = (hash ^ bytes[i]) * 16777619;
        if (hash != hashes[mode])
            fail_msg("mode %u: %08x", mode, hash);
    }
    /* No mode at all. */
    Dds dds;
    memset(blocks, 0, 16);
    blocks[1] = 1;
    assert_true(dds_texture(surface(kit, 3, 2, 1, fourcc("DX10"), 99, (Bytes){blocks, 16}),
                            &dds, kit->arena, &kit->report));
    assert_int_equal(dds_picture(&dds, 0, kit->arena).pixels[5], 0);
}

static void wrong_surfaces_are_refused(void **state)
{
    Kit *kit = *state;
    static const struct {
        size_t at;
        uint32_t value;
        bool sound; /* what follows is a warning */
        const char *says;
    } changes[] = {
        {4, 123, false, "header sizes 123 and 32; expected 124 and 32"},
        {16, 0, false, "invalid size: 0 x 8 pixels"},
        {16, 70000, false, "70000 x 8 pixels are too many"},
        {16, 16384, false, "level 0 (16384 x 8, bc1) needs 65536 bytes, 80 are left"},
        {28, 16, false, "the texture has 16 levels; the maximum is 15"},
        {28, 5, false, "level 4 (1 x 1, bc1) needs 8 bytes, 0 are left"},
        {28, 3, true, "8 bytes follow the last level"},
        {84, 0x39545844, true, "unsupported pixel format DXT9"},
        {84, 3, true, "unsupported pixel format 0x00000003"},
        {84, 0x53344342, true, "the pixel format bc4 with signs is not converted here"},
        {112, 0xFE00, true, "a cube map, a volume or an array"},
        {80, DDS_PIXELS_MASKS, true, "unsupported pixel format: flags 0x40, 0 bits"},
    };
    uint8_t blocks[80] = {0};
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        const Bytes file = arena_copy(kit->arena, surface(kit, 12, 8, 4, fourcc("DXT1"), 0,
                                                          (Bytes){blocks, sizeof blocks}));
        for (unsigned k = 0; k < 4; k++)
            ((uint8_t *)file.data)[changes[i].at + k] = (uint8_t)(changes[i].value >> 8 * k);
        kit_clear(kit);
        if (dds_check(file, kit->arena, &kit->report) != changes[i].sound)
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("%zu: no \"%s\" but \"%s\"", i, changes[i].says, kit_message(kit, 0));
    }
}

static void the_command_line_knows_dds(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    uint8_t blocks[80];
    for (size_t i = 0; i < sizeof blocks; i++)
        blocks[i] = (uint8_t)next_random(256);
    cli_put(cli, "a.dds",
            surface(kit, 12, 8, 4, fourcc("DXT1"), 0, (Bytes){blocks, sizeof blocks}));
    expect(cli, 0, "oisin probe a.dds | grep -q '12 x 8, bc1, 4 levels'");
    expect(cli, 0, "oisin check a.dds");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin show a.dds | grep -q '\"pixel_format\": \"bc1\"'");
    expect(cli, 0,
           "oisin convert a.dds -o a.json && oisin convert a.json -o b.dds && cmp a.dds b.dds");
    expect(cli, 0, "oisin convert a.dds -o a.png --mips && test -f a.3.png");
    /* The colours that are left are those of the format again. */
    expect(cli, 0,
           "oisin convert a.png -o c.dds --format 8888 && oisin convert c.dds -o c.png && "
           "cmp a.png c.png && oisin probe c.dds | grep -q b8g8r8a8");
    expect(cli, 0,
           "oisin convert a.png -o d.dds --mips --format dxt5 && oisin probe d.dds | "
           "grep -q 'bc3, 4 levels'");
    expect(cli, 2, "oisin convert a.png -o e.dds --format bc7");
    assert_non_null(
        strstr(content(cli, "err"), "bc7 is not written to .dds files: --format dxt5"));
    expect(cli, 1, "oisin convert a.png -o e.mmp --format dxt9");
    assert_non_null(strstr(content(cli, "err"),
                           "a.png: unknown texture format \"dxt9\"; expected "
                           "one of dxt1, "));
    assert_non_null(strstr(content(cli, "err"), ", pnt3"));
    expect(cli, 1, "oisin convert a.png -o e.dds --format dxt9");
    assert_null(strstr(content(cli, "err"), ", pnt3"));
    expect(cli, 1, "oisin convert a.png -o e.mmp --format tng");
    assert_non_null(strstr(content(cli, "err"), "cannot convert .tng to .mmp"));
    expect(cli, 2, "oisin convert a.png -o e.dds --format pnt3");
    /* Some programs do not set the flags of the masks. */
    expect(cli, 0,
           "oisin convert a.png -o a.mmp --format 4444 && oisin convert a.mmp -o f.dds");
    expect(cli, 0,
           "printf '\\0' | dd of=f.dds bs=1 seek=80 conv=notrunc 2> dd && "
           "oisin convert f.dds -o f.mmp && cmp a.mmp f.mmp");
    /* Multiplied colours are reported. */
    cli_put(cli, "g.dds", surface(kit, 4, 4, 1, fourcc("DXT4"), 0, (Bytes){blocks, 16}));
    expect(cli, 0, "oisin convert g.dds -o g.png");
    assert_non_null(strstr(content(cli, "err"), "DXT4: the colours are multiplied"));
    expect(cli, 0, "oisin convert g.dds -o g.mmp");
    assert_non_null(strstr(content(cli, "err"), "DXT4: the colours are multiplied"));
    kit_free(kit);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(pixels_are_read_by_their_masks),
        TEST(blocks_of_one_and_two_channels_are_read),
        TEST(blocks_of_bc7_are_those_of_another_program),
        TEST(wrong_surfaces_are_refused),
        cmocka_unit_test_setup_teardown(the_command_line_knows_dds, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
