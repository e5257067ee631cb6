/* The preview image: 15 bits per pixel, 256 x 256. */
#include "base/deflate.h"
#include "tirnanog/container/sav.h"

#include <assert.h>

bool sav_preview(const Sav *sav, Image *out, Arena *arena, Report *report)
{
    const SavPreview *preview = &sav->preview;
    const size_t size = preview->size > 32 ? preview->size - 32 : 0;
    if (!sav->has_preview || preview->dimension != SAV_PREVIEW_SIDE)
        return report_error(report, "there is no preview of 256 x 256 pixels");
    const Inflated inflated = inflate_any((Bytes){preview->picture, size}, SAV_PREVIEW_BYTES,
                                          SAV_PREVIEW_BYTES, NULL, arena);
    if (inflated.problem || inflated.bytes.size != SAV_PREVIEW_BYTES)
        return report_error(report, "at byte %d: the preview image: %s", SAV_HEADER_SIZE + 32,
                            inflated.problem ? inflated.problem : "it has too few pixels");
    *out = image_new(SAV_PREVIEW_SIDE, SAV_PREVIEW_SIDE, arena);
    for (size_t i = 0; i < SAV_PREVIEW_SIDE * SAV_PREVIEW_SIDE; i++) {
        const uint32_t word = (uint32_t)uint_of(inflated.bytes.data + i * 2, 2, false);
        const uint32_t r = word >> 10 & 31, g = word >> 5 & 31, b = word & 31;
        out->pixels[i] =
            PIXEL(r << 3 | r >> 2, g << 3 | g >> 2, b << 3 | b >> 2, UINT32_C(255));
    }
    return true;
}

enum { SAMPLES = 4 };

static uint32_t step_of(uint32_t from, uint32_t to)
{
    return (to - from + SAMPLES - 1) / SAMPLES;
}

/* The mean of a box of pixels over black; large boxes are sampled at 4 x 4 points. */
static uint16_t mean(const Image *image, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    assert(x0 < x1 && y0 < y1);
    const uint32_t step_x = step_of(x0, x1), step_y = step_of(y0, y1);
    uint32_t r = 0, g = 0, b = 0, count = 0;
    for (uint32_t y = y0; y < y1; y += step_y)
        for (uint32_t x = x0; x < x1; x += step_x, count++) {
            const Pixel pixel = *image_at(image, x, y);
            const uint32_t alpha = PIXEL_A(pixel);
            r += PIXEL_R(pixel) * alpha;
            g += PIXEL_G(pixel) * alpha;
            b += PIXEL_B(pixel) * alpha;
        }
    const uint32_t all = count * 255 * 8;
    return (uint16_t)((r / all) << 10 | (g / all) << 5 | b / all);
}

/* ---- fast path for opaque images that need no sampling, since a frame waits for it ---- */

enum { FAST_SIDE = SAMPLES * SAV_PREVIEW_SIDE }; /* boxes of at most 4 x 4 */

/* Sums for each column of a band of pixels: two channels in a number, and two columns at once.
 */
typedef union Sums {
    uint64_t twos[FAST_SIDE / 2];
    uint32_t columns[FAST_SIDE];
} Sums;

typedef struct Band {
    Sums red_blue, green_alpha;
} Band;

/* Returns false if a pixel is not opaque. */
static bool sum_band(const Image *image, uint32_t left, uint32_t y0, uint32_t y1, uint32_t side,
                     Band *band)
{
    const uint64_t mask = 0x00FF00FF00FF00FF;
    uint64_t all = UINT64_MAX;
    memset(band->red_blue.columns, 0, side * sizeof *band->red_blue.columns);
    memset(band->green_alpha.columns, 0, side * sizeof *band->green_alpha.columns);
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t i = 0; i < side / 2; i++) {
            uint64_t pixels;
            memcpy(&pixels, image_at(image, left + 2 * i, y), sizeof pixels);
            band->red_blue.twos[i] += pixels & mask;
            band->green_alpha.twos[i] += pixels >> 8 & mask;
            all &= pixels;
        }
    return all >> 56 == 255 && PIXEL_A((Pixel)all) == 255;
}

/* sum / (8 * count), exact: sums are below 16 * 256, and 2^20 / 2^12 is above 8 * 16. */
static uint32_t quotient(uint32_t sum, uint32_t inverse) { return sum * inverse >> 20; }

static void mean_row(const Band *band, uint32_t side, uint32_t rows, const uint32_t *inverses,
                     uint16_t *out)
{
    for (uint32_t x = 0; x < SAV_PREVIEW_SIDE; x++) {
        const uint32_t x0 = x * side / SAV_PREVIEW_SIDE, x1 = (x + 1) * side / SAV_PREVIEW_SIDE;
        uint32_t red_blue = 0, green_alpha = 0;
        for (uint32_t i = x0; i < x1; i++) {
            red_blue += band->red_blue.columns[i];
            green_alpha += band->green_alpha.columns[i];
        }
        const uint32_t inverse = inverses[(x1 - x0) * rows];
        out[x] = (uint16_t)(quotient(red_blue & 0xFFFF, inverse) << 10 |
                            quotient(green_alpha & 0xFFFF, inverse) << 5 |
                            quotient(red_blue >> 16, inverse));
    }
}

static bool reduce_opaque(const Image *image, uint32_t left, uint32_t top, uint32_t side,
                          uint16_t *out)
{
    Band band;
    uint32_t inverses[SAMPLES * SAMPLES + 1] = {0};
    for (uint32_t i = 1; i <= SAMPLES * SAMPLES; i++)
        inverses[i] = (1 << 20) / (8 * i) + 1;
    bool opaque = side >= SAV_PREVIEW_SIDE && side <= FAST_SIDE && side % 2 == 0;
    for (uint32_t y = 0; y < SAV_PREVIEW_SIDE && opaque; y++) {
        const uint32_t y0 = y * side / SAV_PREVIEW_SIDE, y1 = (y + 1) * side / SAV_PREVIEW_SIDE;
        opaque = sum_band(image, left, top + y0, top + y1, side, &band);
        mean_row(&band, side, y1 - y0, inverses, out + y * SAV_PREVIEW_SIDE);
    }
    return opaque;
}

const uint16_t *sav_preview_pixels(const Image *image, Arena *arena)
{
    uint16_t *pixels = arena_alloc(arena, SAV_PREVIEW_SIDE * SAV_PREVIEW_SIDE, sizeof *pixels);
    const uint32_t side = image->w < image->h ? image->w : image->h;
    const uint32_t left = (image->w - side) / 2, top = (image->h - side) / 2;
    if (reduce_opaque(image, left, top, side, pixels))
        return pixels;
    for (uint32_t y = 0; side && y < SAV_PREVIEW_SIDE; y++)
        for (uint32_t x = 0; x < SAV_PREVIEW_SIDE; x++) {
            const uint32_t x0 = (uint32_t)((uint64_t)x * side / SAV_PREVIEW_SIDE);
            const uint32_t y0 = (uint32_t)((uint64_t)y * side / SAV_PREVIEW_SIDE);
            const uint32_t x1 = (uint32_t)((uint64_t)(x + 1) * side / SAV_PREVIEW_SIDE);
            const uint32_t y1 = (uint32_t)((uint64_t)(y + 1) * side / SAV_PREVIEW_SIDE);
            pixels[y * SAV_PREVIEW_SIDE + x] =
                mean(image, left + x0, top + y0, left + (x1 > x0 ? x1 : x0 + 1),
                     top + (y1 > y0 ? y1 : y0 + 1));
        }
    return pixels;
}
