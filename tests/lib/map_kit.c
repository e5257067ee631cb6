#include "map_kit.h"

Shelf *textures_shelf(Kit *kit, const EvilMap *map)
{
    Shelf *shelf = shelf_new(kit);
    for (unsigned i = 0; i < EVIL_MAP_TEXTURES; i++)
        shelf_put(shelf, arena_format(kit->arena, "ZONE1%03u.MMP", i).at, map->textures[i]);
    return shelf;
}

EvilMap made_map(Kit *kit, uint32_t sectors_x, uint32_t sectors_y)
{
    return evil_map(sectors_x, sectors_y, 64, kit->arena, &kit->report);
}

Map *loaded_map(Kit *kit, const EvilMap *made)
{
    const MapSource source = {.path = TEXT("maps/zone1.mpr"), .file = made->mpr};
    Map *map = ARENA_ALLOC(kit->arena, Map, 1);
    if (!map_load(&source, map, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return map;
}

Bytes archive_of(Kit *kit, const ProjectFile *files, size_t count)
{
    Res res = {.alignment = RES_ALIGNMENT, .count = count};
    Bytes out = {0};
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, count);
    for (size_t i = 0; i < count; i++)
        res.entries[i] =
            (ResEntry){.name = files[i].path, .data = files[i].bytes, .offset = UINT64_MAX};
    assert_true(res_write(&res, &out, kit->arena, &kit->report));
    return out;
}
