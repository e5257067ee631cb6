#include "memory_kit.h"

static void run_guarded(void *context)
{
    GuardedRun *run = context;
    run->job(run->context, run->arena, &run->report);
}

/* Runs the job with the n-th take failing; whether it got to its end. Whatever it holds
 * beside arenas when memory runs out is lost, and the address sanitizer says so. */
static bool job_survives(Job *job, const void *context, size_t n)
{
    GuardedRun run = {job, context, arena_new(), report_to(NULL, NULL)};
    arena_fail_at(n);
    const bool done = memory_guard(run_guarded, &run);
    arena_fail_at(0);
    arena_free(run.arena);
    return done;
}

size_t job_failures(Job *job, const void *context, size_t every)
{
    for (size_t n = 1;; n += 1 + n / every)
        if (job_survives(job, context, n))
            return n - 1;
}
