/* The options of convert that are about maps. */
#ifndef OISIN_CLI_MAPS_H
#define OISIN_CLI_MAPS_H

#include "cli/command.h"
#include "convert/conversion.h"

/* Whether the first input, or the output, is a map (or a camera's way): then --as, --size and
 * --texture mean others than those of sprite layouts and models. */
bool maps_are_meant(const Invocation *invocation, const char *output);

/* Gives an exit status. */
int maps_take_options(Invocation *invocation, MapSettings *out, Arena *arena);

#endif
