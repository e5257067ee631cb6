/* Parts, in order: image files, which have no rows; all other files. */
#include "kit/convert/image_list.h"

#include "base/image/picture.h"

/* ---- image files ---- */

/* By the suffix; a file without one is tried. */
static const PictureFormat *picture_format(const ImageFile *file)
{
    const PictureFormat *format = picture_format_of(file->path);
    Report silent = report_to(NULL, NULL);
    uint32_t w, h;
    for (const PictureFormat *row = picture_formats; !format && row->name; row++)
        if (row->size(file->bytes, &w, &h, &silent))
            format = row;
    return format;
}

static bool picture_open(ImageList *list, Arena *arena, Report *report)
{
    const PictureFormat *format = picture_format(&list->file);
    uint32_t w, h;
    (void)arena;
    list->data = (void *)(uintptr_t)format;
    list->count = 1;
    return format->size(list->file.bytes, &w, &h, report);
}

static bool picture_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                         Report *report)
{
    const PictureFormat *format = list->data;
    (void)index;
    return format->read(list->file.bytes, &out->image, arena, report);
}

/* ---- all ---- */

static const ImageSource sources[] = {
#define IMAGES(format, open, name, draw) {#format, open, name, draw},
#include "kit/convert/images.def"
};

/* Of files without a format. */
static const ImageSource picture_source = {NULL, picture_open, images_have_no_names,
                                           picture_draw};

static const ImageSource *source_of(const ImageFile *file)
{
    for (size_t i = 0; i < COUNT_OF(sources) && file->format; i++)
        if (!strcmp(file->format->name, sources[i].format))
            return &sources[i];
    return !file->format && picture_format(file) ? &picture_source : NULL;
}

bool images_are_in(const ImageFile *file) { return source_of(file) != NULL; }

bool image_list_open(const ImageFile *file, ImageList *out, Arena *arena, Report *report)
{
    *out = (ImageList){.file = *file, .source = source_of(file)};
    return out->source ? out->source->open(out, arena, report)
                       : report_cause(report, CAUSE_UNSUPPORTED, "this file has no image");
}

Text images_have_no_names(const ImageList *list, size_t index)
{
    (void)list, (void)index;
    return TEXT("");
}

Text image_list_name(const ImageList *list, size_t index)
{
    return list->source->name(list, index);
}

bool image_list_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                     Report *report)
{
    *out = (ListedImage){0};
    return list->source->draw(list, index, out, arena, report);
}

size_t image_sheet_names(const Format *format, Text path, Text names[IMAGE_SHEETS_MAX],
                         Arena *arena)
{
    static const struct {
        const char *format;
        void (*names)(Text path, Text out[IMAGE_SHEETS_MAX], Arena *arena);
    } sheets[] = {
#define IMAGE_SHEET(format, names) {#format, names},
#include "kit/convert/images.def"
    };
    for (size_t i = 0; i < COUNT_OF(sheets) && format; i++)
        if (!strcmp(format->name, sheets[i].format)) {
            sheets[i].names(path, names, arena);
            return IMAGE_SHEETS_MAX;
        }
    return 0;
}
