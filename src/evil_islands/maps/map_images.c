/* Conversion of maps to images and back: see map_images.h. */
#include "evil_islands/maps/map_images.h"
#include "evil_islands/maps/map_glb.h"
#include "kit/convert/scene_view.h"
#include "base/game_text.h"
#include "evil_islands/archives/res.h"
#include "base/image/png_write.h"

/* What a camera sees on its path. */
static bool map_to_film(ConversionJob *job, Arena *arena, Report *report)
{
    Gltf scene;
    Image sheet;
    if (!map_whole_scene(job, &scene, arena, report) ||
        !scene_film(&scene, &sheet, arena, report))
        return false;
    job->output = png_write(&sheet, NULL, arena);
    return true;
}

bool map_to_picture(ConversionJob *job, Arena *arena, Report *report)
{
    if (map_settings(job)->camera.data)
        return map_to_film(job, arena, report);
    if (map_settings(job)->objects.data || map_settings(job)->models)
        return report_error(report, "an image of a map has objects only along a camera path: "
                                    "--cam FILE.cam");
    const MapSource source = map_source(job);
    Map *map = ARENA_ALLOC(arena, Map, 1);
    Image image;
    if (map_settings(job)->layer == MAP_PROJECT)
        return report_error(report, "--as project requires a folder as output");
    if (!map_load(&source, map, arena, report))
        return false;
    if (map_settings(job)->layer == MAP_PICTURE) {
        if (!map_draw(map, map_settings(job)->side, &image, arena, report))
            return false;
        job->output = png_write(&image, NULL, arena);
        return true;
    }
    const MapNumbers numbers = map_numbers(map, map_settings(job)->layer, arena);
    if (numbers.w > PNG_SIDE_MAX || numbers.h > PNG_SIDE_MAX)
        return report_error(report, "%u x %u pixels: a picture has at most %d a side",
                            numbers.w, numbers.h, PNG_SIDE_MAX);
    job->output = png_write_grey16(numbers.items, numbers.w, numbers.h, arena);
    return true;
}

/* ---- changes of a map ---- */

/* Writes the archive with the changed sectors; everything else is unchanged. */
static bool write_onto(const Map *map, Bytes archive, const bool *changed, Bytes *out,
                       Arena *arena, Report *report)
{
    Res res;
    bool any = false;
    if (!res_read(archive, &res, arena, report))
        return false;
    for (size_t i = 0; i < (size_t)map->mp.sectors_x * map->mp.sectors_y; i++)
        if (changed[i]) {
            res.entries[map->entries[i]].data = sec_write(map->sectors[i], arena);
            any = true;
        }
    if (any)
        return res_write(&res, out, arena, report);
    *out = archive;
    return true;
}

static bool change_map(ConversionJob *job, const MapNumbers *numbers, Arena *arena,
                       Report *report)
{
    const MapSettings *settings = map_settings(job);
    const MapSource source = {.path = settings->onto_path, .file = settings->onto};
    Map *map = ARENA_ALLOC(arena, Map, 1);
    Report about = report_child(report, settings->onto_path);
    if (!res_is(settings->onto))
        return report_error(&about,
                            "--onto takes a .mpr, or a folder with one .mp and its .sec files");
    if (!map_load(&source, map, arena, &about))
        return false;
    const MapNumbers old = map_numbers(map, settings->layer, arena);
    bool *changed = ARENA_ALLOC(arena, bool, (size_t)map->mp.sectors_x * map->mp.sectors_y);
    return map_set_numbers(map, settings->layer, &old, numbers, changed, report) &&
           write_onto(map, settings->onto, changed, &job->output, arena, report);
}

/* ---- a new map ---- */

enum { NEW_ALTITUDE = 100, NEW_TILES = MP_TILES_OF_TEXTURE }; /* units; as in official maps */

static Bytes new_head(uint32_t sectors_x, uint32_t sectors_y, Arena *arena)
{
    MpMaterial land = {.type = MP_TERRAIN, .colour = {1, 1, 1, 1}};
    uint32_t types[NEW_TILES] = {0};
    const MpFile mp = {.max_altitude = NEW_ALTITUDE,
                       .sectors_x = sectors_x,
                       .sectors_y = sectors_y,
                       .texture_count = 1,
                       .texture_size = 512,
                       .tile_count = NEW_TILES,
                       .tile_size = 64,
                       .material_count = 1,
                       .materials = &land,
                       .tile_types = types};
    return mp_write(&mp, arena);
}

/* All heights are 0, normals point up, and every tile is the first one. */
static Map *new_map(Text zone, uint32_t sectors_x, uint32_t sectors_y, Arena *arena)
{
    const size_t count = (size_t)sectors_x * sectors_y;
    Map *map = ARENA_ALLOC(arena, Map, 1);
    map->zone = zone;
    map->mp =
        (MpFile){.max_altitude = NEW_ALTITUDE, .sectors_x = sectors_x, .sectors_y = sectors_y};
    map->sectors = ARENA_ALLOC(arena, SecFile *, count);
    for (size_t i = 0; i < count; i++) {
        SecFile *sec = map->sectors[i] = ARENA_ALLOC(arena, SecFile, 1);
        for (unsigned j = 0; j < SEC_SIDE * SEC_SIDE; j++)
            sec->land[j].normal = sec_normal_of((Vec3){0, 0, 1});
    }
    return map;
}

static bool write_new(const Map *map, Bytes *out, Arena *arena, Report *report)
{
    const size_t count = (size_t)map->mp.sectors_x * map->mp.sectors_y;
    Res res = {.alignment = RES_ALIGNMENT, .count = count + 1};
    const Text zone = map->zone;
    res.entries = ARENA_ALLOC(arena, ResEntry, res.count);
    res.entries[0] = (ResEntry){.name = arena_format(arena, "%.*s.mp", (int)zone.size, zone.at),
                                .data = new_head(map->mp.sectors_x, map->mp.sectors_y, arena),
                                .offset = UINT64_MAX};
    for (size_t i = 0; i < count; i++)
        res.entries[i + 1] =
            (ResEntry){.name = arena_format(arena, "%.*s%03u%03u.sec", (int)zone.size, zone.at,
                                            (unsigned)(i % map->mp.sectors_x),
                                            (unsigned)(i / map->mp.sectors_x)),
                       .data = sec_write(map->sectors[i], arena),
                       .offset = UINT64_MAX};
    return res_write(&res, out, arena, report);
}

static bool make_map(ConversionJob *job, const MapNumbers *numbers, Arena *arena,
                     Report *report)
{
    const uint32_t sectors_x = (numbers->w - 1) / SEC_UNITS;
    const uint32_t sectors_y = (numbers->h - 1) / SEC_UNITS;
    Text zone;
    if (map_settings(job)->layer != MAP_HEIGHTS)
        return report_error(report, "a new map comes from heights; --onto MAP changes others");
    if (!sectors_x || !sectors_y || numbers->w % SEC_UNITS != 1 || numbers->h % SEC_UNITS != 1)
        return report_error(report,
                            "%u x %u pixels: a map of X x Y sectors has 32 X + 1 x 32 Y + 1",
                            numbers->w, numbers->h);
    if ((uint64_t)sectors_x * sectors_y > MAP_SECTORS_MAX)
        return report_error(report, "%u x %u sectors: a map has at most %d here", sectors_x,
                            sectors_y, MAP_SECTORS_MAX);
    if (!game_text_encode(path_game_stem(job->target), &zone, NULL, arena))
        return report_error(report, "the map's name: %s",
                            game_text_lack(path_game_stem(job->target), arena).at);
    Map *map = new_map(zone, sectors_x, sectors_y, arena);
    bool *changed = ARENA_ALLOC(arena, bool, (size_t)sectors_x *sectors_y);
    const MapNumbers flat = map_numbers(map, MAP_HEIGHTS, arena);
    return map_set_numbers(map, MAP_HEIGHTS, &flat, numbers, changed, report) &&
           write_new(map, &job->output, arena, report);
}

bool picture_to_map(ConversionJob *job, Arena *arena, Report *report)
{
    MapNumbers numbers;
    if (map_settings(job)->layer == MAP_PICTURE)
        return report_error(
            report, "cannot convert a colour image to a map; expected 16-bit greyscale");
    if (map_settings(job)->layer == MAP_PROJECT)
        return report_error(report, "an image is not a project: --as project is for maps");
    if (!png_read_grey16(job->input, &numbers.items, &numbers.w, &numbers.h, arena, report))
        return false;
    return map_settings(job)->onto.data ? change_map(job, &numbers, arena, report)
                                        : make_map(job, &numbers, arena, report);
}
