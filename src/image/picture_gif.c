/* GIF through giflib: the first image, on a transparent canvas of the size of the screen.
 *
 * All memory of the arena is allocated while no decoder exists, so that a failed allocation
 * cannot jump over it and leak its memory. */
#include "image/picture.h"

#include "base/lazy_library.h"

#include <gif_lib.h>

#define LIBGIF(FUNCTION)                                                                       \
    FUNCTION(DGifCloseFile)                                                                    \
    FUNCTION(DGifExtensionToGCB) FUNCTION(DGifGetExtension) FUNCTION(DGifGetExtensionNext)     \
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

/* Reads records up to the next image; `*transparent` is the colour that is not drawn, or -1.
 * Returns 1 at an image, 0 at the end, -1 after an error. */
static int image_next(GifFileType *gif, int *transparent)
{
    GifRecordType kind;
    *transparent = -1;
    for (;;) {
        if (libgif.DGifGetRecordType(gif, &kind) == GIF_ERROR)
            return -1;
        if (kind == TERMINATE_RECORD_TYPE)
            return 0;
        if (kind == IMAGE_DESC_RECORD_TYPE)
            return 1;
        int code;
        GifByteType *block;
        GraphicsControlBlock control;
        if (libgif.DGifGetExtension(gif, &code, &block) == GIF_ERROR)
            return -1;
        if (block && code == GRAPHICS_EXT_FUNC_CODE &&
            libgif.DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
            *transparent = control.TransparentColor;
        while (block)
            if (libgif.DGifGetExtensionNext(gif, &block) == GIF_ERROR)
                return -1;
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

static bool gif_draw(GifFileType *gif, uint8_t *row, const Image *out, Report *report)
{
    int transparent, unused;
    const int found = image_next(gif, &transparent);
    if (found == 0)
        return report_error(report, "the GIF has no image");
    if (found < 0 || libgif.DGifGetImageDesc(gif) == GIF_ERROR)
        return gif_fails(gif->Error, report);
    const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
    if (!map)
        return report_error(report, "the GIF has no palette");
    if (gif->Image.Left < 0 || gif->Image.Top < 0 || gif->Image.Width > GIF_SIDE_MAX)
        return report_error(report, "the GIF's image is misplaced");
    if (!picture_size_check((uint32_t)gif->Image.Width, (uint32_t)gif->Image.Height, report))
        return false;
    if (!rows_draw(gif, map, transparent, row, out, report))
        return false;
    if (image_next(gif, &unused) > 0)
        report_warning(report, "the GIF is animated; only its first image is read");
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
