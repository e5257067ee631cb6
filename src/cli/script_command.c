/* script: prints the handlers of a game, or runs one. */
#include "cli/invocation.h"
#include "cli/script_run_command.h"
#include "kit/jobs/jobs.h"
#include "tirnanog/script/script_reference.h"

#include <stdio.h>
#include <string.h>

static void print_piece(void *context, Text piece) { fwrite(piece.at, 1, piece.size, context); }

static int print_scripts(Invocation *invocation, ScriptOutput face)
{
    Job job = job_of(invocation, NULL);
    job.inputs++; /* skips the verb */
    job.input_count--;
    return exit_status(&job, job_scripts(&job, face, print_piece, stdout));
}

#if WING_TIRNANOG && WING_ENGINE
/* Documents generated from the language's tables. */
static int print_document(Invocation *invocation, bool reference)
{
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    bool ok = true;
    if (reference)
        ok = script_reference(&out, &invocation->report);
    else
        script_syntax(&out);
    print_result(&out);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* The name of the first given option that the verb does not support, or NULL. */
static const char *option_too_much(const Invocation *invocation, const char *verb)
{
    static const unsigned of_run[] = {OPTION_set,    OPTION_opponent, OPTION_answer,
                                      OPTION_trace,  OPTION_profile,  OPTION_seed,
                                      OPTION_seconds};
    const bool run = !strcmp(verb, "run");
    for (size_t i = 0; i < COUNT_OF(of_run) && !run; i++)
        if (option_given(invocation, of_run[i]))
            return option_name(of_run[i]);
    const bool code = run || !strcmp(verb, "list") || !strcmp(verb, "lift");
    return !code && option_given(invocation, OPTION_optimise) ? "optimise" : NULL;
}

int command_script(Invocation *invocation)
{
    const char *verb = invocation->arguments[0];
    const bool reference = !strcmp(verb, "reference");
    const bool document = reference || !strcmp(verb, "syntax");
    const bool lists = !strcmp(verb, "list"), lifts = !strcmp(verb, "lift");
    const bool lays_out = !strcmp(verb, "format");
    if (!document && !lists && !lifts && !lays_out && strcmp(verb, "run") != 0)
        return usage_error(
            invocation,
            "script: expected list, lift, run, format, reference or syntax, found \"%s\"",
            verb);
    const char *option = option_too_much(invocation, verb);
    if (option)
        return usage_error(invocation, "script %s does not accept --%s", verb, option);
    if (document)
        return invocation->argument_count == 1
                   ? print_document(invocation, reference)
                   : usage_error(invocation, "script %s does not accept further arguments",
                                 verb);
    if (invocation->argument_count < 2)
        return usage_error(invocation, "script %s requires a %s", verb,
                           lays_out ? "map or its script" : "game or a project");
    if (lists || lifts || lays_out)
        return print_scripts(invocation, lists   ? SCRIPT_DISASSEMBLY
                                         : lifts ? SCRIPT_LIFTED
                                                 : SCRIPT_FORMATTED);
    if (invocation->argument_count < 3)
        return usage_error(invocation, "script run requires a project and a handler");
    Arena *arena = arena_new();
    const int status = script_run_command(invocation, arena);
    arena_free(arena);
    return status;
}
#else
/* What there is without games. */
int command_script(Invocation *invocation)
{
    const char *verb = invocation->arguments[0];
    const bool lists = !strcmp(verb, "list");
    if (!lists && strcmp(verb, "format") != 0)
        return usage_error(invocation, "script: expected list or format, found \"%s\"", verb);
    return print_scripts(invocation, lists ? SCRIPT_DISASSEMBLY : SCRIPT_FORMATTED);
}
#endif
