/* Sheets of other programs are recognised, by their sizes, names, lists and pixels; photos and
 * drawings are not. The lists of Aseprite become strips. */
#include "lib/shared_kit.h"

#include "base/text.h"
#include "base/image/png.h"
#include "tirnanog/convert/aseprite_list.h"
#include "tirnanog/convert/sheet_guess.h"

static const char *list; /* next to the sheet; NULL: none */
static const char *list_suffix;

static bool beside(void *context, Text name, Bytes *out, Arena *to)
{
    (void)context;
    (void)to;
    if (!list || !text_ends(name, list_suffix))
        return false;
    *out = bytes_of_text(text_of(list));
    return true;
}

static void fill(const Image *image, uint32_t left, uint32_t top, uint32_t w, uint32_t h,
                 Pixel pixel)
{
    for (uint32_t y = top; y < top + h; y++)
        for (uint32_t x = left; x < left + w; x++)
            *image_at(image, x, y) = pixel;
}

/* A figure in each cell, with air around it. */
static Image figures(uint32_t columns, uint32_t rows, uint32_t cell)
{
    const Image image = image_new(columns * cell, rows * cell, arena);
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++)
            fill(&image, x * cell + cell / 4, y * cell + cell / 4, cell / 2, cell / 2,
                 PIXEL(x * 9, y * 9, 90, 255));
    return image;
}

/* Tiles of a few colours, without air. */
static Image tiles(uint32_t w, uint32_t h)
{
    const Image image = image_new(w, h, arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++)
            *image_at(&image, x, y) = PIXEL(x / 16 % 8 * 30, y / 16 % 8 * 30, 60, 255);
    return image;
}

/* Hardly two pixels are equal. */
static Image photo(uint32_t w, uint32_t h)
{
    const Image image = image_new(w, h, arena);
    uint32_t random = 7;
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            random = random * 1664525 + 1013904223;
            *image_at(&image, x, y) =
                PIXEL((x * 200 / w + (random >> 24) % 40), (y * 200 / h + (random >> 16) % 40),
                      ((x + y) * 100 / (w + h) + (random >> 9) % 40), 255);
        }
    return image;
}

static const char *guessed(const Image *image, const char *path, SheetGuess *out)
{
    SheetGuess guesses[SHEET_GUESSES_MAX] = {{0}};
    const PresetSheet sheet = {.path = text_of(path), .image = image, .beside = beside};
    const size_t count = sheet_guess(&sheet, guesses, arena);
    *out = guesses[0];
    return count ? guesses[0].preset : "";
}

static void is_guessed(Image image, const char *path, const char *preset)
{
    SheetGuess guess;
    const char *found = guessed(&image, path, &guess);
    if (strcmp(found, preset) != 0)
        fail_msg("%s, %u x %u: \"%s\"; expected \"%s\"", path, image.w, image.h, found, preset);
}

static void known_sheets_are_recognised(void **state)
{
    (void)state;
    list = NULL;
    is_guessed(figures(12, 8, 48), "Actor1.png", "rpgmaker-characters");
    is_guessed(figures(12, 8, 32), "Actor1.png", "rpgmaker-characters");
    is_guessed(figures(3, 4, 40), "$Big.png", "rpgmaker-characters");
    is_guessed(figures(3, 4, 40), "!$Door.png", "rpgmaker-characters");
    is_guessed(figures(4, 2, 144), "Actor1.png", "rpgmaker-faces");
    is_guessed(figures(13, 21, 64), "hero.png", "lpc");
    is_guessed(figures(13, 54, 64), "hero.png", "lpc");
    is_guessed(figures(9, 4, 64), "walk.png", "lpc");
    is_guessed(tiles(768, 576), "World_A1.png", "rpgmaker-a1");
    is_guessed(tiles(768, 576), "World_A2.png", "rpgmaker-a2");
    is_guessed(tiles(768, 384), "World.png", "rpgmaker-a3");
    is_guessed(tiles(768, 720), "World_A4.png", "rpgmaker-a4");
    is_guessed(tiles(384, 768), "World_A5.png", "rpgmaker-a5");
    is_guessed(tiles(768, 768), "World_C.png", "rpgmaker-b");
    is_guessed(tiles(512, 512), "Inside_B.png", "rpgmaker-b");
    is_guessed(tiles(512, 640), "IconSet.png", "rpgmaker-icons");
    is_guessed(tiles(320, 160), "tilemap_packed.png", "grid");
}

/* 5 x 3 tiles of different colours with a line between them, and `more` columns of pixels. */
static Image tiles_with_lines(uint32_t cell, uint32_t more)
{
    const uint32_t step = cell + 1;
    const Image image = image_new(5 * step - 1 + more, 3 * step - 1, arena);
    for (uint32_t n = 0; n < 15; n++)
        for (uint32_t y = 0; y < cell; y++)
            for (uint32_t x = 0; x < cell; x++)
                *image_at(&image, n % 5 * step + x, n / 5 * step + y) =
                    PIXEL(x * 3, y * 3, n, 255);
    return image;
}

static void tiles_with_lines_between_them_have_a_grid(void **state)
{
    (void)state;
    const uint32_t cells[] = {8, 16, 18, 64};
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        const Image image = tiles_with_lines(cells[i], 0);
        SheetGuess guess;
        assert_string_equal(guessed(&image, "tilemap.png", &guess), "grid");
        assert_int_equal(guess.cell, cells[i]);
        assert_int_equal(guess.spacing, 1);
        assert_int_equal(guess.margin, 0);
        is_guessed(tiles_with_lines(cells[i], 3), "tilemap.png", "");
    }
}

/* Photos of the sizes of sheets; sizes next to them; drawings; one colour; nothing. */
static void other_images_are_not_sheets(void **state)
{
    static const uint32_t sizes[][2] = {{768, 576}, {576, 384}, {576, 288}, {832, 1344},
                                        {384, 768}, {768, 768}, {84, 50},   {1024, 768}};
    (void)state;
    list = NULL;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        is_guessed(photo(sizes[i][0], sizes[i][1]), "IMG_2041.jpg", "");
        is_guessed(image_new(sizes[i][0], sizes[i][1], arena), "World_A1.png", "");
    }
    is_guessed(photo(120, 160), "$hero.png", "");
    is_guessed(tiles(64, 64), "house.png", "");
    is_guessed(tiles(768, 768), "house.png", "");
    is_guessed(tiles(84, 50), "flag.png", "");
    is_guessed(figures(12, 8, 40), "drawing.png", "");
    is_guessed(figures(1, 1, 16), "coin.png", "");
    is_guessed(image_new(1, 1, arena), "", "");
}

static void a_list_next_to_the_sheet_decides(void **state)
{
    (void)state;
    list = "<?xml version=\"1.0\"?><TextureAtlas imagePath=\"sheet.png\"></TextureAtlas>";
    list_suffix = ".xml";
    is_guessed(figures(12, 8, 48), "sheet.png", "kenney");
    list = "<other/>";
    is_guessed(tiles(64, 64), "sheet.png", "");
    list_suffix = ".json";
    list = "{\"frames\": [{\"frame\": {\"x\": 0}}]}";
    is_guessed(tiles(64, 64), "sheet.png", "aseprite");
    list = "{\"frames\": {\"a 0\": {\"frame\": {\"x\": 0}}}}";
    is_guessed(tiles(64, 64), "sheet.png", "aseprite");
    static const char *const others[] = {"{\"frames\": []}", "{\"frames\": {}}", "[1]", "{", "",
                                         "{\"frames\": [1]}"};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        list = others[i];
        is_guessed(tiles(64, 64), "sheet.png", "");
    }
    list = NULL;
}

/* ---- lists of Aseprite ---- */

/* Frames of 8 x 8 pixels; the third is trimmed to a pixel at (2,3). */
#define FRAME(name, x, ms)                                                                     \
    name "{\"frame\": {\"x\": " x ", \"y\": 0, \"w\": 8, \"h\": 8}, \"rotated\": false, "      \
         "\"spriteSourceSize\": {\"x\": 0, \"y\": 0, \"w\": 8, \"h\": 8}, \"sourceSize\": "    \
         "{\"w\": 8, \"h\": 8}, \"duration\": " ms "}"
#define TRIMMED(name)                                                                          \
    name "{\"frame\": {\"x\": 16, \"y\": 0, \"w\": 1, \"h\": 1}, \"rotated\": false, "         \
         "\"trimmed\": true, \"spriteSourceSize\": {\"x\": 2, \"y\": 3, \"w\": 1, \"h\": 1}, " \
         "\"sourceSize\": {\"w\": 8, \"h\": 8}, \"duration\": 100}"
#define TAGS                                                                                   \
    "\"meta\": {\"frameTags\": [{\"name\": \"Walk Left\", \"from\": 0, \"to\": 2, "            \
    "\"direction\": \"pingpong\"}, {\"name\": \"sit\", \"from\": 1, \"to\": 1, "               \
    "\"direction\": "                                                                          \
    "\"forward\"}]}"

static ProjectFiles made;

static bool cut(const char *text)
{
    const Image sheet = image_new(24, 8, arena);
    fill(&sheet, 0, 0, 8, 8, PIXEL(1, 1, 1, 255));
    fill(&sheet, 8, 0, 8, 8, PIXEL(2, 2, 2, 255));
    fill(&sheet, 16, 0, 1, 1, PIXEL(3, 3, 3, 255));
    kit_clear(kit);
    made = (ProjectFiles){0};
    return aseprite_list_sprites(bytes_of_text(text_of(text)), &sheet, TEXT("cat"), "chars",
                                 &made, arena, &kit->report);
}

static Image picture(size_t index)
{
    Image image;
    PngInfo info;
    assert_true(png_read(made.items[index].bytes, &image, &info, arena, &kit->report));
    return image;
}

static void tags_of_a_list_become_strips(void **state)
{
    static const char *const lists[] = {
        "{\"frames\": [" FRAME("", "0", "100") ", " FRAME("", "8", "100") ", " TRIMMED(
            "") "], " TAGS "}",
        "{\"frames\": {" FRAME("\"cat 0\": ", "0", "100") ", " FRAME(
            "\"cat 1\": ", "8", "100") ", " TRIMMED("\"cat 2\": ") "}, " TAGS "}"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        if (!cut(lists[i]))
            fail_msg("%s", kit_message(kit, 0));
        assert_int_equal(made.count, 2);
        assert_true(text_is(made.items[0].path, "chars/cat_walk_wef2.png"));
        assert_true(text_is(made.items[1].path, "chars/cat_sit_soo0.png"));
        const Image walk = picture(0);
        assert_int_equal(walk.w, 24);
        assert_int_equal(walk.h, 8);
        assert_int_equal(*image_at(&walk, 8, 0), PIXEL(2, 2, 2, 255));
        assert_int_equal(*image_at(&walk, 18, 3), PIXEL(3, 3, 3, 255));
        assert_int_equal(*image_at(&walk, 16, 0), 0);
    }
}

/* 1/8 s is one frame; without tags all is one sprite. */
static void durations_repeat_frames(void **state)
{
    (void)state;
    assert_true(cut("{\"frames\": [" FRAME("", "0", "125") ", " FRAME("", "8", "375") "]}"));
    assert_int_equal(made.count, 1);
    assert_true(text_is(made.items[0].path, "chars/cat_sol3.png"));
    assert_int_equal(picture(0).w, 32);
}

static void wrong_lists_give_one_error(void **state)
{
    static const char *const cases[][2] = {
        {"{", ""},
        {"{\"frames\": []}", "the list has no frames"},
        {"{\"frames\": 3}", "the list has no frames"},
        {"{\"frames\": [7]}", "frame 0 has no place in the sheet"},
        {"{\"frames\": [{\"frame\": {\"x\": -1, \"y\": 0, \"w\": 8, \"h\": 8}}]}",
         "frame 0 has no place in the sheet"},
        {"{\"frames\": [{\"frame\": {\"x\": 0, \"y\": 0, \"w\": 0, \"h\": 8}}]}",
         "frame 0 has no place in the sheet"},
        {"{\"frames\": [{\"frame\": {\"x\": 20, \"y\": 0, \"w\": 8, \"h\": 8}}]}",
         "frame 0 ends at 28,8, the sheet has 24 x 8 pixels"},
        {"{\"frames\": [{\"frame\": {\"x\": 0, \"y\": 0, \"w\": 8, \"h\": 8}, \"rotated\": "
         "true}]}",
         "frame 0 is rotated"},
        {"{\"frames\": [" FRAME("", "0", "9000") ", " FRAME("", "8", "100") "]}",
         "needs more than 32 frames"},
        {"{\"frames\": [" FRAME("", "0",
                                "100") "], \"meta\": {\"frameTags\": [{\"name\": \"a\", "
                                       "\"from\": 0, \"to\": 5}]}}",
         "tag \"a\" has frames that are not in the list"},
        {"{\"frames\": [" FRAME("", "0",
                                "100") "], \"meta\": {\"frameTags\": [{\"name\": \"a\", "
                                       "\"from\": 0, \"to\": 0}, {\"name\": \"A\", "
                                       "\"from\": 0, \"to\": 0}]}}",
         "two tags become the sprite cat_a_so"},
        {"{\"frames\": [" FRAME("", "0", "100") "], \"meta\": {\"frameTags\": [{\"name\": "
                                                "\"\\u00e4\", \"from\": 0, \"to\": 0}]}}",
         "the name of a sprite has letters and digits"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (cut(cases[i][0]))
            fail_msg("%s was accepted", cases[i][0]);
        assert_int_equal(kit->messages.count, 1);
        if (!strstr(kit_message(kit, 0), cases[i][1]))
            fail_msg("\"%s\" does not contain \"%s\"", kit_message(kit, 0), cases[i][1]);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(known_sheets_are_recognised),  TEST(tiles_with_lines_between_them_have_a_grid),
        TEST(other_images_are_not_sheets),  TEST(a_list_next_to_the_sheet_decides),
        TEST(tags_of_a_list_become_strips), TEST(durations_repeat_frames),
        TEST(wrong_lists_give_one_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
