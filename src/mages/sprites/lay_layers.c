/* Conversion of a layout's entries and chunks to layers of cells on a canvas. */
#include "mages/sprites/lay_internal.h"

#include "base/image/png.h"

#include <inttypes.h>

#include <math.h>
#include <stdlib.h>

typedef struct Placing {
    const Lay *lay;
    const Image *sheet;
    bool seed;
    int32_t min_x, min_y;
    size_t rounded, first_rounded; /* number, and index of the first
                                    */
    bool clipped, clipped_others;
    size_t first_clipped;
} Placing;

typedef struct ChunkPosition {
    int32_t dst_x, dst_y, src_x, src_y;
} ChunkPosition;

/* Coordinates are integers in all genuine files. */
static int32_t nearest(float value, bool *odd)
{
    const float whole = rintf(value);
    *odd |= fabsf(value - whole) > 1.0f / 64;
    return (int32_t)whole;
}

static ChunkPosition place_of(const Lay *lay, size_t chunk, bool *odd)
{
    const LayChunk *from = &lay->file.chunks[chunk];
    return (ChunkPosition){nearest(from->dst_x, odd), nearest(from->dst_y, odd),
                           nearest(lay_src_x(lay->flavour, from), odd),
                           nearest(lay_src_y(lay->flavour, from), odd)};
}

/* Checks all numbers before they are converted to integers. */
static bool chunks_check(const Lay *lay, Report *report)
{
    for (size_t i = 0; i < lay->file.chunk_count; i++) {
        const LayChunk *chunk = &lay->file.chunks[i];
        const float values[] = {chunk->dst_x, chunk->dst_y, lay_src_x(lay->flavour, chunk),
                                lay_src_y(lay->flavour, chunk)};
        static const char *const names[] = {"dst_x", "dst_y", "src_x", "src_y"};
        for (size_t k = 0; k < COUNT_OF(values); k++)
            if (!(fabsf(values[k]) <= LAY_NUMBER_MAX)) /* also false for NaN */
                return report_error(report, "chunk %zu: %s is %g, not a number up to %d", i,
                                    names[k], (double)values[k], LAY_NUMBER_MAX);
    }
    return true;
}

static bool entries_check(const Lay *lay, Report *report)
{
    const LayFile *file = &lay->file;
    uint64_t cells = 0;
    if (file->sprite_count > LAY_ENTRIES_MAX)
        return report_error(report, "%u entries, more than %d", file->sprite_count,
                            LAY_ENTRIES_MAX);
    for (size_t i = 0; i < file->sprite_count; i++) {
        const LaySprite *sprite = &file->sprites[i];
        if ((uint64_t)sprite->chunk_offset + sprite->chunk_count > file->chunk_count)
            return report_error(report, "entry %zu: chunks %u to %" PRIu64 ", there are %u", i,
                                sprite->chunk_offset,
                                (uint64_t)sprite->chunk_offset + sprite->chunk_count,
                                file->chunk_count);
        cells += sprite->chunk_count;
    }
    return cells <= LAY_CELLS_MAX ||
           report_error(report, "the entries have %" PRIu64 " cells, more than %d", cells,
                        LAY_CELLS_MAX);
}

/* Whether all positions differ by multiples of 30: comparing with the first chunk is
 * sufficient. */
static bool on_lattice(const Lay *lay)
{
    bool odd = false;
    const ChunkPosition first =
        lay->file.chunk_count ? place_of(lay, 0, &odd) : (ChunkPosition){0};
    for (size_t i = 1; i < lay->file.chunk_count; i++) {
        const ChunkPosition place = place_of(lay, i, &odd);
        if ((place.dst_x - first.dst_x) % LAY_PITCH || (place.dst_y - first.dst_y) % LAY_PITCH)
            return false;
    }
    return true;
}

/* The canvas is the bounding box of all chunks; with the geometry of the specification's author
 * it includes the origin. */
static bool plan_canvas(Placing *placing, LayPlan *plan, Report *report)
{
    const LayFile *file = &placing->lay->file;
    const int32_t side = placing->seed ? LAY_CELL : LAY_PITCH;
    int32_t max_x = placing->seed ? 0 : INT32_MIN, max_y = max_x;
    placing->min_x = placing->min_y = placing->seed ? 0 : INT32_MAX;
    if (!file->chunk_count)
        return report_error(report, "no chunks, so there is nothing to draw");
    for (size_t i = 0; i < file->chunk_count; i++) {
        bool odd = false;
        const ChunkPosition place = place_of(placing->lay, i, &odd);
        placing->min_x = place.dst_x < placing->min_x ? place.dst_x : placing->min_x;
        placing->min_y = place.dst_y < placing->min_y ? place.dst_y : placing->min_y;
        max_x = place.dst_x > max_x ? place.dst_x : max_x;
        max_y = place.dst_y > max_y ? place.dst_y : max_y;
        if (odd && !placing->rounded++)
            placing->first_rounded = i;
    }
    plan->w = (uint32_t)(max_x - placing->min_x + side);
    plan->h = (uint32_t)(max_y - placing->min_y + side);
    plan->origin_x = -placing->min_x;
    plan->origin_y = -placing->min_y;
    if (plan->w > PNG_SIDE_MAX || plan->h > PNG_SIDE_MAX ||
        (uint64_t)plan->w * plan->h > PNG_PIXELS_MAX)
        return report_error(report, "a canvas of %u x %u pixels is too large", plan->w,
                            plan->h);
    return true;
}

/* The part of a chunk that is inside the sheet; returns false if nothing is. */
static bool cell_of(Placing *placing, size_t chunk, LayCell *out)
{
    bool odd = false;
    const ChunkPosition place = place_of(placing->lay, chunk, &odd);
    const int32_t shift = placing->seed ? 1 : 0, side = placing->seed ? LAY_CELL : LAY_PITCH;
    const int32_t x = place.src_x - shift, y = place.src_y - shift;
    const int32_t w = (int32_t)placing->sheet->w, h = (int32_t)placing->sheet->h;
    const int32_t left = x > 0 ? x : 0, top = y > 0 ? y : 0;
    const int32_t right = x + side < w ? x + side : w, bottom = y + side < h ? y + side : h;
    if (left > x || top > y || right < x + side || bottom < y + side) {
        /* A chunk may be used several times. */
        placing->clipped_others |= placing->clipped && chunk != placing->first_clipped;
        if (!placing->clipped)
            placing->first_clipped = chunk;
        placing->clipped = true;
    }
    if (left >= right || top >= bottom)
        return false;
    *out = (LayCell){.x = place.dst_x - placing->min_x + left - x,
                     .y = place.dst_y - placing->min_y + top - y,
                     .source_x = (uint16_t)left,
                     .source_y = (uint16_t)top,
                     .w = (uint16_t)(right - left),
                     .h = (uint16_t)(bottom - top)};
    return true;
}

static void layer_fill(Placing *placing, const LaySprite *sprite, LayLayer *layer, Arena *arena)
{
    layer->cells = arena_alloc_raw(arena, sprite->chunk_count, sizeof *layer->cells);
    for (size_t i = 0; i < sprite->chunk_count; i++)
        layer->count += cell_of(placing, sprite->chunk_offset + i, &layer->cells[layer->count]);
}

static int compare_layers(const void *left, const void *right)
{
    const LayLayer *a = left, *b = right;
    const uint32_t keys[][2] = {{a->type, b->type}, {a->face, b->face}, {a->frame, b->frame}};
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

/* There is only one base, whatever its number. */
static LayLayer layer_key(uint32_t info)
{
    const unsigned type = lay_type(info);
    return (LayLayer){
        .type = type, .face = lay_face(info), .frame = type == LAY_BASE ? 0 : lay_frame(info)};
}

void lay_layers_sort(LayLayer *layers, size_t count)
{
    qsort(layers, count, sizeof *layers, compare_layers);
}

bool lay_layers_have(const LayLayer *layers, size_t count, const LayLayer *key)
{
    for (size_t i = 0; i < count; i++)
        if (!compare_layers(&layers[i], key))
            return true;
    return false;
}

/* Reports one line for each kind of anomaly, regardless of their number. */
static bool report_oddities(const Placing *placing, bool strict, Report *report)
{
    if (placing->rounded)
        report_warning(report, "chunk %zu%s: coordinates are rounded to whole pixels",
                       placing->first_rounded, placing->rounded > 1 ? " and others" : "");
    if (placing->clipped && strict)
        return report_error(
            report, "chunk %zu%s: it leaves the picture of %u x %u", placing->first_clipped,
            placing->clipped_others ? " and others" : "", placing->sheet->w, placing->sheet->h);
    if (placing->clipped)
        report_warning(report, "chunk %zu%s: what leaves the picture of %u x %u is clipped",
                       placing->first_clipped, placing->clipped_others ? " and others" : "",
                       placing->sheet->w, placing->sheet->h);
    return true;
}

bool lay_plan_layers(const Lay *lay, const LayOptions *options, LayPlan *plan, Arena *arena,
                     Report *report)
{
    Placing placing = {.lay = lay, .sheet = plan->sheet};
    if (!chunks_check(lay, report) || !entries_check(lay, report))
        return false;
    placing.seed = options->geometry == LAY_GEOMETRY_AUTO
                       ? !on_lattice(lay)
                       : options->geometry == LAY_GEOMETRY_SEED;
    if (!plan_canvas(&placing, plan, report))
        return false;
    LayLayer *layers = ARENA_ALLOC(arena, LayLayer, lay->file.sprite_count);
    size_t count = 0, twice = 0, unknown = 0, first_twice = 0, first_unknown = 0;
    for (size_t i = 0; i < lay->file.sprite_count; i++) {
        const LaySprite *sprite = &lay->file.sprites[i];
        LayLayer layer = layer_key(sprite->info);
        if (!lay_type_word(layer.type)) {
            if (!unknown++)
                first_unknown = i;
        } else if (lay_layers_have(layers, count, &layer)) {
            if (!twice++)
                first_twice = i;
        } else {
            layer_fill(&placing, sprite, &layer, arena);
            layers[count++] = layer;
        }
    }
    if (unknown)
        report_warning(report, "entry %zu%s: type 0x%02x is unknown and skipped", first_unknown,
                       unknown > 1 ? " and others" : "",
                       lay_type(lay->file.sprites[first_unknown].info));
    if (twice)
        report_warning(report,
                       "entry %zu%s: it has the numbers of an earlier one, which counts",
                       first_twice, twice > 1 ? " and others" : "");
    lay_layers_sort(layers, count);
    plan->layers = layers;
    plan->layer_count = count;
    plan->replace = placing.seed;
    return report_oddities(&placing, options->strict, report);
}

const LayLayer *lay_layer(const LayPlan *plan, uint32_t type, uint32_t face, uint32_t frame)
{
    const LayLayer key = {.type = type, .face = face, .frame = frame};
    if (!plan->layer_count)
        return NULL;
    return bsearch(&key, plan->layers, plan->layer_count, sizeof key, compare_layers);
}

const LayLayer *lay_layers_of(const LayPlan *plan, uint32_t type, uint32_t face, size_t *count)
{
    size_t low = 0, high = plan->layer_count;
    const LayLayer key = {.type = type, .face = face, .frame = 0};
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (compare_layers(&plan->layers[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < plan->layer_count && plan->layers[low + *count].type == type &&
           plan->layers[low + *count].face == face)
        ++*count;
    return plan->layers + low;
}
