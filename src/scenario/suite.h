/* What a thread of a test run works on; apart from parts.h, since base/tasks.h
 * and the engine each have a Task. */
#ifndef OISIN_SCENARIO_SUITE_H
#define OISIN_SCENARIO_SUITE_H

#include "scenario/scenario.h"

struct Scenario;
struct Coverage;

/* One scenario to be played, and what came of it. */
typedef struct Job {
    const Scenarios *scenarios;
    const struct Scenario *scenario;
    const TngFile *game;
    const ScenarioOptions *options;
    ScenarioLimits limits;
    const struct Coverage *coverage; /* or NULL */
    ScenarioResult result;
    Arena *results; /* its own; the result lives in it */
} Job;

void job_run(Job *job);

/* NULL if the n-th scenario is not wanted. */
const struct Scenario *scenario_wanted(const Scenarios *scenarios, size_t index,
                                       const ScenarioOptions *options);
/* coverage.c; NULL if a script of the game cannot be read. */
struct Coverage *coverage_of(const TngFile *game, Arena *arena, Report *report);
void coverage_sum(const struct Coverage *coverage, ScenarioResults *results);

#endif
