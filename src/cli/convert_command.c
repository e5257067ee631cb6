/* oisin convert. */
#include "cli/output_command.h"
#include "kit/jobs/jobs.h"

/* convert IN OUT */
static bool convert(Job *job, const char *output)
{
    if (!output && job->input_count == 2 && !job_given(job, OPTION_in_place))
        output = job->inputs[--job->input_count];
    return job_convert(job, output);
}

int command_convert(Invocation *invocation) { return command_run_job(invocation, convert); }
