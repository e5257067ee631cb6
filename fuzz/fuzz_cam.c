/* A camera's way: checked, turned into JSON and back. */
#include "formats/evil_islands/cam.h"
#include "formats/format.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    const Format *format;
    Writer json = writer_to(arena);
    Bytes back;
    cam_check(file, arena, &report);
    report = report_to(NULL, NULL);
    if (format_to_json(format_named(TEXT("cam")), file, true, &json, arena, &report) &&
        (!format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
         !bytes_equal(back, file)))
        abort(); /* not a bit may be lost */
    arena_free(arena);
    return 0;
}
