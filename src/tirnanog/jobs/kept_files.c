/* Loads the files of a folder, from the bundle in the cache where the state is the same. A file
 * that was changed within the resolution of its time is not kept: a later change could have the
 * same state. */
#include "tirnanog/jobs/kept_files.h"

#include "base/path.h"
#include "kit/jobs/file_state.h"
#include "kit/formats/result_bundle.h"

static CacheKey bundle_key(const char *folder, Arena *arena)
{
    const char *resolved = path_resolved(folder, arena);
    CacheKey key = cache_key("files");
    cache_key_add(&key, bytes_of_text(text_of(resolved ? resolved : folder)));
    return key;
}

static bool load(CacheBundle *bundle, const FolderFile *file, int64_t start, Bytes *out,
                 Arena *arena, Report *report)
{
    const size_t size = (size_t)file->status.size;
    if (file->status.kind != KIND_FILE || size > KEPT_FILE_MAX)
        return file_load(file->path.at, out, arena, report);
    const CacheKey state = file_state_key(file->name, &file->status);
    if (bundle_get(bundle, state, out) && out->size == size)
        return true;
    if (!file_load(file->path.at, out, arena, report))
        return false;
    if (out->size == size && file_is_settled(&file->status, start))
        bundle_put(bundle, state, *out);
    return true;
}

bool project_load_kept(const char *folder, const FolderList *list, const BuildCache *cache,
                       ProjectFiles *out, Arena *arena, Report *report)
{
    if (!cache)
        return project_load_list(list, out, arena, report);
    CacheBundle *bundle = bundle_open(cache, bundle_key(folder, arena), arena);
    *out = (ProjectFiles){.game = list->game};
    for (size_t i = 0; i < list->count; i++) { /* pushed, so that callers can push others */
        ProjectFile *file = ARENA_PUSH(arena, out->items, out->count);
        file->path = list->items[i].name;
        if (!load(bundle, &list->items[i], list->start, &file->bytes, arena, report))
            return false;
    }
    bundle_close(bundle);
    return true;
}
