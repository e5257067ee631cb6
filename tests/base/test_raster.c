/* geometry/raster and geometry/turn. */
#include "lib/kit.h"

#include "base/image/raster.h"
#include "base/image/turn.h"

static RasterVertex corner(float x, float y, float depth)
{
    return (RasterVertex){x, y, depth, 1, 0, 0, 1};
}

/* Draws a triangle, whichever way it turns, in a colour that is added up. */
static void add(const Raster *raster, uint32_t *counts, RasterVertex a, RasterVertex b,
                RasterVertex c, Arena *arena)
{
    const RasterPaint paint = {NULL, PIXEL(255, 0, 0, 255), true, false};
    const Raster one = raster_new(raster->image.w, raster->image.h, arena);
    raster_triangle(&one, (RasterVertex[]){a, b, c}, &paint);
    for (uint32_t y = 0; y < one.image.h; y++)
        for (uint32_t x = 0; x < one.image.w; x++)
            counts[y * one.image.w + x] += *image_at(&one.image, x, y) != 0;
}

static void triangles_that_share_edges_cover_each_pixel_once(void **state)
{
    Kit *kit = *state;
    const Raster raster = raster_new(32, 32, kit->arena);
    uint32_t counts[32 * 32] = {0};
    uint32_t seed = 1;
    for (int round = 0; round < 200; round++) {
        const RasterVertex hub =
            corner(1 + (float)(seed % 3000) / 100, 1 + (float)(seed / 3000 % 3000) / 100, 0);
        memset(counts, 0, sizeof counts);
        add(&raster, counts, corner(0, 0, 0), corner(32, 0, 0), hub, kit->arena);
        add(&raster, counts, corner(32, 0, 0), corner(32, 32, 0), hub, kit->arena);
        add(&raster, counts, corner(32, 32, 0), corner(0, 32, 0), hub, kit->arena);
        add(&raster, counts, hub, corner(0, 32, 0), corner(0, 0, 0), kit->arena);
        for (size_t i = 0; i < COUNT_OF(counts); i++)
            assert_int_equal(counts[i], 1);
        seed = seed * 1103515245u + 12345;
    }
}

static void nearer_triangle_is_visible_in_any_order(void **state)
{
    Kit *kit = *state;
    const RasterPaint red = {NULL, PIXEL(255, 0, 0, 255), true, false};
    const RasterPaint blue = {NULL, PIXEL(0, 0, 255, 255), true, false};
    const RasterVertex far[3] = {corner(0, 0, 9), corner(20, 0, 9), corner(0, 20, 9)};
    const RasterVertex near[3] = {corner(0, 0, 1), corner(10, 0, 1), corner(0, 10, 1)};
    const Raster one = raster_new(16, 16, kit->arena), two = raster_new(16, 16, kit->arena);
    raster_triangle(&one, far, &red);
    raster_triangle(&one, near, &blue);
    raster_triangle(&two, near, &blue);
    raster_triangle(&two, far, &red);
    assert_true(image_equal(&one.image, &two.image));
    assert_int_equal(*image_at(&one.image, 2, 2), blue.colour);
    assert_int_equal(*image_at(&one.image, 8, 8), red.colour);
}

static void the_back_of_a_triangle_is_not_drawn(void **state)
{
    Kit *kit = *state;
    const RasterPaint paint = {NULL, PIXEL(255, 0, 0, 255), false, false};
    const Raster raster = raster_new(16, 16, kit->arena);
    const RasterVertex clockwise[3] = {corner(0, 0, 0), corner(16, 0, 0), corner(0, 16, 0)};
    const RasterVertex counter[3] = {corner(0, 0, 0), corner(0, 16, 0), corner(16, 0, 0)};
    raster_triangle(&raster, clockwise, &paint);
    assert_int_equal(*image_at(&raster.image, 2, 2), 0);
    raster_triangle(&raster, counter, &paint);
    assert_int_equal(*image_at(&raster.image, 2, 2), paint.colour);
}

static void texture_is_upright_and_lit(void **state)
{
    Kit *kit = *state;
    const Image texture = image_new(2, 2, kit->arena);
    *image_at(&texture, 0, 0) = PIXEL(200, 0, 0, 255);
    *image_at(&texture, 1, 0) = PIXEL(0, 200, 0, 255);
    *image_at(&texture, 0, 1) = PIXEL(0, 0, 200, 255);
    const RasterPaint paint = {&texture, PIXEL(255, 255, 255, 255), true, false};
    const Raster raster = raster_new(8, 8, kit->arena);
    const RasterVertex quad[4] = {{0, 0, 0, 1, 0, 0, 0.5f},
                                  {8, 0, 0, 1, 1, 0, 0.5f},
                                  {8, 8, 0, 1, 1, 1, 0.5f},
                                  {0, 8, 0, 1, 0, 1, 0.5f}};
    raster_triangle(&raster, (RasterVertex[]){quad[0], quad[1], quad[2]}, &paint);
    raster_triangle(&raster, (RasterVertex[]){quad[0], quad[2], quad[3]}, &paint);
    assert_int_equal(*image_at(&raster.image, 1, 1), PIXEL(100, 0, 0, 255));
    assert_int_equal(*image_at(&raster.image, 6, 1), PIXEL(0, 100, 0, 255));
    assert_int_equal(*image_at(&raster.image, 1, 6), PIXEL(0, 0, 100, 255));
    assert_int_equal(*image_at(&raster.image, 6, 6), 0); /* transparent there */
}

static void degenerate_triangles_are_skipped(void **state)
{
    Kit *kit = *state;
    const RasterPaint paint = {NULL, PIXEL(255, 0, 0, 255), true, false};
    const Raster raster = raster_new(8, 8, kit->arena);
    const float odd[] = {NAN, INFINITY, -INFINITY, 2e6f};
    for (size_t i = 0; i < COUNT_OF(odd); i++)
        raster_triangle(
            &raster, (RasterVertex[]){corner(odd[i], 0, 0), corner(8, 0, 0), corner(0, 8, 0)},
            &paint);
    raster_triangle(
        &raster, (RasterVertex[]){corner(0, 0, 0), corner(4, 4, 0), corner(8, 8, 0)}, &paint);
    assert_true(image_opaque_box(&raster.image).w == 0);
}

static void outline_surrounds_opaque_pixels(void **state)
{
    Kit *kit = *state;
    const Image image = image_new(5, 5, kit->arena);
    *image_at(&image, 2, 2) = PIXEL(9, 9, 9, 255);
    raster_outline(&image, PIXEL(1, 1, 1, 255), kit->arena);
    assert_int_equal(*image_at(&image, 2, 1), PIXEL(1, 1, 1, 255));
    assert_int_equal(*image_at(&image, 2, 2), PIXEL(9, 9, 9, 255));
    assert_int_equal(*image_at(&image, 1, 1), 0);
}

static void sines_are_right(void **state)
{
    (void)state;
    for (int degrees = -1000; degrees <= 1000; degrees++) {
        const double radians = degrees * 3.14159265358979323846 / 180;
        assert_true(fabs(turn_sine(degrees) - sin(radians)) < 1e-12);
        assert_true(fabs(turn_cosine(degrees) - cos(radians)) < 1e-12);
    }
    assert_true(turn_sine(180) == 0 && turn_cosine(90) == 0 && turn_sine(90) == 1);
    const Vec3 turned = quat_turn(turn_around((Vec3){0, 0, 1}, 90), (Vec3){1, 0, 0});
    assert_true(fabsf(turned.y - 1) < 1e-6f && fabsf(turned.x) < 1e-6f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(triangles_that_share_edges_cover_each_pixel_once),
        TEST(nearer_triangle_is_visible_in_any_order),
        TEST(the_back_of_a_triangle_is_not_drawn),
        TEST(texture_is_upright_and_lit),
        TEST(degenerate_triangles_are_skipped),
        TEST(outline_surrounds_opaque_pixels),
        TEST(sines_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
