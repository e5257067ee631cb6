/* Draws a triangle row by row: first the pixels inside all three edges, as a range, then their
 * texture positions. These change by a constant fraction from pixel to pixel, which is added as
 * a whole part and a rest, so that no rounding error grows along the row. */
#include "base/image/flat_triangle.h"

#include <assert.h>

enum { HALF = FLAT_ONE / 2 };

/* A value that changes by a constant step from pixel to pixel: floor(n / area), exactly. */
typedef struct Stepper {
    int64_t whole, rest;           /* now; 0 <= rest < area */
    int64_t step_whole, step_rest; /* of a pixel */
} Stepper;

/* An edge: its function is positive inside, and changes by `step` from pixel to pixel. */
typedef struct Edge {
    int64_t x, y, dx, dy, step;
    int64_t least; /* 0 if pixels on the edge are inside, otherwise 1 */
} Edge;

static int64_t floor_div(int64_t a, int64_t b)
{
    const int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t ceil_div(int64_t a, int64_t b) { return -floor_div(-a, b); }

static Edge edge_of(const FlatVertex *from, const FlatVertex *to)
{
    Edge edge = {from->x, from->y, to->x - from->x, to->y - from->y, 0, 1};
    edge.step = -edge.dy * FLAT_ONE;
    /* Corners are clockwise in the image: a top edge leads right, a left edge leads up. */
    if (edge.dy < 0 || (edge.dy == 0 && edge.dx > 0))
        edge.least = 0;
    return edge;
}

static int64_t edge_at(const Edge *edge, int64_t x, int64_t y)
{
    return edge->dx * (y - edge->y) - edge->dy * (x - edge->x);
}

/* Narrows the pixels [*from, *to) of a row to those inside an edge. */
static void narrow(const Edge *edge, int64_t y, int64_t *from, int64_t *to)
{
    const int64_t start = edge_at(edge, HALF, y); /* of pixel 0 */
    if (edge->step > 0) {
        const int64_t first = ceil_div(edge->least - start, edge->step);
        *from = first > *from ? first : *from;
    } else if (edge->step < 0) {
        const int64_t last = floor_div(start - edge->least, -edge->step);
        *to = last + 1 < *to ? last + 1 : *to;
    } else if (start < edge->least) {
        *to = *from;
    }
}

static Stepper stepper_of(int64_t start, int64_t numerator, int64_t step, int64_t area)
{
    Stepper out;
    out.whole = floor_div(numerator, area);
    out.rest = numerator - out.whole * area;
    out.whole += start;
    out.step_whole = floor_div(step, area);
    out.step_rest = step - out.step_whole * area;
    return out;
}

static inline void stepper_next(Stepper *stepper, int64_t area)
{
    stepper->whole += stepper->step_whole;
    stepper->rest += stepper->step_rest;
    if (stepper->rest >= area) {
        stepper->rest -= area;
        stepper->whole++;
    }
}

/* The texel before a position and the weight of the next one; both clamped to the texture. */
static inline uint32_t texels_of(int64_t position, uint32_t size, uint32_t texels[2])
{
    const uint32_t shifted = (uint32_t)(position + HALF); /* one texel further */
    const uint32_t next = shifted / FLAT_ONE;
    texels[0] = next ? (next - 1 < size ? next - 1 : size - 1) : 0;
    texels[1] = next < size ? next : size - 1;
    return shifted % FLAT_ONE;
}

static Pixel mix(const Pixel corners[4], uint32_t right, uint32_t below)
{
    const uint32_t weights[4] = {(FLAT_ONE - right) * (FLAT_ONE - below),
                                 right * (FLAT_ONE - below), (FLAT_ONE - right) * below,
                                 right * below};
    Pixel out = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t sum = FLAT_ONE * FLAT_ONE / 2;
        for (int i = 0; i < 4; i++)
            sum += (corners[i] >> shift & 255) * weights[i];
        out |= sum / (FLAT_ONE * FLAT_ONE) << shift;
    }
    return out;
}

static Pixel sample(const Image *texture, int64_t u, int64_t v)
{
    uint32_t columns[2], rows[2];
    const uint32_t right = texels_of(u, texture->w, columns);
    const uint32_t below = texels_of(v, texture->h, rows);
    if (!right && !below)
        return *image_at(texture, columns[0], rows[0]);
    const Pixel corners[4] = {
        *image_at(texture, columns[0], rows[0]), *image_at(texture, columns[1], rows[0]),
        *image_at(texture, columns[0], rows[1]), *image_at(texture, columns[1], rows[1])};
    return mix(corners, right, below);
}

/* The corners clockwise in the image; returns twice the area in square units. */
static int64_t arrange(const FlatVertex corners[3], int32_t move_x, int32_t move_y,
                       FlatVertex out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = corners[i];
        out[i].x += move_x * FLAT_ONE;
        out[i].y += move_y * FLAT_ONE;
    }
    const Edge edge = edge_of(&out[0], &out[1]);
    const int64_t area = edge_at(&edge, out[2].x, out[2].y);
    if (area >= 0)
        return area;
    const FlatVertex second = out[1];
    out[1] = out[2];
    out[2] = second;
    return -area;
}

static void draw_row(const Image *target, const Image *texture, const FlatVertex at[3],
                     const Edge edges[3], int64_t area, int64_t from, int64_t count, int64_t y)
{
    Pixel pixels[FLAT_TRIANGLE_MAX + 1];
    const int64_t x = from * FLAT_ONE + HALF, middle = y * FLAT_ONE + HALF;
    /* The weights of the second and third corner. */
    const int64_t second = edge_at(&edges[2], x, middle), third = edge_at(&edges[0], x, middle);
    const int64_t du[2] = {at[1].u - at[0].u, at[2].u - at[0].u};
    const int64_t dv[2] = {at[1].v - at[0].v, at[2].v - at[0].v};
    Stepper u = stepper_of(at[0].u, second * du[0] + third * du[1],
                           edges[2].step * du[0] + edges[0].step * du[1], area);
    Stepper v = stepper_of(at[0].v, second * dv[0] + third * dv[1],
                           edges[2].step * dv[0] + edges[0].step * dv[1], area);
    for (int64_t i = 0; i < count; i++) {
        pixels[i] = sample(texture, u.whole, v.whole);
        stepper_next(&u, area);
        stepper_next(&v, area);
    }
    const Image row = {(uint32_t)count, 1, (size_t)count, pixels};
    image_over(target, (int32_t)from, (int32_t)y, &row);
}

static int32_t least_of(int32_t a, int32_t b, int32_t c)
{
    const int32_t least = a < b ? a : b;
    return least < c ? least : c;
}

static int32_t most_of(int32_t a, int32_t b, int32_t c) { return -least_of(-a, -b, -c); }

void flat_triangle(const Image *target, int32_t move_x, int32_t move_y, const Image *texture,
                   const FlatVertex corners[3])
{
    FlatVertex at[3];
    const int64_t area = arrange(corners, move_x, move_y, at);
    const int64_t left = least_of(at[0].x, at[1].x, at[2].x),
                  right = most_of(at[0].x, at[1].x, at[2].x),
                  top = least_of(at[0].y, at[1].y, at[2].y),
                  bottom = most_of(at[0].y, at[1].y, at[2].y);
    assert(right - left <= FLAT_TRIANGLE_MAX * FLAT_ONE &&
           bottom - top <= FLAT_TRIANGLE_MAX * FLAT_ONE);
    if (!area)
        return;
    const Edge edges[3] = {edge_of(&at[0], &at[1]), edge_of(&at[1], &at[2]),
                           edge_of(&at[2], &at[0])};
    int64_t y = floor_div(top, FLAT_ONE), end = floor_div(bottom, FLAT_ONE) + 1;
    y = y < 0 ? 0 : y;
    end = end > target->h ? target->h : end;
    for (; y < end; y++) {
        int64_t from = floor_div(left, FLAT_ONE), to = floor_div(right, FLAT_ONE) + 1;
        from = from < 0 ? 0 : from;
        to = to > target->w ? target->w : to;
        for (int i = 0; i < 3; i++)
            narrow(&edges[i], y * FLAT_ONE + HALF, &from, &to);
        if (from < to)
            draw_row(target, texture, at, edges, area, from, to - from, y);
    }
}
