/* A progress bar on the terminal, for work that takes longer than a second. */
#ifndef OISIN_CLI_PROGRESS_BAR_H
#define OISIN_CLI_PROGRESS_BAR_H

#include "base/progress.h"

#include <time.h>

typedef struct Bar {
    Progress progress;
    struct timespec start;
    int shown;
} Bar;

/* Returns NULL if stderr is not a terminal or `quiet` is set. */
const Progress *bar_begin(Bar *bar, int quiet);
/* Removes the bar from the screen. */
void bar_end(Bar *bar);

#endif
