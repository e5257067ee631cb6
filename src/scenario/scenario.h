/* Scenario tests: authors say what a player does and what must then be so.
 *
 *     scenario Bríd asks for mushrooms and gives broth
 *       talk brid
 *       choose "anything I can do"
 *       expect quest broth open
 *
 * `scenarios_read` reads the files tests/NAME.test of a project and checks every
 * name against the game; `scenarios_run` plays each scenario in a world of its
 * own, by real input, tick after tick, without window, clock or files; the
 * same files, game and options give the same results on any number of threads.
 * The language is the table steps.def; `scenarios_reference` prints it. */
#ifndef OISIN_SCENARIO_SCENARIO_H
#define OISIN_SCENARIO_SCENARIO_H

#include "formats/tirnanog/tng.h"
#include "project/files.h"
#include "script/script.h"

typedef struct Scenarios Scenarios;

/* Whether a path within a project is a test file: tests/NAME.test. */
bool scenario_path(Text path);

/* Reads all files of `files` for which `scenario_path` holds; all others are left alone.
 * Every mistake of every file is reported, with line, column and a suggestion;
 * NULL if there was any. `names` are only asked while reading. */
const Scenarios *scenarios_read(const ProjectFiles *files, const ScriptNames *names,
                                Arena *arena, Report *report);
size_t scenarios_count(const Scenarios *scenarios);

/* How far a scenario may go; 0: the usual. A scenario that goes on longer fails. */
typedef struct ScenarioLimits {
    uint32_t step_seconds;  /* of play, in one step; 600 */
    uint32_t total_seconds; /* 3600 */
    uint32_t steps;         /* 10,000 */
} ScenarioLimits;

typedef struct ScenarioOptions {
    /* Those whose file (with or without tests/ and .test) or own name begins with
     * one of these; none: all. */
    const Text *wanted;
    size_t wanted_count;
    bool verbose;     /* results tell of each step what happened in it */
    bool screenshots; /* of the last frame of those that fail */
    bool coverage;
    bool quiet; /* the report tells only of those that failed */
    ScenarioLimits limits;
} ScenarioOptions;

typedef struct ScenarioResult {
    Text path, name;
    uint32_t line; /* of its head */
    bool passed;
    uint32_t steps, hsec; /* how many were done, how long it was played */
    /* Of one that failed: */
    Text failed_path, failed_step; /* the step that failed, as it is written */
    uint32_t failed_line;
    Text problem;   /* "expected quest spring done; it is open" */
    Text history;   /* what happened last, lines; verbose: everything, also if it passed */
    Bytes picture;  /* PNG, or empty */
    uint8_t *marks; /* for the coverage */
    uint64_t hash;  /* of the world at its end */
} ScenarioResult;

/* A handler and how much of it was run. */
typedef struct ScenarioCoverage {
    Text name;         /* "npc:brid:click" */
    uint32_t run, all; /* instructions */
} ScenarioCoverage;

typedef struct ScenarioResults {
    ScenarioResult *items; /* in the order of files and lines */
    size_t count, passed, failed;
    ScenarioCoverage *handlers; /* if wanted: in the order of the game */
    size_t handler_count;
} ScenarioResults;

/* Runs those that are wanted, on as many threads as there are (base/tasks.h).
 * False if the game itself cannot be played; a scenario that fails is a result. */
bool scenarios_run(const Scenarios *scenarios, const TngFile *game,
                   const ScenarioOptions *options, ScenarioResults *out, Arena *arena,
                   Report *report);

/* Lines for people: one a scenario, more below one that failed, and the sum. */
void scenarios_show(const ScenarioResults *results, const ScenarioOptions *options,
                    Writer *out);
/* Handlers that were not run, or not all of them, and the sum. */
void scenarios_show_coverage(const ScenarioResults *results, Writer *out);

/* All instructions and conditions as Markdown: the end of docs/tests.md. */
void scenarios_reference(Writer *out);

#endif
