#include "shelf_kit.h"

static bool shelf_one(void *context, Text name, Bytes *out, Arena *arena)
{
    const Shelf *shelf = context;
    (void)arena;
    for (size_t i = 0; i < shelf->files.count; i++)
        if (shelf->files.items[i].path.size == name.size &&
            !strncasecmp(shelf->files.items[i].path.at, name.at, name.size)) {
            *out = shelf->files.items[i].bytes;
            return true;
        }
    return false;
}

static bool shelf_all(void *context, Text suffix, ProjectFiles *out, Arena *arena)
{
    const Shelf *shelf = context;
    for (size_t i = 0; i < shelf->files.count; i++)
        if (path_has_suffix(shelf->files.items[i].path, suffix.at))
            *ARENA_PUSH(arena, out->items, out->count) = shelf->files.items[i];
    return out->count > 0;
}

void shelf_put(Shelf *shelf, const char *name, Bytes bytes)
{
    *ARENA_PUSH(shelf->arena, shelf->files.items, shelf->files.count) =
        (ProjectFile){arena_text(shelf->arena, text_of(name)), bytes};
}

Shelf *shelf_new(Kit *kit)
{
    Shelf *shelf = ARENA_ALLOC(kit->arena, Shelf, 1);
    shelf->arena = kit->arena;
    shelf->folder = (ConversionFolder){.beside = shelf_one, .all = shelf_all, .context = shelf};
    return shelf;
}
