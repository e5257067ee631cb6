/* Progress of a long job, told to whoever wants to show it.
 *
 * The library says what it is at and how far; it knows no clock and no terminal.
 * NULL everywhere: nobody wants to know. */
#ifndef OISIN_BASE_PROGRESS_H
#define OISIN_BASE_PROGRESS_H

#include <stddef.h>

typedef struct Progress {
    /* `done` of `total` parts are done and `what` ("pictures") comes next. Called
     * from the thread that started the job. */
    void (*step)(void *context, const char *what, size_t done, size_t total);
    void *context;
} Progress;

static inline void progress_step(const Progress *progress, const char *what, size_t done,
                                 size_t total)
{
    if (progress)
        progress->step(progress->context, what, done, total);
}

#endif
