/* The animations of Aseprite files as sprites: what is not refused with one error has sprites.
 */
#include "tirnanog/convert/picture_conversions.h"
#include "base/image/aseprite.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    PIXELS_MAX = 1 << 14,
    FRAMES_MAX = 64,
    TAGS_MAX = 16
}; /* more is slow, not interesting */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL), again = report_to(NULL, NULL);
    Aseprite aseprite;
    ConversionJob job = {.path = TEXT("a.aseprite"), .input = {data, size}};
    if (!aseprite_open(job.input, &aseprite, arena, &report)) {
        if (report.errors != 1)
            abort();
    } else if (aseprite.w * aseprite.h <= PIXELS_MAX && aseprite.frame_count <= FRAMES_MAX &&
               aseprite.tag_count <= TAGS_MAX && aseprite.slice_count <= TAGS_MAX) {
        const bool ok = aseprite_to_sprites(&job, arena, &again);
        if (again.errors != !ok)
            abort();
    }
    arena_free(arena);
    return 0;
}
