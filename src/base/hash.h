/* A 64-bit hash of bytes (not cryptographic; the same on every machine) and a hash table from
 * names to numbers. */
#ifndef OISIN_BASE_HASH_H
#define OISIN_BASE_HASH_H

#include "base/arena.h"

uint64_t hash_bytes(uint64_t seed, Bytes bytes);
/* Another hash of the same bytes. Each of the two ignores blocks with a certain word; both
 * together, the halves of a key, ignore none. */
uint64_t hash_bytes_again(uint64_t seed, Bytes bytes);
/* Mixes one number into a hash. */
uint64_t hash_mix(uint64_t hash, uint64_t value);

/* A hash table from names to u32 values. Keys are not copied: they must outlive the table. */
typedef struct Table {
    struct TableSlot *slots;
    size_t capacity, count;
    Arena *arena;
} Table;

Table table_new(Arena *arena);
/* Returns a pointer to the value of `key`, or NULL; valid until the next `table_put`. */
uint32_t *table_get(const Table *table, Text key);
/* Adds `key` with `value` unless the key exists; returns a pointer to its value. */
uint32_t *table_put(Table *table, Text key, uint32_t value);

#endif
