/* Disjoint sets (union-find) over the numbers 0 to n - 1. Initially each number is its own
 * parent; the smallest number of a set is its root. */
#ifndef OISIN_BASE_DISJOINT_SETS_H
#define OISIN_BASE_DISJOINT_SETS_H

#include <stdint.h>

/* Returns the root of the set of `at`, and shortens the path to it. */
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
