/* `script run`: checks the command line, reads a .script file if one is given, runs the handler
 * (script_run.c), prints the result, and compares it with what the file expects. */
#include "cli/script_run_command.h"

#include "base/text.h"
#include "kit/jobs/files.h"
#include "cli/script_run.h"

#include <stdio.h>

enum { SECONDS = 60, SECONDS_MAX = 24 * 60 * 60 };

static Text text_option(const Invocation *invocation, unsigned option)
{
    const char *value = option_text(invocation, option);
    return text_of(value ? value : "");
}

/* Reads HANDLER as a file: its settings apply unless the command line overrides them. */
static bool read_script(const char *path, HandlerRun *run, ScriptFile *file, Arena *arena,
                        Report *report)
{
    Bytes bytes;
    if (!file_load(path, &bytes, arena, report))
        return false;
    Report about = report_child(report, text_of(path));
    const bool ok = script_file_read(text_of_bytes(bytes), file, arena, &about);
    run->subject = text_of(path);
    run->handler = file->source;
    if (!run->set.size) {
        run->set = file->set;
        run->set_from = arena_format(arena, "%s: # set", path);
    }
    run->answers = run->answers.size ? run->answers : file->answers;
    run->opponent = run->opponent.size ? run->opponent : file->opponent;
    return ok;
}

/* Checks the command line; EXIT_DONE if it is valid. */
static int check_options(Invocation *invocation, HandlerRun *run)
{
    long seed, seconds;
    int64_t row;
    Text item;
    if (!option_number(invocation, OPTION_seed, 0, INT32_MAX, 1, &seed) ||
        !option_number(invocation, OPTION_seconds, 1, SECONDS_MAX, SECONDS, &seconds))
        return EXIT_USAGE;
    run->seed = (uint64_t)seed;
    run->seconds = (uint32_t)seconds;
    for (Text rest = run->set; next_item(&rest, &item);)
        if (!is_setting(item))
            return usage_error(invocation, "--set: expected NAME=NUMBER, found \"%.*s\"",
                               (int)item.size, item.at);
    for (Text rest = run->answers; next_item(&rest, &item);)
        if (!text_number(item, 1, INT32_MAX, &row))
            return usage_error(invocation, "--answer: expected rows from 1, found \"%.*s\"",
                               (int)item.size, item.at);
    return EXIT_DONE;
}

/* Compares the output with the file's expectations. */
static bool check_expected(const ScriptFile *file, Text output, Report *report)
{
    Text missing;
    if (!file->expected_count || script_file_matches(file, output, &missing))
        return true;
    if (text_is(missing, "-"))
        return report_error(report, "expected no output");
    return report_error(report,
                        "expected \"%.*s\", which was not printed, or not in this order",
                        (int)missing.size, missing.at);
}

int script_run_command(Invocation *invocation, Arena *arena)
{
    Bytes bytes;
    TngFile game;
    Report *report = &invocation->report;
    const char *path = invocation->arguments[1], *handler = invocation->arguments[2];
    HandlerRun run = {.subject = TEXT("handler"),
                      .handler = text_of(handler),
                      .set = text_option(invocation, OPTION_set),
                      .answers = text_option(invocation, OPTION_answer),
                      .opponent = text_option(invocation, OPTION_opponent),
                      .optimise = option_given(invocation, OPTION_optimise),
                      .trace = option_given(invocation, OPTION_trace),
                      .profile = option_given(invocation, OPTION_profile)};
    ScriptFile file = {0};
    const int status = check_options(invocation, &run);
    if (status)
        return status;
    if ((text_ends(run.handler, ".script") &&
         !read_script(handler, &run, &file, arena, report)) ||
        !game_load(path, &(BuildOptions){.optimise = run.optimise}, &bytes, arena, report))
        return EXIT_FAILED;
    Report of_game = report_child(report, text_of(path));
    Report of_handler = report_child(report, run.subject);
    if (!tng_read(bytes, &game, arena, &of_game))
        return EXIT_FAILED;
    Writer out = writer_to(arena);
    bool ok = handler_run(&game, &run, &out, arena, &of_handler);
    if (out.size)
        print_result(&out);
    fflush(stdout); /* errors are printed after it */
    ok = ok && check_expected(&file, writer_text(&out), &of_handler);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
