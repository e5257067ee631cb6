/* po: translations of a project. */
#include "cli/invocation.h"
#include "cli/messages.h"
#include "kit/jobs/jobs.h"

int command_po(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    const bool ok = job_po(&job, &out, messages_json());
    print_result(&out);
    arena_free(arena);
    return exit_status(&job, ok);
}
