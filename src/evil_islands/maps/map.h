/* Maps of Evil Islands, loaded from their files: the head (MP), sectors (SEC) and textures
 * (MMP). Drawing and export of maps are based on this module. Source: specs/evil_islands.md,
 * "MP (map header), SEC (sector)"; conventions.md.
 *
 * Coordinates are right-handed with z up, x to the east and y to the north. A sector has 32 x
 * 32 units; sector (x, y) begins at 32 x, 32 y. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_H

#include "evil_islands/maps/map_settings.h"
#include "evil_islands/archives/file_store.h"
#include "evil_islands/maps/mp.h"
#include "evil_islands/maps/sec.h"
#include "base/image/image.h"

enum {
    MAP_SECTORS_MAX = 1024, /* per map; official maps have less than 100 */
    MAP_TEXTURES_MAX = 256, /* limit of a tile's texture number */
    MAP_TILES_MAX = MAP_TEXTURES_MAX * MP_TILES_OF_TEXTURE,
    MAP_PIXELS_MAX = 1 << 25, /* of all textures together: 128 of 512 x 512 */
    MAP_ATLAS_SIDE = 8,       /* tiles per row of a texture */
};

/* The file of a texture, .mmp or .png; data NULL: missing. */
typedef struct MapTexture {
    Text name; /* zone000 */
    Bytes file;
} MapTexture;

typedef struct Map {
    Text zone; /* prefix of the names of its files */
    MpFile mp;
    SecFile **sectors;   /* sectors_x * sectors_y, row by row; NULL: missing */
    uint32_t *entries;   /* of each sector: its entry in the archive */
    size_t sector_count; /* number of existing sectors */
    MapTexture textures[MAP_TEXTURES_MAX];
    uint32_t texture_count;
} Map;

/* The files of a map. A .mpr contains everything: ZONE.mp and ZONExxxyyy.sec (x, y: the
 * sector), ignoring case, and possibly textures. The sectors of a .mp are in the same folder.
 * Textures, ZONE000.mmp etc. (or .png), are in `textures`, otherwise in the same folder. */
typedef struct MapSource {
    Text path;
    Bytes file;                     /* of a .mpr or .mp */
    const ProjectFiles *textures;   /* may be NULL: not given */
    const ConversionFolder *folder; /* access to the folder; may be NULL */
} MapSource;

MapSource map_source(const ConversionJob *job);

/* Missing sectors cause a warning; a map without sectors, with more than MAP_SECTORS_MAX, or
 * without a finite maximum altitude is an error. Textures are located but not read. */
bool map_load(const MapSource *source, Map *out, Arena *arena, Report *report);
/* Reads only the head. */
bool map_load_head(const MapSource *source, MpFile *out, Arena *arena, Report *report);

static inline SecFile *map_sector(const Map *map, uint32_t x, uint32_t y)
{
    return map->sectors[(size_t)y * map->mp.sectors_x + x];
}

/* Reads the textures that are `wanted` and exist, in parallel. If `pngs` is given, the textures
 * are stored there as files, and the images have sizes but no pixels. Textures that were not
 * read have size 0. One warning lists all missing textures; a damaged texture and more than
 * MAP_PIXELS_MAX are errors. Images are upright: row 0 of tiles is the top row. The lists have
 * MAP_TEXTURES_MAX elements. */
bool map_textures(const Map *map, const bool *wanted, Image *images, Bytes *pngs, Arena *arena,
                  Report *report);

/* Sets the textures that the land uses, and with `liquids` also those of liquids. */
void map_textures_used(const Map *map, bool liquids, bool *wanted);

/* ---- tiles ---- */

/* A tile has 2 x 2 units and 3 x 3 points, numbered row by row from its south-western corner.
 * For 0 to 3 quarter turns: the point of the image (numbered from its upper left corner) for
 * each of them (specs/evil_islands.md). */
extern const uint8_t map_turns[4][9];

/* Texture coordinates of a point on an upright texture, v down: 8, 32 or 56 of a tile's 64
 * pixels. */
Vec2 map_uv(uint16_t tile, unsigned column, unsigned row);

/* For each tile of all textures, the index of its animation (MpFile.animated), or -1. */
int32_t *map_animated(const Map *map, Arena *arena);

/* The type of a tile, UINT32_MAX if the map does not define it; and a colour for it, used where
 * there is no texture. */
uint32_t map_tile_type(const Map *map, uint16_t tile);
Pixel map_tile_colour(uint32_t type);

/* The material of a liquid; pale water if the map does not have this number. */
MpMaterial map_material(const Map *map, uint16_t number);

/* A colour component as a number from 0 to 1; `fallback` if it is not a number. */
float map_part(float part, float fallback);

#endif
