/* Our own decoder: decompress everything at once, then undo the filters and expand to RGBA.
 *
 * One buffer is used for both: the filtered rows are decompressed to its end and move forward
 * as they become pixels. A row of pixels has at least as many bytes as its filtered row (plus
 * the filter byte), so output never overwrites input that was not read yet. */
#include "base/image/png_internal.h"

#include <libdeflate.h>

unsigned png_samples(uint8_t colour_type)
{
    static const uint8_t samples[] = {
        [PNG_GREY] = 1, [PNG_RGB] = 3, [PNG_INDEXED] = 1, [PNG_GREY_ALPHA] = 2, [PNG_RGBA] = 4};
    return colour_type < COUNT_OF(samples) ? samples[colour_type] : 0;
}

typedef uint8_t Block __attribute__((vector_size(16)));
typedef uint32_t Words __attribute__((vector_size(16)));
typedef int16_t Lanes __attribute__((vector_size(16))); /* the four bytes of a pixel, then zeros
                                                         */

/* Adds each byte without carry into the next. */
static inline Pixel bytes_sum(Pixel a, Pixel b)
{
    return ((a & 0x7F7F7F7F) + (b & 0x7F7F7F7F)) ^ ((a ^ b) & 0x80808080);
}

static inline Pixel bytes_average(Pixel a, Pixel b)
{
    return (a & b) + ((a ^ b) >> 1 & 0x7F7F7F7F);
}

static inline Lanes lanes_of(Pixel pixel)
{
    const Block bytes = (Block)(Words){pixel, 0, 0, 0}, zeros = {0};
    return (Lanes)__builtin_shufflevector(bytes, zeros, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5,
                                          21, 6, 22, 7, 23);
}

static inline Lanes lanes_absolute(Lanes value)
{
    const Lanes sign = value < (Lanes){0};
    return (value ^ sign) - sign;
}

/* Which of left, above and corner is nearest to left + above - corner, in that order. */
static inline Lanes paeth(Lanes left, Lanes above, Lanes corner)
{
    const Lanes to_left = lanes_absolute(above - corner);
    const Lanes to_above = lanes_absolute(left - corner);
    const Lanes to_corner = lanes_absolute(above + left - corner - corner);
    const Lanes is_left = (to_left <= to_above) & (to_left <= to_corner);
    const Lanes is_above = ~is_left & (to_above <= to_corner);
    return (left & is_left) | (above & is_above) | (corner & ~is_left & ~is_above);
}

/* The low byte of each lane. */
static inline Pixel pixel_of(Lanes lanes)
{
    typedef uint8_t HalfBlock __attribute__((vector_size(8)));
    const HalfBlock bytes = __builtin_convertvector(lanes, HalfBlock);
    Pixel pixel;
    memcpy(&pixel, &bytes, sizeof pixel);
    return pixel;
}

/* Loads the filtered bytes of one pixel into lanes. For RGB the alpha lane is undefined: lanes
 * do not affect each other, and `opaque` overwrites it. */
static inline Pixel pixel_load(const uint8_t *from, unsigned samples)
{
    if (samples == 4) {
        Pixel pixel;
        memcpy(&pixel, from, sizeof pixel);
        return pixel;
    }
    if (samples == 3)
        return PIXEL(from[0], from[1], from[2], 0);
    return PIXEL(from[0], from[0], from[0], from[1]);
}

/* Decodes a row of whole pixels; `above` is the finished row before it, zeros for the first. */
static inline __attribute__((always_inline)) void row_expand(Pixel *out, const Pixel *above,
                                                             const uint8_t *from, size_t w,
                                                             int filter, unsigned samples)
{
    const Pixel opaque = samples == 3 ? 0xFF000000 : 0;
    Pixel left = 0;
    switch (filter) {
    case FILTER_NONE:
        for (size_t x = 0; x < w; x++)
            out[x] = pixel_load(from + x * samples, samples) | opaque;
        break;
    case FILTER_SUB:
        for (size_t x = 0; x < w; x++)
            out[x] = left = bytes_sum(left, pixel_load(from + x * samples, samples)) | opaque;
        break;
    case FILTER_UP:
        for (size_t x = 0; x < w; x++)
            out[x] = bytes_sum(above[x], pixel_load(from + x * samples, samples)) | opaque;
        break;
    case FILTER_AVERAGE:
        for (size_t x = 0; x < w; x++) {
            const Pixel guess = bytes_average(left, above[x]);
            out[x] = left = bytes_sum(guess, pixel_load(from + x * samples, samples)) | opaque;
        }
        break;
    default: {
        Lanes before = {0}, corner = {0};
        for (size_t x = 0; x < w; x++) {
            const Lanes up = lanes_of(above[x]);
            const Lanes delta = lanes_of(pixel_load(from + x * samples, samples));
            before = (paeth(before, up, corner) + delta) & 255;
            corner = up;
            out[x] = pixel_of(before) | opaque;
        }
    }
    }
}

static bool filter_check(uint8_t filter, uint32_t y, Report *report)
{
    if (filter >= FILTER_COUNT)
        return report_error(report, "row %u has filter %u; expected 0 to 4", y, filter);
    return true;
}

static bool pixels_expand(const PngFile *png, const Image *out, const uint8_t *rows,
                          const Pixel *zeros, Report *report)
{
    const unsigned samples = png_samples(png->colour_type);
    const Pixel *above = zeros;
    for (uint32_t y = 0; y < png->h; y++) {
        const uint8_t *row = rows + y * (1 + (size_t)png->w * samples);
        const uint8_t filter = row[0];
        Pixel *to = image_at(out, 0, y);
        if (!filter_check(filter, y, report))
            return false;
        if (samples == 4)
            row_expand(to, above, row + 1, png->w, filter, 4);
        else if (samples == 3)
            row_expand(to, above, row + 1, png->w, filter, 3);
        else
            row_expand(to, above, row + 1, png->w, filter, 2);
        above = to;
    }
    return true;
}

static void up_undo(uint8_t *row, const uint8_t *above, size_t size)
{
    size_t i = 0;
    for (; i + sizeof(Block) <= size; i += sizeof(Block)) {
        Block a, b;
        memcpy(&a, row + i, sizeof a);
        memcpy(&b, above + i, sizeof b);
        a += b;
        memcpy(row + i, &a, sizeof a);
    }
    for (; i < size; i++)
        row[i] = (uint8_t)(row[i] + above[i]);
}

static uint8_t paeth_byte(int left, int above, int corner)
{
    const int to_left = above > corner ? above - corner : corner - above;
    const int to_above = left > corner ? left - corner : corner - left;
    const int sum = left + above - 2 * corner, to_corner = sum < 0 ? -sum : sum;
    if (to_left <= to_above && to_left <= to_corner)
        return (uint8_t)left;
    return (uint8_t)(to_above <= to_corner ? above : corner);
}

/* Decodes a row of bytes with one pixel or several per byte; `above` is NULL for the first row.
 */
static void bytes_undo(uint8_t *row, const uint8_t *above, size_t size, int filter)
{
    uint8_t left = 0, corner = 0;
    switch (filter) {
    case FILTER_SUB:
        for (size_t i = 0; i < size; i++)
            row[i] = left = (uint8_t)(row[i] + left);
        break;
    case FILTER_UP:
        if (above)
            up_undo(row, above, size);
        break;
    case FILTER_AVERAGE:
        for (size_t i = 0; i < size; i++)
            row[i] = left = (uint8_t)(row[i] + (left + (above ? above[i] : 0)) / 2);
        break;
    case FILTER_PAETH:
        for (size_t i = 0; i < size; i++) {
            const uint8_t up = above ? above[i] : 0;
            row[i] = left = (uint8_t)(row[i] + paeth_byte(left, up, corner));
            corner = up;
        }
        break;
    default:
        break;
    }
}

void png_colours(const PngFile *png, Pixel *colours)
{
    const unsigned count = 1u << png->bits;
    for (unsigned i = 0; i < count; i++) {
        const unsigned grey = i * 255 / (count - 1);
        colours[i] = png->colour_type == PNG_INDEXED          ? png->palette[i]
                     : png->has_key && i == PIXEL_R(png->key) ? PIXEL(grey, grey, grey, 0)
                                                              : PIXEL(grey, grey, grey, 255);
    }
}

unsigned png_samples_expand(Pixel *out, const uint8_t *row, size_t w, unsigned bits,
                            const Pixel *colours)
{
    unsigned largest = 0;
    if (bits == 8) {
        for (size_t x = 0; x < w; x++) {
            const unsigned sample = row[x];
            largest = sample > largest ? sample : largest;
            out[x] = colours[sample];
        }
        return largest;
    }
    const unsigned mask = (1u << bits) - 1;
    for (size_t x = 0; x < w; x++) {
        const size_t bit = x * bits;
        const unsigned sample = row[bit / 8] >> (8 - bits - bit % 8) & mask;
        largest = sample > largest ? sample : largest;
        out[x] = colours[sample];
    }
    return largest;
}

bool png_sample_check(const PngFile *png, unsigned largest, uint32_t y, Report *report)
{
    if (png->colour_type == PNG_INDEXED && largest >= png->palette_count)
        return report_error(report, "row %u has colour %u, but the palette has %zu", y, largest,
                            png->palette_count);
    return true;
}

/* Expansion is one row behind filtering, because the filter needs the bytes of the row above.
 */
static bool samples_decode(const PngFile *png, const Image *out, uint8_t *rows, size_t row_size,
                           Report *report)
{
    Pixel colours[256] = {0};
    png_colours(png, colours);
    uint8_t *above = NULL;
    for (uint32_t y = 0; y <= png->h; y++) {
        uint8_t *row = rows + y * (1 + row_size);
        if (y < png->h) {
            if (!filter_check(row[0], y, report))
                return false;
            bytes_undo(row + 1, above, row_size, row[0]);
        }
        if (above) {
            Pixel *to = image_at(out, 0, y - 1);
            const unsigned largest = png_samples_expand(to, above, png->w, png->bits, colours);
            if (!png_sample_check(png, largest, y - 1, report))
                return false;
        }
        if (y < png->h)
            above = row + 1;
    }
    return true;
}

static bool rows_inflate(Bytes data, uint8_t *rows, size_t size, Report *report)
{
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (!decompressor)
        return report_error(report, "no memory for decompression");
    size_t used = 0;
    const enum libdeflate_result result = libdeflate_zlib_decompress_ex(
        decompressor, data.data, data.size, rows, size, &used, NULL);
    libdeflate_free_decompressor(decompressor);
    if (result == LIBDEFLATE_SHORT_OUTPUT || result == LIBDEFLATE_INSUFFICIENT_SPACE)
        return report_error(report, "the PNG has %s image data than its size requires",
                            result == LIBDEFLATE_SHORT_OUTPUT ? "less" : "more");
    if (result != LIBDEFLATE_SUCCESS)
        return report_error(report, "the PNG's image data is damaged");
    if (used != data.size)
        return report_error(report, "%zu bytes follow the PNG's image data", data.size - used);
    return true;
}

static Bytes data_joined(const PngFile *png, Arena *arena)
{
    if (png->data_count == 1)
        return png->data[0];
    uint8_t *joined = arena_alloc_raw(arena, png->data_size, 1);
    size_t at = 0;
    for (size_t i = 0; i < png->data_count; i++) {
        if (png->data[i].size)
            memcpy(joined + at, png->data[i].data, png->data[i].size);
        at += png->data[i].size;
    }
    return (Bytes){joined, at};
}

static void key_apply(const Image *image, Pixel key)
{
    const size_t count = (size_t)image->w * image->h;
    for (size_t i = 0; i < count; i++)
        if ((image->pixels[i] & 0xFFFFFF) == key)
            image->pixels[i] = key;
}

bool png_decode(const PngFile *png, Image *out, Arena *arena, Report *report)
{
    const unsigned samples = png_samples(png->colour_type);
    const size_t row_size = ((size_t)png->w * samples * png->bits + 7) / 8;
    const size_t size = (row_size + 1) * png->h;
    const size_t pixels_size = (size_t)png->w * png->h * sizeof(Pixel);
    /* RGBA rows are one byte longer than their pixels; rows of other formats start after the
     * pixels. */
    const size_t space = size > pixels_size ? size : pixels_size;
    const Bytes data = data_joined(png, arena);
    const Pixel *zeros = ARENA_ALLOC(arena, Pixel, png->w);
    uint8_t *buffer = arena_alloc_raw(arena, space, 1);
    uint8_t *rows = buffer + space - size;
    if (!rows_inflate(data, rows, size, report))
        return false;
    const Image image = {png->w, png->h, png->w, (Pixel *)(void *)buffer};
    const bool good = samples == 1 ? samples_decode(png, &image, rows, row_size, report)
                                   : pixels_expand(png, &image, rows, zeros, report);
    if (!good)
        return false;
    if (samples == 3 && png->has_key)
        key_apply(&image, png->key);
    *out = image;
    return true;
}
