/* Rows of pixels: each kind of processor gives what plain C gives. */
#include "lib/kit.h"

#include "engine/render/blit.h"
#include "engine/render/rows.h"

enum { LONGEST = 67, ROUNDS = 400, EDGE = 9 };

static uint32_t state = 1;

static uint32_t chance(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Premultiplied; a third is empty, a third opaque, in runs. */
static void random_row(Pixel *row, size_t count)
{
    uint32_t kind = 0;
    for (size_t i = 0; i < count; i++) {
        kind = chance() % 4 ? kind : chance() % 3;
        const uint32_t alpha = kind == 0 ? 0 : kind == 1 ? 255 : chance() & 255;
        row[i] = pixel_premultiplied((chance() & 0xFFFFFF) | alpha << 24);
    }
}

typedef struct Rows {
    Pixel to[8 * LONGEST + EDGE], from[LONGEST];
} Rows;

/* One function of a kind on a row; what is written is in `rows->to`. */
static void run(const RowFunctions *kind, int function, Rows *rows, size_t count,
                uint32_t value)
{
    const ColourMatrix matrix = {{{4096, 0, 0}, {1962, 1953, 181}, {2446, -2821, 4471}}};
    switch (function) {
    case 0:
        kind->blend(rows->to, rows->from, count);
        break;
    case 1:
        kind->blend_faint(rows->to, rows->from, count, value & 255);
        break;
    case 2:
        kind->cover(rows->to, rows->from[0], count);
        break;
    case 3:
        kind->tint(rows->to, value, count);
        break;
    case 4:
        kind->tint_each(rows->to, rows->from, count);
        break;
    case 5:
        kind->enlarge(rows->to, rows->from, count, 1 + value % 8);
        break;
    case 6:
        kind->filter(rows->to, count, &matrix);
        break;
    case 7:
        memset(rows->from, 0, value % (count + 1) * sizeof(Pixel));
        rows->to[0] = (Pixel)kind->zeros(rows->from, count);
        break;
    }
}

static void all_kinds_give_the_same_pixels_and_touch_no_others(void **unused)
{
    (void)unused;
    const RowFunctions *kinds[ROW_KINDS];
    const size_t count = row_kinds(kinds);
    assert_true(kinds[0] == &rows_plain);
    for (int function = 0; function < 8; function++)
        for (int i = 0; i < ROUNDS; i++) {
            Rows rows, plain;
            const size_t length = (size_t)i % (LONGEST + 1);
            const uint32_t value = chance() << 16 ^ chance();
            random_row(rows.to, COUNT_OF(rows.to));
            random_row(rows.from, LONGEST);
            plain = rows;
            run(kinds[0], function, &plain, length, value);
            for (size_t k = 1; k < count; k++) {
                Rows other = rows;
                run(kinds[k], function, &other, length, value);
                if (memcmp(other.to, plain.to, sizeof plain.to) != 0)
                    fail_msg("%s differs: function %d, %zu pixels, value %u", kinds[k]->name,
                             function, length, value);
            }
        }
}

static void filter_preserves_greys_and_clamps(void **unused)
{
    (void)unused;
    const ColourMatrix matrix = {{{4096, 0, 0}, {1962, 1953, 181}, {2446, -2821, 4471}}};
    Pixel row[] = {PIXEL(0, 0, 0, 255), PIXEL(119, 119, 119, 255), PIXEL(255, 255, 255, 255),
                   PIXEL(255, 0, 255, 255), PIXEL(0, 255, 0, 7)};
    row_functions()->filter(row, COUNT_OF(row), &matrix);
    assert_int_equal(row[0], PIXEL(0, 0, 0, 255));
    assert_int_equal(row[1], PIXEL(119, 119, 119, 255));
    assert_int_equal(row[2], PIXEL(255, 255, 255, 255));
    assert_int_equal(row[3], PIXEL(255, 133, 255, 255));
    assert_int_equal(row[4], PIXEL(0, 122, 0, 7));
}

/* A picture in runs is drawn as without them, wherever it lies. */
static void runs_change_no_pixel(void **unused)
{
    (void)unused;
    Kit *kit = kit_new();
    const Image back = image_new(90, 12, kit->arena), one = image_new(90, 12, kit->arena),
                two = image_new(90, 12, kit->arena), source = image_new(70, 8, kit->arena);
    size_t with_runs = 0;
    for (int i = 0; i < ROUNDS; i++) {
        random_row(back.pixels, 90 * 12);
        random_row(source.pixels, 70 * 8);
        for (uint32_t y = 0; y < source.h; y++) { /* something that is worth runs */
            const uint32_t from = chance() % 35, to = from + chance() % 35;
            for (uint32_t x = from; x < to; x++)
                *image_at(&source, x, y) = i % 3 ? 0 : PIXEL(x, y, 9, 255);
        }
        image_copy(&one, 0, 0, &back);
        image_copy(&two, 0, 0, &back);
        const int32_t x = (int32_t)(chance() % 180) - 80, y = (int32_t)(chance() % 24) - 10;
        const Runs *runs = image_runs(&source, kit->arena);
        with_runs += runs != NULL;
        blit(&one, x, y, &source, PICTURE_MIXED);
        blit_runs(&two, x, y, &source, runs);
        assert_memory_equal(one.pixels, two.pixels, sizeof(Pixel) * 90 * 12);
    }
    assert_true(with_runs > ROUNDS / 4);
    kit_free(kit);
}

static void a_wide_row_is_cut_into_runs_that_fit(void **unused)
{
    (void)unused;
    Kit *kit = kit_new();
    const Image source = image_new(40000, 1, kit->arena),
                target = image_new(40000, 1, kit->arena);
    for (uint32_t x = 100; x < 39000; x++)
        source.pixels[x] = PIXEL(x & 255, 3, 4, 255);
    const Runs *runs = image_runs(&source, kit->arena);
    assert_non_null(runs);
    blit_runs(&target, 0, 0, &source, runs);
    assert_memory_equal(target.pixels, source.pixels, sizeof(Pixel) * 40000);
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_give_the_same_pixels_and_touch_no_others),
        cmocka_unit_test(filter_preserves_greys_and_clamps),
        cmocka_unit_test(runs_change_no_pixel),
        cmocka_unit_test(a_wide_row_is_cut_into_runs_that_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
