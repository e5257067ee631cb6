/* Script commands: MachineHost.command; `context` is a pointer to the PlayerContext. */
#ifndef OISIN_ENGINE_COMMAND_RUN_H
#define OISIN_ENGINE_COMMAND_RUN_H

#include "engine/state/state.h"

MachineCommand command_run(void *context, MachineRun *run, unsigned number,
                           const int32_t *arguments);

#endif
