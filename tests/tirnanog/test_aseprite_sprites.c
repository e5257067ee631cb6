/* Aseprite files as sprites of a project, and the names of their clips. */
#include "lib/aseprite_kit.h"
#include "lib/shared_kit.h"

#include "tirnanog/convert/clip_names.h"
#include "tirnanog/convert/picture_conversions.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/png.h"

enum { RED = 0xFF0000FF };

static ConversionJob job;

static AsepriteOut begin(uint16_t frames)
{
    return aseprite_begin(
        &(AsepriteModel){.frames = frames, .w = 8, .h = 6, .bits = 32, .flags = 1}, arena);
}

/* A frame with one pixel, whose x is the number of the frame; the first has the layer. */
static void put_frame(AsepriteOut *out, uint16_t number, uint16_t duration)
{
    aseprite_frame_begin(out, duration);
    if (!number)
        aseprite_put_layer(out, &(AsepriteLayerModel){.name = "one"});
    aseprite_put_cel(
        out,
        &(AsepriteCelModel){
            .x = (int16_t)number, .y = 3, .w = 1, .h = 1, .pixels = BYTES(255, 0, 0, 255)});
    if (number)
        aseprite_frame_end(out);
}

static bool convert(AsepriteOut *out, const char *path)
{
    kit_clear(kit);
    job = (ConversionJob){.path = text_of(path), .input = aseprite_end(out)};
    return aseprite_to_sprites(&job, arena, &kit->report);
}

static void must_convert(AsepriteOut *out)
{
    if (!convert(out, "art/hero.aseprite"))
        fail_msg("%s", kit_message(kit, 0));
    project_files_sort(&job.files_out);
}

static void refused(AsepriteOut *out, const char *wanted)
{
    assert_false(convert(out, "hero.ase"));
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit_message(kit, 0), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", kit_message(kit, 0), wanted);
}

/* The frames of a strip: the x of the pixel in each, as digits. */
static void strip_is(const char *path, const char *frames, uint32_t w, uint32_t h)
{
    Image image;
    const ProjectFile *file = project_file(&job.files_out, text_of(path));
    if (!file)
        fail_msg("%s is missing; the first is %s", path,
                 job.files_out.count ? job.files_out.items[0].path.at : "none");
    assert_true(png_read(file->bytes, &image, NULL, arena, &kit->report));
    assert_int_equal(image.w, w * strlen(frames));
    assert_int_equal(image.h, h);
    for (uint32_t i = 0; frames[i]; i++) {
        uint32_t x = 0;
        while (x < w && *image_at(&image, i * w + x, h / 2) != RED)
            x++;
        if (frames[i] != (x < w ? (char)('0' + x) : '-'))
            fail_msg("%s: frame %u has its pixel at %u", path, i, x);
    }
}

/* Three frames, and a tag over all. */
static AsepriteOut tagged(const char *name, uint8_t direction, uint16_t repeat,
                          uint16_t duration)
{
    AsepriteOut out = begin(3);
    put_frame(&out, 0, 100);
    aseprite_put_tag(&out, name, 0, 2, direction, repeat);
    aseprite_frame_end(&out);
    put_frame(&out, 1, 100);
    put_frame(&out, 2, duration);
    return out;
}

static void names_of_clips_have_directions(void **state)
{
    static const struct {
        const char *text, *name, *direction;
    } rows[] = {
        {"walk", "walk", "so"},
        {"walk_so", "walk", "so"},
        {"walk left", "walk", "we"},
        {"Walk-Up", "walk", "no"},
        {"walkRight", "walk", "ea"},
        {"idle down left", "idle", "sw"},
        {"idle/NE", "idle", "ne"},
        {"north idle", "idle", "no"},
        {"attack 1 e", "attack_1", "ea"},
        {"e attack", "e_attack", "so"},
        {"up", "", "no"},
        {"", "", "so"},
        {"south-east", "", "se"},
        {"HURT", "hurt", "so"},
        {"walkSE", "walk", "se"},
        {"sword.swing", "sword_swing", "so"},
    };
    ClipName name;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_true(clip_name_parse(text_of(rows[i].text), &name, arena));
        if (!text_is(name.name, rows[i].name) ||
            strcmp(tng_direction_names[name.direction], rows[i].direction) != 0)
            fail_msg("\"%s\": \"%.*s\" to the %s", rows[i].text, (int)name.name.size,
                     name.name.at, tng_direction_names[name.direction]);
    }
    assert_false(clip_name_parse(TEXT("walk (1)"), &name, arena));
    assert_false(clip_name_parse(TEXT("\xd0\xb0"), &name, arena));
}

static void file_without_tags_is_one_sprite(void **state)
{
    (void)state;
    AsepriteOut out = begin(1);
    put_frame(&out, 0, 100);
    aseprite_frame_end(&out);
    must_convert(&out);
    assert_int_equal(job.files_out.count, 1);
    strip_is("chars/hero_soo0.png", "0", 8, 6);
}

static void tags_become_strips(void **state)
{
    static const struct {
        uint8_t direction;
        uint16_t repeat;
        const char *path, *frames;
    } rows[] = {{0, 0, "chars/hero_walk_wel2.png", "012"},
                {1, 0, "chars/hero_walk_wel2.png", "210"},
                {2, 0, "chars/hero_walk_wef2.png", "012"},
                {3, 0, "chars/hero_walk_wef2.png", "210"},
                {0, 1, "chars/hero_walk_weo2.png", "012"},
                {0, 2, "chars/hero_walk_weo5.png", "012012"},
                {2, 2, "chars/hero_walk_weo4.png", "01210"},
                {3, 3, "chars/hero_walk_weo6.png", "2101210"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        AsepriteOut out = tagged("walk left", rows[i].direction, rows[i].repeat, 100);
        must_convert(&out);
        assert_int_equal(job.files_out.count, 1);
        strip_is(rows[i].path, rows[i].frames, 8, 6);
    }
}

/* In units of 1/8 s; equal ones are one frame each. */
static void longer_frames_are_repeated(void **state)
{
    (void)state;
    AsepriteOut out = tagged("idle", 0, 0, 375);
    must_convert(&out);
    strip_is("chars/hero_idle_sol4.png", "01222", 8, 6);
    out = tagged("idle", 0, 0, 60000);
    refused(&out, "tag \"idle\" needs more than 32 frames");
    out = tagged("idle", 0, 12, 100);
    refused(&out, "tag \"idle\" needs more than 32 frames");
}

static void slices_trim_clips(void **state)
{
    (void)state;
    for (int own = 0; own < 2; own++) {
        AsepriteOut out = begin(2);
        put_frame(&out, 0, 100);
        aseprite_put_tag(&out, "walk", 0, 1, 0, 0);
        aseprite_put_slice(&out, own ? "Walk" : "body", 0, 0, -1, 2, 3, 3);
        aseprite_frame_end(&out);
        put_frame(&out, 1, 100);
        must_convert(&out);
        assert_int_equal(job.files_out.count, 1);
        strip_is("chars/hero_walk_sol1.png", "12", 3, 3);
    }
}

static void several_slices_are_several_sprites(void **state)
{
    (void)state;
    AsepriteOut out = begin(1);
    put_frame(&out, 0, 100);
    aseprite_put_slice(&out, "door", 0, 0, 0, 2, 2, 3);
    aseprite_put_slice(&out, "Left Window", 1, 0, -1, 1, 3, 5);
    aseprite_frame_end(&out);
    must_convert(&out);
    assert_int_equal(job.files_out.count, 2);
    strip_is("chars/hero_door_soo0.png", "0", 2, 3);
    strip_is("chars/hero_window_weo0.png", "1", 3, 5);
}

/* The first slice ends in the second frame. */
static void slices_that_change_are_refused(void **state)
{
    (void)state;
    for (uint8_t w = 0; w < 5; w += 4) {
        AsepriteOut out = begin(2);
        put_frame(&out, 0, 100);
        aseprite_chunk_begin(&out, 0x2022);
        write_bytes(&out.writer,
                    BYTES(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 'a',              /**/
                          0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, /**/
                          1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, w, 0, 0, 0, 3, 0, 0, 0));
        aseprite_chunk_end(&out);
        aseprite_frame_end(&out);
        put_frame(&out, 1, 100);
        refused(&out,
                w ? "slice \"a\" has different sizes" : "slice \"a\" is hidden in a frame");
    }
}

static void names_that_sprites_cannot_have_are_refused(void **state)
{
    (void)state;
    AsepriteOut out = tagged("walk (2)", 0, 0, 100);
    refused(&out, "tag \"walk (2)\": the name of a sprite has letters and digits");
    out = tagged("walk", 0, 0, 100);
    assert_false(convert(&out, "my hero.ase"));
    assert_true(kit_has_message(kit, "not \"my hero\""));
    out = begin(1);
    put_frame(&out, 0, 100);
    aseprite_put_tag(&out, "walk down", 0, 0, 0, 0);
    aseprite_put_tag(&out, "Walk", 0, 0, 0, 0);
    aseprite_frame_end(&out);
    refused(&out, "two tags or slices become the sprite hero_walk_so");
}

/* Hidden slices would be compared with all tags for each tag. */
static void pairs_of_tags_and_slices_are_limited(void **state)
{
    (void)state;
    AsepriteOut out = begin(1);
    put_frame(&out, 0, 100);
    for (unsigned i = 0; i < 1100; i++) {
        aseprite_put_tag(&out, arena_format(kit->arena, "t%u", i).at, 0, 0, 0, 0);
        aseprite_put_slice(&out, arena_format(kit->arena, "s%u", i).at, 0, 0, 0, 0, 0, 0);
    }
    aseprite_frame_end(&out);
    refused(&out, "1100 tags and 1100 slices are too many");
}

/* A slice of 2^31 pixels, and one outside the canvas. */
static void sizes_of_slices_are_limited(void **state)
{
    (void)state;
    AsepriteOut out = begin(1);
    put_frame(&out, 0, 100);
    aseprite_put_slice(&out, "a", 0, 0, 0, 0, 0x80000000, 1);
    aseprite_frame_end(&out);
    refused(&out, "the sprites become too large");
    out = begin(1);
    put_frame(&out, 0, 100);
    aseprite_put_slice(&out, "a", 0, 0, INT32_MIN, INT32_MAX, 2, 2);
    aseprite_frame_end(&out);
    must_convert(&out);
    strip_is("chars/hero_soo0.png", "-", 2, 2);
}

static void folder_is_chosen(void **state)
{
    (void)state;
    AsepriteOut out = tagged("walk", 0, 0, 100);
    job = (ConversionJob){.path = TEXT("a.ase"),
                          .input = aseprite_end(&out),
                          .settings = &(PresetSettings){.category = "tiles"}};
    assert_true(aseprite_to_sprites(&job, arena, &kit->report));
    strip_is("tiles/a_walk_sol2.png", "012", 8, 6);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_of_clips_have_directions),
        TEST(file_without_tags_is_one_sprite),
        TEST(tags_become_strips),
        TEST(longer_frames_are_repeated),
        TEST(slices_trim_clips),
        TEST(several_slices_are_several_sprites),
        TEST(slices_that_change_are_refused),
        TEST(names_that_sprites_cannot_have_are_refused),
        TEST(pairs_of_tags_and_slices_are_limited),
        TEST(sizes_of_slices_are_limited),
        TEST(folder_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
