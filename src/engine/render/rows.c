/* The portable row operations. */
#include "engine/render/rows.h"

#include "engine/render/blit.h"

static inline Pixel over(Pixel target, Pixel source)
{
    return source + pixel_times(target, 255 - PIXEL_A(source));
}

static void plain_blend(Pixel *restrict to, const Pixel *restrict from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = over(to[i], from[i]);
}

static void plain_blend_faint(Pixel *restrict to, const Pixel *restrict from, size_t count,
                              unsigned alpha)
{
    for (size_t i = 0; i < count; i++)
        to[i] = over(to[i], pixel_times(from[i], alpha));
}

static void plain_cover(Pixel *to, Pixel from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = over(to[i], from);
}

static inline uint32_t divide255(uint32_t value)
{
    const uint32_t t = value + 128;
    return (t + (t >> 8)) >> 8;
}

static inline Pixel product(Pixel a, Pixel b)
{
    return PIXEL(divide255(PIXEL_R(a) * PIXEL_R(b)), divide255(PIXEL_G(a) * PIXEL_G(b)),
                 divide255(PIXEL_B(a) * PIXEL_B(b)), divide255(PIXEL_A(a) * PIXEL_A(b)));
}

static void plain_tint(Pixel *to, Pixel factor, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = product(to[i], factor);
}

static void plain_tint_each(Pixel *restrict to, const Pixel *restrict factors, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = product(to[i], factors[i]);
}

static void plain_enlarge(Pixel *restrict to, const Pixel *restrict from, size_t count,
                          unsigned zoom)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < zoom; k++)
            *to++ = from[i];
}

static uint32_t filtered(Pixel pixel, const int16_t row[3])
{
    const int32_t sum = (int32_t)PIXEL_R(pixel) * row[0] + (int32_t)PIXEL_G(pixel) * row[1] +
                        (int32_t)PIXEL_B(pixel) * row[2] + ROWS_ONE / 2;
    return sum < 0 ? 0 : sum / ROWS_ONE > 255 ? 255 : (uint32_t)(sum / ROWS_ONE);
}

static void plain_filter(Pixel *to, size_t count, const ColourMatrix *matrix)
{
    for (size_t i = 0; i < count; i++)
        to[i] = PIXEL(filtered(to[i], matrix->rows[0]), filtered(to[i], matrix->rows[1]),
                      filtered(to[i], matrix->rows[2]), PIXEL_A(to[i]));
}

static size_t plain_zeros(const Pixel *row, size_t count)
{
    size_t i = 0;
    while (i < count && !row[i])
        i++;
    return i;
}

const RowFunctions rows_plain = {"plain",       plain_blend,  plain_blend_faint,
                                 plain_cover,   plain_tint,   plain_tint_each,
                                 plain_enlarge, plain_filter, plain_zeros};
