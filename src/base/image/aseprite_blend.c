/* The arithmetic of Aseprite 1.3: all values are integers from 0 to 255, products are rounded
 * to nearest, quotients of normal mode towards zero. Every mode computes colours as if both
 * pixels were opaque. The "new blending method" then moves from the result of normal mode to
 * that of the chosen mode by the alpha of what is below. */
#include "base/image/aseprite_internal.h"

#include "base/text.h"

static const struct {
    const char *title;
    bool supported;
} modes[] = {
#define ASEPRITE_MODE(number, id, title, supported) [number] = {title, supported},
#include "base/image/aseprite_modes.def"
#undef ASEPRITE_MODE
};

const char *aseprite_mode_name(uint32_t mode)
{
    return mode < COUNT_OF(modes) ? modes[mode].title : "unknown";
}

bool aseprite_mode_supported(uint32_t mode)
{
    return mode < COUNT_OF(modes) && modes[mode].supported;
}

/* a * b / 255, rounded to nearest; `a` may be negative. */
static inline int product(int a, int b)
{
    const int value = a * b + 128;
    return ((value >> 8) + value) >> 8;
}

static inline int channel(Pixel pixel, unsigned shift) { return (int)(pixel >> shift & 255); }

static int multiply(int below, int above) { return product(below, above); }

static int screen(int below, int above) { return below + above - product(below, above); }

static int overlay(int below, int above)
{
    return below < 128 ? multiply(above, below * 2) : screen(above, below * 2 - 255);
}

static Pixel blend_normal(Pixel below, Pixel above, unsigned opacity)
{
    const int under = channel(below, 24), over = product(channel(above, 24), (int)opacity);
    if (!under)
        return (above & 0xFFFFFF) | (Pixel)over << 24;
    if (!PIXEL_A(above))
        return below;
    const int alpha = over + under - product(under, over);
    Pixel out = (Pixel)alpha << 24;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const int from = channel(below, shift);
        out |= (Pixel)(from + (channel(above, shift) - from) * over / alpha) << shift;
    }
    return out;
}

/* Moves from one pixel to another by `opacity`; transparent pixels have no colour. */
static Pixel merge(Pixel from, Pixel to, int opacity)
{
    const int alpha = channel(from, 24) + product(channel(to, 24) - channel(from, 24), opacity);
    Pixel out = (Pixel)alpha << 24;
    if (!alpha)
        return 0;
    if (!PIXEL_A(from))
        return out | (to & 0xFFFFFF);
    if (!PIXEL_A(to))
        return out | (from & 0xFFFFFF);
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const int value = channel(from, shift);
        out |= (Pixel)(value + product(channel(to, shift) - value, opacity)) << shift;
    }
    return out;
}

Pixel aseprite_blend(AsepriteMode mode, Pixel below, Pixel above, unsigned opacity)
{
    const Pixel normal = blend_normal(below, above, opacity);
    const int under = channel(below, 24);
    Pixel colours = above & 0xFF000000;
    if (mode == ASEPRITE_NORMAL || !under)
        return normal;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const int b = channel(below, shift), a = channel(above, shift);
        const int value = mode == ASEPRITE_MULTIPLY ? multiply(b, a)
                          : mode == ASEPRITE_SCREEN ? screen(b, a)
                                                    : overlay(b, a);
        colours |= (Pixel)value << shift;
    }
    const Pixel blended = blend_normal(below, colours, opacity);
    const int over = product(channel(above, 24), (int)opacity);
    return merge(merge(normal, blended, under), blended, product(under, over));
}
