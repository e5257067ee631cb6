/* Warnings that need the world: positions to which handlers move the player, and where nobody
 * can walk, swim, fly or drive. */
#ifndef OISIN_STUDIO_LINT_LINT_POSITIONS_H
#define OISIN_STUDIO_LINT_LINT_POSITIONS_H

#include "tirnanog/sheets/script_positions.h"

/* `game` was built with `scripts`. A game that cannot be opened has other messages. */
void lint_positions(const TngFile *game, const ProjectScripts *scripts, Arena *arena,
                    Report *report);

#endif
