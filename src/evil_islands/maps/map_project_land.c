/* Draws the land of a project as a sheet of tiles. Parts, in order: looks; pixels. Tiles with
 * the same look are one tile of the sheet; if there are too many looks, they are numbered again
 * with fewer steps of light. */
#include "base/hash.h"
#include "evil_islands/maps/map_brush.h"
#include "evil_islands/maps/map_project_internal.h"

#include <string.h>

enum {
    SIDE = 48, /* of a tile of the brush */
    COLUMNS = 64,
    LIGHT_STEP = 24,
    VOID = PIXEL(12, 12, 20, 255), /* around the map */
};

/* Tiles with the same look are drawn once. */
typedef struct TileLook {
    uint16_t land, liquid, material; /* as in SecFile; SEC_NONE: no liquid */
    uint16_t light;
} TileLook;

typedef struct LandDrawing {
    const Map *map;
    MapBrush brush;
    ProjectLand *land;
    unsigned lights;
    Table known; /* index + 1 of a tile by its look */
    TileLook *looks;
    size_t count;
    Arena *arena;
} LandDrawing;

/* ---- looks ---- */

/* The mean light of a tile's points, in one of so many steps around level land. */
static int32_t light_of(const SecFile *sec, unsigned x, unsigned y, unsigned lights)
{
    const int32_t most = (int32_t)lights / 2;
    int32_t sum = 0;
    for (unsigned i = 0; i < 9; i++)
        sum += map_light(&sec->land[(2 * y + i / 3) * SEC_SIDE + 2 * x + i % 3]);
    const int32_t away = sum / 9 - MAP_LIGHT_FLAT;
    const int32_t step = (away + (away < 0 ? -LIGHT_STEP : LIGHT_STEP) / 2) / LIGHT_STEP;
    return MAP_LIGHT_FLAT + LIGHT_STEP * (step < -most ? -most : step > most ? most : step);
}

/* Whether there is a liquid, above the land in the middle of the tile. */
static bool is_wet(const SecFile *sec, unsigned x, unsigned y)
{
    const unsigned middle = (2 * y + 1) * SEC_SIDE + 2 * x + 1;
    return sec->wet && sec->liquid_materials[y * SEC_TILES + x] != SEC_NONE &&
           sec->surface[middle].height >= sec->land[middle].height;
}

static TileLook look_of(const SecFile *sec, unsigned x, unsigned y, unsigned lights)
{
    const unsigned tile = y * SEC_TILES + x;
    const bool wet = is_wet(sec, x, y);
    return (TileLook){
        .land = sec->tiles[tile],
        .liquid = wet ? sec->liquid_tiles[tile] : SEC_NONE,
        .material = wet ? sec->liquid_materials[tile] : SEC_NONE,
        /* The light of the land below a liquid would look like waves. */
        .light = wet ? MAP_LIGHT_FLAT : (uint16_t)light_of(sec, x, y, lights),
    };
}

/* The number of a look, from 1: tile 0 of the sheet is the space around the map. */
static uint32_t number_of(LandDrawing *drawing, TileLook look)
{
    const Text key = {(const char *)&look, sizeof look};
    const uint32_t *found = table_get(&drawing->known, key);
    if (found)
        return *found;
    *ARENA_PUSH(drawing->arena, drawing->looks, drawing->count) = look;
    table_put(&drawing->known, arena_text(drawing->arena, key), (uint32_t)drawing->count);
    return (uint32_t)drawing->count;
}

/* Returns false if there are too many different tiles. */
static bool number_tiles(LandDrawing *drawing)
{
    const Map *map = drawing->map;
    const ProjectLand *land = drawing->land;
    drawing->known = table_new(drawing->arena);
    drawing->count = 0;
    for (uint32_t row = 0; row < land->h; row++)
        for (uint32_t x = 0; x < land->w; x++) {
            const uint32_t y = land->h - 1 - row;
            const SecFile *sec = map_sector(map, x / SEC_TILES, y / SEC_TILES);
            if (sec)
                land->tiles[row * land->side + x] = number_of(
                    drawing, look_of(sec, x % SEC_TILES, y % SEC_TILES, drawing->lights));
            if (drawing->count >= MAP_PROJECT_TILES_MAX)
                return false;
        }
    return true;
}

/* ---- pixels ---- */

static Pixel tile_pixel(const MapBrush *brush, const TileLook *look, uint32_t x, uint32_t y)
{
    const Pixel land = map_lit(map_brush_land(brush, look->land, x, y), look->light);
    return look->material == SEC_NONE
               ? land
               : map_brush_over(land,
                                map_brush_liquid(brush, look->liquid, look->material, x, y));
}

/* Draws the rhombus of a tile: each pixel of the screen belongs to one cell. A pixel is the
 * mean of four samples. */
static void draw_tile(const LandDrawing *drawing, const TileLook *look, uint32_t left,
                      uint32_t top)
{
    enum { W = MAP_PROJECT_TILE_W, H = MAP_PROJECT_TILE_H, AROUND = 2 * W };
    for (int32_t py = 0; py < H; py++)
        for (int32_t px = 0; px < W; px++) {
            /* East and south in 1/AROUND of the tile; odd, so never on an edge. */
            const int32_t east = 2 * px + 1 + 2 * (2 * py + 1) - W;
            const int32_t south = 2 * (2 * py + 1) - (2 * px + 1) + W;
            uint32_t sums[3] = {0};
            if (east < 0 || east >= AROUND || south < 0 || south >= AROUND)
                continue;
            for (unsigned i = 0; look && i < 4; i++) {
                const uint32_t x = (uint32_t)(2 * east + (i & 1)) * SIDE / (2 * AROUND);
                const uint32_t y = (uint32_t)(2 * south + (i >> 1)) * SIDE / (2 * AROUND);
                const Pixel sample = tile_pixel(&drawing->brush, look, x, SIDE - 1 - y);
                sums[0] += PIXEL_R(sample);
                sums[1] += PIXEL_G(sample);
                sums[2] += PIXEL_B(sample);
            }
            *image_at(&drawing->land->sheet, left + (uint32_t)px, top + (uint32_t)py) =
                look ? PIXEL((sums[0] + 2) / 4, (sums[1] + 2) / 4, (sums[2] + 2) / 4, 255)
                     : VOID;
        }
}

static void draw_sheet(LandDrawing *drawing)
{
    ProjectLand *land = drawing->land;
    const uint32_t count = (uint32_t)drawing->count + 1;
    land->count = count;
    land->columns = count < COLUMNS ? count : COLUMNS;
    const uint32_t rows = (count + land->columns - 1) / land->columns;
    land->sheet = image_new(land->columns * MAP_PROJECT_TILE_W, rows * MAP_PROJECT_TILE_H,
                            drawing->arena);
    for (uint32_t i = 0; i < count; i++)
        draw_tile(drawing, i ? &drawing->looks[i - 1] : NULL,
                  i % land->columns * MAP_PROJECT_TILE_W,
                  i / land->columns * MAP_PROJECT_TILE_H);
}

bool project_land(const Map *map, ProjectLand *out, Arena *arena, Report *report)
{
    LandDrawing drawing = {
        .map = map, .land = out, .lights = MAP_PROJECT_LIGHTS, .arena = arena};
    *out = (ProjectLand){.w = map->mp.sectors_x * SEC_TILES,
                         .h = map->mp.sectors_y * SEC_TILES,
                         .side = SEC_TILES};
    const uint32_t most = out->w > out->h ? out->w : out->h;
    if (most > MAP_PROJECT_SIDE_MAX)
        return report_error(report,
                            "a map of %u x %u cells is too large for a game: at most %d a side",
                            out->w, out->h, MAP_PROJECT_SIDE_MAX);
    while (out->side < most)
        out->side *= 2;
    out->tiles = ARENA_ALLOC(arena, uint32_t, out->side * out->side);
    out->blocked = ARENA_ALLOC(arena, uint8_t, out->side * out->side);
    if (!map_brush(map, SIDE, &drawing.brush, arena, report))
        return false;
    while (!number_tiles(&drawing)) {
        if (drawing.lights == 1)
            return report_error(report, "the map has more than %d different tiles",
                                MAP_PROJECT_TILES_MAX);
        drawing.lights -= 2;
    }
    draw_sheet(&drawing);
    return true;
}
