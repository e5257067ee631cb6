#include "picture_kit.h"

#include "aseprite_kit.h"
#include "base/image/png_write.h"
#include "kit.h"
#include "xcf_kit.h"

#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <webp/encode.h>

static int gif_put(GifFileType *gif, const GifByteType *bytes, int size)
{
    write_bytes(gif->UserData, (Bytes){bytes, (size_t)size});
    return size;
}

/* At most 7 colours; index 0 is transparent. */
static uint8_t index_of(const Image *image, uint32_t x, uint32_t y, GifColorType *colours,
                        int *count)
{
    const Pixel pixel = *image_at(image, x, y);
    const GifColorType colour = {(GifByteType)PIXEL_R(pixel), (GifByteType)PIXEL_G(pixel),
                                 (GifByteType)PIXEL_B(pixel)};
    if (!PIXEL_A(pixel))
        return 0;
    for (int i = 1; i < *count; i++)
        if (!memcmp(&colours[i], &colour, sizeof colour))
            return (uint8_t)i;
    assert_in_range(*count, 1, 7);
    colours[*count] = colour;
    return (uint8_t)(*count)++;
}

Bytes gif_file(const Image *image, bool interlaced, int images, Arena *arena)
{
    static const int start[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    Writer out = writer_to(arena);
    GifColorType colours[8] = {0};
    int count = 1, code;
    const int w = (int)image->w, h = (int)image->h;
    GifFileType *gif = EGifOpen(&out, gif_put, &code);
    assert_non_null(gif);
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++)
            index_of(image, x, y, colours, &count);
    EGifSetGifVersion(gif, true);
    ColorMapObject *map = GifMakeMapObject(8, colours);
    assert_int_equal(EGifPutScreenDesc(gif, w, h, 3, 0, map), GIF_OK);
    for (int n = 0; n < images; n++) {
        const GifByteType control[] = {1, 0, 0, 0};
        assert_int_equal(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, control), GIF_OK);
        assert_int_equal(EGifPutImageDesc(gif, 0, 0, w, h, interlaced, NULL), GIF_OK);
        uint8_t *row = ARENA_ALLOC(arena, uint8_t, image->w);
        for (int pass = interlaced ? 0 : 3; pass < 4; pass++)
            for (int y = interlaced ? start[pass] : 0; y < h;
                 y += interlaced ? step[pass] : 1) {
                for (int x = 0; x < w; x++)
                    row[x] = index_of(image, (uint32_t)x, (uint32_t)y, colours, &count);
                assert_int_equal(EGifPutLine(gif, row, w), GIF_OK);
            }
    }
    GifFreeMapObject(map);
    assert_int_equal(EGifCloseFile(gif, &code), GIF_OK);
    return writer_bytes(&out);
}

Bytes jpeg_file(const Image *image, int quality, bool progressive, Arena *arena)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = image->w;
    jpeg.image_height = image->h;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    if (progressive)
        jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = (JSAMPROW)image_at(image, 0, jpeg.next_scanline);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    const Bytes copy = arena_copy(arena, (Bytes){bytes, size});
    free(bytes);
    return copy;
}

/* 32 bits with masks for all colours and alpha, as GIMP writes it. */
Bytes bmp_file(const Image *image, bool from_top, Arena *arena)
{
    Writer out = writer_to(arena);
    const uint32_t size = image->w * image->h * 4;
    write_text(&out, TEXT("BM"));
    write_u32(&out, 122 + size);
    write_u32(&out, 0);
    write_u32(&out, 122);
    write_u32(&out, 108);
    write_u32(&out, image->w);
    write_u32(&out, from_top ? 0 - image->h : image->h);
    write_u16(&out, 1);
    write_u16(&out, 32);
    write_u32(&out, 3);
    write_u32(&out, size);
    write_zeros(&out, 16);
    write_u32(&out, 0xFF0000);
    write_u32(&out, 0xFF00);
    write_u32(&out, 0xFF);
    write_u32(&out, 0xFF000000);
    write_zeros(&out, 52);
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++) {
            const Pixel pixel = *image_at(image, x, from_top ? y : image->h - 1 - y);
            write_u32(&out, PIXEL_A(pixel) << 24 | PIXEL_R(pixel) << 16 | PIXEL_G(pixel) << 8 |
                                PIXEL_B(pixel));
        }
    return writer_bytes(&out);
}

static Pixel tga_pixel(const Image *image, unsigned origin, size_t i)
{
    const uint32_t x = (uint32_t)(i % image->w), y = (uint32_t)(i / image->w);
    return *image_at(image, origin & 1 ? image->w - 1 - x : x,
                     origin & 2 ? y : image->h - 1 - y);
}

Bytes tga_file(const Image *image, bool rle, unsigned origin, Arena *arena)
{
    Writer out = writer_to(arena);
    write_u8(&out, 3);
    write_u8(&out, 0);
    write_u8(&out, rle ? 10 : 2);
    write_zeros(&out, 9);
    write_u16(&out, (uint16_t)image->w);
    write_u16(&out, (uint16_t)image->h);
    write_u8(&out, 32);
    write_u8(&out, (uint8_t)(8 | origin << 4));
    write_text(&out, TEXT("id!"));
    const size_t count = (size_t)image->w * image->h;
    for (size_t i = 0; i < count;) {
        const Pixel pixel = tga_pixel(image, origin, i);
        size_t run = 1;
        while (rle && i + run < count && run < 128 &&
               tga_pixel(image, origin, i + run) == pixel)
            run++;
        if (rle)
            write_u8(&out, (uint8_t)(run > 1 ? 128 + run - 1 : 0));
        write_u32(&out, PIXEL_A(pixel) << 24 | PIXEL_R(pixel) << 16 | PIXEL_G(pixel) << 8 |
                            PIXEL_B(pixel));
        i += run;
    }
    return writer_bytes(&out);
}

static Bytes webp_file(const Image *image, Arena *arena)
{
    uint8_t *bytes = NULL;
    const size_t size = WebPEncodeLosslessRGBA((const uint8_t *)image->pixels, (int)image->w,
                                               (int)image->h, (int)image->w * 4, &bytes);
    const Bytes copy = arena_copy(arena, (Bytes){bytes, size});
    WebPFree(bytes);
    return copy;
}

static Bytes xcf_of(const Image *image, Arena *arena)
{
    const size_t count = (size_t)image->w * image->h * 4;
    uint16_t *samples = ARENA_ALLOC(arena, uint16_t, count);
    for (size_t i = 0; i < count; i++)
        samples[i] = ((const uint8_t *)image->pixels)[i];
    const XcfLayerModel layer = {.w = image->w,
                                 .h = image->h,
                                 .alpha = true,
                                 .opacity = 255,
                                 .mode = 28,
                                 .samples = samples,
                                 .sample_count = count};
    return xcf_file(&(XcfModel){.version = 11,
                                .precision = 150,
                                .w = image->w,
                                .h = image->h,
                                .compression = 1,
                                .layers = &layer,
                                .layer_count = 1},
                    arena);
}

static Bytes aseprite_of(const Image *image, Arena *arena)
{
    const uint16_t w = (uint16_t)image->w, h = (uint16_t)image->h;
    AsepriteOut out = aseprite_begin(
        &(AsepriteModel){.frames = 1, .w = w, .h = h, .bits = 32, .flags = 1}, arena);
    aseprite_frame_begin(&out, 100);
    aseprite_put_layer(&out, &(AsepriteLayerModel){.name = "one"});
    aseprite_put_cel(
        &out, &(AsepriteCelModel){.w = w,
                                  .h = h,
                                  .pixels = {(const uint8_t *)image->pixels,
                                             (size_t)image->w * image->h * sizeof(Pixel)}});
    aseprite_frame_end(&out);
    return aseprite_end(&out);
}

Bytes picture_file(const char *name, const Image *image, Arena *arena)
{
    if (!strcmp(name, "png"))
        return png_write(image, NULL, arena);
    if (!strcmp(name, "xcf"))
        return xcf_of(image, arena);
    if (!strcmp(name, "aseprite"))
        return aseprite_of(image, arena);
    if (!strcmp(name, "webp"))
        return webp_file(image, arena);
    if (!strcmp(name, "tga"))
        return tga_file(image, true, 2, arena);
    if (!strcmp(name, "bmp"))
        return bmp_file(image, false, arena);
    if (!strcmp(name, "gif"))
        return gif_file(image, false, 1, arena);
    assert_string_equal(name, "jpeg");
    return jpeg_file(image, 95, false, arena);
}
