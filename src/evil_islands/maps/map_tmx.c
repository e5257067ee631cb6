/* Converts the tiles of a map. The first row of a tile's image is in its south, for Tiled in
 * the north: so a tile without a turn is mirrored vertically, and every turn is another
 * combination of Tiled's flags. */
#include "evil_islands/maps/map_tmx.h"

#include "evil_islands/maps/map.h"
#include "tirnanog/maps/tmx.h"

/* Tiled's flags of a cell: mirrored horizontally, vertically, and along the diagonal (applied
 * first). */
enum { FLIPPED_X = 1u << 31, FLIPPED_Y = 1 << 30, FLIPPED_DIAGONAL = 1 << 29 };

/* The equivalent of map_turns in an image with north up. */
static const uint32_t flags[4] = {FLIPPED_Y, FLIPPED_DIAGONAL, FLIPPED_X,
                                  FLIPPED_X | FLIPPED_Y | FLIPPED_DIAGONAL};

static uint32_t cell_of(uint16_t tile, const uint32_t *firsts)
{
    const uint32_t first = firsts[tile >> 6 & 255];
    return tile == SEC_NONE || !first ? 0 : (first + (tile & 63)) | flags[sec_tile_turns(tile)];
}

static bool has_tile(const SecFile *sec, bool liquid, unsigned tile)
{
    return !liquid || (sec->wet && sec->liquid_materials[tile] != SEC_NONE);
}

static TmxLayer layer_of(const Map *map, bool liquid, const uint32_t *firsts, Arena *arena)
{
    TmxLayer layer = {.id = liquid ? 2 : 1,
                      .w = map->mp.sectors_x * SEC_TILES,
                      .h = map->mp.sectors_y * SEC_TILES,
                      .name = liquid ? TEXT("liquid") : TEXT("land")};
    uint32_t *cell = layer.cells = ARENA_ALLOC(arena, uint32_t, (size_t)layer.w * layer.h);
    for (uint32_t y = layer.h; y--;)
        for (uint32_t x = 0; x < layer.w; x++, cell++) {
            const SecFile *sec = map_sector(map, x / SEC_TILES, y / SEC_TILES);
            const unsigned tile = y % SEC_TILES * SEC_TILES + x % SEC_TILES;
            if (sec && has_tile(sec, liquid, tile))
                *cell = cell_of(liquid ? sec->liquid_tiles[tile] : sec->tiles[tile], firsts);
        }
    return layer;
}

static bool has_liquid(const Map *map)
{
    for (size_t i = 0; i < (size_t)map->mp.sectors_x * map->mp.sectors_y; i++)
        if (map->sectors[i] && map->sectors[i]->wet)
            return true;
    return false;
}

/* Adds a tileset for each texture that is used; without an image if it is missing. */
static void add_tilesets(ConversionJob *job, const Map *map, const bool *wanted,
                         const Bytes *pngs, TmxMap *tmx, uint32_t *firsts, Arena *arena)
{
    const Text stem = path_game_stem(job->target);
    uint32_t next = 1;
    for (uint32_t i = 0; i < MAP_TEXTURES_MAX; i++) {
        if (!wanted[i])
            continue;
        TmxTileset set = {
            .first = next,
            .name = arena_format(arena, "%.*s%03u", (int)map->zone.size, map->zone.at, i),
            .w = 64,
            .h = 64,
            .columns = MAP_ATLAS_SIDE,
            .count = MP_TILES_OF_TEXTURE};
        if (pngs[i].size) {
            set.image = arena_format(arena, "%.*s.%03u.png", (int)stem.size, stem.at, i);
            *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
                (ProjectFile){arena_format(arena, "%03u.png", i), pngs[i]};
        }
        firsts[i] = next;
        next += MP_TILES_OF_TEXTURE;
        *ARENA_PUSH(arena, tmx->tilesets, tmx->tileset_count) = set;
    }
}

bool map_to_tmx(ConversionJob *job, Arena *arena, Report *report)
{
    const MapSource source = map_source(job);
    Map *map = ARENA_ALLOC(arena, Map, 1);
    bool wanted[MAP_TEXTURES_MAX] = {false};
    uint32_t firsts[MAP_TEXTURES_MAX] = {0};
    Image images[MAP_TEXTURES_MAX];
    Bytes pngs[MAP_TEXTURES_MAX] = {{0}};
    TmxLayer layers[2];
    if (!map_load(&source, map, arena, report))
        return false;
    map_textures_used(map, true, wanted);
    if (!map_textures(map, wanted, images, pngs, arena, report))
        return false;
    for (uint32_t i = 0; i < MAP_TEXTURES_MAX; i++)
        if (pngs[i].size && (images[i].w != 512 || images[i].h != 512))
            return report_error(report,
                                "%.*s has %u x %u pixels: Tiled's tiles have 64, of 512",
                                (int)map->textures[i].name.size, map->textures[i].name.at,
                                images[i].w, images[i].h);
    TmxMap tmx = {.w = map->mp.sectors_x * SEC_TILES,
                  .h = map->mp.sectors_y * SEC_TILES,
                  .tile_w = 64,
                  .tile_h = 64,
                  .layers = layers,
                  .layer_count = has_liquid(map) ? 2 : 1};
    add_tilesets(job, map, wanted, pngs, &tmx, firsts, arena);
    for (size_t i = 0; i < tmx.layer_count; i++)
        layers[i] = layer_of(map, i, firsts, arena);
    job->output = tmx_write(&tmx, arena);
    return true;
}
