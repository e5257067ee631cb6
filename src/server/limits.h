/* Limits of how often something may be tried, by whom: after some tries a wait that
 * doubles with each further one. There is no clock here: time is handed in,
 * milliseconds of any clock that does not go back.
 *
 * Whoever tries is charged before it is known what comes of it, so that many tries at once
 * count as well; what was no offence is refunded. The memory is fixed: when it is full
 * the one that has been quiet for longest is forgotten. */
#ifndef OISIN_SERVER_LIMITS_H
#define OISIN_SERVER_LIMITS_H

#include "base/bytes.h"

typedef struct LimitRule {
    uint32_t free;  /* tries without a wait */
    uint32_t first; /* ms to wait after the next one; doubles */
    uint32_t max;   /* ms, the longest wait */
    uint32_t quiet; /* ms after which all is forgotten */
} LimitRule;

enum { LIMIT_SETS = 1024, LIMIT_WAYS = 4 };

typedef struct LimitEntry {
    uint64_t who;  /* keyed hash; 0 free */
    uint64_t last; /* when it was last charged */
    uint32_t tries;
} LimitEntry;

typedef struct Limits {
    LimitRule rule;
    uint8_t key[16]; /* of the hash, so that nobody can choose who shares a set */
    LimitEntry entries[LIMIT_SETS][LIMIT_WAYS];
} Limits;

void limits_set_up(Limits *limits, LimitRule rule);
/* 0: charged, go on. Else how many ms are to wait, and nothing is charged. */
uint64_t limits_charge(Limits *limits, Bytes who, uint64_t now);
/* The last charge was no offence. */
void limits_refund(Limits *limits, Bytes who);
/* All is forgiven. */
void limits_remove(Limits *limits, Bytes who);

#endif
