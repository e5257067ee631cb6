/* Image files of all formats but PNG, which fuzz_png.c has: each reader gets each input. What
 * can be read has the size that the header says. */
#include "base/image/picture.h"
#include "base/image/picture_frames.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIDE_MAX = 512, PIXELS_MAX = 1 << 15 }; /* larger images are slow, not interesting */

static void read_as(const PictureFormat *format, Bytes file)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL), silent = report_to(NULL, NULL);
    uint32_t w = 0, h = 0;
    Image image;
    if (!format->size(file, &w, &h, &silent)) {
        if (silent.errors != 1 || format->read(file, &image, arena, &report) ||
            report.errors != 1)
            abort();
    } else if (w <= SIDE_MAX && h <= SIDE_MAX && w * h <= PIXELS_MAX) {
        if (!format->read(file, &image, arena, &report)) {
            if (report.errors != 1)
                abort();
        } else if (report.errors || image.w != w || image.h != h) {
            abort();
        }
    }
    arena_free(arena);
}

static void read_frames(const PictureFormat *format, Bytes file)
{
    const Text suffix = text_of(format->suffixes);
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL), silent = report_to(NULL, NULL);
    PictureFrames frames;
    uint32_t w, h;
    if (picture_is_animated(suffix, file) && format->size(file, &w, &h, &silent) &&
        w <= SIDE_MAX && h <= SIDE_MAX && w * h <= PIXELS_MAX) {
        const bool ok = picture_frames_read(suffix, file, &frames, arena, &report);
        if (ok != !report.errors || (ok && (frames.count < 1 || frames.w != w)))
            abort();
    }
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Bytes file = {data, size};
    for (const PictureFormat *format = picture_formats; format->name; format++)
        if (format->read != picture_read_png)
            read_as(format, file);
    for (const PictureFormat *format = picture_formats; format->name; format++)
        read_frames(format, file);
    return 0;
}
