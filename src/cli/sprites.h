/* The options of convert that are about sprites and pictures of models. */
#ifndef OISIN_CLI_SPRITES_H
#define OISIN_CLI_SPRITES_H

#include "cli/command.h"
#include "convert/conversion.h"

/* Gives an exit status. */
int sprites_take_options(Invocation *invocation, SpriteSettings *out);

#endif
