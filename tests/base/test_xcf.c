/* XCF images of our own writer; test_xcf_gimp.c has files of GIMP. */
#include "lib/shared_kit.h"
#include "lib/xcf_kit.h"

#include "base/image/picture.h"
#include "base/image/xcf.h"

static Image image;

static bool load(const XcfModel *model)
{
    kit_clear(kit);
    return xcf_read(xcf_file(model, arena), &image, arena, &kit->report);
}

static void must_load(const XcfModel *model)
{
    if (!load(model))
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(image.w, model->w);
    assert_int_equal(image.h, model->h);
}

static void refused(const XcfModel *model, const char *wanted)
{
    assert_false(load(model));
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit_message(kit, 0), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", kit_message(kit, 0), wanted);
}

static void pixel_is(uint32_t x, uint32_t y, Pixel wanted)
{
    if (*image_at(&image, x, y) != wanted)
        fail_msg("pixel %u,%u is %08x; expected %08x", x, y, *image_at(&image, x, y), wanted);
}

#define SAMPLES(...)                                                                           \
    .samples = (const uint16_t[]){__VA_ARGS__},                                                \
    .sample_count = sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t)
#define MASK(...)                                                                              \
    .mask = (const uint16_t[]){__VA_ARGS__},                                                   \
    .mask_count = sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t)
#define LAYERS(...)                                                                            \
    .layers = (const XcfLayerModel[]){__VA_ARGS__},                                            \
    .layer_count = sizeof((const XcfLayerModel[]){__VA_ARGS__}) / sizeof(XcfLayerModel)

enum { LEGACY = 0, MULTIPLY = 30, NORMAL = 28 };

static void all_compressions_give_the_same_pixels(void **state)
{
    /* 200 x 70: tiles of 64 and of 8 columns, of 64 and 6 rows. */
    uint16_t samples[200 * 70 * 4];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++)
        samples[i] = (uint16_t)(i % 4 == 3 ? 255 : i / 4 % 1000 < 700 ? i % 4 * 50 : i % 251);
    for (unsigned compression = 0; compression < 3; compression++) {
        must_load(&(XcfModel){.version = 11,
                              .precision = 150,
                              .w = 200,
                              .h = 70,
                              .compression = compression,
                              LAYERS({.w = 200,
                                      .h = 70,
                                      .alpha = true,
                                      .opacity = 255,
                                      .mode = NORMAL,
                                      .samples = samples,
                                      .sample_count = COUNT_OF(samples)})});
        for (uint32_t y = 0; y < 70; y++)
            for (uint32_t x = 0; x < 200; x++) {
                const uint16_t *wanted = &samples[(y * 200 + x) * 4];
                pixel_is(x, y, PIXEL(wanted[0], wanted[1], wanted[2], 255));
            }
    }
}

static void oldest_version_is_read(void **state)
{
    (void)state;
    must_load(&(XcfModel){
        .w = 2, .h = 1, LAYERS({.w = 2, .h = 1, .opacity = 255, SAMPLES(1, 2, 3, 4, 5, 6)})});
    pixel_is(0, 0, PIXEL(1, 2, 3, 255));
    pixel_is(1, 0, PIXEL(4, 5, 6, 255));
}

static void grey_image_with_alpha_is_read(void **state)
{
    (void)state;
    must_load(&(XcfModel){
        .w = 2,
        .h = 1,
        .base = 1,
        .compression = 1,
        LAYERS({.w = 2, .h = 1, .alpha = true, .opacity = 255, SAMPLES(100, 7, 200, 255)})});
    pixel_is(0, 0, PIXEL(100, 100, 100, 7));
    pixel_is(1, 0, PIXEL(200, 200, 200, 255));
}

/* Old versions of GIMP wrote a wrong size of the colour map's property; the kit does, too. */
static void indexed_image_has_its_colours(void **state)
{
    (void)state;
    must_load(&(XcfModel){
        .version = 1,
        .w = 3,
        .h = 1,
        .base = 2,
        .colours = (const uint8_t[]){10, 20, 30, 40, 50, 60},
        .colour_count = 2,
        LAYERS(
            {.w = 3, .h = 1, .alpha = true, .opacity = 255, SAMPLES(1, 255, 0, 255, 0, 0)})});
    pixel_is(0, 0, PIXEL(40, 50, 60, 255));
    pixel_is(1, 0, PIXEL(10, 20, 30, 255));
    assert_int_equal(PIXEL_A(*image_at(&image, 2, 0)), 0);
}

/* Version 12 and later are big-endian; earlier ones have the byte order of the machine. */
static void sixteen_bits_are_rounded_to_eight(void **state)
{
    (void)state;
    for (unsigned version = 11; version <= 12; version++) {
        must_load(&(XcfModel){.version = version,
                              .precision = 250,
                              .w = 2,
                              .h = 1,
                              .compression = 2,
                              LAYERS({.w = 2,
                                      .h = 1,
                                      .alpha = true,
                                      .opacity = 255,
                                      .mode = NORMAL,
                                      .space = 2,
                                      SAMPLES(0, 128, 129, 65535, 65535, 65406, 65407, 386)})});
        pixel_is(0, 0, PIXEL(0, 0, 1, 255));
        pixel_is(1, 0, PIXEL(255, 254, 255, 2));
    }
}

static void linear_samples_become_samples_with_gamma(void **state)
{
    (void)state;
    must_load(&(XcfModel){
        .version = 11,
        .precision = 100,
        .w = 1,
        .h = 1,
        LAYERS({.w = 1, .h = 1, .opacity = 255, .mode = NORMAL, SAMPLES(0, 55, 255)})});
    pixel_is(0, 0, PIXEL(0, 128, 255, 255));
}

/* Black at half opacity on white: the mean of the samples in the legacy mode, of the light in
 * the mode since GIMP 2.10, unless its composite space was changed. */
static void composite_space_decides_how_colours_mix(void **state)
{
    static const struct {
        uint32_t mode;
        int32_t space;
        unsigned wanted;
    } cases[] = {{LEGACY, 0, 127},  {LEGACY, 1, 127}, {NORMAL, 0, 187}, {NORMAL, 1, 187},
                 {NORMAL, -1, 187}, {NORMAL, 2, 127}, {NORMAL, -2, 127}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must_load(&(XcfModel){
            .version = 11,
            .precision = 150,
            .w = 1,
            .h = 1,
            LAYERS({.w = 1,
                    .h = 1,
                    .alpha = true,
                    .opacity = 128,
                    .mode = cases[i].mode,
                    .space = cases[i].space,
                    SAMPLES(0, 0, 0, 255)},
                   {.w = 1, .h = 1, .opacity = 255, .mode = NORMAL, SAMPLES(255, 255, 255)})});
        pixel_is(0, 0, PIXEL(cases[i].wanted, cases[i].wanted, cases[i].wanted, 255));
    }
}

/* By composite mode: a red layer of half alpha over blue of alpha 204, and the two beside each
 * other. */
static void composite_mode_decides_where_layers_are(void **state)
{
    static const struct {
        int32_t composite;
        Pixel both, below, above;
    } cases[] = {
        {1, PIXEL(142, 0, 113, 230), PIXEL(0, 0, 255, 204), PIXEL(255, 0, 0, 128)},
        {2, PIXEL(128, 0, 127, 204), PIXEL(0, 0, 255, 204), PIXEL(0, 0, 0, 0)},
        {3, PIXEL(255, 0, 0, 128), PIXEL(0, 0, 0, 0), PIXEL(255, 0, 0, 128)},
        {4, PIXEL(255, 0, 0, 102), PIXEL(0, 0, 0, 0), PIXEL(0, 0, 0, 0)},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must_load(&(XcfModel){.version = 11,
                              .precision = 150,
                              .w = 3,
                              .h = 1,
                              LAYERS({.w = 2,
                                      .h = 1,
                                      .x = 1,
                                      .alpha = true,
                                      .opacity = 255,
                                      .mode = NORMAL,
                                      .space = 2,
                                      .composite = cases[i].composite,
                                      SAMPLES(255, 0, 0, 128)},
                                     {.w = 2,
                                      .h = 1,
                                      .alpha = true,
                                      .opacity = 204,
                                      .mode = NORMAL,
                                      SAMPLES(0, 0, 255, 255)})});
        const Pixel wanted[] = {cases[i].below, cases[i].both, cases[i].above};
        for (uint32_t x = 0; x < 3; x++)
            if (PIXEL_A(wanted[x]) || PIXEL_A(*image_at(&image, x, 0)))
                pixel_is(x, 0, wanted[x]);
    }
}

static void layers_are_placed_by_their_offsets_and_clipped(void **state)
{
    (void)state;
    must_load(&(XcfModel){
        .w = 3,
        .h = 2,
        LAYERS({.w = 2, .h = 1, .x = -1, .y = 1, .opacity = 255, SAMPLES(1, 1, 1, 2, 2, 2)},
               {.w = 130, .h = 90, .x = -129, .y = -89, .opacity = 255, SAMPLES(9, 9, 9)},
               {.w = 2, .h = 2, .x = 2, .y = -1, .opacity = 255, SAMPLES(3, 3, 3)},
               {.w = 5, .h = 5, .x = 3, .opacity = 255, SAMPLES(4, 4, 4)},
               {.w = 5, .h = 5, .x = -5, .opacity = 255, SAMPLES(5, 5, 5)})});
    pixel_is(0, 1, PIXEL(2, 2, 2, 255));
    pixel_is(0, 0, PIXEL(9, 9, 9, 255));
    pixel_is(2, 0, PIXEL(3, 3, 3, 255));
    assert_int_equal(PIXEL_A(*image_at(&image, 1, 0)) + PIXEL_A(*image_at(&image, 2, 1)), 0);
}

static void mask_counts_unless_it_is_disabled(void **state)
{
    (void)state;
    for (unsigned ignored = 0; ignored < 2; ignored++) {
        must_load(&(XcfModel){.version = 3,
                              .w = 2,
                              .h = 1,
                              LAYERS({.w = 2,
                                      .h = 1,
                                      .opacity = 255,
                                      .ignore_mask = ignored,
                                      SAMPLES(7, 8, 9),
                                      MASK(0, 100)})});
        assert_int_equal(PIXEL_A(*image_at(&image, 0, 0)), ignored ? 255 : 0);
        pixel_is(1, 0, PIXEL(7, 8, 9, ignored ? 255 : 100));
    }
}

static void hidden_layers_and_groups_are_not_drawn(void **state)
{
    (void)state;
    must_load(
        &(XcfModel){.version = 3,
                    .w = 2,
                    .h = 1,
                    LAYERS({.w = 2, .h = 1, .opacity = 255, .hidden = true, SAMPLES(1, 1, 1)},
                           {.w = 2, .h = 1, .opacity = 255, .hidden = true, .group = true},
                           {.w = 2,
                            .h = 1,
                            .opacity = 255,
                            .mode = MULTIPLY, /* is not drawn: no reason to refuse it */
                            .path = "\1\0",
                            .path_size = 2,
                            SAMPLES(2, 2, 2)},
                           {.w = 1, .h = 1, .opacity = 255, SAMPLES(3, 3, 3)})});
    pixel_is(0, 0, PIXEL(3, 3, 3, 255));
    assert_int_equal(PIXEL_A(*image_at(&image, 1, 0)), 0);
}

/* A group is blended for itself: its opacity and its mask count for all that is in it. */
static void groups_are_blended_as_one_layer(void **state)
{
    (void)state;
    must_load(&(XcfModel){
        .version = 13,
        .precision = 150,
        .w = 2,
        .h = 1,
        LAYERS({.w = 2, .h = 1, .opacity = 255, .group = true, .alpha = true, MASK(255, 51)},
               {.w = 2,
                .h = 1,
                .opacity = 51,
                .alpha = true,
                .group = true,
                .path = "\0\0",
                .path_size = 2},
               {.w = 2,
                .h = 1,
                .opacity = 255,
                .path = "\0\0\0",
                .path_size = 3,
                SAMPLES(100, 100, 100)},
               {.w = 2,
                .h = 1,
                .opacity = 255,
                .path = "\0\0\1",
                .path_size = 3,
                SAMPLES(200, 200, 200)},
               {.w = 2,
                .h = 1,
                .opacity = 255,
                .path = "\0\1",
                .path_size = 2,
                SAMPLES(0, 0, 0)})});
    pixel_is(0, 0, PIXEL(20, 20, 20, 255));
    pixel_is(1, 0, PIXEL(20, 20, 20, 51));
}

/* ---- errors ---- */

static XcfModel one_layer(const XcfLayerModel *layer)
{
    return (XcfModel){
        .version = 11, .precision = 150, .w = 1, .h = 1, .layers = layer, .layer_count = 1};
}

static void other_modes_are_refused_by_name(void **state)
{
    (void)state;
    const XcfModel multiply = one_layer(
        &(XcfLayerModel){.w = 1, .h = 1, .opacity = 255, .mode = MULTIPLY, SAMPLES(1, 1, 1)});
    refused(&multiply, "layer \"layer\" has mode 30 (Multiply); only normal mode is supported");
    const XcfModel unknown = one_layer(
        &(XcfLayerModel){.w = 1, .h = 1, .opacity = 255, .mode = 99, SAMPLES(1, 1, 1)});
    refused(&unknown, "mode 99 (unknown)");
}

static void other_precisions_are_refused_by_name(void **state)
{
    const XcfLayerModel layer = {
        .w = 1, .h = 1, .opacity = 255, .mode = NORMAL, SAMPLES(1, 1, 1)};
    XcfModel model = one_layer(&layer);
    (void)state;
    model.precision = 600;
    refused(&model, "precision 600 (32-bit floating point) is not supported");
    model.precision = 300;
    refused(&model, "precision 300 (32-bit integer linear) is not supported");
    model.precision = 151;
    refused(&model, "precision 151 (unknown) is not supported");
}

static void states_of_editing_are_refused(void **state)
{
    (void)state;
    const XcfModel floating = one_layer(
        &(XcfLayerModel){.w = 1, .h = 1, .opacity = 255, .floating = true, SAMPLES(1, 1, 1)});
    refused(&floating, "is a floating selection");
    const XcfModel mask = one_layer(&(XcfLayerModel){
        .w = 1, .h = 1, .opacity = 255, .show_mask = true, SAMPLES(1, 1, 1), MASK(1)});
    refused(&mask, "shows its mask");
    XcfModel lab = one_layer(&(XcfLayerModel){
        .w = 1, .h = 1, .opacity = 255, .mode = NORMAL, .space = 3, SAMPLES(1, 1, 1)});
    refused(&lab, "composite space 3 is not supported");
    lab.version = 14;
    refused(&lab, "XCF version 14 is not supported");
}

static void limits_are_checked_before_memory_is_allocated(void **state)
{
    const XcfLayerModel layer = {.w = 1, .h = 1, .opacity = 255, SAMPLES(1, 1, 1)};
    XcfModel model = one_layer(&layer);
    (void)state;
    model.w = model.h = 16384;
    refused(&model, "invalid size of 16384 x 16384 pixels");
    model.h = 0;
    refused(&model, "invalid size");
    /* A list of one tile for a layer that needs 66 million. */
    const XcfLayerModel small = {.w = 1, .h = 1, .opacity = 255, SAMPLES(1, 1, 1)};
    model = one_layer(&small);
    Bytes file = arena_copy(arena, xcf_file(&model, arena));
    for (size_t i = 30; i + 8 < file.size;
         i++) /* width and height of the layer and its pixels */
        if (!memcmp(file.data + i, "\0\0\0\1\0\0\0\1", 8)) {
            memcpy((uint8_t *)file.data + i, "\0\3\377\377\0\3\377\377", 8);
            i += 7;
        }
    kit_clear(kit);
    assert_false(xcf_read(file, &image, arena, &kit->report));
    assert_true(kit_has_message(kit, "the list of 16777216 tiles is incomplete"));
}

/* The same large layer again and again. */
static void sum_of_all_layers_is_limited(void **state)
{
    XcfLayerModel layers[40] = {{.w = 4096, .h = 2048, .opacity = 255, SAMPLES(1, 1, 1)}};
    (void)state;
    for (size_t i = 1; i < COUNT_OF(layers); i++)
        layers[i] = layers[0];
    refused(&(XcfModel){.w = 4096,
                        .h = 2048,
                        .compression = 1,
                        .layers = layers,
                        .layer_count = COUNT_OF(layers)},
            "the layers are too large");
}

static void truncated_files_are_refused(void **state)
{
    (void)state;
    const XcfModel model = {
        .version = 3,
        .w = 3,
        .h = 3,
        .compression = 1,
        LAYERS({.w = 3, .h = 3, .opacity = 255, .group = true}, {.w = 3,
                                                                 .h = 3,
                                                                 .opacity = 200,
                                                                 .path = "\0\0",
                                                                 .path_size = 2,
                                                                 SAMPLES(1, 2, 3, 4, 5),
                                                                 MASK(1, 2, 3)})};
    for (unsigned compression = 0; compression < 3; compression++) {
        XcfModel one = model;
        one.compression = compression;
        const Bytes file = xcf_file(&one, arena);
        for (size_t size = 0; size < file.size; size++) {
            kit_clear(kit);
            if (xcf_read(arena_copy(arena, bytes_slice(file, 0, size)), &image, arena,
                         &kit->report) ||
                kit->messages.count != 1)
                fail_msg("%zu of %zu bytes: %zu messages", size, file.size,
                         kit->messages.count);
        }
        kit_clear(kit);
        assert_true(xcf_read(file, &image, arena, &kit->report));
    }
}

/* One tile of one pixel, whose runs claim more. */
static void runs_beyond_the_tile_are_refused(void **state)
{
    const XcfLayerModel layer = {.w = 1, .h = 1, .opacity = 255, SAMPLES(7, 7, 7)};
    XcfModel model = one_layer(&layer);
    static const uint8_t runs[][4] = {{1, 7, 0, 0}, {127, 255, 255, 7}, {128, 0, 2, 7}};
    (void)state;
    model.compression = 1;
    for (size_t i = 0; i < COUNT_OF(runs); i++) {
        const Bytes file = arena_copy(arena, xcf_file(&model, arena));
        memcpy((uint8_t *)file.data + file.size - 6, runs[i], 4); /* of the first of 3 planes */
        kit_clear(kit);
        assert_false(xcf_read(file, &image, arena, &kit->report));
        assert_true(kit_has_message(kit, "the tile has 1 left"));
    }
}

static void colour_profile_is_ignored_with_a_warning(void **state)
{
    const XcfLayerModel layer = {.w = 1, .h = 1, .opacity = 255, SAMPLES(1, 2, 3)};
    XcfModel model = one_layer(&layer);
    (void)state;
    model.profile = true;
    must_load(&model);
    assert_int_equal(kit->report.warnings, 1);
    assert_true(kit_has_message(kit, "colour profile is ignored"));
    pixel_is(0, 0, PIXEL(1, 2, 3, 255));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_compressions_give_the_same_pixels),
        TEST(oldest_version_is_read),
        TEST(grey_image_with_alpha_is_read),
        TEST(indexed_image_has_its_colours),
        TEST(sixteen_bits_are_rounded_to_eight),
        TEST(linear_samples_become_samples_with_gamma),
        TEST(composite_space_decides_how_colours_mix),
        TEST(composite_mode_decides_where_layers_are),
        TEST(layers_are_placed_by_their_offsets_and_clipped),
        TEST(mask_counts_unless_it_is_disabled),
        TEST(hidden_layers_and_groups_are_not_drawn),
        TEST(groups_are_blended_as_one_layer),
        TEST(other_modes_are_refused_by_name),
        TEST(other_precisions_are_refused_by_name),
        TEST(states_of_editing_are_refused),
        TEST(limits_are_checked_before_memory_is_allocated),
        TEST(sum_of_all_layers_is_limited),
        TEST(truncated_files_are_refused),
        TEST(runs_beyond_the_tile_are_refused),
        TEST(colour_profile_is_ignored_with_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
