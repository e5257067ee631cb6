/* The handlers of a game or a project as text: a row of script_job.def. */
#include "base/text.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/jobs/open_game.h"
#include "kit/jobs/script_rows.h"
#include "tirnanog/sheets/script_names.h"

enum { PIECE = 64 << 10 };

typedef struct ScriptJob {
    Job *job;
    ScriptOutput face;
    ScriptSink *say;
    void *context;
    const ScriptNames *names;
    size_t count;   /* handlers that were written */
    Arena *scratch; /* for one handler, or a piece of it */
    bool ok;
} ScriptJob;

static void say(const ScriptJob *scripts, const Writer *out)
{
    if (out->size)
        scripts->say(scripts->context, writer_text(out));
}

/* In pieces: a small file may contain a script of millions of instructions. */
static bool list_code(const ScriptJob *scripts, Bytes code)
{
    Writer out = writer_to(scripts->scratch);
    bool ok = true;
    for (size_t at = 0; at < code.size && ok;) {
        ok = script_list_next(code, &at, scripts->names, &out);
        if (out.size < PIECE && at < code.size && ok)
            continue;
        say(scripts, &out);
        arena_reset(scripts->scratch);
        out = writer_to(scripts->scratch);
    }
    return ok;
}

static bool lift_code(const ScriptJob *scripts, Bytes code, bool expression, Report *report)
{
    Writer out = writer_to(scripts->scratch);
    const ScriptStyle style = {.level = 1, .expression = expression};
    Text why;
    const ScriptForm form =
        script_decompile(code, scripts->names, &style, &out, &why, scripts->scratch);
    say(scripts, &out);
    return form != SCRIPT_INVALID || report_error(report, "%.*s", (int)why.size, why.at);
}

static void one_handler(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    ScriptJob *scripts = context;
    const Job *job = scripts->job;
    (void)ref;
    if (job->input_count > 1 && !text_starts(name, job->inputs[1]))
        return;
    scripts->count++;
    scripts->say(scripts->context, name);
    scripts->say(scripts->context, TEXT("\n"));
    Report about = report_child(job->report, name);
    scripts->ok &= scripts->face == SCRIPT_LIFTED ? lift_code(scripts, code, expression, &about)
                                                  : list_code(scripts, code);
    arena_reset(scripts->scratch);
    scripts->say(scripts->context, TEXT("\n"));
}

bool game_scripts(Job *job, ScriptOutput face, ScriptSink *to, void *context, Arena *arena)
{
    ScriptJob scripts = {.job = job, .face = face, .say = to, .context = context, .ok = true};
    const BuildOptions options = {.optimise = job_given(job, OPTION_optimise)};
    Bytes file;
    TngFile game;
    Names names;
    Report about = report_child(job->report, text_of(job->inputs[0]));
    bool ok = game_load(job->inputs[0], &options, &file, arena, job->report) &&
              tng_read(file, &game, arena, &about) &&
              project_game_names(&game, &names, arena, &about);
    if (!ok)
        return false;
    const ScriptNames script_names = script_names_of(&names);
    scripts.names = &script_names;
    scripts.scratch = arena_new();
    ok = tng_scripts_visit(&game, one_handler, &scripts, arena, &about) && scripts.ok;
    arena_free(scripts.scratch);
    return ok &&
           (scripts.count || job->input_count < 2 ||
            report_cause(&about, CAUSE_NOT_FOUND,
                         "there is no handler whose name begins with \"%s\"", job->inputs[1]));
}
