#include "render/blit.h"

/* So many pixels at once: a constant count lets -O2 vectorise the loops over them. */
enum { GROUP = 8 };

void image_premultiply(const Image *image)
{
    for (uint32_t y = 0; y < image->h; y++) {
        Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++)
            row[x] = pixel_premultiplied(row[x]);
    }
}

static Pixel straight(Pixel pixel)
{
    const uint32_t a = PIXEL_A(pixel);
    if (a == 255 || a == 0)
        return a ? pixel : 0;
    const uint32_t r = (PIXEL_R(pixel) * 255 + a / 2) / a;
    const uint32_t g = (PIXEL_G(pixel) * 255 + a / 2) / a;
    const uint32_t b = (PIXEL_B(pixel) * 255 + a / 2) / a;
    return PIXEL(r > 255 ? 255 : r, g > 255 ? 255 : g, b > 255 ? 255 : b, a);
}

void image_unpremultiply(const Image *image)
{
    for (uint32_t y = 0; y < image->h; y++) {
        Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++)
            if (row[x] < 0xFF000000)
                row[x] = straight(row[x]);
    }
}

Opacity image_opacity(const Image *image)
{
    bool seen = false, whole = true;
    for (uint32_t y = 0; y < image->h; y++) {
        const Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++) {
            seen |= PIXEL_A(row[x]) != 0;
            whole &= PIXEL_A(row[x]) == 255;
        }
    }
    return !seen ? PICTURE_EMPTY : whole ? PICTURE_OPAQUE : PICTURE_MIXED;
}

static inline Pixel over(Pixel target, Pixel source)
{
    return source + pixel_times(target, 255 - (source >> 24));
}

static void blend_group(Pixel *restrict target, const Pixel *restrict source)
{
    Pixel all = source[0], any = source[0];
    for (size_t i = 1; i < GROUP; i++) {
        all &= source[i];
        any |= source[i];
    }
    if (any >> 24 == 0)
        return;
    if (all >> 24 == 255) {
        memcpy(target, source, GROUP * sizeof *target);
        return;
    }
    for (size_t i = 0; i < GROUP; i++)
        target[i] = over(target[i], source[i]);
}

static void blend_row(Pixel *restrict target, const Pixel *restrict source, size_t count)
{
    size_t i = 0;
    for (; i + GROUP <= count; i += GROUP)
        blend_group(target + i, source + i);
    for (; i < count; i++)
        target[i] = over(target[i], source[i]);
}

/* The part of a source at (x, y) that lies on the target; false if none does. */
typedef struct Clip {
    uint32_t x, y, from_x, from_y, w, h;
} Clip;

static bool clip(const Image *target, int32_t x, int32_t y, uint32_t w, uint32_t h, Clip *out)
{
    const int64_t left = x < 0 ? 0 : x, top = y < 0 ? 0 : y;
    int64_t right = (int64_t)x + w, bottom = (int64_t)y + h;
    right = right > target->w ? target->w : right;
    bottom = bottom > target->h ? target->h : bottom;
    if (left >= right || top >= bottom)
        return false;
    *out = (Clip){(uint32_t)left,           (uint32_t)top,
                  (uint32_t)(left - x),     (uint32_t)(top - y),
                  (uint32_t)(right - left), (uint32_t)(bottom - top)};
    return true;
}

void blit(const Image *target, int32_t x, int32_t y, const Image *source, Opacity opacity)
{
    Clip part;
    if (opacity == PICTURE_EMPTY || !clip(target, x, y, source->w, source->h, &part))
        return;
    for (uint32_t row = 0; row < part.h; row++) {
        Pixel *to = image_at(target, part.x, part.y + row);
        const Pixel *from = image_at(source, part.from_x, part.from_y + row);
        if (opacity == PICTURE_OPAQUE)
            memcpy(to, from, part.w * sizeof *to);
        else
            blend_row(to, from, part.w);
    }
}

void blit_faint(const Image *target, int32_t x, int32_t y, const Image *source, unsigned alpha)
{
    Clip part;
    if (!alpha || !clip(target, x, y, source->w, source->h, &part))
        return;
    for (uint32_t row = 0; row < part.h; row++) {
        Pixel *to = image_at(target, part.x, part.y + row);
        const Pixel *from = image_at(source, part.from_x, part.from_y + row);
        for (uint32_t i = 0; i < part.w; i++)
            to[i] = over(to[i], pixel_times(from[i], alpha));
    }
}

void blit_scaled(const Image *target, Rect to, const Image *source, unsigned alpha)
{
    Clip part;
    if (to.w <= 0 || to.h <= 0 || !source->w || !source->h ||
        !clip(target, to.x, to.y, (uint32_t)to.w, (uint32_t)to.h, &part))
        return;
    for (uint32_t row = 0; row < part.h; row++) {
        Pixel *line = image_at(target, part.x, part.y + row);
        const uint32_t y =
            (uint32_t)((uint64_t)(part.from_y + row) * source->h / (uint32_t)to.h);
        for (uint32_t i = 0; i < part.w; i++) {
            const uint32_t x =
                (uint32_t)((uint64_t)(part.from_x + i) * source->w / (uint32_t)to.w);
            line[i] = over(line[i], pixel_times(*image_at(source, x, y), alpha));
        }
    }
}

/* One colour over a group, as bytes: 16-bit products are what -O2 makes vectors of. */
static void fill_group(uint8_t *restrict bytes, const uint8_t *restrict added, unsigned rest)
{
    for (size_t i = 0; i < GROUP * sizeof(Pixel); i++) {
        const uint16_t t = (uint16_t)(bytes[i] * rest + 128);
        bytes[i] = (uint8_t)(added[i] + ((uint16_t)(t + (t >> 8)) >> 8));
    }
}

static void fill_row(Pixel *row, uint32_t count, Pixel source)
{
    uint32_t i = 0;
    if (PIXEL_A(source) == 255) {
        for (; i < count; i++)
            row[i] = source;
        return;
    }
    Pixel added[GROUP];
    for (size_t k = 0; k < GROUP; k++)
        added[k] = source;
    for (; i + GROUP <= count; i += GROUP)
        fill_group((uint8_t *)(row + i), (const uint8_t *)added, 255 - PIXEL_A(source));
    for (; i < count; i++)
        row[i] = over(row[i], source);
}

void fill(const Image *target, Rect area, Pixel colour)
{
    Clip part;
    if (area.w <= 0 || area.h <= 0 || !PIXEL_A(colour) ||
        !clip(target, area.x, area.y, (uint32_t)area.w, (uint32_t)area.h, &part))
        return;
    const Pixel source = pixel_premultiplied(colour);
    for (uint32_t row = 0; row < part.h; row++)
        fill_row(image_at(target, part.x, part.y + row), part.w, source);
}

void outline(const Image *target, Rect area, Pixel colour)
{
    fill(target, (Rect){area.x, area.y, area.w, 1}, colour);
    fill(target, (Rect){area.x, area.y + area.h - 1, area.w, 1}, colour);
    fill(target, (Rect){area.x, area.y + 1, 1, area.h - 2}, colour);
    fill(target, (Rect){area.x + area.w - 1, area.y + 1, 1, area.h - 2}, colour);
}
