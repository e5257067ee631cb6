/* Day and night: the map's daylight sprite is a strip of colours over the day,
 * from left to right. The colour at the present time, laid over white by its
 * alpha, is a factor for every pixel: white leaves them, dark blue is night.
 * The player's light radius (cells) takes the tint away around the feet. */
#include "render/parts.h"

typedef struct Tint {
    uint32_t r, g, b; /* 0 to 255 */
} Tint;

static uint32_t divide255(uint32_t value)
{
    const uint32_t t = value + 128;
    return (t + (t >> 8)) >> 8;
}

static bool tint_of(Renderer *renderer, World *world, const TngMap *map, Tint *tint)
{
    const Picture *picture = picture_of(&renderer->pictures, map->daylight, 0);
    if (!picture || !map->day_length || picture->opacity == PICTURE_EMPTY)
        return false;
    const int32_t x =
        (int32_t)((uint64_t)world_daytime(world) * (uint32_t)picture->w >> 16) - picture->left;
    if (x < 0 || x >= (int32_t)picture->image.w)
        return false;
    const Pixel pixel = *image_at(&picture->image, (uint32_t)x, picture->image.h / 2);
    const uint32_t white = 255 - PIXEL_A(pixel); /* the pixel is premultiplied */
    *tint = (Tint){PIXEL_R(pixel) + white, PIXEL_G(pixel) + white, PIXEL_B(pixel) + white};
    return tint->r < 255 || tint->g < 255 || tint->b < 255;
}

/* Pixels of one tint, as bytes in groups: 16-bit products of a constant count
 * are what -O2 makes vectors of. */
enum { GROUP = 8 };

static void tint_group(uint8_t *restrict bytes, const uint16_t *restrict factors)
{
    for (size_t i = 0; i < GROUP * sizeof(Pixel); i++) {
        const uint16_t t = (uint16_t)(bytes[i] * factors[i] + 128);
        bytes[i] = (uint8_t)((uint16_t)(t + (t >> 8)) >> 8);
    }
}

static Pixel tinted(Pixel pixel, Tint tint)
{
    return PIXEL(divide255(PIXEL_R(pixel) * tint.r), divide255(PIXEL_G(pixel) * tint.g),
                 divide255(PIXEL_B(pixel) * tint.b), PIXEL_A(pixel));
}

static void tint_row(Pixel *row, int32_t count, Tint tint)
{
    uint16_t factors[GROUP * sizeof(Pixel)];
    for (size_t i = 0; i < GROUP; i++) {
        factors[4 * i] = (uint16_t)tint.r;
        factors[4 * i + 1] = (uint16_t)tint.g;
        factors[4 * i + 2] = (uint16_t)tint.b;
        factors[4 * i + 3] = 255;
    }
    int32_t i = 0;
    for (; i + GROUP <= count; i += GROUP)
        tint_group((uint8_t *)(row + i), factors);
    for (; i < count; i++)
        row[i] = tinted(row[i], tint);
}

/* `share` of 255 of the way to white. */
static Tint lighter(Tint tint, uint32_t share)
{
    return (Tint){tint.r + divide255((255 - tint.r) * share),
                  tint.g + divide255((255 - tint.g) * share),
                  tint.b + divide255((255 - tint.b) * share)};
}

void light_draw(Renderer *renderer, World *world, const Image *target)
{
    Spot middle;
    const uint32_t index = world_view(world, &middle);
    Tint tint;
    if (!tint_of(renderer, world, world->maps[index]->record, &tint))
        return;
    const TngAttributes *attributes = renderer->content->attributes;
    int32_t cells = attributes->special_count && attributes->special[0]
                        ? world_attribute(world, ENTITY_PLAYER, attributes->special[0])
                        : 0;
    cells = cells < 0 || world->scene.map != NONE ? 0 : cells > 64 ? 64 : cells;
    const int64_t reach = (int64_t)cells * renderer->content->grid.tile_w;
    /* 255 in the middle, 0 at the edge, by the square of the distance; a division less. */
    const uint64_t per_left = reach ? ((uint64_t)255 << 32) / (uint64_t)(reach * reach) : 0;
    const int32_t cx = middle.x - renderer->camera.x, cy = middle.y - renderer->camera.y;
    for (int32_t y = 0; y < (int32_t)target->h; y++) {
        Pixel *row = image_at(target, 0, (uint32_t)y);
        const int64_t dy = y - cy;
        int32_t from = (int32_t)target->w, to = from; /* where it is lit */
        if (dy * dy < reach * reach) {
            from = cx - (int32_t)reach < 0 ? 0 : cx - (int32_t)reach;
            to = cx + (int32_t)reach > to ? to : cx + (int32_t)reach;
            to = to < 0 ? 0 : to;
            from = from > to ? to : from;
        }
        tint_row(row, from, tint);
        for (int32_t x = from; x < to; x++) {
            const int64_t far = (int64_t)(x - cx) * (x - cx) + dy * dy;
            const uint64_t left = far < reach * reach ? (uint64_t)(reach * reach - far) : 0;
            row[x] = tinted(row[x], lighter(tint, (uint32_t)(left * per_left >> 32)));
        }
        tint_row(row + to, (int32_t)target->w - to, tint);
    }
}
