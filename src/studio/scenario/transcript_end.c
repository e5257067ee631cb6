/* Writes the lines of a transcript as a scenario, and plays it. */
#include "studio/scenario/suite.h"
#include "studio/scenario/transcript_internal.h"

#include "base/text.h"

static void write_line(Writer *out, Text line)
{
    write_format(out, "  %.*s\n", (int)line.size, line.at);
}

/* The scenario; `at` gets for each line of the text the line of the transcript, SIZE_MAX: none.
 */
static Text write_scenario(const Transcript *transcript, Text name, size_t **at, size_t *count,
                           Arena *arena)
{
    const TranscriptOptions *options = &transcript->options;
    Writer out = writer_to(arena);
    *at = NULL;
    *count = 0;
    write_format(&out, "scenario %.*s\n", (int)name.size, name.at);
    *ARENA_PUSH(arena, *at, *count) = SIZE_MAX;
    if (options->seed != 1 && options->seed <= INT32_MAX) {
        write_format(&out, "  seed %u\n", (unsigned)options->seed);
        *ARENA_PUSH(arena, *at, *count) = SIZE_MAX;
    }
    if (options->language.size && !text_is(options->language, "en")) {
        write_format(&out, "  language %.*s\n", (int)options->language.size,
                     options->language.at);
        *ARENA_PUSH(arena, *at, *count) = SIZE_MAX;
    }
    if (!options->skip_menu) {
        write_text(&out, TEXT("  begin menu\n"));
        *ARENA_PUSH(arena, *at, *count) = SIZE_MAX;
    }
    for (size_t i = 0; i < transcript->count; i++) {
        const TranscriptLine *line = &transcript->lines[i];
        const uint32_t times = line->enemy != NONE ? line->times : 1;
        for (uint32_t k = 0; k < times && line->text.size; k++) {
            write_line(&out, line->text);
            *ARENA_PUSH(arena, *at, *count) = i;
        }
    }
    return writer_text(&out);
}

/* Plays it. False: it cannot be read, which is reported. */
static bool play(const Transcript *transcript, Text text, ScenarioResult *out, Arena *arena,
                 Report *report)
{
    ProjectFile file = {TEXT("tests/recorded.test"), bytes_of_text(text)};
    const ProjectFiles files = {.items = &file, .count = 1};
    const ScenarioClock *clock = &transcript->options.clock;
    const ScenarioOptions options = {.quiet = true, .limits.clock = *clock};
    const Scenarios *scenarios =
        scenarios_read(&files, transcript->scenarios.names, arena, report);
    if (!scenarios)
        return false;
    Job job = scenario_job_new(scenarios, scenarios->items[0], transcript->run.game, &options);
    job_run(&job);
    arena_adopt(arena, job.results);
    if (clock->is_over && clock->is_over(clock->context))
        return report_error(report, "playing what was recorded takes too much time here: use "
                                    "`oisin replay test`");
    *out = job.result;
    return true;
}

/* An expectation that does not hold is waited for first, then removed. */
static bool weaken(Transcript *transcript, size_t index)
{
    static const char start[] = "expect ";
    TranscriptLine *line = &transcript->lines[index];
    const Text text = line->text;
    if (!line->expects)
        return false;
    line->text = text_starts(text, start) && !line->at_once
                     ? arena_format(transcript->arena, "wait until %.*s at most 10s",
                                    (int)(text.size - strlen(start)), text.at + strlen(start))
                     : TEXT("");
    return true;
}

/* An NPC that is not there may come: waits for it, once. */
static bool wait_for(Transcript *transcript, size_t index)
{
    const Text npc = transcript->lines[index].comes;
    if (!npc.size)
        return false;
    ARENA_PUSH(transcript->arena, transcript->lines, transcript->count);
    TranscriptLine *line = &transcript->lines[index];
    memmove(line + 1, line, (transcript->count - 1 - index) * sizeof *line);
    line[1].comes = TEXT("");
    *line = (TranscriptLine){.text = arena_format(transcript->arena,
                                                  "wait until npc %.*s at most 30s",
                                                  (int)npc.size, npc.at),
                             .expects = true,
                             .at_once = true,
                             .enemy = NONE,
                             .times = 1};
    return true;
}

static bool is_one_line(Text name)
{
    size_t at;
    return text_trimmed(name).size && !text_find(name, '\n', &at) &&
           !text_find(name, '\r', &at) && utf8_invalid(name) == name.size;
}

bool transcript_end(Transcript *transcript, Text name, TranscriptResult *out, Report *report)
{
    *out = (TranscriptResult){0};
    name = text_trimmed(name);
    transcript_walk(transcript);
    transcript_tell(transcript);
    transcript->run.world->observer = transcript->other;
    if (!is_one_line(name))
        return report_error(report, "the name of a scenario is one line of text");
    for (size_t i = 0; i < transcript->count; i++)
        out->steps += !transcript->lines[i].expects;
    if (!out->steps)
        return report_error(report, "nothing was done that a scenario has a step for");
    for (;;) {
        Arena *scratch = arena_new();
        ScenarioResult result;
        size_t *at, count;
        const Text text = write_scenario(transcript, name, &at, &count, scratch);
        const bool ok = play(transcript, text, &result, scratch, report);
        const size_t line =
            ok && !result.passed && result.failed_line >= 1 && result.failed_line <= count
                ? at[result.failed_line - 1]
                : SIZE_MAX;
        const bool again = ok && !result.passed && line != SIZE_MAX &&
                           (weaken(transcript, line) || wait_for(transcript, line));
        if (ok && !again) {
            out->text = arena_text(transcript->arena, text);
            if (!result.passed)
                out->problem = arena_format(transcript->arena, "%u: %.*s", result.failed_line,
                                            (int)result.problem.size, result.problem.at);
        }
        arena_free(scratch);
        if (!again)
            return ok;
    }
}

void transcript_add(Run *run, ScenarioResult *result)
{
    Messages messages = {.arena = run->arena};
    Report report = report_to(messages_sink, &messages);
    TranscriptResult made;
    const bool ok = transcript_end(run->transcript, result->name, &made, &report);
    result->transcript = arena_text(run->results, made.text);
    result->transcript_problem =
        arena_text(run->results, ok               ? made.problem
                                 : messages.count ? messages.items[0].text
                                                  : TEXT("it cannot be played"));
}
