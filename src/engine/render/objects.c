/* Sprites of the objects' layer, and projectiles. */
#include "engine/render/render_internal.h"

/* Bits of TileFacts.masks. */
enum { MASKS_KNOWN = 1, WALKED_BELOW = 2, WALKED_ABOVE = 4 };
/* Values of a collision mask (seeds/proj_format.txt, Objects). */
enum { MASK_ABOVE = 6, MASK_BELOW = 7 };

static unsigned masks_of(Renderer *renderer, uint32_t sprite)
{
    if (sprite >= renderer->tile_count)
        return MASKS_KNOWN;
    uint8_t *masks = &renderer->tiles[sprite].masks;
    if (*masks)
        return *masks;
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const size_t count = object ? (size_t)object->mask_width * object->mask_height : 0;
    *masks = MASKS_KNOWN;
    for (size_t i = 0; i < count; i++) {
        *masks |= (object->mask[i] & 7) == MASK_BELOW ? WALKED_BELOW : 0;
        *masks |= (object->mask[i] & 7) == MASK_ABOVE ? WALKED_ABOVE : 0;
    }
    return *masks;
}

/* The depth key of an object: actors are behind an object in a lower row, and below objects
 * that they walk below, such as gates. */
static int64_t row_of(Renderer *renderer, uint32_t sprite, Spot box)
{
    const int32_t tile_h = renderer->content->grid.tile_h;
    return (int64_t)box.y + tile_h + (masks_of(renderer, sprite) & WALKED_BELOW ? tile_h : 0);
}

/* The animation that a script has started in this cell. */
static const Overlay *overlay_at(const World *world, uint32_t map, Cell cell)
{
    for (uint32_t i = 0; i < world->overlay_count; i++)
        if (world->overlays[i].place.map == map && world->overlays[i].place.cell.x == cell.x &&
            world->overlays[i].place.cell.y == cell.y)
            return &world->overlays[i];
    return NULL;
}

void objects_add(Renderer *renderer, const World *world, size_t slot)
{
    const Grid *grid = &renderer->content->grid;
    const ShownMap *shown = &renderer->shown[slot];
    const uint16_t *cells = shown_layer(renderer, slot, LAYER_OBJECTS);
    const Rect area = {renderer->camera.x - shown->shift.x, renderer->camera.y - shown->shift.y,
                       (int32_t)renderer->w, (int32_t)renderer->h};
    CellWalk walk = cell_walk(grid, area, renderer->max_w, renderer->max_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        uint32_t sprite = cells[cell.y * grid->side + cell.x], age = world->tick;
        const Overlay *overlay =
            world->overlay_count ? overlay_at(world, shown->index, cell) : NULL;
        if (overlay) {
            sprite = overlay->sprite;
            age = world->tick - overlay->since;
        }
        const SpriteFrame *picture =
            picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, age);
        if (!picture)
            continue;
        Spot box = grid_box(grid, cell);
        box = (Spot){box.x + shown->shift.x, box.y + shown->shift.y};
        depth_sprite_add(renderer,
                         (DepthSprite){.key = row_of(renderer, sprite, box) * ROW_STEPS,
                                       .picture = picture,
                                       .x = box.x,
                                       .y = box.y + grid->tile_h - picture->h});
    }
}

int64_t objects_top(Renderer *renderer, size_t slot, Spot feet, int64_t row)
{
    const Grid *grid = &renderer->content->grid;
    const Spot shift = renderer->shown[slot].shift;
    const uint16_t *cells = shown_layer(renderer, slot, LAYER_OBJECTS);
    CellWalk walk =
        cell_walk(grid, (Rect){feet.x, feet.y, 1, 1}, renderer->max_w, renderer->max_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        const uint32_t sprite = cells[cell.y * grid->side + cell.x];
        const Spot box = grid_box(grid, cell);
        const int64_t other = row_of(renderer, sprite, box) + shift.y;
        if (masks_of(renderer, sprite) & WALKED_ABOVE && other > row)
            row = other;
    }
    return row;
}

int64_t objects_bottom(Renderer *renderer, size_t slot, const DepthSprite *figure, int64_t row)
{
    const Grid *grid = &renderer->content->grid;
    const Spot shift = renderer->shown[slot].shift;
    const uint16_t *cells = shown_layer(renderer, slot, LAYER_OBJECTS);
    const Rect area = {figure->x - shift.x, figure->y - shift.y, figure->picture->w,
                       figure->picture->h};
    CellWalk walk = cell_walk(grid, area, renderer->max_w, renderer->max_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        const uint32_t sprite = cells[cell.y * grid->side + cell.x];
        const SpriteFrame *picture =
            masks_of(renderer, sprite) & (WALKED_BELOW | WALKED_ABOVE)
                ? picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, 0)
                : NULL;
        if (!picture)
            continue;
        const Spot box = grid_box(grid, cell);
        const int32_t top = box.y + grid->tile_h - picture->h;
        const int64_t other = row_of(renderer, sprite, box) + shift.y;
        if (box.x < area.x + area.w && area.x < box.x + picture->w && top < area.y + area.h &&
            area.y < box.y + grid->tile_h && other <= row)
            row = other - 1;
    }
    return row;
}

void shots_add(Renderer *renderer, const World *world)
{
    const Grid *grid = &renderer->content->grid;
    for (uint32_t i = 0; i < world->shot_count; i++) {
        const Shot *shot = &world->shots[i];
        const uint32_t age = world->tick - shot->since, whole = shot->until - shot->since;
        const size_t slot = shown_slot(renderer, shot->map);
        const SpriteFrame *picture =
            picture_at(&renderer->pictures, shot->sprite >> 16, shot->sprite & 0xFFFF,
                       grid_direction(shot->from, shot->to), age);
        if (!picture || slot == SHOWN_MAX || !whole)
            continue;
        const Spot shift = renderer->shown[slot].shift;
        const int32_t x = shift.x + shot->from.x +
                          (int32_t)((int64_t)(shot->to.x - shot->from.x) * age / whole);
        const int32_t y = shift.y + shot->from.y +
                          (int32_t)((int64_t)(shot->to.y - shot->from.y) * age / whole);
        /* At the height of the thrower's hand. */
        depth_sprite_add(renderer, (DepthSprite){.key = ((int64_t)y + grid->tile_h) * ROW_STEPS,
                                                 .picture = picture,
                                                 .x = x - picture->w / 2,
                                                 .y = y - picture->h / 2 - grid->tile_h / 4});
    }
}
