/* The head of a map, or a sector: checked, turned into JSON and back. */
#include "formats/evil_islands/mp.h"
#include "formats/evil_islands/sec.h"
#include "formats/format.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    const Bytes file = {data, size};
    const bool head = mp_is(file);
    Report report = report_to(NULL, NULL);
    const Format *format;
    Writer json = writer_to(arena);
    Bytes back;
    if (!(head ? mp_check : sec_check)(file, arena, &report) && report.errors != 1)
        abort(); /* said once */
    report = report_to(NULL, NULL);
    format = format_named(head ? TEXT("mp") : TEXT("sec"));
    if (format_to_json(format, file, true, &json, arena, &report) &&
        (!format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
         !bytes_equal(back, file)))
        abort(); /* not a bit may be lost */
    arena_free(arena);
    return 0;
}
