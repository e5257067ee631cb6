/* What holds for every format: not a bit is lost on the way to JSON and back. */
#ifndef OISIN_FUZZ_LOSSLESS_H
#define OISIN_FUZZ_LOSSLESS_H

#include "kit/formats/format.h"

#include <stdlib.h>

/* False, and nothing lost, if the file cannot be shown. */
static inline bool lossless(const char *name, Bytes file, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    const Format *format;
    Writer json = writer_to(arena);
    Bytes back;
    if (!format_to_json(format_named(text_of(name)), file, true, &json, arena, &report))
        return false;
    if (!format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
        !bytes_equal(back, file))
        abort();
    return true;
}

#endif
