/* Layouts, and cutting a sheet that is drawn here: each pixel tells where it was. */
#include "lib/shared_kit.h"

#include "tirnanog/sprites/sheet_cut.h"
#include "base/image/png.h"

static Pixel pixel_of(uint32_t x, uint32_t y) { return PIXEL(x, y, x >> 8 | y >> 8 << 4, 255); }

static Image sheet_draw(uint32_t w, uint32_t h)
{
    const Image sheet = image_new(w, h, arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++)
            *image_at(&sheet, x, y) = pixel_of(x, y);
    return sheet;
}

static SheetLayout layout_of(const char *text)
{
    SheetLayout layout;
    if (!sheet_layout_read(text_of(text), &layout, arena, &kit->report))
        fail_msg("%u:%u: %s", kit->messages.items[0].line, kit->messages.items[0].column,
                 kit->messages.items[0].text.at);
    return layout;
}

#define HEAD "TirNanoG Layout\r\n8 4 3 2 1 5 tiles\r\n"

static void frames_are_joined_without_margins_and_gaps(void **state)
{
    (void)state;
    const SheetLayout layout =
        layout_of(HEAD "so l walking (0,0) (2,1) (1,2)\r\nea f - (0,1,1,2) (2,0,3,1)\r\n");
    const Image sheet = sheet_draw(64, 32);
    SheetPictures pictures;
    assert_true(sheet_cut(&layout, &sheet, TEXT("oak"), &pictures, arena, &kit->report));
    assert_int_equal(pictures.count, 2);
    assert_true(text_is(pictures.items[0].path, "tiles/oak_walking_sol2.png"));
    assert_true(text_is(pictures.items[1].path, "tiles/oak_eaf1.png"));
    const Image *walking = &pictures.items[0].image, *tall = &pictures.items[1].image;
    assert_int_equal(walking->w, 24);
    assert_int_equal(walking->h, 4);
    static const uint32_t corners[3][2] = {{3, 2}, {29, 7}, {16, 12}};
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 24; x++)
            assert_int_equal(*image_at(walking, x, y),
                             pixel_of(corners[x / 8][0] + x % 8, corners[x / 8][1] + y));
    assert_int_equal(tall->w, 32);
    assert_int_equal(tall->h, 8);
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 32; x++) {
            const uint32_t column = x / 8 % 2 + x / 16 * 2, row = y / 4 + 1 - x / 16;
            assert_int_equal(*image_at(tall, x, y),
                             pixel_of(3 + column * 13 + x % 8, 2 + row * 5 + y % 4));
        }
}

static void the_category_is_the_folder(void **state)
{
    (void)state;
    const Image sheet = sheet_draw(8, 8);
    SheetPictures pictures;
    static const char *const words[] = {"ui", "tiles", "chars", "portraits", "backs", "-"};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const SheetLayout layout = layout_of(
            arena_format(arena, "TirNanoG Layout\n8 8 0 0 0 0 %s\nso o - (0,0)", words[i]).at);
        assert_true(sheet_cut(&layout, &sheet, TEXT("a.b"), &pictures, arena, &kit->report));
        assert_true(text_equal(pictures.items[0].path,
                               arena_format(arena, "%s%sa.b_soo0.png", i == 5 ? "" : words[i],
                                            i == 5 ? "" : "/")));
        assert_true(image_equal(&pictures.items[0].image, &sheet));
    }
}

static void thirty_two_frames_are_v_and_more_are_rejected(void **state)
{
    (void)state;
    Text text = TEXT("TirNanoG Layout\n1 1 0 0 0 0 ui\nno l -");
    for (int i = 0; i < 32; i++)
        text = arena_format(arena, "%s (%d,0)", text.at, i);
    const Image sheet = sheet_draw(32, 1);
    const SheetLayout layout = layout_of(text.at);
    SheetPictures pictures;
    assert_true(sheet_cut(&layout, &sheet, TEXT("x"), &pictures, arena, &kit->report));
    assert_true(text_is(pictures.items[0].path, "ui/x_nolV.png"));
    assert_true(image_equal(&pictures.items[0].image, &sheet));
    SheetLayout more;
    assert_false(sheet_layout_read(arena_format(arena, "%s (0,0)", text.at), &more, arena,
                                   &kit->report));
    assert_int_equal(kit->messages.items[0].column, text.size - 29);
}

static void grid_without_sprites_or_frames_is_empty(void **state)
{
    (void)state;
    const Image sheet = sheet_draw(8, 8);
    SheetPictures pictures;
    SheetLayout layout = layout_of(HEAD);
    assert_true(sheet_cut(&layout, &sheet, TEXT("x"), &pictures, arena, &kit->report));
    assert_int_equal(pictures.count, 0);
    layout = layout_of(HEAD "\r\nso o -\r\n  \r\n");
    assert_true(sheet_cut(&layout, &sheet, TEXT("x"), &pictures, arena, &kit->report));
    assert_int_equal(pictures.count, 0);
    assert_int_equal(kit->messages.count, 1);
    assert_int_equal(kit->messages.items[0].line, 4);
}

static void layout_errors_are_reported_with_position(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } bad[] = {
        {"", 1, 1},
        {"TirNanoG Palette\n", 1, 1},
        {"TirNanoG Layout", 2, 1},
        {"TirNanoG Layout\n8 0 3 2 1 5 tiles", 2, 3},
        {"TirNanoG Layout\n8 4 3 2 1 tiles", 2, 11},
        {"TirNanoG Layout\n8 4 3 2 1 99999 tiles", 2, 11},
        {"TirNanoG Layout\n8 4 3 2 1 5 trees", 2, 13},
        {"TirNanoG Layout\n8 4 3 2 1 5", 2, 12},
        {"TirNanoG Layout\n8 4 3 2 1 5 ui x", 2, 16},
        {HEAD "up o - (0,0)", 3, 1},
        {HEAD " so x - (0,0)", 3, 5},
        {HEAD "so o ../a (0,0)", 3, 6},
        {HEAD "so o - 0,0", 3, 8},
        {HEAD "so o - (0,0) (1)", 3, 14},
        {HEAD "so o - (0,0,1)", 3, 8},
        {HEAD "so o - (0,0,1,1,1)", 3, 8},
        {HEAD "so o - (0,-1)", 3, 11},
        {HEAD "so o - (0;1)", 3, 10},
        {HEAD "so o - (0,1", 3, 12},
        {HEAD "so o - (2,0,1,0)", 3, 8},
        {HEAD "so o - (0,0)\nso o b (0,99999999999999999999)", 4, 11},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        SheetLayout layout;
        kit_clear(kit);
        assert_false(sheet_layout_read(text_of(bad[i].text), &layout, arena, &kit->report));
        kit_message_is_at(kit, bad[i].text, bad[i].line, bad[i].column);
    }
}

static void areas_outside_the_sheet_are_rejected_with_position(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } bad[] = {
        {HEAD "so o - (0,0)\nso o a (0,0) (1,0) (2,0)", 4, 20},
        {HEAD "so o - (0,3)", 3, 8},
        {HEAD "so o - (0,0) (0,0,1,0)", 3, 14},
        {HEAD "so o - (0,0)\nso o - (1,0)", 4, 1},
        {HEAD "so o - (16384,16384)", 3, 8},
    };
    const Image sheet = sheet_draw(3 + 8 + 5 + 8, 2 + 4 + 1 + 4 + 1 + 4);
    SheetPictures pictures;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const SheetLayout layout = layout_of(bad[i].text);
        kit_clear(kit);
        assert_false(sheet_cut(&layout, &sheet, TEXT("x"), &pictures, arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        assert_int_equal(kit->messages.items[0].line, bad[i].line);
        assert_int_equal(kit->messages.items[0].column, bad[i].column);
    }
    const SheetLayout layout = layout_of(HEAD);
    assert_false(sheet_cut(&layout, &sheet, TEXT("../x"), &pictures, arena, &kit->report));
}

/* Some kilobytes could ask for terabytes. */
static void too_large_images_are_rejected_before_allocation(void **state)
{
    (void)state;
    const Image sheet = image_new(1024, 1024, arena);
    Text text = TEXT("TirNanoG Layout\n1024 1024 0 0 0 0 ui");
    for (int i = 0; i < 5; i++) {
        text = arena_format(arena, "%s\nso l a%d", text.at, i);
        for (int j = 0; j < 16; j++)
            text = arena_format(arena, "%s (0,0)", text.at);
    }
    const SheetLayout layout = layout_of(text.at);
    SheetPictures pictures;
    assert_false(sheet_cut(&layout, &sheet, TEXT("x"), &pictures, arena, &kit->report));
    assert_int_equal(kit->messages.items[0].line, 7);
}

static void written_files_survive_a_round_trip(void **state)
{
    (void)state;
    static const char text[] = HEAD "so l walking (0,0) (2,1) (1,2)\r\n"
                                    "ea f - (0,1,1,2) (2,0,3,1)\r\nnw o a.b_C9\r\n";
    SheetLayout layout = layout_of(text);
    assert_true(text_is(sheet_layout_write(&layout, arena), text));
    layout = layout_of("TirNanoG Layout\n 1 2 3 4 5 6 -\n\n\tso  o\t-  ( 0 , 1 )(2,3,2,3)");
    assert_true(text_is(sheet_layout_write(&layout, arena),
                        "TirNanoG Layout\r\n1 2 3 4 5 6 -\r\nso o - (0,1) (2,3)\r\n"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
    const struct CMUnitTest tests[] = {
        TEST(frames_are_joined_without_margins_and_gaps),
        TEST(the_category_is_the_folder),
        TEST(thirty_two_frames_are_v_and_more_are_rejected),
        TEST(grid_without_sprites_or_frames_is_empty),
        TEST(layout_errors_are_reported_with_position),
        TEST(areas_outside_the_sheet_are_rejected_with_position),
        TEST(too_large_images_are_rejected_before_allocation),
        TEST(written_files_survive_a_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
