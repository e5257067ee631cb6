/* Check of a game: broken references, wrong sizes and checksums, numbers out of range, reserved
 * bytes, unsorted tables, sprites outside their atlas, invalid scripts. Messages have section
 * and offset. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_CHECK_H
#define OISIN_TIRNANOG_CONTAINER_TNG_CHECK_H

#include "tirnanog/container/tng.h"

/* Returns true if there is no error; warnings are ignored. */
bool tng_check(Bytes file, Arena *arena, Report *report);

#endif
