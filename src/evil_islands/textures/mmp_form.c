/* The open form of a texture: a PNG of its largest level. The settings contain the pixel format
 * and the number of levels. */
#include "base/text.h"
#include "kit/workspace/open_forms.h"
#include "kit/open/picture_reduce.h"
#include "evil_islands/textures/mmp.h"
#include "base/image/png.h"
#include "base/image/png_write.h"

bool mmp_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    Mmp mmp;
    Image image;
    (void)path;
    if (!mmp_read(file, &mmp, arena, report) ||
        !mmp_picture(&mmp, 0, MMP_ROWS_USUAL, &image, arena, report))
        return false;
    open_form_put(out, png_write(&image, NULL, arena), arena);
    /* Blocks would have to be compressed again, which is by far the slowest step. */
    out->lossy = mmp_kinds[mmp.kind].bits < 16;
    out->settings = arena_format(arena, "%s %zu", mmp_kinds[mmp.kind].word, mmp.level_count);
    return true;
}

static bool read_settings(Text settings, MmpKind *kind, size_t *levels, Report *report)
{
    Text rest = settings;
    int64_t number;
    const Text word = text_word(&rest), count = text_word(&rest);
    if (!mmp_kind_named(word, kind) || !text_number(count, 1, MMP_LEVELS_MAX, &number))
        return report_error(report, "\"%.*s\" is not a pixel format and a number of levels",
                            (int)settings.size, settings.at);
    *levels = (size_t)number;
    return true;
}

bool mmp_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report)
{
    const Bytes file = opened->files.items[0].bytes;
    Image levels[MMP_LEVELS_MAX];
    size_t count = 1, most = MMP_LEVELS_MAX;
    MmpKind kind = MMP_KIND_COUNT;
    uint32_t w, h;
    (void)path;
    if (opened->settings.size && !read_settings(opened->settings, &kind, &most, report))
        return false;
    if (!png_size(file, &w, &h, report))
        return false;
    if (w > MMP_SIDE_MAX || h > MMP_SIDE_MAX)
        return report_error(report, "the texture has %u x %u pixels; expected 1 to %d per side",
                            w, h, MMP_SIDE_MAX);
    if (!png_read(file, &levels[0], NULL, arena, report))
        return false;
    if (kind == MMP_KIND_COUNT)
        kind = mmp_kind_for(&levels[0], true, arena);
    for (; count < most && (w > 1 || h > 1); count++) {
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
        levels[count] = picture_reduced(&levels[count - 1], w, h, arena);
    }
    return mmp_of_pictures(kind, levels, count, MMP_ROWS_USUAL, out, arena, report);
}
