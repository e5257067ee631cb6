/* The map: ground, sprites on it, roofs, light, parallax layers, also of adjacent maps. */
#include "engine/render/ground_cache.h"

static int32_t clamped(int32_t value, int32_t min, int32_t max)
{
    if (max < min) /* the map is smaller than the frame */
        return (min + max) / 2;
    return value < min ? min : value > max ? max : value;
}

static void place_camera(Renderer *renderer, Spot middle)
{
    uint32_t w, h;
    grid_picture_size(&renderer->content->grid, &w, &h);
    int32_t left = 0, top = 0, right = (int32_t)w, bottom = (int32_t)h;
    for (size_t i = 1; i < renderer->shown_count; i++) {
        const ShownMap *shown = &renderer->shown[i];
        left = shown->shift.x < left ? shown->shift.x : left;
        top = shown->shift.y < top ? shown->shift.y : top;
        right = shown->shift.x + (int32_t)w > right ? shown->shift.x + (int32_t)w : right;
        bottom = shown->shift.y + (int32_t)h > bottom ? shown->shift.y + (int32_t)h : bottom;
    }
    renderer->camera = (Spot){
        clamped(middle.x - (int32_t)renderer->w / 2, left, right - (int32_t)renderer->w),
        clamped(middle.y - (int32_t)renderer->h / 2, top, bottom - (int32_t)renderer->h)};
}

static int32_t wrapped(int64_t value, int32_t period)
{
    return (int32_t)(((value % period) + period) % period);
}

/* The position of a parallax layer: it moves with the camera (delta, percent) and on its own
 * (speed, pixels per `time`); with reduced motion it is fixed to the map. */
static Spot parallax_spot(const Renderer *renderer, uint32_t tick, const Parallax *parallax,
                          const SpriteFrame *picture)
{
    const bool still = renderer->options.reduced_motion;
    const int64_t centiseconds = (int64_t)tick * 100 / renderer->content->rate;
    const int64_t steps = still ? 0 : centiseconds / (parallax->time ? parallax->time : 1);
    const int32_t delta_x = still ? 100 : parallax->delta_x;
    const int32_t delta_y = still ? 100 : parallax->delta_y;
    const int64_t x = steps * parallax->speed_x - (int64_t)renderer->camera.x * delta_x / 100;
    const int64_t y = steps * parallax->speed_y - (int64_t)renderer->camera.y * delta_y / 100;
    return (Spot){wrapped(x, picture->w) - picture->w, wrapped(y, picture->h) - picture->h};
}

/* Parallax layers fill the frame. */
static void draw_parallaxes(Renderer *renderer, const World *world, bool background,
                            const Band *band)
{
    const Image *target = &band->image;
    const TngMap *map = renderer->shown[0].map->record;
    for (size_t i = 0; i < map->parallax_count; i++) {
        const Parallax *parallax = &map->parallaxes[i];
        const SpriteFrame *picture =
            picture_of(&renderer->pictures, parallax->sprite, world->tick);
        if (!picture || (parallax->background != 0) != background || picture->w <= 0 ||
            picture->h <= 0)
            continue;
        const Spot first = parallax_spot(renderer, world->tick, parallax, picture);
        for (int32_t y = first.y - band->top; y < (int32_t)target->h; y += picture->h)
            for (int32_t x = first.x; x < (int32_t)target->w; x += picture->w)
                picture_draw(target, x, y, picture);
    }
}

static bool has_background(const TngMap *map)
{
    for (size_t i = 0; i < map->parallax_count; i++)
        if (map->parallaxes[i].background)
            return true;
    return false;
}

/* Collects all sprites on the map before drawing; returns whether it is dark. */
static bool prepare(Renderer *renderer, PlayerContext ctx, bool behind, Light *light)
{
    World *world = ctx.world;
    ground_update(renderer, world, &renderer->ground, !behind);
    renderer->depth_sprites.count = 0;
    for (size_t i = 0; i < renderer->shown_count; i++)
        objects_add(renderer, world, i);
    actors_add(renderer, ctx);
    shots_add(renderer, world);
    depth_sprites_sort(renderer);
    roofs_find(renderer, ctx);
    ground_update(renderer, world, &renderer->roof, false);
    return light_find(renderer, ctx, light);
}

static void fill_black(const Image *image)
{
    fill(image, (Rect){0, 0, (int32_t)image->w, (int32_t)image->h}, PIXEL(0, 0, 0, 255));
}

static void draw_band(Renderer *renderer, const World *world, bool behind, const Light *light,
                      const Band *band)
{
    if (behind) {
        fill_black(&band->image);
        draw_parallaxes(renderer, world, true, band);
    }
    ground_draw(renderer, &renderer->ground, band);
    depth_sprites_draw(renderer, band);
    ground_draw(renderer, &renderer->roof, band);
    if (light)
        light_draw(renderer, light, band);
    draw_parallaxes(renderer, world, false, band);
}

void scene_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    enum { LINES_MIN = 32, PIXELS = 1 << 16 }; /* a quarter of a MiB per band */
    Spot middle;
    Light light;
    world_view(ctx, &middle);
    renderer->shown_count = world_shown(ctx, renderer->shown);
    if (!renderer->shown_count) {
        fill_black(target);
        return;
    }
    place_camera(renderer, middle);
    const bool behind = has_background(renderer->shown[0].map->record);
    const bool dark = prepare(renderer, ctx, behind, &light);
    uint32_t lines = PIXELS / target->w > LINES_MIN ? PIXELS / target->w : LINES_MIN;
    for (uint32_t top = 0; top < target->h; top += lines) {
        lines = lines < target->h - top ? lines : target->h - top;
        const Band band = {image_part(target, 0, top, target->w, lines), (int32_t)top};
        draw_band(renderer, ctx.world, behind, dark ? &light : NULL, &band);
    }
}
