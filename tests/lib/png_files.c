#include "png_files.h"

Image random_image(uint32_t w, uint32_t h, uint32_t colours, bool opaque)
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

Image library_reads(Bytes file)
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
    png_bytepp rows = ARENA_ALLOC(arena, png_bytep, image.h);
    for (uint32_t y = 0; y < image.h; y++)
        rows[y] = (png_bytep)image_at(&image, 0, y);
    png_read_image(png, rows);
    png_read_end(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    return image;
}

bool read_file(Bytes file, Image *out, PngInfo *info)
{
    kit_clear(kit);
    return png_read(file, out, info, arena, &kit->report);
}

Image png_read_good(Bytes file)
{
    Image image = {0};
    PngInfo info;
    if (!read_file(file, &image, &info))
        fail_msg("%s", kit_message(kit, 0));
    return image;
}

void pixels_equal(const Image *a, const Image *b)
{
    assert_int_equal(a->w, b->w);
    assert_int_equal(a->h, b->h);
    assert_memory_equal(a->pixels, b->pixels, (size_t)a->w * a->h * sizeof(Pixel));
}
