#include "convert/pictures.h"

#include "base/path.h"
#include "base/text.h"
#include "convert/generator.h"
#include "convert/sheet_cut.h"
#include "formats/tirnanog/tng_names.h"
#include "image/png_write.h"
#include "render/map_picture.h"

static bool find_map(const TngFile *game, Text name, size_t *index, Arena *arena,
                     Report *report)
{
    const TngSection *section = tng_section(game, SECTION_MAPS);
    Text *names = ARENA_ALLOC(arena, Text, section ? section->count + 1 : 1);
    for (size_t i = 0; section && i < section->count; i++) {
        names[i] = tng_string(game, ((const TngAsset *)section->entries[i].descriptor)->name);
        *index = i;
        if (text_equal(names[i], name))
            return true;
    }
    const Text near = text_nearest(name, names, section ? section->count : 0);
    return report_error(report, "no map \"%.*s\"%s%.*s%s", (int)name.size, name.at,
                        near.size ? "; did you mean \"" : "", (int)near.size, near.at,
                        near.size ? "\"?" : "");
}

bool map_to_png(ConversionJob *job, Arena *arena, Report *report)
{
    TngFile game;
    Image image;
    size_t index = 0;
    if (!job->map)
        return report_error(report, "converting a game to PNG requires --map NAME");
    if (!tng_read(job->input, &game, arena, report) ||
        !find_map(&game, text_of(job->map), &index, arena, report) ||
        !render_map(&game, index, &image, arena, report))
        return false;
    job->output = png_write(&image, NULL, arena);
    return true;
}

bool sheet_to_sprites(ConversionJob *job, Arena *arena, Report *report)
{
    SheetLayout layout;
    SheetPictures pictures;
    Image sheet;
    if (!job->layout.size)
        return report_error(report,
                            "converting an image to sprites requires --layout FILE.lyt");
    Report about = report_child(report, TEXT("layout"));
    if (!sheet_layout_read(text_of_bytes(job->layout), &layout, arena, &about) ||
        !png_read(job->input, &sheet, NULL, arena, report) ||
        !sheet_cut(&layout, &sheet, path_without_suffix(path_base(job->path)), &pictures, arena,
                   report))
        return false;
    for (size_t i = 0; i < pictures.count; i++)
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) = (ProjectFile){
            pictures.items[i].path, png_write(&pictures.items[i].image, NULL, arena)};
    return true;
}

/* Reads every image and every palette of the folder. */
bool layers_to_sheet(ConversionJob *job, Arena *arena, Report *report)
{
    GeneratorFile *files = NULL;
    GeneratorPalette *palettes = NULL;
    size_t file_count = 0, palette_count = 0;
    GeneratorChoice choice;
    Image sheet;
    if (!job->choice)
        return report_error(report, "converting layers to a sheet requires --choose "
                                    "'LAYER=VARIANT ...'");
    project_files_sort(&job->files);
    for (size_t i = 0; i < job->files.count; i++) {
        const ProjectFile *file = &job->files.items[i];
        Report about = report_child(report, file->path);
        if (text_ends(file->path, ".png")) {
            GeneratorFile *layer = ARENA_PUSH(arena, files, file_count);
            layer->name = file->path;
            if (!png_read(file->bytes, &layer->image, NULL, arena, &about))
                return false;
        } else if (text_ends(file->path, ".gpl")) {
            Palette *palette = arena_alloc(arena, 1, sizeof *palette);
            if (!palette_read(text_of_bytes(file->bytes), palette, &about))
                return false;
            *ARENA_PUSH(arena, palettes, palette_count) =
                (GeneratorPalette){file->path, palette};
        }
    }
    Report about = report_child(report, TEXT("--choose"));
    if (!generator_choice_read(text_of(job->choice), &choice, arena, &about))
        return false;
    const GeneratorSet set =
        generator_set(files, file_count, palettes, palette_count, arena, report);
    if (!generator_compose(&set, &choice, &sheet, arena, report))
        return false;
    job->output = png_write(&sheet, NULL, arena);
    return true;
}
