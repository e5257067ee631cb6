/* A test file: read against the names of a small game, and, if it is well, played
 * for a moment. */
#include "project/project.h"
#include "project/script_names.h"
#include "scenario/scenario.h"

#include "base/tasks.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static TngFile game;
static Names names;

/* The game of `oisin new`, made once. */
static void make_game(void)
{
    static Arena *arena;
    if (arena)
        return;
    arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFiles files = {0};
    TngOutput out;
    if (!project_new(TEXT("small"), &files, arena, &report) ||
        !project_build(&files, &(BuildOptions){0}, &out, arena, &report) ||
        !tng_read(tng_output_bytes(&out, arena), &game, arena, &report) ||
        !project_game_names(&game, &names, arena, &report))
        abort();
    tasks_set_threads(1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { SIZE_MOST = 4096 };
    make_game();
    if (size > SIZE_MOST)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFile file = {TEXT("tests/fuzz.test"), {data, size}};
    const ProjectFiles files = {.items = &file, .count = 1};
    const ScriptNames script_names = script_names_of(&names);
    const Scenarios *scenarios = scenarios_read(&files, &script_names, arena, &report);
    if (scenarios && scenarios_count(scenarios) < 8) {
        const ScenarioOptions options = {
            .verbose = size & 1, .coverage = size & 2, .limits = {4, 8, 60}};
        ScenarioResults results;
        Writer out = writer_to(arena);
        if (!scenarios_run(scenarios, &game, &options, &results, arena, &report))
            __builtin_trap();
        scenarios_show(&results, &options, &out);
    }
    arena_free(arena);
    return 0;
}
