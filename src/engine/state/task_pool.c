/* The pool of tasks: reusable slots, with an index by number and by handler. */
#include "base/hash.h"
#include "engine/state/task_pool.h"
#include "engine/state/players.h"

Task *task_at(const World *world, uint32_t slot, uint32_t number)
{
    Task *task = number && slot < world->task_count ? world->tasks[slot] : NULL;
    return task && task->used == number ? task : NULL;
}

Task *task_find(const World *world, uint32_t number)
{
    for (uint32_t i = 0; number && i < world->task_count; i++)
        if (world->tasks[i]->used == number)
            return world->tasks[i];
    return NULL;
}

/* Tasks of the same script, owner and place are in the same chain. */
static uint32_t bucket_of(ScriptRef ref, uint32_t self, Location location)
{
    uint64_t hash = hash_mix((uint64_t)ref.section << 32 | ref.event, ref.index);
    hash = hash_mix(hash_mix(hash, self), location.map);
    hash =
        hash_mix(hash, (uint64_t)(uint32_t)location.cell.x << 32 | (uint32_t)location.cell.y);
    return (uint32_t)(hash >> 32) % TASK_BUCKETS;
}

static bool is_same(PlayerContext ctx, const Task *task, ScriptRef ref, uint32_t self,
                    Location location)
{
    return task_is_mine(ctx, task) && task->ref.section == ref.section &&
           task->ref.index == ref.index && task->ref.event == ref.event &&
           task->began_self == self && task->began_at.map == location.map &&
           task->began_at.cell.x == location.cell.x && task->began_at.cell.y == location.cell.y;
}

bool task_runs(PlayerContext ctx, ScriptRef ref, uint32_t self, Location location)
{
    const World *world = ctx.world;
    for (uint32_t i = world->task_heads[bucket_of(ref, self, location)]; i;
         i = world->task_chains[i - 1])
        if (is_same(ctx, world->tasks[i - 1], ref, self, location))
            return true;
    return false;
}

/* The lowest free slot, or a new one; NONE if there are too many. */
static uint32_t free_slot(World *world)
{
    uint32_t slot = world->task_free;
    while (slot < world->task_count && world->tasks[slot]->used)
        slot++;
    world->task_free = slot;
    if (slot < world->task_count)
        return slot;
    if (slot == TASKS_MAX)
        return NONE;
    world->task_chains =
        arena_grow(world->arena, world->task_chains, slot, sizeof *world->task_chains);
    *ARENA_PUSH(world->arena, world->tasks, world->task_count) =
        ARENA_ALLOC(world->arena, Task, 1);
    return slot;
}

Task *task_new(PlayerContext ctx, ScriptRef ref, uint32_t self, Location location,
               size_t run_size)
{
    World *world = ctx.world;
    const uint32_t slot = free_slot(world);
    if (slot == NONE)
        return NULL;
    Task *task = world->tasks[slot];
    MachineRun *run = task->run;
    const size_t capacity = task->run_size;
    if (!++world->task_number) /* 0 means a free slot */
        world->task_number = 1;
    if (run_size > capacity)
        run = arena_alloc(world->arena, 1, run_size);
    *task = (Task){.used = world->task_number,
                   .slot = slot,
                   .ref = ref,
                   .actor = NONE,
                   .began_self = self,
                   .began_at = location,
                   .place = location,
                   .player = player_index_of(ctx, self),
                   .run = run,
                   .run_size = run_size > capacity ? run_size : capacity};
    uint32_t *head = &world->task_heads[bucket_of(ref, self, location)];
    world->task_chains[slot] = *head;
    *head = slot + 1;
    return task;
}

void task_orphan(World *world, Task *task)
{
    uint32_t *link = &world->task_heads[bucket_of(task->ref, task->began_self, task->began_at)];
    while (*link && *link != task->slot + 1)
        link = &world->task_chains[*link - 1];
    if (*link)
        *link = world->task_chains[task->slot];
}

void task_free(World *world, Task *task)
{
    task_orphan(world, task);
    task->used = 0;
    if (task->slot < world->task_free)
        world->task_free = task->slot;
}

void task_wake(World *world, uint32_t number, const ScreenState *screen)
{
    Task *task = task_find(world, number);
    if (!task || task->wait != WAIT_SCREEN)
        return;
    task->wait = WAIT_NOTHING;
    if (screen->result_set)
        task->run->locals[0] = screen->result;
}
