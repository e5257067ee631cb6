#include "lib/shared_kit.h"

#include "base/image/image.h"

static Image random_image(uint32_t w, uint32_t h)
{
    static const uint8_t alphas[] = {0, 255, 255, 1, 128, 254};
    const Image image = image_new(w, h, arena);
    for (size_t i = 0; i < (size_t)w * h; i++)
        image.pixels[i] = PIXEL(next_random(256), next_random(256), next_random(256),
                                alphas[next_random(COUNT_OF(alphas))]);
    return image;
}

static void a_new_image_is_transparent(void **unused)
{
    (void)unused;
    const Image image = image_new(3, 5, arena);
    for (size_t i = 0; i < 15; i++)
        assert_int_equal(image.pixels[i], 0);
    assert_int_equal(image.stride, 3);
}

static void opaque_box_contains_exactly_the_visible_pixels(void **unused)
{
    (void)unused;
    for (int i = 0; i < 200; i++) {
        const uint32_t w = 1 + next_random(70), h = 1 + next_random(40);
        const Image image = image_new(w, h, arena);
        for (size_t k = 0; k < (size_t)w * h; k++)
            image.pixels[k] = 0x00FFFFFF; /* a colour without alpha draws nothing */
        int32_t left = INT32_MAX, top = INT32_MAX, right = -1, bottom = -1;
        for (uint32_t k = next_random(4); k; k--) {
            const int32_t x = (int32_t)next_random(w), y = (int32_t)next_random(h);
            *image_at(&image, (uint32_t)x, (uint32_t)y) = PIXEL(0, 0, 0, 1);
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
        const Rect box = image_opaque_box(&image);
        if (right < 0) {
            assert_int_equal(box.w | box.h, 0);
            continue;
        }
        assert_int_equal(box.x, left);
        assert_int_equal(box.y, top);
        assert_int_equal(box.w, right - left + 1);
        assert_int_equal(box.h, bottom - top + 1);
    }
}

static void an_image_without_pixels_has_an_empty_box(void **unused)
{
    (void)unused;
    const Image none = {0};
    const Rect box = image_opaque_box(&none);
    assert_int_equal(box.w | box.h, 0);
}

static void copying_is_clipped_at_every_side(void **unused)
{
    (void)unused;
    const Image source = random_image(4, 3);
    for (int32_t y = -4; y < 8; y++)
        for (int32_t x = -5; x < 8; x++) {
            const Image target = image_new(7, 6, arena);
            image_copy(&target, x, y, &source);
            for (int32_t ty = 0; ty < 6; ty++)
                for (int32_t tx = 0; tx < 7; tx++) {
                    const int32_t sx = tx - x, sy = ty - y;
                    const bool inside = sx >= 0 && sx < 4 && sy >= 0 && sy < 3;
                    const Pixel wanted =
                        inside ? *image_at(&source, (uint32_t)sx, (uint32_t)sy) : 0;
                    assert_int_equal(*image_at(&target, (uint32_t)tx, (uint32_t)ty), wanted);
                }
        }
    const Image target = image_new(7, 6, arena), before = image_new(7, 6, arena);
    image_copy(&target, INT32_MAX, INT32_MIN, &source);
    image_over(&target, INT32_MIN, INT32_MAX, &source);
    assert_true(image_equal(&target, &before));
}

static uint32_t rounded(uint32_t value, uint32_t by) { return (2 * value + by) / (2 * by); }

static Pixel blended(Pixel under, Pixel over)
{
    const uint32_t alpha = PIXEL_A(over), rest = rounded(PIXEL_A(under) * (255 - alpha), 255);
    if (alpha == 0)
        return under;
    const uint32_t sum = alpha + rest;
    return PIXEL(rounded(PIXEL_R(over) * alpha + PIXEL_R(under) * rest, sum),
                 rounded(PIXEL_G(over) * alpha + PIXEL_G(under) * rest, sum),
                 rounded(PIXEL_B(over) * alpha + PIXEL_B(under) * rest, sum), sum);
}

static void blending_is_exact_for_all_alphas(void **unused)
{
    (void)unused;
    const Image target = image_new(256, 256, arena), source = image_new(256, 256, arena);
    for (uint32_t y = 0; y < 256; y++)
        for (uint32_t x = 0; x < 256; x++) {
            const Pixel colour = next_random(1 << 24), over = next_random(1 << 24);
            *image_at(&target, x, y) = colour | (next_random(2) ? 255 : y) << 24;
            *image_at(&source, x, y) = over | x << 24;
        }
    const Image before = image_turned(&target, 0, arena);
    image_over(&target, 0, 0, &source);
    for (size_t i = 0; i < 65536; i++)
        assert_int_equal(target.pixels[i], blended(before.pixels[i], source.pixels[i]));
}

static void runs_of_opaque_and_transparent_pixels_blend_like_single_ones(void **unused)
{
    (void)unused;
    static const uint8_t alphas[] = {0, 255, 77};
    for (uint32_t w = 1; w < 40; w++) {
        const Image target = random_image(w, 4), source = random_image(w, 4);
        for (uint32_t i = 0; i < w * 4; i++)
            source.pixels[i] = (source.pixels[i] & 0xFFFFFF) | (Pixel)alphas[i / 11 % 3] << 24;
        const Image before = image_turned(&target, 0, arena);
        image_over(&target, 0, 0, &source);
        for (uint32_t i = 0; i < w * 4; i++)
            assert_int_equal(target.pixels[i], blended(before.pixels[i], source.pixels[i]));
    }
}

static void colours_of_transparent_pixels_are_ignored(void **unused)
{
    (void)unused;
    const Image a = random_image(300, 5), b = image_turned(&a, 0, arena);
    for (size_t i = 0; i < 1500; i++)
        if (!PIXEL_A(a.pixels[i]))
            b.pixels[i] = 0x00123456;
    assert_true(image_equal(&a, &b));
    assert_true(image_hash(&a) == image_hash(&b));
    b.pixels[1499] ^= 0xFF000000;
    assert_false(image_equal(&a, &b));
    assert_false(image_hash(&a) == image_hash(&b));
}

static void subimage_equals_its_copy_for_every_stride(void **unused)
{
    (void)unused;
    const Image whole = random_image(20, 20), part = image_part(&whole, 3, 4, 9, 8);
    const Image copy = image_turned(&part, 0, arena);
    assert_int_equal(copy.stride, 9);
    assert_true(image_equal(&part, &copy));
    assert_true(image_hash(&part) == image_hash(&copy));
    const Image other = image_part(&whole, 3, 4, 8, 9);
    assert_false(image_equal(&part, &other));
}

static void transforms_mirror_before_they_rotate(void **unused)
{
    (void)unused;
    const Image image = random_image(37, 19);
    for (unsigned way = 0; way < 8; way++) {
        Image wanted = image_turned(&image, 0, arena);
        if (way & 1)
            for (uint32_t y = 0; y < image.h; y++)
                for (uint32_t x = 0; x < image.w; x++)
                    *image_at(&wanted, x, y) = *image_at(&image, image.w - 1 - x, y);
        for (unsigned turn = 0; turn < way >> 1; turn++) {
            const Image turned = image_new(wanted.h, wanted.w, arena);
            /* clockwise: the left column becomes the top row, bottom first */
            for (uint32_t y = 0; y < wanted.h; y++)
                for (uint32_t x = 0; x < wanted.w; x++)
                    *image_at(&turned, wanted.h - 1 - y, x) = *image_at(&wanted, x, y);
            wanted = turned;
        }
        const Image turned = image_turned(&image, way, arena);
        assert_true(image_equal(&turned, &wanted));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_image_is_transparent),
        cmocka_unit_test(opaque_box_contains_exactly_the_visible_pixels),
        cmocka_unit_test(an_image_without_pixels_has_an_empty_box),
        cmocka_unit_test(copying_is_clipped_at_every_side),
        cmocka_unit_test(blending_is_exact_for_all_alphas),
        cmocka_unit_test(runs_of_opaque_and_transparent_pixels_blend_like_single_ones),
        cmocka_unit_test(colours_of_transparent_pixels_are_ignored),
        cmocka_unit_test(subimage_equals_its_copy_for_every_stride),
        cmocka_unit_test(transforms_mirror_before_they_rotate),
    };
    return cmocka_run_group_tests(tests, shared_kit_start, shared_kit_end);
}
