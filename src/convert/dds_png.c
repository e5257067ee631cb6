#include "convert/textures.h"
#include "formats/open/dds.h"
#include "image/png_write.h"

bool dds_to_png(ConversionJob *job, Arena *arena, Report *report)
{
    Dds dds;
    if (!dds_texture(job->input, &dds, arena, report))
        return false;
    dds_warn_of_alpha(&dds.file, report);
    const size_t count = job->texture.mips ? dds.level_count : 1;
    for (size_t i = 0; i < count; i++) {
        const Image image = dds_picture(&dds, i, arena);
        texture_put(job, i, png_write(&image, NULL, arena), arena);
    }
    return true;
}

/* By way of the texture that has the same pixels. */
bool png_to_dds(ConversionJob *job, Arena *arena, Report *report)
{
    ConversionJob there = *job;
    there.texture.rows = MMP_ROWS_TOP_DOWN;
    if (!png_to_mmp(&there, arena, report))
        return false;
    ConversionJob back = {.input = there.output};
    if (!mmp_to_dds(&back, arena, report))
        return false;
    job->output = back.output;
    return true;
}
