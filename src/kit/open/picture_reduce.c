/* Along each axis, the image is source size x target size units long, so that every pixel of
 * either image is a whole number of units, and the parts of pixels that overlap are whole
 * numbers, too. */
#include "kit/open/picture_reduce.h"

#include <assert.h>

/* Along one axis: the source pixels that a target pixel covers. A source pixel is `to` units
 * long and a target pixel `from`. */
typedef struct Span {
    uint64_t start, end; /* in units */
    uint32_t first, last;
} Span;

static Span span_of(uint32_t index, uint32_t from, uint32_t to)
{
    const uint64_t start = (uint64_t)index * from, end = start + from;
    return (Span){start, end, (uint32_t)(start / to), (uint32_t)((end - 1) / to)};
}

static uint64_t overlap(const Span *span, uint32_t index, uint32_t to)
{
    const uint64_t start = (uint64_t)index * to, end = start + to;
    return (end < span->end ? end : span->end) - (start > span->start ? start : span->start);
}

static Pixel mean(const Image *source, const Span *across, const Span *down, uint32_t w,
                  uint32_t h)
{
    uint64_t alpha = 0, colours[3] = {0};
    for (uint32_t y = down->first; y <= down->last; y++) {
        const uint64_t height = overlap(down, y, h);
        const Pixel *row = image_at(source, 0, y);
        for (uint32_t x = across->first; x <= across->last; x++) {
            const uint64_t weight = overlap(across, x, w) * height * PIXEL_A(row[x]);
            alpha += weight;
            colours[0] += weight * PIXEL_R(row[x]);
            colours[1] += weight * PIXEL_G(row[x]);
            colours[2] += weight * PIXEL_B(row[x]);
        }
    }
    const uint64_t whole = (uint64_t)source->w * source->h;
    const uint64_t a = (alpha + whole / 2) / whole;
    if (!a)
        return 0;
    assert(alpha); /* at least half of `whole` */
    for (size_t i = 0; i < 3; i++)
        colours[i] = (colours[i] + alpha / 2) / alpha;
    return PIXEL(colours[0], colours[1], colours[2], a);
}

Image picture_reduced(const Image *source, uint32_t w, uint32_t h, Arena *arena)
{
    assert(w && h && w <= source->w && h <= source->h);
    const Image target = image_new(w, h, arena);
    for (uint32_t y = 0; y < h; y++) {
        const Span down = span_of(y, source->h, h);
        for (uint32_t x = 0; x < w; x++) {
            const Span across = span_of(x, source->w, w);
            *image_at(&target, x, y) = mean(source, &across, &down, w, h);
        }
    }
    return target;
}

void picture_fit(uint32_t *w, uint32_t *h, uint32_t side)
{
    const uint32_t most = *w > *h ? *w : *h;
    if (most <= side)
        return;
    *w = (uint32_t)((uint64_t)*w * side / most);
    *h = (uint32_t)((uint64_t)*h * side / most);
    *w += !*w;
    *h += !*h;
}
