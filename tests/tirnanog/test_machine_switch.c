/* The portable machine, a switch instead of computed jumps, with the same tests:
 * its parts are compiled here instead of taken from the library. */
#define SCRIPT_PLAIN_SWITCH 1
#include "../src/tirnanog/script/machine.c"
#include "../src/tirnanog/script/machine_load.c"
#include "../src/tirnanog/script/machine_trace.c"

#include "test_machine.c"
