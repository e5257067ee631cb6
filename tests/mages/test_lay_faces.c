/* Contact sheets for people and portraits for games. */
#include "lib/lay_kit.h"

#include "mages/sprites/lay_faces.h"
#include "kit/open/picture_reduce.h"
#include "base/image/png.h"

static void contact_sheet_fits_all_images(void **state)
{
    (void)state;
    const Image sheet = sheet_random(true);
    const LayOptions options = {.all_frames = true};
    Lay lay = {.file = {.sprites = ARENA_ALLOC(arena, LaySprite, 3000),
                        .chunks = ARENA_ALLOC(arena, LayChunk, 8)}};
    for (uint32_t i = 0; i < 8; i++)
        chunk_add(&lay, (float)(30 * i), 0, 1 + 32 * (float)(i % CELLS), 1);
    const uint32_t counts[] = {1, 7, 100, 3000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        LayPlan plan;
        Image out;
        for (uint32_t k = 0; k < counts[i]; k++)
            lay.file.sprites[k] = (LaySprite){info_of(LAY_SUB, k, 0), 0, 1 + k % 8};
        lay.file.sprite_count = counts[i];
        assert_true(lay_plan(&lay, &sheet, &options, TEXT("a"), &plan, arena, &kit->report) &&
                    lay_contact_sheet(&plan, 0, &out, arena, &kit->report));
        assert_true(out.w <= PNG_SIDE_MAX && out.h <= PNG_SIDE_MAX);
        assert_true((uint64_t)out.w * out.h < 1 << 25);
        const Rect drawn = image_opaque_box(&out);
        assert_int_equal(drawn.w, out.w);
    }
}

static void a_portrait_shows_the_face_and_not_the_feet(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    const LayOptions options = {0};
    Lay lay = lay_empty();
    lay.file.sprites[0] = (LaySprite){info_of(LAY_BASE, 0, 1), 0, 20};
    lay.file.sprites[1] = (LaySprite){info_of(LAY_SUB, 1, 0), 20, 2};
    lay.file.sprite_count = 2;
    for (uint32_t i = 0; i < 20; i++)
        chunk_add(&lay, (float)(30 * (i % 2)), (float)(30 * (i / 2)), 1, 1);
    chunk_add(&lay, 0, 30, 33, 33);
    chunk_add(&lay, 30, 30, 33, 33);
    LayPlan plan;
    assert_true(lay_plan(&lay, &sheet, &options, TEXT("A B+c"), &plan, arena, &kit->report));
    const Rect box = lay_face_box(&plan);
    assert_int_equal(box.y, 0);
    assert_int_equal(box.h, 120);
    assert_int_equal(box.w, 120);
    assert_int_equal(box.x, -30);
    const Image portrait = lay_portrait(&plan, plan.pictures, 64, arena);
    assert_int_equal(portrait.w, 64);
    assert_int_equal(portrait.h, 64);
    assert_true(text_is(lay_portrait_name(plan.pictures[0].name, arena), "a_b_c_f01"));
}

/* 84 bytes of layout: a square as long as the canvas would be 250 million pixels. */
static void face_of_a_very_long_canvas_needs_little_memory(void **state)
{
    (void)state;
    const Image sheet = sheet_random(false);
    const LayOptions options = {0};
    Lay lay = two_chunks(15900, 0);
    lay.file.sprites[0].info = info_of(LAY_SUB, 1, 0);
    LayPlan plan;
    Image out;
    assert_true(lay_plan(&lay, &sheet, &options, TEXT("a"), &plan, arena, &kit->report));
    const Rect box = lay_face_box(&plan);
    assert_int_equal(box.x, 0);
    assert_int_equal(box.y, 0);
    assert_int_equal(box.w, 15930);
    assert_int_equal(box.h, 30);
    assert_true(lay_contact_sheet(&plan, 0, &out, arena, &kit->report));
    const Image portrait = lay_portrait(&plan, plan.pictures, 64, arena);
    assert_int_equal(portrait.w, 64);
    assert_int_equal(portrait.h, 1);
}

/* Each pixel is the mean of what it covers; colours count by their alpha. */
static void reduced_image_has_mean_colours(void **state)
{
    (void)state;
    const Image image = image_new(6, 4, arena);
    for (uint32_t i = 0; i < 24; i++)
        image.pixels[i] = i % 6 < 3 ? PIXEL(200, 100, 0, 255) : PIXEL(0, 0, 255, 0);
    const Image halves = picture_reduced(&image, 2, 1, arena);
    assert_int_equal(halves.pixels[0], PIXEL(200, 100, 0, 255));
    assert_int_equal(halves.pixels[1], 0);
    const Image thirds = picture_reduced(&image, 4, 4, arena); /* 1.5 pixels each */
    assert_int_equal(thirds.pixels[1], PIXEL(200, 100, 0, 255));
    const Image one = picture_reduced(&image, 1, 1, arena);
    assert_int_equal(one.pixels[0], PIXEL(200, 100, 0, 128));
    const Image same = picture_reduced(&image, 6, 4, arena);
    assert_true(image_equal(&same, &image));
    uint32_t w = 3000, h = 2;
    picture_fit(&w, &h, 100);
    assert_int_equal(w, 100);
    assert_int_equal(h, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
        TEST(contact_sheet_fits_all_images),
        TEST(reduced_image_has_mean_colours),
        TEST(face_of_a_very_long_canvas_needs_little_memory),
        TEST(a_portrait_shows_the_face_and_not_the_feet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
