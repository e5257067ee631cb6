/* Keys of cached results, and a cache that may be missing. */
#include "kit/formats/result_cache.h"

#include "base/hash.h"

#include <libdeflate.h>

/* Increment it when a result changes its form or a step its output. */
static const char version[] = "oisin 4 " LIBDEFLATE_VERSION_STRING;

CacheKey cache_key(const char *kind)
{
    CacheKey key = {0, 1};
    cache_key_add(&key, (Bytes){(const uint8_t *)version, sizeof version});
    cache_key_add(&key, bytes_of_text(text_of(kind)));
    return key;
}

void cache_key_add(CacheKey *key, Bytes bytes)
{
    key->high = hash_bytes(key->high, bytes);
    key->low = hash_mix(key->low ^ 0x9E3779B97F4A7C15u, hash_bytes_again(~key->low, bytes));
}

bool cache_get(const BuildCache *cache, CacheKey key, Bytes *out, Arena *arena)
{
    return cache && cache->get(cache->context, key, out, arena);
}

void cache_put(const BuildCache *cache, CacheKey key, Bytes bytes)
{
    if (cache)
        cache->put(cache->context, key, bytes);
}
