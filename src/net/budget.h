/* A token bucket: so much a second, and up to `most` at once after a pause. There is no clock
 * here: time is handed in, milliseconds of any clock that does not go back. */
#ifndef OISIN_NET_BUDGET_H
#define OISIN_NET_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Budget {
    uint64_t at;         /* when `left` was so */
    uint64_t left;       /* in 1/1000 */
    uint32_t max;        /* what it holds when full */
    uint32_t per_second; /* what flows in; 0: nothing is limited */
} Budget;

/* A full one. */
Budget budget_of(uint32_t per_second, uint32_t max, uint64_t now);
/* How much there is now. */
uint64_t budget_left(Budget *budget, uint64_t now);
/* Takes the amount out; false, and nothing is taken, if there is less. */
bool budget_spend(Budget *budget, uint64_t amount, uint64_t now);
/* Milliseconds until there will be so much, which is not more than `most`; 0: now. */
uint64_t budget_wait(Budget *budget, uint64_t amount, uint64_t now);

#endif
