/* Which job of this thread is polled. */
#include "base/progress_watch.h"

static _Thread_local ProgressWatch watched;

ProgressWatch *progress_watched(void) { return &watched; }

ProgressWatch progress_watch(ProgressWatch watch)
{
    const ProgressWatch before = watched;
    watched = watch;
    return before;
}

bool progress_is_watched(void) { return watched.progress; }

void progress_stop(void) { watched.progress = NULL; }
