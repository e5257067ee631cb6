/* Reads the chunks of a PNG and checks them; decoding is in png_decode.c and png_library.c.
 * Parts, in order: chunks; header, palette and transparency; the whole file; the public
 * functions. Checksums and sizes are checked before memory for pixels is allocated. */
#include "base/image/png.h"

#include "base/deflate.h"
#include "base/image/png_internal.h"

typedef struct Chunk {
    char name[5];
    Bytes data;
} Chunk;

static uint32_t big_u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The suffix of another image format by its first bytes, or NULL. */
static const char *other_format(Bytes file)
{
    static const struct {
        size_t at;
        const char *magic, *suffix;
    } formats[] = {{0, "\xFF\xD8\xFF", "jpg"},
                   {0, "GIF8", "gif"},
                   {8, "WEBP", "webp"},
                   {0, "BM", "bmp"},
                   {0, "gimp xcf ", "xcf"}};
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (file.size >= formats[i].at + strlen(formats[i].magic) &&
            !memcmp(file.data + formats[i].at, formats[i].magic, strlen(formats[i].magic)))
            return formats[i].suffix;
    return NULL;
}

static bool signature_check(Bytes file, Report *report)
{
    if (file.size >= PNG_SIGNATURE_SIZE &&
        !memcmp(file.data, PNG_SIGNATURE, PNG_SIGNATURE_SIZE))
        return true;
    const char *suffix = other_format(file);
    return suffix ? report_error(report, "not a PNG file: its contents are those of a .%s file",
                                 suffix)
                  : report_error(report, "not a PNG file: wrong signature");
}

/* Reads the chunk at `*at`, checks its CRC and moves after it. */
static bool chunk_next(Bytes file, size_t *at, Chunk *chunk, Report *report)
{
    const size_t start = *at, left = file.size - start;
    if (left < PNG_CHUNK_EXTRA)
        return report_error(report, "at byte %zu: the PNG ends before its IEND chunk", start);
    const uint32_t size = big_u32(file.data + start);
    memcpy(chunk->name, file.data + start + 4, 4);
    chunk->name[4] = 0;
    for (int i = 0; i < 4; i++)
        if ((chunk->name[i] | 32) < 'a' || (chunk->name[i] | 32) > 'z')
            return report_error(report, "at byte %zu: invalid PNG chunk name", start + 4);
    if (size > left - PNG_CHUNK_EXTRA)
        return report_error(report, "at byte %zu: chunk %s claims %u bytes, but %zu are left",
                            start, chunk->name, size, left - PNG_CHUNK_EXTRA);
    const uint32_t crc = crc32_of(0, bytes_slice(file, start + 4, 4 + (size_t)size));
    if (crc != big_u32(file.data + start + 8 + size))
        return report_error(report, "at byte %zu: chunk %s has a wrong CRC", start,
                            chunk->name);
    chunk->data = bytes_slice(file, start + 8, size);
    *at = start + PNG_CHUNK_EXTRA + size;
    return true;
}

/* Bit n is set if n bits per sample are allowed. */
static uint32_t bits_allowed(uint8_t colour_type)
{
    switch (colour_type) {
    case PNG_GREY:
        return 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 16;
    case PNG_INDEXED:
        return 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8;
    case PNG_RGB:
    case PNG_GREY_ALPHA:
    case PNG_RGBA:
        return 1u << 8 | 1u << 16;
    default:
        return 0;
    }
}

static bool header_read(const Chunk *chunk, PngFile *png, Report *report)
{
    if (strcmp(chunk->name, "IHDR") != 0 || chunk->data.size != PNG_HEADER_SIZE)
        return report_error(report, "the PNG does not start with an IHDR chunk of 13 bytes");
    const uint8_t *data = chunk->data.data;
    png->w = big_u32(data);
    png->h = big_u32(data + 4);
    png->bits = data[8];
    png->colour_type = data[9];
    png->interlaced = data[12];
    if (png->w == 0 || png->h == 0)
        return report_error(report, "invalid PNG size: %u x %u pixels", png->w, png->h);
    if (png->w > PNG_SIDE_MAX || png->h > PNG_SIDE_MAX ||
        (uint64_t)png->w * png->h > PNG_PIXELS_MAX)
        return report_error(report,
                            "%u x %u pixels are too many (maximum: %d per side, %d in total)",
                            png->w, png->h, PNG_SIDE_MAX, PNG_PIXELS_MAX);
    if (png->bits > 16 || !(bits_allowed(png->colour_type) >> png->bits & 1))
        return report_error(report, "invalid PNG format: colour type %u with %u bits",
                            png->colour_type, png->bits);
    if (data[10] || data[11] || data[12] > 1)
        return report_error(report, "unknown PNG compression %u, filter %u or interlacing %u",
                            data[10], data[11], data[12]);
    return true;
}

static bool palette_read(Bytes data, PngFile *png, Report *report)
{
    const size_t count = data.size / 3;
    if (png->palette_count || png->data_count || png->has_key)
        return report_error(report, "the PNG's PLTE chunk is misplaced");
    if (png->colour_type == PNG_GREY || png->colour_type == PNG_GREY_ALPHA)
        return report_error(report, "a greyscale PNG must not have a PLTE chunk");
    if (data.size % 3 || count == 0 || count > 256 ||
        (png->colour_type == PNG_INDEXED && count > (size_t)1 << png->bits))
        return report_error(report, "invalid PLTE chunk of %zu bytes", data.size);
    png->palette_count = count;
    for (size_t i = 0; i < count; i++)
        png->palette[i] =
            PIXEL(data.data[3 * i], data.data[3 * i + 1], data.data[3 * i + 2], 255);
    return true;
}

static bool transparency_read(Bytes data, PngFile *png, Report *report)
{
    const bool fits = png->colour_type == PNG_GREY      ? data.size == 2
                      : png->colour_type == PNG_RGB     ? data.size == 6
                      : png->colour_type == PNG_INDEXED ? data.size <= png->palette_count
                                                        : false;
    if (png->has_key || png->data_count || !fits)
        return report_error(report, "invalid tRNS chunk of %zu bytes", data.size);
    png->has_key = true;
    if (png->colour_type == PNG_INDEXED) {
        for (size_t i = 0; i < data.size; i++)
            png->palette[i] = (png->palette[i] & 0xFFFFFF) | (Pixel)data.data[i] << 24;
        return true;
    }
    /* Samples have 16 bits here; only the lower bits, up to the image's depth, count. */
    const unsigned mask = (1u << (png->bits > 8 ? 8 : png->bits)) - 1;
    const unsigned step = data.size == 6 ? 2 : 0;
    png->key = PIXEL(data.data[1] & mask, data.data[1 + step] & mask,
                     data.data[1 + 2 * step] & mask, 0);
    return true;
}

static bool chunk_read(const Chunk *chunk, PngFile *png, bool *data_over, Arena *arena,
                       Report *report)
{
    if (strcmp(chunk->name, "IDAT") == 0) {
        if (*data_over)
            return report_error(report, "the PNG's IDAT chunks are not consecutive");
        if (png->colour_type == PNG_INDEXED && !png->palette_count)
            return report_error(report, "the indexed PNG has no palette");
        *ARENA_PUSH(arena, png->data, png->data_count) = chunk->data;
        png->data_size += chunk->data.size;
        return true;
    }
    *data_over = png->data_count > 0;
    if (strcmp(chunk->name, "PLTE") == 0)
        return palette_read(chunk->data, png, report);
    if (strcmp(chunk->name, "tRNS") == 0)
        return transparency_read(chunk->data, png, report);
    if (strcmp(chunk->name, "tEXt") == 0)
        return png_text_read(chunk->data, png, arena, report);
    const bool international = strcmp(chunk->name, "iTXt") == 0;
    if (png->texts_wanted && (international || strcmp(chunk->name, "zTXt") == 0))
        png_packed_text_read(chunk->data, international, png, arena, report);
    if (!(chunk->name[0] & 32)) /* upper case: a critical chunk, which a decoder must not skip
                                 */
        return report_error(report, "unknown or misplaced PNG chunk %s", chunk->name);
    return true;
}

/* Walks through all chunks up to IEND; bytes after it are ignored. */
static bool file_read(Bytes file, PngFile *png, Arena *arena, Report *report)
{
    Chunk chunk;
    size_t at = PNG_SIGNATURE_SIZE;
    if (!signature_check(file, report) || !chunk_next(file, &at, &chunk, report) ||
        !header_read(&chunk, png, report))
        return false;
    bool data_over = false;
    for (;;) {
        if (!chunk_next(file, &at, &chunk, report))
            return false;
        if (strcmp(chunk.name, "IEND") == 0)
            break;
        if (!chunk_read(&chunk, png, &data_over, arena, report))
            return false;
    }
    if (!png->data_count)
        return report_error(report, "the PNG has no image data");
    return true;
}

/* Deflate compresses at most 1032 : 1 (a run of 258 bytes takes two bits). Less data cannot be
 * the image described by the header, so it is rejected before memory is allocated. */
static bool data_size_check(const PngFile *png, Report *report)
{
    const uint64_t row = ((uint64_t)png->w * png_samples(png->colour_type) * png->bits + 7) / 8;
    if (row * png->h / 1032 > png->data_size)
        return report_error(report,
                            "the file has %zu bytes of image data, too few for %u x %u pixels",
                            png->data_size, png->w, png->h);
    return true;
}

bool png_read(Bytes file, Image *out, PngInfo *info, Arena *arena, Report *report)
{
    PngFile png = {.texts_wanted = info};
    if (!file_read(file, &png, arena, report) || !data_size_check(&png, report))
        return false;
    if (info) {
        Pixel *colours = ARENA_ALLOC(arena, Pixel, png.palette_count + 1);
        memcpy(colours, png.palette, png.palette_count * sizeof *colours);
        *info = (PngInfo){.palette = png.colour_type == PNG_INDEXED,
                          .bits = png.bits,
                          .texts = png.texts,
                          .text_count = png.text_count,
                          .colours = colours,
                          .colour_count = png.palette_count};
    }
    if (png.interlaced || png.bits > 8)
        return png_decode_by_library(file, &png, out, arena, report);
    return png_decode(&png, out, arena, report);
}

bool png_read_grey16(Bytes file, uint16_t **samples, uint32_t *w, uint32_t *h, Arena *arena,
                     Report *report)
{
    PngFile png = {0};
    if (!file_read(file, &png, arena, report) || !data_size_check(&png, report))
        return false;
    if (png.colour_type != PNG_GREY || png.bits != 16)
        return report_error(report, "expected a 16-bit greyscale PNG, found %s with %u bits",
                            png.colour_type == PNG_GREY         ? "grey"
                            : png.colour_type == PNG_GREY_ALPHA ? "grey and alpha"
                                                                : "colour",
                            png.bits);
    *w = png.w;
    *h = png.h;
    return png_decode_grey16(file, &png, samples, arena, report);
}

bool png_size(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    PngFile png = {0};
    Chunk chunk = {0};
    size_t at = PNG_SIGNATURE_SIZE;
    if (!signature_check(file, report) || !chunk_next(file, &at, &chunk, report) ||
        !header_read(&chunk, &png, report))
        return false;
    *w = png.w;
    *h = png.h;
    return true;
}

Text png_text_of(const PngInfo *info, const char *keyword)
{
    for (size_t i = 0; i < info->text_count; i++)
        if (text_is(info->texts[i].keyword, keyword))
            return info->texts[i].value;
    return TEXT("");
}
