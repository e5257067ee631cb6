/* Comparison of the screen with pictures of the author: tests/NAME.png. The screen is drawn as
 * large as the picture. */
#include "studio/scenario/scenario_internal.h"

#include "base/image/png.h"
#include "base/image/png_write.h"
#include "engine/render/render.h"

enum {
    SIDE_MAX = 4096,
    CHANNEL_TOLERANCE = 8, /* with `within`: an invisible difference */
    DIM_SHIFT = 2
};

Image screen_image(Run *run, uint32_t w, uint32_t h, Arena *arena)
{
    Image frame = image_new(w, h, arena);
    if (!run->renderer)
        run->renderer = renderer_new(run->world, run->arena, &run->report);
    render_frame(run->renderer, local_context(run->world), &frame);
    return frame;
}

static bool channels_differ(Pixel a, Pixel b, uint32_t tolerance)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        const uint32_t x = a >> shift & 255, y = b >> shift & 255;
        if ((x > y ? x - y : y - x) > tolerance)
            return true;
    }
    return false;
}

typedef struct Difference {
    size_t count;
    uint32_t x, y; /* the first one */
} Difference;

static Difference compare(const Image *a, const Image *b, uint32_t tolerance)
{
    Difference difference = {0};
    for (uint32_t y = 0; y < a->h; y++)
        for (uint32_t x = 0; x < a->w; x++)
            if (channels_differ(*image_at(a, x, y), *image_at(b, x, y), tolerance) &&
                !difference.count++) {
                difference.x = x;
                difference.y = y;
            }
    return difference;
}

/* The expected picture, darkened; pixels that differ are red. */
static Bytes difference_picture(const Image *wanted, const Image *screen, uint32_t tolerance,
                                Arena *arena)
{
    Arena *scratch = arena_new();
    Image out = image_new(wanted->w, wanted->h, scratch);
    for (uint32_t y = 0; y < out.h; y++)
        for (uint32_t x = 0; x < out.w; x++) {
            const Pixel pixel = *image_at(wanted, x, y);
            *image_at(&out, x, y) =
                channels_differ(pixel, *image_at(screen, x, y), tolerance)
                    ? PIXEL(255, 0, 0, 255)
                    : PIXEL(PIXEL_R(pixel) >> DIM_SHIFT, PIXEL_G(pixel) >> DIM_SHIFT,
                            PIXEL_B(pixel) >> DIM_SHIFT, 255);
        }
    const Bytes png = png_write(&out, NULL, arena);
    arena_free(scratch);
    return png;
}

/* One that this run has kept comes first. */
static bool find_picture(const Run *run, Text path, Bytes *out)
{
    for (size_t i = run->pictures.count; i-- > 0;)
        if (text_equal(run->pictures.items[i].path, path)) {
            *out = run->pictures.items[i].png;
            return true;
        }
    for (size_t i = 0; i < run->scenarios->picture_count; i++)
        if (text_equal(run->scenarios->pictures[i].path, path)) {
            *out = run->scenarios->pictures[i].bytes;
            return true;
        }
    return false;
}

static bool read_picture(Text path, Bytes png, Image *out, Arena *arena, Writer *found)
{
    Report silent = report_to(NULL, NULL);
    if (!png_size(png, &out->w, &out->h, &silent) || out->w > SIDE_MAX || out->h > SIDE_MAX ||
        !png_read(png, out, NULL, arena, &silent)) {
        write_format(found, "%.*s is not a PNG image of at most %d x %d pixels", (int)path.size,
                     path.at, SIDE_MAX, SIDE_MAX);
        return false;
    }
    return true;
}

static bool is_within(const Image *wanted, const Image *screen, const Value *percent, Run *run,
                      Writer *found)
{
    const uint32_t tolerance = percent->given ? CHANNEL_TOLERANCE : 0;
    const Difference difference = compare(wanted, screen, tolerance);
    const size_t pixels = (size_t)wanted->w * wanted->h;
    if (difference.count * 100 <= pixels * (size_t)percent->number) {
        write_format(found, "%zu pixels differ", difference.count);
        return true;
    }
    const size_t permille = (difference.count * 1000 + pixels - 1) / pixels;
    write_format(found, "%zu of %zu pixels differ (%zu.%zu %%), the first one at %u,%u",
                 difference.count, pixels, permille / 10, permille % 10, difference.x,
                 difference.y);
    if (run->screenshots)
        run->difference = difference_picture(wanted, screen, tolerance, run->results);
    return false;
}

/* The result for which the step fails, whether it expects the picture or not. */
static bool failing(const Run *run) { return run->step->inverse; }

static void keep_picture(Run *run, Text path, const Image *screen)
{
    *ARENA_PUSH(run->results, run->pictures.items, run->pictures.count) =
        (ScenarioPicture){path, png_write(screen, NULL, run->results)};
}

/* In the update mode what `expect picture` finds is right, and kept if the file differs. */
static bool compare_screen(Run *run, Text path, const Value *percent, Writer *found,
                           Arena *arena)
{
    Bytes png;
    const bool exists = find_picture(run, path, &png);
    const bool update =
        run->update_pictures && run->step->form == FORM_EXPECT && !run->step->inverse;
    Image wanted = {.w = RENDER_WIDTH, .h = RENDER_HEIGHT};
    if (!exists && !update) {
        write_format(found, "there is no %.*s; oisin test --update-pictures writes it",
                     (int)path.size, path.at);
        return failing(run);
    }
    if (exists && !read_picture(path, png, &wanted, arena, found))
        return failing(run);
    const Image screen = screen_image(run, wanted.w, wanted.h, arena);
    if (exists && is_within(&wanted, &screen, percent, run, found))
        return true;
    if (update)
        keep_picture(run, path, &screen);
    return update;
}

bool if_picture(Run *run, const Value *values, Writer *found)
{
    const Text name = values[0].word;
    const Text path = arena_format(run->results, "tests/%.*s", (int)name.size, name.at);
    Arena *arena = arena_new();
    const bool is_equal = compare_screen(run, path, &values[1], found, arena);
    arena_free(arena);
    return is_equal;
}
