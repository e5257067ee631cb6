/* An animation database: checked, turned into JSON and CSV and back. The same bytes as CSV. */
#include "lossless.h"

#include "evil_islands/tables/adb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Text text;
    Bytes back;
    csv_to_adb(file, &back, arena, &report);
    if (adb_check(file, arena, &report) &&
        (!lossless("adb", file, arena) || !adb_to_csv(file, &text, arena, &report) ||
         !csv_to_adb(bytes_of_text(text), &back, arena, &report) || !bytes_equal(back, file)))
        abort(); /* not a bit may be lost */
    arena_free(arena);
    return 0;
}
