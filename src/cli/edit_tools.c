/* Runs a handler, a recording or tests for a page of the editor. Each is limited, a handler in
 * game time, the others in real time, because the editor answers nothing else meanwhile. Errors
 * in the game are results for the page, not failures. */
#include "cli/edit_tools.h"

#include "studio/scenario/scenario.h"
#include "cli/edit_debug.h"
#include "cli/recording_scenario.h"
#include "cli/script_run.h"
#include "cli/stopwatch.h"
#include "tirnanog/sheets/script_names.h"

/* Real time, not time of the game: the editor answers nothing else meanwhile. */
enum { TEST_SECONDS = 30 };

typedef struct Played {
    TngFile *game;
    Names names;
    ScriptNames script_names;
} Played;

static bool open_game(Bytes bytes, Played *out, Arena *arena, Report *report)
{
    out->game = ARENA_ALLOC(arena, TngFile, 1);
    if (!tng_read(bytes, out->game, arena, report) ||
        !project_game_names(out->game, &out->names, arena, report))
        return false;
    out->script_names = script_names_of(&out->names);
    return true;
}

/* A handler that does not end, or source with an error: what it has printed is shown, too. */
static bool run(Bytes game, const HandlerWish *wish, ToolResult *out, Arena *arena,
                Report *report)
{
    enum { SECONDS = 60 };
    Messages problems = {.arena = arena};
    Report inner = report_to(messages_sink, &problems);
    Writer text = writer_to(arena);
    Played played;
    if (!open_game(game, &played, arena, report))
        return false;
    const HandlerRun how = {.subject = TEXT("handler"),
                            .handler = wish->handler,
                            .set = wish->set,
                            .set_from = TEXT("set"),
                            .answers = wish->answers,
                            .seconds = SECONDS,
                            .trace = wish->trace};
    if (!handler_run(played.game, &how, &text, arena, &inner) && !problems.count)
        report_error(&inner, "it cannot be run");
    out->text = writer_text(&text);
    if (problems.count)
        out->problem = problems.items[problems.count - 1].text;
    return true;
}

static bool scenario(Bytes game, Text recording, Text name, ToolResult *out, Arena *arena,
                     Report *report)
{
    enum { SECONDS = 10 };
    Played played;
    TranscriptResult result;
    Report about = report_child(report, TEXT("recording"));
    if (!open_game(game, &played, arena, report) ||
        !recorded_scenario_within(SECONDS, played.game, &played.script_names, recording, name,
                                  &result, arena, &about))
        return false;
    out->text = result.text;
    out->problem = result.problem;
    return true;
}

static bool test(Bytes game, const ProjectFiles *files, Text path, ToolResult *out,
                 Arena *arena, Report *report)
{
    const Stopwatch watch = stopwatch(TEST_SECONDS);
    Played played;
    ScenarioResults results;
    const ScenarioOptions options = {.wanted = &path,
                                     .wanted_count = path.size ? 1 : 0,
                                     .limits.clock = stopwatch_clock(&watch)};
    Writer text = writer_to(arena);
    if (!open_game(game, &played, arena, report))
        return false;
    const Scenarios *scenarios = scenarios_read(files, &played.script_names, arena, report);
    if (!scenarios || !scenarios_run(scenarios, played.game, &options, &results, arena, report))
        return false;
    scenarios_show(&results, &options, &text);
    out->text = writer_text(&text);
    out->passed = (uint32_t)results.passed;
    out->failed = (uint32_t)results.failed;
    for (size_t i = 0; i < results.count && !out->path.size; i++)
        if (!results.items[i].passed)
            out->path = results.items[i].path;
    return true;
}

const EditorTools edit_tools = {.run = run,
                                .scenario = scenario,
                                .test = test,
                                .debug_begin = edit_debug_begin,
                                .debug_send = edit_debug_send,
                                .debug_read = edit_debug_read,
                                .debug_end = edit_debug_end};
