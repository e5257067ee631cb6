/* Decoding of stored levels. */
#include "formats/evil_islands/mmp.h"

bool mmp_bottom_up(MmpKind kind, MmpRows rows)
{
    return rows == MMP_ROWS_USUAL ? kind != MMP_8888 : rows == MMP_ROWS_BOTTOM_UP;
}

/* Supported machines are little-endian. */
static inline uint32_t number32(const uint8_t *data)
{
    uint32_t number;
    memcpy(&number, data, sizeof number);
    return number;
}

/* B, G, R, A in the file. */
static inline Pixel swapped(uint32_t stored)
{
    return (stored & 0xFF00FF00) | (stored >> 16 & 255) | (stored & 255) << 16;
}

/* gcc's analyzer does not model the width of vector elements. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-shift-count-overflow"
#endif

/* The same for four pixels at once. */
typedef uint32_t Quad __attribute__((vector_size(16)));

static void row_swap(const uint8_t *from, uint32_t count, Pixel *out)
{
    uint32_t x = 0;
    for (; x + 4 <= count; x += 4) {
        Quad quad;
        memcpy(&quad, from + 4 * (size_t)x, sizeof quad);
        quad = (quad & 0xFF00FF00) | (quad >> 16 & 255) | (quad & 255) << 16;
        memcpy(out + x, &quad, sizeof quad);
    }
    for (; x < count; x++)
        out[x] = swapped(number32(from + 4 * (size_t)x));
}

static inline Pixel *row_of(const Image *image, uint32_t stored, bool bottom_up)
{
    return image_at(image, 0, bottom_up ? image->h - 1 - stored : stored);
}

/* ---- PNT3 ---- */

static inline bool is_run(uint32_t number) { return number && number <= MMP_PNT3_RUN_MAX; }

/* Whether four numbers are pixels rather than runs: subtracting one from zero yields the
 * largest number. */
static inline bool are_pixels(const uint8_t *data)
{
    Quad quad;
    uint64_t halves[2];
    memcpy(&quad, data, sizeof quad);
    quad = (Quad)(quad - 1 < (uint32_t)MMP_PNT3_RUN_MAX);
    memcpy(halves, &quad, sizeof halves);
    return !(halves[0] | halves[1]);
}

/* The unpacked size must match exactly. `even`: runs consist of whole pixels. */
static bool packed_check(const MmpLevel *level, bool *even, Report *report)
{
    const size_t wanted = (size_t)level->w * level->h * 4;
    uint64_t size = 0;
    *even = true;
    if (level->data.size % 4)
        return report_error(report, "PNT3: %zu bytes are not a multiple of 4",
                            level->data.size);
    if (mmp_is_bomb(level->data.size, wanted))
        return report_error(report,
                            "PNT3: %zu bytes for %u x %u pixels exceed the compression limit",
                            level->data.size, level->w, level->h);
    for (size_t at = 0; at < level->data.size; at += 4) {
        for (; level->data.size - at > 16 && are_pixels(level->data.data + at); at += 16)
            size += 16;
        const uint32_t number = number32(level->data.data + at);
        size += is_run(number) ? number : 4;
        *even = *even && !(is_run(number) && number % 4);
    }
    return size == wanted ||
           report_error(report, "PNT3: it unpacks to %llu bytes, %u x %u pixels are %zu",
                        (unsigned long long)size, level->w, level->h, wanted);
}

bool mmp_unpack(const MmpLevel *level, Bytes *out, Arena *arena, Report *report)
{
    const size_t size = (size_t)level->w * level->h * 4;
    bool even;
    *out = level->data;
    if (level->data.size == size)
        return true;
    if (!packed_check(level, &even, report))
        return false;
    uint8_t *pixels = arena_alloc(arena, size, 1), *to = pixels;
    for (size_t at = 0; at < level->data.size; at += 4) {
        const uint32_t number = number32(level->data.data + at);
        if (is_run(number)) {
            to += number;
        } else {
            memcpy(to, level->data.data + at, 4);
            to += 4;
        }
    }
    *out = (Bytes){pixels, size};
    return true;
}

/* Unpacks directly into the image, which is zero. All runs consist of whole pixels. */
static void packed_decode(Bytes packed, bool bottom_up, const Image *out)
{
    const uint8_t *from = packed.data, *end = packed.data + packed.size;
    uint32_t x = 0, y = 0;
    while (from < end) {
        Pixel *row = row_of(out, y, bottom_up);
        uint32_t number = 0;
        for (; x + 4 <= out->w && end - from >= 16 && are_pixels(from); x += 4, from += 16)
            row_swap(from, 4, row + x);
        while (x < out->w && from < end) {
            number = number32(from);
            from += 4;
            if (is_run(number))
                break;
            row[x++] = swapped(number);
        }
        if (is_run(number)) {
            const uint64_t place = (uint64_t)y * out->w + x + number / 4;
            y = (uint32_t)(place / out->w);
            x = (uint32_t)(place % out->w);
        } else if (x == out->w) {
            x = 0;
            y++;
        }
    }
}

/* ---- 16 and 32 bits ---- */

/* A lookup table for a channel of at most 8 bits: from its bits to those of a Pixel. */
typedef struct Channel {
    uint32_t mask, shift;
    Pixel values[256];
} Channel;

/* round(255 v / max). A missing channel is 255 for alpha, otherwise 0. If a channel has more
 * than 8 bits, the upper ones are used. */
static Channel channel_of(MmpChannel format, unsigned place)
{
    Channel channel = {.mask = format.mask, .shift = 0};
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

static bool stretch_of(MmpChannel format, bool alpha, Stretch *out)
{
    static const uint16_t rules[STRETCH_BITS + 1][3] = {{0, 0, 0},   {255, 0, 0}, {85, 0, 0},
                                                        {146, 1, 2}, {17, 0, 0},  {527, 23, 6},
                                                        {259, 33, 6}};
    const unsigned shift = format.mask ? (unsigned)__builtin_ctz(format.mask) : 0,
                   count = (unsigned)__builtin_popcount(format.mask);
    const uint32_t wide = format.mask >> shift;
    if (count > STRETCH_BITS || (wide & (wide + 1)) || format.mask > 0xFFFF)
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

static void masked_decode(const MmpChannel formats[4], Bytes data, unsigned bytes,
                          bool bottom_up, const Image *out)
{
    const Channel a = channel_of(formats[0], 24), r = channel_of(formats[1], 0),
                  g = channel_of(formats[2], 8), b = channel_of(formats[3], 16);
    const uint8_t *from = data.data;
    Stretch stretches[4];
    bool fast = bytes == 2;
    for (int i = 0; i < 4; i++)
        fast = fast && stretch_of(formats[i], i == 0, &stretches[i]);
    for (uint32_t y = 0; y < out->h; y++) {
        Pixel *row = row_of(out, y, bottom_up);
        const uint32_t done = fast ? row_stretch(stretches, from, out->w, row) : 0;
        from += (size_t)done * bytes;
        for (uint32_t x = done; x < out->w; x++, from += bytes) {
            const uint32_t raw =
                bytes == 2 ? (uint32_t)(from[0] | from[1] << 8) : number32(from);
            row[x] = channel_take(&a, raw) | channel_take(&r, raw) | channel_take(&g, raw) |
                     channel_take(&b, raw);
        }
    }
}

static void plain_decode(Bytes data, bool bottom_up, const Image *out)
{
    for (uint32_t y = 0; y < out->h; y++)
        row_swap(data.data + (size_t)y * out->w * 4, out->w, row_of(out, y, bottom_up));
}

/* The masks of the header, or those of the format if the header has none. */
static void formats_of(const Mmp *mmp, MmpChannel formats[4])
{
    const MmpFile *file = &mmp->file;
    const MmpKind usual = mmp->kind == MMP_PNT3 ? MMP_8888 : mmp->kind;
    const MmpChannel own[4] = {file->alpha_format, file->red_format, file->green_format,
                               file->blue_format};
    const bool none = !(own[0].mask | own[1].mask | own[2].mask | own[3].mask);
    memcpy(formats, none ? mmp_kinds[usual].channels : own, sizeof own);
}

static bool masks_are_usual(const MmpChannel formats[4])
{
    for (int i = 0; i < 4; i++)
        if (formats[i].mask != mmp_kinds[MMP_8888].channels[i].mask)
            return false;
    return true;
}

/* ---- a level ---- */

static Image picture_new(const MmpLevel *level, Arena *arena)
{
    Pixel *pixels = arena_alloc_raw(arena, (size_t)level->w * level->h, sizeof *pixels);
    return (Image){level->w, level->h, level->w, pixels};
}

static bool packed_picture(const Mmp *mmp, const MmpLevel *level, bool bottom_up, Image *out,
                           Arena *arena, Report *report)
{
    MmpChannel formats[4];
    Bytes pixels;
    bool even = false;
    formats_of(mmp, formats);
    const bool packed = level->data.size < (size_t)level->w * level->h * 4;
    if (packed && !packed_check(level, &even, report))
        return false;
    if (packed && even && masks_are_usual(formats)) {
        *out = image_new(level->w, level->h, arena);
        packed_decode(level->data, bottom_up, out);
        return true;
    }
    if (!mmp_unpack(level, &pixels, arena, report))
        return false;
    *out = picture_new(level, arena);
    if (masks_are_usual(formats))
        plain_decode(pixels, bottom_up, out);
    else
        masked_decode(formats, pixels, 4, bottom_up, out);
    return true;
}

bool mmp_picture(const Mmp *mmp, size_t index, MmpRows rows, Image *out, Arena *arena,
                 Report *report)
{
    const MmpLevel *level = &mmp->levels[index];
    const bool bottom_up = mmp_bottom_up(mmp->kind, rows);
    MmpChannel formats[4];
    if (mmp->kind == MMP_PNT3)
        return packed_picture(mmp, level, bottom_up, out, arena, report);
    *out = picture_new(level, arena);
    formats_of(mmp, formats);
    if (mmp->kind <= MMP_DXT5)
        blocks_decode((BlockKind)mmp->kind, level->data.data, bottom_up, out);
    else if (mmp->kind == MMP_8888 && masks_are_usual(formats))
        plain_decode(level->data, bottom_up, out);
    else
        masked_decode(formats, level->data, mmp_kinds[mmp->kind].bits / 8, bottom_up, out);
    return true;
}
