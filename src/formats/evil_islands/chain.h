/* The hash tables of Evil Islands: RES archives and REG files find their names by
 * the same coalesced chains (specs/evil_islands.md).
 *
 * A table has exactly as many slots as names. A name belongs into the slot that its
 * hash says; if that is taken, into the highest one that is free, and the chain that
 * begins at its own slot gets it as its last link. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_CHAIN_H
#define OISIN_FORMATS_EVIL_ISLANDS_CHAIN_H

#include "base/arena.h"

enum { CHAIN_END = -1 };

/* The sum of the name's bytes as signed chars, ASCII letters in lower case; `name`
 * is cp1251. It is negative for some names that are not ASCII: what the game does
 * with those is not known. */
int32_t chain_hash(Text name);
/* The slot that a hash says; a negative one counts as the u32 of its bits. */
uint32_t chain_bucket(int32_t hash, size_t count);

/* A table with the names put in one after the other: `slots[i]` is where name i goes,
 * `next[slot]` the slot after it in its chain, CHAIN_END at the end. */
void chain_build(const Text *names, size_t count, uint32_t *slots, int32_t *next, Arena *arena);

typedef enum ChainState {
    CHAIN_LOST,   /* the game does not find the name */
    CHAIN_HEAD,   /* it is in the slot that its hash says */
    CHAIN_LINKED, /* further down that slot's chain */
} ChainState;

extern const char *const chain_state_names[];

/* What is so of each slot, by its name; `next` may be anything. False if the chains
 * are too long to follow, as only a table made with bad intent has them. */
bool chain_follow(const Text *names, const int32_t *next, size_t count, ChainState *out,
                  Arena *arena);

/* A slot that leads into a chain it is a link of already; SIZE_MAX if there is none. */
size_t chain_cycle(const int32_t *next, size_t count, Arena *arena);

#endif
