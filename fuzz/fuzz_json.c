/* JSON that says it is a game, a font, a layout or an archive. */
#include "kit/formats/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Bytes out;
    const Format *format;
    if (format_from_json((Bytes){data, size}, &out, &format, arena, &report)) {
        Writer again = writer_to(arena);
        format_to_json(format, out, true, &again, arena, &report);
    }
    arena_free(arena);
    return 0;
}
