/* The image in a saved game of TirNanoG. */
#include "kit/convert/image_list.h"
#include "tirnanog/container/sav.h"

bool sav_images_open(ImageList *list, Arena *arena, Report *report)
{
    Sav *sav = list->data = ARENA_ALLOC(arena, Sav, 1);
    if (!sav_read(list->file.bytes, sav, arena, report))
        return false;
    list->count = 1;
    return sav->has_preview || report_error(report, "this file has no image");
}

bool sav_image_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                    Report *report)
{
    (void)index;
    return sav_preview(list->data, &out->image, arena, report);
}
