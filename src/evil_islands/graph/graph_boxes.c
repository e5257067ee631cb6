/* Samples boxes on the tiles. Parts, in order: the area of tiles below boxes; samples of the
 * six faces of a box. Rows of samples run along the longer edge of a face, and are first cut to
 * the part that is on the map: a damaged figure can be larger than any map. What remains is
 * counted as work. The distance of samples, a third of a tile, is unproven. */
#include "evil_islands/graph/graph_boxes.h"

static const double sample_gap = GRAPH_TILE / 3;

enum {
    SAMPLES_OF_EDGE_MAX = 1 << 26,
    ROW_WORK = 4, /* of a row that is outside the map, in samples */
};

bool graph_work(GraphWork *work, uint64_t more)
{
    return atomic_fetch_add(&work->done, more) + more <= work->max;
}

static void to_map(const GraphBox *box, const double at[3], double out[3])
{
    for (unsigned row = 0; row < 3; row++) {
        const double *r = box->linear[row];
        out[row] = box->place[row] + (r[0] * at[0] + r[1] * at[1] + r[2] * at[2]);
    }
}

/* ---- the area ---- */

/* From the tile of `low` to that of `high`, one more on both sides, within the map. */
static uint32_t tiles_between(double low, double high, uint32_t size, uint32_t *first)
{
    const double from = floor(low / GRAPH_TILE) - 1, to = floor(high / GRAPH_TILE) + 1;
    /* Also if they are NaN: the numbers are from files. */
    if (!(to >= 0 && from < size))
        return 0;
    *first = from > 0 ? (uint32_t)from : 0;
    return (to < size ? (uint32_t)to + 1 : size) - *first;
}

GraphArea graph_area(const GraphTiles *tiles, const GraphBox *boxes, size_t count,
                     GraphWork *work, Arena *arena)
{
    GraphArea out = {0};
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < count; i++)
        for (unsigned corner = 0; corner < 8; corner++) {
            double at[3], place[3];
            for (unsigned axis = 0; axis < 3; axis++)
                at[axis] = corner >> axis & 1 ? boxes[i].max[axis] : boxes[i].min[axis];
            to_map(&boxes[i], at, place);
            for (unsigned axis = 0; axis < 2; axis++) {
                low[axis] = place[axis] < low[axis] ? place[axis] : low[axis];
                high[axis] = place[axis] > high[axis] ? place[axis] : high[axis];
            }
        }
    out.w = tiles_between(low[0], high[0], tiles->w, &out.x);
    out.h = tiles_between(low[1], high[1], tiles->h, &out.y);
    const uint64_t size = (uint64_t)out.w * out.h;
    if (!size || !graph_work(work, size))
        return (GraphArea){0};
    static const GraphSpan none = {HUGE_VAL, -HUGE_VAL};
    out.samples = arena_alloc_raw(arena, size, sizeof *out.samples);
    for (uint64_t i = 0; i < size; i++)
        out.samples[i] = (GraphSamples){none, none};
    return out;
}

/* ---- samples ---- */

typedef struct Face {
    const GraphTiles *tiles;
    const GraphBox *box;
    const GraphArea *area;
    unsigned across, along; /* axes: rows are across, and samples in them along */
    uint32_t rows, columns;
    double corner[3];
    bool top;
} Face;

/* Parts of an edge between samples: 0 if there are too many. */
static uint32_t parts_of(const GraphBox *box, unsigned axis)
{
    const double parts = ceil((box->max[axis] - box->min[axis]) / sample_gap);
    return !(parts > 1) ? 1 : parts > SAMPLES_OF_EDGE_MAX ? 0 : (uint32_t)parts;
}

static double part_of(const GraphBox *box, unsigned axis, uint32_t i, uint32_t parts)
{
    return box->min[axis] + (box->max[axis] - box->min[axis]) * i / parts;
}

/* Narrows a range of samples to those whose place on one axis is within 0 to `end`, and a few
 * more. */
static void narrow(double start, double change, double end, double *from, double *to)
{
    enum { MORE = 2 };
    if (fabs(change) < 1e-12) { /* all samples are at one place */
        if (start < -1 || start > end + 1)
            *to = -1;
        return;
    }
    const double a = -start / change, b = (end - start) / change;
    const double low = (a < b ? a : b) - MORE, high = (a < b ? b : a) + MORE;
    *from = low > *from ? low : *from;
    *to = high < *to ? high : *to;
}

static void add_sample(const Face *face, const double place[3])
{
    const GraphArea *area = face->area;
    const double x = floor(place[0] / GRAPH_TILE) - area->x;
    const double y = floor(place[1] / GRAPH_TILE) - area->y;
    if (!(x >= 0 && y >= 0 && x < area->w && y < area->h))
        return;
    GraphSamples *samples = &area->samples[(size_t)y * area->w + (size_t)x];
    GraphSpan *span = face->top ? &samples->top : &samples->walls;
    span->low = place[2] < span->low ? place[2] : span->low;
    span->high = place[2] > span->high ? place[2] : span->high;
}

static bool sample_row(const Face *face, uint32_t row, GraphWork *work)
{
    const GraphBox *box = face->box;
    double at[3] = {face->corner[0], face->corner[1], face->corner[2]}, place[3], next[3];
    double from = 0, to = face->columns;
    at[face->across] = part_of(box, face->across, row, face->rows);
    at[face->along] = part_of(box, face->along, 0, face->columns);
    to_map(box, at, place);
    at[face->along] = box->max[face->along];
    to_map(box, at, next);
    narrow(place[0], (next[0] - place[0]) / face->columns, face->tiles->w * GRAPH_TILE, &from,
           &to);
    narrow(place[1], (next[1] - place[1]) / face->columns, face->tiles->h * GRAPH_TILE, &from,
           &to);
    if (!(from <= to))
        return true;
    const uint32_t first = (uint32_t)from, last = (uint32_t)to;
    if (!graph_work(work, last - first + 1))
        return false;
    for (uint32_t i = first; i <= last; i++) {
        at[face->along] = part_of(box, face->along, i, face->columns);
        to_map(box, at, place);
        add_sample(face, place);
    }
    return true;
}

static void sample_face(Face *face, GraphWork *work)
{
    const uint32_t across = parts_of(face->box, face->across);
    const uint32_t along = parts_of(face->box, face->along);
    if (!across || !along) {
        /* Exceeds the limit for all threads, so that the generation fails. */
        graph_work(work, work->max + 1);
        return;
    }
    face->rows = across;
    face->columns = along;
    if (across > along) {
        const unsigned axis = face->across;
        face->across = face->along;
        face->along = axis;
        face->rows = along;
        face->columns = across;
    }
    if (!graph_work(work, ROW_WORK * ((uint64_t)face->rows + 1)))
        return;
    for (uint32_t row = 0; row <= face->rows; row++)
        if (!sample_row(face, row, work))
            return;
}

void graph_sample(const GraphTiles *tiles, const GraphBox *box, const GraphArea *area,
                  GraphWork *work)
{
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned side = 0; side < 2; side++) {
            Face face = {.tiles = tiles,
                         .box = box,
                         .area = area,
                         .across = (axis + 1) % 3,
                         .along = (axis + 2) % 3,
                         .top = axis == 2 && side == 1};
            face.corner[axis] = side ? box->max[axis] : box->min[axis];
            sample_face(&face, work);
        }
}
