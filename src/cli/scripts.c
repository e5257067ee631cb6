#include "cli/scripts.h"

#include "base/text.h"
#include "cli/files.h"
#include "cli/script_run.h"

#include <stdio.h>

enum { SECONDS = 60, SECONDS_MOST = 24 * 60 * 60 };

static Text text_option(const Invocation *invocation, const char *name)
{
    const char *value = option_text(invocation, name);
    return text_of(value ? value : "");
}

/* HANDLER as a file: its own settings hold where the command line has none. */
static bool read_script(const char *path, HandlerRun *run, Arena *arena, Report *report)
{
    Bytes bytes;
    if (!file_load(path, &bytes, arena, report))
        return false;
    const ScriptFile file = script_file_read(text_of_bytes(bytes), arena);
    run->subject = text_of(path);
    run->handler = file.source;
    run->set = run->set.size ? run->set : file.set;
    run->answers = run->answers.size ? run->answers : file.answers;
    run->opponent = run->opponent.size ? run->opponent : file.opponent;
    return true;
}

bool script_run_command(Invocation *invocation, Arena *arena)
{
    Bytes bytes;
    TngFile game;
    long seed, seconds;
    Report *report = &invocation->report;
    const char *path = invocation->arguments[1], *handler = invocation->arguments[2];
    HandlerRun run = {.subject = TEXT("handler"),
                      .handler = text_of(handler),
                      .set = text_option(invocation, "set"),
                      .answers = text_option(invocation, "answer"),
                      .opponent = text_option(invocation, "opponent"),
                      .optimise = option_given(invocation, "optimise"),
                      .trace = option_given(invocation, "trace"),
                      .profile = option_given(invocation, "profile")};
    if (!option_number(invocation, "seed", 0, INT32_MAX, 1, &seed) ||
        !option_number(invocation, "seconds", 1, SECONDS_MOST, SECONDS, &seconds) ||
        (text_ends(run.handler, ".script") && !read_script(handler, &run, arena, report)) ||
        !game_load(path, &(BuildOptions){.optimise = run.optimise}, &bytes, arena, report))
        return false;
    run.seed = (uint64_t)seed;
    run.seconds = (uint32_t)seconds;
    report_about(report, text_of(path));
    if (!tng_read(bytes, &game, arena, report))
        return false;
    Writer out = writer_to(arena);
    const bool ok = handler_run(&game, &run, &out, arena, report);
    if (out.size)
        fwrite(out.data, 1, out.size, stdout);
    return ok;
}
