/* The expressions of a sprite layout, or a sprite of triangles, as images of the file. */
#include "kit/convert/image_list.h"
#include "mages/sprites/lay_unit.h"
#include "mages/sprites/sheet_image.h"

_Static_assert((int)LAY_SHEET_NAMES == (int)IMAGE_SHEETS_MAX, "image_sheet_names gives all");

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

bool lay_images_open(ImageList *list, Arena *arena, Report *report)
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

Text lay_image_name(const ImageList *list, size_t index)
{
    return ((const Expressions *)list->data)->plan.pictures[index].name;
}

bool lay_image_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
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
