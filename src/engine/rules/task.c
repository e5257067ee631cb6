/* Handlers run as tasks: a part in each tick, until they end or wait. */
#include "engine/rules/rules.h"

/* Deeper calls are refused: a handler that calls itself would otherwise take all tasks. */
enum { PARENTS_MAX = 8 };

/* At most this part of a tick's budget is for handlers that its input starts. The rest is
 * reserved, so that many players cannot stop the running handlers. */
enum { INPUT_BUDGET = TICK_BUDGET / 2 };

/* Context of the machine's trace, for the observer. */
typedef struct Traced {
    PlayerContext ctx;
    ScriptRef ref;
    const Task *task;
} Traced;

static void trace(void *context, MachineRun *run)
{
    const Traced *traced = context;
    const Observer *observer = traced->ctx.world->observer;
    if (observer && observer->instruction) /* it may have been removed */
        observer->instruction(observer->context, traced->ctx, traced->ref, traced->task, run);
}

/* The observer is asked once: it may remove itself while the script runs. */
MachineStatus script_run(PlayerContext ctx, ScriptRef ref, const Task *task, MachineRun *run,
                         uint32_t *budget)
{
    const MachineProgram *program = content_program(ctx.world->content, ref);
    const Observer *observer = ctx.world->observer;
    const uint32_t before = *budget;
    const MachineHost host = ctx.world->hooks->host(&ctx);
    MachineStatus status;
    if (observer && observer->instruction) {
        Traced traced = {ctx, ref, task};
        status = machine_run_traced(program, run, &host, budget, trace, &traced);
    } else {
        status = machine_run(program, run, &host, budget);
    }
    if (observer && observer->ran)
        observer->ran(observer->context, ctx, ref, before - *budget, status == MACHINE_DONE);
    return status;
}

/* The caller gets the result in local 0 and continues in its next turn. */
static void end_task(World *world, Task *task)
{
    Task *parent = task_at(world, task->parent_slot, task->parent);
    if (parent) {
        parent->run->locals[0] = task->run->locals[0];
        parent->wait = WAIT_NOTHING;
    }
    task_free(world, task);
}

/* Runs may be nested: a command can start another handler, which runs at once. `number` shows
 * whether the task still exists. */
static void run_task(World *world, Task *task, uint32_t max)
{
    uint32_t budget = world->budget < max ? world->budget : max;
    const uint32_t before = budget, number = task->used;
    Task *outer = world->running;
    const PlayerContext ctx = player_context(world, task->player);
    world->running = task;
    const MachineStatus status = script_run(ctx, task->ref, task, task->run, &budget);
    world->running = outer;
    const uint32_t spent = before - budget;
    world->budget = world->budget > spent ? world->budget - spent : 0;
    if (status == MACHINE_DONE && task->used == number)
        end_task(world, task);
}

static unsigned parents_of(const World *world, const Task *task)
{
    unsigned count = 0;
    for (; task && count <= PARENTS_MAX; count++)
        task = task_at(world, task->parent_slot, task->parent);
    return count;
}

/* 0 if the script is missing, already runs for the same owner and place, is nested too deeply,
 * or if there are no free tasks. A handler without a wait ends before this returns. */
uint32_t task_start(PlayerContext ctx, const TaskStart *start)
{
    World *world = ctx.world;
    const MachineProgram *program = content_program(world->content, start->ref);
    const Task *parent = start->parent;
    if (!program || parents_of(world, parent) > PARENTS_MAX ||
        (!parent && !start->cutscene &&
         task_runs(ctx, start->ref, start->self, start->location)))
        return 0;
    Task *task =
        task_new(ctx, start->ref, start->self, start->location, machine_run_size(program));
    if (!task)
        return 0;
    task->cutscene = start->cutscene;
    machine_start(task->run, start->self, start->opponent);
    if (parent) { /* it gets a copy of the locals */
        task->parent = parent->used;
        task->parent_slot = parent->slot;
        memcpy(task->run->locals, parent->run->locals, sizeof parent->run->locals);
    }
    if (entity_is_npc(world, start->self))
        task->actor = start->self - 1;
    const uint32_t number = task->used;
    run_task(world, task, TASK_BUDGET); /* starts in the same tick */
    return number;
}

uint32_t world_run(PlayerContext ctx, Bytes code, uint32_t self, uint32_t opponent,
                   Report *report)
{
    TaskStart start = {.self = self, .opponent = opponent, .location = {NONE, {0, 0}}};
    if (!content_add_script(ctx.world->content, code, &start.ref, report))
        return 0;
    const uint32_t number = task_start(ctx, &start);
    if (!number) {
        content_drop_script(ctx.world->content);
        report_error(report, "the handler was not started: it is empty, nested too deeply, or "
                             "too many handlers are running");
    }
    return number;
}

bool world_runs(const World *world, uint32_t task) { return task_find(world, task) != NULL; }

/* Must not change the world: the random state and the observer are restored. */
bool world_evaluate(PlayerContext ctx, Bytes code, const MachineRun *at, int32_t *out,
                    Report *report)
{
    World *world = ctx.world;
    MachineProgram program;
    Arena *scratch = arena_new();
    const bool ok = content_prepare(world->content, code, true, &program, scratch, report);
    if (ok) {
        MachineRun run;
        const uint64_t random = world->random;
        const uint32_t expressions = world->expressions;
        const Observer *observer = world->observer;
        uint32_t budget = EXPRESSION_BUDGET;
        const MachineHost host = ctx.world->hooks->host(&ctx);
        world->observer = NULL;
        machine_start(&run, at->self, at->opponent);
        memcpy(run.locals, at->locals, sizeof run.locals);
        *out = machine_run(&program, &run, &host, &budget) == MACHINE_DONE ? machine_value(&run)
                                                                           : 0;
        world->observer = observer;
        world->random = random;
        world->expressions = expressions;
        world->charge = 0;
    }
    arena_free(scratch);
    return ok;
}

/* Whether its wait is over. */
static bool is_due(const World *world, const Task *task)
{
    switch (task->wait) {
    case WAIT_TICK:
        return world->tick >= task->until;
    case WAIT_SCREEN:
    case WAIT_FREE:
        return false;
    case WAIT_ACTOR:
        return task->until >= world->actor_count || !world->actors[task->until]->used ||
               !actor_busy(world->actors[task->until], world->tick);
    case WAIT_TASK:
        return !task_at(world, task->record, task->until);
    }
    return true;
}

/* Called before the input of the tick is handled. */
void tasks_begin_tick(World *world)
{
    world->work = world->expressions = 0;
    world->budget = INPUT_BUDGET;
}

/* The first task changes from tick to tick, so that none is always last when the budget
 * ends. */
void tasks_tick(World *world)
{
    uint32_t ready = 1;
    for (uint32_t i = 0; i < world->task_count; i++)
        ready += world->tasks[i]->used && is_due(world, world->tasks[i]);
    /* Every task progresses in each tick, even if others have endless loops. */
    world->budget += TICK_BUDGET - INPUT_BUDGET;
    const uint32_t share = world->budget / ready + 1;
    const uint32_t count = world->task_count; /* handlers may start others, in further slots */
    for (uint32_t i = 0; i < count && world->budget; i++) {
        Task *task = world->tasks[(i + world->tick) % count];
        if (task->used && task->wait == WAIT_FREE &&
            world->hooks->open_screen(player_context(world, task->player), task->screen,
                                      task->record, task))
            task->wait = WAIT_SCREEN;
        if (!task->used || !is_due(world, task))
            continue;
        if (world->work > WORK_MAX) /* the commands' budget is used up */
            break;
        task->wait = WAIT_NOTHING;
        run_task(world, task, share < TASK_BUDGET ? share : TASK_BUDGET);
    }
}

/* Those of the player; in a single-player game these are all. */
void tasks_clear(PlayerContext ctx)
{
    World *world = ctx.world;
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used && task_is_mine(ctx, world->tasks[i]))
            task_free(world, world->tasks[i]);
}

/* Also those of cutscenes within this one. */
void tasks_stop_cutscene(PlayerContext ctx, uint32_t level)
{
    World *world = ctx.world;
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used && world->tasks[i]->cutscene >= level &&
            task_is_mine(ctx, world->tasks[i]))
            task_free(world, world->tasks[i]);
}
