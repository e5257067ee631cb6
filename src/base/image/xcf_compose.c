/* Blending of layers, row by row, as GIMP 2.10 does: in single precision, each layer in its own
 * composite space. A group is blended for itself and rounded to the samples of the file before
 * it becomes a layer. */
#include "base/image/xcf_internal.h"

#include <math.h>

typedef struct Colour {
    float c[3], alpha;
} Colour;

typedef struct Composing {
    XcfFile *xcf;
    unsigned largest;       /* value of a sample */
    const float *values[2]; /* of each sample: with gamma, and linear */
    float steps[256];       /* linear values from which on a sample with gamma is as large */
    Colour *rows[XCF_DEPTH_MAX + 2];
} Composing;

static double linear_of(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* GIMP's library for pixels approximates this power: measured over 200 images, its values are
 * larger by this part. Without it every thirtieth image has a pixel that is rounded down here,
 * and up in GIMP. */
#define GIMP_POWER_ERROR 3e-7

static double gamma_of(double value)
{
    return value <= 0.0031308 ? value * 12.92
                              : 1.055 * (1 + GIMP_POWER_ERROR) * pow(value, 1 / 2.4) - 0.055;
}

/* A product, as GIMP computes it: a quotient would be rounded differently. */
static float fraction_of(const Composing *composing, unsigned sample)
{
    return (float)sample * (1.0f / (float)composing->largest);
}

static const float *values_make(const Composing *composing, bool linear)
{
    const XcfFile *xcf = composing->xcf;
    float *values = arena_alloc_raw(xcf->arena, composing->largest + 1, sizeof *values);
    for (unsigned i = 0; i <= composing->largest; i++) {
        const double value = (double)i / composing->largest;
        values[i] = linear == xcf->linear ? fraction_of(composing, i)
                    : linear              ? (float)linear_of(value)
                                          : (float)gamma_of(value);
    }
    return values;
}

static void colours_convert(Colour *row, uint32_t w, bool linear)
{
    for (uint32_t x = 0; x < w; x++)
        for (int i = 0; i < 3; i++)
            row[x].c[i] = (float)(linear ? linear_of(row[x].c[i]) : gamma_of(row[x].c[i]));
}

/* ---- samples to colours and back ---- */

static unsigned sample_at(const XcfFile *xcf, const uint8_t *at)
{
    return (unsigned)uint_of(at, xcf->sample_size, xcf->version >= 12);
}

static Colour colour_of(const Composing *composing, const XcfItem *item, const uint8_t *at)
{
    const XcfFile *xcf = composing->xcf;
    const float *values = composing->values[item->linear];
    const unsigned colours = item->pixels.samples - item->has_alpha;
    const uint8_t *alpha_at = at + colours * xcf->sample_size;
    Colour colour = {.alpha = 1};
    if (item->has_alpha)
        colour.alpha = fraction_of(composing, sample_at(xcf, alpha_at));
    if (xcf->base == XCF_INDEXED) {
        const Pixel pixel = xcf->colours[*at];
        colour.c[0] = values[PIXEL_R(pixel)];
        colour.c[1] = values[PIXEL_G(pixel)];
        colour.c[2] = values[PIXEL_B(pixel)];
        return colour;
    }
    for (unsigned i = 0; i < 3; i++)
        colour.c[i] = values[sample_at(xcf, at + (colours == 3 ? i * xcf->sample_size : 0))];
    return colour;
}

static unsigned step_of(const Composing *composing, float value)
{
    unsigned low = 0;
    for (unsigned step = 128; step; step /= 2)
        if (value >= composing->steps[low + step])
            low += step;
    return low;
}

/* In single precision, as GIMP: values in the middle between two samples are frequent. */
static unsigned rounded(float value, unsigned largest)
{
    value = value * (float)largest + 0.5f;
    return value <= 0 ? 0 : value >= (float)largest ? largest : (unsigned)value;
}

static unsigned sample_of(const Composing *composing, float value, bool linear)
{
    const XcfFile *xcf = composing->xcf;
    if (linear && !xcf->linear && composing->largest == 255)
        return step_of(composing, value);
    return rounded(linear == xcf->linear ? value
                   : linear              ? (float)gamma_of(value)
                                         : (float)linear_of(value),
                   composing->largest);
}

/* Rounds a blended row to samples of the file, in the space `linear`, and returns it in `to`.
 */
static void group_round(const Composing *composing, Colour *row, bool linear, bool to)
{
    for (uint32_t x = 0; x < composing->xcf->w; x++) {
        Colour *colour = &row[x];
        const unsigned largest = composing->largest;
        colour->alpha = fraction_of(composing, rounded(colour->alpha, largest));
        for (int i = 0; i < 3; i++)
            colour->c[i] = composing->values[to][sample_of(composing, colour->c[i], linear)];
    }
}

/* ---- blending ---- */

static Colour blend(Colour below, Colour layer, float alpha, XcfComposite composite)
{
    Colour out = below;
    float share = 0;
    switch (composite) {
    case XCF_CLIP_TO_BACKDROP:
        share = alpha;
        break;
    case XCF_CLIP_TO_LAYER:
        out.alpha = alpha;
        share = alpha != 0 ? 1 : 0;
        break;
    case XCF_INTERSECTION:
        out.alpha = below.alpha * alpha;
        share = out.alpha != 0 ? 1 : 0;
        break;
    default:
        out.alpha = alpha + below.alpha - alpha * below.alpha;
        share = out.alpha != 0 ? alpha / out.alpha : 0;
    }
    for (int i = 0; i < 3; i++)
        out.c[i] = layer.c[i] * share + below.c[i] * (1 - share);
    return out;
}

static bool stack_compose(Composing *composing, const XcfItem *group, uint32_t y,
                          unsigned depth, bool *linear);

/* The columns of the canvas that are in a layer. */
static uint32_t column_first(const XcfItem *item)
{
    return item->x < 0 ? 0 : (uint32_t)item->x;
}

static uint32_t column_end(const XcfItem *item, uint32_t canvas)
{
    const int64_t end = (int64_t)item->x + item->w;
    return end < 0 ? 0 : end < canvas ? (uint32_t)end : canvas;
}

/* The first pixel of a row that is in the canvas; NULL after an error. */
static const uint8_t *row_in_canvas(const Composing *composing, const XcfItem *item,
                                    XcfPixels *pixels, uint32_t y)
{
    const size_t size = (size_t)pixels->samples * composing->xcf->sample_size;
    const uint32_t skipped = item->x < 0 ? (uint32_t) - (int64_t)item->x : 0;
    const uint8_t *row = xcf_row(composing->xcf, pixels, y);
    return row ? row + (skipped - pixels->first * XCF_TILE) * size : NULL;
}

/* Blends a row of one layer onto row `depth`. `last`: nothing is below. */
static bool item_blend(Composing *composing, XcfItem *item, uint32_t y, unsigned depth,
                       bool last)
{
    XcfFile *xcf = composing->xcf;
    Colour *below = composing->rows[depth];
    const int64_t row = (int64_t)y - item->y;
    const XcfComposite composite = last ? XCF_UNION : item->composite;
    const bool clears = composite == XCF_CLIP_TO_LAYER || composite == XCF_INTERSECTION;
    const uint32_t first = column_first(item), end = column_end(item, xcf->w);
    const bool inside = row >= 0 && row < item->h && first < end;
    const size_t size = (size_t)item->pixels.samples * xcf->sample_size;
    const uint8_t *pixels = NULL, *mask = NULL;
    if (inside && item->group) {
        bool linear;
        if (!stack_compose(composing, item, y, depth + 1, &linear))
            return false;
        group_round(composing, composing->rows[depth + 1], linear, item->linear);
    } else if (inside &&
               !(pixels = row_in_canvas(composing, item, &item->pixels, (uint32_t)row)))
        return false;
    if (inside && item->has_mask &&
        !(mask = row_in_canvas(composing, item, &item->mask, (uint32_t)row)))
        return false;
    for (uint32_t x = clears ? 0 : first; x < (clears ? xcf->w : end); x++) {
        const bool drawn = inside && x >= first && x < end;
        if (!drawn) {
            if (clears)
                below[x].alpha = 0;
            continue;
        }
        const Colour layer = pixels ? colour_of(composing, item, pixels + (x - first) * size)
                                    : composing->rows[depth + 1][x];
        float alpha = layer.alpha * item->opacity; /* in this order, as GIMP rounds */
        if (mask)
            alpha *=
                fraction_of(composing, sample_at(xcf, mask + (x - first) * xcf->sample_size));
        below[x] = blend(below[x], layer, alpha, composite);
    }
    return true;
}

/* Blends a row of the children of a group in row `depth`, which is then in the space `linear`.
 */
static bool stack_compose(Composing *composing, const XcfItem *group, uint32_t y,
                          unsigned depth, bool *linear)
{
    const uint32_t w = composing->xcf->w;
    Colour *row = composing->rows[depth];
    bool last = true;
    memset(row, 0, w * sizeof *row);
    *linear = false;
    for (size_t i = group->child_count; i-- > 0;) {
        XcfItem *item = group->children[i];
        if (!item->visible)
            continue;
        if (!last && item->linear != *linear)
            colours_convert(row, w, item->linear);
        *linear = item->linear;
        if (!item_blend(composing, item, y, depth, last))
            return false;
        last = false;
    }
    return true;
}

/* ---- the result ---- */

/* Rounded to samples of the file first, as GIMP does, then to 8 bits with gamma. */
static unsigned byte_of(const Composing *composing, float value, bool linear)
{
    const unsigned sample = sample_of(composing, value, linear);
    if (composing->largest == 255 && !composing->xcf->linear)
        return sample;
    return rounded(composing->values[0][sample], 255);
}

static Pixel pixel_of(const Composing *composing, const Colour *colour, bool linear)
{
    const unsigned alpha = rounded(colour->alpha, composing->largest);
    return PIXEL(byte_of(composing, colour->c[0], linear),
                 byte_of(composing, colour->c[1], linear),
                 byte_of(composing, colour->c[2], linear),
                 composing->largest == 255 ? alpha : (alpha + 128) / 257);
}

static unsigned depth_of(const XcfItem *group)
{
    unsigned depth = 0;
    for (size_t i = 0; i < group->child_count; i++)
        if (group->children[i]->group) {
            const unsigned inner = 1 + depth_of(group->children[i]);
            depth = inner > depth ? inner : depth;
        }
    return depth;
}

bool xcf_compose(XcfFile *xcf, const Image *out)
{
    Composing *composing = ARENA_ALLOC(xcf->arena, Composing, 1);
    composing->xcf = xcf;
    composing->largest = xcf->sample_size == 1 ? 255 : 65535;
    composing->values[0] = values_make(composing, false);
    composing->values[1] = values_make(composing, true);
    for (unsigned i = 1; i < 256; i++)
        composing->steps[i] = (float)(linear_of((i - 0.5) / 255) * (1 - 2 * GIMP_POWER_ERROR));
    for (unsigned i = 0; i <= depth_of(&xcf->root); i++)
        composing->rows[i] = ARENA_ALLOC(xcf->arena, Colour, xcf->w);
    for (uint32_t y = 0; y < xcf->h; y++) {
        bool linear;
        if (!stack_compose(composing, &xcf->root, y, 0, &linear))
            return false;
        for (uint32_t x = 0; x < xcf->w; x++)
            *image_at(out, x, y) = pixel_of(composing, &composing->rows[0][x], linear);
    }
    return true;
}
