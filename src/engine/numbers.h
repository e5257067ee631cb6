/* A table from 64-bit keys to pointers. Keys are not 0. */
#ifndef OISIN_ENGINE_NUMBERS_H
#define OISIN_ENGINE_NUMBERS_H

#include "base/arena.h"

typedef struct Numbers {
    uint64_t *keys;
    void **values;
    size_t capacity, count;
    Arena *arena;
} Numbers;

/* Where the value of `key` is; NULL if the key was not put. */
void **numbers_get(const Numbers *numbers, uint64_t key);
/* Adds `key` with NULL unless it is there; valid until the next put. */
void **numbers_put(Numbers *numbers, uint64_t key);

#endif
