/* Memory that runs out, at each place where a job asks for some. */
#ifndef OISIN_TESTS_MEMORY_KIT_H
#define OISIN_TESTS_MEMORY_KIT_H

#include "kit.h"

/* Fails the test if the job itself does; takes only from `arena` what shall come back. */
typedef void Job(const void *context, Arena *arena, Report *report);

static jmp_buf memory_is_out;

static inline void memory_ran_out(void *context, size_t size)
{
    (void)context;
    (void)size;
    longjmp(memory_is_out, 1);
}

/* Runs the job with the n-th take failing; whether it got to its end. Whatever it holds
 * beside the arena when memory runs out is lost, and the address sanitizer says so. */
static inline bool job_survives(Job *job, const void *context, size_t n)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    volatile bool done = false;
    arena_on_failure(arena, memory_ran_out, NULL);
    if (!setjmp(memory_is_out)) {
        arena_fail_at(n);
        job(context, arena, &report);
        done = true;
    }
    arena_fail_at(0);
    arena_free(arena);
    return done;
}

/* Every take fails once; how many there are. */
static inline size_t job_failures(Job *job, const void *context)
{
    for (size_t n = 1;; n++)
        if (job_survives(job, context, n))
            return n - 1;
}

#endif
