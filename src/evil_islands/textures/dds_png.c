/* Conversion of a DirectDraw surface to PNG, and the images in it. */
#include "kit/convert/image_list.h"
#include "kit/convert/numbered_pictures.h"
#include "evil_islands/textures/texture_settings.h"
#include "kit/open/dds.h"
#include "base/image/png_write.h"

bool dds_to_png(ConversionJob *job, Arena *arena, Report *report)
{
    Dds dds;
    if (!dds_texture(job->input, &dds, arena, report))
        return false;
    dds_warn_of_alpha(&dds.file, report);
    const size_t count = texture_settings(job)->mips ? dds.level_count : 1;
    for (size_t i = 0; i < count; i++) {
        const Image image = dds_picture(&dds, i, arena);
        texture_put(job, i, png_write(&image, NULL, arena), arena);
    }
    return true;
}

/* Its levels, the largest first. */
bool dds_images_open(ImageList *list, Arena *arena, Report *report)
{
    Dds *dds = list->data = ARENA_ALLOC(arena, Dds, 1);
    if (!dds_texture(list->file.bytes, dds, arena, report))
        return false;
    dds_warn_of_alpha(&dds->file, report);
    list->count = dds->level_count;
    return true;
}

bool dds_image_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                    Report *report)
{
    (void)report;
    out->image = dds_picture(list->data, index, arena);
    return true;
}
