/* Draws a map as a colour image: see map_images.h. Integer arithmetic only. */
#include "base/tasks.h"
#include "evil_islands/maps/map_brush.h"
#include "evil_islands/maps/map_images.h"
#include "base/image/png.h"

typedef struct Drawing {
    MapBrush brush;
    Image image;
} Drawing;

/* ---- pixels ---- */

/* Bilinear interpolation between four corners; fx, fy of `whole` to the east and the north. */
static int32_t between(const int32_t corners[4], int32_t fx, int32_t fy, int32_t whole)
{
    const int64_t south = (int64_t)corners[0] * (whole - fx) + (int64_t)corners[1] * fx;
    const int64_t north = (int64_t)corners[2] * (whole - fx) + (int64_t)corners[3] * fx;
    return (int32_t)((south * (whole - fy) + north * fy) / ((int64_t)whole * whole));
}

/* The corners of a square of a sector. */
typedef struct Square {
    int32_t light[4], height[4], level[4]; /* of the land and of the liquid */
} Square;

static Square square_of(const SecFile *sec, unsigned column, unsigned row)
{
    Square out = {{0}, {0}, {0}};
    for (unsigned i = 0; i < 4; i++) {
        const unsigned point = (row + i / 2) * SEC_SIDE + column + i % 2;
        out.light[i] = map_light(&sec->land[point]);
        out.height[i] = sec->land[point].height;
        out.level[i] = sec->wet ? sec->surface[point].height : -1;
    }
    return out;
}

static void draw_tile(const Drawing *drawing, const SecFile *sec, unsigned tile, uint32_t left,
                      uint32_t bottom)
{
    const MapBrush *brush = &drawing->brush;
    const uint32_t side = brush->side;
    const bool wet = sec->wet && sec->liquid_materials[tile] != SEC_NONE;
    Square squares[4];
    for (unsigned i = 0; i < 4; i++)
        squares[i] = square_of(sec, tile % SEC_TILES * 2 + i % 2, tile / SEC_TILES * 2 + i / 2);
    for (uint32_t y = 0; y < side; y++) {
        Pixel *out = image_at(&drawing->image, left, drawing->image.h - 1 - bottom - y);
        for (uint32_t x = 0; x < side; x++) {
            const uint32_t u = 2 * x + 1, v = 2 * y + 1;
            const Square *square = &squares[v / side * 2 + u / side];
            const int32_t fx = (int32_t)(u % side), fy = (int32_t)(v % side);
            const int32_t light = between(square->light, fx, fy, (int32_t)side);
            out[x] = map_lit(map_brush_land(brush, sec->tiles[tile], x, y), light);
            if (wet && between(square->level, fx, fy, (int32_t)side) >=
                           between(square->height, fx, fy, (int32_t)side))
                out[x] =
                    map_brush_over(out[x], map_brush_liquid(brush, sec->liquid_tiles[tile],
                                                            sec->liquid_materials[tile], x, y));
        }
    }
}

static void draw_sector(void *context, size_t index)
{
    const Drawing *drawing = context;
    const SecFile *sec = drawing->brush.map->sectors[index];
    const uint32_t x = (uint32_t)index % drawing->brush.map->mp.sectors_x * SEC_TILES;
    const uint32_t y = (uint32_t)index / drawing->brush.map->mp.sectors_x * SEC_TILES;
    for (unsigned tile = 0; sec && tile < SEC_TILES * SEC_TILES; tile++)
        draw_tile(drawing, sec, tile, (x + tile % SEC_TILES) * drawing->brush.side,
                  (y + tile / SEC_TILES) * drawing->brush.side);
}

bool map_draw(const Map *map, uint32_t side, Image *out, Arena *arena, Report *report)
{
    const uint32_t used = side ? side : MAP_TILE_SIDE;
    const uint64_t w = (uint64_t)map->mp.sectors_x * SEC_TILES * used;
    const uint64_t h = (uint64_t)map->mp.sectors_y * SEC_TILES * used;
    Drawing drawing;
    if (w > PNG_SIDE_MAX || h > PNG_SIDE_MAX || w * h > PNG_PIXELS_MAX)
        return report_error(report, "%llu x %llu pixels are too many: --size makes it smaller",
                            (unsigned long long)w, (unsigned long long)h);
    if (!map_brush(map, used, &drawing.brush, arena, report))
        return false;
    drawing.image = *out = image_new((uint32_t)w, (uint32_t)h, arena);
    tasks_run(draw_sector, &drawing, (size_t)map->mp.sectors_x * map->mp.sectors_y);
    return true;
}
