/* oisin maps. */
#include "cli/invocation.h"
#include "kit/jobs/jobs.h"

#include <string.h>

/* maps sync PROJECT, maps paint PROJECT [MAP...] */
int command_maps(Invocation *invocation)
{
    const char *word = invocation->arguments[0];
    const bool paint = strcmp(word, "paint") == 0;
    if (!paint && strcmp(word, "sync") != 0)
        return usage_error(
            invocation, "unknown word \"%s\"; expected sync PROJECT or paint PROJECT [MAP...]",
            word);
    if (!paint && invocation->argument_count > 2)
        return usage_error(invocation, "maps sync takes one project");
    Job job = job_of(invocation, NULL);
    job.inputs++; /* the word */
    job.input_count--;
    const bool ok = paint ? job_maps_paint(&job) : job_maps_sync(&job);
    return exit_status(&job, ok);
}
