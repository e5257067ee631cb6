/* The frame's two layers, world and interface, and their composition. */
#include "engine/render/render_internal.h"

#include "engine/render/rows.h"

static uint32_t divided(uint32_t size, uint32_t zoom) { return (size + zoom - 1) / zoom; }

static Ground ground_new(const Renderer *renderer, unsigned first)
{
    enum { BLOCK_MIN = 16 };
    Arena *arena = renderer->layers.arena;
    const size_t columns = renderer->w / BLOCK_MIN + 2, lines = renderer->h / BLOCK_MIN + 2;
    return (Ground){.kept = image_new(renderer->w, renderer->h, arena),
                    .dirty = ARENA_ALLOC(arena, uint8_t, columns * lines),
                    .first = first};
}

/* Buffers for this target and these options; reused while those are the same. */
void layers_fit(Renderer *renderer, const Image *target)
{
    const RenderOptions *options = &renderer->options;
    Layers *layers = &renderer->layers;
    if (layers->w == target->w && layers->h == target->h)
        return;
    arena_reset(layers->arena);
    *layers = (Layers){.arena = layers->arena, .w = target->w, .h = target->h};
    renderer->w = divided(target->w, options->zoom);
    renderer->h = divided(target->h, options->zoom);
    if (options->zoom > 1)
        layers->world = image_new(renderer->w, renderer->h, layers->arena);
    if (options->ui_zoom > 1 && options->ui_zoom != options->zoom) {
        const uint32_t w = divided(target->w, options->ui_zoom);
        const uint32_t h = divided(target->h, options->ui_zoom);
        layers->ui = image_new(w, h, layers->arena);
        layers->text = image_new(w, h, layers->arena);
    }
    for (int i = 0; i < 2; i++)
        layers->rows[i] = ARENA_ALLOC(layers->arena, Pixel, target->w + ZOOM_MAX);
    layers->factors = ARENA_ALLOC(layers->arena, Pixel, renderer->w);
    renderer->ground = ground_new(renderer, 0);
    renderer->roof = ground_new(renderer, LAYER_ROOFS);
}

/* Enlarges a smaller image to the whole target. */
static void enlarge(const Image *target, const Image *from, uint32_t zoom, Pixel *row)
{
    const RowFunctions *rows = row_functions();
    for (uint32_t y = 0; y < target->h; y++) {
        if (y % zoom == 0)
            rows->enlarge(row, image_at(from, 0, y / zoom), from->w, zoom);
        memcpy(image_at(target, 0, y), row, target->w * sizeof *row);
    }
}

Image layers_world(Renderer *renderer, const Image *target)
{
    return renderer->layers.world.pixels ? renderer->layers.world : *target;
}

Image layers_interface(Renderer *renderer, const Image *target)
{
    Layers *layers = &renderer->layers;
    const RenderOptions *options = &renderer->options;
    if (options->ui_zoom == options->zoom)
        return layers_world(renderer, target);
    if (layers->world.pixels && !layers->ui.pixels) /* the interface is drawn at 1:1 */
        enlarge(target, &layers->world, options->zoom, layers->rows[0]);
    layers->ui_clear = layers->ui.pixels != NULL;
    return layers->ui_clear ? layers->ui : *target;
}

/* The part of a row that is not empty, starting at `from`; returns its end. */
static size_t used_part(const Pixel *row, size_t count, size_t *from)
{
    *from = row_functions()->zeros(row, count);
    while (count > *from && !row[count - 1])
        count--;
    return count;
}

/* Draws the interface over the target and clears it for the next frame. */
static void compose(Layers *layers, const Image *target, const Image *world, uint32_t zoom,
                    uint32_t ui_zoom)
{
    const RowFunctions *rows = row_functions();
    size_t from = 0, to = 0;
    for (uint32_t y = 0; y < target->h; y++) {
        Pixel *out = image_at(target, 0, y);
        if (world->pixels) {
            if (y % zoom == 0)
                rows->enlarge(layers->rows[0], image_at(world, 0, y / zoom), world->w, zoom);
            memcpy(out, layers->rows[0], target->w * sizeof *out);
        }
        if (y % ui_zoom == 0) {
            Pixel *row = image_at(&layers->ui, 0, y / ui_zoom);
            to = used_part(row, layers->ui.w, &from);
            rows->enlarge(layers->rows[1], row + from, to - from, ui_zoom);
            memset(row + from, 0, (to - from) * sizeof *row);
        }
        const size_t at = from * ui_zoom;
        const size_t end = to * ui_zoom < target->w ? to * ui_zoom : target->w;
        if (at < end)
            rows->blend(out + at, layers->rows[1], end - at);
    }
}

void layers_finish(Renderer *renderer, const Image *target)
{
    Layers *layers = &renderer->layers;
    const RenderOptions *options = &renderer->options;
    if (layers->ui.pixels)
        compose(layers, target, &layers->world, options->zoom, options->ui_zoom);
    else if (options->zoom > 1 && options->zoom == options->ui_zoom)
        enlarge(target, &layers->world, options->zoom, layers->rows[0]);
    layers->ui_clear = false;
    colours_filter(target, options->colours);
}
