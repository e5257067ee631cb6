/* Colours of the interface, and how well a text can be read on what is behind it. */
#include "engine/render/render_internal.h"

static const Pixel own_colours[] = {
    [COLOUR_BUTTON] = PIXEL(208, 216, 232, 255),
    [COLOUR_SELECTED] = PIXEL(255, 232, 144, 255),
    [COLOUR_PRESSED] = PIXEL(255, 200, 96, 255),
    [COLOUR_INACTIVE] = PIXEL(128, 136, 152, 255),
    [COLOUR_CHAT] = PIXEL(224, 224, 224, 255),
    [COLOUR_TAB] = PIXEL(176, 184, 208, 255),
    [COLOUR_TAB_SELECTED] = PIXEL(255, 255, 255, 255),
    [COLOUR_TITLE] = PIXEL(255, 216, 128, 255),
    [COLOUR_TEXT] = PIXEL(232, 236, 244, 255),
    [COLOUR_TEXT_SELECTED] = PIXEL(255, 240, 160, 255),
};

/* Contrast at least 7:1 against theme_panel over any scene, and for the selected row. */
static const Pixel contrast_colours[] = {
    [COLOUR_BUTTON] = PIXEL(255, 255, 255, 255),
    [COLOUR_SELECTED] = PIXEL(255, 255, 0, 255),
    [COLOUR_PRESSED] = PIXEL(255, 255, 128, 255),
    [COLOUR_INACTIVE] = PIXEL(190, 190, 190, 255),
    [COLOUR_CHAT] = PIXEL(255, 255, 255, 255),
    [COLOUR_TAB] = PIXEL(224, 224, 255, 255),
    [COLOUR_TAB_SELECTED] = PIXEL(255, 255, 0, 255),
    [COLOUR_TITLE] = PIXEL(255, 255, 96, 255),
    [COLOUR_TEXT] = PIXEL(255, 255, 255, 255),
    [COLOUR_TEXT_SELECTED] = PIXEL(255, 255, 0, 255),
};

Pixel theme_colour(const Renderer *renderer, ThemeColour colour)
{
    if (renderer->options.colours == COLOURS_CONTRAST)
        return contrast_colours[colour];
    const TngElements *elements = renderer->content->elements;
    if (colour < elements->colour_count && PIXEL_A(elements->colours[colour]))
        return elements->colours[colour];
    return own_colours[colour];
}

/* The relative luminance of WCAG 2, 0 to 100000. The transfer function is a polynomial with an
 * error of less than 0.004, so that all machines get the same result. */
static int64_t luminance(Pixel colour)
{
    static const int64_t weights[3] = {21260, 71520, 7220};
    const int64_t channels[3] = {PIXEL_R(colour), PIXEL_G(colour), PIXEL_B(colour)};
    int64_t sum = 0;
    for (size_t i = 0; i < 3; i++) {
        const int64_t v = channels[i] * 10000 / 255;
        const int64_t linear =
            v * (v * (v * 3053 / 10000 + 6822) / 10000 + 125) / 10000; /* of 10000 */
        sum += weights[i] * linear / 10000;
    }
    return sum;
}

/* The contrast ratio of two opaque colours in hundredths: 100 to 2100. */
static int64_t luminance_contrast(int64_t a, int64_t b)
{
    enum { FLARE = 5000 };
    const int64_t x = a + FLARE, y = b + FLARE;
    return x > y ? x * 100 / y : y * 100 / x;
}

static int64_t contrast_of(Pixel a, Pixel b)
{
    return luminance_contrast(luminance(a), luminance(b));
}

/* White or black has a contrast of at least 4.5:1 to any colour. */
Pixel theme_bar_colour(Pixel text)
{
    enum { ENOUGH = 460 };
    static const Pixel bars[] = {PIXEL(44, 56, 104, 255), PIXEL(255, 250, 228, 255),
                                 PIXEL(0, 0, 0, 255), PIXEL(255, 255, 255, 255)};
    size_t best = 0;
    for (size_t i = 0; i < COUNT_OF(bars); i++) {
        if (contrast_of(text, bars[i]) > contrast_of(text, bars[best]))
            best = i;
        if (i % 2 && contrast_of(text, bars[best]) >= ENOUGH)
            break;
    }
    return bars[best];
}

/* The median luminance of an area, of at most 256 of its pixels. */
static int64_t median_luminance(const Image *target, Rect area)
{
    enum { BINS = 256, STEPS = 16, WHITE = 100000 };
    uint32_t bins[BINS] = {0}, count = 0;
    for (int32_t i = 0; i < STEPS * STEPS; i++) {
        const int32_t x = area.x + (int32_t)((int64_t)area.w * (i % STEPS) / STEPS);
        const int32_t y = area.y + (int32_t)((int64_t)area.h * (i / STEPS) / STEPS);
        if (x < 0 || y < 0 || x >= (int32_t)target->w || y >= (int32_t)target->h)
            continue;
        const Pixel pixel = *image_at(target, (uint32_t)x, (uint32_t)y);
        bins[luminance(pixel) * (BINS - 1) / WHITE]++;
        count++;
    }
    uint32_t bin = 0;
    for (uint32_t below = bins[0]; below * 2 < count && bin + 1 < BINS;)
        below += bins[++bin];
    return (int64_t)bin * WHITE / (BINS - 1);
}

/* `part` eighths of the way from a colour to white or black. */
static Pixel towards(Pixel colour, uint32_t to, uint32_t part)
{
    enum { WHOLE = 8 };
    const uint32_t rest = WHOLE - part;
    return PIXEL((PIXEL_R(colour) * rest + to * part) / WHOLE,
                 (PIXEL_G(colour) * rest + to * part) / WHOLE,
                 (PIXEL_B(colour) * rest + to * part) / WHOLE, PIXEL_A(colour));
}

Pixel theme_legible(const Image *target, Rect area, Pixel colour, bool possible)
{
    enum { ENOUGH = 470, ENOUGH_INACTIVE = 320, PARTS = 8 };
    const int64_t wanted = possible ? ENOUGH : ENOUGH_INACTIVE;
    const int64_t under = median_luminance(target, area);
    const uint32_t first = luminance(colour) >= under ? 255 : 0;
    for (uint32_t i = 0; i <= PARTS; i++)
        if (luminance_contrast(luminance(towards(colour, first, i)), under) >= wanted)
            return towards(colour, first, i);
    for (uint32_t i = 0; i <= PARTS; i++)
        if (luminance_contrast(luminance(towards(colour, 255 - first, i)), under) >= wanted)
            return towards(colour, 255 - first, i);
    return towards(colour, 255 - first, PARTS);
}

Pixel theme_row_colour(const Renderer *renderer, bool selected, bool possible)
{
    return theme_colour(renderer, !possible  ? COLOUR_INACTIVE
                                  : selected ? COLOUR_TEXT_SELECTED
                                             : COLOUR_TEXT);
}
