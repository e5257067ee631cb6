/* Jobs of a test run, one per scenario. */
#ifndef OISIN_STUDIO_SCENARIO_SUITE_H
#define OISIN_STUDIO_SCENARIO_SUITE_H

#include "studio/scenario/scenario.h"

struct Scenario;
struct Coverage;
struct Run;

/* A scenario to play, and its result. */
typedef struct Job {
    const Scenarios *scenarios;
    const struct Scenario *scenario;
    const TngFile *game;
    const ScenarioOptions *options;
    ScenarioLimits limits;
    const struct Coverage *coverage; /* or NULL */
    /* Called after a scenario that has passed, while its world exists; or NULL. */
    void (*passed)(struct Run *run, ScenarioResult *result);
    ScenarioResult result;
    Arena *results; /* owned by the job; the result is in it */
} Job;

/* A job with these options, and the default of each limit that is not given. */
Job scenario_job_new(const Scenarios *scenarios, const struct Scenario *scenario,
                     const TngFile *game, const ScenarioOptions *options);
void job_run(Job *job);

/* NULL if the n-th scenario is not selected. */
const struct Scenario *scenario_wanted(const Scenarios *scenarios, size_t index,
                                       const ScenarioOptions *options);
/* coverage.c; NULL if a script of the game cannot be read. */
struct Coverage *coverage_of(const TngFile *game, Arena *arena, Report *report);
void coverage_sum(const struct Coverage *coverage, ScenarioResults *results);
/* transcript_end.c: adds the transcript of a scenario to its result. */
void transcript_add(struct Run *run, ScenarioResult *result);

#endif
