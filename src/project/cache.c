#include "project/cache.h"

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

/* hash_bytes takes two words at a time, and for one value of the second word, the first does
 * not count. So the two halves of a key pair the words differently: `low` begins after the
 * first. */
void cache_key_add(CacheKey *key, Bytes bytes)
{
    const size_t first = bytes.size < 8 ? bytes.size : 8;
    const Bytes rest = bytes_slice(bytes, first, bytes.size - first);
    key->high = hash_bytes(key->high, bytes);
    key->low = hash_mix(key->low ^ 0x9E3779B97F4A7C15u,
                        hash_bytes(~key->low, bytes_slice(bytes, 0, first)));
    key->low = hash_mix(key->low ^ 0xD1B54A32D192ED03u, hash_bytes(~key->low, rest));
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
