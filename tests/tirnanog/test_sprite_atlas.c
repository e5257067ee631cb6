/* Atlases of sprites as single images: convert NAME_atls.png, into a folder or in place. */
#include "lib/fault_kit.h"

#include "base/image/png.h"
#include "base/image/png_write.h"

static void put_atlas(Cli *cli, const char *path, const char *list, const char *keyword)
{
    const Image image = image_new(8, 4, cli->arena);
    for (uint32_t i = 0; i < 32; i++)
        image.pixels[i] = PIXEL(i, 255 - i, 7, 255);
    const PngText texts[] = {{TEXT("Comment"), TEXT("Created with GIMP")},
                             {text_of(keyword), text_of(list)}};
    const PngOptions options = {.texts = texts, .text_count = 2};
    cli_put(cli, path, png_write(&image, &options, cli->arena));
}

static Image picture(Cli *cli, const char *path)
{
    Image image = {0};
    Report silent = report_to(NULL, NULL);
    char whole[200];
    snprintf(whole, sizeof whole, "%s/%s", cli->folder, path);
    FILE *file = fopen(whole, "rb");
    if (!file)
        fail_msg("no %s", path);
    uint8_t bytes[4096];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(png_read(arena_copy(cli->arena, (Bytes){bytes, size}), &image, NULL, cli->arena,
                         &silent));
    return image;
}

static const char list[] = "TirNanoG Atlas\r\n0 0 4 2 oak_soo0\r\n4 1 4 3 oak_wel1\r\n";

static void atlas_becomes_an_image_for_each_sprite(void **state)
{
    Cli *cli = *state;
    put_atlas(cli, "more_atls.png", list, "Comment");
    expect(cli, 0, "oisin convert -q more_atls.png -o made");
    expect(cli, 0, "test \"$(ls made | tr '\\n' ' ')\" = 'oak_soo0.png oak_wel1.png '");
    const Image south = picture(cli, "made/oak_soo0.png"),
                west = picture(cli, "made/oak_wel1.png");
    assert_true(south.w == 4 && south.h == 2 && west.w == 4 && west.h == 3);
    assert_int_equal(*image_at(&south, 1, 1), PIXEL(9, 246, 7, 255));
    assert_int_equal(*image_at(&west, 0, 0), PIXEL(12, 243, 7, 255));
}

static void atlas_is_replaced_in_place(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir tiles");
    put_atlas(cli, "tiles/more_atls.png", list, "Comment");
    expect(cli, 0, "oisin convert -q --in-place tiles/more_atls.png");
    expect(cli, 0, "test \"$(ls tiles | tr '\\n' ' ')\" = 'oak_soo0.png oak_wel1.png '");
}

/* The sprite is the only copy of its pixels: it is on the disk before the atlas is removed. */
static void a_sprite_is_flushed_before_its_atlas_is_removed(void **state)
{
    Cli *cli = *state;
    put_atlas(cli, "one_atls.png", "TirNanoG Atlas\r\n0 0 4 2 oak_soo0\r\n", "Comment");
    assert_int_equal(
        sh(cli, "%s oisin convert -q --in-place one_atls.png", fault_at(cli, "fsync", 1, "")),
        1);
    assert_true(fault_was_met(cli));
    expect(cli, 0, "test -e one_atls.png && test ! -e oak_soo0.png");
    expect(cli, 0, "oisin convert -q --in-place one_atls.png");
    expect(cli, 0, "test ! -e one_atls.png && test -e oak_soo0.png");
}

/* Nothing is written, and the atlas stays. */
static void existing_sprites_are_not_replaced(void **state)
{
    Cli *cli = *state;
    put_atlas(cli, "more_atls.png", list, "Comment");
    cli_put(cli, "oak_wel1.png", bytes_of_text(TEXT("mine")));
    expect(cli, 1, "oisin convert --in-place more_atls.png");
    assert_non_null(strstr(content(cli, "err"), "oak_wel1.png already exists"));
    assert_string_equal(content(cli, "oak_wel1.png"), "mine");
    expect(cli, 0, "test -f more_atls.png -a ! -e oak_soo0.png");
}

static void faulty_lists_write_nothing(void **state)
{
    Cli *cli = *state;
    static const struct {
        const char *list, *keyword, *wanted;
    } cases[] = {
        {"TirNanoG Atlas\n0 0 9 2 oak_soo0\n", "Comment", "oak_soo0 is outside the image"},
        {"TirNanoG Atlas\n0 0 4 2 ../oak_soo0\n", "Comment", "expected x y width height"},
        {"TirNanoG Atlas\n0 0 4 2 oak\n", "Comment", "expected x y width height"},
        {"TirNanoG Atlas\n0 0 0 2 oak_soo0\n", "Comment", "oak_soo0 has no pixels"},
        {"TirNanoG Atlas\n0 0 4 2 oak_soo0\n0 0 4 2 oak_soo0\n", "Comment", "oak_soo0.png"},
        {"TirNanoG Atlas\n0 0 4 2 oak_soo0\n", "Title",
         "must be a PNG with a text \"Comment\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        put_atlas(cli, "more_atls.png", cases[i].list, cases[i].keyword);
        expect(cli, 1, "oisin convert more_atls.png -o made");
        if (!strstr(content(cli, "err"), cases[i].wanted))
            fail_msg("\"%s\" does not contain \"%s\"", content(cli, "err"), cases[i].wanted);
        expect(cli, 1, "oisin convert --in-place more_atls.png");
        expect(cli, 0,
               "test ! -e oak_soo0.png -a ! -e oak.png -a ! -e ../oak_soo0.png -a ! -e made -a "
               "-f more_atls.png");
    }
}

/* It was removed, and with it its pixels. */
static void atlas_without_sprites_is_not_removed(void **state)
{
    Cli *cli = *state;
    put_atlas(cli, "x_atls.png", "TirNanoG Atlas\n", "Comment");
    expect(cli, 1, "oisin convert --in-place x_atls.png");
    expect(cli, 0, "test -f x_atls.png");
}

static void other_images_still_need_a_layout(void **state)
{
    Cli *cli = *state;
    put_atlas(cli, "more.png", list, "Comment");
    expect(cli, 1, "oisin convert more.png -o made");
    assert_non_null(strstr(content(cli, "err"), "requires --layout FILE.lyt"));
    expect(cli, 1, "oisin convert --in-place more.png");
    assert_non_null(strstr(content(cli, "err"), "requires an atlas"));
    expect(cli, 2, "oisin convert --in-place more_atls.png -o made");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(atlas_becomes_an_image_for_each_sprite),
        TEST(atlas_is_replaced_in_place),
        TEST(a_sprite_is_flushed_before_its_atlas_is_removed),
        TEST(existing_sprites_are_not_replaced),
        TEST(faulty_lists_write_nothing),
        TEST(atlas_without_sprites_is_not_removed),
        TEST(other_images_still_need_a_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
