/* Translations: what can be read is written, and reads as the same again. */
#include "formats/open/po.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    PoFile file, again;
    if (po_read((Bytes){data, size}, &file, arena, &report)) {
        if (!po_read(po_write(&file, arena), &again, arena, &report) ||
            again.count != file.count)
            abort();
        for (size_t i = 0; i < file.count; i++)
            if (!text_equal(file.entries[i].id, again.entries[i].id) ||
                !text_equal(file.entries[i].text, again.entries[i].text))
                abort();
    } else if (!report.errors) {
        abort();
    }
    arena_free(arena);
    return 0;
}
