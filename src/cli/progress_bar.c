/* The progress bar. A job that ends within a second shows none, which would only flicker. The
 * bar is one line that is written again from its start, on stderr, so that results on stdout
 * stay clean. */
#include "cli/progress_bar.h"

#include "base/system/process.h"

#include <stdio.h>
#include <string.h>

enum { BAR_WIDTH = 30 };

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static bool step(void *context, const char *what, size_t done, size_t total)
{
    Bar *bar = context;
    static const char full[] = "##############################";
    if (!what) {
        bar_end(bar);
        clock_gettime(CLOCK_MONOTONIC, &bar->start);
        return false;
    }
    if (seconds_since(&bar->start) < 1.0 && !bar->shown)
        return false;
    const int filled = (int)(done * BAR_WIDTH / (total ? total : 1));
    fprintf(stderr, "\r\x1b[K[%.*s%*s] %s", filled, full, BAR_WIDTH - filled, "", what);
    fflush(stderr);
    bar->shown = 1;
    return false; /* Ctrl-C ends the program: signals.h */
}

const Progress *bar_begin(Bar *bar, int quiet)
{
    memset(bar, 0, sizeof *bar);
    if (quiet || !is_terminal(stderr))
        return NULL;
    clock_gettime(CLOCK_MONOTONIC, &bar->start);
    bar->progress = (Progress){step, bar};
    return &bar->progress;
}

void bar_end(Bar *bar)
{
    if (bar->shown)
        fprintf(stderr, "\r\x1b[K");
    bar->shown = 0;
}
