/* The rows `suspended` and `runaway`: what waiting and endless handlers cost a world.
 * Prints `row figure`, a line each. */
#include "kit.h"

#include "engine/world.h"
#include "project/project.h"

#include <malloc.h>

enum { WAITING = 10000, ENDLESS = 200, FRAMES = 301 };

static void say(void *context, const Message *message)
{
    (void)context;
    fprintf(stderr, "%.*s\n", (int)message->text.size, message->text.at);
}

/* The project that `oisin new` makes, with this handler at its tree. */
static World *open_world(const char *handler, Arena *arena, Report *report)
{
    ProjectFiles files;
    TngOutput out;
    TngFile *game = ARENA_TAKE(arena, TngFile, 1);
    if (!project_new(TEXT("mygame"), &files, arena, report))
        exit(1);
    for (size_t i = 0; i < files.count; i++)
        if (text_is(files.items[i].path, "objects/tree.obj"))
            files.items[i].bytes = bytes_of_text(
                arena_format(arena, "%.*se click {\n%s\n}\n", (int)files.items[i].bytes.size,
                             (const char *)files.items[i].bytes.data, handler));
    if (!project_build(&files, &(BuildOptions){0}, &out, arena, report) ||
        !tng_read(tng_output_bytes(&out, arena), game, arena, report))
        exit(1);
    return world_new(game, &(WorldOptions){.skip_menu = true}, arena, report);
}

/* Begins the handler at so many places. */
static void begin(World *world, size_t count, Report *report)
{
    ScriptRef ref;
    if (!tng_script_find(world->content->game, TEXT("object:tree:click"), &ref))
        exit(1);
    for (size_t i = 0; i < count; i++)
        if (!world_start(world, ref, ENTITY_OBJECT, ENTITY_PLAYER,
                         (Location){0, {(int32_t)(i % 100), (int32_t)(i / 100)}}, report))
            exit(1);
}

/* Of the heap, whether in its own area or mapped. */
static size_t memory_used(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void bench_suspended(Arena *arena, Report *report)
{
    World *world = open_world("while(1) { a=a+1 delay(100) }", arena, report);
    const size_t before = memory_used();
    begin(world, WAITING, report);
    printf("suspended-memory %zu\n", (memory_used() - before) / WAITING);
    double all = 0;
    for (size_t i = 0; i < FRAMES; i++) {
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        world_tick(world, &(WorldInput){0});
        all += clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    printf("suspended-frame %.4f\n", all / FRAMES);
}

static void bench_runaway(Arena *arena, Report *report)
{
    double times[FRAMES];
    World *world = open_world("while(1) { }", arena, report);
    begin(world, ENDLESS, report);
    for (size_t i = 0; i < FRAMES; i++) {
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        world_tick(world, &(WorldInput){0});
        times[i] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    printf("runaway %.4f\n", median(times, FRAMES));
}

int main(void)
{
    Arena *arena = arena_new();
    Report report = report_to(say, NULL);
    bench_suspended(arena, &report);
    bench_runaway(arena, &report);
    arena_free(arena);
    return 0;
}
