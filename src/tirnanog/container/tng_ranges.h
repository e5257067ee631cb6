/* Valid ranges of members that are smaller than those of their types. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_RANGES_H
#define OISIN_TIRNANOG_CONTAINER_TNG_RANGES_H

#include "tirnanog/container/tng_records.h"

typedef struct TngRange {
    const RecordLayout *record;
    const char *member;
    int64_t least, most;
} TngRange;

/* NULL: the whole range of the type. `field` belongs to a record of the container. */
const TngRange *tng_range(const Field *field);

#endif
