/* A camera's way: checked, turned into JSON and back. */
#include "lossless.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    cam_check(file, arena, &report);
    lossless("cam", file, arena);
    arena_free(arena);
    return 0;
}
