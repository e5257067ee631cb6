/* Maps of Evil Islands, put together from their files: the head (MP), sectors (SEC), textures
 * (MMP). What draws or exports a map starts here. specs/evil_islands.md, "MP (map header),
 * SEC (sector)"; conventions.md.
 *
 * z is up, right-handed: x to the east, y to the north. A sector has 32 x 32 units; sector
 * (x, y) begins at 32 x, 32 y. */
#ifndef OISIN_CONVERT_MAP_H
#define OISIN_CONVERT_MAP_H

#include "convert/conversion.h"
#include "convert/file_store.h"
#include "formats/evil_islands/mp.h"
#include "formats/evil_islands/sec.h"
#include "image/image.h"

enum {
    MAP_SECTORS_MAX = 1024, /* on a map; official ones have less than 100 */
    MAP_TEXTURES_MAX = 256, /* what the number of a tile can say */
    MAP_TILES_MAX = MAP_TEXTURES_MAX * MP_TILES_OF_TEXTURE,
    MAP_PIXELS_MAX = 1 << 25, /* of all textures together: 128 of 512 x 512 */
    MAP_ATLAS_SIDE = 8,       /* tiles of a texture */
};

/* A texture's file, a .mmp or a .png; data NULL: there is none. */
typedef struct MapTexture {
    Text name; /* zone000 */
    Bytes file;
} MapTexture;

typedef struct Map {
    Text zone; /* what its files' names begin with */
    MpFile mp;
    SecFile **sectors;   /* sectors_x * sectors_y, row by row; NULL: the file is missing */
    uint32_t *entries;   /* of each sector: its entry in the archive */
    size_t sector_count; /* those that are there */
    MapTexture textures[MAP_TEXTURES_MAX];
    uint32_t texture_count;
} Map;

/* A .mpr has everything: ZONE.mp and ZONExxxyyy.sec (x, y: the sector) in any case, perhaps
 * textures. Beside a .mp are its sectors. Textures, ZONE000.mmp and so on (or .png), are in
 * `textures`, else beside. */
typedef struct MapSource {
    Text path;
    Bytes file;                     /* of a .mpr, or of a .mp */
    const ProjectFiles *textures;   /* given ones; may be NULL */
    const ConversionFolder *folder; /* of what is beside; may be NULL */
} MapSource;

MapSource map_source(const ConversionJob *job);

/* Sectors that are missing are warned of; a map of none is refused, as is one of more than
 * MAP_SECTORS_MAX, or without a finite largest altitude. Textures are only looked for. */
bool map_load(const MapSource *source, Map *out, Arena *arena, Report *report);

static inline SecFile *map_sector(const Map *map, uint32_t x, uint32_t y)
{
    return map->sectors[(size_t)y * map->mp.sectors_x + x];
}

/* Reads textures, all that are there and `wanted`, side by side. With `pngs` they become files
 * and the images have their size but no pixels; else `pngs` is NULL. What is not read is of
 * size 0. One warning names all that are wanted and not there; a damaged one is an error, as
 * are more than MAP_PIXELS_MAX. Pictures are upright: row 0 of tiles is the upper one. The
 * lists have MAP_TEXTURES_MAX elements. */
bool map_textures(const Map *map, const bool *wanted, Image *images, Bytes *pngs, Arena *arena,
                  Report *report);

/* Which textures the land and, with `liquids`, what is above it have. */
void map_textures_used(const Map *map, bool liquids, bool *wanted);

/* ---- tiles ---- */

/* A tile is 2 x 2 units with 3 x 3 points, counted row by row from its south-western corner.
 * Of each the point of the picture, counted from its upper left one, for 0 to 3 quarter turns
 * (specs/evil_islands.md). */
extern const uint8_t map_turns[4][9];

/* Where that is on an upright texture, v downwards: 8, 32 or 56 of a tile's 64 pixels. */
Vec2 map_uv(uint16_t tile, unsigned column, unsigned row);

/* Of each tile of all textures the number of what takes turns (MpFile.animated), or -1. */
int32_t *map_animated(const Map *map, Arena *arena);

/* The type of a tile, UINT32_MAX if the map does not say; a colour for it, where there is no
 * texture. */
uint32_t map_tile_type(const Map *map, uint16_t tile);
Pixel map_tile_colour(uint32_t type);

/* The material of a liquid; a pale water if the map does not have the number. */
MpMaterial map_material(const Map *map, uint16_t number);

/* A part of a colour as a number from 0 to 1; `fallback` if it is none. */
float map_part(float part, float fallback);

#endif
