/* Decimal numbers as Tiled writes them, in 1/1000, without floating point. */
#ifndef OISIN_FORMATS_OPEN_TMX_DECIMAL_H
#define OISIN_FORMATS_OPEN_TMX_DECIMAL_H

#include "base/bytes.h"

/* Takes a number ("-12.5", ".5", "1e-05") off `*rest`; thousandths, rounded to the nearest,
 * halves away from zero. False if there is none, or beyond +-10^9. */
bool decimal_read(Text *rest, int64_t *out);

#endif
