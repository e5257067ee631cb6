/* Sprites on the map, sorted by height, row, and order of insertion. */
#include "engine/render/render_internal.h"

void depth_sprite_add(Renderer *renderer, DepthSprite depth_sprite)
{
    const SpriteFrame *picture = depth_sprite.picture;
    const int32_t x = depth_sprite.x - renderer->camera.x,
                  y = depth_sprite.y - renderer->camera.y;
    if (x >= (int32_t)renderer->w || y >= (int32_t)renderer->h || x + picture->w <= 0 ||
        y + picture->h <= 0)
        return;
    DepthSprites *depth_sprites = &renderer->depth_sprites;
    if (depth_sprites->count == depth_sprites->space) {
        const size_t space = depth_sprites->space ? depth_sprites->space * 2 : 1024;
        DepthSprite *list = ARENA_ALLOC(renderer->arena, DepthSprite, space);
        if (depth_sprites->count)
            memcpy(list, depth_sprites->list, depth_sprites->count * sizeof *list);
        depth_sprites->list = list;
        depth_sprites->sorted = ARENA_ALLOC(renderer->arena, DepthSprite, space);
        depth_sprites->space = space;
    }
    depth_sprites->list[depth_sprites->count++] = depth_sprite;
}

/* The end of a run that is already sorted. */
static size_t run_end(const DepthSprite *list, size_t from, size_t count)
{
    size_t end = from + 1;
    while (end < count && list[end - 1].key <= list[end].key)
        end++;
    return end;
}

static void merge(const DepthSprite *list, size_t from, size_t middle, size_t end,
                  DepthSprite *out)
{
    size_t a = from, b = middle;
    for (size_t i = from; i < end; i++)
        out[i] = b >= end || (a < middle && list[a].key <= list[b].key) ? list[a++] : list[b++];
}

/* A natural merge sort: most of the list is sorted already, because cells are visited row by
 * row. It is stable. */
static void sort(DepthSprites *depth_sprites)
{
    for (;;) {
        size_t runs = 0;
        for (size_t from = 0, middle, end; from < depth_sprites->count; from = end, runs++) {
            middle = run_end(depth_sprites->list, from, depth_sprites->count);
            end = middle < depth_sprites->count
                      ? run_end(depth_sprites->list, middle, depth_sprites->count)
                      : middle;
            if (!from && end == depth_sprites->count && middle == end)
                return;
            merge(depth_sprites->list, from, middle, end, depth_sprites->sorted);
        }
        DepthSprite *list = depth_sprites->list;
        depth_sprites->list = depth_sprites->sorted;
        depth_sprites->sorted = list;
        if (runs < 2)
            return;
    }
}

void depth_sprites_sort(Renderer *renderer) { sort(&renderer->depth_sprites); }

void depth_sprites_draw(const Renderer *renderer, const Band *band)
{
    const DepthSprites *depth_sprites = &renderer->depth_sprites;
    const int32_t top = renderer->camera.y + band->top, bottom = top + (int32_t)band->image.h;
    for (size_t i = 0; i < depth_sprites->count; i++) {
        const DepthSprite *depth_sprite = &depth_sprites->list[i];
        const SpriteFrame *picture = depth_sprite->picture;
        const int32_t x = depth_sprite->x - renderer->camera.x, y = depth_sprite->y - top;
        if (depth_sprite->y >= bottom || depth_sprite->y + picture->h <= top)
            continue;
        picture_draw(&band->image, x, y, picture);
        if (depth_sprite->flash)
            blit_shape(&band->image, x + picture->left, y + picture->top, &picture->image,
                       PIXEL(255, 255, 255, 255), depth_sprite->flash);
    }
}
