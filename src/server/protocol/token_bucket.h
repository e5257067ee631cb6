/* A token bucket: limits a rate, and allows bursts of up to `max` after a pause. The module
 * has no clock: callers pass the time, in ms of any monotonic clock. */
#ifndef OISIN_SERVER_PROTOCOL_TOKEN_BUCKET_H
#define OISIN_SERVER_PROTOCOL_TOKEN_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Budget {
    uint64_t at;         /* time of the last update of `left` */
    uint64_t left;       /* in 1/1000 */
    uint32_t max;        /* capacity */
    uint32_t per_second; /* refill rate; 0: no limit */
} Budget;

/* A full bucket. */
Budget budget_of(uint32_t per_second, uint32_t max, uint64_t now);
/* Amount available now. */
uint64_t budget_left(Budget *budget, uint64_t now);
/* Spends the amount; false, without spending, if less is available. */
bool budget_spend(Budget *budget, uint64_t amount, uint64_t now);
/* Ms until `amount`, which is at most `max`, is available; 0: now. */
uint64_t budget_wait(Budget *budget, uint64_t amount, uint64_t now);

#endif
