/* Conversions between .gxt and PNG, and the textures as a list of images. PNG becomes pixels of
 * an existing .gxt: its pixel format, order, palettes and unknown bytes cannot be derived from
 * an image. */
#include "kit/convert/image_list.h"
#include "kit/convert/numbered_pictures.h"
#include "kit/convert/conversion.h"
#include "mages/textures/gxt.h"
#include "base/image/png.h"
#include "base/image/png_write.h"

#include <stddef.h>

typedef struct GxtSettings {
#define SETTINGS_FILE "mages/textures/gxt_options.def"
#include "kit/convert/setting_members.h"
} GxtSettings;
SETTINGS_OF(gxt, GxtSettings)

static const Setting rows[] = {
#define SETTINGS_FILE "mages/textures/gxt_options.def"
#define AT(member) offsetof(GxtSettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
const Subject gxt_subject = {sizeof(GxtSettings), rows, NULL, NULL, NULL};

bool gxt_to_png(ConversionJob *job, Arena *arena, Report *report)
{
    Gxt gxt;
    if (!gxt_read(job->input, &gxt, arena, report))
        return false;
    if (!gxt.count)
        return report_error(report, "there is no texture in it");
    for (size_t i = 0; i < gxt.count; i++) {
        Arena *scratch = arena_new();
        const Image image = gxt_picture(&gxt.images[i], scratch);
        texture_put(job, i, arena_copy(arena, png_write(&image, NULL, scratch)), arena);
        arena_free(scratch);
    }
    return true;
}

static bool put_picture(const Gxt *gxt, size_t index, Bytes png, uint8_t *file, Report *report)
{
    const GxtImage *image = &gxt->images[index];
    const size_t at = gxt->file.textures[index].offset;
    uint32_t w, h;
    Image picture;
    if (!png_size(png, &w, &h, report))
        return false;
    if (w != image->w || h != image->h)
        return report_error(report, "%u x %u pixels: texture %zu has %u x %u", w, h, index,
                            image->w, image->h);
    Arena *scratch = arena_new();
    const bool ok = png_read(png, &picture, NULL, scratch, report);
    const size_t off = ok ? gxt_put_picture(image, &picture, file + at, scratch) : 0;
    arena_free(scratch);
    if (off)
        report_warning(report, "%s cannot represent %zu of its pixels exactly",
                       image->pixels.name, off);
    if (gxt->file.textures[index].levels > 1 &&
        memcmp(file + at, image->data.data, image->data.size) != 0)
        report_warning(report, "texture %zu has smaller levels, which still have the old image",
                       index);
    return ok;
}

/* The other levels, palettes and unknown bytes are those of the given file. */
bool png_to_gxt(ConversionJob *job, Arena *arena, Report *report)
{
    const Bytes onto = gxt_settings(job)->onto;
    Gxt gxt;
    if (!onto.data)
        return report_error(report, "a .gxt is made from another one: --onto FILE.gxt");
    Report about = report_child(report, gxt_settings(job)->onto_path);
    if (!gxt_read(onto, &gxt, arena, &about))
        return false;
    if (!gxt.count)
        return report_error(&about, "there is no texture in it");
    uint8_t *file = (uint8_t *)arena_copy(arena, onto).data;
    if (!put_picture(&gxt, 0, job->input, file, report))
        return false;
    for (size_t i = 1; i < gxt.count; i++) {
        Bytes png;
        Text name;
        if (!texture_beside(job, i, &png, &name, arena))
            continue;
        Report of = report_child(report, name);
        if (!put_picture(&gxt, i, png, file, &of))
            return false;
    }
    job->output = (Bytes){file, onto.size};
    return true;
}

bool gxt_images_open(ImageList *list, Arena *arena, Report *report)
{
    Gxt *gxt = list->data = ARENA_ALLOC(arena, Gxt, 1);
    if (!gxt_read(list->file.bytes, gxt, arena, report))
        return false;
    list->count = gxt->count;
    return gxt->count || report_error(report, "there is no texture in it");
}

bool gxt_image_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                    Report *report)
{
    const Gxt *gxt = list->data;
    (void)report;
    out->image = gxt_picture(&gxt->images[index], arena);
    return true;
}
