/* The layouts of an archive, each with its sheet. */
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "mages/sprites/lay_faces.h"
#include "mages/sprites/lay_unit.h"
#include "mages/sprites/sheet_image.h"
#include "kit/formats/archive.h"
#include "base/image/png.h"
#include "base/image/png_write.h"

#include <inttypes.h>

/* A few bytes can describe many layouts, and many layouts can share a sheet, so the work for an
 * archive is limited by its size. A genuine layout takes up to 35 million units (LAY_WORK_MAX)
 * and has a sheet of several megabytes, which is a tenth of the limit. */
enum {
    ARCHIVE_WORK = 256 << 20,
    ARCHIVE_WORK_OF_BYTE = 128,
    ARCHIVE_PIXELS = 1 << 30,
    ARCHIVE_PIXELS_OF_BYTE = 512,
};

/* The contact sheets of all layouts, which become one image: each below the one before, in as
 * many columns as needed. */
typedef struct Sheets {
    Arena *arena;
    Image *items;
    size_t count;
} Sheets;

/* The entries of an archive by name and number, and the state of the conversion. */
typedef struct Entries {
    const ArchiveKind *kind;
    void *archive;
    size_t count;
    bool *layouts; /* whether an entry is a layout */
    Table names, numbers;
    Table claimed; /* all possible names of the layouts' sheets */
    bool *bad;     /* sheets that cannot be read */
    size_t picture;
    Image image;        /* the sheet that was read last: `picture` ... */
    Arena *image_arena; /* ... NULL: none */
    uint64_t work, pixels, work_max, pixels_max;
    Sheets *sheets; /* NULL: files are written */
} Entries;

static Text number_key(const uint32_t *number)
{
    return (Text){(const char *)number, sizeof *number};
}

static Text entry_name(const Entries *entries, size_t index)
{
    return archive_name(entries->kind, entries->archive, index);
}

/* By the suffix; archives without names are searched for sprites by content. */
static bool is_layout(const Entries *entries, size_t index)
{
    const Text name = entry_name(entries, index);
    if (path_suffix(name).size)
        return path_has_suffix(name, ".lay") || path_has_suffix(name, ".mvl");
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes content;
    const bool is =
        archive_content(entries->kind, entries->archive, index, &content, scratch, &silent) &&
        (lay_is(content) || mvl_is(content));
    arena_free(scratch);
    return is;
}

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

static bool entries_read(const ArchiveKind *kind, Bytes archive, Entries *out, Arena *arena,
                         Report *report)
{
    *out = (Entries){.kind = kind,
                     .work_max = ARCHIVE_WORK + ARCHIVE_WORK_OF_BYTE * (uint64_t)archive.size,
                     .pixels_max =
                         ARCHIVE_PIXELS + ARCHIVE_PIXELS_OF_BYTE * (uint64_t)archive.size};
    if (!kind->read(archive, &out->archive, &out->count, arena, report))
        return false;
    out->names = table_new(arena);
    out->numbers = table_new(arena);
    out->claimed = table_new(arena);
    out->bad = ARENA_ALLOC(arena, bool, out->count);
    out->layouts = ARENA_ALLOC(arena, bool, out->count);
    uint32_t *ids = ARENA_ALLOC(arena, uint32_t, out->count);
    for (size_t i = 0; i < out->count; i++) {
        Text paths[LAY_SHEET_NAMES];
        ids[i] = archive_id(kind, out->archive, i);
        table_put(&out->names, path_key(entry_name(out, i), arena), (uint32_t)i);
        table_put(&out->numbers, number_key(&ids[i]), (uint32_t)i);
        out->layouts[i] = is_layout(out, i);
        if (!out->layouts[i])
            continue;
        picture_paths(entry_name(out, i), paths, arena);
        for (size_t k = 0; k < LAY_SHEET_NAMES; k++)
            table_put(&out->claimed, paths[k], (uint32_t)i);
    }
    return true;
}

/* Whether the entry before a layout can be its sheet although its name differs. It cannot if it
 * has the name of another layout's sheet, nor if its name extends that of the layout:
 * CRS_A_.lay never uses CRS_AB.png. */
static bool may_be_picture(const Entries *entries, size_t layout, size_t picture, Arena *arena)
{
    const Text path = path_key(entry_name(entries, picture), arena);
    const Text stem = lay_unit_name(entry_name(entries, layout));
    const Text name = path_game_stem(path);
    const bool longer =
        name.size > stem.size && text_equal(text_slice(name, 0, stem.size), stem);
    return !entries->layouts[picture] && !longer && !table_get(&entries->claimed, path);
}

/* The entry with the layout's sheet: by folder and name, otherwise the entry before it. */
static bool picture_entry(const Entries *entries, size_t layout, size_t *out, Arena *arena,
                          Report *report)
{
    const uint32_t before = archive_id(entries->kind, entries->archive, layout) - 1;
    const uint32_t *found = NULL;
    Text paths[LAY_SHEET_NAMES];
    picture_paths(entry_name(entries, layout), paths, arena);
    for (size_t i = 0; i < LAY_SHEET_NAMES && !found; i++)
        found = table_get(&entries->names, paths[i]);
    if (!found) {
        found = table_get(&entries->numbers, number_key(&before));
        if (found && !may_be_picture(entries, layout, *found, arena))
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
    const Text name = entry_name(entries, picture);
    if (entries->image_arena && entries->picture == picture)
        return true;
    if (entries->bad[picture])
        return report_error(unit->report, "its picture %.*s cannot be read either",
                            (int)name.size, name.at);
    arena_free(entries->image_arena);
    entries->image_arena = arena_new();
    entries->picture = picture;
    Unit reading = *unit;
    reading.arena = entries->image_arena;
    reading.picture_path = path_key(name, reading.arena);
    const bool ok = archive_content(entries->kind, entries->archive, picture, &reading.picture,
                                    reading.arena, unit->report) &&
                    lay_unit_read_picture(&reading, &entries->image);
    entries->work += reading.picture.size;
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

/* Their sizes were checked before. */
static bool add_sheet(Sheets *sheets, Unit *unit, const Image *image)
{
    LayPlan plan;
    Image sheet;
    if (!sprite_plan(unit->suffix, unit->layout, image, &lay_settings(unit->job)->options,
                     unit->name, &plan, unit->arena, unit->report) ||
        !lay_contact_sheet(&plan, lay_settings(unit->job)->sheet_side, &sheet, unit->arena,
                           unit->report))
        return false;
    unit->work += lay_faces_looks(&plan) / LOOKS_PER_WORK;
    unit->pixels += (uint64_t)sheet.w * sheet.h;
    *ARENA_PUSH(sheets->arena, sheets->items, sheets->count) =
        image_turned(&sheet, 0, sheets->arena);
    return true;
}

/* The places of sheets in their image. `column`: the width of the widest one. */
typedef struct SheetPlace {
    uint32_t column;
    uint64_t x, y, w, h; /* w, h: of all so far */
} SheetPlace;

/* After this, the next sheet is at (x, y), and `y` moves on. Returns its y. */
static uint64_t next_place(SheetPlace *place, uint32_t h)
{
    if (place->y && place->y + h > PNG_SIDE_MAX) {
        place->x += place->column;
        place->y = 0;
    }
    const uint64_t y = place->y;
    place->y += h;
    place->w = place->x + place->column;
    place->h = place->y > place->h ? place->y : place->h;
    return y;
}

static Image sheets_joined(const Sheets *sheets, Arena *arena)
{
    SheetPlace all = {0}, place = {0};
    for (size_t i = 0; i < sheets->count; i++)
        all.column = sheets->items[i].w > all.column ? sheets->items[i].w : all.column;
    place.column = all.column;
    for (size_t i = 0; i < sheets->count; i++)
        next_place(&all, sheets->items[i].h);
    const Image out = image_new((uint32_t)all.w, (uint32_t)all.h, arena);
    for (size_t i = 0; i < sheets->count; i++) {
        const uint64_t y = next_place(&place, sheets->items[i].h);
        image_copy(&out, (int32_t)place.x, (int32_t)y, &sheets->items[i]);
    }
    return out;
}

static bool convert_entry(ConversionJob *job, Entries *entries, size_t index, Arena *arena,
                          Report *report)
{
    const Text name = entry_name(entries, index), shown = visible(name, arena);
    Report about = report_child(report, arena_format(arena, "%.*s/%.*s", (int)job->path.size,
                                                     job->path.at, (int)shown.size, shown.at));
    Unit unit = {.job = job, .arena = arena, .report = &about};
    Text path;
    size_t picture = 0;
    bool ok = text_equal(name, shown)
                  ? archive_path(name, &path, arena, &about)
                  : report_error(&about, "the name is refused: it has control characters or is "
                                         "no UTF-8");
    if (ok) {
        unit.name = lay_unit_name(path);
        unit.suffix = path_suffix(path);
    }
    ok = ok && picture_entry(entries, index, &picture, arena, &about) &&
         archive_content(entries->kind, entries->archive, index, &unit.layout, arena, &about) &&
         entry_picture(entries, picture, &unit) &&
         (entries->sheets ? add_sheet(entries->sheets, &unit, &entries->image)
                          : lay_unit_convert(&unit, &entries->image));
    entries->work += unit.work + unit.layout.size;
    entries->pixels += unit.pixels;
    return ok;
}

/* ---- the size of all contact sheets ---- */

/* Sizes of sheets by their entry: each is found once, however many layouts share it, as long as
 * the pixels of all are within the limit. */
typedef struct SheetSizes {
    struct {
        uint32_t w, h; /* 0: not known yet, or not readable */
        bool known;
    } * items;
    uint64_t pixels;
} SheetSizes;

static bool sheet_size(const Entries *entries, size_t picture, SheetSizes *sizes, Image *out,
                       Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Bytes sheet;
    if (!sizes->items[picture].known && sizes->pixels <= entries->pixels_max) {
        sizes->items[picture].known = true;
        if (archive_content(entries->kind, entries->archive, picture, &sheet, arena, &silent) &&
            sheet_image_size(path_key(entry_name(entries, picture), arena), sheet,
                             &sizes->items[picture].w, &sizes->items[picture].h, arena,
                             &silent))
            sizes->pixels +=
                (uint64_t)sizes->items[picture].w * sizes->items[picture].h + sheet.size;
    }
    *out = (Image){.w = sizes->items[picture].w, .h = sizes->items[picture].h};
    return out->w && out->h;
}

/* The size of the contact sheet of a layout; false if it cannot be read, which is reported when
 * it is drawn. */
static bool measure_entry(const ConversionJob *job, const Entries *entries, size_t index,
                          SheetSizes *sizes, uint32_t *w, uint32_t *h, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const Text name = path_key(entry_name(entries, index), arena);
    size_t picture = 0;
    Bytes layout;
    Image image; /* without pixels: a plan needs its size only */
    LayPlan plan;
    if (!picture_entry(entries, index, &picture, arena, &silent) ||
        !archive_content(entries->kind, entries->archive, index, &layout, arena, &silent) ||
        !sheet_size(entries, picture, sizes, &image, arena) ||
        !sprite_plan(path_suffix(name), layout, &image, &lay_settings(job)->options,
                     lay_unit_name(name), &plan, arena, &silent))
        return false;
    lay_contact_sheet_size(&plan, lay_settings(job)->sheet_side, w, h);
    return true;
}

/* All together are one image, whose size is known before anything is drawn. */
static bool sheets_check(const ConversionJob *job, const Entries *entries, Report *report)
{
    SheetPlace place = {0};
    size_t count = 0;
    Arena *scratch = arena_new(), *kept = arena_new();
    uint32_t *heights = ARENA_ALLOC(kept, uint32_t, entries->count);
    SheetSizes sizes = {.pixels = 0};
    sizes.items = arena_alloc(kept, entries->count * sizeof *sizes.items, _Alignof(uint32_t));
    for (size_t i = 0; i < entries->count; i++) {
        uint32_t w;
        if (entries->layouts[i] &&
            measure_entry(job, entries, i, &sizes, &w, &heights[count], scratch)) {
            place.column = w > place.column ? w : place.column;
            count++;
        }
        arena_reset(scratch);
    }
    for (size_t i = 0; i < count; i++)
        next_place(&place, heights[i]);
    arena_free(scratch);
    arena_free(kept);
    if (place.w <= PNG_SIDE_MAX && place.h <= PNG_SIDE_MAX &&
        place.w * place.h <= PNG_PIXELS_MAX)
        return true;
    return report_error(report,
                        "the contact sheets of %zu layouts have %" PRIu64 " x %" PRIu64
                        " pixels, too many for one image: give a smaller --size, or convert "
                        "to a folder with --sheet",
                        count, place.w, place.h);
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

static bool convert_all(ConversionJob *job, Sheets *sheets, Arena *arena, Report *report)
{
    Entries entries;
    size_t layouts = 0;
    bool ok = true, more = true;
    const ArchiveKind *kind = archive_of_bytes(job->input);
    if (!kind)
        return report_error(report, "at byte 0: it is not an archive");
    if (!entries_read(kind, job->input, &entries, arena, report))
        return false;
    entries.sheets = sheets;
    if (sheets && !sheets_check(job, &entries, report))
        return false;
    archive_note_undecoded(kind, entries.archive, entries.count, report);
    for (size_t i = 0; i < entries.count && more; i++) {
        if (!entries.layouts[i])
            continue;
        layouts++;
        progress_step(job->progress, "entries", i, entries.count);
        more = entries_check(&entries, i, report);
        Arena *own = arena_new();
        ok = more && convert_entry(job, &entries, i, own, report) && ok;
        arena_free(own);
    }
    arena_free(entries.image_arena);
    return layouts ? ok : report_error(report, "no layout (.lay, .mvl) in the archive");
}

bool archive_to_pictures(ConversionJob *job, Arena *arena, Report *report)
{
    return convert_all(job, NULL, arena, report);
}

bool archive_to_sheet(ConversionJob *job, Arena *arena, Report *report)
{
    Sheets sheets = {.arena = arena_new()};
    const bool ok = convert_all(job, &sheets, arena, report);
    if (ok) {
        const Image joined = sheets_joined(&sheets, sheets.arena);
        job->output = arena_copy(arena, png_write(&joined, NULL, sheets.arena));
    }
    arena_free(sheets.arena);
    return ok;
}
