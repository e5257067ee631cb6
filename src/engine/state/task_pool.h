/* The tasks of a world, which are running handlers: reusable slots, with an index by number
 * and by handler.
 *
 * A task has a slot, which is used again, and a number, which increases. Others refer to it
 * by both: if the slot has another number, the task has ended. */
#ifndef OISIN_ENGINE_TASK_POOL_H
#define OISIN_ENGINE_TASK_POOL_H

#include "engine/state/state.h"

static inline bool task_is_mine(PlayerContext ctx, const Task *task)
{
    return ctx.world->players[task->player] == ctx.player;
}
/* The task with this number, at a known slot or at any; NULL if it has ended. */
Task *task_at(const World *world, uint32_t slot, uint32_t number);
Task *task_find(const World *world, uint32_t number);
/* Whether this script already runs for the same owner at the same location. */
bool task_runs(PlayerContext ctx, ScriptRef ref, uint32_t self, Location location);
/* A task whose run must still be started; NULL if there are too many. */
Task *task_new(PlayerContext ctx, ScriptRef ref, uint32_t self, Location location,
               size_t run_size);
void task_free(World *world, Task *task);
/* Detaches a task from its owner, which was removed: the task continues, but a new one
 * with the same handler may start. */
void task_orphan(World *world, Task *task);
/* The screen for which the task waited was closed: the task continues, with its result. */
void task_wake(World *world, uint32_t number, const ScreenState *screen);

#endif
