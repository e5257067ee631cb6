/* Flattens curves to lines that differ from them by at most 1/16 pixel, and scans the edges
 * from top to bottom: edges are sorted by their top, and those that cross the current line are
 * kept in a list. Integers only, as in ssfn_raster.c. */
#include "tirnanog/fonts/ssfn_path.h"

#include "base/numbers.h"

#include <stdlib.h>

typedef struct Point {
    int64_t x, y; /* 1/256 pixel */
} Point;

static void edge_add(Path *path, Point from, Point to)
{
    if (from.y == to.y)
        return;
    const bool down = from.y < to.y;
    const Point a = down ? from : to, b = down ? to : from;
    *ARENA_PUSH(path->arena, path->edges, path->edge_count) =
        (PathEdge){(int32_t)a.x, (int32_t)a.y, (int32_t)b.x, (int32_t)b.y};
}

/* n lines differ from a curve by at most bend / (4 * n * n), where `bend` is the second
 * difference of its points (three times that for a cubic). */
static int64_t line_count(int64_t bend)
{
    enum { TOLERANCE = 16, MAX = 32 };
    int64_t n = 1;
    while (n < MAX && bend > 4 * TOLERANCE * n * n)
        n++;
    return n;
}

static int64_t second_difference(Point a, Point b, Point c)
{
    return LARGER(llabs(a.x - 2 * b.x + c.x), llabs(a.y - 2 * b.y + c.y));
}

static int64_t rounded(int64_t value, int64_t by)
{
    return value >= 0 ? (value + by / 2) / by : -((-value + by / 2) / by);
}

static void quadratic_add(Path *path, Point a, Point control, Point b)
{
    const int64_t n = line_count(second_difference(a, control, b));
    Point before = a;
    for (int64_t i = 1; i <= n; i++) {
        const int64_t j = n - i, s = j * j, t = 2 * i * j, u = i * i;
        const Point next = {rounded(s * a.x + t * control.x + u * b.x, n * n),
                            rounded(s * a.y + t * control.y + u * b.y, n * n)};
        edge_add(path, before, next);
        before = next;
    }
}

static void cubic_add(Path *path, Point a, Point c, Point d, Point b)
{
    const int64_t n =
        line_count(3 * LARGER(second_difference(a, c, d), second_difference(c, d, b)));
    Point before = a;
    for (int64_t i = 1; i <= n; i++) {
        const int64_t j = n - i, s = j * j * j, t = 3 * i * j * j, u = 3 * i * i * j,
                      v = i * i * i;
        const Point next = {rounded(s * a.x + t * c.x + u * d.x + v * b.x, n * n * n),
                            rounded(s * a.y + t * c.y + u * d.y + v * b.y, n * n * n)};
        edge_add(path, before, next);
        before = next;
    }
}

static Point point_at(const Path *path, const SsfnPart *part, const uint8_t *data)
{
    const int64_t scale = path->pixels * 256, height = path->font->height;
    return (Point){((int64_t)part->x + data[0]) * scale / height,
                   ((int64_t)part->y + data[1]) * scale / height + path->down};
}

void path_add(Path *path, const SsfnPart *part)
{
    const SsfnFragment *item = &path->font->fragments[part->fragment];
    const uint8_t *commands = ssfn_fragment_data(path->font, item);
    const uint8_t *data = commands + (item->count + 3) / 4;
    Point start = {0, 0}, pen = {0, 0};
    for (uint32_t i = 0; i < item->count; i++) {
        const unsigned command = commands[i / 4] >> i % 4 * 2 & 3;
        const Point to = point_at(path, part, data);
        if (command == SSFN_MOVE || i == 0) { /* the first command always starts a contour */
            edge_add(path, pen, start);
            start = to;
        } else if (command == SSFN_LINE) {
            edge_add(path, pen, to);
        } else if (command == SSFN_QUADRATIC) {
            quadratic_add(path, pen, point_at(path, part, data + 2), to);
        } else {
            cubic_add(path, pen, point_at(path, part, data + 2), point_at(path, part, data + 4),
                      to);
        }
        pen = to;
        data += SSFN_ARGUMENTS[command];
    }
    edge_add(path, pen, start);
}

static int by_top(const void *a, const void *b)
{
    const int32_t x = ((const PathEdge *)a)->y0, y = ((const PathEdge *)b)->y0;
    return (x > y) - (x < y);
}

void path_start(Path *path, Arena *arena)
{
    /* The order of edges with the same top is irrelevant, since crossings are sorted. */
    qsort(path->edges, path->edge_count, sizeof *path->edges, by_top);
    path->active = arena_alloc_raw(arena, path->edge_count, sizeof *path->active);
    path->crossings = arena_alloc_raw(arena, path->edge_count, sizeof *path->crossings);
    path->active_count = path->next = 0;
}

/* Shell sort: fast for few and nearly sorted items, acceptable for malicious fonts. */
static void sort(int64_t *items, size_t count)
{
    static const uint16_t gaps[] = {4193, 1073, 281, 77, 23, 8, 1};
    for (size_t g = 0; g < COUNT_OF(gaps); g++) {
        const size_t gap = gaps[g];
        for (size_t i = gap; i < count; i++) {
            const int64_t item = items[i];
            size_t at = i;
            for (; at >= gap && items[at - gap] > item; at -= gap)
                items[at] = items[at - gap];
            items[at] = item;
        }
    }
}

size_t path_cross(Path *path, int64_t y)
{
    while (path->next < path->edge_count && path->edges[path->next].y0 <= y)
        path->active[path->active_count++] = (uint32_t)path->next++;
    size_t kept = 0;
    for (size_t i = 0; i < path->active_count; i++) {
        const PathEdge *edge = &path->edges[path->active[i]];
        if (edge->y1 <= y)
            continue;
        path->active[kept] = path->active[i];
        path->crossings[kept++] = edge->x0 + (y - edge->y0) * ((int64_t)edge->x1 - edge->x0) /
                                                 ((int64_t)edge->y1 - edge->y0);
    }
    path->active_count = kept;
    sort(path->crossings, kept);
    return kept;
}
