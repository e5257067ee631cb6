#include "kit/image_list.h"

#include "base/text.h"
#include "convert/lay_convert.h"
#include "convert/lay_pictures.h"
#include "convert/lay_unit.h"
#include "convert/sheet_image.h"
#include "formats/evil_islands/mmp.h"
#include "formats/mages/gxt.h"
#include "formats/open/dds.h"
#include "formats/tirnanog/sav.h"
#include "image/picture.h"
#include "image/png.h"

/* A kind of files with images; `name` may be NULL. */
struct ImageSource {
    const char *format; /* name of the format; NULL: of any other file */
    bool (*open)(ImageList *list, Arena *arena, Report *report);
    Text (*name)(const ImageList *list, size_t index);
    bool (*draw)(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                 Report *report);
};

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

/* ---- textures: the largest level first ---- */

static bool mmp_open(ImageList *list, Arena *arena, Report *report)
{
    Mmp *mmp = list->data = ARENA_ALLOC(arena, Mmp, 1);
    if (!mmp_read(list->file.bytes, mmp, arena, report))
        return false;
    list->count = mmp->level_count;
    return true;
}

static bool mmp_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                     Report *report)
{
    return mmp_picture(list->data, index, MMP_ROWS_USUAL, &out->image, arena, report);
}

static bool dds_open(ImageList *list, Arena *arena, Report *report)
{
    Dds *dds = list->data = ARENA_ALLOC(arena, Dds, 1);
    if (!dds_texture(list->file.bytes, dds, arena, report))
        return false;
    dds_warn_of_alpha(&dds->file, report);
    list->count = dds->level_count;
    return true;
}

static bool dds_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                     Report *report)
{
    (void)report;
    out->image = dds_picture(list->data, index, arena);
    return true;
}

static bool gxt_open(ImageList *list, Arena *arena, Report *report)
{
    Gxt *gxt = list->data = ARENA_ALLOC(arena, Gxt, 1);
    if (!gxt_read(list->file.bytes, gxt, arena, report))
        return false;
    list->count = gxt->count;
    return gxt->count || report_error(report, "there is no texture in it");
}

static bool gxt_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                     Report *report)
{
    const Gxt *gxt = list->data;
    (void)report;
    out->image = gxt_picture(&gxt->images[index], arena);
    return true;
}

/* ---- sprite layouts ---- */

typedef struct Expressions {
    Image sheet;
    LayPlan plan;
} Expressions;

static bool find_sheet(const ImageFile *file, Bytes *sheet, Text *path, Arena *arena,
                       Report *report)
{
    Text names[LAY_SHEET_NAMES];
    *sheet = file->sheet;
    *path = file->sheet_path;
    if (sheet->data)
        return true;
    lay_sheet_names(file->path, names, arena);
    for (size_t i = 0; i < LAY_SHEET_NAMES && file->beside; i++)
        if (file->beside(file->context, names[i], sheet, arena)) {
            *path = names[i];
            return true;
        }
    return report_cause(report, CAUSE_NOT_FOUND, "its sheet %.*s is not beside it",
                        (int)names[0].size, names[0].at);
}

/* All mouths and eyes if these are not too many, otherwise the first of each face. */
static bool plan_all(const ImageFile *file, Expressions *out, Arena *arena, Report *report)
{
    static const LayOptions all = {.all_frames = true}, first = {0};
    const Text suffix = text_of(file->format->name), name = lay_unit_name(file->path);
    Report silent = report_to(NULL, NULL);
    return sprite_plan(suffix, file->bytes, &out->sheet, &all, name, &out->plan, arena,
                       &silent) ||
           sprite_plan(suffix, file->bytes, &out->sheet, &first, name, &out->plan, arena,
                       report);
}

static bool lay_open(ImageList *list, Arena *arena, Report *report)
{
    Expressions *all = list->data = ARENA_ALLOC(arena, Expressions, 1);
    Bytes sheet;
    Text path;
    if (!find_sheet(&list->file, &sheet, &path, arena, report))
        return false;
    Report about = report_child(report, path);
    if (!sheet_image_read(path, sheet, &all->sheet, arena, &about) ||
        !plan_all(&list->file, all, arena, report))
        return false;
    list->count = all->plan.picture_count;
    return list->count || report_error(report, "there is no expression in it");
}

static Text lay_name(const ImageList *list, size_t index)
{
    return ((const Expressions *)list->data)->plan.pictures[index].name;
}

static bool expression_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                            Report *report)
{
    const LayPlan *plan = &((const Expressions *)list->data)->plan;
    const LayPicture *picture = &plan->pictures[index];
    (void)report;
    out->x = picture->box.x;
    out->y = picture->box.y;
    out->image = image_new((uint32_t)picture->box.w, (uint32_t)picture->box.h, arena);
    lay_draw(plan, picture, &out->image);
    return true;
}

/* ---- saved games ---- */

static bool save_open(ImageList *list, Arena *arena, Report *report)
{
    Sav *sav = list->data = ARENA_ALLOC(arena, Sav, 1);
    if (!sav_read(list->file.bytes, sav, arena, report))
        return false;
    list->count = 1;
    return sav->has_preview || report_error(report, "this file has no image");
}

static bool save_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                      Report *report)
{
    (void)index;
    return sav_preview(list->data, &out->image, arena, report);
}

static bool shot_open(ImageList *list, Arena *arena, Report *report)
{
    (void)arena;
    (void)report;
    list->count = 1;
    return true;
}

static bool shot_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                      Report *report)
{
    ConversionJob job = {.input = list->file.bytes};
    (void)index;
    return shot_to_png(&job, arena, report) &&
           png_read(job.output, &out->image, NULL, arena, report);
}

/* ---- all ---- */

static const ImageSource sources[] = {{"mmp", mmp_open, NULL, mmp_draw},
                                      {"dds", dds_open, NULL, dds_draw},
                                      {"gxt", gxt_open, NULL, gxt_draw},
                                      {"lay", lay_open, lay_name, expression_draw},
                                      {"mvl", lay_open, lay_name, expression_draw},
                                      {"sav", save_open, NULL, save_draw},
                                      {"saveshot", shot_open, NULL, shot_draw},
                                      {NULL, picture_open, NULL, picture_draw}};

static const ImageSource *source_of(const ImageFile *file)
{
    for (const ImageSource *source = sources; source->format; source++)
        if (file->format && !strcmp(file->format->name, source->format))
            return source;
    return !file->format && picture_format(file) ? &sources[COUNT_OF(sources) - 1] : NULL;
}

bool images_are_in(const ImageFile *file) { return source_of(file) != NULL; }

bool image_list_open(const ImageFile *file, ImageList *out, Arena *arena, Report *report)
{
    *out = (ImageList){.file = *file, .source = source_of(file)};
    return out->source ? out->source->open(out, arena, report)
                       : report_cause(report, CAUSE_UNSUPPORTED, "this file has no image");
}

Text image_list_name(const ImageList *list, size_t index)
{
    return list->source->name ? list->source->name(list, index) : TEXT("");
}

bool image_list_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                     Report *report)
{
    *out = (ListedImage){0};
    return list->source->draw(list, index, out, arena, report);
}
