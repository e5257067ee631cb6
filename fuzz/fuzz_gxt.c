/* Textures of the PlayStation Vita: checked, titled, turned into JSON and back, decoded,
 * written back without a change, and with another image. */
#include "lossless.h"

#include "mages/textures/gxt.h"

enum { PIXELS_MAX = 1 << 14 };

static void write_back(const GxtImage *image, Arena *arena)
{
    const Image picture = gxt_picture(image, arena);
    uint8_t *data = (uint8_t *)arena_copy(arena, image->data).data;
    if (gxt_put_picture(image, &picture, data, arena) ||
        !bytes_equal((Bytes){data, image->data.size}, image->data))
        abort();
    for (size_t i = 0; i < (size_t)picture.w * picture.h; i += 3)
        picture.pixels[i] = (Pixel)i * 0x9E3779B1u;
    const size_t off = gxt_put_picture(image, &picture, data, arena);
    GxtImage after = *image;
    after.data.data = data;
    const Image back = gxt_picture(&after, arena);
    if (!off && !image_equal(&back, &picture))
        abort(); /* it said that all pixels are exact */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Gxt gxt;
    if (gxt_check(file, arena, &report) != !report.errors)
        abort();
    gxt_title(file, arena);
    lossless("gxt", file, arena);
    report = report_to(NULL, NULL);
    if (!gxt_read(file, &gxt, arena, &report)) {
        if (report.errors != 1)
            abort(); /* one mistake, one line */
    } else {
        for (size_t i = 0; i < gxt.count; i++)
            if ((uint64_t)gxt.images[i].w * gxt.images[i].h <= PIXELS_MAX)
                write_back(&gxt.images[i], arena);
    }
    arena_free(arena);
    return 0;
}
