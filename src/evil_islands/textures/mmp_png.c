/* Converts textures to images and back, and lists their levels as images for viewers. A level
 * without a file is computed from the previous one. */
#include "kit/convert/image_list.h"
#include "kit/convert/numbered_pictures.h"
#include "kit/open/picture_reduce.h"
#include "evil_islands/textures/textures.h"
#include "base/image/png_write.h"

bool mmp_to_png(ConversionJob *job, Arena *arena, Report *report)
{
    Mmp mmp;
    if (!mmp_read(job->input, &mmp, arena, report))
        return false;
    const size_t count = texture_settings(job)->mips ? mmp.level_count : 1;
    for (size_t i = 0; i < count; i++) {
        Image image;
        if (!mmp_picture(&mmp, i, texture_settings(job)->rows, &image, arena, report))
            return false;
        texture_put(job, i, png_write(&image, NULL, arena), arena);
    }
    return true;
}

static bool levels_take(const ConversionJob *job, Image *pictures, size_t *count, Arena *arena,
                        Report *report)
{
    while (pictures[*count - 1].w > 1 || pictures[*count - 1].h > 1) {
        const Image *last = &pictures[*count - 1];
        const uint32_t w = last->w > 1 ? last->w / 2 : 1, h = last->h > 1 ? last->h / 2 : 1;
        Bytes file;
        Text name;
        if (texture_beside(job, *count, &file, &name, arena)) {
            Report about = report_child(report, name);
            if (!png_read(file, &pictures[*count], NULL, arena, &about))
                return false;
        } else {
            pictures[*count] = picture_reduced(last, w, h, arena);
        }
        if (pictures[*count].w != w || pictures[*count].h != h)
            return report_error(report, "%.*s is %u x %u pixels: level %zu must be %u x %u",
                                (int)name.size, name.at, pictures[*count].w, pictures[*count].h,
                                *count, w, h);
        ++*count;
    }
    return true;
}

bool png_to_mmp(ConversionJob *job, Arena *arena, Report *report)
{
    const TextureSettings *settings = texture_settings(job);
    Image pictures[MMP_LEVELS_MAX];
    size_t count = 1;
    uint32_t w, h;
    if (!png_size(job->input, &w, &h, report))
        return false;
    if (w > MMP_SIDE_MAX || h > MMP_SIDE_MAX)
        return report_error(report, "the texture has %u x %u pixels; expected 1 to %d per side",
                            w, h, MMP_SIDE_MAX);
    if (!png_read(job->input, &pictures[0], NULL, arena, report) ||
        (settings->mips && !levels_take(job, pictures, &count, arena, report)))
        return false;
    const MmpKind kind =
        settings->chosen ? settings->kind : mmp_kind_for(&pictures[0], settings->mips, arena);
    return mmp_of_pictures(kind, pictures, count, settings->rows, &job->output, arena, report);
}

uint64_t texture_pixels(Bytes file)
{
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    uint32_t w = 0, h = 0;
    Mmp mmp;
    if (mmp_is(file)) {
        if (mmp_read(file, &mmp, scratch, &silent)) {
            w = mmp.levels[0].w;
            h = mmp.levels[0].h;
        }
    } else if (!png_size(file, &w, &h, &silent)) {
        w = h = 0;
    }
    arena_free(scratch);
    return (uint64_t)w * h;
}

/* Its levels, the largest first. */
bool mmp_images_open(ImageList *list, Arena *arena, Report *report)
{
    Mmp *mmp = list->data = ARENA_ALLOC(arena, Mmp, 1);
    if (!mmp_read(list->file.bytes, mmp, arena, report))
        return false;
    list->count = mmp->level_count;
    return true;
}

bool mmp_image_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                    Report *report)
{
    return mmp_picture(list->data, index, MMP_ROWS_USUAL, &out->image, arena, report);
}
