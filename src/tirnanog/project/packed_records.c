/* Compressed records and texts, kept in the build cache under their contents. */
#include "tirnanog/project/build.h"

#include "base/deflate.h"

void project_open_packed(Project *project)
{
    CacheKey key = project_cache_key(project, "packed");
    cache_key_add(&key, bytes_of_text(project->files->game));
    project->packed = bundle_open(project->cache, key, project->arena);
}

Bytes project_compress(Project *project, Bytes bytes)
{
    CacheKey key = {0, 1};
    Bytes out;
    cache_key_add(&key, bytes);
    if (bundle_get(project->packed, key, &out))
        return out;
    out = deflate_bytes(bytes, WRAPPING_ZLIB, project->level, project->arena);
    bundle_put(project->packed, key, out);
    return out;
}

Bytes project_pack_record(Project *project, const RecordLayout *layout, const void *record)
{
    Arena *scratch = arena_new();
    Writer writer = writer_to(scratch);
    record_write(layout, record, &writer);
    const Bytes bytes = writer_bytes(&writer);
    const Bytes out = bytes.size <= TNG_STORED_MAX
                          ? tng_pack_bytes(bytes, project->level, project->arena)
                          : project_compress(project, bytes);
    arena_free(scratch);
    return out;
}
