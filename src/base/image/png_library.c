/* Decoding with libpng, for interlaced images and 16-bit samples.
 *
 * The chunks have been checked before; libpng receives only those with pixels. All memory of
 * the arena is allocated before libpng starts, so that a failed allocation cannot jump over
 * libpng and leak its memory. */
#include "base/image/png_internal.h"

#include <png.h>

typedef struct Library {
    png_structp png;
    png_infop info;
    Bytes file;
    size_t at;
    char problem[96];
} Library;

static void library_failed(png_structp png, png_const_charp text)
{
    Library *library = png_get_error_ptr(png);
    size_t size = 0;
    for (; text[size] && size + 1 < sizeof library->problem; size++)
        library->problem[size] = text[size];
    library->problem[size] = 0;
    png_longjmp(png, 1);
}

/* Warnings concern chunks that do not affect the pixels. */
static void library_warned(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void library_reads(png_structp png, png_bytep out, size_t size)
{
    Library *library = png_get_io_ptr(png);
    if (size > library->file.size - library->at)
        png_error(png, "the file ends too early");
    memcpy(out, library->file.data + library->at, size);
    library->at += size;
}

typedef enum Wanted {
    WANTED_SAMPLES, /* for images with one sample per pixel of up to 8 bits: bytes */
    WANTED_PIXELS,  /* RGBA */
    WANTED_GREY16,  /* for 16-bit greyscale images: numbers */
} Wanted;

static void library_set(Library *library, Wanted wanted)
{
    png_structp png = library->png;
    png_set_benign_errors(png, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_user_limits(png, PNG_SIDE_MAX, PNG_SIDE_MAX);
    png_set_read_fn(png, library, library_reads);
    png_read_info(png, library->info);
    if (wanted == WANTED_SAMPLES) {
        png_set_packing(png);
    } else if (wanted == WANTED_GREY16) {
        png_set_swap(png);
    } else {
        png_set_strip_16(png);
        png_set_gray_to_rgb(png);
        png_set_tRNS_to_alpha(png);
        png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    }
    png_set_interlace_handling(png);
    png_read_update_info(png, library->info);
}

/* The only function that libpng jumps back to. No local variable changes after `setjmp`. */
static bool library_read(Library *library, png_bytepp rows, size_t row_size, Wanted wanted)
{
    if (setjmp(png_jmpbuf(library->png)))
        return false;
    library_set(library, wanted);
    if (png_get_rowbytes(library->png, library->info) != row_size)
        png_error(library->png, "unexpected row size");
    png_read_image(library->png, rows);
    png_read_end(library->png, NULL);
    return true;
}

static bool library_run(Library *library, png_bytepp rows, size_t row_size, Wanted wanted)
{
    bool good = false;
    library->png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, library, library_failed, library_warned);
    if (library->png)
        library->info = png_create_info_struct(library->png);
    if (library->info)
        good = library_read(library, rows, row_size, wanted);
    png_destroy_read_struct(&library->png, &library->info, NULL);
    return good;
}

static bool samples_expand(const PngFile *png, const Image *image, png_bytepp rows,
                           Report *report)
{
    Pixel colours[256] = {0};
    png_colours(png, colours);
    for (uint32_t y = 0; y < png->h; y++) {
        Pixel *to = image_at(image, 0, y);
        const unsigned largest = png_samples_expand(to, rows[y], png->w, 8, colours);
        if (!png_sample_check(png, largest, y, report))
            return false;
    }
    return true;
}

bool png_decode_by_library(Bytes file, const PngFile *png, Image *out, Arena *arena,
                           Report *report)
{
    const bool samples = png_samples(png->colour_type) == 1 && png->bits <= 8;
    const Image image = {png->w, png->h, png->w,
                         arena_alloc_raw(arena, (size_t)png->w * png->h, sizeof(Pixel))};
    const size_t row_size = png->w * (samples ? 1 : sizeof(Pixel));
    uint8_t *bytes =
        samples ? arena_alloc_raw(arena, row_size, png->h) : (uint8_t *)image.pixels;
    png_bytepp rows = arena_alloc_raw(arena, png->h, sizeof *rows);
    for (uint32_t y = 0; y < png->h; y++)
        rows[y] = bytes + y * row_size;
    Library library = {.file = file, .problem = "no memory for libpng"};
    if (!library_run(&library, rows, row_size, samples ? WANTED_SAMPLES : WANTED_PIXELS))
        return report_error(report, "libpng: %s", library.problem);
    if (samples && !samples_expand(png, &image, rows, report))
        return false;
    *out = image;
    return true;
}

bool png_decode_grey16(Bytes file, const PngFile *png, uint16_t **out, Arena *arena,
                       Report *report)
{
    const size_t row_size = (size_t)png->w * sizeof(uint16_t);
    uint16_t *samples = arena_alloc_raw(arena, png->h, row_size);
    png_bytepp rows = arena_alloc_raw(arena, png->h, sizeof *rows);
    for (uint32_t y = 0; y < png->h; y++)
        rows[y] = (uint8_t *)samples + y * row_size;
    Library library = {.file = file, .problem = "no memory for libpng"};
    if (!library_run(&library, rows, row_size, WANTED_GREY16))
        return report_error(report, "libpng: %s", library.problem);
    *out = samples;
    return true;
}
