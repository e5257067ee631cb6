/* Internal declarations of the script commands. */
#ifndef OISIN_CLI_SCRIPT_RUN_COMMAND_H
#define OISIN_CLI_SCRIPT_RUN_COMMAND_H

#include "cli/invocation.h"
#include "tirnanog/jobs/open_game.h"

/* `script run PROJECT HANDLER`: prints the effects of the handler. Returns an exit status. */
int script_run_command(Invocation *invocation, Arena *arena);

#endif
