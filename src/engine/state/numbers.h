/* A hash table from 64-bit keys, which must not be 0, to pointers. */
#ifndef OISIN_ENGINE_NUMBERS_H
#define OISIN_ENGINE_NUMBERS_H

#include "base/arena.h"

typedef struct Numbers {
    uint64_t *keys;
    void **values;
    size_t capacity, count;
    Arena *arena;
} Numbers;

/* The address of the value for `key`; NULL if the key is missing. */
void **numbers_get(const Numbers *numbers, uint64_t key);
/* Adds `key` with the value NULL if it is missing; valid until the next put. */
void **numbers_put(Numbers *numbers, uint64_t key);

#endif
