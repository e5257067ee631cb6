/* JPEG through libjpeg(-turbo). Greyscale and YCbCr become RGB; CMYK is rejected by name.
 * Warnings of the library mean damaged data and are errors here. The orientation that cameras
 * store is not applied.
 *
 * All memory of the arena is allocated while no decoder exists, so that a failed allocation
 * cannot jump over it and leak its memory. */
#include "base/image/picture.h"

#include "base/lazy_library.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#define LIBJPEG(FUNCTION)                                                                      \
    FUNCTION(jpeg_CreateDecompress)                                                            \
    FUNCTION(jpeg_destroy_decompress) FUNCTION(jpeg_finish_decompress) FUNCTION(jpeg_mem_src)  \
        FUNCTION(jpeg_read_header) FUNCTION(jpeg_read_scanlines)                               \
            FUNCTION(jpeg_start_decompress) FUNCTION(jpeg_std_error)
LAZY_FUNCTIONS(libjpeg, LIBJPEG);

/* Progressive images may consist of any number of scans, each as slow as the whole image. */
enum { SCANS_MAX = 100 };

typedef struct Decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    char problem[JMSG_LENGTH_MAX];
    uint32_t w, h;
    bool colours; /* they can be converted to RGB */
} Decoder;

static void decoder_fail(j_common_ptr jpeg)
{
    Decoder *decoder = jpeg->client_data;
    jpeg->err->format_message(jpeg, decoder->problem);
    longjmp(decoder->escape, 1);
}

static void decoder_warns(j_common_ptr jpeg, int level)
{
    if (level < 0)
        decoder_fail(jpeg);
}

static void decoder_progresses(j_common_ptr jpeg)
{
    Decoder *decoder = jpeg->client_data;
    if (decoder->jpeg.input_scan_number <= SCANS_MAX)
        return;
    snprintf(decoder->problem, sizeof decoder->problem, "more than %d scans", SCANS_MAX);
    longjmp(decoder->escape, 1);
}

/* The only function that the library jumps back to. `rows`: NULL, or where the pixels go. */
static bool decoder_run(Decoder *decoder, Bytes file, uint8_t **rows)
{
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    if (setjmp(decoder->escape))
        return false;
    libjpeg.jpeg_CreateDecompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
    jpeg->progress = &decoder->progress;
    libjpeg.jpeg_mem_src(jpeg, file.data, (unsigned long)file.size);
    libjpeg.jpeg_read_header(jpeg, TRUE);
    decoder->w = jpeg->image_width;
    decoder->h = jpeg->image_height;
    decoder->colours =
        jpeg->jpeg_color_space == JCS_GRAYSCALE || jpeg->out_color_space == JCS_RGB;
    if (!rows || !decoder->colours)
        return true;
    jpeg->out_color_space = JCS_EXT_RGBA;
    libjpeg.jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height)
        libjpeg.jpeg_read_scanlines(jpeg, rows + jpeg->output_scanline, 1);
    libjpeg.jpeg_finish_decompress(jpeg);
    return true;
}

static bool decode(Decoder *decoder, Bytes file, uint8_t **rows, Report *report)
{
    if (!LAZY_LOAD(libjpeg, report))
        return false;
    *decoder = (Decoder){.problem = "no memory"};
    decoder->jpeg.err = libjpeg.jpeg_std_error(&decoder->errors);
    decoder->jpeg.client_data = decoder;
    decoder->errors.error_exit = decoder_fail;
    decoder->errors.emit_message = decoder_warns;
    decoder->progress.progress_monitor = decoder_progresses;
    const bool ok = file.size && decoder_run(decoder, file, rows);
    libjpeg.jpeg_destroy_decompress(&decoder->jpeg);
    if (!ok)
        return report_error(report, "JPEG: %s", file.size ? decoder->problem : "empty file");
    return picture_size_check(decoder->w, decoder->h, report) &&
           (decoder->colours ||
            report_cause(report, CAUSE_UNSUPPORTED,
                         "JPEG with CMYK colours is not supported; expected RGB or "
                         "greyscale"));
}

bool picture_size_jpeg(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    Decoder decoder;
    if (!decode(&decoder, file, NULL, report))
        return false;
    *w = decoder.w;
    *h = decoder.h;
    return true;
}

bool picture_read_jpeg(Bytes file, Image *out, Arena *arena, Report *report)
{
    Decoder decoder;
    uint32_t w, h;
    if (!picture_size_jpeg(file, &w, &h, report))
        return false;
    *out = image_new(w, h, arena);
    uint8_t **rows = ARENA_ALLOC(arena, uint8_t *, h);
    for (uint32_t y = 0; y < h; y++)
        rows[y] = (uint8_t *)image_at(out, 0, y);
    return decode(&decoder, file, rows, report);
}
