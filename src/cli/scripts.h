/* What the commands about scripts share. */
#ifndef OISIN_CLI_SCRIPTS_H
#define OISIN_CLI_SCRIPTS_H

#include "cli/command.h"
#include "kit/game.h"

/* `script run PROJECT HANDLER`: prints what the handler does. An exit status. */
int script_run_command(Invocation *invocation, Arena *arena);

#endif
