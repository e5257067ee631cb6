/* Progress reports of a long job, and its cancellation.
 *
 * The library reports the current step and its position; it does not use a clock or a terminal,
 * so the caller decides what to display. A NULL pointer disables progress reports.
 *
 * A job that runs in a memory guard can be cancelled: if `step` returns true, everything that
 * the job created is freed as if memory had run out, and `memory_guard` returns false
 * (memory_guard.h). To find out soon, `progress_poll` repeats the last step wherever memory is
 * allocated or a piece of work was done; only watched jobs are polled. */
#ifndef OISIN_BASE_PROGRESS_H
#define OISIN_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Progress {
    /* `done` of `total` parts are complete, and `what` ("images") is next. `what` is NULL
     * when all parts are complete; later calls belong to another job. Called on the thread that
     * started the job. Returns true to cancel the job, which requires a memory guard. */
    bool (*step)(void *context, const char *what, size_t done, size_t total);
    void *context;
} Progress;

void progress_step(const Progress *progress, const char *what, size_t done, size_t total);
void progress_end(const Progress *progress);

/* The job of this thread that is polled. */
typedef struct ProgressWatch {
    const Progress *progress; /* NULL: none */
    const char *job;          /* reported before the first step, and after the last */
    char what[256]; /* the last step: a copy, which may be repeated after the text is freed */
    size_t done, total;
    bool cancelled;
} ProgressWatch;

/* Watches another job; returns the previous watch, to be restored. */
ProgressWatch progress_watch(ProgressWatch watch);
/* Polls the watched job of this thread, if there is one. */
void progress_poll(void);
/* Whether the job of this thread is polled. */
bool progress_is_watched(void);
/* Polls no more: the job has failed and is being freed. */
void progress_stop(void);

#endif
