/* Truevision TGA: indexed, RGB and greyscale images of 8 to 32 bits per pixel, plain or
 * run-length encoded, in each of the four orders of pixels. */
#include "base/stream.h"
#include "base/image/picture.h"

enum { TGA_INDEXED = 1, TGA_RGB = 2, TGA_GREY = 3, TGA_RLE = 8, COLOURS_MAX = 256 };

typedef struct Tga {
    unsigned kind, bits, alpha_bits; /* `kind` without TGA_RLE */
    bool rle, from_right, from_top;
    uint32_t w, h, id_size;
    unsigned colour_first, colour_count, colour_bits;
    Pixel colours[COLOURS_MAX];
} Tga;

/* The file has no magic number: all fields of the header must have known values. */
static bool header_read(Reader *reader, Tga *tga)
{
    tga->id_size = read_u8(reader);
    const uint8_t has_colours = read_u8(reader), kind = read_u8(reader);
    tga->colour_first = read_u16(reader);
    tga->colour_count = read_u16(reader);
    tga->colour_bits = read_u8(reader);
    read_u32(reader); /* the position on a screen */
    tga->w = read_u16(reader);
    tga->h = read_u16(reader);
    tga->bits = read_u8(reader);
    const uint8_t flags = read_u8(reader);
    if (!reader_ok(reader))
        return false;
    tga->rle = kind & TGA_RLE;
    tga->kind = kind & ~(unsigned)TGA_RLE;
    tga->alpha_bits = flags & 15;
    tga->from_right = flags & 16;
    tga->from_top = flags & 32;
    const bool rgb = tga->bits == 15 || tga->bits == 16 || tga->bits == 24 || tga->bits == 32;
    const bool grey = tga->bits == 8 || tga->bits == 16;
    const bool fits = tga->kind == TGA_INDEXED ? tga->bits == 8 && has_colours
                      : tga->kind == TGA_RGB   ? rgb
                      : tga->kind == TGA_GREY  ? grey
                                               : false;
    if (!fits || kind > 15 || has_colours > 1 || flags > 63)
        return reader_fail(reader,
                           "not a TGA image, or not a supported one: kind %u with %u bits per "
                           "pixel",
                           kind, tga->bits);
    return picture_size_check(tga->w, tga->h, reader->report);
}

static unsigned five_bits(unsigned value)
{
    value &= 31;
    return value << 3 | value >> 2;
}

/* The number of bytes of a pixel of `bits` bits. */
static unsigned size_of(unsigned bits) { return (bits + 7) / 8; }

static Pixel colour_of(const uint8_t *at, unsigned bits, unsigned alpha_bits)
{
    if (bits >= 24)
        return PIXEL(at[2], at[1], at[0], bits == 32 && alpha_bits ? at[3] : 255);
    const unsigned value = at[0] | (unsigned)at[1] << 8;
    const bool drawn = bits == 15 || !alpha_bits || value >> 15;
    return PIXEL(five_bits(value >> 10), five_bits(value >> 5), five_bits(value),
                 drawn ? 255 : 0);
}

static bool colours_read(Reader *reader, Tga *tga, bool has_colours)
{
    read_bytes(reader, tga->id_size);
    if (!has_colours && !tga->colour_count)
        return reader_ok(reader);
    const unsigned size = size_of(tga->colour_bits);
    if (size < 2 || size > 4)
        return tga->colour_count == 0 ||
               reader_fail(reader, "a palette of %u bits per colour", tga->colour_bits);
    const Bytes bytes = read_bytes(reader, (size_t)tga->colour_count * size);
    if (!reader_ok(reader) || tga->kind != TGA_INDEXED)
        return reader_ok(reader);
    if (tga->colour_first + tga->colour_count > COLOURS_MAX)
        return reader_fail(reader, "a palette of %u colours; the maximum is %d",
                           tga->colour_first + tga->colour_count, COLOURS_MAX);
    for (unsigned i = 0; i < tga->colour_count; i++)
        tga->colours[tga->colour_first + i] =
            colour_of(bytes.data + (size_t)i * size, tga->colour_bits, tga->colour_bits == 32);
    return true;
}

static bool pixel_of(Reader *reader, const Tga *tga, const uint8_t *at, Pixel *out)
{
    switch (tga->kind) {
    case TGA_GREY:
        *out = PIXEL(at[0], at[0], at[0], tga->bits == 16 ? at[1] : 255);
        return true;
    case TGA_RGB:
        *out = colour_of(at, tga->bits, tga->alpha_bits);
        return true;
    default:
        *out = tga->colours[at[0]];
        return (at[0] >= tga->colour_first && at[0] < tga->colour_first + tga->colour_count) ||
               reader_fail(reader, "colour %u is not in the palette", at[0]);
    }
}

static Pixel *place_of(const Tga *tga, const Image *out, size_t index)
{
    const uint32_t x = (uint32_t)(index % tga->w), y = (uint32_t)(index / tga->w);
    return image_at(out, tga->from_right ? tga->w - 1 - x : x,
                    tga->from_top ? y : tga->h - 1 - y);
}

static bool pixels_read(Reader *reader, const Tga *tga, const Image *out)
{
    const size_t count = (size_t)tga->w * tga->h;
    const unsigned size = size_of(tga->bits);
    for (size_t done = 0; done < count;) {
        const uint8_t code = tga->rle ? read_u8(reader) : 127;
        const bool repeats = tga->rle && code & 128;
        const size_t left = count - done;
        const size_t run = tga->rle ? (size_t)(code & 127) + 1 : left;
        if (run > left)
            return reader_fail(reader, "a run of %zu pixels; %zu are left", run, left);
        const Bytes bytes = read_bytes(reader, (repeats ? 1 : run) * size);
        if (!reader_ok(reader))
            return false;
        for (size_t i = 0; i < run; i++)
            if (!pixel_of(reader, tga, bytes.data + (repeats ? 0 : i * size),
                          place_of(tga, out, done + i)))
                return false;
        done += run;
    }
    return true;
}

bool picture_size_tga(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    Reader reader = reader_of(file, report);
    Tga tga = {0};
    if (!header_read(&reader, &tga))
        return false;
    *w = tga.w;
    *h = tga.h;
    return true;
}

/* Pixels that are not stored need at least a byte for each run of 128. */
static bool data_suffice(Reader *reader, const Tga *tga)
{
    const uint64_t count = (uint64_t)tga->w * tga->h, size = size_of(tga->bits);
    const uint64_t least = tga->rle ? (count + 127) / 128 * (1 + size) : count * size;
    return least <= reader_left(reader) ||
           reader_fail(reader, "%llu pixels need at least %llu bytes; %zu are left",
                       (unsigned long long)count, (unsigned long long)least,
                       reader_left(reader));
}

bool picture_read_tga(Bytes file, Image *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    Tga tga = {0};
    if (!header_read(&reader, &tga) || !colours_read(&reader, &tga, file.data[1]) ||
        !data_suffice(&reader, &tga))
        return false;
    *out = image_new(tga.w, tga.h, arena);
    return pixels_read(&reader, &tga, out);
}
