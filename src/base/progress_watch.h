/* Private to progress.c: the watch of this thread, on which memory_guard.c depends, too. */
#ifndef OISIN_BASE_PROGRESS_WATCH_H
#define OISIN_BASE_PROGRESS_WATCH_H

#include "base/progress.h"

ProgressWatch *progress_watched(void);

#endif
