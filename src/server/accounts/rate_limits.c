/* A table of fixed size: the keyed hash of an address or name selects a set of four entries,
 * and only these are searched, however many there are. */
#include "server/accounts/rate_limits.h"

#include <sodium.h>

void limits_set_up(Limits *limits, LimitRule rule)
{
    memset(limits, 0, sizeof *limits);
    limits->rule = rule;
    randombytes_buf(limits->key, sizeof limits->key);
}

static uint64_t hash_of(const Limits *limits, Bytes who)
{
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "");
    _Static_assert(sizeof limits->key == crypto_shorthash_KEYBYTES, "");
    crypto_shorthash((uint8_t *)&hash, who.data, who.size, limits->key);
    return hash ? hash : 1;
}

static LimitEntry *find(Limits *limits, uint64_t who)
{
    LimitEntry *set = limits->entries[who % LIMIT_SETS];
    for (unsigned i = 0; i < LIMIT_WAYS; i++)
        if (set[i].who == who)
            return &set[i];
    return NULL;
}

static LimitEntry *find_or_make(Limits *limits, uint64_t who)
{
    LimitEntry *found = find(limits, who), *set = limits->entries[who % LIMIT_SETS];
    if (found)
        return found;
    found = &set[0];
    for (unsigned i = 1; i < LIMIT_WAYS; i++)
        if (set[i].last < found->last)
            found = &set[i];
    *found = (LimitEntry){.who = who};
    return found;
}

static uint64_t wait_after(const LimitRule *rule, uint32_t tries)
{
    if (tries < rule->free)
        return 0;
    const uint32_t doubled = tries - rule->free;
    const uint64_t wait = doubled < 32 ? (uint64_t)rule->first << doubled : rule->max;
    return wait < rule->max ? wait : rule->max;
}

uint64_t limits_charge(Limits *limits, Bytes who, uint64_t now)
{
    LimitEntry *entry = find_or_make(limits, hash_of(limits, who));
    if (now - entry->last >= limits->rule.quiet)
        entry->tries = 0;
    const uint64_t until = entry->last + wait_after(&limits->rule, entry->tries);
    if (entry->tries && now < until)
        return until - now;
    entry->tries++;
    entry->last = now;
    return 0;
}

void limits_refund(Limits *limits, Bytes who)
{
    LimitEntry *entry = find(limits, hash_of(limits, who));
    if (entry && entry->tries)
        entry->tries--;
}

void limits_remove(Limits *limits, Bytes who)
{
    LimitEntry *entry = find(limits, hash_of(limits, who));
    if (entry)
        *entry = (LimitEntry){0};
}
