/* Parts, in order: triangles; reduction and outlines. Edge functions in integers decide which
 * pixels are drawn; depth, texture and light use floating point. Blended triangles do not
 * change the depth buffer, so callers draw them last. */
#include "base/image/raster.h"

#include <assert.h>

enum { STEPS = 256, FAR_MAX = 1000000 }; /* steps per pixel; limit in pixels */

Raster raster_new(uint32_t w, uint32_t h, Arena *arena)
{
    Raster raster = {image_new(w, h, arena),
                     arena_alloc_raw(arena, (size_t)w * h, sizeof(float))};
    for (size_t i = 0; i < (size_t)w * h; i++)
        raster.depth[i] = INFINITY;
    return raster;
}

/* ---- triangles ---- */

/* A corner, in steps. */
typedef struct Point {
    int64_t x, y;
} Point;

/* Signed distance of a pixel centre from an edge of the triangle: negative outside. */
typedef struct Edge {
    int64_t at, right, down; /* value at the pixel; increments for one pixel to the right and
                              * one down */
} Edge;

/* A centre exactly on an edge belongs to the triangle for which it is a top or left edge. */
static Edge edge_of(Point a, Point b, int64_t x, int64_t y)
{
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    const bool top_left = (dy == 0 && dx > 0) || dy < 0;
    return (Edge){dx * (y - a.y) - dy * (x - a.x) - !top_left, -dy * STEPS, dx * STEPS};
}

static Point point_of(const RasterVertex *corner)
{
    return (Point){(int64_t)floor((double)corner->x * STEPS + 0.5),
                   (int64_t)floor((double)corner->y * STEPS + 0.5)};
}

static bool is_drawable(const RasterVertex corners[3])
{
    for (int i = 0; i < 3; i++) {
        const RasterVertex *c = &corners[i];
        if (!isfinite(c->depth) || !isfinite(c->u) || !isfinite(c->v) || !isfinite(c->light) ||
            !(fabsf(c->x) < FAR_MAX) || !(fabsf(c->y) < FAR_MAX) || !(c->w > 0))
            return false;
    }
    return true;
}

static Pixel texel(const Image *texture, double u, double v)
{
    const double x = floor((u - floor(u)) * texture->w), y = floor((v - floor(v)) * texture->h);
    const uint32_t column = x >= texture->w ? texture->w - 1 : (uint32_t)x;
    const uint32_t row = y >= texture->h ? texture->h - 1 : (uint32_t)y;
    return *image_at(texture, column, row);
}

static unsigned lit(unsigned part, unsigned by, double light)
{
    const double value = (double)(part * by) / 255 * light + 0.5;
    return value >= 255 ? 255 : value <= 0 ? 0 : (unsigned)value;
}

static void put(const Image *image, uint32_t x, uint32_t y, Pixel pixel)
{
    const Image under = image_part(image, x, y, 1, 1);
    const Image over = {1, 1, 1, &pixel};
    image_over(&under, 0, 0, &over);
}

/* Draws a pixel at the barycentric coordinates of the corners. */
static void draw(const Raster *raster, const RasterVertex c[3], const double share[3],
                 const RasterPaint *paint, uint32_t x, uint32_t y)
{
    float *depth = &raster->depth[(size_t)y * raster->image.w + x];
    const float z =
        (float)(share[0] * c[0].depth + share[1] * c[1].depth + share[2] * c[2].depth);
    if (!(z < *depth))
        return;
    /* Perspective-correct: values divided by w are linear on the screen. */
    const double p[3] = {share[0] / c[0].w, share[1] / c[1].w, share[2] / c[2].w};
    const double sum = p[0] + p[1] + p[2];
    const double u = (p[0] * c[0].u + p[1] * c[1].u + p[2] * c[2].u) / sum;
    const double v = (p[0] * c[0].v + p[1] * c[1].v + p[2] * c[2].v) / sum;
    const double light = (p[0] * c[0].light + p[1] * c[1].light + p[2] * c[2].light) / sum;
    const Pixel from = paint->texture ? texel(paint->texture, u, v) : PIXEL(255, 255, 255, 255);
    const unsigned alpha = lit(PIXEL_A(from), PIXEL_A(paint->colour), 1);
    if (!alpha || (!paint->blend && alpha < 128))
        return;
    const Pixel pixel =
        PIXEL(lit(PIXEL_R(from), PIXEL_R(paint->colour), light),
              lit(PIXEL_G(from), PIXEL_G(paint->colour), light),
              lit(PIXEL_B(from), PIXEL_B(paint->colour), light), paint->blend ? alpha : 255);
    if (paint->blend) {
        put(&raster->image, x, y, pixel);
    } else {
        *image_at(&raster->image, x, y) = pixel;
        *depth = z;
    }
}

/* The pixels from `min` to before `max`, both in steps, that are inside 0 .. size. */
static void clip(int64_t min, int64_t max, uint32_t size, uint32_t *from, uint32_t *to)
{
    const int64_t first = min < 0 ? 0 : min / STEPS, last = max < 0 ? 0 : max / STEPS + 1;
    *from = first > size ? size : (uint32_t)first;
    *to = last > size ? size : (uint32_t)last;
}

static int64_t min_of(int64_t a, int64_t b, int64_t c)
{
    const int64_t min = a < b ? a : b;
    return min < c ? min : c;
}

void raster_triangle(const Raster *raster, const RasterVertex corners[3],
                     const RasterPaint *paint)
{
    RasterVertex c[3] = {corners[0], corners[1], corners[2]};
    uint32_t left, right, top, bottom;
    if (!is_drawable(corners) || (paint->texture && (!paint->texture->w || !paint->texture->h)))
        return;
    Point a = point_of(&c[0]), b = point_of(&c[1]), d = point_of(&c[2]);
    int64_t area = (b.x - a.x) * (d.y - a.y) - (d.x - a.x) * (b.y - a.y);
    if (area == 0 || (area > 0 && !paint->both_sides))
        return;
    if (area < 0) { /* y points down: counter-clockwise triangles have a negative area */
        const Point point = b;
        b = d;
        d = point;
        c[1] = corners[2];
        c[2] = corners[1];
        area = -area;
    }
    clip(min_of(a.x, b.x, d.x), -min_of(-a.x, -b.x, -d.x), raster->image.w, &left, &right);
    clip(min_of(a.y, b.y, d.y), -min_of(-a.y, -b.y, -d.y), raster->image.h, &top, &bottom);
    const int64_t x = (int64_t)left * STEPS + STEPS / 2, y = (int64_t)top * STEPS + STEPS / 2;
    Edge edges[3] = {edge_of(b, d, x, y), edge_of(d, a, x, y), edge_of(a, b, x, y)};
    for (uint32_t row = top; row < bottom; row++) {
        int64_t at[3] = {edges[0].at, edges[1].at, edges[2].at};
        for (uint32_t column = left; column < right; column++) {
            if ((at[0] | at[1] | at[2]) >= 0) {
                const double share[3] = {(double)at[0] / (double)area,
                                         (double)at[1] / (double)area,
                                         (double)at[2] / (double)area};
                draw(raster, c, share, paint, column, row);
            }
            for (int i = 0; i < 3; i++)
                at[i] += edges[i].right;
        }
        for (int i = 0; i < 3; i++)
            edges[i].at += edges[i].down;
    }
}

/* ---- finishing ---- */

Image raster_reduced(const Image *image, uint32_t scale, bool solid, Arena *arena)
{
    const uint32_t count = scale * scale; /* source pixels per result pixel */
    assert(count);
    const Image small = image_new(image->w / scale, image->h / scale, arena);
    for (uint32_t y = 0; y < small.h; y++)
        for (uint32_t x = 0; x < small.w; x++) {
            uint32_t r = 0, g = 0, b = 0, a = 0;
            for (uint32_t i = 0; i < count; i++) {
                const Pixel from =
                    *image_at(image, x * scale + i % scale, y * scale + i / scale);
                r += PIXEL_R(from) * PIXEL_A(from);
                g += PIXEL_G(from) * PIXEL_A(from);
                b += PIXEL_B(from) * PIXEL_A(from);
                a += PIXEL_A(from);
            }
            const uint32_t mean = (a + count / 2) / count;
            const uint32_t alpha = solid ? (mean >= 128 ? 255 : 0) : mean;
            if (!alpha)
                continue;
            assert(a); /* at least half of a pixel's */
            *image_at(&small, x, y) =
                PIXEL((r + a / 2) / a, (g + a / 2) / a, (b + a / 2) / a, alpha);
        }
    return small;
}

static bool touches(const Image *image, uint32_t x, uint32_t y)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        const int64_t column = (int64_t)x + steps[i][0], row = (int64_t)y + steps[i][1];
        if (column >= 0 && row >= 0 && column < image->w && row < image->h &&
            PIXEL_A(*image_at(image, (uint32_t)column, (uint32_t)row)) >= 128)
            return true;
    }
    return false;
}

void raster_outline(const Image *image, Pixel colour, Arena *arena)
{
    bool *line = ARENA_ALLOC(arena, bool, (size_t)image->w * image->h);
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++)
            line[(size_t)y * image->w + x] =
                PIXEL_A(*image_at(image, x, y)) < 128 && touches(image, x, y);
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++)
            if (line[(size_t)y * image->w + x])
                *image_at(image, x, y) = colour;
}
