/* Parts, in order: the tables; layouts of grids and figures; atlases; the list. */
#include "tirnanog/convert/presets.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/convert/aseprite_list.h"
#include "tirnanog/convert/autotiles.h"
#include "tirnanog/convert/sheet_guess.h"
#include "tirnanog/convert/texture_atlas.h"
#include "base/image/png_write.h"
#include "tirnanog/sprites/sheet_cut.h"

typedef enum PresetId {
    PRESET_lpc_walk,
#define PRESET(id, name, make, doc) PRESET_##id,
#define GRID(...)
#define CLIP(...)
#include "tirnanog/convert/presets.def"
    PRESET_COUNT
} PresetId;

typedef struct PresetGrid {
    uint32_t columns, rows, cell;
    const char *category;
} PresetGrid;

static const PresetGrid grids[PRESET_COUNT] = {
#define PRESET(...)
#define GRID(id, columns, rows, cell, folder) [PRESET_##id] = {columns, rows, cell, folder},
#define CLIP(...)
#include "tirnanog/convert/presets.def"
};

static const struct Clip {
    PresetId preset;
    const char *direction;
    char loop;
    const char *suffix;
    uint32_t row, first, count;
} clips[] = {
#define PRESET(...)
#define GRID(...)
#define CLIP(id, direction, loop, suffix, row, first, count)                                   \
    {PRESET_##id, direction, loop, suffix, row, first, count},
#include "tirnanog/convert/presets.def"
};

typedef struct Making {
    PresetId id;
    const PresetSettings *settings;
    const PresetSheet *sheet;
    PresetResult *out;
    Arena *arena;
    Report *report;
} Making;

/* ---- layouts ---- */

/* The folder: from the option, otherwise that of the preset. */
static const char *category_of(const Making *making, PresetId id)
{
    return making->settings->category ? making->settings->category : grids[id].category;
}

/* The format has one margin for each axis and one gap; here both are the same. */
static void layout_begin(Writer *out, const Making *making, PresetId id, uint32_t w, uint32_t h,
                         uint32_t margin, uint32_t spacing)
{
    write_format(out, "TirNanoG Layout\r\n%u %u %u %u %u %u %s\r\n", w, h, margin, margin,
                 spacing, spacing, category_of(making, id));
}

/* The size of a cell of a sheet with so many cells. */
static bool cell_size(const Making *making, uint32_t columns, uint32_t rows, uint32_t *w,
                      uint32_t *h)
{
    const Image *image = making->sheet->image;
    const bool fits = image->w % columns == 0 && (!rows || image->h % rows == 0);
    *w = image->w / columns;
    *h = rows ? image->h / rows : *w; /* squares, as many as there are */
    if (rows)
        return fits || report_error(making->report,
                                    "the sheet has %u x %u pixels; expected a width divisible "
                                    "by %u and a height divisible by %u",
                                    image->w, image->h, columns, rows);
    return (fits && *h && image->h % *h == 0) ||
           report_error(
               making->report,
               "the sheet has %u x %u pixels; expected %u columns of squares: %u x any "
               "multiple of 32, or %u x any multiple of 24",
               image->w, image->h, columns, columns * 32, columns * 24);
}

/* Every block that is not transparent becomes a sprite. */
static bool make_grid(Making *making)
{
    const PresetSettings *settings = making->settings;
    Writer out = writer_to(making->arena);
    uint32_t w = settings->w, h = settings->h;
    if (making->id != PRESET_grid) {
        if (!cell_size(making, grids[making->id].columns, grids[making->id].rows, &w, &h))
            return false;
    } else if (!w) {
        return report_error(making->report, "the preset grid requires --size, as in --size 16");
    }
    layout_begin(&out, making, making->id, w, h, settings->margin, settings->spacing);
    making->out->layout = writer_text(&out);
    return true;
}

/* The frames of a clip without the transparent ones at its end: sheets have fewer frames than
 * there is room for. */
static uint32_t clip_frames(const Image *image, uint32_t left, uint32_t top, uint32_t w,
                            uint32_t h, uint32_t count)
{
    if (top + h > image->h)
        return 0;
    for (; count; count--) {
        const uint32_t x = left + (count - 1) * w;
        if (x + w > image->w)
            continue;
        const Image cell = image_part(image, x, top, w, h);
        if (image_opaque_box(&cell).w)
            break;
    }
    return count;
}

/* The clips of a figure whose first cell is (left, top); returns whether it has any. */
static bool figure_write(const Making *making, PresetId id, uint32_t left, uint32_t top,
                         const char *prefix, uint32_t w, uint32_t h, Writer *out)
{
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(clips); i++) {
        const struct Clip *clip = &clips[i];
        const uint32_t x = left + clip->first, y = top + clip->row;
        if (clip->preset != id)
            continue;
        const uint32_t count =
            clip_frames(making->sheet->image, x * w, y * h, w, h, clip->count);
        if (!count)
            continue;
        found = true;
        write_format(out, "%s %c %s%s%s", clip->direction, count == 1 ? 'o' : clip->loop,
                     prefix, *prefix && *clip->suffix ? "_" : "",
                     *prefix || *clip->suffix ? clip->suffix : "-");
        for (uint32_t j = 0; j < count; j++)
            write_format(out, " (%u,%u)", x + j, y);
        write_text(out, TEXT("\r\n"));
    }
    return found;
}

/* The layout is kept even if it is empty; then the result is false. */
static bool figures_end(Making *making, bool found, const Writer *out)
{
    making->out->layout = writer_text(out);
    return found || report_error(making->report, "the sheet is transparent");
}

/* In the names of files, `$` is a single figure; `!` switches an offset of the program off. */
static bool make_characters(Making *making)
{
    const PresetGrid *grid = &grids[PRESET_character];
    Text *stem = &making->out->stem;
    bool single = false, found = false;
    for (; stem->size && strchr("!$", *stem->at); stem->at++, stem->size--)
        single |= *stem->at == '$';
    const uint32_t across = single ? 1 : 4, down = single ? 1 : 2;
    Writer out = writer_to(making->arena);
    uint32_t w, h;
    if (!cell_size(making, across * grid->columns, down * grid->rows, &w, &h))
        return false;
    layout_begin(&out, making, PRESET_character, w, h, 0, 0);
    for (uint32_t i = 0; i < across * down; i++) {
        const Text prefix = single ? TEXT("") : arena_format(making->arena, "%u", i + 1);
        found |= figure_write(making, PRESET_character, i % across * grid->columns,
                              i / across * grid->rows, prefix.at, w, h, &out);
    }
    return figures_end(making, found, &out);
}

/* The size decides which of both sheets of the LPC it is. */
static bool make_lpc(Making *making)
{
    const Image *image = making->sheet->image;
    const PresetGrid *full = &grids[PRESET_lpc], *walk = &grids[PRESET_lpc_walk];
    const uint32_t cell = full->cell;
    const bool is_walk = image->w == walk->columns * cell && image->h == walk->rows * cell;
    const PresetId id = is_walk ? PRESET_lpc_walk : PRESET_lpc;
    if (!is_walk && (image->w < full->columns * cell || image->h < full->rows * cell ||
                     image->w % cell || image->h % cell))
        return report_error(making->report,
                            "the sheet has %u x %u pixels; expected the universal sheet of at "
                            "least %u x %u, or a walk cycle of %u x %u",
                            image->w, image->h, full->columns * cell, full->rows * cell,
                            walk->columns * cell, walk->rows * cell);
    Writer out = writer_to(making->arena);
    layout_begin(&out, making, id, cell, cell, 0, 0);
    return figures_end(making, figure_write(making, id, 0, 0, "", cell, cell, &out), &out);
}

/* ---- others ---- */

/* The presets from a1 on have the order of AutotileSheet. */
static bool make_autotiles(Making *making)
{
    const char *category = making->settings->category ? making->settings->category : "tiles";
    return autotiles_make((AutotileSheet)(making->id - PRESET_a1), making->sheet->image,
                          making->out->stem, category, &making->out->files, making->arena,
                          making->report);
}

/* Names of files as names of sprites. */
static Text sprite_name(Text name, Arena *arena)
{
    const Text copy = arena_text(arena, path_without_suffix(path_base(name)));
    char *at = (char *)copy.at;
    for (size_t i = 0; i < copy.size; i++)
        if (!((at[i] >= 'a' && at[i] <= 'z') || (at[i] >= 'A' && at[i] <= 'Z') ||
              (at[i] >= '0' && at[i] <= '9') || at[i] == '_' || at[i] == '.'))
            at[i] = '_';
    return copy;
}

/* The image before it was trimmed; what lies outside of its frame is cut off. */
static Image untrimmed(const Image *image, const TexturePart *part, Arena *arena)
{
    const Image pixels = image_part(image, part->x, part->y, part->w, part->h);
    if (part->frame_w == part->w && part->frame_h == part->h && !part->frame_x &&
        !part->frame_y)
        return pixels;
    const Image whole = image_new(part->frame_w, part->frame_h, arena);
    for (uint32_t y = 0; y < part->h; y++)
        for (uint32_t x = 0; x < part->w; x++) {
            const int64_t to_x = (int64_t)x + part->frame_x, to_y = (int64_t)y + part->frame_y;
            if (to_x >= 0 && to_y >= 0 && to_x < whole.w && to_y < whole.h)
                *image_at(&whole, (uint32_t)to_x, (uint32_t)to_y) = *image_at(&pixels, x, y);
        }
    return whole;
}

/* Parts become files, not a layout, because they have different sizes. */
static bool make_atlas(Making *making)
{
    const Image *image = making->sheet->image;
    const Text stem = path_without_suffix(path_base(making->sheet->path));
    const Text list = arena_format(making->arena, "%.*s.xml", (int)stem.size, stem.at);
    const char *category = making->settings->category ? making->settings->category : "tiles";
    TextureAtlas atlas;
    Bytes file;
    if (!preset_list(making->sheet, ".xml", &file, making->arena))
        return report_error(making->report, "the list of the atlas, %.*s, is missing",
                            (int)list.size, list.at);
    Report about = report_child(making->report, list);
    if (!texture_atlas_read(file, &atlas, making->arena, &about))
        return false;
    Table seen = table_new(making->arena);
    uint64_t pixel_count = 0;
    for (size_t i = 0; i < atlas.count; i++) {
        const TexturePart *part = &atlas.parts[i];
        const Text name = sprite_name(part->name, making->arena);
        const SourcePosition place = {.line = part->line};
        if ((uint64_t)part->x + part->w > image->w || (uint64_t)part->y + part->h > image->h)
            return report_error_at(&about, place,
                                   "\"%.*s\" is outside the image of %u x %u pixels",
                                   (int)part->name.size, part->name.at, image->w, image->h);
        pixel_count += (uint64_t)part->frame_w * part->frame_h;
        if (pixel_count > PNG_PIXELS_MAX)
            return report_error_at(&about, place, "the parts have more than %d pixels in total",
                                   PNG_PIXELS_MAX);
        if (!name.size || *table_put(&seen, name, (uint32_t)i) != i)
            return report_error_at(&about, place, "duplicate name \"%.*s\"", (int)name.size,
                                   name.at);
        const Image pixels = untrimmed(image, part, making->arena);
        *ARENA_PUSH(making->arena, making->out->files.items, making->out->files.count) =
            (ProjectFile){arena_format(making->arena, "%s/%.*s_soo0.png", category,
                                       (int)name.size, name.at),
                          png_write(&pixels, NULL, making->arena)};
    }
    return true;
}

static bool make_aseprite(Making *making)
{
    const char *category = making->settings->category ? making->settings->category : "chars";
    const Text stem = path_without_suffix(path_base(making->sheet->path));
    Bytes list;
    if (!preset_list(making->sheet, ".json", &list, making->arena))
        return report_error(making->report, "the list of the sheet, %.*s.json, is missing",
                            (int)stem.size, stem.at);
    return aseprite_list_sprites(list, making->sheet->image, making->out->stem, category,
                                 &making->out->files, making->arena, making->report);
}

static bool make_known(Making *making)
{
    PresetSettings settings = *making->settings;
    SheetGuess guess[SHEET_GUESSES_MAX];
    if (!sheet_guess(making->sheet, guess, making->arena))
        return report_error(making->report,
                            "the sheet is not of a known kind; expected --preset "
                            "NAME or --layout FILE.lyt");
    settings.name = guess[0].preset;
    settings.margin = guess[0].margin;
    settings.spacing = guess[0].spacing;
    settings.w = guess[0].cell;
    settings.h = guess[0].cell;
    return preset_apply(&settings, making->sheet, making->out, making->arena, making->report);
}

/* ---- the list ---- */

static const struct Preset {
    PresetId id;
    const char *name, *doc;
    bool (*make)(Making *making);
} presets[] = {
#define PRESET(id, name, make, doc) {PRESET_##id, name, doc, make},
#define GRID(...)
#define CLIP(...)
#include "tirnanog/convert/presets.def"
};

/* Reports an unknown name, with a suggestion, and returns NULL. */
static const struct Preset *preset_find(const char *name, Report *report)
{
    Text names[COUNT_OF(presets)];
    for (size_t i = 0; i < COUNT_OF(presets); i++) {
        names[i] = text_of(presets[i].name);
        if (!strcmp(presets[i].name, name))
            return &presets[i];
    }
    const Text near = text_nearest(text_of(name), names, COUNT_OF(presets));
    report_error(report, "unknown preset \"%s\"%s%.*s%s", name,
                 near.size ? "; did you mean \"" : "", (int)near.size, near.at,
                 near.size ? "\"?" : " (see oisin help convert)");
    return NULL;
}

bool preset_list(const PresetSheet *sheet, const char *suffix, Bytes *out, Arena *arena)
{
    const Text stem = path_without_suffix(path_base(sheet->path));
    return sheet->beside &&
           sheet->beside(sheet->context,
                         arena_format(arena, "%.*s%s", (int)stem.size, stem.at, suffix), out,
                         arena);
}

const char *preset_name(size_t index, const char **doc)
{
    if (index >= COUNT_OF(presets))
        return NULL;
    *doc = presets[index].doc;
    return presets[index].name;
}

bool preset_exists(const char *name, Report *report)
{
    return preset_find(name, report) != NULL;
}

/* Names of an atlas's parts come from its list, so the name of the sheet does not matter
 * there. */
bool preset_apply(const PresetSettings *settings, const PresetSheet *sheet, PresetResult *out,
                  Arena *arena, Report *report)
{
    const struct Preset *preset = preset_find(settings->name, report);
    *out = (PresetResult){.stem = path_without_suffix(path_base(sheet->path))};
    if (!preset)
        return false;
    Making making = {preset->id, settings, sheet, out, arena, report};
    return preset->make(&making) &&
           (preset->make == make_atlas || sheet_name_ok(out->stem, report));
}

void presets_write(Writer *out)
{
    for (size_t i = 0; i < COUNT_OF(presets); i++)
        write_format(out, "    %-20s %s\n", presets[i].name, presets[i].doc);
}
