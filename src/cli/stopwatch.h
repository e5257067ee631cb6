/* A limit of this machine's time for work that the user waits for. */
#ifndef OISIN_CLI_STOPWATCH_H
#define OISIN_CLI_STOPWATCH_H

#include "studio/scenario/scenario.h"

typedef struct Stopwatch {
    uint32_t seconds;
    double until; /* seconds of CLOCK_MONOTONIC */
} Stopwatch;

/* Over after `seconds` from now. */
Stopwatch stopwatch(uint32_t seconds);
bool stopwatch_is_over(const Stopwatch *watch);
/* For scenarios; `watch` must outlive the result; NULL: there is no limit. */
ScenarioClock stopwatch_clock(const Stopwatch *watch);

#endif
