/* PNG reading. Chunk CRCs are put right in a copy, else hardly an input would get
 * past them; what can be read must survive writing and reading again. */
#include "base/deflate.h"
#include "base/image/png_write.h"

#include <stdlib.h>

enum { PIXELS_MAX = 1 << 18 }; /* larger pictures are slow, not interesting */

static size_t size_at(const uint8_t *at)
{
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

static void sums_correct(uint8_t *data, size_t size)
{
    for (size_t at = 8; size - at >= 12;) {
        const size_t chunk = size_at(data + at);
        if (chunk > size - at - 12)
            break;
        const uint32_t sum = __builtin_bswap32(crc32_of(0, (Bytes){data + at + 4, chunk + 4}));
        memcpy(data + at + 8 + chunk, &sum, sizeof sum);
        at += 12 + chunk;
    }
}

/* All bits of grey pictures of 16 come back. */
static void grey_try(Bytes file, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    uint32_t w, h, w2, h2;
    uint16_t *samples, *again;
    if (!png_size(file, &w, &h, &report) || (uint64_t)w * h > PIXELS_MAX)
        return;
    if (!png_read_grey16(file, &samples, &w, &h, arena, &report)) {
        if (report.errors != 1)
            abort();
        return;
    }
    const Bytes copy = png_write_grey16(samples, w, h, arena);
    if (!png_read_grey16(copy, &again, &w2, &h2, arena, &report) || w2 != w || h2 != h ||
        memcmp(samples, again, sizeof *samples * w * h))
        abort();
}

static void file_try(Bytes file)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    uint32_t w, h;
    Image image, again;
    PngInfo info;
    if (png_size(file, &w, &h, &report) && (uint64_t)w * h <= PIXELS_MAX &&
        png_read(file, &image, &info, arena, &report)) {
        const PngOptions options = {
            .level = 1, .texts = info.texts, .text_count = info.text_count};
        if (!png_read(png_write(&image, &options, arena), &again, &info, arena, &report) ||
            !image_equal(&image, &again) || info.text_count != options.text_count)
            abort();
    } else if (report.errors > 1) {
        abort(); /* one mistake, one line */
    }
    grey_try(file, arena);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    file_try((Bytes){data, size});
    if (size < 8)
        return 0;
    Arena *arena = arena_new();
    uint8_t *copy = malloc(size); /* so that a look behind the end is noticed */
    if (!copy)
        abort();
    arena_own(arena, free, copy);
    memcpy(copy, data, size);
    sums_correct(copy, size);
    file_try((Bytes){copy, size});
    arena_free(arena);
    return 0;
}
