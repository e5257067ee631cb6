/* Keys of results that depend on how much a build compresses. */
#include "tirnanog/project/build.h"

CacheKey project_cache_key(const Project *project, const char *kind)
{
    const int levels[] = {project->level, project->png_level};
    CacheKey key = cache_key(kind);
    cache_key_add(&key, (Bytes){(const uint8_t *)levels, sizeof levels});
    return key;
}
