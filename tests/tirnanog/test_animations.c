/* Animated GIF and WebP files, written with their own libraries, as sprites of a project. */
#include "lib/shared_kit.h"

#include "base/path.h"
#include "tirnanog/convert/picture_conversions.h"
#include "base/image/picture.h"
#include "base/image/picture_frames.h"
#include "base/image/png.h"

#include <gif_lib.h>
#include <webp/encode.h>
#include <webp/mux.h>

enum {
    NONE_ = 0,
    RED = 0xFF0000FF,
    GREEN = 0xFF00FF00,
    BLUE = 0xFFFF0000,
    W = 4,
    H = 2,
    LOOP_NONE = -1,
};

static ConversionJob job;

/* ---- writing ---- */

typedef struct Part {
    int x, y, w, h, colour, delay /* 1/100 s */, disposal;
} Part;

static int gif_write(GifFileType *gif, const GifByteType *bytes, int size)
{
    write_bytes(gif->UserData, (Bytes){bytes, (size_t)size});
    return size;
}

static void gif_put_part(GifFileType *gif, const Part *part)
{
    GifByteType block[4], row[W] = {0};
    const GraphicsControlBlock control = {
        .DisposalMode = part->disposal, .DelayTime = part->delay, .TransparentColor = 0};
    EGifGCBToExtension(&control, block);
    EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof block, block);
    EGifPutImageDesc(gif, part->x, part->y, part->w, part->h, false, NULL);
    memset(row, part->colour, sizeof row);
    for (int y = 0; y < part->h; y++)
        EGifPutLine(gif, row, part->w);
}

/* `repeats`: of Netscape's extension, 0 endlessly, or LOOP_NONE. */
static Bytes gif_of(const Part *parts, size_t count, int repeats)
{
    static const GifColorType colours[] = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
    Writer out = writer_to(arena);
    int code;
    GifFileType *gif = EGifOpen(&out, gif_write, &code);
    ColorMapObject *map = GifMakeMapObject(4, colours);
    EGifSetGifVersion(gif, true);
    EGifPutScreenDesc(gif, W, H, 2, 0, map);
    if (repeats != LOOP_NONE) {
        const GifByteType more[] = {1, (GifByteType)repeats, (GifByteType)(repeats >> 8)};
        EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE);
        EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0");
        EGifPutExtensionBlock(gif, sizeof more, more);
        EGifPutExtensionTrailer(gif);
    }
    for (size_t i = 0; i < count; i++)
        gif_put_part(gif, &parts[i]);
    EGifCloseFile(gif, &code);
    GifFreeMapObject(map);
    return writer_bytes(&out);
}

static Bytes webp_of(const uint32_t *colours, const int *durations, size_t count)
{
    WebPAnimEncoderOptions options;
    WebPConfig config;
    WebPData data;
    int at = 0;
    assert_true(WebPAnimEncoderOptionsInit(&options) && WebPConfigInit(&config));
    config.lossless = config.exact = 1;
    WebPAnimEncoder *encoder = WebPAnimEncoderNew(W, H, &options);
    for (size_t i = 0; i < count; i++) {
        const Image image = image_new(W, H, arena);
        WebPPicture picture;
        for (size_t k = 0; k < W * H; k++)
            image.pixels[k] = colours[i];
        *image_at(&image, (uint32_t)i, 0) = NONE_;
        WebPPictureInit(&picture);
        picture.use_argb = 1;
        picture.width = W;
        picture.height = H;
        WebPPictureImportRGBA(&picture, (const uint8_t *)image.pixels, W * 4);
        assert_true(WebPAnimEncoderAdd(encoder, &picture, at, &config));
        WebPPictureFree(&picture);
        at += durations[i];
    }
    WebPAnimEncoderAdd(encoder, NULL, at, NULL);
    assert_true(WebPAnimEncoderAssemble(encoder, &data));
    const Bytes copy = arena_copy(arena, (Bytes){data.bytes, data.size});
    WebPDataClear(&data);
    WebPAnimEncoderDelete(encoder);
    return copy;
}

/* ---- checking ---- */

static bool convert(const char *path, Bytes file)
{
    kit_clear(kit);
    job = (ConversionJob){.path = text_of(path), .input = file};
    const Conversion *row = conversion_find(path_suffix(job.path).at, "", &job);
    assert_ptr_equal(row->run, animation_to_sprites);
    return conversion_run(row, &job, arena, &kit->report);
}

/* A strip with these frames: W x H pixels each. */
static void must_become(const char *path, Bytes file, const char *sprite,
                        const Pixel (*frames)[W * H], size_t count)
{
    Image strip;
    if (!convert(path, file))
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(job.files_out.count, 1);
    if (!text_is(job.files_out.items[0].path, sprite))
        fail_msg("%s", job.files_out.items[0].path.at);
    assert_true(png_read(job.files_out.items[0].bytes, &strip, NULL, arena, &kit->report));
    assert_int_equal(strip.w, count * W);
    assert_int_equal(strip.h, H);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < W * H; k++) {
            const Pixel pixel = *image_at(&strip, (uint32_t)i * W + k % W, k / W);
            if (pixel != frames[i][k])
                fail_msg("frame %zu, pixel %u: %08x, expected %08x", i, k, pixel, frames[i][k]);
        }
}

#define R RED
#define G GREEN
#define B BLUE
#define N NONE_

static const Part parts[] = {{0, 0, W, H, 1, 12, DISPOSE_DO_NOT},
                             {1, 0, 2, 1, 2, 12, DISPOSE_BACKGROUND},
                             {3, 1, 1, 1, 3, 25, DISPOSE_PREVIOUS},
                             {0, 0, 1, 1, 0, 12, DISPOSE_DO_NOT}}; /* transparent */

/* By the rules of GIF89a: what a frame leaves is its own pixels, nothing, or what was before.
 */
static const Pixel shown[][W * H] = {{R, R, R, R, R, R, R, R},
                                     {R, G, G, R, R, R, R, R},
                                     {R, N, N, R, R, R, R, B},
                                     {R, N, N, R, R, R, R, B}, /* 1/4 s */
                                     {R, N, N, R, R, R, R, R}};

static void gif_becomes_a_strip_of_what_is_shown(void **state)
{
    (void)state;
    must_become("art/fire.gif", gif_of(parts, 4, 0), "chars/fire_sol4.png", shown, 5);
    must_become("Walk Left.gif", gif_of(parts, 4, LOOP_NONE), "chars/walk_weo4.png", shown, 5);
}

static void gif_that_plays_twice_is_written_out(void **state)
{
    (void)state;
    Pixel twice[10][W * H];
    memcpy(twice, shown, sizeof shown);
    memcpy(twice + 5, shown, sizeof shown);
    must_become("fire.gif", gif_of(parts, 4, 1), "chars/fire_soo9.png", (void *)twice, 10);
}

static void webp_becomes_a_strip_of_its_frames(void **state)
{
    static const uint32_t colours[] = {RED, GREEN, BLUE};
    static const int durations[] = {125, 125, 250}, even[] = {80, 80, 80};
    static const Pixel frames[][W * H] = {{N, R, R, R, R, R, R, R},
                                          {G, N, G, G, G, G, G, G},
                                          {B, B, N, B, B, B, B, B},
                                          {B, B, N, B, B, B, B, B}};
    (void)state;
    must_become("fire.webp", webp_of(colours, durations, 3), "chars/fire_sol3.png", frames, 4);
    must_become("fire.webp", webp_of(colours, even, 3), "chars/fire_sol2.png", frames, 3);
}

static void animations_as_one_image_are_their_first_frame(void **state)
{
    static const uint32_t colours[] = {RED, GREEN};
    static const int durations[] = {125, 125};
    const Bytes files[] = {gif_of(parts, 4, 0), webp_of(colours, durations, 2)};
    static const char *const names[] = {"a.gif", "a.webp"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        Image image;
        kit_clear(kit);
        assert_true(picture_read(text_of(names[i]), files[i], &image, arena, &kit->report));
        assert_int_equal(*image_at(&image, 3, 1), RED);
        assert_non_null(
            strstr(kit_message(kit, 0), "is animated; only its first image is read"));
    }
}

static void long_animations_are_refused(void **state)
{
    Part many[40];
    for (size_t i = 0; i < COUNT_OF(many); i++)
        many[i] = (Part){0, 0, W, H, 1 + (int)i % 3, 12, 1};
    (void)state;
    assert_false(convert("a.gif", gif_of(many, 40, 0)));
    assert_non_null(strstr(kit_message(kit, 0), "it has 40 frames; a sprite has at most 32"));
    many[0].delay = 500;
    assert_false(convert("a.gif", gif_of(many, 8, 0)));
    assert_non_null(strstr(kit_message(kit, 0), "it needs more than 32 frames of 1/8 s"));
}

/* A copy that ends anywhere is reported in one sentence, or is what came before. */
static void damaged_animations_are_reported(void **state)
{
    static const uint32_t colours[] = {RED, GREEN, BLUE};
    static const int durations[] = {125, 125, 250};
    const Bytes files[] = {gif_of(parts, 4, 0), webp_of(colours, durations, 3)};
    static const char *const suffixes[] = {"gif", "webp"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++)
        for (size_t size = 1; size < files[i].size; size++) {
            PictureFrames frames;
            const Bytes part = arena_copy(arena, bytes_slice(files[i], 0, size));
            kit_clear(kit);
            picture_is_animated(text_of(suffixes[i]), part);
            if (!picture_frames_read(text_of(suffixes[i]), part, &frames, arena, &kit->report))
                assert_int_equal(kit->report.errors, 1);
            else if (size < files[i].size - 1) /* the last byte of a GIF says nothing */
                assert_int_equal(kit->messages.count, 1);
        }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gif_becomes_a_strip_of_what_is_shown),
        TEST(gif_that_plays_twice_is_written_out),
        TEST(webp_becomes_a_strip_of_its_frames),
        TEST(animations_as_one_image_are_their_first_frame),
        TEST(long_animations_are_refused),
        TEST(damaged_animations_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
