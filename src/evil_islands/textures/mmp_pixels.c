/* Decoding of stored levels. */
#include "evil_islands/textures/mmp.h"
#include "base/image/masks.h"

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

static void plain_decode(Bytes data, bool bottom_up, const Image *out)
{
    for (uint32_t y = 0; y < out->h; y++)
        row_swap(data.data + (size_t)y * out->w * 4, out->w, row_of(out, y, bottom_up));
}

/* The masks of the header, or those of the format if the header has none. */
static PixelMasks masks_of(const Mmp *mmp)
{
    const MmpFile *file = &mmp->file;
    const MmpKind usual = mmp->kind == MMP_PNT3 ? MMP_8888 : mmp->kind;
    const MmpChannel own[4] = {file->alpha_format, file->red_format, file->green_format,
                               file->blue_format};
    const bool none = !(own[0].mask | own[1].mask | own[2].mask | own[3].mask);
    const MmpChannel *formats = none ? mmp_kinds[usual].channels : own;
    return (PixelMasks){
        .a = formats[0].mask, .r = formats[1].mask, .g = formats[2].mask, .b = formats[3].mask};
}

static bool masks_are_usual(const PixelMasks *masks)
{
    const MmpChannel *usual = mmp_kinds[MMP_8888].channels;
    return masks->a == usual[0].mask && masks->r == usual[1].mask &&
           masks->g == usual[2].mask && masks->b == usual[3].mask;
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
    const PixelMasks masks = masks_of(mmp);
    Bytes pixels;
    bool even = false;
    const bool packed = level->data.size < (size_t)level->w * level->h * 4;
    if (packed && !packed_check(level, &even, report))
        return false;
    if (packed && even && masks_are_usual(&masks)) {
        *out = image_new(level->w, level->h, arena);
        packed_decode(level->data, bottom_up, out);
        return true;
    }
    if (!mmp_unpack(level, &pixels, arena, report))
        return false;
    *out = picture_new(level, arena);
    if (masks_are_usual(&masks))
        plain_decode(pixels, bottom_up, out);
    else
        masks_decode(&masks, 4, pixels.data, bottom_up, out);
    return true;
}

bool mmp_picture(const Mmp *mmp, size_t index, MmpRows rows, Image *out, Arena *arena,
                 Report *report)
{
    const MmpLevel *level = &mmp->levels[index];
    const bool bottom_up = mmp_bottom_up(mmp->kind, rows);
    const PixelMasks masks = masks_of(mmp);
    if (mmp->kind == MMP_PNT3)
        return packed_picture(mmp, level, bottom_up, out, arena, report);
    *out = picture_new(level, arena);
    if (mmp->kind <= MMP_DXT5)
        blocks_decode((BlockKind)mmp->kind, level->data.data, bottom_up, out);
    else if (mmp->kind == MMP_8888 && masks_are_usual(&masks))
        plain_decode(level->data, bottom_up, out);
    else
        masks_decode(&masks, mmp_kinds[mmp->kind].bits / 8, level->data.data, bottom_up, out);
    return true;
}
