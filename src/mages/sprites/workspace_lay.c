/* The expressions of a sprite layout (.lay), whose sheet is in its folder, for an editor: rows
 * of workspace_shows.def. */
#include "base/path.h"
#include "base/text.h"
#include "mages/sprites/lay_convert.h"
#include "mages/sprites/sheet_image.h"
#include "base/image/png.h"
#include "base/image/png_write.h"
#include "kit/workspace/workspace_edit.h"

static const WorkspacePlace *place_of(const WorkspaceEdit *edit, Text layout)
{
    const uint32_t *index = table_get(&edit->table, layout);
    const WorkspacePlace *place = index ? &edit->places[*index] : NULL;
    return place && (text_is(place->entry->format, "lay") ||
                     text_is(place->entry->format, "mvl"))
               ? place
               : NULL;
}

/* The sheet is in the folder of the layout. */
static bool load_sheet(const WorkspaceEdit *edit, const WorkspacePlace *place, Image *out,
                       Arena *arena, Report *report)
{
    Text names[LAY_SHEET_NAMES];
    const Text path = place->entry->path;
    const Text folder = text_slice(path, 0, path.size - path_base(path).size);
    lay_sheet_names(path_base(path), names, arena);
    for (size_t n = 0; n < LAY_SHEET_NAMES; n++)
        for (size_t i = 0; i < edit->count; i++) {
            const WorkspacePlace *other = &edit->places[i];
            const Text name = path_base(other->entry->path);
            Bytes bytes;
            if (text_equal_caseless(name, names[n]) &&
                text_equal(
                    text_slice(other->entry->path, 0, other->entry->path.size - name.size),
                    folder) &&
                (other->top == place->top || !place->top->archive.size))
                return workspace_edit_open_bytes(edit, other->entry, &bytes, arena, report) &&
                       sheet_image_read(name, bytes, out, arena, report);
        }
    return report_error(report, "the layout's sheet, %.*s, is not in its folder",
                        (int)names[0].size, names[0].at);
}

static bool plan_of(const WorkspaceEdit *edit, Text layout, LayPlan *out, Arena *arena,
                    Report *report)
{
    const WorkspacePlace *place = place_of(edit, layout);
    const LayOptions options = {.all_frames = true};
    Image *sheet = ARENA_ALLOC(arena, Image, 1);
    Bytes bytes;
    if (!place)
        return report_error(report, "this file is not a sprite layout");
    return workspace_edit_bytes(edit, place->entry, &bytes, arena, report) &&
           load_sheet(edit, place, sheet, arena, report) &&
           sprite_plan(place->entry->format, bytes, sheet, &options, TEXT(""), out, arena,
                       report);
}

/* The list "expressions": {"type", "face", "mouth", "eyes", "overlay"}, 0: none; in the order
 * of their numbers. */
void describe_expressions(const WorkspaceEdit *edit, Text layout, JsonWriter *json)
{
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    LayPlan plan;
    const bool ok = plan_of(edit, layout, &plan, arena, &silent);
    json_open_list(json, "expressions");
    for (size_t i = 0; ok && i < plan.picture_count; i++) {
        const LayPicture *picture = &plan.pictures[i];
        json_open(json, NULL);
        json_put_text(json, "type", text_of(lay_type_word(picture->type)));
        json_put_uint(json, "face", picture->face);
        json_put_uint(json, "mouth", picture->mouth);
        json_put_uint(json, "eyes", picture->eye);
        json_put_uint(json, "overlay", picture->overlay_count ? picture->overlays[0] + 1 : 0);
        json_close(json);
    }
    json_close_list(json);
    arena_free(arena);
}

/* One of them as a PNG, on the whole canvas. */
bool picture_of_expression(const WorkspaceEdit *edit, Text layout, size_t number, Bytes *out,
                           Arena *arena, Report *report)
{
    LayPlan plan;
    if (!plan_of(edit, layout, &plan, arena, report))
        return false;
    if (number >= plan.picture_count)
        return report_error(report, "the layout has %zu expressions", plan.picture_count);
    LayPicture picture = plan.pictures[number];
    if ((uint64_t)plan.w * plan.h <= PNG_PIXELS_MAX) /* expressions do not move */
        picture.box = (Rect){0, 0, (int32_t)plan.w, (int32_t)plan.h};
    const Image image = image_new((uint32_t)picture.box.w, (uint32_t)picture.box.h, arena);
    lay_draw(&plan, &picture, &image);
    *out = png_write(&image, NULL, arena);
    return true;
}
