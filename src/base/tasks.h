/* Many independent pieces of work on all cores.
 *
 * Pieces share nothing but const data: piece i writes only its own result.
 * What they produce must not depend on which thread ran them or in what order.
 * Memory that runs out in a piece has run out for who waits for it (memory_guard.h). */
#ifndef OISIN_BASE_TASKS_H
#define OISIN_BASE_TASKS_H

#include <stdbool.h>
#include <stddef.h>

typedef void TaskFunction(void *context, size_t index);

/* Runs `task` for 0 .. count-1 and returns when all are done. */
void tasks_run(TaskFunction *task, void *context, size_t count);

/* How many threads `tasks_run` uses; 0 (the default): as many as there are cores. */
void tasks_set_threads(unsigned threads);
unsigned tasks_threads(void);

/* One piece of work in a thread of its own. NULL if none can be had: then it was done
 * before this returned. */
typedef struct Background Background;
Background *background_start(TaskFunction *task, void *context);
/* Whether it is done; it must be waited for all the same. */
bool background_done(const Background *background);
/* Returns when it is done; frees it. */
void background_wait(Background *background);

#endif
