/* Textures of Direct3D: checked, titled, turned into JSON and back, and decoded. */
#include "lossless.h"

#include "kit/open/dds.h"

enum { PIXELS_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Dds dds;
    if (dds_check(file, arena, &report) != !report.errors)
        abort();
    dds_title(file, arena);
    lossless("dds", file, arena);
    report = report_to(NULL, NULL);
    if (!dds_texture(file, &dds, arena, &report)) {
        if (report.errors != 1)
            abort(); /* one mistake, one line */
    } else {
        for (size_t i = 0; i < dds.level_count; i++)
            if ((uint64_t)dds.levels[i].w * dds.levels[i].h <= PIXELS_MAX)
                dds_picture(&dds, i, arena);
    }
    arena_free(arena);
    return 0;
}
