/* The rows `loop` and `handler`: prints `row milliseconds`, a line each. Processor time,
 * as os.clock of the Lua peers. */
#include "kit.h"

#include "../tests/lib/script_names.h"
#include "tirnanog/script/machine.h"

typedef struct World {
    int32_t attributes[2][8]; /* from 0x20 on */
    int32_t given;
} World;

static int32_t world_get(void *context, uint32_t entity, uint32_t attribute)
{
    return ((World *)context)->attributes[entity][attribute];
}

static void world_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    ((World *)context)->attributes[entity][attribute] = value;
}

static int32_t world_none(void *context, uint32_t entity, uint32_t index)
{
    (void)context;
    (void)entity;
    (void)index;
    return 0;
}

static uint32_t world_random(void *context, uint32_t below)
{
    (void)context;
    (void)below;
    return 0;
}

static MachineCommand world_command(void *context, MachineRun *run, unsigned number,
                                    const int32_t *arguments)
{
    (void)run;
    if (number == COMMAND_give)
        ((World *)context)->given += arguments[1];
    return COMMAND_CONTINUE;
}

static void say(void *context, const Message *message)
{
    (void)context;
    fprintf(stderr, "%.*s\n", (int)message->text.size, message->text.at);
}

/* As the engine's variables of NPCs: nothing is to be computed. */
static uint32_t world_slot(void *context, uint32_t attribute, bool *plain)
{
    (void)context;
    *plain = true;
    return attribute - 0x20;
}

static const int32_t *world_values(void *context, uint32_t entity)
{
    return ((World *)context)->attributes[entity];
}

static MachineProgram load(const char *text, Arena *arena)
{
    Report report = report_to(say, NULL);
    const ScriptSource source = script_source(text_of(text));
    MachineProgram program;
    ScriptCode code;
    const MachineAttributes attributes = {world_slot, NULL};
    if (!script_compile(&source, &script_names, NULL, &code, arena, &report) ||
        !machine_load(code.bytes, NULL, &attributes, &program, arena, arena, &report))
        exit(1);
    return program;
}

static bool bench_loop(const MachineHost *host, Arena *arena)
{
    const MachineProgram program =
        load("c=12345 b=0 a=0\n"
             "while(a<20000000) { c=(c*1103+12345)%65536  switch(c%3=0) { case 1 { b=b+c%7 } "
             "case 0 { b=b-1 } }  a=a+1 }",
             arena);
    MachineRun run;
    machine_start(&run, 0, 1);
    const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    uint32_t budget = 0;
    do
        budget = 100000;
    while (machine_run(&program, &run, host, &budget) == MACHINE_SUSPENDED);
    printf("loop %.1f\n", clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start);
    return run.locals[0] == 20000000 && run.locals[1] == 6669751 && run.locals[2] == 26681;
}

static bool bench_handler(const MachineHost *host, World *world, Arena *arena)
{
    const MachineProgram program = load(
        "a=level*2+3\n"
        "switch(@hp > @dmg+a) { case 1 { @hp=@hp-(@dmg+a) } case 0 { @hp=500 give(obj,1) } }\n"
        "gold=(gold+a)%1000",
        arena);
    *world = (World){.attributes = {{[2] = 3}, {[0] = 500, [4] = 7}}};
    MachineRun run;
    const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < 5000000; i++) {
        uint32_t budget = 1000;
        machine_start(&run, 0, 1);
        machine_run(&program, &run, host, &budget);
    }
    printf("handler %.1f\n", clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start);
    return world->given == 156250 && world->attributes[0][3] == 0 &&
           world->attributes[1][0] == 500;
}

int main(void)
{
    World world = {0};
    const uint32_t changes = 0;
    const MachineHost host = {&world,       world_get,     world_set,    world_none, world_none,
                              world_random, world_command, world_values, &changes,   NULL};
    Arena *arena = arena_new();
    const bool right = bench_loop(&host, arena) && bench_handler(&host, &world, arena);
    if (!right)
        fprintf(stderr, "bench_script: the results are wrong\n");
    arena_free(arena);
    return !right;
}
