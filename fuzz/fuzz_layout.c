/* Layouts: what can be read is written, reads as the same again, and cuts a sheet or says
 * once why not. */
#include "tirnanog/sprites/sheet_cut.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    SheetLayout layout, again;
    if (sheet_layout_read((Text){(const char *)data, size}, &layout, arena, &report)) {
        const Text text = sheet_layout_write(&layout, arena);
        if (!sheet_layout_read(text, &again, arena, &report) ||
            !text_equal(sheet_layout_write(&again, arena), text))
            abort();
        const Image sheet = image_new(64, 64, arena);
        SheetPictures pictures;
        if (sheet_cut(&layout, &sheet, TEXT("x"), &pictures, arena, &report) ==
            (report.errors != 0))
            abort();
    } else if (!report.errors) {
        abort();
    }
    arena_free(arena);
    return 0;
}
