/* Progress reports of a long job.
 *
 * The library reports the current step and its position; it does not use a clock or a terminal,
 * so the caller decides what to display. A NULL pointer disables progress reports. */
#ifndef OISIN_BASE_PROGRESS_H
#define OISIN_BASE_PROGRESS_H

#include <stddef.h>

typedef struct Progress {
    /* `done` of `total` parts are complete, and `what` ("images") is next. `what` is NULL
     * when all parts are complete; later calls belong to another job. Called on the thread that
     * started the job. */
    void (*step)(void *context, const char *what, size_t done, size_t total);
    void *context;
} Progress;

static inline void progress_step(const Progress *progress, const char *what, size_t done,
                                 size_t total)
{
    if (progress)
        progress->step(progress->context, what, done, total);
}

static inline void progress_end(const Progress *progress)
{
    progress_step(progress, NULL, 0, 0);
}

#endif
