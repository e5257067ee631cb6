/* A cache for results of a build that take long to compute. The caller provides it, or
 * not; the same project builds to the same bytes with and without it.
 *
 * Both functions are called from several threads at the same time. */
#ifndef OISIN_KIT_FORMATS_RESULT_CACHE_H
#define OISIN_KIT_FORMATS_RESULT_CACHE_H

#include "base/arena.h"

/* A 128-bit hash of everything that the result depends on. */
typedef struct CacheKey {
    uint64_t high, low;
} CacheKey;

typedef struct BuildCache {
    bool (*get)(void *context, CacheKey key, Bytes *out, Arena *arena);
    void (*put)(void *context, CacheKey key, Bytes bytes);
    void *context;
} BuildCache;

/* An initial key for one kind of result ("atlas"), which also depends on the versions of
 * this program and of the libraries that produce the bytes. */
CacheKey cache_key(const char *kind);
void cache_key_add(CacheKey *key, Bytes bytes);

/* `cache` may be NULL: then nothing is found or stored. */
bool cache_get(const BuildCache *cache, CacheKey key, Bytes *out, Arena *arena);
void cache_put(const BuildCache *cache, CacheKey key, Bytes bytes);

#endif
