/* A generated map, and a shelf of files beside it. */
#ifndef OISIN_TESTS_MAP_KIT_H
#define OISIN_TESTS_MAP_KIT_H

#include "kit.h"

#include "convert/map.h"
#include "evil_map.h"

#include <strings.h>

typedef struct Shelf {
    ProjectFiles files;
    ConversionFolder folder;
} Shelf;

static inline bool shelf_one(void *context, Text name, Bytes *out, Arena *arena)
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

static inline bool shelf_all(void *context, Text suffix, ProjectFiles *out, Arena *arena)
{
    const Shelf *shelf = context;
    for (size_t i = 0; i < shelf->files.count; i++)
        if (path_has_suffix(shelf->files.items[i].path, suffix.at))
            *ARENA_PUSH(arena, out->items, out->count) = shelf->files.items[i];
    return out->count > 0;
}

static inline void shelf_put(Kit *kit, Shelf *shelf, Text name, Bytes bytes)
{
    *ARENA_PUSH(kit->arena, shelf->files.items, shelf->files.count) =
        (ProjectFile){name, bytes};
}

/* What is beside a map: its textures. */
static inline Shelf *textures_shelf(Kit *kit, const EvilMap *map)
{
    Shelf *shelf = ARENA_TAKE(kit->arena, Shelf, 1);
    shelf->folder = (ConversionFolder){.beside = shelf_one, .all = shelf_all, .context = shelf};
    for (unsigned i = 0; i < EVIL_MAP_TEXTURES; i++)
        shelf_put(kit, shelf, arena_format(kit->arena, "ZONE1%03u.MMP", i), map->textures[i]);
    return shelf;
}

static inline EvilMap made_map(Kit *kit, uint32_t sectors_x, uint32_t sectors_y)
{
    return evil_map(sectors_x, sectors_y, 64, kit->arena, &kit->report);
}

static inline Map *loaded_map(Kit *kit, const EvilMap *made)
{
    const MapSource source = {.path = TEXT("maps/zone1.mpr"), .file = made->mpr};
    Map *map = ARENA_TAKE(kit->arena, Map, 1);
    if (!map_load(&source, map, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return map;
}

/* An archive of other members. */
static inline Bytes archive_of(Kit *kit, const ProjectFile *files, size_t count)
{
    Res res = {.alignment = RES_ALIGNMENT, .count = count};
    Bytes out = {0};
    res.entries = ARENA_TAKE(kit->arena, ResEntry, count);
    for (size_t i = 0; i < count; i++)
        res.entries[i] =
            (ResEntry){.name = files[i].path, .data = files[i].bytes, .offset = UINT64_MAX};
    assert_true(res_write(&res, &out, kit->arena, &kit->report));
    return out;
}

#endif
