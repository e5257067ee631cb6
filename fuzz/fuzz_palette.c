/* GIMP palettes: what can be read is written, and reads as the same again. */
#include "image/palette.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Palette palette, again;
    if (palette_read((Text){(const char *)data, size}, &palette, &report)) {
        const Text text = palette_write(&palette, arena);
        if (!palette_read(text, &again, &report) || again.count != palette.count ||
            memcmp(again.colours, palette.colours, sizeof palette.colours) != 0 ||
            !text_equal(palette_write(&again, arena), text))
            abort();
    } else if (report.errors != 1) {
        abort();
    }
    arena_free(arena);
    return 0;
}
