/* Shorter code that does the same: `-O`.
 *
 * What a world can notice stays as it was: the same questions (attributes, counts,
 * sums, random numbers), the same settings and commands in the same order, the same
 * locals at the end. Fewer instructions are run, so a budget lasts longer. Never
 * more bytes.
 *
 *   - constants are calculated as the machine would, x+0, x*1, min(x) and the like
 *     become x; what is multiplied by zero goes only if nobody is asked for it
 *   - conditions that are always or never true go, with the code they guard
 *   - jumps to jumps lead to where those lead; a jump over a jump is turned round
 *   - a switch whose value is 0 or 1 becomes a conditional jump
 *   - code that nothing leads to goes
 *
 * `script_lift` knows only the patterns of plain code and refuses most of this. */
#ifndef OISIN_SCRIPT_OPTIMISE_H
#define OISIN_SCRIPT_OPTIMISE_H

#include "script/script.h"

/* `code` must be such that the verifier takes it. Its positions move along; those
 * whose code is gone are gone. */
void script_optimise(ScriptCode *code, Arena *arena);

#endif
