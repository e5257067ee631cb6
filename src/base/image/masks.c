/* Parts, in order: channels by lookup tables; eight 16-bit pixels at once; decoding; encoding.
 * 16-bit pixels whose channels are runs of at most 6 bits are converted by arithmetic on
 * vectors instead of tables, with the same results. */
#include "base/image/masks.h"

/* gcc's analyzer does not model the width of vector elements. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-shift-count-overflow"
#endif

/* A lookup table for a channel of at most 8 bits: from its bits to those of a Pixel. */
typedef struct Channel {
    uint32_t mask, shift;
    Pixel values[256];
} Channel;

/* round(255 v / max). A missing channel is 255 for alpha, otherwise 0. If a channel has more
 * than 8 bits, the upper ones are used. */
static Channel channel_of(uint32_t mask, unsigned place)
{
    Channel channel = {.mask = mask, .shift = 0};
    const Pixel nothing = place == 24 ? 0xFF000000 : 0;
    if (channel.mask)
        channel.shift = (uint32_t)__builtin_ctz(channel.mask);
    uint32_t wide = channel.mask >> channel.shift;
    while (wide > 255) {
        wide >>= 1;
        channel.shift++;
    }
    channel.mask = wide;
    for (uint32_t v = 0; v < 256; v++)
        channel.values[v] = !wide      ? nothing
                            : v > wide ? 0 /* never used */
                                       : (v * 510 + wide) / (2 * wide) << place;
    return channel;
}

static inline Pixel channel_take(const Channel *channel, uint32_t raw)
{
    return channel->values[raw >> channel->shift & channel->mask];
}

/* Eight 16-bit pixels at once. (v * times + more) >> down equals round(255 v / max) for every v
 * of that many bits. */
typedef uint16_t Eight __attribute__((vector_size(16)));
typedef struct Stretch {
    uint16_t shift, mask, times, more, down;
} Stretch;

enum { STRETCH_BITS = 6 };

static bool stretch_of(uint32_t mask, bool alpha, Stretch *out)
{
    static const uint16_t rules[STRETCH_BITS + 1][3] = {{0, 0, 0},   {255, 0, 0}, {85, 0, 0},
                                                        {146, 1, 2}, {17, 0, 0},  {527, 23, 6},
                                                        {259, 33, 6}};
    const unsigned shift = mask ? (unsigned)__builtin_ctz(mask) : 0,
                   count = (unsigned)__builtin_popcount(mask);
    const uint32_t wide = mask >> shift;
    if (count > STRETCH_BITS || (wide & (wide + 1)) || mask > 0xFFFF)
        return false;
    *out = (Stretch){(uint16_t)shift, (uint16_t)wide, rules[count][0], rules[count][1],
                     rules[count][2]};
    if (!count && alpha)
        out->more = 255;
    return true;
}

static inline Eight stretched(Eight raw, const Stretch *stretch)
{
    return ((raw >> stretch->shift & stretch->mask) * stretch->times + stretch->more) >>
           stretch->down;
}

/* Converts whole groups of eight; returns the number of pixels. */
static uint32_t row_stretch(const Stretch stretches[4], const uint8_t *from, uint32_t count,
                            Pixel *out)
{
    uint32_t x = 0;
    for (; x + 8 <= count; x += 8) {
        Eight raw;
        memcpy(&raw, from + 2 * (size_t)x, sizeof raw);
        const Eight rg = stretched(raw, &stretches[1]) | stretched(raw, &stretches[2]) << 8,
                    ba = stretched(raw, &stretches[3]) | stretched(raw, &stretches[0]) << 8;
        const Eight halves[2] = {__builtin_shufflevector(rg, ba, 0, 8, 1, 9, 2, 10, 3, 11),
                                 __builtin_shufflevector(rg, ba, 4, 12, 5, 13, 6, 14, 7, 15)};
        memcpy(out + x, halves, sizeof halves);
    }
    return x;
}

static inline uint32_t number_at(const uint8_t *from, unsigned bytes)
{
    uint32_t number = 0;
    for (unsigned i = bytes; i-- > 0;)
        number = number << 8 | from[i];
    return number;
}

void masks_decode(const PixelMasks *masks, unsigned bytes, const uint8_t *data, bool bottom_up,
                  const Image *out)
{
    const Channel a = channel_of(masks->a, 24), r = channel_of(masks->r, 0),
                  g = channel_of(masks->g, 8), b = channel_of(masks->b, 16);
    const uint32_t all[4] = {masks->a, masks->r, masks->g, masks->b};
    const uint8_t *from = data;
    Stretch stretches[4];
    bool fast = bytes == 2;
    for (int i = 0; i < 4; i++)
        fast = fast && stretch_of(all[i], i == 0, &stretches[i]);
    for (uint32_t y = 0; y < out->h; y++) {
        Pixel *row = image_at(out, 0, bottom_up ? out->h - 1 - y : y);
        const uint32_t done = fast ? row_stretch(stretches, from, out->w, row) : 0;
        from += (size_t)done * bytes;
        for (uint32_t x = done; x < out->w; x++, from += bytes) {
            const uint32_t raw = number_at(from, bytes);
            row[x] = channel_take(&a, raw) | channel_take(&r, raw) | channel_take(&g, raw) |
                     channel_take(&b, raw);
        }
    }
}

uint32_t masks_encode(const PixelMasks *masks, Pixel pixel, uint32_t old)
{
    const uint32_t all[4] = {masks->r, masks->g, masks->b, masks->a};
    for (int i = 0; i < 4; i++, pixel >>= 8) {
        if (!all[i])
            continue;
        const unsigned shift = (unsigned)__builtin_ctz(all[i]);
        const uint64_t most = all[i] >> shift;
        const uint32_t value = (uint32_t)(((pixel & 255) * most * 2 + 255) / 510);
        old = (old & ~all[i]) | value << shift;
    }
    return old;
}
