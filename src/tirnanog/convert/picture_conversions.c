/* Parts, in order: pictures to PNG; atlases, sheets and presets to sprites; layers to a sheet;
 * palettes. The work is done by the modules for each format; these functions connect them with
 * the settings, inputs and outputs of a job. */
#include "tirnanog/convert/picture_conversions.h"

#include "base/path.h"
#include "base/text.h"
#include "tirnanog/convert/generator.h"
#include "tirnanog/sprites/sheet_cut.h"
#include "base/image/palette_files.h"
#include "base/image/picture.h"
#include "base/image/png_write.h"
#include "tirnanog/sprites/sprite_atlas.h"
#include "tirnanog/sprites/sprite_sheets.h"

static const Setting rows[] = {
#define SETTINGS_FILE "tirnanog/convert/picture_options.def"
#define AT(member) offsetof(PictureSettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
const Subject picture_subject = {sizeof(PictureSettings), rows, NULL, NULL, NULL};

static Text input_suffix(const ConversionJob *job)
{
    return job->format ? text_of(job->format) : path_suffix(job->path);
}

static bool input_read(const ConversionJob *job, Image *out, Arena *arena, Report *report)
{
    const PictureFormat *format = picture_format_of_suffix(input_suffix(job));
    return (format ? format : picture_formats)->read(job->input, out, arena, report);
}

bool picture_to_png(ConversionJob *job, Arena *arena, Report *report)
{
    Image image;
    if (!input_read(job, &image, arena, report))
        return false;
    job->output = png_write(&image, NULL, arena);
    return true;
}

bool atlas_to_sprites(ConversionJob *job, Arena *arena, Report *report)
{
    Image atlas;
    PngInfo info;
    AtlasPart *parts;
    size_t count;
    if (!png_read(job->input, &atlas, &info, arena, report) ||
        !sprite_atlas_read(sprite_atlas_list(&info), &atlas, &parts, &count, arena, report))
        return false;
    for (size_t i = 0; i < count; i++) {
        const AtlasPart *part = &parts[i];
        if (!part->w || !part->h)
            return report_error(report, "%.*s has no pixels", (int)part->name.size,
                                part->name.at);
        const Image image = image_part(&atlas, part->x, part->y, part->w, part->h);
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
            (ProjectFile){arena_format(arena, "%.*s.png", (int)part->name.size, part->name.at),
                          png_write(&image, NULL, arena)};
    }
    return true;
}

static bool beside(void *context, Text name, Bytes *out, Arena *arena)
{
    const ConversionJob *job = context;
    return job->folder && job->folder->beside(job->folder->context, name, out, arena);
}

static bool preset_of_job(ConversionJob *job, const Image *sheet, PresetResult *out,
                          Arena *arena, Report *report)
{
    return preset_apply(
        preset_settings(job),
        &(PresetSheet){.path = job->path, .image = sheet, .beside = beside, .context = job},
        out, arena, report);
}

/* A layout without sprites is a regular grid. */
static bool sheet_cut_by_layout(ConversionJob *job, const Image *sheet, Text layout_text,
                                Text stem, Arena *arena, Report *report)
{
    SheetLayout layout;
    SheetPictures pictures;
    const ProjectFile file = {TEXT("the layout of the preset"), bytes_of_text(layout_text)};
    if (!sheet_layout_read(layout_text, &layout, arena, report))
        return false;
    if (preset_settings(job)->name && !layout.sprite_count &&
        !sprite_sheet_read(&file, layout.category.at, sheet, &layout, arena, report))
        return false;
    if (!sheet_cut(&layout, sheet, stem, &pictures, arena, report))
        return false;
    for (size_t i = 0; i < pictures.count; i++)
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) = (ProjectFile){
            pictures.items[i].path, png_write(&pictures.items[i].image, NULL, arena)};
    return true;
}

static bool sheet_to_preset(ConversionJob *job, Arena *arena, Report *report)
{
    Image sheet;
    PresetResult result;
    if (!input_read(job, &sheet, arena, report) ||
        !preset_of_job(job, &sheet, &result, arena, report))
        return false;
    if (result.layout.size)
        return sheet_cut_by_layout(job, &sheet, result.layout, result.stem, arena, report);
    job->files_out = result.files;
    return true;
}

/* Without a layout or a preset, the image must contain its own. */
bool sheet_to_sprites(ConversionJob *job, Arena *arena, Report *report)
{
    Image sheet;
    if (preset_settings(job)->name)
        return sheet_to_preset(job, arena, report);
    if (!preset_settings(job)->layout.size && path_has_suffix(job->path, "_atls.png"))
        return atlas_to_sprites(job, arena, report);
    if (!preset_settings(job)->layout.size)
        return report_error(report,
                            "converting an image to sprites requires --layout FILE.lyt or "
                            "--preset NAME, unless it is an atlas (NAME_atls.png)");
    Report about = report_child(report, preset_settings(job)->layout_path);
    return input_read(job, &sheet, arena, report) &&
           sheet_cut_by_layout(job, &sheet, text_of_bytes(preset_settings(job)->layout),
                               path_without_suffix(path_base(job->path)), arena, &about);
}

bool sheet_to_layout(ConversionJob *job, Arena *arena, Report *report)
{
    Image sheet;
    PresetResult result;
    if (!preset_settings(job)->name)
        return report_error(report, "writing a layout requires --preset NAME");
    if (!input_read(job, &sheet, arena, report) ||
        !preset_of_job(job, &sheet, &result, arena, report))
        return false;
    job->output = bytes_of_text(result.layout);
    return result.layout.size > 0 ||
           report_error(report, "a layout cannot describe sheets of the preset %s",
                        preset_settings(job)->name);
}

/* The palettes that a choice names. Other files are not read, since folders of artists may
 * have files of other programs with these suffixes. */
typedef struct Palettes {
    GeneratorPalette *items;
    size_t count;
    Arena *arena;
    Report *report;
} Palettes;

static const ProjectFile *palette_file(const ProjectFiles *files, Text name, Arena *arena)
{
    const ProjectFile *file = project_file(files, name);
    const Text stem = path_without_suffix(name);
    if (file || !text_ends(name, ".gpl"))
        return file;
    for (const PaletteFormat *format = palette_formats; format->suffix && !file; format++)
        if (format->read != palette_read_png) /* the layer's icon has this name */
            file = project_file(
                files, arena_format(arena, "%.*s.%s", (int)stem.size, stem.at, format->suffix));
    return file;
}

/* `similar`: if a .gpl is missing, the same name in another format is read. A missing file is
 * reported later, with its column. */
static bool palette_add(Palettes *palettes, const ProjectFiles *files, Text name, bool similar)
{
    for (size_t i = 0; i < palettes->count; i++)
        if (text_equal(palettes->items[i].name, name))
            return true;
    const ProjectFile *file =
        similar ? palette_file(files, name, palettes->arena) : project_file(files, name);
    if (!file)
        return true;
    Palette *palette = ARENA_ALLOC(palettes->arena, Palette, 1);
    Report about = report_child(palettes->report, file->path);
    *ARENA_PUSH(palettes->arena, palettes->items, palettes->count) =
        (GeneratorPalette){name, palette};
    return palette_load(path_suffix(file->path), file->bytes, palette, palettes->arena, &about);
}

static bool is_palette(const Palettes *palettes, Text name)
{
    for (size_t i = 0; i < palettes->count; i++)
        if (text_equal(palettes->items[i].name, name))
            return true;
    return false;
}

/* Reads every image, and the palettes that the choice names. */
bool layers_to_sheet(ConversionJob *job, Arena *arena, Report *report)
{
    GeneratorFile *files = NULL;
    size_t file_count = 0;
    Palettes palettes = {.arena = arena, .report = report};
    GeneratorChoice choice;
    Image sheet;
    if (!picture_settings(job)->choice)
        return report_error(report, "converting layers to a sheet requires --choose "
                                    "'LAYER=VARIANT ...'");
    Report choosing = report_child(report, TEXT("--choose"));
    if (!generator_choice_read(text_of(picture_settings(job)->choice), &choice, arena,
                               &choosing))
        return false;
    project_files_sort(&job->files);
    for (size_t i = 0; i < choice.recolour_count; i++)
        if (!palette_add(&palettes, &job->files, choice.recolours[i].from, true) ||
            !palette_add(&palettes, &job->files, choice.recolours[i].to, false))
            return false;
    for (size_t i = 0; i < job->files.count; i++) {
        const ProjectFile *file = &job->files.items[i];
        Report about = report_child(report, file->path);
        if (!text_ends(file->path, ".png") ||
            (is_palette(&palettes, file->path) && !generator_names_part(file->path)))
            continue;
        GeneratorFile *layer = ARENA_PUSH(arena, files, file_count);
        layer->name = file->path;
        if (!png_read(file->bytes, &layer->image, NULL, arena, &about))
            return false;
    }
    const GeneratorSet set =
        generator_set(files, file_count, palettes.items, palettes.count, arena, report);
    if (!generator_compose(&set, &choice, &sheet, arena, report))
        return false;
    job->output = png_write(&sheet, NULL, arena);
    return true;
}

bool palette_to_gpl(ConversionJob *job, Arena *arena, Report *report)
{
    Palette palette;
    const Text suffix = job->format ? text_of(job->format) : path_suffix(job->path);
    if (!palette_load(suffix, job->input, &palette, arena, report))
        return false;
    if (!palette.name.size)
        palette.name = path_without_suffix(path_base(job->path));
    job->output = bytes_of_text(palette_write(&palette, arena));
    return true;
}

/* Several images of other formats are converted to PNG in a folder; a PNG is one already. */
bool is_sheet(const char *from, const ConversionJob *job)
{
    return (job->given & (OF_GROUP(layout) | OF_GROUP(preset))) ||
           text_is_caseless(text_of(from), "png");
}
