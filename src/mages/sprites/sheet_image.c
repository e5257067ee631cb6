/* Sheets by their first bytes. The name comes last, since archives without names have only
 * numbers. */
#include "mages/sprites/sheet_image.h"

#include "mages/textures/gxt.h"
#include "kit/open/dds.h"
#include "base/image/picture.h"
#include "base/image/png.h"

static bool begins_with(Bytes file, size_t at, const char *word)
{
    const size_t size = strlen(word);
    return file.size >= at + size && !memcmp(file.data + at, word, size);
}

static bool dds_image(Bytes file, Image *out, Arena *arena, Report *report)
{
    Dds dds;
    if (!dds_texture(file, &dds, arena, report))
        return false;
    *out = dds_picture(&dds, 0, arena);
    return true;
}

static bool gxt_image(Bytes file, Image *out, Arena *arena, Report *report)
{
    Gxt gxt;
    if (!gxt_read(file, &gxt, arena, report))
        return false;
    if (gxt.count != 1)
        return report_error(report, "%zu textures; a sheet has one", gxt.count);
    *out = gxt_picture(&gxt.images[0], arena);
    return true;
}

bool sheet_image_read(Text path, Bytes file, Image *out, Arena *arena, Report *report)
{
    if (begins_with(file, 0, "\x89PNG"))
        return picture_read_png(file, out, arena, report);
    if (begins_with(file, 0, "RIFF") && begins_with(file, 8, "WEBP"))
        return picture_read_webp(file, out, arena, report);
    if (dds_is(file))
        return dds_image(file, out, arena, report);
    if (gxt_is(file))
        return gxt_image(file, out, arena, report);
    return picture_read(path, file, out, arena, report);
}

bool sheet_image_size(Text path, Bytes file, uint32_t *w, uint32_t *h, Arena *arena,
                      Report *report)
{
    Image image;
    if (begins_with(file, 0, "\x89PNG"))
        return png_size(file, w, h, report);
    if (!sheet_image_read(path, file, &image, arena, report))
        return false;
    *w = image.w;
    *h = image.h;
    return true;
}
