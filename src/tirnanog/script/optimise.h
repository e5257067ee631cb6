/* The optimiser (`-O`): shorter code with the same effect.
 *
 * The observable behaviour does not change: the same queries to the host (attributes,
 * counts, sums, random numbers), the same assignments and commands in the same order,
 * the same locals at the end. Fewer instructions are executed, so a budget lasts
 * longer. The code never gets larger.
 *
 *   - constants are folded with the machine's arithmetic; x+0, x*1, min(x) and the like
 *     become x; a product with zero is removed only if its factors make no query
 *   - conditions that are always true or always false are removed, with the dead code
 *   - jumps to jumps go to the final target; a jump over a jump is inverted
 *   - a switch over 0 or 1 becomes a conditional jump
 *   - unreachable code is removed
 *
 * `script_lift` recognises only the patterns of code that is not optimised, and rejects
 * most optimised code. */
#ifndef OISIN_TIRNANOG_SCRIPT_OPTIMISE_H
#define OISIN_TIRNANOG_SCRIPT_OPTIMISE_H

#include "tirnanog/script/script.h"

/* Optimises in place. The verifier must accept `code`. Source positions are adjusted;
 * those of removed code are removed. */
void script_optimise(ScriptCode *code, Arena *arena);

#endif
