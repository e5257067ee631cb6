/* Check of a game: broken references, wrong sizes and checksums, numbers out of range, reserved
 * bytes, unsorted tables, sprites outside their atlas, invalid scripts. Messages have section
 * and offset. */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_CHECK_H
#define OISIN_FORMATS_TIRNANOG_TNG_CHECK_H

#include "formats/tirnanog/tng.h"

/* Returns true if there is no error; warnings are ignored. */
bool tng_check(Bytes file, Arena *arena, Report *report);

#endif
