/* A CPK archive: read, checked, decompressed, turned into JSON and back, taken apart and put
 * together again. */
#include "archive_folder.h"
#include "lossless.h"

#include "mages/archives/cpk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Cpk cpk;
    if (cpk_check(file, arena, &report) != !report.errors)
        abort();
    report = report_to(NULL, NULL);
    if (cpk_read(file, &cpk, arena, &report)) {
        through_a_folder(&cpk_archive, file, archive_exact(&cpk_archive, &cpk, file), NULL,
                         NULL, arena);
        lossless("cpk", file, arena);
    } else if (report.errors != 1) {
        abort(); /* reported once */
    }
    arena_free(arena);
    return 0;
}
