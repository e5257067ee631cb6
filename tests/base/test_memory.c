/* Memory that runs out: whatever take fails, a job leaves by its guard, and all it had
 * is freed. The address sanitizer watches for the rest. */
#include "lib/memory_kit.h"
#include "lib/script_names.h"
#include "lib/small_game.h"

#include "base/tasks.h"
#include "engine/save/save.h"
#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/translations/po.h"
#include "tirnanog/maps/tmx.h"
#include "tirnanog/container/tng_check.h"
#include "base/image/png_write.h"

/* Nobody waits for each of a hundred thousand. */
enum { EVERY = 2000 };

typedef struct TestedJob {
    Job *job;
    const void *context;
    size_t min; /* takes */
} TestedJob;

static void each_take_fails(const TestedJob *jobs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t failures = job_failures(jobs[i].job, jobs[i].context, EVERY);
        if (failures < jobs[i].min)
            fail_msg("job %zu takes only %zu times", i, failures);
    }
}

static void font_job(const void *unused, Arena *arena, Report *report)
{
    (void)unused;
    (void)report;
    assert_true(font_builtin(arena)->height > 0);
}

static void script_job(const void *text, Arena *arena, Report *report)
{
    const ScriptSource source = script_source(text_of(text));
    ScriptCode code;
    assert_true(script_compile(&source, &script_names, NULL, &code, arena, report));
}

static void png_job(const void *image, Arena *arena, Report *report)
{
    Image again;
    const PngText text = {TEXT("Title"), TEXT("a tree")};
    const PngOptions options = {.texts = &text, .text_count = 1};
    const Bytes file = png_write(image, &options, arena);
    assert_true(png_read(file, &again, NULL, arena, report));
}

static void po_job(const void *text, Arena *arena, Report *report)
{
    PoFile file;
    assert_true(po_read(bytes_of_text(text_of(text)), &file, arena, report));
    assert_true(po_write(&file, arena).size > 0);
}

static void tng_job(const void *game, Arena *arena, Report *report)
{
    TngFile file;
    assert_true(tng_read(*(const Bytes *)game, &file, arena, report));
}

static void allocation_failure_leaks_nothing_with_the_callers_arena(void **state)
{
    Kit *kit = *state;
    const Image image = image_new(30, 20, kit->arena);
    for (size_t i = 0; i < 600; i++)
        image.pixels[i] = next_random(1 << 24) | 0xFF000000;
    const Bytes game = small_game(kit);
    const TestedJob jobs[] = {
        {font_job, NULL, 10},
        {script_job, "a=1 while(a<9) { a=a+1 switch(a) { case 3 { give(obj,1) } } }", 3},
        {png_job, &image, 4},
        {po_job, "# TirNanoG Translation\nmsgid \"a\"\nmsgstr \"b\"\n", 2},
        {tng_job, &game, 3},
    };
    each_take_fails(jobs, COUNT_OF(jobs));
}

static void check_job(const void *game, Arena *arena, Report *report)
{
    assert_true(tng_check(*(const Bytes *)game, arena, report));
}

static void tmx_job(const void *file, Arena *arena, Report *report)
{
    TmxMap map;
    assert_true(tmx_read(*(const Bytes *)file, &map, arena, report));
}

static void build_job(const void *unused, Arena *arena, Report *report)
{
    (void)unused;
    ProjectFiles files;
    TngOutput out;
    assert_true(project_new(TEXT("mygame"), &files, arena, report) &&
                project_build(&files, &(BuildOptions){0}, &out, arena, report));
}

/* A world is played, saved, loaded again, and plays on. */
static void world_job(const void *game, Arena *arena, Report *report)
{
    TngFile file;
    Bytes saved;
    const WorldOptions options = {.seed = 1, .skip_menu = true};
    assert_true(tng_read(*(const Bytes *)game, &file, arena, report));
    World *world = world_new(&file, &options, arena, report);
    for (unsigned i = 0; i < 40; i++)
        world_tick(world, &(WorldInput){.direction = 1 + i / 10});
    assert_true(world_save(world, NULL, &saved, arena, report));
    SaveNotes notes;
    World *again = world_load(&file, saved, &options, &notes, arena, report);
    assert_non_null(again);
    for (unsigned i = 0; i < 10; i++)
        world_tick(again, &(WorldInput){0});
}

static void allocation_failure_frees_inner_arenas(void **state)
{
    Kit *kit = *state;
    const Bytes game = small_game(kit);
    uint32_t cells[] = {1, 0, 1, 1};
    TmxTileset tileset = {.first = 1, .name = TEXT("tiles_oak")};
    TmxLayer layer = {.id = 1, .w = 2, .h = 2, .cells = cells};
    const TmxMap map = {.w = 2,
                        .h = 2,
                        .tile_w = 16,
                        .tile_h = 16,
                        .tilesets = &tileset,
                        .tileset_count = 1,
                        .layers = &layer,
                        .layer_count = 1};
    const Bytes file = tmx_write(&map, kit->arena);
    const TestedJob jobs[] = {{check_job, &game, 20},
                              {tmx_job, &file, 5},
                              {build_job, NULL, 100},
                              {world_job, &game, 100}};
    tasks_set_threads(1); /* which take is the n-th must not depend on the threads */
    each_take_fails(jobs, COUNT_OF(jobs));
    tasks_set_threads(0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(allocation_failure_leaks_nothing_with_the_callers_arena),
        TEST(allocation_failure_frees_inner_arenas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
