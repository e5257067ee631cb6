/* An archive: read, checked, inflated, turned into JSON and back, taken apart and
 * put together again. */
#include "archive_folder.h"
#include "lossless.h"

#include "mages/archives/mpk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Mpk mpk;
    mpk_check(file, arena, &report);
    report = report_to(NULL, NULL);
    if (mpk_read(file, &mpk, arena, &report)) {
        through_a_folder(&mpk_archive, file, archive_exact(&mpk_archive, &mpk, file), NULL,
                         NULL, arena);
        lossless("mpk", file, arena);
    } else if (report.errors != 1) {
        abort(); /* said once */
    }
    arena_free(arena);
    return 0;
}
