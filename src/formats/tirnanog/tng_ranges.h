/* Which numbers a member may be, where its type could hold more. */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_RANGES_H
#define OISIN_FORMATS_TIRNANOG_TNG_RANGES_H

#include "formats/tirnanog/tng_records.h"

typedef struct TngRange {
    const Layout *record;
    const char *member;
    int64_t least, most;
} TngRange;

/* NULL: any number that the member's type holds. `field` is of one of the
 * container's records. */
const TngRange *tng_range(const Field *field);

#endif
