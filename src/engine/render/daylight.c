/* Day and night: the map's daylight sprite is a strip of colours over the day, from left to
 * right. The colour of the current time, blended over white, is a factor for every pixel:
 * white does not change them, dark blue is night. The player's light (radius in cells)
 * removes the tint around the feet, objects that give light remove it around them. */
#include "engine/render/render_internal.h"

#include "engine/render/visible_cells.h"
#include "engine/render/rows.h"

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

/* ---- lamps ---- */

static uint32_t light_attribute(const Renderer *renderer)
{
    const TngAttributes *attributes = renderer->content->attributes;
    return attributes->special_count ? attributes->special[0] : 0;
}

static void add_lamp(const Renderer *renderer, Light *light, Spot centre, int32_t cells)
{
    if (cells <= 0 || light->count == LAMPS_MAX)
        return;
    Lamp *lamp = &light->lamps[light->count++];
    *lamp = (Lamp){.x = centre.x - renderer->camera.x,
                   .y = centre.y - renderer->camera.y,
                   .reach = (int64_t)cells * renderer->content->grid.tile_w};
    lamp->per_left = ((uint64_t)255 << 32) / (uint64_t)(lamp->reach * lamp->reach);
}

static void add_player_lamp(const Renderer *renderer, PlayerContext ctx, Spot middle,
                            Light *light)
{
    enum { CELLS_MAX = 64 };
    const uint32_t attribute = light_attribute(renderer);
    const bool shown = attribute && ctx.player->scene.map == NONE;
    const int32_t cells = shown ? world_attribute(ctx, context_entity(ctx), attribute) : 0;
    add_lamp(renderer, light, middle, cells > CELLS_MAX ? CELLS_MAX : cells);
}

/* What gives light to whoever carries it, also gives it where it stands. */
void light_measure(Renderer *renderer)
{
    enum { CELLS_MAX = 16, WORN_OR_PERCENT = 3 };
    const uint32_t attribute = light_attribute(renderer);
    for (uint32_t i = 0; attribute && i < renderer->tile_count; i++) {
        const TngObject *object = content_object(renderer->content, i, NULL);
        int64_t cells = 0;
        for (size_t k = 0; object && k < object->modifier_count; k++)
            if (object->modifiers[k].attribute == attribute &&
                !(object->modifiers[k].type & WORN_OR_PERCENT))
                cells += object->modifiers[k].value;
        cells = cells < 0 ? 0 : cells > CELLS_MAX ? CELLS_MAX : cells;
        renderer->tiles[i].light = (uint8_t)cells;
        renderer->light_max =
            cells > renderer->light_max ? (uint32_t)cells : renderer->light_max;
    }
}

/* Of the objects of a visible map. */
static void add_object_lamps(const Renderer *renderer, size_t slot, Light *light)
{
    const Grid *grid = &renderer->content->grid;
    const Spot shift = renderer->shown[slot].shift;
    const uint16_t *cells = shown_layer(renderer, slot, LAYER_OBJECTS);
    const int32_t far = (int32_t)renderer->light_max * grid->tile_w;
    const Rect area = {renderer->camera.x - shift.x - far, renderer->camera.y - shift.y - far,
                       (int32_t)renderer->w + 2 * far, (int32_t)renderer->h + 2 * far};
    CellWalk walk = cell_walk(grid, area, grid->tile_w, grid->tile_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        const uint32_t sprite = cells[cell.y * grid->side + cell.x];
        if (sprite >= renderer->tile_count || !renderer->tiles[sprite].light)
            continue;
        const Spot centre = grid_centre(grid, cell);
        add_lamp(renderer, light, (Spot){centre.x + shift.x, centre.y + shift.y},
                 renderer->tiles[sprite].light);
    }
}

bool light_find(Renderer *renderer, PlayerContext ctx, Light *out)
{
    Spot middle;
    const uint32_t index = world_view(ctx, &middle);
    Pixel tint;
    if (!tint_of(renderer, ctx, ctx.world->maps[index]->record, &tint))
        return false;
    out->tint = tint;
    out->count = 0;
    add_player_lamp(renderer, ctx, middle, out);
    for (size_t i = 0; renderer->light_max && i < renderer->shown_count; i++)
        add_object_lamps(renderer, i, out);
    for (uint32_t i = 0; out->count && i < 256; i++)
        out->factors[i] = lighter(tint, i);
    return true;
}

/* ---- drawing ---- */

static int32_t within(int64_t value, int32_t max)
{
    return value < 0 ? 0 : value > max ? max : (int32_t)value;
}

/* A part of a row. */
typedef struct Span {
    int32_t from, to;
} Span;

/* The part that a lamp lights; empty if it is too far above or below. */
static Span lit_by(const Lamp *lamp, int64_t y, int32_t w)
{
    const int64_t dy = y - lamp->y;
    const bool lit = dy * dy < lamp->reach * lamp->reach;
    return (Span){lit ? within(lamp->x - lamp->reach, w) : w,
                  lit ? within(lamp->x + lamp->reach, w) : w};
}

/* The brightness of each pixel; of several lamps the brightest counts. */
static void brighten(const Lamp *lamp, Span span, int64_t y, uint32_t *shares)
{
    const int64_t whole = lamp->reach * lamp->reach - (y - lamp->y) * (y - lamp->y);
    for (int32_t x = span.from; x < span.to; x++) {
        const int64_t left = whole - (int64_t)(x - lamp->x) * (x - lamp->x);
        const uint32_t share = left > 0 ? (uint32_t)((uint64_t)left * lamp->per_left >> 32) : 0;
        shares[x] = share > shares[x] ? share : shares[x];
    }
}

static void draw_row(const Light *light, Pixel *row, int32_t w, int64_t y, Pixel *factors)
{
    const RowFunctions *rows = row_functions();
    Span all = {w, 0};
    for (size_t i = 0; i < light->count; i++) {
        const Span span = lit_by(&light->lamps[i], y, w);
        all.from = span.from < span.to && span.from < all.from ? span.from : all.from;
        all.to = span.from < span.to && span.to > all.to ? span.to : all.to;
    }
    if (all.from >= all.to) {
        rows->tint(row, light->tint, (size_t)w);
        return;
    }
    memset(factors + all.from, 0, (size_t)(all.to - all.from) * sizeof *factors);
    for (size_t i = 0; i < light->count; i++)
        brighten(&light->lamps[i], lit_by(&light->lamps[i], y, w), y, factors);
    for (int32_t x = all.from; x < all.to; x++)
        factors[x] = light->factors[factors[x]];
    rows->tint(row, light->tint, (size_t)all.from);
    rows->tint_each(row + all.from, factors + all.from, (size_t)(all.to - all.from));
    rows->tint(row + all.to, light->tint, (size_t)(w - all.to));
}

void light_draw(const Renderer *renderer, const Light *light, const Band *band)
{
    for (uint32_t y = 0; y < band->image.h; y++)
        draw_row(light, image_at(&band->image, 0, y), (int32_t)band->image.w,
                 (int64_t)band->top + y, renderer->layers.factors);
}
