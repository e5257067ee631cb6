/* The hash tables of Evil Islands: RES archives and REG files look up names with the same
 * coalesced hashing (specs/evil_islands.md).
 *
 * A table has exactly as many slots as names. A name is stored in the slot given by its hash;
 * if that slot is occupied, in the highest free slot, which is appended to the chain that
 * starts at the hash slot. */
#ifndef OISIN_EVIL_ISLANDS_ARCHIVES_HASH_CHAIN_H
#define OISIN_EVIL_ISLANDS_ARCHIVES_HASH_CHAIN_H

#include "base/arena.h"

enum { CHAIN_END = -1 };

/* The sum of the name's bytes as signed chars, with ASCII letters in lower case; `name` is
 * cp1251. It is negative for some names with non-ASCII characters; the behaviour of the game
 * for those is unknown. */
int32_t chain_hash(Text name);
/* The slot of a hash; a negative hash is interpreted as u32. */
uint32_t chain_bucket(int32_t hash, size_t count);

/* Builds a table by inserting the names in order: `slots[i]` is the slot of name i,
 * `next[slot]` the next slot in the chain, CHAIN_END at the end. */
void chain_build(const Text *names, size_t count, uint32_t *slots, int32_t *next, Arena *arena);

typedef enum ChainState {
    CHAIN_LOST,   /* the game cannot find the name */
    CHAIN_HEAD,   /* in its hash slot */
    CHAIN_LINKED, /* further along the chain of that slot */
} ChainState;

extern const char *const chain_state_names[];

/* Computes the state of each name; `next` may contain any values. Returns false if the chains
 * are too long to follow, which only happens in malicious files. */
bool chain_follow(const Text *names, const int32_t *next, size_t count, ChainState *out,
                  Arena *arena);

/* A slot that leads into its own chain (a cycle); SIZE_MAX if there is none. */
size_t chain_cycle(const int32_t *next, size_t count, Arena *arena);

#endif
