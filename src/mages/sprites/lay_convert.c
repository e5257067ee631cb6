/* Parts, in order: names of sheets; the files of a layout; finding the sheet; the conversions.
 * If one file of a layout fails, all of its files are undone, with their rows in the manifest
 * and the cast. */
#include "mages/sprites/lay_unit.h"

#include "base/path.h"
#include "base/text.h"
#include "mages/sprites/lay_cast.h"
#include "mages/sprites/lay_faces.h"
#include "mages/sprites/sheet_image.h"
#include "base/image/png_write.h"

Text lay_unit_name(Text path)
{
    const Text name = path_game_stem(path);
    return name.size > 1 && text_ends(name, "_") ? text_slice(name, 0, name.size - 1) : name;
}

/* "00003" for "00004": archives without names have the texture before the layout. Returns false
 * for other names. */
static bool number_before(Text name, Text *out, Arena *arena)
{
    int64_t number;
    for (size_t i = 0; i < name.size; i++)
        if (name.at[i] < '0' || name.at[i] > '9')
            return false;
    if (!text_number(name, 1, UINT32_MAX, &number))
        return false;
    *out = arena_format(arena, "%0*u", (int)name.size, (unsigned)(number - 1));
    return true;
}

void lay_sheet_names(Text path, Text names[LAY_SHEET_NAMES], Arena *arena)
{
    const Text stems[] = {lay_unit_name(path), path_game_stem(path)};
    static const char *const ends[] = {".png", " (Image 0).png", ".webp", ".dds", ".gxt"};
    _Static_assert(COUNT_OF(ends) * 2 == LAY_SHEET_NAMES, "two stems");
    Text before;
    const bool numbers = number_before(path_base(path), &before, arena);
    for (size_t i = 0; i < LAY_SHEET_NAMES; i++)
        names[i] = numbers ? before
                           : arena_format(arena, "%.*s%s", (int)stems[i % 2].size,
                                          stems[i % 2].at, ends[i / 2]);
}

static bool put(const Unit *unit, Text path, const Bytes *parts, size_t count)
{
    const ConversionFolder *folder = unit->job->folder;
    return folder->put(folder->context, path, parts, count, unit->report);
}

static bool put_image(const Unit *unit, Text path, const Image *image)
{
    Arena *scratch = arena_new();
    const Bytes file = png_write(image, NULL, scratch);
    const bool ok = put(unit, path, &file, 1);
    arena_free(scratch);
    return ok;
}

static bool put_sheet(Unit *unit, const LayPlan *plan)
{
    Image sheet;
    LayManifest *manifest = lay_settings(unit->job)->manifest;
    const Text path =
        arena_format(unit->arena, "%.*s_sheet.png", (int)unit->name.size, unit->name.at);
    if (!lay_contact_sheet(plan, lay_settings(unit->job)->sheet_side, &sheet, unit->arena,
                           unit->report) ||
        !put_image(unit, path, &sheet))
        return false;
    unit->work += lay_faces_looks(plan) / LOOKS_PER_WORK;
    unit->pixels += (uint64_t)sheet.w * sheet.h;
    lay_manifest_add_other(manifest, unit->name, path, TEXT("sheet"), sheet.w, sheet.h);
    return true;
}

/* Images of overlays alone are not portraits. */
static bool put_portraits(Unit *unit, const LayPlan *plan)
{
    if (!lay_faces_check(plan, unit->report))
        return false;
    unit->work += lay_faces_looks(plan) / LOOKS_PER_WORK;
    unit->pixels += (uint64_t)plan->picture_count * lay_settings(unit->job)->side *
                    lay_settings(unit->job)->side;
    for (size_t i = 0; i < plan->picture_count; i++) {
        const LayPicture *picture = &plan->pictures[i];
        if (picture->type == LAY_OVERLAY)
            continue;
        Arena *scratch = arena_new();
        const Image image = lay_portrait(plan, picture, lay_settings(unit->job)->side, scratch);
        const Text name = lay_portrait_name(picture->name, scratch);
        const Bytes dialog = bytes_of_text(lay_dialog(unit->name, name, scratch));
        const bool ok =
            put_image(unit,
                      arena_format(scratch, "portraits/%.*s_soo0.png", (int)name.size, name.at),
                      &image) &&
            lay_put_new(unit->job->folder,
                        arena_format(scratch, "dialogs/%.*s.dlg", (int)name.size, name.at),
                        &dialog, 1, unit->report);
        if (ok)
            lay_cast_add(lay_settings(unit->job)->cast, unit->name, name, &image);
        arena_free(scratch);
        if (!ok)
            return false;
    }
    return true;
}

static bool put_pictures(Unit *unit, LayPlan *plan)
{
    if (!lay_compose_plan(plan, &lay_settings(unit->job)->options, unit->arena, unit->report))
        return false;
    unit->work += plan->work;
    for (size_t i = 0; i < plan->picture_count; i++) {
        const LayPicture *picture = &plan->pictures[i];
        unit->pixels += (uint64_t)picture->box.w * (uint64_t)picture->box.h;
        const Text path =
            arena_format(unit->arena, "%.*s.png", (int)picture->name.size, picture->name.at);
        if (!put(unit, path, picture->parts, picture->part_count))
            return false;
    }
    lay_manifest_add(lay_settings(unit->job)->manifest, unit->name, plan);
    return !lay_settings(unit->job)->sheet || put_sheet(unit, plan);
}

bool lay_unit_read_picture(const Unit *unit, Image *out)
{
    const Text file = unit->report->subject;
    Report about = report_child(
        unit->report, arena_format(unit->arena, "%.*s: picture", (int)file.size, file.at));
    return sheet_image_read(unit->picture_path, unit->picture, out, unit->arena, &about);
}

/* A file whose name does not tell is detected by its content. */
static bool is_mvl(Text suffix, Bytes file)
{
    return text_is_caseless(suffix, "mvl") ||
           (!text_is_caseless(suffix, "lay") && mvl_is(file));
}

bool sprite_plan(Text suffix, Bytes file, const Image *sheet, const LayOptions *options,
                 Text name, LayPlan *out, Arena *arena, Report *report)
{
    Lay lay;
    Mvl mvl;
    if (is_mvl(suffix, file))
        return mvl_read(file, &mvl, arena, report) &&
               mvl_plan(&mvl, sheet, options, name, out, arena, report);
    return lay_read(file, &lay, arena, report) &&
           lay_plan(&lay, sheet, options, name, out, arena, report);
}

static bool put_files(Unit *unit, const Image *image)
{
    LayPlan plan;
    const LaySettings *settings = lay_settings(unit->job);
    return sprite_plan(unit->suffix, unit->layout, image, &settings->options, unit->name, &plan,
                       unit->arena, unit->report) &&
           (settings->portraits ? put_portraits(unit, &plan) : put_pictures(unit, &plan));
}

/* Writes all files of a layout, or none of them. */
bool lay_unit_convert(Unit *unit, const Image *image)
{
    const ConversionFolder *folder = unit->job->folder;
    LayManifest *manifest = lay_settings(unit->job)->manifest;
    const LayManifest listed = *manifest;
    LayCast *cast = lay_settings(unit->job)->cast;
    const size_t cast_count = cast->count;
    const size_t before = folder->put_count(folder->context);
    if (put_files(unit, image))
        return true;
    folder->put_undo(folder->context, before);
    manifest->picture_count = listed.picture_count;
    manifest->canvas_count = listed.canvas_count;
    cast->count = cast_count;
    return false;
}

/* The sheet that was given as an option, or the one next to the layout. */
static bool find_picture(Unit *unit)
{
    ConversionJob *job = unit->job;
    Text names[LAY_SHEET_NAMES];
    unit->picture = lay_settings(job)->atlas;
    unit->picture_path = lay_settings(job)->atlas_path;
    if (unit->picture.size)
        return true;
    lay_sheet_names(job->path, names, unit->arena);
    for (size_t i = 0; i < LAY_SHEET_NAMES; i++)
        if (job->folder->beside(job->folder->context, names[i], &unit->picture, unit->arena)) {
            unit->picture_path = names[i];
            return true;
        }
    return report_error(unit->report,
                        "its picture %.*s is not beside it; --atlas FILE names another",
                        (int)names[0].size, names[0].at);
}

/* The format that was chosen by --format, otherwise the suffix. */
static Text unit_suffix(const ConversionJob *job)
{
    return job->format ? text_of(job->format) : path_suffix(job->path);
}

static Unit unit_of(ConversionJob *job, Arena *arena, Report *report)
{
    return (Unit){.job = job,
                  .name = lay_unit_name(job->path),
                  .suffix = unit_suffix(job),
                  .layout = job->input,
                  .arena = arena,
                  .report = report};
}

bool lay_to_pictures(ConversionJob *job, Arena *arena, Report *report)
{
    Unit unit = unit_of(job, arena, report);
    Image image;
    return find_picture(&unit) && lay_unit_read_picture(&unit, &image) &&
           lay_unit_convert(&unit, &image);
}

bool lay_to_sheet(ConversionJob *job, Arena *arena, Report *report)
{
    LayPlan plan;
    Image image, sheet;
    Unit unit = unit_of(job, arena, report);
    if (!find_picture(&unit) || !lay_unit_read_picture(&unit, &image) ||
        !sprite_plan(unit.suffix, job->input, &image, &lay_settings(job)->options, unit.name,
                     &plan, arena, report) ||
        !lay_contact_sheet(&plan, lay_settings(job)->sheet_side, &sheet, arena, report))
        return false;
    job->output = png_write(&sheet, NULL, arena);
    return true;
}
