/* test: plays scenarios, or prints the reference of their language. */
#include "cli/invocation.h"
#include "cli/folder_watch.h"
#include "cli/messages.h"
#include "kit/jobs/jobs.h"
#include "studio/scenario/scenario.h"

#include <stdio.h>

static int run_once(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    const bool reference = option_given(invocation, OPTION_reference);
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

/* Until Ctrl-C. The first look is before the run, so that no change is missed; but results that
 * the run writes may be in the project. */
static int run_again_and_again(Invocation *invocation)
{
    FolderWatch watch;
    const bool writes =
        option_given(invocation, OPTION_junit) || option_given(invocation, OPTION_screenshots);
    for (;;) {
        folder_watch_begin(&watch, invocation->arguments, invocation->argument_count);
        const int status = run_once(invocation);
        if (status == EXIT_USAGE)
            return status;
        if (writes)
            folder_watch_begin(&watch, invocation->arguments, invocation->argument_count);
        printf("waiting for a change (Ctrl-C to end)\n");
        fflush(stdout);
        folder_watch_wait(&watch);
    }
}

int command_test(Invocation *invocation)
{
    const bool watch = option_given(invocation, OPTION_watch);
    if (!option_given(invocation, OPTION_reference) && !invocation->argument_count)
        return usage_error(invocation, "test requires a project");
    if (watch && messages_json())
        return usage_error(invocation, "--watch and --json cannot be combined");
    return watch ? run_again_and_again(invocation) : run_once(invocation);
}
