/* Builds and follows the hash tables of archives and REG files. Parts, in order: the hash;
 * building a table; the state of each name, for checks. Chains in a damaged file can be cyclic,
 * or lead into each other: slots are marked with the bucket whose chain visited them, and all
 * steps together are limited. */
#include "evil_islands/archives/hash_chain.h"

#include <stdlib.h>

/* Limit for the total number of steps along chains, about one or two seconds. In the worst case
 * 50,000 names with the same hash need 50,000 steps each. */
enum { STEPS_MAX = 100000000 };

const char *const chain_state_names[] = {"lost", "head", "linked"};

static uint8_t lower(char c) { return (uint8_t)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

int32_t chain_hash(Text name)
{
    int32_t sum = 0; /* names are shorter than 64 KB: no overflow */
    for (size_t i = 0; i < name.size; i++)
        sum += (int8_t)lower(name.at[i]);
    return sum;
}

uint32_t chain_bucket(int32_t hash, size_t count)
{
    return count ? (uint32_t)((uint32_t)hash % count) : 0;
}

void chain_build(const Text *names, size_t count, uint32_t *slots, int32_t *next, Arena *arena)
{
    bool *taken = ARENA_ALLOC(arena, bool, count);
    uint32_t *last = ARENA_ALLOC(arena, uint32_t, count); /* the last slot of a slot's chain */
    size_t free_slot = count;
    for (size_t i = 0; i < count; i++) {
        next[i] = CHAIN_END;
        last[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t bucket = chain_bucket(chain_hash(names[i]), count);
        uint32_t slot = bucket;
        if (taken[bucket]) {
            uint32_t end = last[bucket];
            while (next[end] != CHAIN_END)
                end = (uint32_t)next[end];
            do
                free_slot--;
            while (taken[free_slot]);
            slot = (uint32_t)free_slot;
            next[end] = (int32_t)slot;
            last[bucket] = slot;
        }
        taken[slot] = true;
        slots[i] = slot;
    }
}

typedef struct Wanted {
    uint32_t bucket, slot;
} Wanted;

static int by_bucket(const void *a, const void *b)
{
    const Wanted *x = a, *y = b;
    return x->bucket != y->bucket ? (x->bucket > y->bucket) - (x->bucket < y->bucket)
                                  : (x->slot > y->slot) - (x->slot < y->slot);
}

bool chain_follow(const Text *names, const int32_t *next, size_t count, ChainState *out,
                  Arena *arena)
{
    size_t steps = 0;
    Wanted *wanted = ARENA_ALLOC(arena, Wanted, count);
    uint32_t *seen = ARENA_ALLOC(arena, uint32_t, count); /* bucket + 1 of the last visit */
    for (size_t i = 0; i < count; i++)
        wanted[i] = (Wanted){chain_bucket(chain_hash(names[i]), count), (uint32_t)i};
    if (count)
        qsort(wanted, count, sizeof *wanted, by_bucket);
    for (size_t i = 0; i < count;) {
        const uint32_t bucket = wanted[i].bucket;
        for (int64_t at = bucket; at >= 0 && (size_t)at < count && seen[at] != bucket + 1;
             at = next[at]) {
            seen[at] = bucket + 1;
            if (++steps > STEPS_MAX)
                return false;
        }
        for (; i < count && wanted[i].bucket == bucket; i++) {
            const uint32_t slot = wanted[i].slot;
            out[slot] = seen[slot] != bucket + 1 ? CHAIN_LOST
                        : slot == bucket         ? CHAIN_HEAD
                                                 : CHAIN_LINKED;
        }
    }
    return true;
}

size_t chain_cycle(const int32_t *next, size_t count, Arena *arena)
{
    uint32_t *walk =
        ARENA_ALLOC(arena, uint32_t, count); /* the walk that visited the slot first
                                              */
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        while (!walk[at]) {
            walk[at] = (uint32_t)i + 1;
            if (next[at] < 0 || (size_t)next[at] >= count)
                break;
            if (walk[next[at]] == (uint32_t)i + 1)
                return at;
            at = (size_t)next[at];
        }
    }
    return SIZE_MAX;
}
