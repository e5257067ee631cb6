/* Windows bitmaps: headers of OS/2 and of all versions of Windows; 1, 2, 4, 8, 16, 24 and 32
 * bits per pixel; run-length encoding of 4 and 8 bits; masks of colours and alpha. JPEG and PNG
 * inside a bitmap, which only printers get, are rejected. */
#include "base/stream.h"
#include "base/image/picture.h"

enum {
    FILE_HEADER = 14,
    CORE_HEADER = 12, /* of OS/2: 16-bit sizes, three bytes per colour */
    INFO_HEADER = 40,
    ALPHA_HEADER = 56, /* from this size on, masks include one of alpha */
    COLOURS_MAX = 256,
};

enum { PLAIN = 0, RLE8 = 1, RLE4 = 2, MASKS = 3, ALPHA_MASKS = 6 };

typedef struct Bmp {
    uint32_t w, h, header_size, pixels_at, compression;
    unsigned bits;
    bool from_top;
    uint32_t colour_count;
    uint32_t masks[4]; /* red, green, blue, alpha */
    Pixel colours[COLOURS_MAX];
} Bmp;

static bool sizes_read(Reader *reader, Bmp *bmp)
{
    if (bmp->header_size == CORE_HEADER) {
        bmp->w = read_u16(reader);
        bmp->h = read_u16(reader);
    } else {
        bmp->w = read_u32(reader);
        const int32_t h = (int32_t)read_u32(reader);
        bmp->from_top = h < 0;
        bmp->h = h == INT32_MIN ? 0 : (uint32_t)(h < 0 ? -h : h);
    }
    read_u16(reader); /* planes */
    bmp->bits = read_u16(reader);
    return reader_ok(reader) && picture_size_check(bmp->w, bmp->h, reader->report);
}

static bool header_read(Reader *reader, Bmp *bmp)
{
    if (!reader_need(reader, FILE_HEADER + 4, "the header"))
        return false;
    if (memcmp(reader->bytes.data, "BM", 2) != 0)
        return reader_fail(reader, "not a BMP image: wrong signature");
    reader_seek(reader, 10);
    bmp->pixels_at = read_u32(reader);
    bmp->header_size = read_u32(reader);
    if (bmp->header_size != CORE_HEADER && bmp->header_size < INFO_HEADER)
        return reader_fail(reader, "unknown BMP header of %u bytes", bmp->header_size);
    return sizes_read(reader, bmp);
}

static bool kind_check(Reader *reader, const Bmp *bmp)
{
    static const struct {
        uint32_t compression;
        unsigned bits;
    } kinds[] = {{PLAIN, 1},  {PLAIN, 2},        {PLAIN, 4},       {PLAIN, 8}, {PLAIN, 16},
                 {PLAIN, 24}, {PLAIN, 32},       {RLE8, 8},        {RLE4, 4},  {MASKS, 16},
                 {MASKS, 32}, {ALPHA_MASKS, 16}, {ALPHA_MASKS, 32}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (bmp->compression == kinds[i].compression && bmp->bits == kinds[i].bits)
            return !bmp->from_top || (bmp->compression != RLE8 && bmp->compression != RLE4) ||
                   reader_fail(reader, "a run-length encoded BMP must start with its last row");
    return reader_unsupported(reader,
                              "BMP compression %u with %u bits per pixel is not supported",
                              bmp->compression, bmp->bits);
}

static void masks_read(Reader *reader, Bmp *bmp)
{
    const bool alpha = bmp->compression == ALPHA_MASKS || bmp->header_size >= ALPHA_HEADER;
    if (bmp->bits == 16) {
        bmp->masks[0] = 0x7C00, bmp->masks[1] = 0x3E0, bmp->masks[2] = 0x1F;
    } else {
        bmp->masks[0] = 0xFF0000, bmp->masks[1] = 0xFF00, bmp->masks[2] = 0xFF;
    }
    if (bmp->compression != MASKS && bmp->compression != ALPHA_MASKS)
        return;
    for (int i = 0; i < (alpha ? 4 : 3); i++)
        bmp->masks[i] = read_u32(reader);
}

static bool info_read(Reader *reader, Bmp *bmp)
{
    const size_t end = FILE_HEADER + (size_t)bmp->header_size;
    if (bmp->header_size > CORE_HEADER) {
        bmp->compression = read_u32(reader);
        reader_seek(reader, FILE_HEADER + 32);
        bmp->colour_count = read_u32(reader);
        read_u32(reader); /* important colours */
    }
    if (!reader_ok(reader) || !kind_check(reader, bmp))
        return false;
    masks_read(reader, bmp);
    /* In older headers the masks follow the header. */
    if (reader->at < end)
        reader_seek(reader, end);
    return reader_ok(reader);
}

static bool colours_read(Reader *reader, Bmp *bmp)
{
    const size_t size = bmp->header_size == CORE_HEADER ? 3 : 4;
    if (bmp->bits > 8)
        return true;
    if (!bmp->colour_count)
        bmp->colour_count = 1u << bmp->bits;
    if (bmp->colour_count > 1u << bmp->bits)
        return reader_fail(reader, "%u colours; the maximum is %u", bmp->colour_count,
                           1u << bmp->bits);
    const Bytes bytes = read_bytes(reader, bmp->colour_count * size);
    if (!reader_ok(reader))
        return false;
    for (uint32_t i = 0; i < bmp->colour_count; i++) {
        const uint8_t *at = bytes.data + i * size;
        bmp->colours[i] = PIXEL(at[2], at[1], at[0], 255);
    }
    return true;
}

/* ---- rows ---- */

/* A sample of any number of bits as one of 8. */
static unsigned sample_of(uint32_t value, uint32_t mask)
{
    if (!mask)
        return 0;
    const int shift = __builtin_ctz(mask);
    const uint64_t largest = mask >> shift, sample = (value & mask) >> shift;
    return (unsigned)((sample * 255 + largest / 2) / largest);
}

static Pixel pixel_of(const Bmp *bmp, const uint8_t *at)
{
    if (bmp->bits == 24)
        return PIXEL(at[2], at[1], at[0], 255);
    const uint32_t value = (uint32_t)uint_of(at, bmp->bits / 8, false);
    return PIXEL(sample_of(value, bmp->masks[0]), sample_of(value, bmp->masks[1]),
                 sample_of(value, bmp->masks[2]),
                 bmp->masks[3] ? sample_of(value, bmp->masks[3]) : 255);
}

static bool colour_get(Reader *reader, const Bmp *bmp, unsigned index, Pixel *out)
{
    if (index >= bmp->colour_count)
        return reader_fail(reader, "colour %u is not in the palette of %u", index,
                           bmp->colour_count);
    *out = bmp->colours[index];
    return true;
}

/* Rows are stored from the lower edge, unless the height is negative. */
static Pixel *row_of(const Bmp *bmp, const Image *out, uint32_t y)
{
    return image_at(out, 0, bmp->from_top ? y : bmp->h - 1 - y);
}

static bool rows_read(Reader *reader, const Bmp *bmp, const Image *out)
{
    const size_t row_size = ((size_t)bmp->w * bmp->bits + 31) / 32 * 4;
    for (uint32_t y = 0; y < bmp->h; y++) {
        const Bytes row = read_bytes(reader, row_size);
        if (!reader_ok(reader))
            return false;
        Pixel *to = row_of(bmp, out, y);
        for (uint32_t x = 0; x < bmp->w; x++) {
            const size_t bit = (size_t)x * bmp->bits;
            if (bmp->bits > 8) {
                to[x] = pixel_of(bmp, row.data + bit / 8);
            } else {
                const unsigned shift = (unsigned)(8 - bmp->bits - bit % 8);
                const unsigned index = row.data[bit / 8] >> shift & ((1u << bmp->bits) - 1);
                if (!colour_get(reader, bmp, index, &to[x]))
                    return false;
            }
        }
    }
    return true;
}

/* ---- run-length encoding ---- */

typedef struct Cursor {
    uint32_t x, y;
} Cursor;

/* Pixels beyond the right edge are dropped: some programs encode the padding of rows, too.
 * Pixels that are skipped are transparent. */
static bool run_put(Reader *reader, const Bmp *bmp, const Image *out, Cursor *at,
                    unsigned index)
{
    if (at->y >= bmp->h)
        return reader_fail(reader, "a run below the last row of the image");
    if (at->x >= bmp->w)
        return true;
    return colour_get(reader, bmp, index, &row_of(bmp, out, at->y)[at->x++]);
}

/* Pixels that are stored one by one; their bytes are padded to an even number. */
static bool run_read(Reader *reader, const Bmp *bmp, const Image *out, Cursor *at,
                     unsigned count)
{
    const size_t size = bmp->bits == 8 ? count : (count + 1) / 2;
    const Bytes bytes = read_bytes(reader, size + size % 2);
    for (unsigned i = 0; i < count && reader_ok(reader); i++) {
        const unsigned byte = bytes.data[bmp->bits == 8 ? i : i / 2];
        if (!run_put(reader, bmp, out, at,
                     bmp->bits == 8 ? byte
                     : i % 2        ? byte & 15
                                    : byte >> 4))
            return false;
    }
    return reader_ok(reader);
}

static bool runs_read(Reader *reader, const Bmp *bmp, const Image *out)
{
    enum { END_OF_ROW, END_OF_IMAGE, MOVE };
    Cursor at = {0, 0};
    for (;;) {
        const uint8_t count = read_u8(reader), value = read_u8(reader);
        if (!reader_ok(reader))
            return false;
        for (unsigned i = 0; i < count; i++)
            if (!run_put(reader, bmp, out, &at,
                         bmp->bits == 8 ? value
                         : i % 2        ? value & 15
                                        : value >> 4))
                return false;
        if (count)
            continue;
        if (value == END_OF_IMAGE)
            return true;
        if (value == END_OF_ROW) {
            at = (Cursor){0, at.y + 1};
        } else if (value == MOVE) {
            at.x += read_u8(reader);
            at.y += read_u8(reader);
        } else if (!run_read(reader, bmp, out, &at, value)) {
            return false;
        }
        if (at.y > bmp->h)
            return reader_fail(reader, "a run below the last row of the image");
    }
}

static bool data_suffice(Reader *reader, const Bmp *bmp)
{
    const uint64_t size = ((uint64_t)bmp->w * bmp->bits + 31) / 32 * 4 * bmp->h;
    return bmp->compression == RLE4 || bmp->compression == RLE8 ||
           size <= reader_left(reader) ||
           reader_fail(reader, "%u x %u pixels need %llu bytes; %zu are left", bmp->w, bmp->h,
                       (unsigned long long)size, reader_left(reader));
}

bool picture_size_bmp(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    Reader reader = reader_of(file, report);
    Bmp bmp = {0};
    if (!header_read(&reader, &bmp))
        return false;
    *w = bmp.w;
    *h = bmp.h;
    return true;
}

bool picture_read_bmp(Bytes file, Image *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    Bmp bmp = {0};
    if (!header_read(&reader, &bmp) || !info_read(&reader, &bmp) ||
        !colours_read(&reader, &bmp))
        return false;
    reader_seek(&reader, bmp.pixels_at);
    if (!reader_ok(&reader) || !data_suffice(&reader, &bmp))
        return false;
    *out = image_new(bmp.w, bmp.h, arena);
    return bmp.compression == RLE4 || bmp.compression == RLE8 ? runs_read(&reader, &bmp, out)
                                                              : rows_read(&reader, &bmp, out);
}
