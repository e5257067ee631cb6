/* Converts screenshots, and lists them as images for viewers. A pixel is 5, 6 and 5 bits;
 * reduced() of spread() is the same number. */
#include "evil_islands/saves/save_shots.h"
#include "evil_islands/textures/texture_settings.h"

#include "kit/convert/image_list.h"
#include "kit/formats/format.h"
#include "base/image/png.h"
#include "base/image/png_write.h"

enum { SHOT_SIZE = SAVE_SHOT_WIDTH * SAVE_SHOT_HEIGHT * 2 };

static uint32_t spread(uint32_t value, uint32_t max) { return (value * 255 + max / 2) / max; }

static uint32_t reduced(uint32_t value, uint32_t max) { return (value * max + 127) / 255; }

/* The row of the file that is row `y` of the image. */
static uint32_t row_of(const ConversionJob *job, uint32_t y)
{
    return texture_settings(job)->rows == MMP_ROWS_BOTTOM_UP ? SAVE_SHOT_HEIGHT - 1 - y : y;
}

bool shot_to_png(ConversionJob *job, Arena *arena, Report *report)
{
    if (job->input.size != SHOT_SIZE)
        return report_error(report,
                            "%zu bytes: not a screenshot of a saved game of Evil Islands, "
                            "which has %d (256 x 192 pixels)",
                            job->input.size, SHOT_SIZE);
    Image image = image_new(SAVE_SHOT_WIDTH, SAVE_SHOT_HEIGHT, arena);
    for (uint32_t y = 0; y < SAVE_SHOT_HEIGHT; y++) {
        const uint8_t *row = job->input.data + row_of(job, y) * SAVE_SHOT_WIDTH * 2;
        for (uint32_t x = 0; x < SAVE_SHOT_WIDTH; x++) {
            const uint32_t pixel = (uint32_t)uint_of(row + x * 2, 2, false);
            *image_at(&image, x, y) =
                PIXEL(spread(pixel >> 11, 31), spread(pixel >> 5 & 63, 63),
                      spread(pixel & 31, 31), 255);
        }
    }
    job->output = png_write(&image, NULL, arena);
    return true;
}

bool png_to_shot(ConversionJob *job, Arena *arena, Report *report)
{
    Image image;
    Writer writer = writer_to(arena);
    uint32_t w, h;
    if (!png_size(job->input, &w, &h, report))
        return false;
    if (w != SAVE_SHOT_WIDTH || h != SAVE_SHOT_HEIGHT)
        return report_error(report, "%u x %u pixels; a screenshot of a saved game has %d x %d",
                            w, h, SAVE_SHOT_WIDTH, SAVE_SHOT_HEIGHT);
    if (!png_read(job->input, &image, NULL, arena, report))
        return false;
    for (uint32_t y = 0; y < SAVE_SHOT_HEIGHT; y++)
        for (uint32_t x = 0; x < SAVE_SHOT_WIDTH; x++) {
            const Pixel pixel = *image_at(&image, x, row_of(job, y));
            write_u16(&writer, (uint16_t)(reduced(PIXEL_R(pixel), 31) << 11 |
                                          reduced(PIXEL_G(pixel), 63) << 5 |
                                          reduced(PIXEL_B(pixel), 31)));
        }
    job->output = writer_bytes(&writer);
    return true;
}

bool shot_images_open(ImageList *list, Arena *arena, Report *report)
{
    (void)arena;
    (void)report;
    list->count = 1;
    return true;
}

bool shot_image_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                     Report *report)
{
    ConversionJob job = {.input = list->file.bytes};
    (void)index;
    return shot_to_png(&job, arena, report) &&
           png_read(job.output, &out->image, NULL, arena, report);
}
