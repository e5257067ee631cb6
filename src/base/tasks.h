/* Runs independent pieces of work on all cores.
 *
 * Pieces share only constant data: piece i writes only its own result. Results must not depend
 * on the thread or the order of execution. If memory runs out in a piece, it is handled in the
 * thread that waits for it (memory_guard.h). */
#ifndef OISIN_BASE_TASKS_H
#define OISIN_BASE_TASKS_H

#include <stdbool.h>
#include <stddef.h>

typedef void TaskFunction(void *context, size_t index);

/* Calls `task` for 0 .. count-1 and returns when all calls are done. */
void tasks_run(TaskFunction *task, void *context, size_t count);

/* Number of threads of `tasks_run`; 0 (the default): one per core. */
void tasks_set_threads(unsigned threads);
unsigned tasks_threads(void);

/* One piece of work in its own thread. NULL if no thread could be created: then the work was
 * done before this function returned. */
typedef struct Background Background;
Background *background_start(TaskFunction *task, void *context);
/* The same for work that nobody needs if the job of this thread fails or is cancelled: then it
 * ends where it polls next, as arenas do for new blocks (progress.h). Other work always runs to
 * its end. */
Background *background_start_stoppable(TaskFunction *task, void *context);
/* Whether the work is done; background_wait must still be called. */
bool background_done(const Background *background);
/* Waits until the work is done, then frees it. */
void background_wait(Background *background);

#endif
