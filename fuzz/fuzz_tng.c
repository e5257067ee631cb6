/* A game file: read, checked, shown, turned into JSON and back, taken apart. The
 * checksums are repaired first, or nothing would get past them. */
#include "lossless.h"
#include "repaired.h"

#include "tirnanog/container/tng_check.h"
#include "tirnanog/project/project.h"

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
        project_unpack(&game, &files, arena, &report);
        lossless("tng", file, arena);
    }
    arena_free(arena);
    return 0;
}
