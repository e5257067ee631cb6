/* The rows `suspended` and `runaway`: what waiting and endless handlers cost a world.
 * Prints `row figure`, a line each. */
#include "kit.h"

#include "engine/world.h"
#include "tirnanog/project/project.h"

#include <malloc.h>

enum { WAITING = 10000, ENDLESS = 200, FRAMES = 301, STATEMENTS = 100000, THINGS = 240 };

static void say(void *context, const Message *message)
{
    (void)context;
    fprintf(stderr, "%.*s\n", (int)message->text.size, message->text.at);
}

static void put(ProjectFiles *files, const char *path, Text text, Arena *arena)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes_of_text(text);
            return;
        }
    ProjectFile *file = ARENA_PUSH(arena, files->items, files->count);
    *file =
        (ProjectFile){.path = arena_text(arena, text_of(path)), .bytes = bytes_of_text(text)};
}

static Text bytes_at(const ProjectFiles *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path))
            return text_of_bytes(files->items[i].bytes);
    exit(1);
}

/* A full bag, each thing in it with eight modifiers. */
static void put_things(ProjectFiles *files, Arena *arena)
{
    const Text picture = bytes_at(files, "tiles/tree_soo0.png");
    Writer start = writer_to(arena);
    write_format(&start, "TirNanoG StartUp\ne start {\nlocation(meadow,16,16,so)\n");
    for (int i = 0; i < THINGS; i++) {
        Writer thing = writer_to(arena);
        write_format(&thing, "TirNanoG Object\nThing\n1 1 - thing%d - 1 - 0 0 0\n8\n", i);
        for (int k = 0; k < 8; k++)
            write_format(&thing, "m 0 0 weight %d\n", k);
        put(files, arena_format(arena, "objects/thing%d.obj", i).at, writer_text(&thing),
            arena);
        put(files, arena_format(arena, "tiles/thing%d_soo0.png", i).at, picture, arena);
        write_format(&start, "give(thing%d,1)\n", i);
    }
    write_format(&start, "}\n");
    put(files, "game/startup.cfg", writer_text(&start), arena);
}

/* The project that `oisin new` makes, with this handler at its tree, one that never
 * ends at an attribute, and a bag full of things. */
static World *open_world(const char *handler, Arena *arena, Report *report)
{
    ProjectFiles files;
    TngOutput out;
    TngFile *game = ARENA_ALLOC(arena, TngFile, 1);
    if (!project_new(TEXT("mygame"), &files, arena, report))
        exit(1);
    const Text tree = bytes_at(&files, "objects/tree.obj");
    put(&files, "objects/tree.obj",
        arena_format(arena, "%.*se click {\n%s\n}\n", (int)tree.size, tree.at, handler), arena);
    put(&files, "game/weight.atr", TEXT("TirNanoG Attribute\nv\n0\n"), arena);
    put(&files, "game/mana.atr",
        TEXT("TirNanoG Attribute\nv Mana\n9\ne onchange {\nwhile(1) { a=a+1 }\n}\n"), arena);
    put_things(&files, arena);
    project_files_sort(&files);
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
        if (!world_start(local_context(world), ref, ENTITY_OBJECT, ENTITY_PLAYER,
                         (Location){0, {(int32_t)(i % 100), (int32_t)(i / 100)}}, report))
            exit(1);
}

typedef struct Frames {
    double mean, worst; /* ms of the processor */
} Frames;

static Frames play(World *world)
{
    Frames out = {0, 0};
    for (size_t i = 0; i < FRAMES; i++) {
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        world_tick(world, &(WorldInput){0});
        const double took = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
        out.mean += took / FRAMES;
        out.worst = took > out.worst ? took : out.worst;
    }
    return out;
}

/* Of the heap, whether in its own area or mapped. */
static size_t memory_used(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* All of them wake up in the same tick, once a second. */
static void bench_suspended(Arena *arena, Report *report)
{
    World *world = open_world("while(1) { a=a+1 delay(100) }", arena, report);
    const size_t before = memory_used();
    begin(world, WAITING, report);
    printf("suspended-memory %zu\n", (memory_used() - before) / WAITING);
    const Frames frames = play(world);
    printf("suspended-frame %.4f\n", frames.mean);
    printf("suspended-worst %.4f\n", frames.worst);
}

static const char *straight_code(Arena *arena)
{
    Writer code = writer_to(arena);
    write_text(&code, TEXT("while(1) {\n"));
    for (int i = 0; i < STATEMENTS; i++)
        write_text(&code, TEXT("@hp=1-@hp\n"));
    write_u8(&code, '}');
    write_u8(&code, 0);
    return (const char *)code.data;
}

/* The worst tick of the worst of many kinds. */
static void bench_runaway(Arena *arena, Report *report)
{
    const struct {
        const char *name, *code;
        size_t count;
    } kinds[] = {{"loop", "while(1) { }", ENDLESS},
                 {"straight", straight_code(arena), ENDLESS},
                 {"sum", "while(1) { a=@sum(weight) }", ENDLESS},
                 {"onchange", "while(1) { @mana=@mana+1 }", ENDLESS},
                 {"delay", "while(1) { b=0 while(b<1000) { b=b+1 } delay(1) }", WAITING}};
    double worst = 0;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        World *world = open_world(kinds[i].code, arena, report);
        begin(world, kinds[i].count, report);
        const Frames frames = play(world);
        printf("runaway-%s %.4f\n", kinds[i].name, frames.worst);
        worst = frames.worst > worst ? frames.worst : worst;
    }
    printf("runaway %.4f\n", worst);
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
