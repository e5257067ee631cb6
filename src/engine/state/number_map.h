/* A hash table from 64-bit keys, which must not be 0, to pointers. */
#ifndef OISIN_ENGINE_NUMBER_MAP_H
#define OISIN_ENGINE_NUMBER_MAP_H

#include "base/arena.h"

typedef struct NumberMap {
    uint64_t *keys;
    void **values;
    size_t capacity, count;
    Arena *arena;
} NumberMap;

/* The address of the value for `key`; NULL if the key is missing. */
void **number_map_get(const NumberMap *numbers, uint64_t key);
/* Adds `key` with the value NULL if it is missing; valid until the next put. */
void **number_map_put(NumberMap *numbers, uint64_t key);

#endif
