/* Frames in windows of every shape: nothing is stretched, and the mouse is where it seems. */
#include "lib/kit.h"

#include "player/frame_fit.h"

static void frame_of_usual_window_has_its_size(void **state)
{
    static const uint32_t sizes[][2] = {{640, 360}, {1366, 700}, {3840, 2160}, {320, 180}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        const Fit fit = fit_frame(sizes[i][0], sizes[i][1], true);
        assert_int_equal(fit.w, sizes[i][0]);
        assert_int_equal(fit.h, sizes[i][1]);
        assert_int_equal(fit.shown.x, 0);
        assert_int_equal(fit.shown.y, 0);
        assert_int_equal(fit.shown.w, fit.w);
        assert_int_equal(fit.shown.h, fit.h);
    }
}

static void huge_window_is_scaled_by_integers(void **state)
{
    (void)state;
    const Fit fit = fit_frame(5121, 1440, true);
    assert_int_equal(fit.w, 2560);
    assert_int_equal(fit.h, 720);
    assert_int_equal(fit.shown.w, 5120);
    assert_int_equal(fit.shown.h, 1440);
}

/* The error of a pixel at most: sizes are whole. */
static void aspect_ratio_is_preserved_for_every_window(void **state)
{
    static const uint32_t sizes[] = {1,    50,   179,  180,  200,  319,  320,  360,  641,
                                     1080, 2160, 2161, 3840, 3841, 5120, 8192, 16384};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (size_t k = 0; k < COUNT_OF(sizes); k++)
            for (int whole = 0; whole < 2; whole++) {
                const Fit fit = fit_frame(sizes[i], sizes[k], whole);
                assert_in_range(fit.w, FIT_MIN_W, FIT_MAX_W);
                assert_in_range(fit.h, FIT_MIN_H, FIT_MAX_H);
                assert_true(fit.shown.x >= 0 && fit.shown.y >= 0);
                assert_true(fit.shown.x + fit.shown.w <= (int32_t)sizes[i]);
                assert_true(fit.shown.y + fit.shown.h <= (int32_t)sizes[k]);
                const int64_t skew =
                    (int64_t)fit.shown.w * fit.h - (int64_t)fit.shown.h * fit.w;
                const int64_t pixel = fit.w > fit.h ? fit.w : fit.h;
                if (skew > pixel || skew < -pixel)
                    fail_msg("%u x %u (%d): %u x %u in %d x %d", sizes[i], sizes[k], whole,
                             fit.w, fit.h, fit.shown.w, fit.shown.h);
            }
}

static void mouse_position_is_scaled_to_the_frame(void **state)
{
    (void)state;
    const Fit fit = fit_frame(200, 400, true); /* narrow: it has more lines */
    assert_int_equal(fit.w, 320);
    assert_int_equal(fit.h, 640);
    Spot at = fit_spot(&fit, 100, 200);
    assert_int_equal(at.x, 160);
    assert_int_equal(at.y, 320);
    const Fit flat = fit_frame(5000, 100, true); /* too flat: with borders */
    assert_true(flat.shown.x > 1000);
    at = fit_spot(&flat, 10, 50);
    assert_int_equal(at.x, 0);
    at = fit_spot(&flat, 2500, 50);
    assert_in_range(at.x, flat.w / 2 - 2, flat.w / 2 + 2);
    at = fit_spot(&flat, 4999, 99);
    assert_int_equal(at.x, flat.w - 1);
    assert_in_range(at.y, flat.h - 2, flat.h - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_of_usual_window_has_its_size),
        cmocka_unit_test(huge_window_is_scaled_by_integers),
        cmocka_unit_test(aspect_ratio_is_preserved_for_every_window),
        cmocka_unit_test(mouse_position_is_scaled_to_the_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
