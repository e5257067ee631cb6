/* The map: ground, sprites on it, roofs, light, parallax layers, also of adjacent maps. */
#include "engine/render/ground_cache.h"

static int32_t clamped(int32_t value, int32_t min, int32_t max)
{
    if (max < min) /* the map is smaller than the frame */
        return (min + max) / 2;
    return value < min ? min : value > max ? max : value;
}

/* ---- the camera ---- */

static bool has_background(const TngMap *map)
{
    for (size_t i = 0; i < map->parallax_count; i++)
        if (map->parallaxes[i].background)
            return true;
    return false;
}

/* An area from its left and top edges to the right and bottom ones, which are outside. */
typedef struct Extent {
    int32_t left, top, right, bottom;
} Extent;

static void extend(Extent *all, Extent one)
{
    all->left = one.left < all->left ? one.left : all->left;
    all->top = one.top < all->top ? one.top : all->top;
    all->right = one.right > all->right ? one.right : all->right;
    all->bottom = one.bottom > all->bottom ? one.bottom : all->bottom;
}

/* Whether a cell has ground, of the map in the middle or of one joined to it. */
static bool has_ground(const Renderer *renderer, Cell cell)
{
    enum { GROUNDS = 4 };
    const Grid *grid = &renderer->content->grid;
    for (size_t i = 0; i < renderer->shown_count; i++) {
        const ShownMap *shown = &renderer->shown[i];
        const Cell there = {cell.x - shown->cells.x, cell.y - shown->cells.y};
        if (!grid_inside(grid, there))
            continue;
        const size_t at = (size_t)there.y * (size_t)grid->side + (size_t)there.x;
        for (size_t layer = 0; layer < GROUNDS; layer++)
            if (shown->map->cells[layer * grid_cells(grid) + at] != TNG_NO_SPRITE)
                return true;
        return false;
    }
    return false;
}

/* Whether a line of cells has ground: from one to the other, both included. */
static bool line_has_ground(const Renderer *renderer, Cell from, Cell to)
{
    const Cell step = {from.x < to.x, from.y < to.y};
    for (Cell cell = from; cell.x <= to.x && cell.y <= to.y;
         cell.x += step.x, cell.y += step.y) {
        if (has_ground(renderer, cell))
            return true;
        if (!step.x && !step.y)
            break;
    }
    return false;
}

/* The cells with ground around one that has some: a rectangle that grows as long as there is
 * ground beside it, up to `far` cells. So each room of a map with several has its own. */
static Extent room_around(const Renderer *renderer, Cell cell, int32_t far)
{
    Extent room = {cell.x, cell.y, cell.x + 1, cell.y + 1};
    for (bool grows = true; grows;) {
        const Extent before = room;
        if (cell.x - room.left < far &&
            line_has_ground(renderer, (Cell){room.left - 1, room.top - 1},
                            (Cell){room.left - 1, room.bottom}))
            room.left--;
        if (room.right - cell.x < far &&
            line_has_ground(renderer, (Cell){room.right, room.top - 1},
                            (Cell){room.right, room.bottom}))
            room.right++;
        if (cell.y - room.top < far &&
            line_has_ground(renderer, (Cell){room.left - 1, room.top - 1},
                            (Cell){room.right, room.top - 1}))
            room.top--;
        if (room.bottom - cell.y < far &&
            line_has_ground(renderer, (Cell){room.left - 1, room.bottom},
                            (Cell){room.right, room.bottom}))
            room.bottom++;
        grows = memcmp(&before, &room, sizeof room) != 0;
    }
    return room;
}

/* The pixels of these cells, of hexagons without the gaps at the ends of their rows. */
static Extent pixels_of(const Grid *grid, Extent cells)
{
    const Spot first = grid_box(grid, (Cell){cells.left, cells.top});
    const Spot last = grid_box(grid, (Cell){cells.right - 1, cells.bottom - 1});
    switch (grid->type) {
    case GRID_ISO: {
        const Spot west = grid_box(grid, (Cell){cells.left, cells.bottom - 1});
        const Spot east = grid_box(grid, (Cell){cells.right - 1, cells.top});
        return (Extent){west.x, first.y, east.x + grid->tile_w, last.y + grid->tile_h};
    }
    case GRID_HEXV:
        return (Extent){cells.left * grid->tile_w + grid->column,
                        first.y + grid->tile_h - grid->row, cells.right * grid->tile_w,
                        last.y + grid->row};
    case GRID_HEXH:
        return (Extent){first.x + grid->tile_w - grid->column,
                        cells.top * grid->tile_h + grid->row, last.x + grid->column,
                        cells.bottom * grid->tile_h};
    case GRID_ORTHO:
        break;
    }
    return (Extent){first.x, first.y, last.x + grid->tile_w, last.y + grid->tile_h};
}

static Extent whole_maps(const Renderer *renderer)
{
    uint32_t w, h;
    grid_picture_size(&renderer->content->grid, &w, &h);
    Extent all = {0, 0, (int32_t)w, (int32_t)h};
    for (size_t i = 1; i < renderer->shown_count; i++) {
        const Spot by = renderer->shown[i].shift;
        extend(&all, (Extent){by.x, by.y, by.x + (int32_t)w, by.y + (int32_t)h});
    }
    return all;
}

/* The frame stays within what has ground around the player, in each direction in which that is
 * not smaller than the frame; otherwise, or if there is a background behind the map, within the
 * maps. */
static void place_camera(Renderer *renderer, Spot middle)
{
    enum { FAR = 4 }; /* frames */
    const Grid *grid = &renderer->content->grid;
    const int32_t w = (int32_t)renderer->w, h = (int32_t)renderer->h;
    const Cell cell = grid_cell_at(grid, middle);
    Extent limits = whole_maps(renderer);
    if (has_ground(renderer, cell) && !has_background(renderer->shown[0].map->record)) {
        const int32_t cell_w = grid->column < grid->tile_w ? grid->column : grid->tile_w;
        const int32_t cell_h = grid->row < grid->tile_h ? grid->row : grid->tile_h;
        const int32_t far_x = FAR * w / cell_w, far_y = FAR * h / cell_h;
        const Extent room =
            pixels_of(grid, room_around(renderer, cell, far_x > far_y ? far_x : far_y));
        if (room.right - room.left >= w) {
            limits.left = room.left;
            limits.right = room.right;
        }
        if (room.bottom - room.top >= h) {
            limits.top = room.top;
            limits.bottom = room.bottom;
        }
    }
    renderer->camera = (Spot){clamped(middle.x - w / 2, limits.left, limits.right - w),
                              clamped(middle.y - h / 2, limits.top, limits.bottom - h)};
}

/* ---- layers ---- */

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
    const Spot shake = impact_shake(renderer, ctx);
    place_camera(renderer, (Spot){middle.x + shake.x, middle.y + shake.y});
    const bool behind = has_background(renderer->shown[0].map->record);
    const bool dark = prepare(renderer, ctx, behind, &light);
    uint32_t lines = PIXELS / target->w > LINES_MIN ? PIXELS / target->w : LINES_MIN;
    for (uint32_t top = 0; top < target->h; top += lines) {
        lines = lines < target->h - top ? lines : target->h - top;
        const Band band = {image_part(target, 0, top, target->w, lines), (int32_t)top};
        draw_band(renderer, ctx.world, behind, dark ? &light : NULL, &band);
    }
}
