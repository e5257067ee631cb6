/* convert/model_sprites: models as sprites of a 2D game. */
#include "lib/evil_creature.h"
#include "lib/kit.h"

#include "base/tasks.h"
#include "evil_islands/models/model_sprites.h"
#include "base/image/png.h"

static ConversionJob job_for(Kit *kit, const char *clips)
{
    const Creature creature = creature_make("unmotr", kit->arena);
    ModelSettings *settings = ARENA_ALLOC(kit->arena, ModelSettings, 1);
    *settings = (ModelSettings){.bones = creature.bones,
                                .animation = creature.motions,
                                .texture = creature.texture,
                                .sprites = {.chosen = true,
                                            .directions = SPRITE_DIRECTIONS,
                                            .frames = SPRITE_FRAMES,
                                            .clips = clips,
                                            .pitch = SPRITE_PITCH}};
    return (ConversionJob){
        .path = TEXT("unmotr.mod"), .input = creature.model, .settings = settings};
}

/* The settings of a job from here, to be changed. */
static ModelSettings *settings_of(const ConversionJob *job)
{
    return (ModelSettings *)(uintptr_t)job->settings;
}

static Image picture(Kit *kit, const ConversionJob *job, const char *path)
{
    const ProjectFile *file = project_file(&job->files_out, text_of(path));
    Image image;
    if (!file)
        fail_msg("no %s", path);
    assert_true(png_read(file->bytes, &image, NULL, kit->arena, &kit->report));
    return image;
}

static void a_clip_is_a_strip_for_each_direction_named_for_a_project(void **state)
{
    static const char *const directions[] = {"so", "sw", "we", "nw", "no", "ne", "ea", "se"};
    Kit *kit = *state;
    ConversionJob job = job_for(kit, NULL);
    assert_true(model_to_sprites(&job, kit->arena, &kit->report));
    assert_int_equal(job.files_out.count, 2 * 8);
    for (size_t i = 0; i < COUNT_OF(directions); i++) {
        const Image walk = picture(
            kit, &job, arena_format(kit->arena, "unmotr_walk_%sl7.png", directions[i]).at);
        assert_int_equal(walk.w, 8 * SPRITE_SIDE);
        assert_int_equal(walk.h, SPRITE_SIDE);
        picture(kit, &job, arena_format(kit->arena, "unmotr_cidle_%sl7.png", directions[i]).at);
    }
}

/* The middle of the upper quarter, where the head is. */
static double head_of(const Image *strip)
{
    double sum = 0, count = 0;
    const Image frame = image_part(strip, 0, 0, strip->h, strip->h);
    const Rect box = image_opaque_box(&frame);
    for (int32_t y = box.y; y < box.y + box.h / 4; y++)
        for (int32_t x = box.x; x < box.x + box.w; x++)
            if (PIXEL_A(*image_at(&frame, (uint32_t)x, (uint32_t)y))) {
                sum += x;
                count++;
            }
    return sum / count - strip->h / 2.0;
}

/* The head of the creature is before its body: in -y, which is to us in direction so. */
static void model_faces_the_requested_direction(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, "idle");
    assert_true(model_to_sprites(&job, kit->arena, &kit->report));
    assert_int_equal(job.files_out.count, 8);
    const Image west = picture(kit, &job, "unmotr_cidle_wel7.png");
    const Image east = picture(kit, &job, "unmotr_cidle_eal7.png");
    const Image south = picture(kit, &job, "unmotr_cidle_sol7.png");
    const Image north = picture(kit, &job, "unmotr_cidle_nol7.png");
    assert_true(head_of(&west) < -2);
    assert_true(head_of(&east) > 2);
    assert_true(fabs(head_of(&south)) < 2 && fabs(head_of(&north)) < 2);
    assert_false(image_equal(&south, &north));
}

static void frames_share_one_baseline_and_fit_the_image(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, NULL);
    int32_t lowest = 0;
    assert_true(model_to_sprites(&job, kit->arena, &kit->report));
    for (size_t i = 0; i < job.files_out.count; i++) {
        Image strip;
        assert_true(
            png_read(job.files_out.items[i].bytes, &strip, NULL, kit->arena, &kit->report));
        const Rect box = image_opaque_box(&strip);
        lowest = box.y + box.h > lowest ? box.y + box.h : lowest;
        assert_true(box.y >= 1);
        for (uint32_t y = 0; y < strip.h; y++)
            for (uint32_t x = 0; x < strip.w; x += strip.h) /* nothing is cut off */
                assert_int_equal(PIXEL_A(*image_at(&strip, x, y)), 0);
    }
    assert_true(lowest <= SPRITE_SIDE - 1 && lowest > SPRITE_SIDE * 3 / 4);
}

static void output_is_independent_of_thread_count(void **state)
{
    Kit *kit = *state;
    ConversionJob one = job_for(kit, "walk"), two = job_for(kit, "walk");
    tasks_set_threads(1);
    assert_true(model_to_sprites(&one, kit->arena, &kit->report));
    tasks_set_threads(2);
    assert_true(model_to_sprites(&two, kit->arena, &kit->report));
    tasks_set_threads(0);
    assert_int_equal(one.files_out.count, two.files_out.count);
    for (size_t i = 0; i < one.files_out.count; i++)
        assert_true(bytes_equal(one.files_out.items[i].bytes, two.files_out.items[i].bytes));
}

static void settings_choose_size_directions_frames_and_outline(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, "walk"), plain = job_for(kit, "walk");
    settings_of(&job)->sprites.side = settings_of(&plain)->sprites.side = 32;
    settings_of(&job)->sprites.directions = settings_of(&plain)->sprites.directions = 4;
    settings_of(&job)->sprites.frames = settings_of(&plain)->sprites.frames = 3;
    settings_of(&job)->sprites.outline = true;
    assert_true(model_to_sprites(&job, kit->arena, &kit->report));
    assert_true(model_to_sprites(&plain, kit->arena, &kit->report));
    assert_int_equal(job.files_out.count, 4);
    const Image with = picture(kit, &job, "unmotr_walk_eal2.png"),
                without = picture(kit, &plain, "unmotr_walk_eal2.png");
    assert_int_equal(with.w, 3 * 32);
    size_t black = 0;
    for (uint32_t y = 0; y < with.h; y++)
        for (uint32_t x = 0; x < with.w; x++) {
            const Pixel under = *image_at(&without, x, y), pixel = *image_at(&with, x, y);
            black += !PIXEL_A(under) && pixel == PIXEL(0, 0, 0, 255);
            assert_true(!PIXEL_A(under) || pixel == under);
        }
    assert_true(black > 50);
}

static void missing_clip_is_named(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, "swim");
    assert_false(model_to_sprites(&job, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "none of its 2 clips is like \"swim\""));
    /* An image of the model was drawn at rest instead. */
    kit_clear(kit);
    assert_false(model_to_picture(&job, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "none of its 2 clips is like \"swim\""));
}

static void too_expensive_requests_are_rejected(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, NULL);
    settings_of(&job)->sprites.side = SPRITE_SIDE_MAX;
    settings_of(&job)->sprites.frames = SPRITE_FRAMES_MAX;
    assert_false(model_to_sprites(&job, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "too much at once"));
}

static void model_without_clips_has_one_frame(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, NULL);
    settings_of(&job)->animation = (Bytes){NULL, 0};
    assert_true(model_to_sprites(&job, kit->arena, &kit->report));
    assert_int_equal(job.files_out.count, 8);
    picture(kit, &job, "unmotr_seo0.png");
}

/* The picture of this file was looked at. */
static void rendered_creature_matches_the_reference(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, NULL);
    Image image;
    settings_of(&job)->sprites.side = 128;
    assert_true(model_to_picture(&job, kit->arena, &kit->report));
    assert_true(png_read(job.output, &image, NULL, kit->arena, &kit->report));
    assert_int_equal(image.w, 128);
    assert_true(image_hash(&image) == 0x5140c08316f8423d);
}

/* The scale was that of the model without the turn of the image, so its ends were cut off. */
static void picture_of_a_long_model_shows_all_of_it(void **state)
{
    Kit *kit = *state;
    ConversionJob job = job_for(kit, NULL);
    FigFile fig;
    Image image;
    const char *const names[] = {"hp", "unmotr"};
    assert_true(fig_read(creature_fig(0, kit->arena), &fig, kit->arena, &kit->report));
    for (uint32_t i = 0; i < 4 * fig.vertex_blocks; i++)
        for (unsigned variant = 0; variant < FIG_VARIANTS; variant++) {
            Vec3 at = fig_vertex(&fig, i, variant);
            at.x *= 30;
            fig_set_vertex(&fig, i, variant, at);
        }
    const Bytes files[] = {fig_write(&fig, kit->arena), creature_lnk(kit->arena)};
    job.input = creature_pack_whole(names, files, 2, kit->arena);
    settings_of(&job)->animation = (Bytes){NULL, 0};
    assert_true(model_to_picture(&job, kit->arena, &kit->report));
    assert_true(png_read(job.output, &image, NULL, kit->arena, &kit->report));
    const Rect box = image_opaque_box(&image);
    assert_true(box.x >= 1 && box.x + box.w <= (int32_t)image.w - 1);
    assert_true(box.y >= 1 && box.y + box.h <= (int32_t)image.h - 1);
}

/* Letters that a file of a project cannot have all become the same one. */
static void clips_with_equal_names_are_numbered(void **state)
{
    static const char *const names[] = {"walk l", "walk_l", "Walk-L", "\xe8\xe4\xf3",
                                        "\xf1\xf2\xee"};
    Kit *kit = *state;
    ConversionJob job = job_for(kit, NULL);
    Bytes clips[COUNT_OF(names)];
    const char *const bones[] = {"hp"};
    const Bytes motion[] = {creature_anm(0, true, kit->arena)};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        clips[i] = creature_pack(bones, motion, 1, kit->arena);
    settings_of(&job)->animation = creature_pack(names, clips, COUNT_OF(names), kit->arena);
    settings_of(&job)->sprites.directions = 1;
    assert_true(model_to_sprites(&job, kit->arena, &kit->report));
    assert_int_equal(job.files_out.count, COUNT_OF(names));
    for (size_t i = 1; i < job.files_out.count; i++)
        assert_false(text_equal(job.files_out.items[i].path, job.files_out.items[i - 1].path));
    assert_int_equal(kit->messages.count, 3);
    assert_true(kit_has_message(kit, "renamed to walk_l2; walk_l is already used"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(a_clip_is_a_strip_for_each_direction_named_for_a_project),
        TEST(model_faces_the_requested_direction),
        TEST(frames_share_one_baseline_and_fit_the_image),
        TEST(output_is_independent_of_thread_count),
        TEST(settings_choose_size_directions_frames_and_outline),
        TEST(missing_clip_is_named),
        TEST(too_expensive_requests_are_rejected),
        TEST(model_without_clips_has_one_frame),
        TEST(rendered_creature_matches_the_reference),
        TEST(picture_of_a_long_model_shows_all_of_it),
        TEST(clips_with_equal_names_are_numbered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
