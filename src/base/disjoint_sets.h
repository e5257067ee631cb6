/* Disjoint sets (union-find) over numbers 0 to n - 1: each number begins as its own parent, and
 * the smallest number of a set stands for it. */
#ifndef OISIN_BASE_DISJOINT_SETS_H
#define OISIN_BASE_DISJOINT_SETS_H

#include <stdint.h>

/* The number that stands for the set of `at`; makes the way there shorter. */
static inline uint32_t disjoint_root(uint32_t *parents, uint32_t at)
{
    while (parents[at] != at)
        at = parents[at] = parents[parents[at]];
    return at;
}

static inline void disjoint_join(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = disjoint_root(parents, a);
    b = disjoint_root(parents, b);
    parents[a > b ? a : b] = a < b ? a : b;
}

#endif
