/* Where the game stops, and the command loop. */
#include "studio/debug/debug_internal.h"

#include <assert.h>

/* ---- stopping ---- */

static DebugStop stop_at(Debugger *debugger, ScriptRef ref, const Task *task, MachineRun *run)
{
    DebugStop stop = {
        .ref = ref, .task = task, .run = run, .offset = debug_offset(debugger, ref, run->step)};
    if (debugger->options.scripts)
        script_positions_line(debugger->options.scripts, ref, stop.offset, &stop.file,
                              &stop.line);
    return stop;
}

/* The next command: first the one received while the game was running. */
static DebugRead next_line(Debugger *debugger, bool wait, Text *line)
{
    const DebugIo *io = &debugger->options.io;
    if (debugger->has_early) {
        debugger->has_early = false;
        *line = debugger->early;
        return DEBUG_READ_LINE;
    }
    return io->read(io->context, wait, line);
}

/* Reads and executes commands until one continues the game. */
static void prompt(Debugger *debugger)
{
    debugger->stopped = true;
    debugger->mode = MODE_RUN;
    while (debugger->stopped && !debugger->leave) {
        Text line;
        const DebugRead read = next_line(debugger, !debugger->idle, &line);
        if (read == DEBUG_READ_LINE) {
            debugger->stopped = !debug_command(debugger, line);
        } else if (read == DEBUG_READ_END) {
            debugger->ended = true;
            debugger->stopped = false;
        } else {
            assert(debugger->idle); /* otherwise reading blocks */
            debugger->leave = !debugger->idle(debugger->idle_context);
        }
        arena_reset(debugger->scratch);
    }
    debugger->stopped = false;
    if (debugger->ended || debugger->leave) {
        debugger->mode = MODE_RUN;
        debugger->breakpoint_count = 0;
    }
    debug_watch(debugger);
}

static void stop(Debugger *debugger, const DebugStop *where, const char *why)
{
    debugger->stop = *where;
    debugger->stop_task = where->task ? where->task->used : 0;
    debug_print(debugger, "stopped: %s at %s", why, debug_position(debugger, where).at);
    debug_show_line(debugger, where);
    prompt(debugger);
}

/* The breakpoint at this position, if its condition is true. */
static Breakpoint *breakpoint_at(Debugger *debugger, const DebugStop *where)
{
    for (size_t i = 0; i < debugger->breakpoint_count; i++) {
        Breakpoint *breakpoint = &debugger->breakpoints[i];
        int32_t holds = 1;
        if (breakpoint->step == where->run->step &&
            tng_script_equal(breakpoint->ref, where->ref) &&
            (!breakpoint->code.size ||
             (debug_evaluate(debugger, breakpoint->code, where->run, &holds) && holds))) {
            breakpoint->hits++;
            return breakpoint;
        }
    }
    return NULL;
}

/* If lines are unknown, every instruction counts as one. */
static bool other_line(const DebugStop *before, const DebugStop *now)
{
    return !tng_script_equal(before->ref, now->ref) || !now->file.size ||
           before->line != now->line || before->run != now->run;
}

static bool step_ends(const Debugger *debugger, const DebugStop *now)
{
    const bool same = now->task ? now->task->used == debugger->stop_task
                                : !debugger->stop_task && now->run == debugger->stop.run;
    switch (debugger->mode) {
    case MODE_INSTRUCTION:
        return true;
    case MODE_LINE:
        return other_line(&debugger->stop, now);
    case MODE_NEXT:
        return same && other_line(&debugger->stop, now);
    default:
        return false;
    }
}

static void on_instruction(void *context, PlayerContext ctx, ScriptRef ref, const Task *task,
                           MachineRun *run)
{
    Debugger *debugger = context;
    (void)ctx;
    if (debugger->stopped || debugger->leave)
        return;
    const DebugStop now = stop_at(debugger, ref, task, run);
    const Breakpoint *breakpoint = breakpoint_at(debugger, &now);
    if (breakpoint) {
        char why[32];
        snprintf(why, sizeof why, "breakpoint %u", breakpoint->number);
        stop(debugger, &now, why);
    } else if (step_ends(debugger, &now)) {
        stop(debugger, &now, "step");
    }
}

/* A handler that was stepped through has ended: there is no caller to return to. */
static void report_ended(Debugger *debugger)
{
    debug_print(
        debugger, "ended: %s",
        tng_script_name(debugger->options.game, debugger->stop.ref, debugger->scratch).at);
    debugger->mode = MODE_TICK;
    arena_reset(debugger->scratch);
}

static bool waits_for_end(const Debugger *debugger)
{
    return debugger->mode == MODE_NEXT || debugger->mode == MODE_FINISH;
}

/* Another task may run the same handler; an expression has no task. */
static void on_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                   bool done)
{
    Debugger *debugger = context;
    (void)instructions;
    if (done && !debugger->stopped && waits_for_end(debugger) &&
        tng_script_equal(ref, debugger->stop.ref) &&
        (!debugger->stop_task ||
         (ctx.world->running && ctx.world->running->used == debugger->stop_task)))
        report_ended(debugger);
}

/* A handler also ends when it is removed with its owner. */
static void look_for_end(Debugger *debugger)
{
    if (waits_for_end(debugger) && !debugger->ended &&
        (!debugger->stop_task || !world_runs(debugger->world, debugger->stop_task)))
        report_ended(debugger);
}

void debug_watch(Debugger *debugger)
{
    const bool look = debugger->breakpoint_count || debugger->mode == MODE_LINE ||
                      debugger->mode == MODE_NEXT || debugger->mode == MODE_INSTRUCTION;
    debugger->observer.instruction = look ? on_instruction : NULL;
}

/* Commands received while a window plays: only `pause` and `quit` act immediately. */
static void look_for_pause(Debugger *debugger)
{
    Text line;
    if (!debugger->idle || debugger->ended || debugger->mode == MODE_TICK ||
        debugger->has_early || next_line(debugger, false, &line) != DEBUG_READ_LINE)
        return;
    if (text_is(line, "pause")) {
        debugger->mode = MODE_TICK;
    } else if (text_is(line, "quit") || text_is(line, "q")) {
        debugger->leave = true;
    } else {
        arena_reset(debugger->early_arena);
        debugger->early = arena_text(debugger->early_arena, line);
        debugger->has_early = true;
    }
}

bool debugger_tick(Debugger *debugger)
{
    look_for_pause(debugger);
    look_for_end(debugger);
    if (debugger->mode == MODE_TICK && !debugger->ended && !debugger->leave) {
        debugger->stop = (DebugStop){.ref = {NONE, 0, 0}};
        debugger->stop_task = 0;
        debug_print(debugger, "stopped: before tick %u", debugger->world->tick);
        prompt(debugger);
    }
    return !debugger->leave;
}

Debugger *debugger_new(const DebuggerOptions *options, Arena *arena)
{
    Debugger *debugger = ARENA_ALLOC(arena, Debugger, 1);
    debugger->options = *options;
    debugger->arena = arena;
    debugger->scratch = arena_new();
    debugger->early_arena = arena_new();
    debugger->offsets.arena = arena;
    debugger->observer = (Observer){.context = debugger, .ran = on_ran};
    return debugger;
}

void debugger_attach(Debugger *debugger, World *world, bool (*idle)(void *context),
                     void *context)
{
    debugger->world = world;
    debugger->idle = idle;
    debugger->idle_context = context;
    debugger->mode = MODE_TICK;
    world->observer = &debugger->observer;
}

void debugger_free(Debugger *debugger)
{
    arena_free(debugger->scratch);
    arena_free(debugger->early_arena);
}
