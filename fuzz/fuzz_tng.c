/* A game file: read, checked, shown, turned into JSON and back, taken apart. The
 * checksums are repaired first, or nothing would get past them. */
#include "repaired.h"

#include "formats/format.h"
#include "formats/tirnanog/tng_check.h"
#include "project/project.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = repaired(data, size, arena);
    TngFile game;
    tng_check(file, arena, &report);
    if (tng_read(file, &game, arena, &report)) {
        ProjectFiles files;
        Writer json = writer_to(arena);
        Bytes back;
        const Format *format;
        project_unbuild(&game, &files, arena, &report);
        if (format_to_json(format_named(TEXT("tng")), file, true, &json, arena, &report) &&
            (!format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
             !bytes_equal(back, file)))
            abort(); /* not a bit may be lost */
    }
    arena_free(arena);
    return 0;
}
