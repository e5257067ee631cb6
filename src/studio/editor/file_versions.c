/* A list of contents, the oldest first. Each has its own arena, so that it can be removed
 * alone. The list is searched from its end, because pages ask for recent contents. */
#include "studio/editor/file_versions.h"

static void remove_oldest(Versions *versions)
{
    versions->bytes -= versions->items[0].bytes.bytes.size;
    owned_bytes_free(&versions->items[0].bytes);
    versions->count--;
    memmove(versions->items, versions->items + 1, versions->count * sizeof *versions->items);
}

static const Version *find(const Versions *versions, uint64_t hash)
{
    for (size_t i = versions->count; i--;)
        if (versions->items[i].hash == hash)
            return &versions->items[i];
    return NULL;
}

void versions_add(Versions *versions, uint64_t hash, Bytes bytes)
{
    if (find(versions, hash) || bytes.size > VERSIONS_BYTES_MAX)
        return;
    while (versions->count == VERSIONS_MAX || versions->bytes + bytes.size > VERSIONS_BYTES_MAX)
        remove_oldest(versions);
    Arena *arena = arena_new();
    versions->items[versions->count++] = (Version){hash, {arena_copy(arena, bytes), arena}};
    versions->bytes += bytes.size;
}

bool versions_find(const Versions *versions, uint64_t hash, Bytes *out, Arena *arena)
{
    const Version *version = find(versions, hash);
    if (version)
        *out = arena_copy(arena, version->bytes.bytes);
    return version != NULL;
}

void versions_free(Versions *versions)
{
    while (versions->count)
        remove_oldest(versions);
}
