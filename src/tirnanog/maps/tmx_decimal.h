/* Decimal numbers as written by Tiled, in 1/1000, without floating point. */
#ifndef OISIN_TIRNANOG_MAPS_TMX_DECIMAL_H
#define OISIN_TIRNANOG_MAPS_TMX_DECIMAL_H

#include "base/bytes.h"

/* Parses a number ("-12.5", ".5", "1e-05") at the start of `*rest`, in thousandths, rounded to
 * nearest, halves away from zero. Returns false if there is none, or if it exceeds +-10^9. */
bool decimal_read(Text *rest, int64_t *out);

#endif
