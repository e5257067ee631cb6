#include "convert/lay_convert.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "convert/lay_faces.h"
#include "formats/mages/mpk.h"
#include "image/png_write.h"

/* ---- options ---- */

bool lay_frames_parse(const char *text, LayOptions *options, Report *report)
{
    options->all_frames = text && !strcmp(text, "all");
    return !text || options->all_frames || !strcmp(text, "first") ||
           report_error(report, "--frames is \"all\" or \"first\", not \"%s\"", text);
}

bool lay_geometry_parse(const char *text, LayOptions *options, Report *report)
{
    static const char *const words[] = {"auto", "engine", "seed"};
    options->geometry = LAY_GEOMETRY_AUTO;
    for (size_t i = 0; text && i < COUNT_OF(words); i++)
        if (!strcmp(text, words[i])) {
            options->geometry = (LayGeometry)i;
            return true;
        }
    return !text ||
           report_error(report, "--geometry is auto, engine or seed, not \"%s\"", text);
}

bool lay_overlays_parse(const char *text, LayOptions *options, Arena *arena, Report *report)
{
    uint32_t *numbers = NULL;
    Text rest = text_of(text ? text : "");
    options->all_overlays = text_is(rest, "all");
    options->overlay_count = 0;
    if (!text || options->all_overlays)
        return true;
    for (bool more = true; more;) {
        size_t comma = rest.size;
        int64_t number;
        more = text_find(rest, ',', &comma);
        if (!text_number(text_slice(rest, 0, comma), 0, 255, &number))
            return report_error(report, "--overlay is \"all\" or numbers like 1,2; not \"%s\"",
                                text);
        *ARENA_PUSH(arena, numbers, options->overlay_count) = (uint32_t)number;
        rest = text_slice(rest, more ? comma + 1 : comma, rest.size);
    }
    options->overlays = numbers;
    return true;
}

/* "CRS_ALA" for "data/CRS_ALA_.lay" */
static Text layout_name(Text path)
{
    const Text name = path_game_stem(path);
    return name.size > 1 && text_ends(name, "_") ? text_slice(name, 0, name.size - 1) : name;
}

/* Inspecting a pixel costs this fraction of compressing one. */
enum { LOOKS_PER_WORK = 4 };

void lay_sheet_names(Text path, Text names[LAY_SHEET_NAMES], Arena *arena)
{
    const Text stems[] = {layout_name(path), path_game_stem(path)};
    static const char *const ends[] = {".png", " (Image 0).png"};
    for (size_t i = 0; i < LAY_SHEET_NAMES; i++)
        names[i] =
            arena_format(arena, "%.*s%s", (int)stems[i % 2].size, stems[i % 2].at, ends[i / 2]);
}

typedef struct Unit {
    ConversionJob *job;
    Text name; /* prefix of the image names */
    Bytes layout, picture;
    uint64_t work, pixels; /* cost of the plan, and of faces */
    Arena *arena;
    Report *report;
} Unit;

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
    LayManifest *manifest = unit->job->lay.manifest;
    const Text path =
        arena_format(unit->arena, "%.*s_sheet.png", (int)unit->name.size, unit->name.at);
    if (!lay_contact_sheet(plan, &sheet, unit->arena, unit->report) ||
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
    unit->pixels += (uint64_t)plan->picture_count * unit->job->lay.side * unit->job->lay.side;
    for (size_t i = 0; i < plan->picture_count; i++) {
        const LayPicture *picture = &plan->pictures[i];
        if (picture->type == LAY_OVERLAY)
            continue;
        Arena *scratch = arena_new();
        const Image image = lay_portrait(plan, picture, unit->job->lay.side, scratch);
        const Text name = lay_portrait_name(picture->name, scratch);
        const Bytes dialog = bytes_of_text(lay_dialog(unit->name, name, scratch));
        const bool ok =
            put_image(unit,
                      arena_format(scratch, "portraits/%.*s_soo0.png", (int)name.size, name.at),
                      &image) &&
            put(unit, arena_format(scratch, "dialogs/%.*s.dlg", (int)name.size, name.at),
                &dialog, 1);
        arena_free(scratch);
        if (!ok)
            return false;
    }
    return true;
}

static bool put_pictures(Unit *unit, const Lay *lay, const Image *image)
{
    LayPlan plan;
    if (!lay_compose(lay, image, &unit->job->lay.options, unit->name, &plan, unit->arena,
                     unit->report))
        return false;
    unit->work += plan.work;
    for (size_t i = 0; i < plan.picture_count; i++) {
        const LayPicture *picture = &plan.pictures[i];
        unit->pixels += (uint64_t)picture->box.w * (uint64_t)picture->box.h;
        const Text path =
            arena_format(unit->arena, "%.*s.png", (int)picture->name.size, picture->name.at);
        if (!put(unit, path, picture->parts, picture->part_count))
            return false;
    }
    lay_manifest_add(unit->job->lay.manifest, unit->name, &plan);
    return !unit->job->lay.sheet || put_sheet(unit, &plan);
}

static bool read_picture(const Unit *unit, Image *out)
{
    const Text file = unit->report->subject;
    Report about = report_child(
        unit->report, arena_format(unit->arena, "%.*s: picture", (int)file.size, file.at));
    return png_read(unit->picture, out, NULL, unit->arena, &about);
}

static bool put_files(Unit *unit, const Image *image)
{
    Lay lay;
    LayPlan plan;
    const LaySettings *settings = &unit->job->lay;
    if (!lay_read(unit->layout, &lay, unit->arena, unit->report))
        return false;
    if (!settings->portraits)
        return put_pictures(unit, &lay, image);
    return lay_plan(&lay, image, &settings->options, unit->name, &plan, unit->arena,
                    unit->report) &&
           put_portraits(unit, &plan);
}

/* Writes all files of a layout, or none of them. */
static bool convert_unit(Unit *unit, const Image *image)
{
    const ConversionFolder *folder = unit->job->folder;
    LayManifest *manifest = unit->job->lay.manifest;
    const LayManifest listed = *manifest;
    const size_t before = folder->put_count(folder->context);
    if (put_files(unit, image))
        return true;
    folder->put_undo(folder->context, before);
    manifest->picture_count = listed.picture_count;
    manifest->canvas_count = listed.canvas_count;
    return false;
}

/* The sheet that was given as an option, or the one next to the layout. */
static bool find_picture(ConversionJob *job, Bytes *out, Arena *arena, Report *report)
{
    Text names[LAY_SHEET_NAMES];
    *out = job->lay.atlas;
    if (out->size)
        return true;
    lay_sheet_names(job->path, names, arena);
    for (size_t i = 0; i < LAY_SHEET_NAMES; i++)
        if (job->folder->beside(job->folder->context, names[i], out, arena))
            return true;
    return report_error(report, "its picture %.*s is not beside it; --atlas FILE names another",
                        (int)names[0].size, names[0].at);
}

bool lay_to_pictures(ConversionJob *job, Arena *arena, Report *report)
{
    Unit unit = {.job = job,
                 .name = layout_name(job->path),
                 .layout = job->input,
                 .arena = arena,
                 .report = report};
    Image image;
    return find_picture(job, &unit.picture, arena, report) && read_picture(&unit, &image) &&
           convert_unit(&unit, &image);
}

bool lay_to_sheet(ConversionJob *job, Arena *arena, Report *report)
{
    Lay lay;
    LayPlan plan;
    Image image, sheet;
    Unit unit = {.job = job, .arena = arena, .report = report};
    if (!find_picture(job, &unit.picture, arena, report) ||
        !lay_read(job->input, &lay, arena, report) || !read_picture(&unit, &image) ||
        !lay_plan(&lay, &image, &job->lay.options, layout_name(job->path), &plan, arena,
                  report) ||
        !lay_contact_sheet(&plan, &sheet, arena, report))
        return false;
    job->output = png_write(&sheet, NULL, arena);
    return true;
}

/* A few bytes can describe many layouts, and many layouts can share a sheet, so the work for an
 * archive is limited by its size. A genuine layout takes up to 35 million units (LAY_WORK_MAX)
 * and has a sheet of several megabytes, which is a tenth of the limit. */
enum {
    ARCHIVE_WORK = 256 << 20,
    ARCHIVE_WORK_OF_BYTE = 128,
    ARCHIVE_PIXELS = 1 << 30,
    ARCHIVE_PIXELS_OF_BYTE = 512,
};

/* The entries of an archive by name and number, and the state of the conversion. */
typedef struct Entries {
    Mpk mpk;
    Table names, numbers;
    Table claimed; /* all possible names of the layouts' sheets */
    bool *bad;     /* sheets that cannot be read */
    size_t picture;
    Image image;        /* the sheet that was read last: `picture` ... */
    Arena *image_arena; /* ... NULL: none */
    uint64_t work, pixels, work_max, pixels_max;
} Entries;

static Text number_key(const uint32_t *number)
{
    return (Text){(const char *)number, sizeof *number};
}

static bool is_layout(const MpkEntry *entry) { return path_has_suffix(entry->name, ".lay"); }

/* The path with `/` as separator. */
static Text path_key(Text name, Arena *arena)
{
    const Text out = arena_text(arena, name);
    for (size_t i = 0; i < out.size; i++)
        if (out.at[i] == '\\')
            ((char *)out.at)[i] = '/';
    return out;
}

/* The possible paths of a layout's sheet in its own folder. */
static void picture_paths(Text layout, Text paths[LAY_SHEET_NAMES], Arena *arena)
{
    const Text path = path_key(layout, arena);
    const size_t folder = path.size - path_game_base(path).size;
    lay_sheet_names(path, paths, arena);
    for (size_t i = 0; i < LAY_SHEET_NAMES; i++)
        paths[i] = arena_format(arena, "%.*s%.*s", (int)folder, path.at, (int)paths[i].size,
                                paths[i].at);
}

static bool entries_read(Bytes archive, Entries *out, Arena *arena, Report *report)
{
    *out = (Entries){.work_max = ARCHIVE_WORK + ARCHIVE_WORK_OF_BYTE * (uint64_t)archive.size,
                     .pixels_max =
                         ARCHIVE_PIXELS + ARCHIVE_PIXELS_OF_BYTE * (uint64_t)archive.size};
    if (!mpk_read(archive, &out->mpk, arena, report))
        return false;
    out->names = table_new(arena);
    out->numbers = table_new(arena);
    out->claimed = table_new(arena);
    out->bad = ARENA_ALLOC(arena, bool, out->mpk.count);
    for (size_t i = 0; i < out->mpk.count; i++) {
        const MpkEntry *entry = &out->mpk.entries[i];
        Text paths[LAY_SHEET_NAMES];
        table_put(&out->names, path_key(entry->name, arena), (uint32_t)i);
        table_put(&out->numbers, number_key(&entry->id), (uint32_t)i);
        if (!is_layout(entry))
            continue;
        picture_paths(entry->name, paths, arena);
        for (size_t k = 0; k < LAY_SHEET_NAMES; k++)
            table_put(&out->claimed, paths[k], (uint32_t)i);
    }
    return true;
}

/* Whether the entry before a layout can be its sheet although its name differs. It cannot if it
 * has the name of another layout's sheet, nor if its name extends that of the layout:
 * CRS_A_.lay never uses CRS_AB.png. */
static bool may_be_picture(const Entries *entries, Text layout, const MpkEntry *picture,
                           Arena *arena)
{
    const Text path = path_key(picture->name, arena), stem = layout_name(layout);
    const Text name = path_game_stem(path);
    const bool longer =
        name.size > stem.size && text_equal(text_slice(name, 0, stem.size), stem);
    return !is_layout(picture) && !longer && !table_get(&entries->claimed, path);
}

/* The entry with the layout's sheet: by folder and name, otherwise the entry before it. */
static bool picture_entry(const Entries *entries, size_t layout, size_t *out, Arena *arena,
                          Report *report)
{
    const MpkEntry *all = entries->mpk.entries;
    const uint32_t before = all[layout].id - 1;
    const uint32_t *found = NULL;
    Text paths[LAY_SHEET_NAMES];
    picture_paths(all[layout].name, paths, arena);
    for (size_t i = 0; i < LAY_SHEET_NAMES && !found; i++)
        found = table_get(&entries->names, paths[i]);
    if (!found) {
        found = table_get(&entries->numbers, number_key(&before));
        if (found && !may_be_picture(entries, all[layout].name, &all[*found], arena))
            found = NULL;
    }
    if (!found)
        return report_error(report, "its picture %.*s is not in the archive",
                            (int)paths[0].size, paths[0].at);
    *out = *found;
    return true;
}

/* A sheet that consecutive layouts share is read only once; a sheet that cannot be read is
 * tried only once. */
static bool entry_picture(Entries *entries, size_t picture, Unit *unit)
{
    const MpkEntry *entry = &entries->mpk.entries[picture];
    if (entries->image_arena && entries->picture == picture)
        return true;
    if (entries->bad[picture])
        return report_error(unit->report, "its picture %.*s cannot be read either",
                            (int)entry->name.size, entry->name.at);
    arena_free(entries->image_arena);
    entries->image_arena = arena_new();
    entries->picture = picture;
    Unit reading = *unit;
    reading.arena = entries->image_arena;
    entries->work += entry->size;
    const bool ok =
        mpk_entry(&entries->mpk, picture, &reading.picture, reading.arena, unit->report) &&
        read_picture(&reading, &entries->image);
    if (ok) {
        entries->work += (uint64_t)entries->image.w * entries->image.h;
        return true;
    }
    entries->bad[picture] = true;
    arena_free(entries->image_arena);
    entries->image_arena = NULL;
    return false;
}

/* A name for display, without control characters. */
static Text visible(Text name, Arena *arena)
{
    Writer out = writer_to(arena);
    const bool utf8 = utf8_invalid(name) >= name.size;
    for (size_t at = 0; at < name.size;) {
        const size_t from = at;
        const uint32_t one = utf8 ? utf8_next(name, &at) : (uint8_t)name.at[at++];
        if (one < 0x20 || (one >= 0x7F && (one < 0xA0 || !utf8)))
            write_format(&out, "\\x%02x", one);
        else
            write_text(&out, text_slice(name, from, at));
    }
    return writer_text(&out);
}

static bool convert_entry(ConversionJob *job, Entries *entries, size_t index, Arena *arena,
                          Report *report)
{
    const Mpk *mpk = &entries->mpk;
    const Text name = mpk->entries[index].name, shown = visible(name, arena);
    Report about = report_child(report, arena_format(arena, "%.*s/%.*s", (int)job->path.size,
                                                     job->path.at, (int)shown.size, shown.at));
    Unit unit = {.job = job, .arena = arena, .report = &about};
    Text path;
    size_t picture = 0;
    bool ok = text_equal(name, shown)
                  ? archive_path(name, &path, arena, &about)
                  : report_error(&about, "the name is refused: it has control characters or is "
                                         "no UTF-8");
    if (ok)
        unit.name = layout_name(path);
    ok = ok && picture_entry(entries, index, &picture, arena, &about) &&
         mpk_entry(mpk, index, &unit.layout, arena, &about) &&
         entry_picture(entries, picture, &unit) && convert_unit(&unit, &entries->image);
    entries->work += unit.work + mpk->entries[index].size;
    entries->pixels += unit.pixels;
    return ok;
}

/* Checked before each entry, because each entry has its own limits. */
static bool entries_check(const Entries *entries, size_t index, Report *report)
{
    return (entries->work <= entries->work_max && entries->pixels <= entries->pixels_max) ||
           report_error(report,
                        "the layouts before entry %zu exceed the limit for an archive of "
                        "this size; ignoring the rest",
                        index);
}

bool mpk_to_pictures(ConversionJob *job, Arena *arena, Report *report)
{
    Entries entries;
    size_t layouts = 0;
    bool ok = true, more = true;
    if (!entries_read(job->input, &entries, arena, report))
        return false;
    for (size_t i = 0; i < entries.mpk.count && more; i++) {
        if (!is_layout(&entries.mpk.entries[i]))
            continue;
        layouts++;
        progress_step(job->progress, "entries", i, entries.mpk.count);
        more = entries_check(&entries, i, report);
        Arena *own = arena_new();
        ok = more && convert_entry(job, &entries, i, own, report) && ok;
        arena_free(own);
    }
    arena_free(entries.image_arena);
    return layouts ? ok : report_error(report, "no layout (.lay) in the archive");
}
