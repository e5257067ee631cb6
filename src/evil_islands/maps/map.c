/* Loads a map from its files, and interprets its tiles. Parts, in order: the head and the
 * sectors, which are read in parallel; where textures are; tiles and materials, with colours
 * for those that have no texture. map_texture.c decodes the textures. */
#include "evil_islands/maps/map.h"

#include "base/tasks.h"
#include "base/text.h"
#include "evil_islands/archives/res.h"

/* ---- files ---- */

MapSource map_source(const ConversionJob *job)
{
    return (MapSource){job->path, job->input, map_settings(job)->textures, job->folder};
}

/* The head of the zone among an archive's members: the one with the archive's name, otherwise
 * the first. */
static const StoredFile *find_head(const FileStore *store, Text path)
{
    const Text stem = path_game_stem(path);
    const StoredFile *own =
        file_store_find(store, arena_format(store->arena, "%.*s.mp", (int)stem.size, stem.at));
    for (size_t i = 0; !own && i < store->count; i++)
        if (path_has_suffix(store->items[i].name, ".mp"))
            own = &store->items[i];
    return own;
}

static bool read_head(const MapSource *source, FileStore *store, Map *map, Report *report)
{
    const StoredFile *head = &(StoredFile){source->path, source->file};
    ProjectFiles beside = {0};
    if (res_is(source->file)) {
        if (!file_store_add_archive(store, source->file, report))
            return false;
        head = find_head(store, source->path);
        if (!head)
            return report_error(report, "not a map: the archive has no .mp");
    } else if (source->folder && source->folder->all &&
               source->folder->all(source->folder->context, TEXT(".sec"), &beside,
                                   store->arena)) {
        for (size_t i = 0; i < beside.count; i++)
            file_store_add(store, beside.items[i].path, beside.items[i].bytes);
    }
    map->zone = text_to_zero(path_game_stem(head->name));
    const MpFile *mp = &map->mp;
    if (!mp_read(head->bytes, &map->mp, store->arena, report))
        return false;
    if (!isfinite(mp->max_altitude))
        return report_error(report, "the maximum altitude is not a number");
    return (uint64_t)mp->sectors_x * mp->sectors_y <= MAP_SECTORS_MAX ||
           report_error(report, "the map has %u x %u sectors; the maximum is %d", mp->sectors_x,
                        mp->sectors_y, MAP_SECTORS_MAX);
}

static Text sector_name(const Map *map, uint32_t x, uint32_t y, Arena *arena)
{
    return arena_format(arena, "%.*s%03u%03u.sec", (int)map->zone.size, map->zone.at, x, y);
}

/* Sectors are parsed in parallel. */
typedef struct SectorTask {
    Bytes file;
    Text name;
    SecFile *sec;
    Arena *arena;
    Messages messages;
    bool ok;
} SectorTask;

static void read_sector(void *context, size_t index)
{
    SectorTask *task = &((SectorTask *)context)[index];
    task->arena = arena_new();
    task->messages.arena = task->arena;
    Report all = report_to(messages_sink, &task->messages);
    Report report = report_child(&all, task->name);
    task->sec = ARENA_ALLOC(task->arena, SecFile, 1);
    task->ok = sec_read(task->file, task->sec, task->arena, &report);
}

static bool read_sectors(Map *map, const FileStore *store, Report *report)
{
    Arena *arena = store->arena;
    const size_t count = (size_t)map->mp.sectors_x * map->mp.sectors_y;
    SectorTask *tasks = ARENA_ALLOC(arena, SectorTask, count);
    Text missing = {0};
    map->sectors = ARENA_ALLOC(arena, SecFile *, count);
    map->entries = ARENA_ALLOC(arena, uint32_t, count);
    for (size_t i = 0; i < count; i++) {
        const Text name = sector_name(map, (uint32_t)(i % map->mp.sectors_x),
                                      (uint32_t)(i / map->mp.sectors_x), arena);
        const int64_t index = file_store_index(store, name);
        map->entries[i] = (uint32_t)index;
        if (index >= 0)
            tasks[map->sector_count++] =
                (SectorTask){.file = store->items[index].bytes, .name = name};
        else if (!missing.size)
            missing = name;
    }
    if (!map->sector_count)
        return report_error(report, "all of the %u x %u sectors are missing (%.*s)",
                            map->mp.sectors_x, map->mp.sectors_y, (int)missing.size,
                            missing.at);
    if (map->sector_count < count)
        report_warning(report, "%zu of %zu sectors are missing, first %.*s",
                       count - map->sector_count, count, (int)missing.size, missing.at);
    tasks_run(read_sector, tasks, map->sector_count);
    bool ok = true;
    for (size_t i = 0, at = 0; i < count; i++) {
        if (map->entries[i] == UINT32_MAX)
            continue;
        SectorTask *task = &tasks[at++];
        arena_adopt(arena, task->arena);
        if (ok)
            messages_replay(&task->messages, report);
        ok &= task->ok;
        map->sectors[i] = task->sec;
    }
    return ok;
}

/* ---- textures ---- */

static Bytes find_texture(const MapSource *source, const FileStore *store,
                          const FileStore *given, Text name)
{
    static const char *const suffixes[] = {"mmp", "png"};
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        const Text path =
            arena_format(store->arena, "%.*s.%s", (int)name.size, name.at, suffixes[i]);
        const StoredFile *found = file_store_find(given, path);
        Bytes file;
        if (!found)
            found = file_store_find(store, path);
        if (found)
            return found->bytes;
        if (source->folder &&
            source->folder->beside(source->folder->context, path, &file, store->arena))
            return file;
    }
    return (Bytes){0};
}

static bool find_textures(const MapSource *source, const FileStore *store, Map *map,
                          Report *report)
{
    FileStore given = file_store(store->arena);
    if (source->textures && !file_store_add_files(&given, source->textures, report))
        return false;
    map->texture_count =
        map->mp.texture_count < MAP_TEXTURES_MAX ? map->mp.texture_count : MAP_TEXTURES_MAX;
    for (uint32_t i = 0; i < map->texture_count; i++) {
        const Text name =
            arena_format(store->arena, "%.*s%03u", (int)map->zone.size, map->zone.at, i);
        map->textures[i] = (MapTexture){name, find_texture(source, store, &given, name)};
    }
    return true;
}

bool map_load(const MapSource *source, Map *out, Arena *arena, Report *report)
{
    FileStore store = file_store(arena);
    *out = (Map){0};
    return read_head(source, &store, out, report) && read_sectors(out, &store, report) &&
           find_textures(source, &store, out, report);
}

bool map_load_head(const MapSource *source, MpFile *out, Arena *arena, Report *report)
{
    FileStore store = file_store(arena);
    Map map = {0};
    const bool ok = read_head(source, &store, &map, report);
    *out = map.mp;
    return ok;
}

/* ---- tiles ---- */

const uint8_t map_turns[4][9] = {{0, 1, 2, 3, 4, 5, 6, 7, 8},
                                 {2, 5, 8, 1, 4, 7, 0, 3, 6},
                                 {8, 7, 6, 5, 4, 3, 2, 1, 0},
                                 {6, 3, 0, 7, 4, 1, 8, 5, 2}};

Vec2 map_uv(uint16_t tile, unsigned column, unsigned row)
{
    static const float pixels[] = {8, 32, 56};
    const unsigned point = map_turns[sec_tile_turns(tile)][row * 3 + column];
    const unsigned index = tile & 63;
    const unsigned left = index % MAP_ATLAS_SIDE * 64, top = index / MAP_ATLAS_SIDE * 64;
    return (Vec2){((float)left + pixels[point % 3]) / 512,
                  ((float)top + pixels[point / 3]) / 512};
}

int32_t *map_animated(const Map *map, Arena *arena)
{
    int32_t *out = arena_alloc_raw(arena, MAP_TILES_MAX, sizeof *out);
    uint32_t left = 1 << 22; /* overlapping ones could take very long */
    memset(out, 0xFF, MAP_TILES_MAX * sizeof *out);
    for (uint32_t i = 0; i < map->mp.animated_count && left; i++) {
        const MpAnimated *animated = &map->mp.animated[i];
        for (uint32_t j = 0; j < animated->frame_count && left; j++, left--)
            if (animated->first_tile + j < MAP_TILES_MAX)
                out[animated->first_tile + j] = (int32_t)i;
    }
    return out;
}

uint32_t map_tile_type(const Map *map, uint16_t tile)
{
    const unsigned index = sec_tile_index(tile);
    return index < map->mp.tile_count ? map->mp.tile_types[index] : UINT32_MAX;
}

Pixel map_tile_colour(uint32_t type)
{
    /* In the order of mp_tile_name. */
    static const uint8_t colours[][3] = {
        {88, 132, 60},   {124, 98, 66},   {136, 136, 136}, {214, 194, 140},
        {118, 110, 104}, {150, 150, 72},  {56, 104, 168},  {160, 140, 112},
        {48, 48, 48},    {236, 240, 244}, {184, 216, 236}, {164, 152, 84},
        {222, 228, 236}, {208, 72, 24},   {76, 88, 56},    {96, 90, 88}};
    if (type >= COUNT_OF(colours))
        return PIXEL(160, 160, 160, 255);
    return PIXEL(colours[type][0], colours[type][1], colours[type][2], 255);
}

float map_part(float part, float fallback)
{
    return !isfinite(part) ? fallback : part < 0 ? 0 : part > 1 ? 1 : part;
}

MpMaterial map_material(const Map *map, uint16_t number)
{
    MpMaterial out = {.type = MP_UNDEFINED, .colour = {0.4f, 0.6f, 0.8f, 0.6f}};
    if (number < map->mp.material_count)
        out = map->mp.materials[number];
    for (size_t i = 0; i < COUNT_OF(out.colour); i++)
        out.colour[i] = map_part(out.colour[i], 1);
    return out;
}
