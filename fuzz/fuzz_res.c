/* An archive: read, checked, turned into JSON and back, taken apart with those in it and
 * put together again. */
#include "archive_folder.h"
#include "lossless.h"

#include "evil_islands/archives/res.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Res res;
    const ArchiveOptions recursive = {.recursive = true},
                         fresh = {.fresh = true, .dedup = true};
    res_check(file, arena, &report);
    report = report_to(NULL, NULL);
    if (res_read(file, &res, arena, &report)) {
        through_a_folder(&res_archive, file, archive_exact(&res_archive, &res, file),
                         &recursive, &fresh, arena);
        lossless("res", file, arena);
    } else if (report.errors != 1) {
        abort(); /* said once */
    }
    arena_free(arena);
    return 0;
}
