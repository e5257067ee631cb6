/* A place for results of a build that take long to make: the rim gives one, or
 * none. What comes out of it is what was put in, or nothing; the same project
 * gives the same bytes with and without it.
 *
 * Both functions are called from several threads at once. */
#ifndef OISIN_PROJECT_CACHE_H
#define OISIN_PROJECT_CACHE_H

#include "base/arena.h"

/* 128 bits over everything that the result depends on. */
typedef struct CacheKey {
    uint64_t high, low;
} CacheKey;

typedef struct BuildCache {
    bool (*get)(void *context, CacheKey key, Bytes *out, Arena *arena);
    void (*put)(void *context, CacheKey key, Bytes bytes);
    void *context;
} BuildCache;

/* An empty key for one kind of result ("atlas"), which also depends on the
 * versions of this program and of the libraries that make the bytes. */
CacheKey cache_key(const char *kind);
void cache_key_add(CacheKey *key, Bytes bytes);

/* Without a cache, nothing is found and nothing kept. */
bool cache_get(const BuildCache *cache, CacheKey key, Bytes *out, Arena *arena);
void cache_put(const BuildCache *cache, CacheKey key, Bytes bytes);

#endif
