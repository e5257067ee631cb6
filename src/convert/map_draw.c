/* Draws a map as a colour image: see map_picture.h. Integer arithmetic only. */
#include "base/tasks.h"
#include "convert/map_picture.h"
#include "image/png.h"

enum {
    LIGHT_FLAT = 256,  /* light on level land: colours are unchanged */
    LIGHT_AROUND = 96, /* ambient part of that */
    LIGHT_MIN = 48,
    LIGHT_MAX = 400,
};

typedef struct Drawing {
    const Map *map;
    uint32_t side;      /* of a tile */
    Image *atlases;     /* textures with tiles of `side` pixels, without their borders */
    Pixel liquids[256]; /* colours of the first materials; other materials are pale water */
    Image image;
} Drawing;

/* ---- textures ---- */

/* The mean of the texels from (x0, y0) to before (x1, y1). */
static Pixel mean_of(const Image *image, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    uint32_t sums[4] = {0};
    const uint32_t count = (x1 - x0) * (y1 - y0);
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++) {
            const Pixel pixel = *image_at(image, x, y);
            sums[0] += PIXEL_R(pixel);
            sums[1] += PIXEL_G(pixel);
            sums[2] += PIXEL_B(pixel);
            sums[3] += PIXEL_A(pixel);
        }
    for (size_t i = 0; i < COUNT_OF(sums); i++)
        sums[i] = (sums[i] + count / 2) / count;
    return PIXEL(sums[0], sums[1], sums[2], sums[3]);
}

/* Start of pixel `at` of a tile in its `texels`, of which an eighth on each side is not drawn.
 */
static uint32_t texel_of(uint32_t texels, uint32_t at, uint32_t side)
{
    return texels * (side + 6 * at) / (8 * side);
}

static Image reduce_atlas(const Image *image, uint32_t side, Arena *arena)
{
    const uint32_t w = image->w / MAP_ATLAS_SIDE, h = image->h / MAP_ATLAS_SIDE;
    const Image out = image_new(MAP_ATLAS_SIDE * side, MAP_ATLAS_SIDE * side, arena);
    for (uint32_t y = 0; y < out.h; y++)
        for (uint32_t x = 0; x < out.w; x++) {
            const uint32_t x0 = x / side * w + texel_of(w, x % side, side);
            const uint32_t y0 = y / side * h + texel_of(h, y % side, side);
            const uint32_t x1 = x / side * w + texel_of(w, x % side + 1, side);
            const uint32_t y1 = y / side * h + texel_of(h, y % side + 1, side);
            *image_at(&out, x, y) =
                mean_of(image, x0, y0, x1 > x0 ? x1 : x0 + 1, y1 > y0 ? y1 : y0 + 1);
        }
    return out;
}

/* ---- pixels ---- */

/* Bilinear interpolation between four corners; fx, fy of `whole` to the east and the north. */
static int32_t between(const int32_t corners[4], int32_t fx, int32_t fy, int32_t whole)
{
    const int64_t south = (int64_t)corners[0] * (whole - fx) + (int64_t)corners[1] * fx;
    const int64_t north = (int64_t)corners[2] * (whole - fx) + (int64_t)corners[3] * fx;
    return (int32_t)((south * (whole - fy) + north * fy) / ((int64_t)whole * whole));
}

/* Light from the north-west, elevation 45 degrees; LIGHT_FLAT on level land. */
static int32_t light_of(const SecVertex *vertex)
{
    const int32_t x = (int32_t)(vertex->normal >> 11 & 0x7FF) - 1000;
    const int32_t y = (int32_t)(vertex->normal & 0x7FF) - 1000;
    const int32_t z = (int32_t)(vertex->normal >> 22);
    const int32_t light = LIGHT_AROUND + (LIGHT_FLAT - LIGHT_AROUND) * (y - x + 2 * z) / 2000;
    return light < LIGHT_MIN ? LIGHT_MIN : light > LIGHT_MAX ? LIGHT_MAX : light;
}

static uint32_t lit(uint32_t part, int32_t light)
{
    const uint32_t out = part * (uint32_t)light / LIGHT_FLAT;
    return out > 255 ? 255 : out;
}

/* The colour of a tile at a pixel `x` to the east and `y` to the north in it. */
static Pixel texture_at(const Drawing *drawing, uint16_t tile, uint32_t x, uint32_t y,
                        Pixel fallback)
{
    const Image *atlas = &drawing->atlases[tile >> 6 & 255];
    const uint32_t last = drawing->side - 1, index = tile & 63;
    /* As map_turns: column and row of the image, from its upper left corner. */
    const uint32_t columns[] = {x, last - y, last - x, y}, rows[] = {y, x, last - y, last - x};
    const unsigned turns = sec_tile_turns(tile);
    if (tile == SEC_NONE || !atlas->pixels)
        return fallback;
    return *image_at(atlas, index % MAP_ATLAS_SIDE * drawing->side + columns[turns],
                     index / MAP_ATLAS_SIDE * drawing->side + rows[turns]);
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
        out.light[i] = light_of(&sec->land[point]);
        out.height[i] = sec->land[point].height;
        out.level[i] = sec->wet ? sec->surface[point].height : -1;
    }
    return out;
}

static Pixel over(Pixel below, Pixel liquid, uint32_t alpha)
{
    const uint32_t rest = 255 - alpha;
    return PIXEL((PIXEL_R(liquid) * alpha + PIXEL_R(below) * rest + 127) / 255,
                 (PIXEL_G(liquid) * alpha + PIXEL_G(below) * rest + 127) / 255,
                 (PIXEL_B(liquid) * alpha + PIXEL_B(below) * rest + 127) / 255, 255);
}

static Pixel with_liquid(const Drawing *drawing, Pixel below, const SecFile *sec, unsigned tile,
                         uint32_t x, uint32_t y)
{
    const uint16_t number = sec->liquid_materials[tile];
    const Pixel colour = drawing->liquids[number < 255 ? number : 255];
    const Pixel texel = texture_at(drawing, sec->liquid_tiles[tile], x, y, 0xFFFFFFFF);
    const Pixel mixed =
        PIXEL(PIXEL_R(texel) * PIXEL_R(colour) / 255, PIXEL_G(texel) * PIXEL_G(colour) / 255,
              PIXEL_B(texel) * PIXEL_B(colour) / 255, 255);
    return over(below, mixed, PIXEL_A(texel) * PIXEL_A(colour) / 255);
}

static void draw_tile(const Drawing *drawing, const SecFile *sec, unsigned tile, uint32_t left,
                      uint32_t bottom)
{
    const uint32_t side = drawing->side, index = sec->tiles[tile];
    const Pixel flat = map_tile_colour(map_tile_type(drawing->map, (uint16_t)index));
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
            const Pixel land = texture_at(drawing, (uint16_t)index, x, y, flat);
            out[x] = PIXEL(lit(PIXEL_R(land), light), lit(PIXEL_G(land), light),
                           lit(PIXEL_B(land), light), 255);
            if (wet && between(square->level, fx, fy, (int32_t)side) >=
                           between(square->height, fx, fy, (int32_t)side))
                out[x] = with_liquid(drawing, out[x], sec, tile, x, y);
        }
    }
}

static void draw_sector(void *context, size_t index)
{
    const Drawing *drawing = context;
    const SecFile *sec = drawing->map->sectors[index];
    const uint32_t x = (uint32_t)index % drawing->map->mp.sectors_x * SEC_TILES;
    const uint32_t y = (uint32_t)index / drawing->map->mp.sectors_x * SEC_TILES;
    for (unsigned tile = 0; sec && tile < SEC_TILES * SEC_TILES; tile++)
        draw_tile(drawing, sec, tile, (x + tile % SEC_TILES) * drawing->side,
                  (y + tile / SEC_TILES) * drawing->side);
}

static Pixel liquid_colour(const Map *map, uint16_t number)
{
    const MpMaterial material = map_material(map, number);
    uint32_t parts[4];
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        parts[i] = (uint32_t)(material.colour[i] * 255 + 0.5f);
    return PIXEL(parts[0], parts[1], parts[2], parts[3]);
}

bool map_draw(const Map *map, uint32_t side, Image *out, Arena *arena, Report *report)
{
    const uint32_t used = side ? side : MAP_TILE_SIDE;
    const uint64_t w = (uint64_t)map->mp.sectors_x * SEC_TILES * used;
    const uint64_t h = (uint64_t)map->mp.sectors_y * SEC_TILES * used;
    bool wanted[MAP_TEXTURES_MAX] = {false};
    Image images[MAP_TEXTURES_MAX], atlases[MAP_TEXTURES_MAX] = {{0}};
    Drawing drawing = {.map = map, .side = used, .atlases = atlases};
    if (w > PNG_SIDE_MAX || h > PNG_SIDE_MAX || w * h > PNG_PIXELS_MAX)
        return report_error(report, "%llu x %llu pixels are too many: --size makes it smaller",
                            (unsigned long long)w, (unsigned long long)h);
    map_textures_used(map, true, wanted);
    if (!map_textures(map, wanted, images, NULL, arena, report))
        return false;
    for (size_t i = 0; i < MAP_TEXTURES_MAX; i++)
        if (images[i].pixels)
            atlases[i] = reduce_atlas(&images[i], used, arena);
    for (uint32_t i = 0; i < COUNT_OF(drawing.liquids); i++)
        drawing.liquids[i] = liquid_colour(map, (uint16_t)(i < 255 ? i : SEC_NONE));
    drawing.image = *out = image_new((uint32_t)w, (uint32_t)h, arena);
    tasks_run(draw_sector, &drawing, (size_t)map->mp.sectors_x * map->mp.sectors_y);
    return true;
}
