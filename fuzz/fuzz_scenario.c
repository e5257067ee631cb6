/* A test file: read against the names of a small game, and, if it is well, played
 * for a moment. */
#include "small_game.h"

#include "base/tasks.h"
#include "tirnanog/sheets/script_names.h"
#include "studio/scenario/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Once. */
static Names *game_names(void)
{
    static Arena *arena;
    static Names names;
    if (arena)
        return &names;
    arena = arena_new();
    Report report = report_to(NULL, NULL);
    if (!project_game_names(small_game(), &names, arena, &report))
        abort();
    return &names;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { BYTES_MAX = 4096 };
    Names *names = game_names();
    tasks_set_threads(1);
    if (size > BYTES_MAX)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFile file = {TEXT("tests/fuzz.test"), {data, size}};
    const ProjectFiles files = {.items = &file, .count = 1};
    const ScriptNames script_names = script_names_of(names);
    const Scenarios *scenarios = scenarios_read(&files, &script_names, arena, &report);
    if (scenarios && scenarios_count(scenarios) < 8) {
        const ScenarioOptions options = {
            .verbose = size & 1, .coverage = size & 2, .limits = {4, 8, 60, {NULL, NULL}}};
        ScenarioResults results;
        Writer out = writer_to(arena);
        if (!scenarios_run(scenarios, small_game(), &options, &results, arena, &report))
            __builtin_trap();
        scenarios_show(&results, &options, &out);
    }
    arena_free(arena);
    return 0;
}
