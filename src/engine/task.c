/* Handlers run as tasks: a bit in each tick, until they end or wait. */
#include "engine/parts.h"

enum { TASK_BUDGET = 20000, TICK_BUDGET = 200000, PARENTS_MOST = 8 };

Task *task_find(World *world, uint32_t number)
{
    for (size_t i = 0; number && i < TASKS_MOST; i++)
        if (world->tasks[i].used == number)
            return &world->tasks[i];
    return NULL;
}

static int32_t host_get(void *context, uint32_t entity, uint32_t attribute)
{
    return attribute_get(context, entity, attribute);
}

static void host_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    attribute_set(context, entity, attribute, value);
}

static int32_t host_count(void *context, uint32_t entity, uint32_t object)
{
    World *world = context;
    /* Objects have no inventory; what they count is the player's. */
    return inventory_count(world, entity >= ENTITY_OBJECT ? ENTITY_PLAYER : entity, object);
}

static int32_t host_sum(void *context, uint32_t entity, uint32_t attribute)
{
    World *world = context;
    return inventory_sum(world, entity >= ENTITY_OBJECT ? ENTITY_PLAYER : entity, attribute);
}

static uint32_t host_random(void *context, uint32_t below)
{
    return world_random(context, below);
}

const MachineHost *task_host(World *world, MachineHost *host)
{
    *host = (MachineHost){world,    host_get,    host_set,   host_count,
                          host_sum, host_random, command_run};
    return host;
}

static void end_task(World *world, Task *task)
{
    Task *parent = task_find(world, task->parent);
    if (parent && parent->wait == WAIT_TASK && parent->until == task->used) {
        parent->run.locals[0] = task->run.locals[0];
        parent->wait = WAIT_NOTHING;
    }
    task->used = 0;
}

static void run_task(World *world, Task *task)
{
    const MachineProgram *program = content_program(world->content, task->ref);
    if (!program) {
        end_task(world, task);
        return;
    }
    MachineHost host;
    uint32_t budget = world->budget < TASK_BUDGET ? world->budget : TASK_BUDGET;
    const uint32_t before = budget;
    const MachineStatus status =
        machine_run(program, &task->run, task_host(world, &host), &budget);
    const uint32_t spent = before - budget;
    world->budget = world->budget > spent ? world->budget - spent : 0;
    if (status == MACHINE_DONE && task->used)
        end_task(world, task);
}

static bool runs_already(const World *world, const TaskStart *start)
{
    for (size_t i = 0; i < TASKS_MOST; i++) {
        const Task *task = &world->tasks[i];
        if (task->used && task->ref.section == start->ref.section &&
            task->ref.index == start->ref.index && task->ref.event == start->ref.event &&
            task->run.self == start->self && task->place.map == start->place.map &&
            task->place.cell.x == start->place.cell.x &&
            task->place.cell.y == start->place.cell.y)
            return true;
    }
    return false;
}

static unsigned parents_of(World *world, uint32_t number)
{
    unsigned count = 0;
    for (Task *task; count <= PARENTS_MOST && (task = task_find(world, number)); count++)
        number = task->parent;
    return count;
}

uint32_t task_start(World *world, const TaskStart *start)
{
    if (!content_program(world->content, start->ref) ||
        (!start->parent && runs_already(world, start)) ||
        parents_of(world, start->parent) > PARENTS_MOST)
        return 0;
    Task *task = NULL;
    for (size_t i = 0; i < TASKS_MOST && !task; i++)
        if (!world->tasks[i].used)
            task = &world->tasks[i];
    if (!task)
        return 0;
    *task = (Task){.used = ++world->task_number,
                   .ref = start->ref,
                   .actor = NONE,
                   .parent = start->parent,
                   .cutscene = start->cutscene,
                   .place = start->place};
    machine_start(&task->run, start->self, start->opponent);
    if (start->locals)
        memcpy(task->run.locals, start->locals, sizeof task->run.locals);
    if (start->self > ENTITY_PLAYER && start->self < ENTITY_OBJECT)
        task->actor = start->self - 1;
    const uint32_t number = task->used;
    if (!start->parent) /* what happens now happens now; a called one runs in its turn */
        run_task(world, task);
    return number;
}

static bool still_waits(World *world, Task *task)
{
    switch (task->wait) {
    case WAIT_TICK:
        return world->tick < task->until;
    case WAIT_SCREEN:
        return true;
    case WAIT_FREE:
        if (!screen_open(world, task->screen, task->record, task))
            return true;
        task->wait = WAIT_SCREEN;
        return true;
    case WAIT_ACTOR:
        return task->until < world->actor_count && world->actors[task->until]->used &&
               actor_busy(world->actors[task->until], world->tick);
    case WAIT_TASK:
        return task_find(world, task->until) != NULL;
    }
    return false;
}

void tasks_tick(World *world)
{
    world->budget = TICK_BUDGET;
    /* Turns go round, so that the first ones cannot use up everybody's budget. */
    for (size_t i = 0; i < TASKS_MOST && world->budget; i++) {
        Task *task = &world->tasks[(i + world->tick) % TASKS_MOST];
        if (!task->used || still_waits(world, task))
            continue;
        task->wait = WAIT_NOTHING;
        run_task(world, task);
    }
}

void task_wake(World *world, uint32_t number, const ScreenState *screen)
{
    Task *task = task_find(world, number);
    if (!task || task->wait != WAIT_SCREEN)
        return;
    task->wait = WAIT_NOTHING;
    if (screen->result_set)
        task->run.locals[0] = screen->result;
}

void tasks_clear(World *world)
{
    for (size_t i = 0; i < TASKS_MOST; i++)
        world->tasks[i].used = 0;
}

void tasks_stop_cutscene(World *world)
{
    for (size_t i = 0; i < TASKS_MOST; i++)
        if (world->tasks[i].cutscene)
            world->tasks[i].used = 0;
}
