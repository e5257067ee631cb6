/* Looking for mistakes in a game: broken references, wrong lengths and sums,
 * numbers out of range, reserved bytes, unsorted tables, sprites outside their
 * atlas, bad scripts. Each is said with its section and offset. */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_CHECK_H
#define OISIN_FORMATS_TIRNANOG_TNG_CHECK_H

#include "formats/tirnanog/tng.h"

/* True if there is no error; warnings do not count. */
bool tng_check(Bytes file, Arena *arena, Report *report);

#endif
