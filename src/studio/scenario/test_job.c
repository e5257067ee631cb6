/* test: plays the scenarios of a project, or of test files with a built game. */
#include "kit/jobs/jobs.h"

#include "base/system/files.h"
#include "tirnanog/jobs/project_files.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"
#include "studio/scenario/scenario.h"
#include "base/output/output.h"

#include <limits.h>
#include <stdio.h>

typedef struct TestJob {
    ProjectFiles files;
    TngFile game;
    Text *wanted; /* arguments that are names */
    size_t wanted_count;
} TestJob;

static bool is_of_tests(Text path)
{
    return scenario_path(path) || scenario_picture_path(path);
}

/* Existing paths after a built game are test files, or folders of them; they are called
 * tests/NAME, as in a project. */
static bool load_tests(const char *path, TestJob *test, Arena *arena, Report *report)
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
        if (is_of_tests(inside) || is_of_tests(name))
            *ARENA_PUSH(arena, test->files.items, test->files.count) =
                (ProjectFile){is_of_tests(name) ? name : inside, found.items[i].bytes};
    }
    return true;
}

/* A project: all further arguments are names. */
static bool load_project(Job *job, TestJob *test, Arena *arena, Report *inner)
{
    TngOutput built;
    return project_open_files(job->inputs[0], &test->files, arena, job->report) &&
           project_build(&test->files, &(BuildOptions){0}, &built, arena, inner) &&
           tng_read(tng_output_bytes(&built, arena), &test->game, arena, inner);
}

static bool load_game(Job *job, TestJob *test, Arena *arena)
{
    Bytes bytes;
    project_files_sort(&test->files);
    if (!file_load(job->inputs[0], &bytes, arena, job->report))
        return false;
    Report about = report_child(job->report, text_of(job->inputs[0]));
    return tng_read(bytes, &test->game, arena, &about);
}

static bool load(Job *job, TestJob *test, Arena *arena, Report *inner)
{
    const bool project = is_folder(job->inputs[0]);
    for (size_t i = 1; i < job->input_count; i++) {
        const char *input = job->inputs[i];
        if (project || !file_exists(input))
            *ARENA_PUSH(arena, test->wanted, test->wanted_count) = text_of(input);
        else if (!load_tests(input, test, arena, job->report))
            return false;
    }
    return project ? load_project(job, test, arena, inner) : load_game(job, test, arena);
}

static bool save_picture(Job *job, const char *folder, const ScenarioResult *result,
                         const char *suffix, Bytes png)
{
    const Text name = text_slice(result->path, 6, result->path.size - 5);
    char path[PATH_SIZE];
    if (!png.size)
        return true;
    snprintf(path, sizeof path, "%s/%.*s-%u%s.png", folder, (int)name.size, name.at,
             result->line, suffix);
    if (!folder_make(folder, job->report) || !file_save(path, &png, 1, job->report))
        return false;
    job_note(job, "%s", path);
    return true;
}

/* DIR/brid-42.png: the file and the line of the scenario. */
static bool save_screenshots(Job *job, const ScenarioResults *results)
{
    const char *folder = job_text(job, OPTION_screenshots);
    for (size_t i = 0; folder && i < results->count; i++) {
        const ScenarioResult *result = &results->items[i];
        if (!save_picture(job, folder, result, "", result->picture) ||
            !save_picture(job, folder, result, "-difference", result->difference))
            return false;
    }
    return true;
}

/* The scenario before this one that has another image for the same file; NULL: none. */
static const ScenarioResult *other_picture(const ScenarioResults *results, size_t number,
                                           const ScenarioPicture *picture)
{
    for (size_t i = 0; i < number; i++)
        for (size_t k = 0; results->items[i].passed && k < results->items[i].pictures.count;
             k++) {
            const ScenarioPicture *other = &results->items[i].pictures.items[k];
            if (text_equal(other->path, picture->path) &&
                !bytes_equal(other->png, picture->png))
                return &results->items[i];
        }
    return NULL;
}

static bool update_picture(Job *job, const ScenarioResults *results, size_t number,
                           const ScenarioPicture *picture)
{
    const ScenarioResult *result = &results->items[number];
    const ScenarioResult *other = other_picture(results, number, picture);
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%.*s", job->inputs[0], (int)picture->path.size,
             picture->path.at);
    if (!result->passed) {
        job_note(job, "%s: not updated: \"%.*s\" failed", path, (int)result->name.size,
                 result->name.at);
        return true;
    }
    if (other)
        return report_error(job->report, "%s: \"%.*s\" and \"%.*s\" expect different images",
                            path, (int)other->name.size, other->name.at, (int)result->name.size,
                            result->name.at);
    if (!file_save(path, &picture->png, 1, job->report))
        return false;
    job_note(job, "%s", path);
    return true;
}

/* The expected images of the project's scenarios that passed. */
static bool update_pictures(Job *job, const ScenarioResults *results)
{
    bool ok = true;
    for (size_t i = 0; i < results->count; i++)
        for (size_t k = 0; k < results->items[i].pictures.count; k++)
            ok &= update_picture(job, results, i, &results->items[i].pictures.items[k]);
    return ok;
}

static bool save_junit(Job *job, const ScenarioResults *results, Arena *arena)
{
    const char *path = job_text(job, OPTION_junit);
    Writer out = writer_to(arena);
    if (!path)
        return true;
    scenarios_junit(results, &out);
    const Bytes bytes = writer_bytes(&out);
    return file_save(path, &bytes, 1, job->report);
}

/* A failed scenario is a message for an annotation at its step. */
static void report_failures(Job *job, const ScenarioResults *results, Report *inner)
{
    for (size_t i = 0; job_given(job, OPTION_github) && i < results->count; i++) {
        const ScenarioResult *result = &results->items[i];
        Report about = report_child(inner, result->failed_path);
        if (!result->passed)
            report_error_at(&about, (SourcePosition){.line = result->failed_line}, "%.*s: %.*s",
                            (int)result->name.size, result->name.at, (int)result->problem.size,
                            result->problem.at);
    }
}

/* Each name must select a scenario: a misspelled one would test nothing, and pass. */
static bool check_names(const TestJob *test, const Scenarios *scenarios, Report *report)
{
    bool ok = true;
    for (size_t i = 0; i < test->wanted_count; i++)
        if (!scenarios_wanted(scenarios, test->wanted[i]))
            ok = report_cause(report, CAUSE_NOT_FOUND,
                              "there is no scenario and no test file whose name begins with "
                              "\"%.*s\"",
                              (int)test->wanted[i].size, test->wanted[i].at);
    return ok;
}

static bool run(Job *job, const TestJob *test, const Scenarios *scenarios, Writer *out,
                JsonWriter *json, Arena *arena, Report *inner)
{
    const ScenarioOptions options = {.wanted = test->wanted,
                                     .wanted_count = test->wanted_count,
                                     .verbose = job_given(job, OPTION_verbose),
                                     .update_pictures = job_given(job, OPTION_update_pictures),
                                     .screenshots = job_given(job, OPTION_screenshots),
                                     .coverage = job_given(job, OPTION_coverage),
                                     .quiet = job_given(job, OPTION_quiet)};
    ScenarioResults results;
    if (!check_names(test, scenarios, inner) ||
        !scenarios_run(scenarios, &test->game, &options, &results, arena, inner))
        return false;
    report_failures(job, &results, inner);
    if (json)
        scenarios_json(&results, json);
    else if (job_given(job, OPTION_tap))
        scenarios_tap(&results, out);
    else
        scenarios_show(&results, &options, out);
    if (options.coverage && !json && !job_given(job, OPTION_tap))
        scenarios_show_coverage(&results, out);
    return save_junit(job, &results, arena) && save_screenshots(job, &results) &&
           update_pictures(job, &results) && !results.failed;
}

static bool test_all(Job *job, Writer *out, JsonWriter *json, Arena *arena)
{
    TestJob test = {0};
    Names names;
    Within within;
    const char *folder = is_folder(job->inputs[0]) ? job->inputs[0] : "";
    if (!*folder && job_given(job, OPTION_update_pictures))
        return report_cause(job->report, CAUSE_USAGE, "--update-pictures needs a project");
    Report inner = report_within(&within, folder, job->report);
    if (!load(job, &test, arena, &inner) ||
        !project_game_names(&test.game, &names, arena, &inner))
        return false;
    const ScriptNames script_names = script_names_of(&names);
    const Scenarios *scenarios = scenarios_read(&test.files, &script_names, arena, &inner);
    if (!scenarios)
        return false;
    if (!scenarios_count(scenarios))
        return report_cause(job->report, CAUSE_NOT_FOUND,
                            "%s: no scenarios in tests/*.test (oisin help test)",
                            job->inputs[0]);
    return run(job, &test, scenarios, out, json, arena, &inner);
}

bool job_test(Job *job, Writer *out, JsonWriter *json)
{
    Arena *arena = arena_new();
    const bool ok = test_all(job, out, json, arena);
    arena_free(arena);
    return ok;
}
