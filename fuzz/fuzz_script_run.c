/* Any bytes as bytecode: what the verifier takes must run without checks, in
 * portions and at once with the same end, and its text must compile to the same bytes. What it
 * rejects must have a text that compiles as well. */
#include "tirnanog/script/machine.h"
#include "../tests/lib/script_names.h"

#include <stdlib.h>

enum { BUDGET = 20000 };

static void demand(bool claim)
{
    if (!claim)
        abort();
}

typedef struct World {
    uint32_t calls, hash;
} World;

static int32_t mix(World *world, uint32_t a, uint32_t b)
{
    world->calls++;
    world->hash = (world->hash ^ a) * 16777619u + b;
    return (int32_t)world->hash;
}

static int32_t world_get(void *context, uint32_t entity, uint32_t attribute)
{
    return mix(context, entity, attribute) >> 20;
}

static void world_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    mix(context, entity, attribute + (uint32_t)value);
}

static uint32_t world_random(void *context, uint32_t below)
{
    demand(below > 0);
    return (uint32_t)mix(context, 1, 2) % below;
}

static MachineCommand world_command(void *context, MachineRun *run, unsigned number,
                                    const int32_t *arguments)
{
    const CommandInfo *command = command_info(number);
    for (unsigned i = 0; i < command_values(command); i++)
        mix(context, number, (uint32_t)arguments[i]);
    run->locals[0] = (int32_t)(((World *)context)->hash & 3);
    return number == COMMAND_exit    ? COMMAND_FINISH
           : number == COMMAND_delay ? COMMAND_WAIT
                                     : COMMAND_CONTINUE;
}

/* Runs to the end or until so many portions are used up. */
static World run_in_portions(const MachineProgram *program, uint32_t portion, MachineRun *run,
                             bool *done)
{
    World world = {0};
    const MachineHost host = {&world,       world_get,     world_set, world_get, world_get,
                              world_random, world_command, NULL,      NULL,      NULL};
    MachineStatus status = MACHINE_SUSPENDED;
    machine_start(run, 1, 2);
    for (uint32_t used = 0; status != MACHINE_DONE && used < BUDGET; used += portion) {
        uint32_t budget = portion;
        status = machine_run(program, run, &host, &budget);
        demand(budget <= portion);
        demand(status == MACHINE_DONE || machine_run_fits(program, run));
        demand(run->depth <= program->info.stack);
    }
    *done = status == MACHINE_DONE;
    return world;
}

/* The comment of a listing is source with the same effect. */
static void try_comment(const ScriptSource *listing, ScriptForm form, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    Writer out = writer_to(arena);
    Text rest = listing->file;
    ScriptCode code;
    for (Text line; text_line(&rest, &line);) {
        line = text_trimmed(line);
        if (text_starts(line, "#"))
            write_text(&out, text_slice(line, 1, line.size));
    }
    const ScriptSource source = script_source(writer_text(&out));
    demand(form != SCRIPT_LISTING ||
           script_compile(&source, &script_names, NULL, &code, arena, &report));
}

/* The text of the code compiles, and to the same bytes if the code is valid. */
static void try_text(Bytes code, bool expression, bool valid, Arena *arena)
{
    const ScriptStyle style = {.expression = expression};
    Report report = report_to(NULL, NULL);
    Writer out = writer_to(arena);
    ScriptCode again;
    Text why;
    const ScriptForm form = script_decompile(code, &script_names, &style, &out, &why, arena);
    const ScriptSource source = script_source(writer_text(&out));
    demand((form == SCRIPT_INVALID) == (!valid && code.size));
    demand((form == SCRIPT_SOURCE) == !why.size);
    demand(expression
               ? script_compile_expression(&source, &script_names, NULL, &again, arena, &report)
               : script_compile(&source, &script_names, NULL, &again, arena, &report));
    demand(form == SCRIPT_INVALID || bytes_equal(again.bytes, code));
    try_comment(&source, form, arena);
    Writer handler = writer_to(arena);
    ScriptSource body;
    size_t at = 0;
    write_u8(&handler, '{');
    write_text(&handler, source.file);
    write_text(&handler, TEXT("} x"));
    demand(script_body(writer_text(&handler), &at, &body, &report));
    demand(at + 2 == handler.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const ScriptLimits limits = {.expression = data[0] & 1};
    const Bytes code = {data + 1, size - 1};
    Writer out = writer_to(arena);
    MachineProgram program;
    const bool listed = script_list(code, &script_names, &out);
    if (machine_load(code, &limits, NULL, &program, arena, arena, &report)) {
        demand(listed);
        MachineRun whole, parts;
        bool whole_done, parts_done;
        const World a = run_in_portions(&program, BUDGET, &whole, &whole_done);
        const World b = run_in_portions(&program, 3, &parts, &parts_done);
        if (whole_done && parts_done) {
            demand(a.calls == b.calls && a.hash == b.hash);
            demand(memcmp(whole.locals, parts.locals, sizeof whole.locals) == 0);
        }
        try_text(code, limits.expression, true, arena);
    } else {
        demand(report.errors == 1);
        try_text(code, limits.expression, false, arena);
    }
    arena_free(arena);
    return 0;
}
