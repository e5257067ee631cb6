/* Conversion of a map of a game to PNG. */
#include "base/text.h"
#include "tirnanog/convert/picture_conversions.h"
#include "tirnanog/container/tng_names.h"
#include "base/image/png_write.h"
#include "engine/render/map_picture.h"

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
    if (!picture_settings(job)->map)
        return report_error(report, "converting a game to PNG requires --map NAME");
    if (!tng_read(job->input, &game, arena, report) ||
        !find_map(&game, text_of(picture_settings(job)->map), &index, arena, report) ||
        !render_map(&game, index, &image, arena, report))
        return false;
    job->output = png_write(&image, NULL, arena);
    return true;
}
