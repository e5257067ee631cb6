/* Gives the colours of tiles, pixel by pixel. Parts, in order: textures, reduced to the size of
 * a tile; light; pixels. Each texture is reduced once, when the brush is made, so that a pixel
 * of a map is one look-up. */
#include "evil_islands/maps/map_brush.h"

enum {
    LIGHT_AROUND = 96, /* ambient part of the light on level land */
    LIGHT_MIN = 48,
    LIGHT_MAX = 400,
};

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

/* ---- light ---- */

int32_t map_light(const SecVertex *vertex)
{
    const int32_t x = (int32_t)(vertex->normal >> 11 & 0x7FF) - 1000;
    const int32_t y = (int32_t)(vertex->normal & 0x7FF) - 1000;
    const int32_t z = (int32_t)(vertex->normal >> 22);
    const int32_t light =
        LIGHT_AROUND + (MAP_LIGHT_FLAT - LIGHT_AROUND) * (y - x + 2 * z) / 2000;
    return light < LIGHT_MIN ? LIGHT_MIN : light > LIGHT_MAX ? LIGHT_MAX : light;
}

static uint32_t lit(uint32_t part, int32_t light)
{
    const uint32_t out = part * (uint32_t)light / MAP_LIGHT_FLAT;
    return out > 255 ? 255 : out;
}

Pixel map_lit(Pixel colour, int32_t light)
{
    return PIXEL(lit(PIXEL_R(colour), light), lit(PIXEL_G(colour), light),
                 lit(PIXEL_B(colour), light), 255);
}

/* ---- pixels ---- */

/* `*out` keeps its value if the tile has no texture. */
static void texture_at(const MapBrush *brush, uint16_t tile, uint32_t x, uint32_t y, Pixel *out)
{
    const Image *atlas = &brush->atlases[tile >> 6 & 255];
    const uint32_t last = brush->side - 1, index = tile & 63;
    /* As map_turns: column and row of the image, from its upper left corner. */
    const uint32_t columns[] = {x, last - y, last - x, y}, rows[] = {y, x, last - y, last - x};
    const unsigned turns = sec_tile_turns(tile);
    if (tile != SEC_NONE && atlas->pixels)
        *out = *image_at(atlas, index % MAP_ATLAS_SIDE * brush->side + columns[turns],
                         index / MAP_ATLAS_SIDE * brush->side + rows[turns]);
}

Pixel map_brush_land(const MapBrush *brush, uint16_t tile, uint32_t x, uint32_t y)
{
    Pixel out = map_tile_colour(map_tile_type(brush->map, tile));
    texture_at(brush, tile, x, y, &out);
    return out;
}

Pixel map_brush_liquid(const MapBrush *brush, uint16_t tile, uint16_t material, uint32_t x,
                       uint32_t y)
{
    const Pixel colour = brush->liquids[material < 255 ? material : 255];
    Pixel texel = 0xFFFFFFFF;
    texture_at(brush, tile, x, y, &texel);
    return PIXEL(PIXEL_R(texel) * PIXEL_R(colour) / 255, PIXEL_G(texel) * PIXEL_G(colour) / 255,
                 PIXEL_B(texel) * PIXEL_B(colour) / 255,
                 PIXEL_A(texel) * PIXEL_A(colour) / 255);
}

Pixel map_brush_over(Pixel below, Pixel liquid)
{
    const uint32_t alpha = PIXEL_A(liquid), rest = 255 - alpha;
    return PIXEL((PIXEL_R(liquid) * alpha + PIXEL_R(below) * rest + 127) / 255,
                 (PIXEL_G(liquid) * alpha + PIXEL_G(below) * rest + 127) / 255,
                 (PIXEL_B(liquid) * alpha + PIXEL_B(below) * rest + 127) / 255, 255);
}

/* ---- all of it ---- */

static Pixel liquid_colour(const Map *map, uint16_t number)
{
    const MpMaterial material = map_material(map, number);
    uint32_t parts[4];
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        parts[i] = (uint32_t)(material.colour[i] * 255 + 0.5f);
    return PIXEL(parts[0], parts[1], parts[2], parts[3]);
}

bool map_brush(const Map *map, uint32_t side, MapBrush *out, Arena *arena, Report *report)
{
    bool wanted[MAP_TEXTURES_MAX] = {false};
    Image images[MAP_TEXTURES_MAX];
    *out = (MapBrush){.map = map, .side = side};
    map_textures_used(map, true, wanted);
    if (!map_textures(map, wanted, images, NULL, arena, report))
        return false;
    out->atlases = ARENA_ALLOC(arena, Image, MAP_TEXTURES_MAX);
    for (size_t i = 0; i < MAP_TEXTURES_MAX; i++)
        if (images[i].pixels)
            out->atlases[i] = reduce_atlas(&images[i], side, arena);
    for (uint32_t i = 0; i < COUNT_OF(out->liquids); i++)
        out->liquids[i] = liquid_colour(map, (uint16_t)(i < 255 ? i : SEC_NONE));
    return true;
}
