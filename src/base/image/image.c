/* Parts, in order: new images and parts of images; the box of visible pixels; copying and
 * blending; comparison and hashing; rotation and mirroring. Fully transparent pixels are equal
 * whatever their colour, in comparison and hash alike. */
#include "base/image/image.h"

#include "base/hash.h"

#include <assert.h>

Image image_new(uint32_t w, uint32_t h, Arena *arena)
{
    Pixel *pixels = ARENA_ALLOC(arena, Pixel, (size_t)w * h);
    return (Image){.w = w, .h = h, .stride = w, .pixels = pixels};
}

Image image_part(const Image *image, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
    assert(x <= image->w && w <= image->w - x && y <= image->h && h <= image->h - y);
    return (Image){.w = w, .h = h, .stride = image->stride, .pixels = image_at(image, x, y)};
}

/* Whether any pixel has alpha > 0: sixteen at a time, so that compilers use vectors. */
static bool any_opaque(const Pixel *pixels, size_t count)
{
    enum { GROUP = 16 };
    while (count >= GROUP) {
        Pixel all = 0;
        for (size_t i = 0; i < GROUP; i++)
            all |= pixels[i];
        if (PIXEL_A(all))
            return true;
        pixels += GROUP;
        count -= GROUP;
    }
    Pixel all = 0;
    for (size_t i = 0; i < count; i++)
        all |= pixels[i];
    return PIXEL_A(all) != 0;
}

Rect image_opaque_box(const Image *image)
{
    uint32_t top = 0, bottom = image->h, left = image->w, right = 0;
    while (top < bottom && !any_opaque(image_at(image, 0, top), image->w))
        top++;
    while (bottom > top && !any_opaque(image_at(image, 0, bottom - 1), image->w))
        bottom--;
    if (top == bottom)
        return (Rect){0, 0, 0, 0};
    for (uint32_t y = top; y < bottom; y++) {
        const Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < left; x++)
            if (PIXEL_A(row[x]))
                left = x;
        for (uint32_t x = image->w; x > right; x--)
            if (PIXEL_A(row[x - 1]))
                right = x;
    }
    return (Rect){(int32_t)left, (int32_t)top, (int32_t)(right - left),
                  (int32_t)(bottom - top)};
}

/* The part of `source` inside `target` when it is drawn at (x, y). */
typedef struct Overlap {
    uint32_t target_x, target_y, source_x, source_y, w, h;
} Overlap;

static Overlap overlap_of(const Image *target, int32_t x, int32_t y, const Image *source)
{
    const int64_t left = x > 0 ? x : 0, top = y > 0 ? y : 0;
    int64_t right = (int64_t)x + source->w, bottom = (int64_t)y + source->h;
    right = right < target->w ? right : target->w;
    bottom = bottom < target->h ? bottom : target->h;
    if (left >= right || top >= bottom)
        return (Overlap){0};
    return (Overlap){.target_x = (uint32_t)left,
                     .target_y = (uint32_t)top,
                     .source_x = (uint32_t)(left - x),
                     .source_y = (uint32_t)(top - y),
                     .w = (uint32_t)(right - left),
                     .h = (uint32_t)(bottom - top)};
}

void image_copy(const Image *target, int32_t x, int32_t y, const Image *source)
{
    const Overlap part = overlap_of(target, x, y, source);
    for (uint32_t row = 0; row < part.h; row++)
        memcpy(image_at(target, part.target_x, part.target_y + row),
               image_at(source, part.source_x, part.source_y + row), part.w * sizeof(Pixel));
}

static uint32_t div255(uint32_t value)
{
    const uint32_t t = value + 128;
    return (t + (t >> 8)) >> 8;
}

static Pixel over_translucent(Pixel under, Pixel over)
{
    const uint32_t alpha = PIXEL_A(over), rest = div255(PIXEL_A(under) * (255 - alpha));
    const uint32_t sum = alpha + rest;
    Pixel result = (Pixel)sum << 24;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const uint32_t mixed = (over >> shift & 255) * alpha + (under >> shift & 255) * rest;
        result |= (mixed + sum / 2) / sum << shift;
    }
    return result;
}

/* Blends over an opaque pixel: `div255` on two channels at once, each in 16 bits. The alpha
 * channel becomes 255 because both alphas count as 255 there. */
static Pixel over_opaque(Pixel under, Pixel over)
{
    const uint32_t low = 0x00FF00FF, half = 0x00800080;
    const uint32_t alpha = PIXEL_A(over), rest = 255 - alpha;
    uint32_t even = (over & low) * alpha + (under & low) * rest + half;
    uint32_t odd = ((over >> 8 & low) | 0x00FF0000) * alpha + (under >> 8 & low) * rest + half;
    even = (even + (even >> 8 & low)) >> 8 & low;
    odd = (odd + (odd >> 8 & low)) & ~low;
    return even | odd;
}

static inline Pixel over_pixel(Pixel under, Pixel over)
{
    const uint32_t alpha = PIXEL_A(over);
    if (alpha == 255)
        return over;
    if (alpha == 0)
        return under;
    if (PIXEL_A(under) == 0)
        return over; /* the general formula has the same result */
    return PIXEL_A(under) == 255 ? over_opaque(under, over) : over_translucent(under, over);
}

/* Most of a sprite is fully opaque or fully transparent, in runs: eight such pixels need no
 * arithmetic. */
static void over_row(Pixel *target, const Pixel *source, size_t count)
{
    enum { GROUP = 8 };
    for (; count >= GROUP; count -= GROUP, target += GROUP, source += GROUP) {
        Pixel all = source[0], any = source[0];
        for (size_t i = 1; i < GROUP; i++) {
            all &= source[i];
            any |= source[i];
        }
        if (PIXEL_A(all) == 255)
            memcpy(target, source, GROUP * sizeof *target);
        else if (PIXEL_A(any))
            for (size_t i = 0; i < GROUP; i++)
                target[i] = over_pixel(target[i], source[i]);
    }
    for (size_t i = 0; i < count; i++)
        target[i] = over_pixel(target[i], source[i]);
}

void image_over(const Image *target, int32_t x, int32_t y, const Image *source)
{
    const Overlap part = overlap_of(target, x, y, source);
    for (uint32_t row = 0; row < part.h; row++)
        over_row(image_at(target, part.target_x, part.target_y + row),
                 image_at(source, part.source_x, part.source_y + row), part.w);
}

static inline Pixel drawn(Pixel pixel) { return PIXEL_A(pixel) ? pixel : 0; }

bool image_equal(const Image *a, const Image *b)
{
    if (a->w != b->w || a->h != b->h)
        return false;
    for (uint32_t y = 0; y < a->h; y++) {
        const Pixel *left = image_at(a, 0, y), *right = image_at(b, 0, y);
        if (memcmp(left, right, a->w * sizeof(Pixel)) == 0)
            continue;
        for (uint32_t x = 0; x < a->w; x++)
            if (drawn(left[x]) != drawn(right[x]))
                return false;
    }
    return true;
}

uint64_t image_hash(const Image *image)
{
    enum { CHUNK = 256 };
    Pixel pixels[CHUNK];
    uint64_t hash = hash_mix(image->w, image->h);
    for (uint32_t y = 0; y < image->h; y++) {
        const Pixel *row = image_at(image, 0, y);
        for (size_t left = image->w, count; left; left -= count, row += count) {
            count = left < CHUNK ? left : CHUNK;
            for (size_t i = 0; i < count; i++)
                pixels[i] = drawn(row[i]);
            hash = hash_bytes(hash, (Bytes){(const uint8_t *)pixels, count * sizeof(Pixel)});
        }
    }
    return hash;
}

/* Source positions for a rotated image: the start, and the steps through the source for one
 * step right and one step down in the result. */
typedef struct Walk {
    ptrdiff_t start, right, down;
} Walk;

static Walk walk_of(const Image *image, unsigned way)
{
    const ptrdiff_t stride = (ptrdiff_t)image->stride;
    const ptrdiff_t last_x = (ptrdiff_t)image->w - 1,
                    last_y = ((ptrdiff_t)image->h - 1) * stride;
    const bool mirror = way & 1;
    const ptrdiff_t x_step = mirror ? -1 : 1, x_first = mirror ? last_x : 0;
    const ptrdiff_t x_last = last_x - x_first;
    switch (way >> 1 & 3) {
    case 0:
        return (Walk){x_first, x_step, stride};
    case 1:
        return (Walk){x_first + last_y, -stride, x_step};
    case 2:
        return (Walk){x_last + last_y, -x_step, -stride};
    default:
        return (Walk){x_last, stride, -x_step};
    }
}

Image image_turned(const Image *image, unsigned way, Arena *arena)
{
    enum { TILE = 16 }; /* small squares of rows and columns stay in the cache */
    const bool lies = way & 2;
    Image turned = {.w = lies ? image->h : image->w, .h = lies ? image->w : image->h};
    turned.stride = turned.w;
    turned.pixels = arena_alloc_raw(arena, (size_t)turned.w * turned.h, sizeof(Pixel));
    if (turned.w == 0 || turned.h == 0)
        return turned;
    const Walk walk = walk_of(image, way);
    for (uint32_t top = 0; top < turned.h; top += TILE)
        for (uint32_t left = 0; left < turned.w; left += TILE)
            for (uint32_t y = top; y < turned.h && y < top + TILE; y++) {
                Pixel *out = image_at(&turned, 0, y);
                const ptrdiff_t from = walk.start + (ptrdiff_t)y * walk.down;
                for (uint32_t x = left; x < turned.w && x < left + TILE; x++)
                    out[x] = image->pixels[from + (ptrdiff_t)x * walk.right];
            }
    return turned;
}
