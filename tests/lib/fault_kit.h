/* Lets one call of the program fail, or kills the program at it: see tests/fault_shim.c. */
#ifndef OISIN_TESTS_FAULT_KIT_H
#define OISIN_TESTS_FAULT_KIT_H

#include "cli.h"

/* A shell command to put before others in a line: in the rest of that line call number `at`
 * fails. `more` has further variables, such as "FAULT_KILL=1". */
const char *fault_at(Cli *cli, const char *call, unsigned at, const char *more);
/* Whether the last of these lines came to that call. */
bool fault_was_met(Cli *cli);

#endif
