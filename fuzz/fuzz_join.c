/* Two games as one: the input is the base and its own extension. */
#include "repaired.h"

#include "tirnanog/container/tng_check.h"
#include "tirnanog/project/merge_games.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What comes out can be read. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = repaired(data, size, arena);
    const MergePart parts[] = {{TEXT("base"), file}, {TEXT("extension"), file}};
    Bytes out;
    TngFile game;
    if (project_merge(parts, 2, &out, arena, &report) && !tng_read(out, &game, arena, &report))
        abort();
    arena_free(arena);
    return 0;
}
