/* Palettes of all formats: what can be read is written as a GIMP palette, which reads as the
 * same again. */
#include "base/image/palette_files.h"
#include "base/image/png.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIXELS_MAX = 1 << 16 };

static bool too_large(const PaletteFormat *format, Bytes file)
{
    Report silent = report_to(NULL, NULL);
    uint32_t w, h;
    return format->read == palette_read_png && png_size(file, &w, &h, &silent) &&
           (uint64_t)w * h > PIXELS_MAX;
}

static void read_as(const PaletteFormat *format, Bytes file)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Palette palette, again;
    if (format->read(file, &palette, arena, &report)) {
        const Text text = palette_write(&palette, arena);
        if (report.errors || !palette.count || !palette_read(text, &again, &report) ||
            again.count != palette.count ||
            memcmp(again.colours, palette.colours, palette.count * sizeof *again.colours) !=
                0 ||
            !text_equal(palette_write(&again, arena), text))
            abort();
    } else if (report.errors != 1) {
        abort();
    }
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Bytes file = {data, size};
    for (const PaletteFormat *format = palette_formats; format->suffix; format++)
        if (!too_large(format, file))
            read_as(format, file);
    return 0;
}
