/* PNG reading and writing against libpng, on generated sprite sheets and atlases.
 * Prints `name ours_ms peer_ms` a row: medians of five interleaved runs. */
#include "kit.h"

#include "base/image/png_write.h"

#include <png.h>

/* One body part: a shaded ellipse with a soft rim, in a ramp of few colours or many. */
static void ellipse_draw(const Image *image, int cx, int cy, int rx, int ry, Pixel base,
                         unsigned ramp)
{
    for (int y = -ry; y <= ry; y++)
        for (int x = -rx; x <= rx; x++) {
            const int px = cx + x, py = cy + y;
            const int far = 256 * x * x / (rx * rx) + 256 * y * y / (ry * ry);
            if (far > 256 || px < 0 || py < 0 || px >= (int)image->w || py >= (int)image->h)
                continue;
            const unsigned light =
                (unsigned)(256 - far / 2 - (x + y) * 40 / (rx + ry)) / ramp * ramp;
            const unsigned shade = light > 255 ? 255 : light;
            const unsigned noise = ramp == 1 ? next_random(4) : 0;
            const unsigned alpha = far > 236 ? 255 - (unsigned)(far - 236) * 6 : 255;
            *image_at(image, (uint32_t)px, (uint32_t)py) =
                PIXEL(PIXEL_R(base) * shade / 256 + noise, PIXEL_G(base) * shade / 256 + noise,
                      PIXEL_B(base) * shade / 256, alpha);
        }
}

/* Figures on a grid of cells; the frames of a row differ a little, as animations do. */
static Image sheet_make(uint32_t w, uint32_t h, uint32_t cell, unsigned ramp, Pixel back,
                        Arena *arena)
{
    const Image image = image_new(w, h, arena);
    for (size_t i = 0; i < (size_t)w * h; i++)
        image.pixels[i] = back;
    for (uint32_t y = 0; y + cell <= h; y += cell) {
        Pixel colours[6];
        int spots[6][4];
        for (int i = 0; i < 6; i++) {
            colours[i] =
                PIXEL(40 + next_random(200), 40 + next_random(200), next_random(220), 0);
            for (int k = 0; k < 4; k++)
                spots[i][k] = (int)next_random(cell / 3);
        }
        for (uint32_t x = 0; x + cell <= w; x += cell) {
            const Image part = image_part(&image, x, y, cell, cell);
            for (int i = 0; i < 6; i++)
                ellipse_draw(&part, (int)cell / 3 + spots[i][0] + (int)next_random(3),
                             (int)cell / 3 + spots[i][1], 3 + spots[i][2] / 2 + (int)cell / 16,
                             3 + spots[i][3] / 2 + (int)cell / 16, colours[i], ramp);
        }
    }
    return image;
}

typedef struct Sink {
    uint8_t *data;
    size_t size, room;
} Sink;

static void sink_write(png_structp png, png_bytep data, size_t size)
{
    Sink *sink = png_get_io_ptr(png);
    if (sink->size + size > sink->room) {
        sink->room = (sink->size + size) * 2;
        sink->data = realloc(sink->data, sink->room);
        if (!sink->data)
            abort();
    }
    memcpy(sink->data + sink->size, data, size);
    sink->size += size;
}

/* As a plain program would write it: RGBA, or RGB if opaque, all settings default. */
static void peer_write(const Image *image, bool alpha, Sink *sink)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, sink, sink_write, NULL);
    png_set_IHDR(png, info, image->w, image->h, 8,
                 alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (!alpha)
        png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < image->h; y++)
        png_write_row(png, (png_bytep)image_at(image, 0, y));
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
}

static void source_read(png_structp png, png_bytep out, size_t size)
{
    Bytes *left = png_get_io_ptr(png);
    memcpy(out, left->data, size);
    *left = bytes_slice(*left, size, left->size - size);
}

static void peer_read(Bytes file)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &file, source_read);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
    const size_t h = png_get_image_height(png, info), size = png_get_rowbytes(png, info);
    uint8_t *pixels = malloc(h * size);
    png_bytepp rows = malloc(h * sizeof *rows);
    for (size_t y = 0; y < h; y++)
        rows[y] = pixels + y * size;
    png_read_image(png, rows);
    png_read_end(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    free(rows);
    free(pixels);
}

static void row_print(const char *name, double *ours, double *peer, const char *note)
{
    printf("%s %.3f %.3f%s\n", name, median(ours, RUNS), median(peer, RUNS), note);
}

static void read_measure(const char *name, Bytes file)
{
    double ours[RUNS], peer[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double start = clock_ms(CLOCK_MONOTONIC);
        Arena *arena = arena_new();
        Report report = report_to(NULL, NULL);
        Image out;
        if (!png_read(file, &out, NULL, arena, &report))
            abort();
        arena_free(arena);
        ours[i] = clock_ms(CLOCK_MONOTONIC) - start;
        start = clock_ms(CLOCK_MONOTONIC);
        peer_read(file);
        peer[i] = clock_ms(CLOCK_MONOTONIC) - start;
    }
    row_print(name, ours, peer, "");
}

/* Writes both ways, then reads what libpng wrote. */
static void image_measure(const char *name, const Image *image, bool alpha)
{
    double ours[RUNS], peer[RUNS];
    size_t size = 0;
    Sink sink = {0};
    for (int i = 0; i < RUNS; i++) {
        double start = clock_ms(CLOCK_MONOTONIC);
        Arena *arena = arena_new();
        size = png_write(image, NULL, arena).size;
        arena_free(arena);
        ours[i] = clock_ms(CLOCK_MONOTONIC) - start;
        start = clock_ms(CLOCK_MONOTONIC);
        sink.size = 0;
        peer_write(image, alpha, &sink);
        peer[i] = clock_ms(CLOCK_MONOTONIC) - start;
    }
    char row[64], note[64];
    snprintf(row, sizeof row, "png-encode-%s", name);
    snprintf(note, sizeof note, " size %zu %zu", size, sink.size);
    row_print(row, ours, peer, note);
    snprintf(row, sizeof row, "png-decode-%s", name);
    read_measure(row, (Bytes){sink.data, sink.size});
    Arena *arena = arena_new();
    snprintf(row, sizeof row, "png-decode-%s-ours", name);
    read_measure(row, png_write(image, NULL, arena));
    arena_free(arena);
    free(sink.data);
}

int main(void)
{
    Arena *arena = arena_new();
    const Image atlas = sheet_make(2048, 2048, 64, 1, 0, arena);
    const Image sheet = sheet_make(512, 512, 32, 8, 0, arena);
    const Image opaque = sheet_make(1024, 1024, 48, 1, PIXEL(90, 120, 60, 255), arena);
    for (size_t i = 0; i < (size_t)opaque.w * opaque.h; i++)
        opaque.pixels[i] |= 0xFF000000;
    Image few = sheet_make(1024, 1024, 32, 1, 0, arena);
    for (size_t i = 0; i < (size_t)few.w * few.h; i++)
        few.pixels[i] =
            PIXEL_A(few.pixels[i]) > 127 ? (few.pixels[i] & 0xC0C0C0) | 0xFF000000 : 0;
    image_measure("atlas", &atlas, true);
    image_measure("sheet", &sheet, true);
    image_measure("opaque", &opaque, false);
    image_measure("palette", &few, true);
    arena_free(arena);
    return 0;
}
