/* The files are a list in the order in which they were added, so that the index of an archive's
 * member is its entry; a hash table leads from names without folders, in lower case, to the
 * first file of that name. */
#include "evil_islands/archives/file_store.h"

#include "base/game_text.h"
#include "base/text.h"
#include "evil_islands/archives/res.h"

FileStore file_store(Arena *arena)
{
    return (FileStore){.names = table_new(arena), .arena = arena};
}

Text path_key(Text name, Arena *arena) { return text_lowered(path_game_base(name), arena); }

void file_store_add(FileStore *store, Text name, Bytes bytes)
{
    table_put(&store->names, path_key(name, store->arena), (uint32_t)store->count);
    *ARENA_PUSH(store->arena, store->items, store->count) =
        (StoredFile){path_game_base(name), bytes};
}

bool file_store_add_archive(FileStore *store, Bytes archive, Report *report)
{
    Res res;
    if (!res_read(archive, &res, store->arena, report))
        return false;
    for (size_t i = 0; i < res.count; i++)
        file_store_add(store, game_text_decode(res.entries[i].name, store->arena),
                       res.entries[i].data);
    return true;
}

bool file_store_add_files(FileStore *store, const ProjectFiles *files, Report *report)
{
    for (size_t i = 0; i < files->count; i++) {
        const ProjectFile *file = &files->items[i];
        file_store_add(store, file->path, file->bytes);
        if (!path_has_suffix(file->path, ".res") || !res_is(file->bytes))
            continue;
        Report about = report_child(report, file->path);
        if (!file_store_add_archive(store, file->bytes, &about))
            return false;
    }
    return true;
}

int64_t file_store_index(const FileStore *store, Text name)
{
    const uint32_t *index = table_get(&store->names, path_key(name, store->arena));
    return index ? (int64_t)*index : -1;
}

const StoredFile *file_store_find(const FileStore *store, Text name)
{
    const int64_t index = file_store_index(store, name);
    return index < 0 ? NULL : &store->items[index];
}

bool file_store_beside(void *store, Text name, Bytes *out, Arena *arena)
{
    const StoredFile *found = file_store_find(store, name);
    (void)arena;
    if (found)
        *out = found->bytes;
    return found != NULL;
}
