/* Time limits by CLOCK_MONOTONIC, also in the form in which scenarios ask for them. */
#include "cli/stopwatch.h"

#include <time.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

Stopwatch stopwatch(uint32_t seconds)
{
    return (Stopwatch){.seconds = seconds, .until = seconds_now() + seconds};
}

bool stopwatch_is_over(const Stopwatch *watch) { return seconds_now() > watch->until; }

static bool is_over(const void *context) { return stopwatch_is_over(context); }

ScenarioClock stopwatch_clock(const Stopwatch *watch)
{
    return watch ? (ScenarioClock){.is_over = is_over, .context = watch} : (ScenarioClock){0};
}
