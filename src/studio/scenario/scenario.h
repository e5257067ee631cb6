/* Scenario tests: authors list what a player does and which results they expect.
 *
 *     scenario Bríd asks for mushrooms and gives broth
 *       talk brid
 *       choose "anything I can do"
 *       expect quest broth open
 *
 * `scenarios_read` reads the files tests/NAME.test of a project and checks every name
 * against the game; `scenarios_run` plays each scenario in a separate world, with real
 * input, tick by tick, without window, clock or files. The same files, game and options
 * have the same results on any number of threads. The language is defined by the table
 * scenario_steps.def; `scenarios_reference` prints it. */
#ifndef OISIN_STUDIO_SCENARIO_SCENARIO_H
#define OISIN_STUDIO_SCENARIO_SCENARIO_H

#include "tirnanog/container/tng.h"
#include "kit/formats/file_list.h"
#include "tirnanog/script/script.h"

typedef struct Scenarios Scenarios;

/* Whether a path within a project is a test file: tests/NAME.test. */
bool scenario_path(Text path);
/* Whether it is a picture that scenarios compare with: tests/NAME.png. */
bool scenario_picture_path(Text path);

/* Reads all files of `files` for which `scenario_path` is true and ignores others. Reports
 * every error of every file, with line, column and a suggestion; NULL if there was any.
 * `names` are used only while reading. */
const Scenarios *scenarios_read(const ProjectFiles *files, const ScriptNames *names,
                                Arena *arena, Report *report);
size_t scenarios_count(const Scenarios *scenarios);

/* When to stop, by a clock that the caller has: is_over is called by several threads. NULL: as
 * long as it takes. */
typedef struct ScenarioClock {
    bool (*is_over)(const void *context);
    const void *context;
} ScenarioClock;

/* Limits; 0: the default. A scenario that exceeds a limit fails. */
typedef struct ScenarioLimits {
    uint32_t step_seconds;  /* of play, in one step; 600 */
    uint32_t total_seconds; /* 3600 */
    uint32_t steps;         /* 10,000 */
    ScenarioClock clock;    /* of all scenarios together */
} ScenarioLimits;

typedef struct ScenarioOptions {
    /* Runs only scenarios whose file (with or without tests/ and .test) or name starts
     * with one of these; none: all. */
    const Text *wanted;
    size_t wanted_count;
    bool verbose;     /* results list what happened in each step */
    bool screenshots; /* of the last frame of failed scenarios, and differences of pictures */
    bool update_pictures; /* `expect picture` passes, and results have the pictures to write */
    bool coverage;
    bool transcripts; /* results have what was played, written by transcript.h */
    bool quiet;       /* show only failed scenarios */
    ScenarioLimits limits;
} ScenarioOptions;

/* A file of the project to write. */
typedef struct ScenarioPicture {
    Text path;
    Bytes png;
} ScenarioPicture;
typedef struct ScenarioPictures {
    ScenarioPicture *items;
    size_t count;
} ScenarioPictures;

typedef struct ScenarioResult {
    Text path, name;
    uint32_t line; /* of its first line */
    bool passed;
    uint32_t steps, centiseconds; /* number of steps done, time played in 1/100 s */
    /* If it failed: */
    Text failed_path, failed_step; /* the step that failed, as written */
    uint32_t failed_line;
    Text problem;     /* "expected quest spring done; it is open" */
    Text history;     /* the last events, as lines; verbose: all, even if it passed */
    Bytes picture;    /* screenshot as PNG, or empty */
    Bytes difference; /* from the expected picture, as PNG, or empty */
    /* Always: */
    ScenarioPictures pictures;
    uint8_t *marks;                      /* for the coverage */
    uint64_t hash;                       /* of the world at the end */
    Text transcript, transcript_problem; /* see TranscriptResult */
} ScenarioResult;

/* The coverage of a handler. */
typedef struct ScenarioCoverage {
    Text name;         /* "npc:brid:click" */
    uint32_t run, all; /* instructions: executed, total */
} ScenarioCoverage;

typedef struct ScenarioResults {
    ScenarioResult *items; /* in the order of files and lines */
    size_t count, passed, failed;
    ScenarioCoverage *handlers; /* if requested: in the order of the game */
    size_t handler_count;
} ScenarioResults;

/* The number of scenarios that a row of ScenarioOptions.wanted selects. */
size_t scenarios_wanted(const Scenarios *scenarios, Text wanted);

/* Runs the selected scenarios in parallel (base/tasks.h). False if the game itself cannot
 * be played; a failed scenario is a result. */
bool scenarios_run(const Scenarios *scenarios, const TngFile *game,
                   const ScenarioOptions *options, ScenarioResults *out, Arena *arena,
                   Report *report);

/* Prints a line per scenario, details of failed ones, and the totals. */
void scenarios_show(const ScenarioResults *results, const ScenarioOptions *options,
                    Writer *out);
/* For other programs: JUnit's XML; the Test Anything Protocol, version 13; members of a JSON
 * document: "scenarios", "passed", "failed". */
void scenarios_junit(const ScenarioResults *results, Writer *out);
void scenarios_tap(const ScenarioResults *results, Writer *out);
void scenarios_json(const ScenarioResults *results, JsonWriter *json);
/* Prints the handlers that were not run completely, and the total. */
void scenarios_show_coverage(const ScenarioResults *results, Writer *out);

/* ---- single conditions ---- */

/* A condition, as after `expect` ("quest broth open", "not map town"), which is evaluated for a
 * world whose ticks somebody else runs. `sound`, `speech` and `alert` are about the last tick.
 */
typedef struct Condition Condition;
struct World;

/* NULL and one error with the column if it is invalid. One thread at a time can use it; the
 * names and the game must outlive it. */
Condition *condition_new(Text text, const TngFile *game, const ScriptNames *names, Arena *arena,
                         Report *report);
bool condition_holds(Condition *condition, struct World *world);

/* All steps and conditions as Markdown: the end of docs/how-to/test-a-story.md. */
void scenarios_reference(Writer *out);

#endif
