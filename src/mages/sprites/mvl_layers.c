/* Conversion of the states of an MVL sprite to layers of triangles on a canvas. */
#include "mages/sprites/lay_internal.h"
#include "base/image/png.h"

#include <math.h>

/* One state of the sprite. */
typedef struct Placing {
    const Mvl *mvl;
    const Image *sheet;
    int32_t left, top; /* of the canvas, in pixels from the centre of the screen */
    bool outside;      /* a texture position was moved to the edge */
    size_t first_outside;
} Placing;

/* The nearest 1/256. The product is exact, because 256 is a power of two. */
static int32_t fixed(float value) { return (int32_t)rint((double)value * FLAT_ONE); }

static int32_t pixel_floor(int32_t value) { return value / FLAT_ONE - (value % FLAT_ONE < 0); }

static bool vertices_check(const Mvl *mvl, Report *report)
{
    for (size_t i = 0; i < mvl->head.vertex_count; i++) {
        const MvlVertex *vertex = &mvl->vertices[i];
        const float values[] = {vertex->x, vertex->y, vertex->u, vertex->v};
        for (size_t k = 0; k < COUNT_OF(values); k++)
            if (!(fabsf(values[k]) <= MVL_NUMBER_MAX)) /* also false for NaN */
                return report_error(report, "vertex %zu: %c is %g, not a number up to %d", i,
                                    "xyuv"[k], (double)values[k], MVL_NUMBER_MAX);
    }
    return true;
}

static bool indices_check(const Mvl *mvl, Report *report)
{
    for (size_t i = 0; i < mvl->head.state_count; i++) {
        const MvlState *state = &mvl->head.states[i];
        if (state->index_count % 3)
            return report_error(report, "state %zu: %u indices are not triangles", i,
                                state->index_count);
        for (size_t k = 0; k < state->index_count; k++)
            if (mvl->indices[i][k] >= mvl->head.vertex_count)
                return report_error(report, "state %zu: vertex %u; there are %u", i,
                                    mvl->indices[i][k], mvl->head.vertex_count);
    }
    return true;
}

/* The canvas is the bounding box of all triangles, in whole pixels. */
static bool plan_canvas(Placing *placing, LayPlan *plan, Report *report)
{
    const Mvl *mvl = placing->mvl;
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    for (size_t i = 0; i < mvl->head.state_count; i++)
        for (size_t k = 0; k < mvl->head.states[i].index_count; k++) {
            const MvlVertex *vertex = &mvl->vertices[mvl->indices[i][k]];
            const int32_t x = fixed(vertex->x), y = fixed(vertex->y);
            left = x < left ? x : left;
            top = y < top ? y : top;
            right = x > right ? x : right;
            bottom = y > bottom ? y : bottom;
        }
    if (left > right)
        return report_error(report, "no triangles, so there is nothing to draw");
    placing->left = pixel_floor(left);
    placing->top = pixel_floor(top);
    plan->w = (uint32_t)(pixel_floor(right + FLAT_ONE - 1) - placing->left);
    plan->h = (uint32_t)(pixel_floor(bottom + FLAT_ONE - 1) - placing->top);
    plan->origin_x = -placing->left;
    plan->origin_y = -placing->top;
    if (!plan->w || !plan->h)
        return report_error(report, "a canvas of %u x %u pixels is empty", plan->w, plan->h);
    return (plan->w <= PNG_SIDE_MAX && plan->h <= PNG_SIDE_MAX &&
            (uint64_t)plan->w * plan->h <= PNG_PIXELS_MAX) ||
           report_error(report, "a canvas of %u x %u pixels is too large", plan->w, plan->h);
}

/* In 1/256 texel, moved to the edge of the texture if it is outside. */
static int32_t texel_of(float value, uint32_t size, bool *outside)
{
    *outside |= value < 0 || value > 1;
    const double clamped = value < 0 ? 0 : value > 1 ? 1 : (double)value;
    return (int32_t)rint(clamped * (double)size * FLAT_ONE);
}

static FlatVertex corner_of(Placing *placing, size_t index)
{
    const MvlVertex *vertex = &placing->mvl->vertices[index];
    bool outside = false;
    const FlatVertex corner = {fixed(vertex->x) - placing->left * FLAT_ONE,
                               fixed(vertex->y) - placing->top * FLAT_ONE,
                               texel_of(vertex->u, placing->sheet->w, &outside),
                               texel_of(vertex->v, placing->sheet->h, &outside)};
    if (outside && !placing->outside)
        placing->first_outside = index;
    placing->outside |= outside;
    return corner;
}

/* The pixels that a triangle can touch; its corners are on the canvas. */
static LayCell box_of(const LayTriangle *triangle)
{
    int32_t left = INT32_MAX, top = INT32_MAX, right = 0, bottom = 0;
    for (int i = 0; i < 3; i++) {
        const FlatVertex *corner = &triangle->corners[i];
        left = corner->x < left ? corner->x : left;
        top = corner->y < top ? corner->y : top;
        right = corner->x > right ? corner->x : right;
        bottom = corner->y > bottom ? corner->y : bottom;
    }
    const int32_t x = left / FLAT_ONE, y = top / FLAT_ONE;
    return (LayCell){.x = x,
                     .y = y,
                     .w = (uint16_t)((right + FLAT_ONE - 1) / FLAT_ONE - x),
                     .h = (uint16_t)((bottom + FLAT_ONE - 1) / FLAT_ONE - y)};
}

/* Triangles without pixels are omitted. */
static bool layer_fill(Placing *placing, size_t index, LayLayer *layer, Arena *arena,
                       Report *report)
{
    const MvlState *state = &placing->mvl->head.states[index];
    const u16 *indices = placing->mvl->indices[index];
    layer->cells = ARENA_ALLOC(arena, LayCell, state->index_count / 3);
    layer->triangles = ARENA_ALLOC(arena, LayTriangle, state->index_count / 3 + 1);
    for (size_t i = 0; i < state->index_count; i += 3) {
        LayTriangle *triangle = &layer->triangles[layer->count];
        for (size_t k = 0; k < 3; k++)
            triangle->corners[k] = corner_of(placing, indices[i + k]);
        const LayCell box = box_of(triangle);
        if (box.w > FLAT_TRIANGLE_MAX || box.h > FLAT_TRIANGLE_MAX)
            return report_error(report,
                                "state %zu, triangle %zu: %u x %u pixels; the maximum is %d",
                                index, i / 3, box.w, box.h, FLAT_TRIANGLE_MAX);
        if (box.w && box.h)
            layer->cells[layer->count++] = box;
    }
    return true;
}

static bool report_oddities(const Placing *placing, bool strict, Report *report)
{
    if (placing->outside && strict)
        return report_error(report, "vertex %zu: u or v is outside the texture",
                            placing->first_outside);
    if (placing->outside)
        report_warning(report, "vertex %zu: u or v is outside the texture; the edge is used",
                       placing->first_outside);
    return true;
}

bool mvl_plan_layers(const Mvl *mvl, const LayOptions *options, LayPlan *plan, Arena *arena,
                     Report *report)
{
    Placing placing = {.mvl = mvl, .sheet = plan->sheet};
    if (!vertices_check(mvl, report) || !indices_check(mvl, report) ||
        !plan_canvas(&placing, plan, report))
        return false;
    LayLayer *layers = ARENA_ALLOC(arena, LayLayer, mvl->head.state_count);
    size_t count = 0, twice = 0, first_twice = 0;
    for (size_t i = 0; i < mvl->head.state_count; i++) {
        const MvlPart part = mvl_part(&mvl->head.states[i]);
        LayLayer layer = {.type = part.type, .face = part.face, .frame = part.frame};
        if (!part.drawn)
            continue;
        if (lay_layers_have(layers, count, &layer)) {
            if (!twice++)
                first_twice = i;
            continue;
        }
        if (!layer_fill(&placing, i, &layer, arena, report))
            return false;
        layers[count++] = layer;
    }
    if (twice)
        report_warning(report,
                       "state %zu%s: it has the numbers of an earlier one, which counts",
                       first_twice, twice > 1 ? " and others" : "");
    lay_layers_sort(layers, count);
    plan->layers = layers;
    plan->layer_count = count;
    return report_oddities(&placing, options->strict, report);
}
