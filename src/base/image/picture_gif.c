/* GIF through giflib: the first image, on a transparent canvas of the size of the screen, or
 * all images of an animation, each drawn over what the ones before it leave.
 *
 * All memory of the arena is allocated while no decoder exists, so that a failed allocation
 * cannot jump over it and leak its memory. */
#include "base/image/picture.h"
#include "base/image/picture_frames_internal.h"

#include "base/lazy_library.h"

#include <gif_lib.h>

#define LIBGIF(FUNCTION)                                                                       \
    FUNCTION(DGifCloseFile)                                                                    \
    FUNCTION(DGifExtensionToGCB)                                                               \
    FUNCTION(DGifGetCode)                                                                      \
    FUNCTION(DGifGetCodeNext) FUNCTION(DGifGetExtension) FUNCTION(DGifGetExtensionNext)        \
        FUNCTION(DGifGetImageDesc) FUNCTION(DGifGetLine) FUNCTION(DGifGetRecordType)           \
            FUNCTION(DGifOpen) FUNCTION(GifErrorString)
LAZY_FUNCTIONS(libgif, LIBGIF);

enum { COLOURS = 256, GIF_SIDE_MAX = 65535 };

typedef struct Source {
    Bytes file;
    size_t at;
} Source;

static int source_read(GifFileType *gif, GifByteType *out, int size)
{
    Source *source = gif->UserData;
    const size_t left = source->file.size - source->at;
    const size_t count = (size_t)size < left ? (size_t)size : left;
    if (count)
        memcpy(out, source->file.data + source->at, count);
    source->at += count;
    return (int)count;
}

static bool gif_fails(int code, Report *report)
{
    const char *text = libgif.GifErrorString(code);
    return report_error(report, "GIF: %s", text ? text : "damaged file");
}

static GifFileType *gif_open(Source *source, Report *report)
{
    int code = 0;
    if (!LAZY_LOAD(libgif, report))
        return NULL;
    GifFileType *gif = libgif.DGifOpen(source, source_read, &code);
    if (!gif)
        gif_fails(code, report);
    return gif;
}

bool picture_size_gif(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    Source source = {file, 0};
    GifFileType *gif = gif_open(&source, report);
    if (!gif)
        return false;
    *w = (uint32_t)gif->SWidth;
    *h = (uint32_t)gif->SHeight;
    libgif.DGifCloseFile(gif, NULL);
    return picture_size_check(*w, *h, report);
}

/* What extensions say: `times` of the file, the rest of the next image. */
typedef struct Extensions {
    GraphicsControlBlock control;
    uint32_t times; /* that it plays; 0: without end */
} Extensions;

/* Netscape's extension: its second block is 1 and the number of repetitions. */
static bool is_repetition(const GifByteType *block, bool *named)
{
    const bool second = *named && block[0] >= 3 && block[1] == 1;
    *named = block[0] == 11 && !memcmp(block + 1, "NETSCAPE2.0", 11);
    return second;
}

static void take_block(Extensions *out, int code, const GifByteType *block, bool *named)
{
    if (code == GRAPHICS_EXT_FUNC_CODE)
        libgif.DGifExtensionToGCB(block[0], block + 1, &out->control);
    else if (code == APPLICATION_EXT_FUNC_CODE && is_repetition(block, named)) {
        const unsigned more = block[2] | (unsigned)block[3] << 8;
        out->times = more ? more + 1 : 0;
    }
}

/* Reads records up to the next image. Returns 1 at an image, 0 at the end, -1 after an error.
 */
static int image_next(GifFileType *gif, Extensions *out)
{
    GifRecordType kind;
    out->control = (GraphicsControlBlock){.TransparentColor = -1};
    for (;;) {
        if (libgif.DGifGetRecordType(gif, &kind) == GIF_ERROR)
            return -1;
        if (kind == TERMINATE_RECORD_TYPE)
            return 0;
        if (kind == IMAGE_DESC_RECORD_TYPE)
            return 1;
        int code;
        GifByteType *block;
        bool named = false;
        if (libgif.DGifGetExtension(gif, &code, &block) == GIF_ERROR)
            return -1;
        while (block) {
            take_block(out, code, block, &named);
            if (libgif.DGifGetExtensionNext(gif, &block) == GIF_ERROR)
                return -1;
        }
    }
}

/* Interlaced images have the rows 0, 8, 16, ...; 4, 12, ...; 2, 6, ...; 1, 3, ... */
static int row_after(int row, int h, int *pass)
{
    static const int start[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    row += step[*pass];
    while (row >= h && *pass < 3)
        row = start[++*pass];
    return row;
}

static bool rows_draw(GifFileType *gif, const ColorMapObject *map, int transparent,
                      uint8_t *row, const Image *out, Report *report)
{
    const GifImageDesc *at = &gif->Image;
    int y = 0, pass = 0;
    for (int i = 0; i < at->Height;
         i++, y = at->Interlace ? row_after(y, at->Height, &pass) : i) {
        if (libgif.DGifGetLine(gif, row, at->Width) == GIF_ERROR)
            return gif_fails(gif->Error, report);
        for (int x = 0; x < at->Width; x++) {
            const int64_t to_x = (int64_t)at->Left + x, to_y = (int64_t)at->Top + y;
            if (row[x] == transparent || to_x >= out->w || to_y >= out->h)
                continue;
            if (row[x] >= map->ColorCount)
                return report_error(report, "colour %u is not in the palette of %d", row[x],
                                    map->ColorCount);
            const GifColorType colour = map->Colors[row[x]];
            *image_at(out, (uint32_t)to_x, (uint32_t)to_y) =
                PIXEL(colour.Red, colour.Green, colour.Blue, 255);
        }
    }
    return true;
}

/* The image after image_next(). */
static bool image_draw(GifFileType *gif, int transparent, uint8_t *row, const Image *out,
                       Report *report)
{
    if (libgif.DGifGetImageDesc(gif) == GIF_ERROR)
        return gif_fails(gif->Error, report);
    const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
    if (!map)
        return report_error(report, "the GIF has no palette");
    if (gif->Image.Left < 0 || gif->Image.Top < 0 || gif->Image.Width > GIF_SIDE_MAX)
        return report_error(report, "the GIF's image is misplaced");
    if (!picture_size_check((uint32_t)gif->Image.Width, (uint32_t)gif->Image.Height, report))
        return false;
    return rows_draw(gif, map, transparent, row, out, report);
}

static bool gif_draw(GifFileType *gif, uint8_t *row, const Image *out, Report *report)
{
    Extensions extensions = {.times = 1};
    const int found = image_next(gif, &extensions);
    if (found == 0)
        return report_error(report, "the GIF has no image");
    if (found < 0)
        return gif_fails(gif->Error, report);
    if (!image_draw(gif, extensions.control.TransparentColor, row, out, report))
        return false;
    if (image_next(gif, &extensions) > 0)
        report_warning(report, "the GIF is animated; only its first image is read (oisin "
                               "convert makes a sprite of all)");
    return true;
}

bool picture_read_gif(Bytes file, Image *out, Arena *arena, Report *report)
{
    uint32_t w, h;
    if (!picture_size_gif(file, &w, &h, report))
        return false;
    *out = image_new(w, h, arena);
    uint8_t *row = ARENA_ALLOC(arena, uint8_t, GIF_SIDE_MAX);
    Source source = {file, 0};
    GifFileType *gif = gif_open(&source, report);
    if (!gif)
        return false;
    const bool ok = gif_draw(gif, row, out, report);
    libgif.DGifCloseFile(gif, NULL);
    return ok;
}

/* ---- animations ---- */

/* Passes over the pixels of an image. */
static bool image_skip(GifFileType *gif)
{
    int size;
    GifByteType *block;
    if (libgif.DGifGetImageDesc(gif) == GIF_ERROR ||
        libgif.DGifGetCode(gif, &size, &block) == GIF_ERROR)
        return false;
    while (block)
        if (libgif.DGifGetCodeNext(gif, &block) == GIF_ERROR)
            return false;
    return true;
}

/* Counts up to `most` images, and stops at damage. */
static size_t images_count(Bytes file, size_t most)
{
    Report silent = report_to(NULL, NULL);
    Source source = {file, 0};
    Extensions extensions = {.times = 1};
    size_t count = 0;
    GifFileType *gif = gif_open(&source, &silent);
    while (gif && count < most && image_next(gif, &extensions) > 0 && image_skip(gif))
        count++;
    if (gif)
        libgif.DGifCloseFile(gif, NULL);
    return count;
}

bool gif_is_animated(Bytes file) { return images_count(file, 2) == 2; }

/* What an image leaves for the next one. */
static void dispose(const GifFileType *gif, int mode, const Image *canvas, const Image *before)
{
    const GifImageDesc *at = &gif->Image;
    if (mode == DISPOSE_PREVIOUS)
        image_copy(canvas, 0, 0, before);
    for (int y = 0; mode == DISPOSE_BACKGROUND && y < at->Height; y++)
        for (int x = 0; x < at->Width; x++)
            if ((uint32_t)(at->Left + x) < canvas->w && (uint32_t)(at->Top + y) < canvas->h)
                *image_at(canvas, (uint32_t)(at->Left + x), (uint32_t)(at->Top + y)) = 0;
}

/* `work`: the canvas, and what was in it. Delays of 0 and 1/100 s are 1/10 s, as in browsers.
 */
static bool frames_draw(GifFileType *gif, uint8_t *row, const Image work[2], PictureFrames *out,
                        Report *report)
{
    Extensions extensions = {.times = 1};
    for (size_t i = 0; i < out->count; i++) {
        if (image_next(gif, &extensions) <= 0)
            return gif_fails(gif->Error, report);
        const GraphicsControlBlock control = extensions.control;
        image_copy(&work[1], 0, 0, &work[0]);
        if (!image_draw(gif, control.TransparentColor, row, &work[0], report))
            return false;
        image_copy(&out->images[i], 0, 0, &work[0]);
        out->durations[i] = control.DelayTime < 2 ? 100 : 10 * (uint32_t)control.DelayTime;
        dispose(gif, control.DisposalMode, &work[0], &work[1]);
    }
    if (image_next(gif, &extensions) != 0) /* or an image without all its pixels */
        report_warning(report, "damaged after its frame %zu: the rest is ignored", out->count);
    out->times = extensions.times;
    return true;
}

bool gif_frames_read(Bytes file, PictureFrames *out, Arena *arena, Report *report)
{
    if (!picture_size_gif(file, &out->w, &out->h, report))
        return false;
    out->count = images_count(file, SIZE_MAX);
    if (!out->count)
        return report_error(report, "the GIF has no image");
    if (!picture_frames_new(out, arena, report))
        return false;
    const Image work[] = {image_new(out->w, out->h, arena), image_new(out->w, out->h, arena)};
    uint8_t *row = ARENA_ALLOC(arena, uint8_t, GIF_SIDE_MAX);
    Source source = {file, 0};
    GifFileType *gif = gif_open(&source, report);
    if (!gif)
        return false;
    const bool ok = frames_draw(gif, row, work, out, report);
    libgif.DGifCloseFile(gif, NULL);
    return ok;
}
