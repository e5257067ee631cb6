/* Memory that runs out, at each place where a job asks for some. */
#ifndef OISIN_TESTS_MEMORY_KIT_H
#define OISIN_TESTS_MEMORY_KIT_H

#include "kit.h"

/* Fails the test if the job itself does; takes only from `arena` what shall come back. */
typedef void Job(const void *context, Arena *arena, Report *report);

typedef struct GuardedRun {
    Job *job;
    const void *context;
    Arena *arena;
    Report report;
} GuardedRun;

/* Every take fails once, behind the first `every` only one in so many parts; how many there
 * are. */
size_t job_failures(Job *job, const void *context, size_t every);

#endif
