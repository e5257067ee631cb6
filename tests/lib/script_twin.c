#include "script_twin.h"

/* Small answers, so that loops end and switches take many branches. */
static int32_t twin_event(Recorder *recorder, uint64_t what, uint64_t which)
{
    const uint64_t event = hash_mix(hash_mix(recorder->count, what), which);
    if (recorder->count < TWIN_EVENTS)
        recorder->events[recorder->count] = event;
    recorder->count++;
    return (event >> 60) == 0 ? (int32_t)event : (int32_t)(event % 7) - 2;
}

static int32_t twin_get(void *context, uint32_t entity, uint32_t attribute)
{
    return twin_event(context, 1 + entity, attribute);
}

static int32_t twin_count(void *context, uint32_t entity, uint32_t object)
{
    return twin_event(context, 3 + entity, object);
}

static int32_t twin_sum(void *context, uint32_t entity, uint32_t attribute)
{
    return twin_event(context, 5 + entity, attribute);
}

static void twin_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    twin_event(context, 7 + entity, (uint64_t)(uint32_t)value << 32 | attribute);
}

static uint32_t twin_random(void *context, uint32_t below)
{
    return (uint32_t)twin_event(context, 9, below) % below;
}

static MachineCommand twin_command(void *context, MachineRun *run, unsigned number,
                                   const int32_t *arguments)
{
    Recorder *recorder = context;
    uint64_t which = 0;
    for (unsigned i = 0; i < command_values(command_info(number)); i++)
        which = hash_mix(which, (uint32_t)arguments[i]);
    for (unsigned i = 0; i < SCRIPT_LOCALS; i++)
        which = hash_mix(which, (uint32_t)run->locals[i]);
    run->locals[0] = twin_event(recorder, 10 + number, which);
    if (recorder->count > TWIN_EVENTS)
        return COMMAND_FINISH;
    return run->locals[0] == 3 ? COMMAND_WAIT : COMMAND_CONTINUE;
}

bool twin_run(Bytes code, uint32_t budget, Recorder *out, int32_t *value, Arena *arena,
              Report *report)
{
    MachineProgram program;
    MachineRun run;
    const ScriptLimits limits = {.expression = value != NULL};
    const MachineHost host = {.context = out,
                              .get = twin_get,
                              .set = twin_set,
                              .count = twin_count,
                              .sum = twin_sum,
                              .random = twin_random,
                              .command = twin_command};
    if (!machine_load(code, &limits, NULL, &program, arena, arena, report))
        return false;
    out->count = 0;
    machine_start(&run, 0, 1);
    do
        out->status = machine_run(&program, &run, &host, &budget);
    while (out->status == MACHINE_WAITING);
    memcpy(out->locals, run.locals, sizeof out->locals);
    if (value)
        *value = machine_value(&run);
    return true;
}

bool twins_agree(Bytes plain, Bytes optimised, Arena *arena, Report *report)
{
    enum { BUDGET = 3000 };
    Recorder *one = ARENA_ALLOC(arena, Recorder, 1), *two = ARENA_ALLOC(arena, Recorder, 1);
    if (optimised.size > plain.size || !twin_run(plain, BUDGET, one, NULL, arena, report) ||
        !twin_run(optimised, 2 * BUDGET, two, NULL, arena, report))
        return false;
    size_t min = one->count < two->count ? one->count : two->count;
    min = min < TWIN_EVENTS ? min : TWIN_EVENTS;
    if (memcmp(one->events, two->events, min * sizeof *one->events) != 0)
        return false;
    if (one->status != MACHINE_DONE)
        return true;
    return two->status == MACHINE_DONE && two->count == one->count &&
           memcmp(one->locals, two->locals, sizeof one->locals) == 0;
}
