/* unpack, pack, and what all commands that run a job with an output have in common. */
#include "cli/output_command.h"

#include "cli/progress_bar.h"
#include "kit/jobs/jobs.h"

int command_run_job(Invocation *invocation, OutputJob *run)
{
    Bar bar;
    Job job = job_of(invocation, bar_begin(&bar, option_given(invocation, OPTION_quiet)));
    const bool ok = run(&job, option_text(invocation, OPTION_output));
    bar_end(&bar);
    return exit_status(&job, ok);
}

int command_pack(Invocation *invocation) { return command_run_job(invocation, job_pack); }

int command_unpack(Invocation *invocation) { return command_run_job(invocation, job_unpack); }
