/* The options of convert that are about models. */
#ifndef OISIN_CLI_MODELS_H
#define OISIN_CLI_MODELS_H

#include "cli/command.h"
#include "convert/conversion.h"

/* Gives an exit status. Files that are given are read. */
int models_take_options(Invocation *invocation, ModelSettings *out, Arena *arena);

#endif
