/* The files of models: the first byte chooses which. Checked, turned into JSON and back. */
#include "formats/format.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"lnk", "bon", "fig", "anm"};
    if (!size)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Format *format = format_named(text_of(names[data[0] % COUNT_OF(names)])), *found;
    const Bytes file = {data + 1, size - 1};
    Writer json = writer_to(arena);
    Bytes back;
    const bool sound = format->check(file, arena, &report);
    if (sound == (report.errors != 0))
        abort(); /* said once */
    format->title_of(file, arena);
    report = report_to(NULL, NULL);
    if (format_to_json(format, file, true, &json, arena, &report) &&
        (!format_from_json(writer_bytes(&json), &back, &found, arena, &report) ||
         !bytes_equal(back, file)))
        abort(); /* not a bit may be lost */
    if (size > 1 && data[1] == '{')
        format_from_json(file, &back, &found, arena, &report);
    arena_free(arena);
    return 0;
}
