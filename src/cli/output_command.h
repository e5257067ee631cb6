/* Commands that run a job with an output. */
#ifndef OISIN_CLI_OUTPUT_COMMAND_H
#define OISIN_CLI_OUTPUT_COMMAND_H

#include "cli/invocation.h"

/* Runs a job with --output and a progress bar; returns the exit status. */
typedef bool OutputJob(Job *job, const char *output);
int command_run_job(Invocation *invocation, OutputJob *run);

#endif
