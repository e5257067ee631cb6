/* Reads, writes and checks the head of a map, and names the types of its materials and tiles.
 * JSON in both directions and the page of the format follow from mp.def. */
#include "evil_islands/maps/mp.h"

#include "kit/formats/format.h"

#include <math.h>

/* What reading and writing need of its row in formats.def. */
static const Format own = {.layout = &MpFile_layout, .hooks.prepare = mp_prepare};

bool mp_prepare(void *record, Bytes file, const json_t *json, Report *report)
{
    (void)record;
    return json || format_is(&own, file) || file.size < 4 ||
           report_error(
               report,
               "at byte 0: not a map: it does not begin with 72f64ace "
               "(see `oisin formats character` for the characters with the same suffix)");
}

static bool check_sides(const MpFile *mp, Report *report)
{
    return (mp->sectors_x <= MP_SECTORS_MAX && mp->sectors_y <= MP_SECTORS_MAX) ||
           report_error(report, "the map has %u x %u sectors; the maximum is %d per side",
                        mp->sectors_x, mp->sectors_y, MP_SECTORS_MAX);
}

bool mp_read(Bytes file, MpFile *out, Arena *arena, Report *report)
{
    return format_read(&own, out, file, arena, report) && check_sides(out, report);
}

Bytes mp_write(const MpFile *mp, Arena *arena) { return format_write(&own, mp, arena); }

const char *mp_material_name(uint32_t type)
{
    static const char *const names[] = {"undefined", "terrain", "water_notexture", "water",
                                        "grass"};
    return type < COUNT_OF(names) ? names[type] : NULL;
}

const char *mp_tile_name(uint32_t type)
{
    static const char *const names[] = {
        "grass", "ground", "stone", "sand",     "rock",      "field", "water", "road",
        "empty", "snow",   "ice",   "drygrass", "snowballs", "lava",  "swamp", "highrock"};
    return type < COUNT_OF(names) ? names[type] : NULL;
}

bool mp_check(const void *record, Report *report)
{
    const MpFile *mp = record;
    if (!check_sides(mp, report))
        return false;
    if (!mp->sectors_x || !mp->sectors_y)
        report_warning(report, "%u x %u sectors: the map is empty", mp->sectors_x,
                       mp->sectors_y);
    if (!isfinite(mp->max_altitude) || mp->max_altitude < 0)
        report_warning(report, "the maximum altitude is not a non-negative number");
    if ((uint64_t)mp->texture_count * MP_TILES_OF_TEXTURE < mp->tile_count)
        report_warning(report, "%u tiles, but %u textures have only %llu", mp->tile_count,
                       mp->texture_count,
                       (unsigned long long)mp->texture_count * MP_TILES_OF_TEXTURE);
    for (uint32_t i = 0; i < mp->material_count; i++)
        if (!mp_material_name(mp->materials[i].type))
            report_warning(report, "material %u: unknown type %u", i, mp->materials[i].type);
    for (uint32_t i = 0; i < mp->animated_count; i++)
        if ((uint64_t)mp->animated[i].first_tile + mp->animated[i].frame_count > mp->tile_count)
            report_warning(report, "animated tile %u: tiles %u to %u are beyond the last, %u",
                           i, mp->animated[i].first_tile,
                           mp->animated[i].first_tile + mp->animated[i].frame_count,
                           mp->tile_count);
    return true;
}

Text mp_title(const void *record, Arena *arena)
{
    const MpFile *mp = record;
    return arena_format(arena, "%u x %u sectors, %u textures, %u materials", mp->sectors_x,
                        mp->sectors_y, mp->texture_count, mp->material_count);
}
