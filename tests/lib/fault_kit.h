/* Lets one call of the program fail, or kills the program at it: see tests/fault_shim.c. */
#ifndef OISIN_TESTS_FAULT_KIT_H
#define OISIN_TESTS_FAULT_KIT_H

#include "cli.h"

/* A shell command to put before others in a line: in the rest of that line call number `at`
 * fails. `more` has further variables, such as "FAULT_KILL=1". */
const char *fault_at(Cli *cli, const char *call, unsigned at, const char *more);
/* Whether the last of these lines came to that call. */
bool fault_was_met(Cli *cli);
/* Whether all calls are tried, not a part of them: OISIN_FAULTS=all (make nightly). */
bool fault_all(void);
/* Whether a small part is enough: OISIN_FAULTS=few (under sanitizers, beside a run of all). */
bool fault_few(void);
/* Inputs for commands that write: archives a.res and b.res, a damaged one (cut.res); a database
 * items.idb; a folder of a game; a layout CRS_AOI_.lay; an
 * atlas of two sprites, more_atls.png; project/mygame and its game.tng. */
void fault_inputs(Cli *cli);

#endif
