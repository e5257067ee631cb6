/* test: plays scenarios, or prints the reference of their language. */
#include "cli/command.h"
#include "cli/messages.h"
#include "kit/jobs.h"
#include "authoring/scenario/scenario.h"

#include <stdio.h>

int command_test(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    const bool reference = option_given(invocation, OPTION_reference);
    if (!reference && !invocation->argument_count)
        return usage_error(invocation, "test requires a project");
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    bool ok = true;
    if (reference)
        scenarios_reference(&out);
    else
        ok = job_test(&job, &out, messages_json());
    print_result(&out);
    arena_free(arena);
    return exit_status(&job, ok);
}
