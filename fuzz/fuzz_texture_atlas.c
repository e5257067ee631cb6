/* Lists of atlases in XML. */
#include "tirnanog/convert/texture_atlas.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    TextureAtlas atlas;
    const bool ok = texture_atlas_read((Bytes){data, size}, &atlas, arena, &report);
    if (report.errors != !ok || (ok && !atlas.count))
        abort();
    for (size_t i = 0; ok && i < atlas.count; i++)
        if (!atlas.parts[i].name.size || !atlas.parts[i].w || !atlas.parts[i].h)
            abort();
    arena_free(arena);
    return 0;
}
