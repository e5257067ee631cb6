/* test: plays the scenarios of a project, or of test files with a finished game. */
#include "cli/command.h"
#include "kit/files.h"
#include "project/project.h"
#include "project/script_names.h"
#include "scenario/scenario.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

typedef struct TestJob {
    ProjectFiles files;
    TngFile game;
    Text *wanted; /* the arguments that are names */
    size_t wanted_count;
} TestJob;

/* Arguments behind a finished game that are there on the disk are test files, or
 * folders of them; they are called tests/NAME, as in a project. */
static bool load_tests(const char *path, TestJob *job, Arena *arena, Report *report)
{
    ProjectFiles found = {0};
    if (is_folder(path)) {
        if (!project_load_files(path, &found, arena, report))
            return false;
    } else {
        ProjectFile *file = ARENA_PUSH(arena, found.items, found.count);
        const char *slash = strrchr(path, '/');
        file->path = text_of(slash ? slash + 1 : path);
        if (!file_load(path, &file->bytes, arena, report))
            return false;
    }
    for (size_t i = 0; i < found.count; i++) {
        const Text name = found.items[i].path;
        const Text inside = arena_format(arena, "tests/%.*s", (int)name.size, name.at);
        if (scenario_path(inside) || scenario_path(name))
            *ARENA_PUSH(arena, job->files.items, job->files.count) =
                (ProjectFile){scenario_path(name) ? name : inside, found.items[i].bytes};
    }
    return true;
}

static bool load(Invocation *invocation, TestJob *job, Arena *arena)
{
    const char *path = invocation->arguments[0];
    const bool project = is_folder(path);
    Report *report = &invocation->report;
    Bytes bytes;
    TngOutput built;
    for (size_t i = 1; i < invocation->argument_count; i++) {
        const char *argument = invocation->arguments[i];
        if (project || access(argument, F_OK) != 0)
            *ARENA_PUSH(arena, job->wanted, job->wanted_count) = text_of(argument);
        else if (!load_tests(argument, job, arena, report))
            return false;
    }
    if (!project) {
        project_files_sort(&job->files);
        if (!file_load(path, &bytes, arena, report))
            return false;
        report_about(report, text_of(path));
        const bool ok = tng_read(bytes, &job->game, arena, report);
        report_about(report, TEXT(""));
        return ok;
    }
    if (!project_open_files(path, &job->files, arena, report))
        return false;
    messages_within(invocation, path);
    if (!project_build(&job->files, &(BuildOptions){0}, &built, arena, report))
        return false;
    return tng_read(tng_output_bytes(&built, arena), &job->game, arena, report);
}

/* DIR/brid-42.png: the file, and the line of the scenario. */
static bool save_pictures(Invocation *invocation, const ScenarioResults *results)
{
    const char *folder = option_text(invocation, "screenshots");
    for (size_t i = 0; folder && i < results->count; i++) {
        const ScenarioResult *result = &results->items[i];
        const Text name = text_slice(result->path, 6, result->path.size - 5);
        char path[PATH_MAX];
        if (!result->picture.size)
            continue;
        snprintf(path, sizeof path, "%s/%.*s-%u.png", folder, (int)name.size, name.at,
                 result->line);
        if (!folder_make(folder, &invocation->report) ||
            !file_save(path, &result->picture, 1, &invocation->report))
            return false;
        fprintf(stderr, "%s\n", path);
    }
    return true;
}

static void print(const Writer *out) { fwrite(out->data, 1, out->size, stdout); }

static bool run(Invocation *invocation, const TestJob *job, const Scenarios *scenarios,
                Arena *arena)
{
    const ScenarioOptions test_options = {.wanted = job->wanted,
                                          .wanted_count = job->wanted_count,
                                          .verbose = option_given(invocation, "verbose"),
                                          .screenshots =
                                              option_given(invocation, "screenshots"),
                                          .coverage = option_given(invocation, "coverage"),
                                          .quiet = option_given(invocation, "quiet")};
    ScenarioResults results;
    Writer out = writer_to(arena);
    if (!scenarios_run(scenarios, &job->game, &test_options, &results, arena,
                       &invocation->report))
        return false;
    if (!results.count)
        return report_error(&invocation->report, "no scenario begins so");
    scenarios_show(&results, &test_options, &out);
    if (test_options.coverage)
        scenarios_show_coverage(&results, &out);
    print(&out);
    return save_pictures(invocation, &results) && !results.failed;
}

static bool test(Invocation *invocation, Arena *arena)
{
    TestJob job = {0};
    Names names;
    Report *report = &invocation->report;
    if (!load(invocation, &job, arena) || !project_game_names(&job.game, &names, arena, report))
        return false;
    const ScriptNames script_names = script_names_of(&names);
    const Scenarios *scenarios = scenarios_read(&job.files, &script_names, arena, report);
    if (!scenarios)
        return false;
    if (!scenarios_count(scenarios))
        return report_error(report, "there are no scenarios in tests/*.test; oisin help test");
    return run(invocation, &job, scenarios, arena);
}

int command_test(Invocation *invocation)
{
    Arena *arena = arena_new();
    bool ok = true;
    if (option_given(invocation, "reference")) {
        Writer out = writer_to(arena);
        scenarios_reference(&out);
        print(&out);
    } else if (!invocation->argument_count) {
        arena_free(arena);
        return usage_error(invocation, "test needs a project");
    } else {
        ok = test(invocation, arena);
        messages_within(invocation, "");
    }
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
