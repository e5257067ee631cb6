/* Runs a scenario and collects its result. */
#include "base/image/png_write.h"
#include "engine/render/render.h"
#include "studio/scenario/scenario_internal.h"
#include "studio/scenario/suite.h"

enum { REPORTED_MAX = 12, STEP_SECONDS = 600, TOTAL_SECONDS = 3600, STEPS_MAX = 10000 };

static Bytes picture_of(Run *run)
{
    const Image frame = screen_image(run, RENDER_WIDTH, RENDER_HEIGHT, run->arena);
    return png_write(&frame, NULL, run->results);
}

static void fill_failure(Run *run, Job *job)
{
    ScenarioResult *result = &job->result;
    result->problem = run->problem;
    if (run->step) {
        result->failed_path = run->step->path;
        result->failed_line = run->step->line;
        result->failed_step = run->step->text;
    } else {
        result->failed_path = result->path;
        result->failed_line = result->line;
    }
}

Job scenario_job_new(const Scenarios *scenarios, const Scenario *scenario, const TngFile *game,
                     const ScenarioOptions *options)
{
    ScenarioLimits limits = options->limits;
    if (!limits.step_seconds)
        limits.step_seconds = STEP_SECONDS;
    if (!limits.total_seconds)
        limits.total_seconds = TOTAL_SECONDS;
    if (!limits.steps)
        limits.steps = STEPS_MAX;
    return (Job){.scenarios = scenarios,
                 .scenario = scenario,
                 .game = game,
                 .options = options,
                 .limits = limits,
                 .results = arena_new()};
}

void job_run(Job *job)
{
    Arena *arena = arena_new(), *scratch = arena_new();
    Run *run = ARENA_ALLOC(arena, Run, 1);
    Writer history = writer_to(job->results);
    *run = (Run){.scenarios = job->scenarios,
                 .game = job->game,
                 .limits = &job->limits,
                 .arena = arena,
                 .results = job->results,
                 .scratch = scratch,
                 .report = report_to(NULL, NULL),
                 .coverage = job->coverage,
                 .transcripts = job->options->transcripts,
                 .screenshots = job->options->screenshots,
                 .update_pictures = job->options->update_pictures,
                 .history = job->options->verbose ? &history : NULL};
    ScenarioResult *result = &job->result;
    const Block *own = &job->scenario->own;
    *result = (ScenarioResult){.path = own->path, .name = own->name, .line = own->line};
    if (job->coverage)
        run->marks = result->marks =
            ARENA_ALLOC(job->results, uint8_t, job->coverage->size + 1);
    result->passed = run_scenario(run, job->scenario, job->coverage != NULL);
    result->steps = run->step_count;
    if (!result->passed)
        fill_failure(run, job);
    if (run->world) {
        const uint32_t tick = run->world->tick;
        result->centiseconds = (uint32_t)((uint64_t)tick * 100 / run->world->content->rate);
        result->hash = world_hash(run->world);
        if (!result->passed)
            history_write(run, job->options->verbose ? HAPPENINGS_MAX : REPORTED_MAX, &history);
        if (!result->passed && job->options->screenshots) {
            result->picture = picture_of(run);
            result->difference = run->difference;
        }
    }
    if (job->passed && result->passed)
        job->passed(run, result);
    if (run->renderer)
        renderer_free(run->renderer);
    result->pictures = run->pictures;
    result->history = writer_text(&history);
    arena_free(scratch);
    arena_free(arena);
}

/* "brid" selects tests/brid.test, and everything that starts with it. */
static bool is_wanted(const Scenario *scenario, Text wanted)
{
    const Text path = scenario->own.path, name = scenario->own.name;
    const Text file = text_slice(path, sizeof "tests/" - 1, path.size);
    const Text all[] = {path, file, name};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (all[i].size >= wanted.size &&
            text_equal(text_slice(all[i], 0, wanted.size), wanted))
            return true;
    return false;
}

size_t scenarios_wanted(const Scenarios *scenarios, Text wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < scenarios_count(scenarios); i++)
        count += is_wanted(scenarios->items[i], wanted);
    return count;
}

const Scenario *scenario_wanted(const Scenarios *scenarios, size_t index,
                                const ScenarioOptions *options)
{
    const Scenario *scenario = scenarios->items[index];
    for (size_t i = 0; i < options->wanted_count; i++)
        if (is_wanted(scenario, options->wanted[i]))
            return scenario;
    return options->wanted_count ? NULL : scenario;
}
