/* Parts, in order: filters, 16 bytes at a time; the choice of filters; chunks; rasters of
 * indexed and true colours; whole files. For speed, a filter is given up as soon as its sum
 * exceeds the lowest one so far. */
#include "base/image/png_write.h"

#include "base/deflate.h"
#include "base/stream.h"
#include "base/image/palette.h"
#include "base/image/png_internal.h"

#include <assert.h>

typedef uint8_t Block __attribute__((vector_size(16)));
typedef int8_t SignedBlock __attribute__((vector_size(16)));

/* Any alignment. */
static Block block_at(const uint8_t *at)
{
    Block block;
    memcpy(&block, at, sizeof block);
    return block;
}

static inline Block choose(Block where, Block yes, Block no)
{
    return (yes & where) | (no & ~where);
}

static inline Block difference(Block a, Block b)
{
    return choose((Block)(a > b), a - b, b - a);
}

/* Selects left, above or corner, whichever is nearest to p = left + above - corner, in that
 * order. The distance of p is |above - corner| from left, |left - corner| from above, and from
 * corner the sum of both if left and above are on the same side of corner, otherwise their
 * difference. The sum is never the minimum, so 255 replaces it and bytes are sufficient. */
static inline Block paeth(Block left, Block above, Block corner)
{
    const Block to_left = difference(above, corner), to_above = difference(left, corner);
    const Block opposite = (Block)(above > corner) ^ (Block)(left > corner);
    const Block to_corner = difference(to_left, to_above) | ~opposite;
    const Block is_left = (Block)(to_left <= to_above) & (Block)(to_left <= to_corner);
    const Block is_above = (Block)(to_above <= to_corner);
    return choose(is_left, left, choose(is_above, above, corner));
}

static inline Block guess_block(int filter, Block left, Block above, Block corner)
{
    switch (filter) {
    case FILTER_SUB:
        return left;
    case FILTER_UP:
        return above;
    case FILTER_AVERAGE:
        return (left & above) + ((left ^ above) >> 1);
    case FILTER_PAETH:
        return paeth(left, above, corner);
    default:
        return (Block){0};
    }
}

/* gcc's analyzer confuses the number of a vector's lanes with the bits of one lane. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-shift-count-overflow"
#endif

/* The sum of the absolute values of the bytes, taken as signed. */
static inline uint32_t block_weight(Block block)
{
    const Block sign = (Block)((SignedBlock)block >> 7);
    const Block sizes = (block ^ sign) - sign;
    typedef uint64_t Halves __attribute__((vector_size(16)));
    /* Values are at most 128: sums of pairs of bytes, then of words, cannot overflow. */
    const Halves low = {0x00FF00FF00FF00FFu, 0x00FF00FF00FF00FFu};
    Halves sum = ((Halves)sizes & low) + ((Halves)sizes >> 8 & low);
    const uint64_t words = sum[0] + sum[1];
    return (uint32_t)(words * 0x0001000100010001u >> 48);
}

/* Filters a row into `out`. `row` and `above` have 16 readable bytes before them that count as
 * zero, and 16 after them. Stops early when the weight exceeds `max`. */
static inline __attribute__((always_inline)) uint32_t
row_filter(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size, size_t step,
           int filter, uint32_t max)
{
    uint32_t weight = 0;
    size_t i = 0;
    for (; i + sizeof(Block) <= size; i += sizeof(Block)) {
        const Block block =
            block_at(row + i) - guess_block(filter, block_at(row + i - step),
                                            block_at(above + i), block_at(above + i - step));
        memcpy(out + i, &block, sizeof block);
        weight += block_weight(block);
        if (weight > max)
            return weight;
    }
    if (i < size) {
        uint8_t rest[sizeof(Block)] = {0};
        const Block block =
            block_at(row + i) - guess_block(filter, block_at(row + i - step),
                                            block_at(above + i), block_at(above + i - step));
        memcpy(rest, &block, size - i);
        memcpy(out + i, rest, size - i);
        weight += block_weight(block_at(rest));
    }
    return weight;
}

/* A switch over constants: the compiler then makes one loop for each filter. */
static uint32_t row_filter_by(int filter, uint8_t *out, const uint8_t *row,
                              const uint8_t *above, size_t size, size_t step, uint32_t max)
{
    switch (filter) {
    case FILTER_SUB:
        return row_filter(out, row, above, size, step, FILTER_SUB, max);
    case FILTER_UP:
        return row_filter(out, row, above, size, step, FILTER_UP, max);
    case FILTER_AVERAGE:
        return row_filter(out, row, above, size, step, FILTER_AVERAGE, max);
    case FILTER_PAETH:
        return row_filter(out, row, above, size, step, FILTER_PAETH, max);
    default:
        return row_filter(out, row, above, size, step, FILTER_NONE, max);
    }
}

/* Zeros around a row, so that filters may read before its start and after its end. */
enum { MARGIN = 32 };

/* Filtered rows are built in one of two buffers; the better one is kept. */
typedef struct RowBuffers {
    uint8_t *above, *row, *best, *trial; /* `size` bytes with MARGIN zeros on both sides */
} RowBuffers;

static RowBuffers buffers_new(size_t size, Arena *arena)
{
    const size_t whole = size + 2 * MARGIN;
    uint8_t *bytes = ARENA_ALLOC(arena, uint8_t, 4 * whole);
    return (RowBuffers){bytes + MARGIN, bytes + whole + MARGIN, bytes + 2 * whole + MARGIN,
                        bytes + 3 * whole + MARGIN};
}

/* Chooses the filter with the minimum weight, up to `last`; the first one wins ties. */
static int row_choose(RowBuffers *buffers, size_t size, size_t step, int last)
{
    int best = FILTER_NONE;
    uint32_t min = UINT32_MAX;
    for (int filter = FILTER_NONE; filter <= last; filter++) {
        const uint32_t weight = row_filter_by(filter, buffers->trial, buffers->row,
                                              buffers->above, size, step, min);
        if (weight < min) {
            uint8_t *trial = buffers->trial;
            buffers->trial = buffers->best;
            buffers->best = trial;
            min = weight;
            best = filter;
        }
    }
    return best;
}

/* Rows `first` to `end` - 1, so that strips can be tried alone. The row before the first one is
 * needed as well. */
Bytes png_rows_filter(const PngRaster *raster, uint32_t first, uint32_t end, bool adaptive,
                      Arena *arena)
{
    const size_t size = raster->row_size;
    uint8_t *bytes = arena_alloc_raw(arena, (size_t)(end - first) * (size + 1), 1),
            *out = bytes;
    RowBuffers buffers = buffers_new(adaptive ? size : 0, arena);
    if (adaptive && first)
        memcpy(buffers.above, raster->bytes + (first - 1) * size, size);
    for (uint32_t y = first; y < end; y++, out += size + 1) {
        const uint8_t *row = raster->bytes + y * size;
        if (!adaptive) {
            out[0] = FILTER_NONE;
            memcpy(out + 1, row, size);
            continue;
        }
        memcpy(buffers.row, row, size);
        const int last = raster->alone && y == 0 ? FILTER_SUB : FILTER_PAETH;
        out[0] = (uint8_t)row_choose(&buffers, size, raster->step, last);
        memcpy(out + 1, buffers.best, size);
        uint8_t *above = buffers.above;
        buffers.above = buffers.row;
        buffers.row = above;
    }
    return (Bytes){bytes, (size_t)(out - bytes)};
}

/* The strips together are 1/32 of the image; each has at least 2 KB and at most 16 KB. */
bool png_adaptive_is_smaller(const PngRaster *raster, Arena *arena)
{
    enum { STRIPS = 6, STRIP_MIN = 2 << 10, STRIP_MAX = 16 << 10 };
    size_t strip = raster->row_size * raster->h / (32 * STRIPS);
    strip = strip < STRIP_MIN ? STRIP_MIN : strip > STRIP_MAX ? STRIP_MAX : strip;
    const uint32_t rows = (uint32_t)(strip / raster->row_size + 1);
    size_t plain = 0, adaptive = 0;
    for (uint32_t i = 0; i < STRIPS; i++) {
        const uint32_t first = (uint32_t)((uint64_t)raster->h * i / STRIPS);
        const uint32_t end = raster->h - first < rows ? raster->h : first + rows;
        for (int way = 0; way < 2; way++) {
            const Bytes packed = png_rows_filter(raster, first, end, way, arena);
            *(way ? &adaptive : &plain) +=
                deflate_bytes(packed, WRAPPING_ZLIB, DEFLATE_FAST, arena).size;
        }
    }
    return adaptive < plain;
}

static void write_big_u32(Writer *writer, uint32_t value)
{
    write_u32(writer, __builtin_bswap32(value));
}

/* The checksum covers the name and the data, not the length. */
void png_put_chunk(Writer *writer, const char *name, Bytes data)
{
    write_big_u32(writer, (uint32_t)data.size);
    const size_t at = writer->size;
    write_bytes(writer, (Bytes){(const uint8_t *)name, 4});
    write_bytes(writer, data);
    write_big_u32(writer, crc32_of(0, (Bytes){writer->data + at, writer->size - at}));
}

void png_put_header(Writer *writer, uint32_t w, uint32_t h, uint8_t bits, uint8_t type)
{
    uint8_t data[PNG_HEADER_SIZE] = {(uint8_t)(w >> 24),
                                     (uint8_t)(w >> 16),
                                     (uint8_t)(w >> 8),
                                     (uint8_t)w,
                                     (uint8_t)(h >> 24),
                                     (uint8_t)(h >> 16),
                                     (uint8_t)(h >> 8),
                                     (uint8_t)h,
                                     bits,
                                     type,
                                     0,
                                     0,
                                     0};
    write_bytes(writer, (Bytes){(const uint8_t *)PNG_SIGNATURE, PNG_SIGNATURE_SIZE});
    png_put_chunk(writer, "IHDR", (Bytes){data, sizeof data});
}

/* tEXt: Latin-1, a keyword of 1 to 79 bytes. */
static void write_texts(Writer *writer, const PngOptions *options, Arena *arena)
{
    for (size_t i = 0; options && i < options->text_count; i++) {
        const PngText *text = &options->texts[i];
        assert(text->keyword.size >= 1 && text->keyword.size <= 79);
        Writer data = writer_to(arena);
        write_text(&data, text->keyword);
        write_u8(&data, 0);
        write_text(&data, text->value);
        png_put_chunk(writer, "tEXt", writer_bytes(&data));
    }
}

/* PLTE, and tRNS up to the last entry that is not opaque; entries with alpha come first. */
static void write_palette(Writer *writer, const Pixel *colours, size_t count)
{
    uint8_t rgb[3 * 256], alpha[256];
    size_t alphas = 0;
    for (size_t i = 0; i < count; i++) {
        rgb[3 * i] = (uint8_t)PIXEL_R(colours[i]);
        rgb[3 * i + 1] = (uint8_t)PIXEL_G(colours[i]);
        rgb[3 * i + 2] = (uint8_t)PIXEL_B(colours[i]);
        alpha[i] = (uint8_t)PIXEL_A(colours[i]);
        if (alpha[i] < 255)
            alphas = i + 1;
    }
    png_put_chunk(writer, "PLTE", (Bytes){rgb, 3 * count});
    if (alphas)
        png_put_chunk(writer, "tRNS", (Bytes){alpha, alphas});
}

/* Pixels are packed into bytes from the highest bits down. */
static PngRaster raster_indexed(const Image *image, const ImageColours *colours, unsigned bits,
                                Arena *arena)
{
    const size_t row_size = ((size_t)image->w * bits + 7) / 8;
    uint8_t *bytes = arena_alloc(arena, row_size, image->h);
    uint8_t *indices = arena_alloc_raw(arena, image->w, 1);
    for (uint32_t y = 0; y < image->h; y++) {
        uint8_t *row = bytes + y * row_size;
        colours_index_row(colours, image_at(image, 0, y), image->w, bits == 8 ? row : indices);
        for (size_t x = 0; bits < 8 && x < image->w; x++)
            row[x * bits / 8] |= (uint8_t)(indices[x] << (8 - bits - x * bits % 8));
    }
    return (PngRaster){.bytes = bytes, .row_size = row_size, .step = 1, .h = image->h};
}

/* Without alpha a quarter of the bytes is saved. */
static bool all_opaque(const Image *image)
{
    Pixel all = 0xFF000000;
    for (uint32_t y = 0; y < image->h && PIXEL_A(all) == 255; y++) {
        const Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++)
            all &= row[x];
    }
    return PIXEL_A(all) == 255;
}

static void put_rgb(uint8_t *out, const Pixel *row, uint32_t w)
{
    for (uint32_t x = 0; x < w; x++, out += 3) {
        out[0] = (uint8_t)PIXEL_R(row[x]);
        out[1] = (uint8_t)PIXEL_G(row[x]);
        out[2] = (uint8_t)PIXEL_B(row[x]);
    }
}

/* Invisible pixels have no colour. */
static void put_rgba(uint8_t *out, const Pixel *row, uint32_t w)
{
    typedef uint32_t Quad __attribute__((vector_size(16)));
    uint32_t x = 0;
    for (; x + 4 <= w; x += 4) {
        Quad pixels;
        memcpy(&pixels, row + x, sizeof pixels);
        pixels &= (Quad)(pixels >> 24 != 0);
        memcpy(out + 4 * x, &pixels, sizeof pixels);
    }
    for (; x < w; x++) {
        const Pixel pixel = PIXEL_A(row[x]) ? row[x] : 0;
        memcpy(out + 4 * x, &pixel, sizeof pixel);
    }
}

PngRaster png_raster(const Image *image, bool alpha, Arena *arena)
{
    const size_t step = alpha ? 4 : 3, row_size = image->w * step;
    uint8_t *bytes = arena_alloc_raw(arena, row_size, image->h);
    for (uint32_t y = 0; y < image->h; y++)
        (alpha ? put_rgba : put_rgb)(bytes + y * row_size, image_at(image, 0, y), image->w);
    return (PngRaster){.bytes = bytes, .row_size = row_size, .step = step, .h = image->h};
}

/* One IDAT chunk, whatever its size. */
static Bytes finish(Writer *writer, const PngRaster *raster, bool adaptive, int level,
                    Arena *arena)
{
    const Bytes rows = png_rows_filter(raster, 0, raster->h, adaptive, arena);
    png_put_chunk(writer, "IDAT", deflate_bytes(rows, WRAPPING_ZLIB, level, arena));
    png_put_chunk(writer, "IEND", (Bytes){0});
    return writer_bytes(writer);
}

/* At most 256 colours: indexed, without filters, which usually make such images larger. */
Bytes png_write(const Image *image, const PngOptions *options, Arena *arena)
{
    assert(image->w && image->h && image->w <= PNG_SIDE_MAX && image->h <= PNG_SIDE_MAX);
    const int level = options && options->level ? options->level : DEFLATE_NORMAL;
    Writer writer = writer_to(arena);
    ImageColours *colours = image_colours(image, arena);
    if (colours) {
        const size_t count = colours->count;
        const uint8_t bits = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
        png_put_header(&writer, image->w, image->h, bits, PNG_INDEXED);
        write_texts(&writer, options, arena);
        write_palette(&writer, colours->colours, count);
        const PngRaster raster = raster_indexed(image, colours, bits, arena);
        return finish(&writer, &raster, false, level, arena);
    }
    const bool alpha = !all_opaque(image);
    png_put_header(&writer, image->w, image->h, 8, alpha ? PNG_RGBA : PNG_RGB);
    write_texts(&writer, options, arena);
    const PngRaster raster = png_raster(image, alpha, arena);
    return finish(&writer, &raster, png_adaptive_is_smaller(&raster, arena), level, arena);
}

Bytes png_write_grey16(const uint16_t *samples, uint32_t w, uint32_t h, Arena *arena)
{
    assert(w && h && w <= PNG_SIDE_MAX && h <= PNG_SIDE_MAX);
    const size_t count = (size_t)w * h;
    uint16_t *big = arena_alloc_raw(arena, count, sizeof *big);
    for (size_t i = 0; i < count; i++)
        big[i] = __builtin_bswap16(samples[i]);
    const PngRaster raster = {
        .bytes = (const uint8_t *)big, .row_size = (size_t)w * 2, .step = 2, .h = h};
    Writer writer = writer_to(arena);
    png_put_header(&writer, w, h, 16, PNG_GREY);
    return finish(&writer, &raster, png_adaptive_is_smaller(&raster, arena), DEFLATE_NORMAL,
                  arena);
}
