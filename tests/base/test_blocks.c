#include "lib/kit.h"

#include "base/image/blocks.h"

static Image decoded(Kit *kit, BlockKind kind, const uint8_t *blocks, uint32_t w, uint32_t h,
                     bool bottom_up)
{
    const Image image = image_new(w, h, kit->arena);
    blocks_decode(kind, blocks, bottom_up, &image);
    return image;
}

static uint8_t *encoded(Kit *kit, BlockKind kind, const Image *image)
{
    uint8_t *out = arena_alloc(kit->arena, blocks_size(kind, image->w, image->h), 1);
    blocks_encode(kind, image, false, out);
    return out;
}

/* The mean of squares over three channels, of pixels drawn in both. */
static double off_of(const Image *a, const Image *b)
{
    double sum = 0;
    for (uint32_t y = 0; y < a->h; y++)
        for (uint32_t x = 0; x < a->w; x++)
            for (int shift = 0; shift < 24; shift += 8) {
                const int off = (int)(*image_at(a, x, y) >> shift & 255) -
                                (int)(*image_at(b, x, y) >> shift & 255);
                sum += off * off;
            }
    return sum / (3.0 * a->w * a->h);
}

static void a_level_has_at_least_one_block(void **state)
{
    (void)state;
    assert_int_equal(blocks_size(BLOCK_DXT1, 1, 1), 8);
    assert_int_equal(blocks_size(BLOCK_DXT3, 2, 2), 16);
    assert_int_equal(blocks_size(BLOCK_DXT5, 5, 4), 32);
    size_t size = 0; /* specs/evil_islands.md: 9 levels from 256 x 256 */
    for (uint32_t side = 256; side; side /= 2)
        size += blocks_size(BLOCK_DXT1, side, side);
    assert_int_equal(size, 43704);
}

/* Worked out by hand: F800 is red, 001F blue; (2 * 255 + 0) / 3 = 170. */
static void four_colour_block_matches_the_specification(void **state)
{
    Kit *kit = *state;
    const uint8_t block[] = {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0x1B};
    const Image image = decoded(kit, BLOCK_DXT1, block, 4, 4, false);
    const Pixel colours[] = {PIXEL(255, 0, 0, 255), PIXEL(0, 0, 255, 255),
                             PIXEL(170, 0, 85, 255), PIXEL(85, 0, 170, 255)};
    for (uint32_t x = 0; x < 4; x++) {
        assert_int_equal(*image_at(&image, x, 0), colours[x]);
        assert_int_equal(*image_at(&image, x, 3), colours[3 - x]);
    }
    const Image turned = decoded(kit, BLOCK_DXT1, block, 4, 4, true);
    assert_int_equal(*image_at(&turned, 0, 0), colours[3]);
}

static void reversed_block_has_an_average_and_a_transparent_colour(void **state)
{
    Kit *kit = *state;
    const uint8_t block[] = {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4};
    const Image image = decoded(kit, BLOCK_DXT1, block, 4, 4, false);
    assert_int_equal(*image_at(&image, 2, 0), PIXEL(127, 0, 127, 255));
    assert_int_equal(*image_at(&image, 3, 0), 0);
}

static void dxt3_has_four_colours_in_any_order_and_alpha_times_17(void **state)
{
    Kit *kit = *state;
    const uint8_t block[] = {0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE,
                             0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4};
    const Image image = decoded(kit, BLOCK_DXT3, block, 4, 4, false);
    assert_int_equal(*image_at(&image, 2, 0), PIXEL(85, 0, 170, 2 * 17));
    assert_int_equal(*image_at(&image, 3, 3), PIXEL(170, 0, 85, 255));
}

static void dxt5_mixes_six_or_four_alphas(void **state)
{
    Kit *kit = *state;
    /* Indices 0 to 7, three bits each, twice. */
    const uint8_t mixed[] = {210, 70,   0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA,
                             0,   0xF8, 0,    0,    0,    0,    0,    0};
    uint8_t edged[16];
    memcpy(edged, mixed, sizeof edged);
    edged[0] = 70;
    edged[1] = 210;
    const uint8_t six[8] = {210, 70, 190, 170, 150, 130, 110, 90};
    const uint8_t four[8] = {70, 210, 98, 126, 154, 182, 0, 255};
    const Image a = decoded(kit, BLOCK_DXT5, mixed, 4, 4, false);
    const Image b = decoded(kit, BLOCK_DXT5, edged, 4, 4, false);
    for (uint32_t i = 0; i < 16; i++) {
        assert_int_equal(PIXEL_A(*image_at(&a, i % 4, i / 4)), six[i % 8]);
        assert_int_equal(PIXEL_A(*image_at(&b, i % 4, i / 4)), four[i % 8]);
    }
}

/* In a picture of 256 x 256 blocks, each of another pair of alphas. */
static void each_mix_of_two_alphas_is_rounded_down(void **state)
{
    Kit *kit = *state;
    enum { BLOCK = 16, SIDE = 256 };
    uint8_t *blocks = arena_alloc(kit->arena, SIDE * SIDE, BLOCK);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint8_t block[BLOCK] = {(uint8_t)(i / SIDE), (uint8_t)i, 0x88, 0xC6, 0xFA};
        memcpy(blocks + i * BLOCK, block, sizeof block); /* the first eight have all indices */
    }
    const Image image = decoded(kit, BLOCK_DXT5, blocks, 4 * SIDE, 4 * SIDE, false);
    for (unsigned a = 0; a < SIDE; a++)
        for (unsigned b = 0; b < SIDE; b++)
            for (unsigned i = 0; i < 8; i++) {
                const unsigned parts = a > b ? 7 : 5, far = i - 1;
                const unsigned alpha = i == 0      ? a
                                       : i == 1    ? b
                                       : i > parts ? (i == 6 ? 0 : 255)
                                                   : ((parts - far) * a + far * b) / parts;
                const Pixel pixel = *image_at(&image, 4 * b + i % 4, 4 * a + i / 4);
                if (PIXEL_A(pixel) != alpha)
                    fail_msg("%u of %u, %u: %u, not %u", i, a, b, PIXEL_A(pixel), alpha);
            }
}

static void stretching_rounds_to_nearest(void **state)
{
    Kit *kit = *state;
    for (unsigned v = 0; v < 64; v++) {
        const unsigned colour = (v / 2) << 11 | v << 5 | v / 2;
        const uint8_t block[] = {(uint8_t)colour, (uint8_t)(colour >> 8), 0, 0, 0, 0, 0, 0};
        const Image image = decoded(kit, BLOCK_DXT1, block, 1, 1, false);
        const unsigned five = (v / 2 * 510 + 31) / 62, six = (v * 510 + 63) / 126;
        assert_int_equal(*image_at(&image, 0, 0), PIXEL(five, six, five, 255));
    }
}

static void pixels_outside_a_level_are_not_written(void **state)
{
    Kit *kit = *state;
    const Image whole = image_new(9, 7, kit->arena);
    const Image part = image_part(&whole, 1, 1, 7, 5);
    uint8_t blocks[32];
    memset(blocks, 0xFF, sizeof blocks);
    memset(blocks, 0x00, 4);
    blocks_decode(BLOCK_DXT1, blocks, true, &part);
    for (uint32_t x = 0; x < 9; x++) {
        assert_int_equal(*image_at(&whole, x, 0), 0);
        assert_int_equal(*image_at(&whole, x, 6), 0);
    }
}

/* What a block can say exactly comes back exactly: two colours, their mixes, any one. */
static void representable_colours_are_preserved(void **state)
{
    Kit *kit = *state;
    for (int round = 0; round < 2000; round++) {
        uint8_t block[8];
        const Image out = image_new(4, 4, kit->arena);
        for (int i = 0; i < 8; i++)
            block[i] = (uint8_t)next_random(256);
        if (round % 2)
            memset(block + 4, 0x44, 4); /* just the two colours */
        const Image image = decoded(kit, BLOCK_DXT1, block, 4, 4, false);
        blocks_decode(BLOCK_DXT1, encoded(kit, BLOCK_DXT1, &image), false, &out);
        if (round % 2)
            assert_true(image_equal(&image, &out));
        for (int i = 0; i < 16; i++) /* holes stay holes */
            assert_int_equal(PIXEL_A(image.pixels[i]), PIXEL_A(out.pixels[i]));
        assert_true(off_of(&image, &out) < 60);
    }
}

static void single_colour_is_approximated_within_a_few_steps(void **state)
{
    Kit *kit = *state;
    for (unsigned v = 0; v < 256; v++) {
        const Image image = image_new(4, 4, kit->arena), out = image_new(4, 4, kit->arena);
        for (int i = 0; i < 16; i++)
            image.pixels[i] = PIXEL(v, 255 - v, v, 255);
        blocks_decode(BLOCK_DXT1, encoded(kit, BLOCK_DXT1, &image), false, &out);
        assert_in_range(abs((int)PIXEL_R(out.pixels[5]) - (int)v), 0, 2);
        assert_in_range(abs((int)PIXEL_G(out.pixels[5]) - (int)(255 - v)), 0, 1);
    }
}

static void gradient_is_approximated_well(void **state)
{
    Kit *kit = *state;
    const BlockKind kinds[] = {BLOCK_DXT1, BLOCK_DXT3, BLOCK_DXT5};
    const Image image = image_new(33, 22, kit->arena), out = image_new(33, 22, kit->arena);
    for (uint32_t i = 0; i < 33 * 22; i++)
        image.pixels[i] = PIXEL(i % 33 * 7, i / 33 * 11, 128, 255);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        blocks_decode(kinds[i], encoded(kit, kinds[i], &image), false, &out);
        assert_true(off_of(&image, &out) < 25);
    }
}

static void alpha_has_the_precision_of_the_format(void **state)
{
    Kit *kit = *state;
    const Image image = image_new(16, 16, kit->arena), out = image_new(16, 16, kit->arena);
    for (uint32_t i = 0; i < 256; i++)
        image.pixels[i] = PIXEL(200, 100, 50, i);
    blocks_decode(BLOCK_DXT3, encoded(kit, BLOCK_DXT3, &image), false, &out);
    for (uint32_t i = 0; i < 256; i++)
        assert_in_range(abs((int)PIXEL_A(out.pixels[i]) - (int)i), 0, 8);
    blocks_decode(BLOCK_DXT5, encoded(kit, BLOCK_DXT5, &image), false, &out);
    for (uint32_t i = 0; i < 256; i++)
        assert_in_range(abs((int)PIXEL_A(out.pixels[i]) - (int)i), 0, 9);
    blocks_decode(BLOCK_DXT1, encoded(kit, BLOCK_DXT1, &image), false, &out);
    for (uint32_t i = 0; i < 256; i++)
        assert_int_equal(PIXEL_A(out.pixels[i]), i < 128 ? 0 : 255);
}

static void transparent_block_is_zero_except_its_indices(void **state)
{
    Kit *kit = *state;
    const Image image = image_new(4, 4, kit->arena);
    for (int i = 0; i < 16; i++)
        image.pixels[i] = PIXEL(255, 0, 255, 0);
    const uint8_t one[8] = {0, 0, 0, 0, 255, 255, 255, 255}, zeros[16] = {0};
    assert_memory_equal(encoded(kit, BLOCK_DXT1, &image), one, 8);
    assert_memory_equal(encoded(kit, BLOCK_DXT3, &image), zeros, 16);
}

/* A hidden colour must not pull those that are seen: the block is one of plain green. */
static void transparent_pixels_do_not_affect_colours(void **state)
{
    Kit *kit = *state;
    const Image image = image_new(4, 4, kit->arena), out = image_new(4, 4, kit->arena);
    const BlockKind kinds[] = {BLOCK_DXT1, BLOCK_DXT3, BLOCK_DXT5};
    for (int i = 0; i < 16; i++)
        image.pixels[i] = i % 2 ? PIXEL(0, 255, 0, 255) : PIXEL(255, 0, 255, 0);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        blocks_decode(kinds[i], encoded(kit, kinds[i], &image), false, &out);
        assert_true(image_equal(&image, &out));
        assert_true(blocks_hold(kinds[i], &image, false));
    }
    image.pixels[1] = PIXEL(1, 200, 3, 255);
    image.pixels[3] = PIXEL(100, 20, 33, 255);
    image.pixels[5] = PIXEL(30, 90, 99, 255);
    assert_false(blocks_hold(BLOCK_DXT1, &image, false));
}

static void flipping_blocks_flips_the_image(void **state)
{
    Kit *kit = *state;
    const BlockKind kinds[] = {BLOCK_DXT1, BLOCK_DXT3, BLOCK_DXT5};
    const uint32_t heights[] = {1, 2, 3, 4, 8, 12};
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (size_t i = 0; i < COUNT_OF(heights); i++) {
            const size_t size = blocks_size(kinds[k], 7, heights[i]);
            uint8_t *blocks = arena_alloc(kit->arena, size, 1);
            uint8_t *flipped = arena_alloc(kit->arena, size, 1);
            for (size_t at = 0; at < size; at++)
                blocks[at] = (uint8_t)next_random(256);
            assert_true(blocks_flip(kinds[k], blocks, 7, heights[i], flipped));
            const Image a = decoded(kit, kinds[k], blocks, 7, heights[i], true);
            const Image b = decoded(kit, kinds[k], flipped, 7, heights[i], false);
            assert_true(image_equal(&a, &b));
            uint8_t *back = arena_alloc(kit->arena, size, 1);
            assert_true(blocks_flip(kinds[k], flipped, 7, heights[i], back));
            assert_memory_equal(back, blocks, size);
        }
    assert_false(blocks_flip(BLOCK_DXT1, NULL, 8, 6, NULL));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_has_at_least_one_block),
        TEST(four_colour_block_matches_the_specification),
        TEST(reversed_block_has_an_average_and_a_transparent_colour),
        TEST(dxt3_has_four_colours_in_any_order_and_alpha_times_17),
        TEST(dxt5_mixes_six_or_four_alphas),
        TEST(each_mix_of_two_alphas_is_rounded_down),
        TEST(stretching_rounds_to_nearest),
        TEST(pixels_outside_a_level_are_not_written),
        TEST(representable_colours_are_preserved),
        TEST(single_colour_is_approximated_within_a_few_steps),
        TEST(gradient_is_approximated_well),
        TEST(alpha_has_the_precision_of_the_format),
        TEST(transparent_block_is_zero_except_its_indices),
        TEST(transparent_pixels_do_not_affect_colours),
        TEST(flipping_blocks_flips_the_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
