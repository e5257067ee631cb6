/* Textures: `decode` against copying the pixels, a row for each pixel format: `name ours_ms
 * copy_ms`, medians of five interleaved runs. `make FOLDER` writes the pictures for the
 * encoder's row. `psnr A.png B.png` prints decibels over red, green and blue; `psnr A.png
 * B.mmp` and B.dds (DXT1, a flat one) do so for what the textures hold. */
#include "kit.h"

#include "evil_islands/textures/textures.h"
#include "base/image/png_write.h"

#include <malloc.h>
#include <math.h>

enum { SIDE = 2048, PICTURE_SIDE = 512 };

/* ---- pictures ---- */

/* Value noise: a grid of chance, mixed smoothly, 16.16. */
static unsigned noise(uint32_t x, uint32_t y, uint32_t cell, uint32_t seed)
{
    unsigned corners[4];
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t v = (x / cell + i % 2) * 374761393u + (y / cell + i / 2) * 668265263u + seed;
        v = (v ^ (v >> 13)) * 1274126177u;
        corners[i] = (v ^ (v >> 16)) & 255;
    }
    const unsigned fx = x % cell, fy = y % cell;
    const unsigned top = corners[0] * (cell - fx) + corners[1] * fx;
    const unsigned bottom = corners[2] * (cell - fx) + corners[3] * fx;
    return (top * (cell - fy) + bottom * fy) / (cell * cell);
}

/* Grass: smooth hues and fine grain. Stones: patches with sharp edges. */
static Image picture_make(bool stones, uint32_t side, Arena *arena)
{
    const Image image = image_new(side, side, arena);
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const unsigned slow = noise(x, y, 64, 1), mid = noise(x, y, 16, 2),
                           fine = noise(x, y, 4, 3), hue = noise(x, y, 128, 4);
            const unsigned light = (2 * slow + mid + fine) / 4;
            *image_at(&image, x, y) =
                stones
                    ? PIXEL((mid > 128 ? 200 : 70) * (128 + fine / 2) / 255,
                            (mid > 128 ? 180 : 75) * (128 + slow / 2) / 255,
                            (slow > 140 ? 160 : 60) * (128 + fine / 2) / 255, 255)
                    : PIXEL((light + hue) / 3, (light * 2 + 100) / 3, hue * light / 400, 255);
        }
    return image;
}

/* ---- decode ---- */

static void decode_measure(MmpKind kind, const Image *image)
{
    double ours[RUNS], copy[RUNS];
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const size_t count = (size_t)image->w * image->h;
    Bytes file;
    if (!mmp_of_pictures(kind, image, 1, MMP_ROWS_USUAL, &file, arena, &report))
        abort();
    for (int i = 0; i < RUNS; i++) {
        Image out;
        Mmp mmp;
        Arena *one = arena_new();
        double start = clock_ms(CLOCK_MONOTONIC);
        if (!mmp_read(file, &mmp, one, &report) ||
            !mmp_picture(&mmp, 0, MMP_ROWS_USUAL, &out, one, &report))
            abort();
        ours[i] = clock_ms(CLOCK_MONOTONIC) - start;
        arena_free(one);
        one = arena_new();
        start = clock_ms(CLOCK_MONOTONIC);
        Pixel *pixels = arena_alloc_raw(one, count, sizeof *pixels);
        memcpy(pixels, image->pixels, count * sizeof *pixels);
        if (pixels[count / 2] != image->pixels[count / 2])
            abort();
        copy[i] = clock_ms(CLOCK_MONOTONIC) - start;
        arena_free(one);
    }
    printf("%s %.3f %.3f\n", mmp_kinds[kind].word, median(ours, RUNS), median(copy, RUNS));
    arena_free(arena);
}

static void decode_all(void)
{
    Arena *arena = arena_new();
    const Image image = picture_make(false, SIDE, arena);
    for (uint32_t y = 0; y < SIDE; y++) /* something for PNT3 to pack */
        for (uint32_t x = 0; x < SIDE; x++)
            if (x % 256 < 64 && y % 256 < 128)
                *image_at(&image, x, y) = 0;
    for (MmpKind kind = MMP_DXT1; kind < MMP_KIND_COUNT; kind++)
        decode_measure(kind, &image);
    arena_free(arena);
}

/* ---- quality ---- */

static Bytes load(const char *path, Arena *arena)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        perror(path);
        exit(1);
    }
    const size_t size = (size_t)ftell(file);
    uint8_t *data = arena_alloc_raw(arena, size, 1);
    rewind(file);
    if (fread(data, 1, size, file) != size)
        exit(1);
    fclose(file);
    return (Bytes){data, size};
}

static Image picture_load(const char *path, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    const Bytes file = load(path, arena);
    Image image;
    Mmp mmp;
    if (file.size > 128 && !memcmp(file.data, "DDS ", 4)) {
        ConversionJob job = {.input = file};
        if (!dds_to_mmp(&job, arena, &report) || !mmp_read(job.output, &mmp, arena, &report) ||
            !mmp_picture(&mmp, 0, MMP_ROWS_TOP_DOWN, &image, arena, &report))
            exit(1);
    } else if (mmp_is(file)) {
        if (!mmp_read(file, &mmp, arena, &report) ||
            !mmp_picture(&mmp, 0, MMP_ROWS_USUAL, &image, arena, &report))
            exit(1);
    } else if (!png_read(file, &image, NULL, arena, &report)) {
        exit(1);
    }
    return image;
}

static void psnr_print(const char *first, const char *second)
{
    Arena *arena = arena_new();
    const Image a = picture_load(first, arena), b = picture_load(second, arena);
    double sum = 0;
    if (a.w != b.w || a.h != b.h)
        exit(1);
    for (uint32_t y = 0; y < a.h; y++)
        for (uint32_t x = 0; x < a.w; x++)
            for (int shift = 0; shift < 24; shift += 8) {
                const int off = (int)(*image_at(&a, x, y) >> shift & 255) -
                                (int)(*image_at(&b, x, y) >> shift & 255);
                sum += off * off;
            }
    printf("psnr %.3f\n", 10 * log10(255.0 * 255.0 / (sum / (3.0 * a.w * a.h))));
    arena_free(arena);
}

int main(int count, char **arguments)
{
    if (count == 3 && !strcmp(arguments[1], "make")) {
        Arena *arena = arena_new();
        for (int stones = 0; stones < 2; stones++) {
            const Image image = picture_make(stones, PICTURE_SIDE, arena);
            file_save(arguments[2], stones ? "stones.png" : "grass.png",
                      png_write(&image, NULL, arena));
        }
        arena_free(arena);
    } else if (count == 4 && !strcmp(arguments[1], "psnr")) {
        psnr_print(arguments[2], arguments[3]);
    } else {
        /* Both sides take new memory in each run, not by chance what the other has left. */
        mallopt(M_MMAP_THRESHOLD, 1 << 20);
        decode_all();
    }
    return 0;
}
