/* Encoding of images to stored levels. */
#include "evil_islands/textures/mmp.h"

enum { RUN_STEP = 16, ALPHA_MIN = 128 };

/* ---- PNT3 ---- */

static bool is_zero(const uint8_t *data)
{
    static const uint8_t zeros[RUN_STEP];
    return !memcmp(data, zeros, RUN_STEP);
}

Bytes mmp_pack(Bytes pixels, Arena *arena)
{
    const size_t whole = pixels.size / RUN_STEP * RUN_STEP;
    Writer writer = writer_to(arena);
    size_t at = 0;
    while (at < whole) {
        uint32_t run = 0;
        while (at < whole && run + RUN_STEP <= MMP_PNT3_RUN_MAX && is_zero(pixels.data + at)) {
            run += RUN_STEP;
            at += RUN_STEP;
        }
        if (run) {
            write_u32(&writer, run);
        } else {
            write_bytes(&writer, bytes_slice(pixels, at, RUN_STEP));
            at += RUN_STEP;
        }
    }
    write_bytes(&writer, bytes_slice(pixels, whole, pixels.size - whole));
    return writer.size < pixels.size && !mmp_is_bomb(writer.size, pixels.size)
               ? writer_bytes(&writer)
               : pixels;
}

/* ---- 16 and 32 bits ---- */

/* Reduces to `count` bits with rounding to nearest; 0 bits: 0. */
static inline uint32_t narrowed(unsigned value, unsigned count)
{
    const uint32_t most = (1u << count) - 1;
    return (value * most * 2 + 255) / 510;
}

/* Transparent pixels must be zero: in PNT3 any other value would be a run. */
static uint32_t raw_of(const MmpKindRow *row, Pixel pixel)
{
    const unsigned alpha = PIXEL_A(pixel);
    const MmpChannel *channels = row->channels;
    const uint32_t a =
        channels[0].count == 1 ? alpha >= ALPHA_MIN : narrowed(alpha, channels[0].count);
    if (!alpha || (channels[0].count && !a))
        return 0;
    return a << channels[0].shift |
           narrowed(PIXEL_R(pixel), channels[1].count) << channels[1].shift |
           narrowed(PIXEL_G(pixel), channels[2].count) << channels[2].shift |
           narrowed(PIXEL_B(pixel), channels[3].count) << channels[3].shift;
}

static Bytes raw_encode(const MmpKindRow *row, const Image *image, bool bottom_up, Arena *arena)
{
    const unsigned bytes = row->bits / 8;
    const size_t size = (size_t)image->w * image->h * bytes;
    uint8_t *out = arena_alloc_raw(arena, size, 1), *to = out;
    for (uint32_t y = 0; y < image->h; y++) {
        const Pixel *from = image_at(image, 0, bottom_up ? image->h - 1 - y : y);
        for (uint32_t x = 0; x < image->w; x++) {
            uint32_t raw = raw_of(row, from[x]);
            for (unsigned i = 0; i < bytes; i++, raw >>= 8)
                *to++ = (uint8_t)raw;
        }
    }
    return (Bytes){out, size};
}

/* Whether a 16-bit format preserves an image. */
static bool raw_holds(const MmpKindRow *row, const Image *image)
{
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++) {
            const Pixel pixel = *image_at(image, x, y);
            const unsigned values[4] = {PIXEL_A(pixel), PIXEL_R(pixel), PIXEL_G(pixel),
                                        PIXEL_B(pixel)};
            if (!values[0] && row->channels[0].count)
                continue;
            for (int i = 0; i < 4; i++) {
                const unsigned count = row->channels[i].count, most = (1u << count) - 1;
                const unsigned back =
                    count ? (narrowed(values[i], count) * 510 + most) / (2 * most) : 255;
                if (values[i] != back)
                    return false;
            }
        }
    return true;
}

/* ---- a file ---- */

static Bytes level_encode(MmpKind kind, const Image *image, bool bottom_up, Arena *arena)
{
    if (kind <= MMP_DXT5) {
        const size_t size = blocks_size((BlockKind)kind, image->w, image->h);
        uint8_t *out = arena_alloc_raw(arena, size, 1);
        blocks_encode((BlockKind)kind, image, bottom_up, out);
        return (Bytes){out, size};
    }
    if (kind == MMP_PNT3)
        return mmp_pack(raw_encode(&mmp_kinds[MMP_8888], image, bottom_up, arena), arena);
    return raw_encode(&mmp_kinds[kind], image, bottom_up, arena);
}

bool mmp_of_pictures(MmpKind kind, const Image *pictures, size_t count, MmpRows rows,
                     Bytes *out, Arena *arena, Report *report)
{
    MmpLevel levels[MMP_LEVELS_MAX];
    uint32_t w = pictures[0].w, h = pictures[0].h;
    if (!w || !h || w > MMP_SIDE_MAX || h > MMP_SIDE_MAX)
        return report_error(report, "the texture has %u x %u pixels; expected 1 to %d per side",
                            w, h, MMP_SIDE_MAX);
    if (kind == MMP_PNT3 && count > 1)
        return report_error(report, "PNT3 supports only one level");
    if (count > MMP_LEVELS_MAX)
        return report_error(report, "the texture has %zu levels; the maximum is %d", count,
                            MMP_LEVELS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (pictures[i].w != w || pictures[i].h != h)
            return report_error(report, "level %zu is %u x %u pixels, it must be %u x %u", i,
                                pictures[i].w, pictures[i].h, w, h);
        levels[i] = (MmpLevel){
            w, h, level_encode(kind, &pictures[i], mmp_bottom_up(kind, rows), arena)};
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
    }
    *out = mmp_of_levels(kind, levels, count, arena);
    return true;
}

MmpKind mmp_kind_for(const Image *image, bool levels, Arena *arena)
{
    static const MmpKind narrow[] = {MMP_565, MMP_1555, MMP_4444};
    if (blocks_hold(BLOCK_DXT1, image, true))
        return MMP_DXT1;
    if (blocks_hold(BLOCK_DXT3, image, true))
        return MMP_DXT3;
    for (size_t i = 0; i < COUNT_OF(narrow); i++)
        if (raw_holds(&mmp_kinds[narrow[i]], image))
            return narrow[i];
    const size_t size = (size_t)image->w * image->h * 4;
    return !levels && level_encode(MMP_PNT3, image, true, arena).size < size ? MMP_PNT3
                                                                             : MMP_8888;
}
