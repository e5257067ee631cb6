/* One picture, written by libpng in every form that can hold it: 16 bits, palettes with
 * transparency, interlaced, grey. All decode to the pixels of the plain form, and a
 * character put together from any of them is the same. */
#include "lib/lay_kit.h"

#include "base/stream.h"

#include <png.h>

static void memory_write(png_structp png, png_bytep data, size_t size)
{
    write_bytes(png_get_io_ptr(png), (Bytes){data, size});
}

/* Few colours, so that a palette holds them; fully transparent ones are all 0. */
static Image picture_make(bool grey, bool opaque)
{
    const Image image = image_new(32 * CELLS, 32 * CELLS, arena);
    for (size_t i = 0; i < (size_t)image.w * image.h; i++) {
        const uint32_t k = next_random(4) && i ? 999 : next_random(100);
        if (k == 999) {
            image.pixels[i] = image.pixels[i - 1];
            continue;
        }
        const uint32_t alpha = opaque || k % 3 ? 255 : k * 2 % 256;
        const Pixel pixel = grey ? PIXEL(k * 2, k * 2, k * 2, alpha)
                                 : PIXEL(k * 2, 255 - k, k * k % 256, alpha);
        image.pixels[i] = alpha ? pixel : 0;
    }
    return image;
}

typedef struct Variant {
    int colour_type, bits;
    bool interlaced;
} Variant;

/* A sample of 16 bits has its value in the high byte and anything in the low one. */
static void put_sample(Writer *row, uint32_t value, int bits)
{
    write_u8(row, (uint8_t)value);
    if (bits == 16)
        write_u8(row, (uint8_t)next_random(256));
}

static Bytes row_make(const Image *image, uint32_t y, const Variant *form, Pixel *palette,
                      uint32_t *colours)
{
    Writer row = writer_to(arena);
    for (uint32_t x = 0; x < image->w; x++) {
        const Pixel pixel = *image_at(image, x, y);
        if (form->colour_type == PNG_COLOR_TYPE_PALETTE) {
            uint32_t index = 0;
            while (index < *colours && palette[index] != pixel)
                index++;
            if (index == *colours)
                palette[(*colours)++] = pixel;
            write_u8(&row, (uint8_t)index);
            continue;
        }
        put_sample(&row, PIXEL_R(pixel), form->bits);
        if (form->colour_type & PNG_COLOR_MASK_COLOR) {
            put_sample(&row, PIXEL_G(pixel), form->bits);
            put_sample(&row, PIXEL_B(pixel), form->bits);
        }
        if (form->colour_type & PNG_COLOR_MASK_ALPHA)
            put_sample(&row, PIXEL_A(pixel), form->bits);
    }
    return writer_bytes(&row);
}

static void palette_set(png_structp png, png_infop info, const Pixel *palette, uint32_t count)
{
    png_color colours[256];
    png_byte alphas[256];
    for (uint32_t i = 0; i < count; i++) {
        colours[i] = (png_color){(png_byte)PIXEL_R(palette[i]), (png_byte)PIXEL_G(palette[i]),
                                 (png_byte)PIXEL_B(palette[i])};
        alphas[i] = (png_byte)PIXEL_A(palette[i]);
    }
    png_set_PLTE(png, info, colours, (int)count);
    png_set_tRNS(png, info, alphas, (int)count, NULL);
}

static Bytes file_make(const Image *image, const Variant *form)
{
    Writer writer = writer_to(arena);
    Pixel palette[256] = {0};
    uint32_t colours = 0;
    png_bytepp rows = ARENA_ALLOC(arena, png_bytep, image->h);
    for (uint32_t y = 0; y < image->h; y++)
        rows[y] = (png_bytep)(uintptr_t)row_make(image, y, form, palette, &colours).data;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &writer, memory_write, NULL);
    png_set_IHDR(png, info, image->w, image->h, form->bits, form->colour_type,
                 form->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (form->colour_type == PNG_COLOR_TYPE_PALETTE)
        palette_set(png, info, palette, colours);
    png_write_info(png, info);
    png_write_image(png, rows);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return writer_bytes(&writer);
}

/* What a layout makes of the sheet, all files in one. */
static Bytes composed(const Lay *lay, const Image *sheet)
{
    const LayOptions options = {.all_frames = true};
    LayPlan plan;
    Writer all = writer_to(arena);
    assert_true(lay_compose(lay, sheet, &options, TEXT("a"), &plan, arena, &kit->report));
    for (size_t i = 0; i < plan.picture_count; i++)
        write_bytes(&all, lay_picture_file(&plan.pictures[i], arena));
    return writer_bytes(&all);
}

static void all_alike(const Image *plain, const Variant *forms, size_t count)
{
    Lay lay = lay_empty();
    entry_add(&lay, info_of(LAY_BASE, 0, 1), 40, 30);
    entry_add(&lay, info_of(LAY_MOUTH, 1, 0), 5, 30);
    entry_add(&lay, info_of(LAY_MOUTH, 1, 1), 5, 30);
    const Bytes wanted = composed(&lay, plain);
    for (size_t i = 0; i < 2 * count; i++) {
        Variant form = forms[i / 2];
        form.interlaced = i & 1;
        Image image;
        assert_true(png_read(file_make(plain, &form), &image, NULL, arena, &kit->report));
        assert_int_equal(image.w, plain->w);
        assert_int_equal(image.h, plain->h);
        assert_memory_equal(image.pixels, plain->pixels,
                            (size_t)image.w * image.h * sizeof(Pixel));
        assert_bytes_equal(composed(&lay, &image), wanted);
    }
}

static void forms_with_colours_and_alpha(void **state)
{
    (void)state;
    const Image image = picture_make(false, false);
    static const Variant forms[] = {{PNG_COLOR_TYPE_RGB_ALPHA, 8, false},
                                    {PNG_COLOR_TYPE_RGB_ALPHA, 16, false},
                                    {PNG_COLOR_TYPE_PALETTE, 8, false}};
    all_alike(&image, forms, COUNT_OF(forms));
}

static void forms_without_alpha(void **state)
{
    (void)state;
    const Image image = picture_make(false, true);
    static const Variant forms[] = {{PNG_COLOR_TYPE_RGB_ALPHA, 8, false},
                                    {PNG_COLOR_TYPE_RGB, 8, false},
                                    {PNG_COLOR_TYPE_RGB, 16, false},
                                    {PNG_COLOR_TYPE_PALETTE, 8, false}};
    all_alike(&image, forms, COUNT_OF(forms));
}

static void forms_of_grey(void **state)
{
    (void)state;
    const Image clear = picture_make(true, false), opaque = picture_make(true, true);
    static const Variant forms[] = {
        {PNG_COLOR_TYPE_RGB_ALPHA, 8, false},   {PNG_COLOR_TYPE_GRAY_ALPHA, 8, false},
        {PNG_COLOR_TYPE_GRAY_ALPHA, 16, false}, {PNG_COLOR_TYPE_PALETTE, 8, false},
        {PNG_COLOR_TYPE_GRAY, 8, false},        {PNG_COLOR_TYPE_GRAY, 16, false}};
    all_alike(&clear, forms, 4);
    all_alike(&opaque, forms, COUNT_OF(forms));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(forms_with_colours_and_alpha, shared_kit_start,
                                        shared_kit_end),
        cmocka_unit_test_setup_teardown(forms_without_alpha, shared_kit_start, shared_kit_end),
        cmocka_unit_test_setup_teardown(forms_of_grey, shared_kit_start, shared_kit_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
