/* Progress of a long job, told to whoever wants to show it.
 *
 * The library says what it is at and how far; it knows no clock and no terminal.
 * NULL everywhere: nobody wants to know. */
#ifndef OISIN_BASE_PROGRESS_H
#define OISIN_BASE_PROGRESS_H

#include <stddef.h>

typedef struct Progress {
    /* `done` of `total` parts are done and `what` ("pictures") comes next. `what` NULL: all
     * is done, what comes then is another job. Called from the thread that started it. */
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
