/* The progress of this thread's job. The last step is remembered, so that progress_poll can
 * repeat it from functions that know nothing of the job, such as the allocation of memory. */
#include "base/progress.h"

#include "base/memory_guard.h"
#include "base/progress_watch.h"

#include <stdio.h>

/* Not polled in the callback itself, which may allocate with another kit. */
static void call(const Progress *progress, const char *what, size_t done, size_t total)
{
    ProgressWatch *watched = progress_watched();
    const Progress *polled = watched->progress;
    watched->progress = NULL;
    if (progress->step(progress->context, what, done, total)) {
        watched->cancelled = true;
        memory_cancel();
    }
    watched->progress = polled;
}

void progress_step(const Progress *progress, const char *what, size_t done, size_t total)
{
    if (!progress)
        return;
    ProgressWatch *watched = progress_watched();
    snprintf(watched->what, sizeof watched->what, "%s", what ? what : "");
    watched->done = done;
    watched->total = total;
    call(progress, what, done, total);
}

void progress_end(const Progress *progress) { progress_step(progress, NULL, 0, 0); }

void progress_poll(void)
{
    const ProgressWatch *watched = progress_watched();
    if (watched->progress)
        call(watched->progress, *watched->what ? watched->what : watched->job, watched->done,
             watched->total);
}
