/* Layouts that are refused: at once, with one line, without much memory. */
#include "lib/lay_kit.h"

#include "mages/sprites/lay_faces.h"

#include <math.h>
#include <time.h>

static void refused(const Lay *lay, const LayOptions *options, const char *words)
{
    const Image sheet = sheet_random(false);
    LayPlan plan;
    Arena *own = arena_new();
    kit_clear(kit);
    const clock_t before = clock();
    const bool ok = lay_compose(lay, &sheet, options, TEXT("NAME"), &plan, own, &kit->report);
    const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    if (ok || kit->report.errors != 1 || !kit_has_message(kit, words))
        fail_msg("\"%s\" was not said: %s", words, kit_message(kit, 0));
    /* check agrees with what convert refuses, with and without --frames all */
    kit_clear(kit);
    const bool passes = lay_limits_check(lay, &kit->report);
    const bool warns =
        kit_has_message(kit, "with --frames all, the pictures would exceed the limits");
    if (options->all_frames ? passes && !warns : passes || !kit_has_message(kit, words))
        fail_msg("check did not say \"%s\": %s", words, kit_message(kit, 0));
    assert_true(seconds < 1);
    assert_true(arena_used(own) < 48 << 20);
    arena_free(own);
}

static void invalid_and_too_large_numbers_are_rejected(void **state)
{
    (void)state;
    const LayOptions options = {0};
    const float values[] = {NAN, INFINITY, -INFINITY, 32768, -40000, 1e30f};
    for (size_t i = 0; i < COUNT_OF(values); i++)
        for (unsigned k = 0; k < 4; k++) {
            Lay lay = two_chunks(30, 0);
            float *fields[] = {&lay.file.chunks[1].dst_x, &lay.file.chunks[1].dst_y,
                               &lay.file.chunks[1].src_x, &lay.file.chunks[1].src_y};
            static const char *const words[] = {"chunk 1: dst_x is", "chunk 1: dst_y is",
                                                "chunk 1: src_x is", "chunk 1: src_y is"};
            *fields[k] = values[i];
            refused(&lay, &options, words[k]);
        }
}

static void ranges_that_end_after_the_chunks_or_wrap_are_rejected(void **state)
{
    (void)state;
    const LayOptions options = {0};
    Lay lay = two_chunks(30, 0);
    lay.file.sprites[0].chunk_count = 3;
    refused(&lay, &options, "entry 0: chunks 0 to 3, there are 2");
    lay.file.sprites[0] = (LaySprite){info_of(LAY_BASE, 0, 1), 2, UINT32_MAX};
    refused(&lay, &options, "entry 0: chunks 2 to 4294967297, there are 2");
}

static void a_canvas_too_large_is_rejected_before_memory_is_asked_for(void **state)
{
    (void)state;
    const LayOptions options = {0};
    Lay lay = two_chunks(30000, 0);
    refused(&lay, &options, "is too large");
    lay = two_chunks(16200, 16200);
    refused(&lay, &options, "is too large");
}

/* A file of 60 KB whose entries all have all of its chunks. */
static void many_entries_with_many_cells_are_rejected(void **state)
{
    (void)state;
    const LayOptions options = {.all_frames = true};
    enum { MANY = 4000, CHUNKS = 1000 };
    Lay lay = {.file = {.sprites = ARENA_ALLOC(arena, LaySprite, MANY + 97),
                        .chunks = ARENA_ALLOC(arena, LayChunk, CHUNKS)}};
    for (uint32_t i = 0; i < CHUNKS; i++)
        chunk_add(&lay, (float)(i % 30 * 30), (float)(i / 30 * 30), 1, 1);
    for (uint32_t i = 0; i < MANY; i++)
        lay.file.sprites[i] = (LaySprite){info_of(LAY_SUB, i, 0), 0, CHUNKS};
    lay.file.sprite_count = MANY;
    refused(&lay, &options, "the entries have 4000000 cells");
    lay.file.sprite_count = MANY / 10;
    refused(&lay, &options, "the pictures take more than");
    refused(&lay, &(LayOptions){0}, "the pictures take more than");
    lay.file.sprite_count = MANY + 97;
    refused(&lay, &options, "4097 entries");
}

/* 256 mouths and 256 pairs of eyes of one face are 65536 pictures. */
static void too_many_images_are_rejected(void **state)
{
    (void)state;
    const LayOptions options = {.all_frames = true};
    Lay lay = {.file = {.sprites = ARENA_ALLOC(arena, LaySprite, 512),
                        .chunks = ARENA_ALLOC(arena, LayChunk, 1)}};
    chunk_add(&lay, 0, 0, 1, 1);
    for (uint32_t i = 0; i < 256; i++) {
        lay.file.sprites[2 * i] = (LaySprite){info_of(LAY_MOUTH, 1, i), 0, 1};
        lay.file.sprites[2 * i + 1] = (LaySprite){info_of(LAY_EYES, 1, i), 0, 1};
    }
    lay.file.sprite_count = 512;
    refused(&lay, &options, "more than 4096 pictures");
}

/* 27 KB that would fill a disk with 26 GB: every picture shares nearly all with the others. */
static void files_larger_than_the_disk_limit_are_rejected(void **state)
{
    (void)state;
    const LayOptions options = {.all_frames = true};
    enum { ACROSS = 34, CELLS_ALL = ACROSS * 47, FRAMES = 40 };
    Lay lay = {.file = {.sprites = ARENA_ALLOC(arena, LaySprite, 1 + 2 * FRAMES),
                        .chunks = ARENA_ALLOC(arena, LayChunk, CELLS_ALL)}};
    for (uint32_t i = 0; i < CELLS_ALL; i++)
        chunk_add(&lay, (float)(i % ACROSS * 30), (float)(i / ACROSS * 30), 1, 1);
    lay.file.sprites[0] = (LaySprite){info_of(LAY_BASE, 0, 1), 0, CELLS_ALL};
    for (uint32_t i = 0; i < FRAMES; i++) {
        lay.file.sprites[1 + 2 * i] = (LaySprite){info_of(LAY_MOUTH, 1, i), i, 1};
        lay.file.sprites[2 + 2 * i] = (LaySprite){info_of(LAY_EYES, 1, i), 900 + i, 1};
    }
    lay.file.sprite_count = 1 + 2 * FRAMES;
    refused(&lay, &options, "1600 pictures with more than 512 million pixels in all");
}

/* 1000 faces in a corner of a long canvas, each looked at as a whole. */
static void faces_that_cost_too_much_time_are_rejected(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    const Image sheet = sheet_random(false);
    const LayOptions options = {0};
    Lay lay = two_chunks(900, 900);
    LayPlan plan;
    lay.file.sprites = ARENA_ALLOC(arena, LaySprite, MANY);
    lay.file.sprite_count = MANY;
    for (uint32_t i = 0; i < MANY; i++)
        lay.file.sprites[i] = (LaySprite){info_of(LAY_SUB, i + 1, 0), 0, 2};
    assert_true(lay_plan(&lay, &sheet, &options, TEXT("a"), &plan, arena, &kit->report));
    assert_false(lay_faces_check(&plan, &kit->report));
    assert_true(
        kit_has_message(kit, "the faces of 1000 pictures take more than 256 million pixels"));
    lay = two_chunks(7980, 7980);
    lay.file.sprites[0].info = info_of(LAY_SUB, 1, 0);
    assert_true(lay_plan(&lay, &sheet, &options, TEXT("a"), &plan, arena, &kit->report));
    assert_false(lay_faces_check(&plan, &kit->report));
    assert_true(kit_has_message(kit, "the face is 8010 x 8010 pixels, more than 16 million"));
}

static void layouts_without_anything_to_draw_are_rejected(void **state)
{
    (void)state;
    const LayOptions options = {0};
    Lay lay = lay_empty();
    refused(&lay, &options, "nothing to draw");
    chunk_add(&lay, 0, 0, 1, 1);
    refused(&lay, &options, "no entry can be drawn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
        TEST(invalid_and_too_large_numbers_are_rejected),
        TEST(ranges_that_end_after_the_chunks_or_wrap_are_rejected),
        TEST(a_canvas_too_large_is_rejected_before_memory_is_asked_for),
        TEST(many_entries_with_many_cells_are_rejected),
        TEST(too_many_images_are_rejected),
        TEST(files_larger_than_the_disk_limit_are_rejected),
        TEST(faces_that_cost_too_much_time_are_rejected),
        TEST(layouts_without_anything_to_draw_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
