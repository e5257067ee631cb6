/* Many independent pieces of work on all cores.
 *
 * Pieces share nothing but const data: piece i writes only its own result.
 * What they produce must not depend on which thread ran them or in what order. */
#ifndef OISIN_BASE_TASKS_H
#define OISIN_BASE_TASKS_H

#include <stddef.h>

typedef void Task(void *context, size_t index);

/* Runs `task` for 0 .. count-1 and returns when all are done. */
void tasks_run(Task *task, void *context, size_t count);

/* How many threads `tasks_run` uses; 0 (the default): as many as there are cores. */
void tasks_set_threads(unsigned threads);
unsigned tasks_threads(void);

#endif
