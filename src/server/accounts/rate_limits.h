/* Rate limits with exponential delay. After some free tries, each further try requires a wait
 * that doubles each time. The module has no clock: callers pass the time, in ms of any
 * monotonic clock.
 *
 * A try is charged before its outcome is known, so that parallel tries count as well; a try
 * that turns out to be legitimate is refunded. The memory is fixed: when a set is full, the
 * entry with the oldest charge is replaced. */
#ifndef OISIN_SERVER_ACCOUNTS_RATE_LIMITS_H
#define OISIN_SERVER_ACCOUNTS_RATE_LIMITS_H

#include "base/bytes.h"

typedef struct LimitRule {
    uint32_t free;  /* tries without a wait */
    uint32_t first; /* ms to wait after the next one; doubles */
    uint32_t max;   /* ms, maximum wait */
    uint32_t quiet; /* ms without a try after which the entry expires */
} LimitRule;

enum { LIMIT_SETS = 1024, LIMIT_WAYS = 4 };

typedef struct LimitEntry {
    uint64_t who;  /* keyed hash; 0: free */
    uint64_t last; /* time of the last charge */
    uint32_t tries;
} LimitEntry;

typedef struct Limits {
    LimitRule rule;
    uint8_t key[16]; /* of the hash, so that an attacker cannot choose colliding keys */
    LimitEntry entries[LIMIT_SETS][LIMIT_WAYS];
} Limits;

void limits_set_up(Limits *limits, LimitRule rule);
/* Returns 0 if the try is charged and allowed; otherwise the wait in ms, and charges
 * nothing. */
uint64_t limits_charge(Limits *limits, Bytes who, uint64_t now);
/* Takes back the last charge. */
void limits_refund(Limits *limits, Bytes who);
/* Removes the entry. */
void limits_remove(Limits *limits, Bytes who);

#endif
