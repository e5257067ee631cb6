#include "base/progress.h"

#include "base/memory_guard.h"

static _Thread_local ProgressWatch watched;

ProgressWatch progress_watch(ProgressWatch watch)
{
    const ProgressWatch before = watched;
    watched = watch;
    return before;
}

static void call(const Progress *progress, const char *what, size_t done, size_t total)
{
    if (!progress->step(progress->context, what, done, total))
        return;
    watched.cancelled = true;
    memory_cancel();
}

void progress_step(const Progress *progress, const char *what, size_t done, size_t total)
{
    if (!progress)
        return;
    watched.what = what ? what : watched.job;
    watched.done = done;
    watched.total = total;
    call(progress, what, done, total);
}

void progress_end(const Progress *progress) { progress_step(progress, NULL, 0, 0); }

/* Not in the callback itself, which may allocate with another kit. */
void progress_poll(void)
{
    const Progress *progress = watched.progress;
    if (!progress)
        return;
    watched.progress = NULL;
    call(progress, watched.what, watched.done, watched.total);
    watched.progress = progress;
}

void progress_stop(void) { watched.progress = NULL; }
