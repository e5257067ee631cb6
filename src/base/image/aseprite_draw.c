/* Draws the layers of a frame from bottom to top. A cel's z-index moves it among the layers:
 * the order is the layer's position plus the z-index, then the z-index. If the file composes
 * groups separately, a group is drawn onto its own canvas first, otherwise its layers are drawn
 * directly. */
#include "base/image/aseprite_internal.h"

#include <stdlib.h>

typedef struct Drawing {
    Aseprite *aseprite;
    size_t frame;
    const AsepriteCel **cels; /* by layer; NULL: none */
    Pixel *row;               /* of the canvas */
    Arena *arena;
    Report *report;
} Drawing;

/* Something that is drawn in its order: a cel, or a group. */
typedef struct Item {
    int64_t order, z;
    uint32_t layer;
} Item;

static int compare_items(const void *a, const void *b)
{
    const Item *one = a, *other = b;
    if (one->order != other->order)
        return one->order < other->order ? -1 : 1;
    if (one->z != other->z)
        return one->z < other->z ? -1 : 1;
    return one->layer < other->layer ? -1 : one->layer > other->layer;
}

static bool mode_check(const AsepriteLayer *layer, Report *report)
{
    return aseprite_mode_supported(layer->mode) ||
           report_error(
               report,
               "layer \"%.*s\" has blend mode %u (%s); supported are normal, multiply, "
               "screen and overlay",
               (int)layer->name.size, layer->name.at, layer->mode,
               aseprite_mode_name(layer->mode));
}

/* The cel with the pixels, position and opacity of a linked cel: an earlier one. */
static const AsepriteCel *cel_resolve(Drawing *drawing, const AsepriteCel *cel)
{
    const uint32_t layer = cel->layer;
    while (cel->kind == CEL_LINKED) {
        const AsepriteFrame *cels = &drawing->aseprite->frames[cel->link];
        const AsepriteCel *found = NULL;
        if (!aseprite_work(drawing->aseprite, cels->cel_count, drawing->report))
            return NULL;
        for (size_t i = 0; i < cels->cel_count && !found; i++)
            if (cels->cels[i].layer == layer)
                found = &cels->cels[i];
        if (!found) {
            report_error(
                drawing->report,
                "a cel of frame %zu is linked to frame %u, in which its layer has none",
                drawing->frame, cel->link);
            return NULL;
        }
        cel = found;
    }
    return cel;
}

static int64_t clamp(int64_t value, int64_t max)
{
    return value < 0 ? 0 : value > max ? max : value;
}

static bool pixels_draw(Drawing *drawing, const AsepritePixels *pixels, unsigned opacity,
                        const Image *target)
{
    const AsepriteLayer *layer = pixels->layer;
    const int32_t left = pixels->cel->x, top = pixels->cel->y;
    const AsepriteMode mode = layer->background ? ASEPRITE_NORMAL : (AsepriteMode)layer->mode;
    const uint32_t from = (uint32_t)clamp(-(int64_t)left, pixels->w);
    const uint32_t end = (uint32_t)clamp((int64_t)target->w - left, pixels->w);
    const uint32_t last = (uint32_t)clamp((int64_t)target->h - top, pixels->h);
    for (uint32_t y = (uint32_t)clamp(-(int64_t)top, pixels->h); y < last && from < end; y++) {
        if (!aseprite_pixels_row(pixels, y, from, end, drawing->row, drawing->report))
            return false;
        Pixel *out =
            image_at(target, (uint32_t)(left + (int64_t)from), (uint32_t)(top + (int64_t)y));
        for (uint32_t x = 0; x < end - from; x++)
            out[x] = aseprite_blend(mode, out[x], drawing->row[x], opacity);
    }
    return true;
}

static unsigned opacity_of(unsigned a, unsigned b)
{
    const unsigned value = a * b + 128;
    return ((value >> 8) + value) >> 8;
}

static bool cel_draw(Drawing *drawing, uint32_t layer_index, const Image *target)
{
    const AsepriteLayer *layer = &drawing->aseprite->layers[layer_index];
    const AsepriteCel *cel = cel_resolve(drawing, drawing->cels[layer_index]);
    AsepritePixels pixels;
    if (!cel || !mode_check(layer, drawing->report))
        return false;
    Arena *scratch = arena_new();
    const bool ok =
        aseprite_pixels_open(drawing->aseprite, &drawing->aseprite->frames[drawing->frame],
                             layer, cel, &pixels, scratch, drawing->report) &&
        pixels_draw(drawing, &pixels, opacity_of(cel->opacity, layer->opacity), target);
    arena_free(scratch);
    return ok;
}

static bool level_draw(Drawing *drawing, uint32_t parent, const Image *target);

/* A group that is composed separately, then blended like a layer. */
static bool group_draw(Drawing *drawing, uint32_t index, const Image *target)
{
    Aseprite *aseprite = drawing->aseprite;
    const AsepriteLayer *group = &aseprite->layers[index];
    const uint64_t size = (uint64_t)target->w * target->h;
    if (!mode_check(group, drawing->report) || !aseprite_work(aseprite, size, drawing->report))
        return false;
    if (aseprite->group_pixels + size > ASEPRITE_GROUPS_MAX)
        return report_error(drawing->report,
                            "the groups inside each other are too large; they may have %d "
                            "pixels together",
                            ASEPRITE_GROUPS_MAX);
    aseprite->group_pixels += size;
    Arena *scratch = arena_new();
    const Image canvas = image_new(target->w, target->h, scratch);
    const bool ok = level_draw(drawing, index, &canvas);
    for (uint32_t y = 0; ok && y < target->h; y++)
        for (uint32_t x = 0; x < target->w; x++) {
            Pixel *out = image_at(target, x, y);
            *out = aseprite_blend((AsepriteMode)group->mode, *out, *image_at(&canvas, x, y),
                                  group->opacity);
        }
    arena_free(scratch);
    aseprite->group_pixels -= size;
    return ok;
}

/* Draws the layers of a group, or all if groups are not composed separately. */
static bool level_draw(Drawing *drawing, uint32_t parent, const Image *target)
{
    const Aseprite *aseprite = drawing->aseprite;
    Item *items = NULL;
    size_t count = 0;
    int64_t position = 0;
    if (!aseprite_work(drawing->aseprite, aseprite->layer_count, drawing->report))
        return false;
    for (uint32_t i = 0; i < aseprite->layer_count; i++) {
        const AsepriteLayer *layer = &aseprite->layers[i];
        if (aseprite->compose_groups && layer->parent != parent)
            continue;
        const AsepriteCel *cel = drawing->cels[i];
        const int64_t z = cel ? cel->z : 0, order = position++ + z;
        const bool drawn = layer->kind == LAYER_GROUP ? aseprite->compose_groups : cel != NULL;
        if (layer->visible && !layer->reference && drawn)
            *ARENA_PUSH(drawing->arena, items, count) = (Item){order, z, i};
    }
    if (count)
        qsort(items, count, sizeof *items, compare_items);
    for (size_t i = 0; i < count; i++) {
        const uint32_t layer = items[i].layer;
        if (!(aseprite->layers[layer].kind == LAYER_GROUP ? group_draw
                                                          : cel_draw)(drawing, layer, target))
            return false;
    }
    return true;
}

bool aseprite_draw(Aseprite *aseprite, size_t frame, Image *out, Arena *arena, Report *report)
{
    Arena *own = arena_new();
    const AsepriteFrame *cels = &aseprite->frames[frame];
    Drawing drawing = {.aseprite = aseprite, .frame = frame, .arena = own, .report = report};
    drawing.cels = ARENA_ALLOC(own, const AsepriteCel *, aseprite->layer_count + 1);
    drawing.row = ARENA_ALLOC(own, Pixel, aseprite->w);
    for (size_t i = 0; i < cels->cel_count; i++)
        drawing.cels[cels->cels[i].layer] = &cels->cels[i];
    *out = image_new(aseprite->w, aseprite->h, arena);
    const bool ok = level_draw(&drawing, ASEPRITE_LAYERS_MAX, out);
    arena_free(own);
    return ok;
}
