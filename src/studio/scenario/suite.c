/* Runs all scenarios in parallel; and the report. */
#include "studio/scenario/suite.h"

#include "base/tasks.h"
#include "base/text.h"

static void run_one(void *context, size_t index) { job_run(&((Job *)context)[index]); }

bool scenarios_run(const Scenarios *scenarios, const TngFile *game,
                   const ScenarioOptions *options, ScenarioResults *out, Arena *arena,
                   Report *report)
{
    struct Coverage *coverage = NULL;
    *out = (ScenarioResults){0};
    if (options->coverage && !(coverage = coverage_of(game, arena, report)))
        return false;
    Job *jobs = ARENA_ALLOC(arena, Job, scenarios_count(scenarios) + 1);
    for (size_t i = 0; i < scenarios_count(scenarios); i++) {
        const struct Scenario *scenario = scenario_wanted(scenarios, i, options);
        if (!scenario)
            continue;
        Job *job = &jobs[out->count++];
        *job = scenario_job_new(scenarios, scenario, game, options);
        job->coverage = coverage;
        job->passed = options->transcripts ? transcript_add : NULL;
    }
    tasks_run(run_one, jobs, out->count);
    out->items = ARENA_ALLOC(arena, ScenarioResult, out->count + 1);
    for (size_t i = 0; i < out->count; i++) {
        out->items[i] = jobs[i].result;
        *(jobs[i].result.passed ? &out->passed : &out->failed) += 1;
        arena_adopt(arena, jobs[i].results);
    }
    if (coverage)
        coverage_sum(coverage, out);
    return true;
}

/* ---- the report ---- */

static void show_time(Writer *out, uint64_t centiseconds)
{
    if (centiseconds >= 6000)
        write_format(out, "%u min ", (unsigned)(centiseconds / 6000));
    write_format(out, "%u.%u s", (unsigned)(centiseconds % 6000 / 100),
                 (unsigned)(centiseconds % 100 / 10));
}

/* Lines with a margin. */
static void show_lines(Writer *out, Text lines)
{
    for (Text line; text_line(&lines, &line);)
        write_format(out, "        %.*s\n", (int)line.size, line.at);
}

static void show_failure(const ScenarioResult *result, bool verbose, Writer *out)
{
    Text rest = result->failed_step, first;
    write_format(out, "        %.*s:%u:", (int)result->failed_path.size, result->failed_path.at,
                 result->failed_line);
    if (text_line(&rest, &first))
        write_format(out, " %.*s", (int)first.size, first.at);
    write_format(out, "\n        %.*s\n", (int)result->problem.size, result->problem.at);
    if (!verbose && result->history.size) {
        write_format(out, "        last events:\n");
        show_lines(out, result->history);
    }
}

void scenarios_show(const ScenarioResults *results, const ScenarioOptions *options, Writer *out)
{
    uint64_t centiseconds = 0;
    Text path = TEXT("");
    for (size_t i = 0; i < results->count; i++) {
        const ScenarioResult *result = &results->items[i];
        centiseconds += result->centiseconds;
        if (options->quiet && result->passed)
            continue;
        if (!text_equal(path, result->path))
            write_format(out, "%.*s\n", (int)result->path.size, result->path.at);
        path = result->path;
        write_format(out, "  %s  %.*s  (", result->passed ? "ok    " : "FAILED",
                     (int)result->name.size, result->name.at);
        show_time(out, result->centiseconds);
        write_format(out, ")\n");
        if (options->verbose)
            show_lines(out, result->history);
        if (!result->passed)
            show_failure(result, options->verbose, out);
    }
    write_format(out, "%zu passed, %zu failed; played for ", results->passed, results->failed);
    show_time(out, centiseconds);
    write_format(out, "\n");
}

void scenarios_show_coverage(const ScenarioResults *results, Writer *out)
{
    size_t run = 0;
    uint64_t done = 0, all = 0;
    for (size_t i = 0; i < results->handler_count; i++) {
        const ScenarioCoverage *handler = &results->handlers[i];
        run += handler->run > 0;
        done += handler->run;
        all += handler->all;
        if (handler->run < handler->all)
            write_format(out, "  %-9s %5u of %-5u  %.*s\n", handler->run ? "in part" : "never",
                         handler->run, handler->all, (int)handler->name.size, handler->name.at);
    }
    write_format(out, "%zu of %zu handlers run (%zu %%), %llu of %llu instructions (%llu %%)\n",
                 run, results->handler_count,
                 results->handler_count ? run * 100 / results->handler_count : 100,
                 (unsigned long long)done, (unsigned long long)all,
                 (unsigned long long)(all ? done * 100 / all : 100));
}
