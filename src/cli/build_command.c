/* build: the job of kit/jobs/jobs.h, which is one of tirnanog. */
#include "cli/output_command.h"

#include "kit/jobs/jobs.h"

int command_build(Invocation *invocation) { return command_run_job(invocation, job_build); }
