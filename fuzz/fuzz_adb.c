/* An animation database: checked, turned into JSON and CSV and back. The same bytes as CSV. */
#include "formats/evil_islands/adb.h"
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
    Text text;
    Bytes back;
    csv_to_adb(file, &back, arena, &report);
    if (adb_check(file, arena, &report) &&
        (!format_to_json(format_named(TEXT("adb")), file, true, &json, arena, &report) ||
         !format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
         !bytes_equal(back, file) || !adb_to_csv(file, &text, arena, &report) ||
         !csv_to_adb(bytes_of_text(text), &back, arena, &report) || !bytes_equal(back, file)))
        abort(); /* not a bit may be lost */
    arena_free(arena);
    return 0;
}
