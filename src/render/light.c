/* Day and night: the map's daylight sprite is a strip of colours over the day, from left to
 * right. The colour of the current time, blended over white, is a factor for every pixel:
 * white does not change them, dark blue is night. The player's light (radius in cells)
 * removes the tint around the feet. */
#include "render/render_internal.h"

#include "render/rows.h"

static uint32_t divide255(uint32_t value)
{
    const uint32_t t = value + 128;
    return (t + (t >> 8)) >> 8;
}

/* False if nothing changes. */
static bool tint_of(Renderer *renderer, PlayerContext ctx, const TngMap *map, Pixel *tint)
{
    const SpriteFrame *picture = picture_of(&renderer->pictures, map->daylight, 0);
    if (!picture || !map->day_length || picture->opacity == PICTURE_EMPTY)
        return false;
    const int32_t x =
        (int32_t)((uint64_t)world_daytime(ctx) * (uint32_t)picture->w >> 16) - picture->left;
    if (x < 0 || x >= (int32_t)picture->image.w)
        return false;
    const Pixel pixel = *image_at(&picture->image, (uint32_t)x, picture->image.h / 2);
    const uint32_t white = 255 - PIXEL_A(pixel); /* the pixel is premultiplied */
    *tint = PIXEL(PIXEL_R(pixel) + white, PIXEL_G(pixel) + white, PIXEL_B(pixel) + white, 255);
    return *tint != PIXEL(255, 255, 255, 255);
}

/* Interpolates to white, `share` of 255. */
static Pixel lighter(Pixel tint, uint32_t share)
{
    const uint32_t r = PIXEL_R(tint), g = PIXEL_G(tint), b = PIXEL_B(tint);
    return PIXEL(r + divide255((255 - r) * share), g + divide255((255 - g) * share),
                 b + divide255((255 - b) * share), 255);
}

static Light lamp_of(const Renderer *renderer, PlayerContext ctx, Spot middle, Pixel tint)
{
    enum { CELLS_MAX = 64 };
    const TngAttributes *attributes = renderer->content->attributes;
    int32_t cells = attributes->special_count && attributes->special[0]
                        ? world_attribute(ctx, context_entity(ctx), attributes->special[0])
                        : 0;
    cells = cells < 0 || ctx.player->scene.map != NONE ? 0
            : cells > CELLS_MAX                        ? CELLS_MAX
                                                       : cells;
    Light lamp = {
        .tint = tint, .x = middle.x - renderer->camera.x, .y = middle.y - renderer->camera.y};
    lamp.reach = (int64_t)cells * renderer->content->grid.tile_w;
    if (lamp.reach)
        lamp.per_left = ((uint64_t)255 << 32) / (uint64_t)(lamp.reach * lamp.reach);
    for (uint32_t i = 0; lamp.reach && i < 256; i++)
        lamp.factors[i] = lighter(tint, i);
    return lamp;
}

static int32_t within(int64_t value, int32_t max)
{
    return value < 0 ? 0 : value > max ? max : (int32_t)value;
}

/* Tints the row's pixels from `from` to `to`, some of which are in the light's radius. */
static void light_part(const Light *lamp, Pixel *row, int32_t from, int32_t to, int64_t dy,
                       Pixel *factors, const RowFunctions *rows)
{
    const int64_t whole = lamp->reach * lamp->reach - dy * dy;
    for (int32_t x = from; x < to; x++) {
        const int64_t left = whole - (int64_t)(x - lamp->x) * (x - lamp->x);
        factors[x - from] = lamp->factors[left > 0 ? (uint64_t)left * lamp->per_left >> 32 : 0];
    }
    rows->tint_each(row + from, factors, (size_t)(to - from));
}

bool light_find(Renderer *renderer, PlayerContext ctx, Light *out)
{
    Spot middle;
    const uint32_t index = world_view(ctx, &middle);
    Pixel tint;
    if (!tint_of(renderer, ctx, ctx.world->maps[index]->record, &tint))
        return false;
    *out = lamp_of(renderer, ctx, middle, tint);
    return true;
}

void light_draw(const Renderer *renderer, const Light *light, const Band *band)
{
    const RowFunctions *rows = row_functions();
    const int32_t w = (int32_t)band->image.w;
    for (uint32_t y = 0; y < band->image.h; y++) {
        Pixel *row = image_at(&band->image, 0, y);
        const int64_t dy = (int64_t)band->top + y - light->y;
        const bool lit = dy * dy < light->reach * light->reach;
        const int32_t from = lit ? within(light->x - light->reach, w) : w;
        const int32_t to = lit ? within(light->x + light->reach, w) : w;
        rows->tint(row, light->tint, (size_t)from);
        light_part(light, row, from, to, dy, renderer->layers.factors, rows);
        rows->tint(row + to, light->tint, (size_t)(w - to));
    }
}
