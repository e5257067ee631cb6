/* probe, show, check and convert of image files. */
#include "lib/cli.h"
#include "lib/picture_kit.h"

#include "base/image/picture.h"

static void put_images(Cli *cli)
{
    const Image image = image_new(5, 3, cli->arena);
    for (uint32_t i = 0; i < 15; i++)
        image.pixels[i] = PIXEL(i % 4 * 60, 20, 30, 255);
    for (const PictureFormat *format = picture_formats; format->name; format++)
        cli_put(cli, arena_format(cli->arena, "a.%s", format->name).at,
                picture_file(format->name, &image, cli->arena));
}

static void images_are_identified_by_suffix_or_option(void **state)
{
    Cli *cli = *state;
    put_images(cli);
    expect(cli, 0, "oisin probe a.xcf");
    assert_string_equal(content(cli, "out"), "xcf  GIMP image, 5 x 3 pixels\n");
    expect(cli, 0, "cp a.tga noname && oisin probe noname --format tga");
    assert_string_equal(content(cli, "out"), "tga  Truevision TGA, 5 x 3 pixels\n");
    expect(cli, 1, "oisin probe noname");
}

static void images_are_shown_as_json(void **state)
{
    Cli *cli = *state;
    put_images(cli);
    for (const PictureFormat *format = picture_formats; format->name; format++) {
        expect(cli, 0, arena_format(cli->arena, "oisin show a.%s", format->name).at);
        const Text wanted = arena_format(
            cli->arena, "{\n  \"format\": \"%s\",\n  \"width\": 5,\n  \"height\": 3\n}\n",
            format->name);
        assert_string_equal(content(cli, "out"), wanted.at);
    }
}

/* check decodes the pixels, of which probe reads nothing. */
static void damaged_images_are_found_by_check(void **state)
{
    Cli *cli = *state;
    put_images(cli);
    expect(cli, 0, "oisin check a.*");
    expect(cli, 0, "truncate -s -9 a.bmp && oisin probe a.bmp");
    expect(cli, 1, "oisin check a.bmp");
    assert_non_null(strstr(content(cli, "err"), "a.bmp: at byte 122: 5 x 3 pixels need 60"));
    expect(cli, 1, "echo > b.webp; oisin probe b.webp");
}

static void images_become_png(void **state)
{
    Cli *cli = *state;
    put_images(cli);
    expect(cli, 0,
           "oisin convert -q a.png -o want.mmp && oisin convert -q want.mmp -o want.png");
    for (const PictureFormat *format = picture_formats + 1; format->name; format++) {
        if (!strcmp(format->name, "jpeg"))
            continue;
        expect(cli, 0,
               arena_format(cli->arena,
                            "oisin convert -q a.%s -o b.png && oisin convert -q b.png -o b.mmp "
                            "&& cmp b.mmp want.mmp",
                            format->name)
                   .at);
    }
    expect(cli, 0, "mkdir all && oisin convert -q a.xcf -o all && test -f all/a.png");
    expect(cli, 0, "cp a.xcf b.xcf && oisin convert -q a.xcf b.xcf -o both");
    expect(cli, 0, "cmp both/a.png both/b.png");
    expect(cli, 1, "oisin convert a.xcf -o a.webp");
}

/* They were reported with the name of the sheet. */
static void errors_of_a_layout_name_its_file(void **state)
{
    Cli *cli = *state;
    put_images(cli);
    static const char *const lines[] = {"so o - (9,9)", "so o - (0,0", "up o - (0,0)"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        cli_put(cli, "one.lyt",
                bytes_of_text(arena_format(
                    cli->arena, "TirNanoG Layout\n5 3 0 0 0 0 tiles\n%s\n", lines[i])));
        expect(cli, 1, "oisin convert a.png --layout one.lyt -o made");
        assert_true(text_starts(text_of(content(cli, "err")), "one.lyt:3:"));
    }
}

/* A sheet of one sprite, in any format. */
static void sheets_of_every_format_are_cut(void **state)
{
    Cli *cli = *state;
    put_images(cli);
    cli_put(cli, "one.lyt",
            bytes_of_text(TEXT("TirNanoG Layout\n5 3 0 0 0 0 tiles\nso o - (0,0)")));
    for (const PictureFormat *format = picture_formats; format->name; format++) {
        expect(cli, 0,
               arena_format(cli->arena, "oisin convert -q a.%s --layout one.lyt -o made",
                            format->name)
                   .at);
        expect(cli, 0, "test -f made/tiles/a_soo0.png && rm -r made");
    }
}

/* Adobe's palettes have the suffix .ase, too: the content decides. */
static void aseprite_becomes_sprites_and_adobe_a_palette(void **state)
{
    Cli *cli = *state;
    static const uint8_t adobe[] = {
        'A', 'S', 'E', 'F', 0,   1,    0,    0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 20, 0,
        0,   'R', 'G', 'B', ' ', 0x3F, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0};
    put_images(cli);
    cli_put(cli, "red.ase", (Bytes){adobe, sizeof adobe});
    expect(cli, 0, "oisin convert a.aseprite -o made && cp a.aseprite b.ase");
    expect(cli, 0, "oisin convert b.ase -o made --folder tiles");
    expect(cli, 0, "cmp made/chars/a_soo0.png made/tiles/b_soo0.png");
    expect(cli, 0, "oisin check red.ase b.ase && oisin convert red.ase -o made");
    expect(cli, 0, "grep -q '255.*0.*0' made/red.gpl");
    expect(cli, 1, "oisin convert red.ase -o red.png");
    assert_non_null(strstr(content(cli, "err"), "red.ase: at byte 0: a palette of Adobe"));
    expect(cli, 2, "oisin convert b.ase -o made --folder backs");
    expect(cli, 2, "oisin convert a.png -o made --folder tiles --layout a.png");
}

static void presets_cut_sheets(void **state)
{
    Cli *cli = *state;
    put_images(cli); /* 5 x 3 pixels, of which every fourth is black */
    expect(cli, 0, "oisin convert a.tga --preset grid --size 2x3 --spacing 1 -o made");
    expect(cli, 0, "test -f made/tiles/a_0_soo0.png && test -f made/tiles/a_1_soo0.png");
    expect(cli, 0, "oisin convert a.png --preset grid --size 5x3 --folder ui -o made");
    expect(cli, 0, "oisin convert a.png --preset grid --size 5x3 --folder ui -o made/ui/a.lyt");
    expect(cli, 0, "oisin check made/ui/a.lyt && grep -q '^5 3 0 0 0 0 ui' made/ui/a.lyt");
    cli_put(cli, "a.xml",
            bytes_of_text(TEXT("<TextureAtlas><SubTexture name='dot' x='1' y='1' width='2' "
                               "height='1'/></TextureAtlas>")));
    expect(cli, 0, "oisin convert a.png --preset kenney -o made");
    expect(cli, 0, "oisin probe made/tiles/dot_soo0.png | grep -q '2 x 1 pixels'");
    expect(cli, 1, "oisin convert a.png --preset lpk -o made");
    assert_non_null(
        strstr(content(cli, "err"), "unknown preset \"lpk\"; did you mean \"lpc\"?"));
    expect(cli, 1, "oisin convert a.png --preset kenney -o a.lyt");
    expect(cli, 1, "oisin convert a.png -o a.lyt");
    expect(cli, 2, "oisin convert a.png --preset lpc --size 4 -o made");
    expect(cli, 2, "oisin convert a.png --preset grid --size 4x -o made");
    expect(cli, 2, "oisin convert a.png --preset grid --size 4 --layout a.xml -o made");
    expect(cli, 2, "oisin convert a.png --margin 4 --layout a.xml -o made");
    expect(cli, 2, "oisin convert a.png --preset lpc -o b.mmp");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(images_are_identified_by_suffix_or_option),
        TEST(images_are_shown_as_json),
        TEST(damaged_images_are_found_by_check),
        TEST(images_become_png),
        TEST(sheets_of_every_format_are_cut),
        TEST(errors_of_a_layout_name_its_file),
        TEST(presets_cut_sheets),
        TEST(aseprite_becomes_sprites_and_adobe_a_palette),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
