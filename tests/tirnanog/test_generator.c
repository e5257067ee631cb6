/* The sprite generator's layers. */
#include "lib/shared_kit.h"

#include "tirnanog/convert/picture_conversions.h"
#include "tirnanog/convert/generator.h"
#include "base/image/png_write.h"

/* Each part fills the columns from its own to the right, so that the sheet's pixels tell
 * which part is the uppermost of those at the left of it. */
enum { W = 12, H = 2 };

static GeneratorFile part(const char *name, uint32_t from, uint32_t to, Pixel colour)
{
    const GeneratorFile file = {text_of(name), image_new(W, H, arena)};
    for (uint32_t y = 0; y < H; y++)
        for (uint32_t x = from; x < to; x++)
            *image_at(&file.image, x, y) = colour;
    return file;
}

static GeneratorFile icon(const char *name)
{
    return (GeneratorFile){text_of(name), image_new(16, 16, arena)};
}

#define COLOUR(n) PIXEL(n, n, n, 255)

static GeneratorSet sample(void)
{
    enum { COUNT = 16 };
    GeneratorFile *files = ARENA_ALLOC(arena, GeneratorFile, COUNT);
    size_t n = 0;
    files[n++] = icon("hair.png");
    files[n++] = icon("ears.png");
    files[n++] = icon("beard.png");
    files[n++] = part("toolf_1_sword.png", 10, 12, COLOUR(90));
    files[n++] = part("toolb_1_sword.png", 0, 12, COLOUR(10));
    files[n++] = part("toolb_1_quiver.png", 0, 12, COLOUR(11));
    files[n++] = part("hair_3_long.png", 6, 12, COLOUR(60));
    files[n++] = part("hair_3_short.png", 7, 12, COLOUR(61));
    files[n++] = part("hair_7_long.png", 6, 12, COLOUR(67));
    files[n++] = part("beard_5_full_(male).png", 8, 12, COLOUR(70));
    files[n++] = part("ears_1_elf_(male).png", 4, 12, COLOUR(50));
    files[n++] = part("ears_1_elf_(female).png", 4, 12, COLOUR(51));
    files[n++] = part("ears_1_elf_(male)_(old).png", 4, 12, COLOUR(52));
    files[n++] = part("head_1_old.png", 2, 12, COLOUR(40));
    files[n++] = part("body_1_male.png", 1, 12, COLOUR(30));
    files[n++] = part("body_1_female.png", 1, 12, COLOUR(31));
    assert_int_equal(n, COUNT);
    return generator_set(files, COUNT, NULL, 0, arena, &kit->report);
}

static bool compose(const GeneratorSet *set, const char *text, Image *out)
{
    GeneratorChoice choice;
    kit_clear(kit);
    return generator_choice_read(text_of(text), &choice, arena, &kit->report) &&
           generator_compose(set, &choice, out, arena, &kit->report);
}

static void row_is(const Image *image, const uint8_t wanted[W])
{
    for (uint32_t y = 0; y < H; y++)
        for (uint32_t x = 0; x < W; x++)
            if (*image_at(image, x, y) != (wanted[x] ? COLOUR(wanted[x]) : 0))
                fail_msg("pixel %u is %08x, not %u", x, *image_at(image, x, y), wanted[x]);
}

static void layers_are_composed_in_order(void **state)
{
    (void)state;
    const GeneratorSet set = sample();
    assert_int_equal(kit->messages.count, 0);
    assert_int_equal(set.layer_count, 6);
    Image image;
    static const char *const orders[] = {
        "body=male head=old hair=long ears=elf beard=full tool=sword",
        "tool=sword  beard=5_full ears=1_elf hair=3_long head=1_old\tbody=1_male "};
    for (size_t i = 0; i < 2; i++) {
        assert_true(compose(&set, orders[i], &image));
        row_is(&image, (const uint8_t[W]){10, 30, 40, 40, 52, 52, 60, 60, 70, 70, 90, 90});
    }
    assert_true(compose(&set, "body=male hair=7_long beard=full", &image));
    row_is(&image, (const uint8_t[W]){0, 30, 30, 30, 30, 30, 67, 67, 67, 67, 67, 67});
}

static void file_with_met_dependencies_is_selected(void **state)
{
    (void)state;
    const GeneratorSet set = sample();
    Image image;
    assert_true(compose(&set, "body=male ears=elf", &image));
    assert_int_equal(*image_at(&image, 5, 0), COLOUR(50));
    assert_true(compose(&set, "body=female head=old ears=elf", &image));
    assert_int_equal(*image_at(&image, 5, 0), COLOUR(51));
    assert_true(compose(&set, "head=old body=male ears=elf", &image));
    assert_int_equal(*image_at(&image, 5, 0), COLOUR(52));
    assert_true(compose(&set, "tool=quiver", &image)); /* has a back only */
}

static void errors_are_reported_with_column(void **state)
{
    (void)state;
    const GeneratorSet set = sample();
    static const struct {
        const char *text;
        uint32_t column;
        const char *words;
    } bad[] = {
        {"", 0, "no layer"},
        {"body", 1, "layer=variant"},
        {"body=", 1, "layer=variant"},
        {"=male", 1, "layer=variant"},
        {"body=male body=female", 11, "duplicate layer"},
        {"body=female beard=full", 13, "needs \"male\""},
        {"beard=full", 1, "needs \"male\""},
        {"head=old ears=elf", 10, "needs \""},
        {"body=male hair=lang", 11, "did you mean \"long\"?"},
        {"hair=4_long", 1, "no variant"},
        {"body=male hairs=long", 11, "did you mean \"hair\"?"},
        {"toolb=sword", 1, "no layer \"toolb\""},
        {"body=male palette=hair:a.gpl", 11, "no variant is chosen"},
        {"body=male palette=wings:a.gpl", 11, "no layer \"wings\""},
        {"body=male palette=body:a.gpl", 11, "no palette \"body.gpl\""},
        {"body=male palette=body", 11, "palette=layer"},
        {"body=male palette=body::x", 11, "palette=layer"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Image image;
        assert_false(compose(&set, bad[i].text, &image));
        assert_int_equal(kit->messages.count, 1);
        if (kit->messages.items[0].column != bad[i].column ||
            !strstr(kit->messages.items[0].text.at, bad[i].words))
            fail_msg("%s: %u: %s", bad[i].text, kit->messages.items[0].column,
                     kit->messages.items[0].text.at);
    }
}

static void layer_does_not_satisfy_its_own_dependency(void **state)
{
    (void)state;
    const GeneratorFile files[] = {part("head_1_elf_(elf).png", 0, 1, COLOUR(1))};
    const GeneratorSet set = generator_set(files, 1, NULL, 0, arena, &kit->report);
    Image image;
    assert_false(compose(&set, "head=elf", &image));
    assert_non_null(strstr(kit->messages.items[0].text.at, "needs \"elf\""));
}

static void palettes_replace_colours_at_the_same_index(void **state)
{
    (void)state;
    static Palette from = {.count = 4}, to = {.count = 3}, other = {.count = 3};
    const Pixel before[] = {PIXEL(1, 2, 3, 255), PIXEL(9, 9, 9, 255), PIXEL(1, 2, 3, 255),
                            PIXEL(5, 5, 5, 255)};
    const Pixel after[] = {PIXEL(9, 9, 9, 255), PIXEL(70, 0, 0, 255), PIXEL(80, 0, 0, 255)};
    memcpy(from.colours, before, sizeof before);
    memcpy(to.colours, after, sizeof after);
    memcpy(other.colours, after, sizeof after);
    const GeneratorPalette palettes[] = {
        {TEXT("body.gpl"), &from}, {TEXT("red.gpl"), &to}, {TEXT("more.gpl"), &other}};
    GeneratorFile file = part("body_1_male.png", 0, 0, 0);
    *image_at(&file.image, 0, 0) = PIXEL(1, 2, 3, 255);
    *image_at(&file.image, 1, 0) = PIXEL(9, 9, 9, 128);
    *image_at(&file.image, 2, 0) = PIXEL(5, 5, 5, 255); /* has no partner */
    *image_at(&file.image, 3, 0) = PIXEL(1, 2, 4, 255);
    const GeneratorFile files[] = {file, part("head_1_elf.png", 4, 5, PIXEL(9, 9, 9, 255))};
    const GeneratorSet set = generator_set(files, 2, palettes, 3, arena, &kit->report);
    Image image;
    static const char *const texts[] = {"body=male head=elf palette=body:red.gpl",
                                        "palette=body:body.gpl:red.gpl head=elf body=male"};
    for (size_t i = 0; i < 2; i++) {
        assert_true(compose(&set, texts[i], &image));
        const Pixel wanted[] = {PIXEL(9, 9, 9, 255), PIXEL(70, 0, 0, 128), PIXEL(5, 5, 5, 255),
                                PIXEL(1, 2, 4, 255), PIXEL(9, 9, 9, 255)};
        assert_memory_equal(image_at(&image, 0, 0), wanted, sizeof wanted);
    }
    assert_int_equal(*image_at(&file.image, 0, 0), PIXEL(1, 2, 3, 255)); /* still */
    assert_false(compose(&set, "body=male palette=body:blue.gpl", &image));
    assert_non_null(strstr(kit->messages.items[0].text.at, "blue.gpl"));
}

static ProjectFile png_file(const char *name, Pixel first, Pixel second)
{
    const Image image = image_new(2, 1, arena);
    image.pixels[0] = first;
    image.pixels[1] = second;
    return (ProjectFile){text_of(name), png_write(&image, NULL, arena)};
}

static bool layers_compose(const char *choice, Image *out)
{
    const ProjectFile files[] = {
        {TEXT("body.pal"), bytes_of_text(TEXT("JASC-PAL\n0100\n2\n1 1 1\n2 2 2\n"))},
        png_file("body_1_male.png", PIXEL(1, 1, 1, 255), PIXEL(2, 2, 2, 255)),
        {TEXT("other.ase"), bytes_of_text(TEXT("a sprite of Aseprite"))},
        {TEXT("red.gpl"), bytes_of_text(TEXT("GIMP Palette\n50 0 0\n60 0 0\n"))},
        png_file("blue.png", PIXEL(0, 0, 70, 255), PIXEL(0, 0, 80, 255)),
    };
    ConversionJob job = {.settings = &(PictureSettings){.choice = choice}};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        *ARENA_PUSH(arena, job.files.items, job.files.count) = files[i];
    kit_clear(kit);
    return layers_to_sheet(&job, arena, &kit->report) &&
           png_read(job.output, out, NULL, arena, &kit->report);
}

/* The folder has body.pal, but not the body.gpl that is looked for. */
static void palettes_of_all_formats_recolour_layers(void **state)
{
    (void)state;
    Image image;
    assert_true(layers_compose("body=male palette=body:red.gpl", &image));
    assert_int_equal(image.pixels[0], PIXEL(50, 0, 0, 255));
    assert_int_equal(image.pixels[1], PIXEL(60, 0, 0, 255));
    assert_true(layers_compose("body=male palette=body:body_1_male.png:blue.png", &image));
    assert_int_equal(kit->messages.count, 0);
    assert_int_equal(image.pixels[0], PIXEL(0, 0, 70, 255));
    assert_int_equal(image.pixels[1], PIXEL(0, 0, 80, 255));
    assert_false(layers_compose("body=male palette=body:other.ase", &image));
    assert_non_null(strstr(kit->messages.items[0].text.at, "ASEF"));
    assert_false(layers_compose("body=male palette=body:none.act", &image));
    assert_true(kit_has_message(kit, "no palette \"none.act\""));
}

static void unknown_files_are_ignored_with_a_warning(void **state)
{
    (void)state;
    const GeneratorFile files[] = {
        part("hair.png", 0, 1, 1),        part("wings_1_bat.png", 0, 1, 1),
        part("hair_1_a.png", 0, 1, 1),    icon("notes.txt"),
        part("body_x_male.png", 0, 1, 1), part("body_2_.png", 0, 1, 1),
        part("_1_a.png", 0, 1, 1),        part("body_99999999999_a.png", 0, 1, 1),
    };
    const GeneratorSet set =
        generator_set(files, COUNT_OF(files), NULL, 0, arena, &kit->report);
    assert_int_equal(set.part_count, 0);
    assert_int_equal(kit->messages.count, COUNT_OF(files));
}

static void images_of_different_sizes_are_rejected(void **state)
{
    (void)state;
    const GeneratorFile files[] = {part("body_1_male.png", 0, 1, 1),
                                   {TEXT("head_1_elf.png"), image_new(W, H + 1, arena)}};
    const GeneratorSet set = generator_set(files, 2, NULL, 0, arena, &kit->report);
    Image image;
    assert_false(compose(&set, "body=male head=elf", &image));
    assert_non_null(strstr(kit->messages.items[0].text.at, "12 x 3"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
    const struct CMUnitTest tests[] = {
        TEST(layers_are_composed_in_order),
        TEST(file_with_met_dependencies_is_selected),
        TEST(errors_are_reported_with_column),
        TEST(layer_does_not_satisfy_its_own_dependency),
        TEST(palettes_replace_colours_at_the_same_index),
        TEST(palettes_of_all_formats_recolour_layers),
        TEST(unknown_files_are_ignored_with_a_warning),
        TEST(images_of_different_sizes_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
