/* A progress bar on the terminal, for what takes longer than a second. */
#ifndef OISIN_CLI_BAR_H
#define OISIN_CLI_BAR_H

#include "base/progress.h"

#include <time.h>

typedef struct Bar {
    Progress progress;
    struct timespec start;
    int shown;
} Bar;

/* NULL if stderr is no terminal or `quiet` is set. */
const Progress *bar_begin(Bar *bar, int quiet);
/* Takes the bar off the screen. */
void bar_end(Bar *bar);

#endif
