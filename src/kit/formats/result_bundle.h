/* Many small results in one entry of the build cache.
 *
 * To open a file for each of a thousand small results takes longer than to compute most of them
 * again. A bundle is read as a whole. bundle_close writes it again if an eighth of its results
 * is new or was not used; until then, the few new ones are computed in each build. */
#ifndef OISIN_KIT_FORMATS_RESULT_BUNDLE_H
#define OISIN_KIT_FORMATS_RESULT_BUNDLE_H

#include "kit/formats/result_cache.h"

enum { BUNDLE_MAX = 16 << 20 }; /* bytes of results; further ones are not kept */

typedef struct CacheBundle CacheBundle;

/* `cache` may be NULL: then nothing is found or stored. The bundle, and what is found in it,
 * live as long as the arena. For one thread. */
CacheBundle *bundle_open(const BuildCache *cache, CacheKey key, Arena *arena);

bool bundle_get(CacheBundle *bundle, CacheKey key, Bytes *out);

/* A result that was not found; the bytes must stay valid until the bundle is closed. */
void bundle_put(CacheBundle *bundle, CacheKey key, Bytes bytes);

void bundle_close(CacheBundle *bundle);

#endif
