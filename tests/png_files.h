/* What the tests of reading and of writing PNG share. */
#ifndef OISIN_TESTS_PNG_FILES_H
#define OISIN_TESTS_PNG_FILES_H

#include "image/png.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <png.h>

static Arena *arena;
static uint32_t state = 1;

static uint32_t next_random(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)state * below) >> 32);
}

static Image random_image(uint32_t w, uint32_t h, uint32_t colours, bool opaque)
{
    const Image image = image_new(w, h, arena);
    for (size_t i = 0; i < (size_t)w * h; i++) {
        const uint32_t colour = next_random(colours) * 0x9E3779B1u;
        image.pixels[i] = opaque ? colour | 0xFF000000 : colour;
    }
    return image;
}

static void memory_read(png_structp png, png_bytep out, size_t size)
{
    Bytes *left = png_get_io_ptr(png);
    memcpy(out, left->data, size);
    *left = bytes_slice(*left, size, left->size - size);
}

static Image library_reads(Bytes file)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &file, memory_read);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    const Image image =
        image_new(png_get_image_width(png, info), png_get_image_height(png, info), arena);
    png_bytepp rows = ARENA_TAKE(arena, png_bytep, image.h);
    for (uint32_t y = 0; y < image.h; y++)
        rows[y] = (png_bytep)image_at(&image, 0, y);
    png_read_image(png, rows);
    png_read_end(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    return image;
}

static bool read_file(Bytes file, Image *out, PngInfo *info, Messages *messages)
{
    *messages = (Messages){.arena = arena};
    Report report = report_to(messages_sink, messages);
    return png_read(file, out, info, arena, &report);
}

static Image read_good(Bytes file)
{
    Image image = {0};
    PngInfo info;
    Messages messages;
    const bool good = read_file(file, &image, &info, &messages);
    if (!good)
        print_error("%.*s\n", (int)messages.items[0].text.size, messages.items[0].text.at);
    assert_true(good);
    return image;
}

static void pixels_equal(const Image *a, const Image *b)
{
    assert_int_equal(a->w, b->w);
    assert_int_equal(a->h, b->h);
    assert_memory_equal(a->pixels, b->pixels, (size_t)a->w * a->h * sizeof(Pixel));
}

static int start(void **unused)
{
    (void)unused;
    arena = arena_new();
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    arena_free(arena);
    return 0;
}

#endif
