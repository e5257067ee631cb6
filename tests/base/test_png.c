#include "base/image/png_write.h"

#include "base/deflate.h"
#include "base/stream.h"
#include "lib/memory_kit.h"
#include "lib/png_files.h"

typedef struct Kind {
    int colour_type, bits, filters;
    bool interlaced, key; /* key: with a tRNS chunk */
    uint32_t w, h;
} Kind;

static void memory_write(png_structp png, png_bytep data, size_t size)
{
    write_bytes(png_get_io_ptr(png), (Bytes){data, size});
}

static void transparency_set(png_structp png, png_infop info, const Kind *kind)
{
    png_byte alphas[256];
    for (int i = 0; i < 256; i++)
        alphas[i] = (png_byte)(i * 37);
    const unsigned mask = (1u << kind->bits) - 1;
    const png_color_16 key = {.red = (png_uint_16)(200 & mask),
                              .green = (png_uint_16)(100 & mask),
                              .blue = (png_uint_16)(50 & mask),
                              .gray = (png_uint_16)(77 & mask)};
    png_set_tRNS(png, info, alphas, 1 << (kind->bits > 4 ? 4 : kind->bits), &key);
}

/* A row of samples that are smooth in places, so that every filter gets chosen. */
static void row_fill(uint8_t *row, size_t size, uint32_t y, const Kind *kind)
{
    static const uint8_t key[] = {200, 100, 50};
    for (size_t i = 0; i < size; i++) {
        row[i] = (uint8_t)(y % 7 < 3 ? next_random(256) : i * (y % 5) + y * 3 + next_random(4));
        if (kind->colour_type == PNG_COLOR_TYPE_RGB && kind->bits == 8 && y % 4 == 0)
            row[i] = key[i % 3];
    }
}

/* A file written by libpng. */
static Bytes file_make(const Kind *kind)
{
    Writer writer = writer_to(arena);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &writer, memory_write, NULL);
    png_set_IHDR(png, info, kind->w, kind->h, kind->bits, kind->colour_type,
                 kind->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_filter(png, 0, kind->filters);
    png_set_compression_buffer_size(png, 300); /* several IDAT chunks */
    if (kind->colour_type == PNG_COLOR_TYPE_PALETTE) {
        png_color palette[256];
        for (int i = 0; i < 256; i++)
            palette[i] =
                (png_color){(png_byte)(i * 5), (png_byte)(i * 11), (png_byte)(255 - i)};
        png_set_PLTE(png, info, palette, 1 << kind->bits);
    }
    if (kind->key)
        transparency_set(png, info, kind);
    png_write_info(png, info);
    const size_t size = png_get_rowbytes(png, info);
    png_bytepp rows = ARENA_ALLOC(arena, png_bytep, kind->h);
    for (uint32_t y = 0; y < kind->h; y++) {
        rows[y] = ARENA_ALLOC(arena, uint8_t, size);
        row_fill(rows[y], size, y, kind);
    }
    png_write_image(png, rows);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return writer_bytes(&writer);
}

static void refused(Bytes file, const char *wanted)
{
    Image image;
    assert_false(read_file(file, &image, NULL));
    assert_int_equal(kit->messages.count, 1);
    if (wanted && !strstr(kit->messages.items[0].text.at, wanted))
        fail_msg("\"%s\" does not say \"%s\"", kit->messages.items[0].text.at, wanted);
}

static const struct {
    int colour_type, bits;
} all_types[] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                 {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};

static void every_kind_decodes_like_libpng(void **unused)
{
    (void)unused;
    static const int filters[] = {PNG_FILTER_NONE, PNG_FILTER_SUB,   PNG_FILTER_UP,
                                  PNG_FILTER_AVG,  PNG_FILTER_PAETH, PNG_ALL_FILTERS};
    static const uint32_t sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 3}, {7, 5}, {33, 40}};
    for (size_t t = 0; t < COUNT_OF(all_types); t++)
        for (size_t s = 0; s < COUNT_OF(sizes); s++)
            for (size_t f = 0; f < COUNT_OF(filters); f++)
                for (int way = 0; way < 4; way++) {
                    const Kind kind = {.colour_type = all_types[t].colour_type,
                                       .bits = all_types[t].bits,
                                       .filters = filters[f],
                                       .interlaced = way & 1,
                                       .key = (way & 2) && !(all_types[t].colour_type & 4),
                                       .w = sizes[s][0],
                                       .h = sizes[s][1]};
                    const Bytes file = file_make(&kind);
                    const Image wanted = library_reads(file), image = png_read_good(file);
                    pixels_equal(&image, &wanted);
                }
}

static void the_size_is_read_from_the_header_alone(void **unused)
{
    (void)unused;
    const Image image = random_image(31, 17, 9, true);
    const Bytes file = png_write(&image, NULL, arena);
    uint32_t w, h;
    Report report = report_to(NULL, NULL);
    assert_true(png_size(bytes_slice(file, 0, 33), &w, &h, &report));
    assert_int_equal(w, 31);
    assert_int_equal(h, 17);
    assert_false(png_size(bytes_slice(file, 0, 32), &w, &h, &report));
    assert_int_equal(report.errors, 1);
}

static void every_changed_byte_and_every_cut_is_rejected(void **unused)
{
    (void)unused;
    static const Kind kinds[] = {
        {.colour_type = 6, .bits = 8, .filters = PNG_ALL_FILTERS, .w = 9, .h = 9},
        {.colour_type = 3, .bits = 4, .filters = PNG_FILTER_UP, .key = true, .w = 9, .h = 9},
        {.colour_type = 2, .bits = 16, .filters = PNG_ALL_FILTERS, .w = 9, .h = 9},
        {.colour_type = 0,
         .bits = 8,
         .filters = PNG_ALL_FILTERS,
         .interlaced = true,
         .w = 9,
         .h = 9},
    };
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const Bytes file = file_make(&kinds[k]);
        uint8_t *copy = (uint8_t *)arena_copy(arena, file).data;
        for (size_t i = 0; i < file.size; i++) {
            copy[i] ^= (uint8_t)(1u << next_random(8));
            refused((Bytes){copy, file.size}, NULL);
            copy[i] = file.data[i];
            refused(arena_copy(arena, bytes_slice(file, 0, i)), NULL);
        }
    }
}

static void chunk_put(Writer *writer, const char *name, Bytes data)
{
    write_u32(writer, __builtin_bswap32((uint32_t)data.size));
    const size_t at = writer->size;
    write_text(writer, text_of(name));
    write_bytes(writer, data);
    const Bytes summed = {writer->data + at, writer->size - at};
    write_u32(writer, __builtin_bswap32(crc32_of(0, summed)));
}

static Writer file_start(uint32_t w, uint32_t h, uint8_t bits, uint8_t type, uint8_t interlaced)
{
    Writer writer = writer_to(arena);
    write_text(&writer, TEXT("\x89PNG\r\n\x1a\n"));
    uint8_t header[13] = {0, 0, 0, 0, 0, 0, 0, 0, bits, type, 0, 0, interlaced};
    w = __builtin_bswap32(w);
    h = __builtin_bswap32(h);
    memcpy(header, &w, 4);
    memcpy(header + 4, &h, 4);
    chunk_put(&writer, "IHDR", (Bytes){header, sizeof header});
    return writer;
}

static void data_put(Writer *writer, const uint8_t *rows, size_t size)
{
    const Bytes packed = deflate_bytes((Bytes){rows, size}, WRAPPING_ZLIB, 6, arena);
    chunk_put(writer, "IDAT", packed);
}

static Bytes file_end(Writer *writer)
{
    chunk_put(writer, "IEND", (Bytes){0});
    return writer_bytes(writer);
}

/* A chunk of a keyword "Comment", some bytes, and the text, compressed if `packed`. */
static void text_put(Writer *writer, const char *name, Bytes between, Bytes text, bool packed)
{
    Writer chunk = writer_to(arena);
    write_bytes(&chunk, (Bytes){(const uint8_t *)"Comment", 8});
    write_bytes(&chunk, between);
    write_bytes(&chunk, packed ? deflate_bytes(text, WRAPPING_ZLIB, 6, arena) : text);
    chunk_put(writer, name, writer_bytes(&chunk));
}

static Bytes one_pixel_with(Writer *writer)
{
    static const uint8_t rows[] = {0, 7};
    data_put(writer, rows, sizeof rows);
    return file_end(writer);
}

static void compressed_and_international_texts_are_read(void **unused)
{
    (void)unused;
    const Bytes text = {(const uint8_t *)"one\ntwo", 7};
    Writer writer = file_start(1, 1, 8, 0, 0);
    text_put(&writer, "tEXt", (Bytes){NULL, 0}, text, false);
    text_put(&writer, "zTXt", (Bytes){(const uint8_t *)"\0", 1}, text, true);
    text_put(&writer, "iTXt", (Bytes){(const uint8_t *)"\0\0en\0Note\0", 10}, text, false);
    text_put(&writer, "iTXt", (Bytes){(const uint8_t *)"\1\0\0\0", 4}, text, true);
    Image image;
    PngInfo info;
    assert_true(read_file(one_pixel_with(&writer), &image, &info));
    assert_int_equal(kit->messages.count, 0);
    assert_int_equal(info.text_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(text_is(info.texts[i].keyword, "Comment"));
        assert_true(text_is(info.texts[i].value, "one\ntwo"));
    }
}

static void faulty_compressed_text_is_ignored_with_a_warning(void **unused)
{
    (void)unused;
    const Bytes text = {(const uint8_t *)"one\ntwo", 7};
    static const struct {
        const char *name;
        uint8_t between[6];
        size_t size;
        bool packed;
    } cases[] = {
        {"zTXt", {1}, 1, true},            /* compression method */
        {"zTXt", {0}, 0, false},           /* not deflate data */
        {"zTXt", {0}, 1, false},           /* not deflate data */
        {"iTXt", {2, 0, 0, 0}, 4, false},  /* compression flag */
        {"iTXt", {1, 1, 0, 0}, 4, true},   /* compression method */
        {"iTXt", {1, 0, 0, 0}, 4, false},  /* not deflate data */
        {"iTXt", {0, 0, 'e', 0}, 4, false} /* the translated keyword has no end */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Writer writer = file_start(1, 1, 8, 0, 0);
        text_put(&writer, cases[i].name, (Bytes){cases[i].between, cases[i].size}, text,
                 cases[i].packed);
        Image image;
        PngInfo info;
        assert_true(read_file(one_pixel_with(&writer), &image, &info));
        assert_int_equal(info.text_count, 0);
        assert_int_equal(kit->messages.count, 1);
        assert_non_null(strstr(kit->messages.items[0].text.at, cases[i].name));
    }
}

/* 20 chunks of 4 KiB would otherwise take 80 MiB. */
static void compressed_texts_of_a_file_have_a_common_limit(void **unused)
{
    (void)unused;
    const size_t size = PNG_TEXTS_SIZE_MAX;
    const Bytes zeros = {ARENA_ALLOC(arena, uint8_t, size), size};
    Writer writer = file_start(1, 1, 8, 0, 0);
    for (int i = 0; i < 20; i++)
        text_put(&writer, "zTXt", (Bytes){(const uint8_t *)"\0", 1}, zeros, true);
    Image image;
    PngInfo info;
    assert_true(read_file(one_pixel_with(&writer), &image, &info));
    assert_int_equal(info.text_count, 1);
    assert_int_equal(info.texts[0].value.size, size);
    assert_int_equal(kit->messages.count, 19);
}

/* Not even with a right CRC: a picture of 4 GB from 50 bytes. */
static void a_huge_size_is_rejected_before_memory_is_asked_for(void **unused)
{
    (void)unused;
    static const uint32_t sizes[][2] = {{16385, 1}, {1, 16385}, {16384, 4097}, {0xFFFFFFFF, 2}};
    static const uint8_t rows[2] = {0};
    Arena *small = arena_new();
    arena_limit(small, 4096);
    Report report = report_to(NULL, NULL);
    Image image;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        Writer writer = file_start(sizes[i][0], sizes[i][1], 8, 6, 0);
        data_put(&writer, rows, sizeof rows);
        refused(file_end(&writer), "pixels are too many");
    }
    for (uint8_t interlaced = 0; interlaced < 2; interlaced++) {
        Writer writer = file_start(16384, 4096, 8, 6, interlaced);
        data_put(&writer, rows, sizeof rows);
        assert_false(png_read(file_end(&writer), &image, NULL, small, &report));
    }
    arena_free(small);
}

static void image_without_size_is_rejected(void **unused)
{
    (void)unused;
    Writer writer = file_start(0, 5, 8, 6, 0);
    refused(file_end(&writer), "0 x 5");
}

static void too_much_and_too_little_data_are_rejected(void **unused)
{
    (void)unused;
    static const uint8_t rows[64] = {0};
    for (size_t size = 17; size <= 19; size++)
        for (uint8_t interlaced = 0; interlaced < 2; interlaced++) {
            Writer writer = file_start(8, 2, 8, 0, interlaced);
            /* interlaced: 7 passes, of which 4 have pixels: 1 + 1 + 2 + 4 and then 8 */
            data_put(&writer, rows, interlaced ? size + 3 : size);
            const Bytes file = file_end(&writer);
            if (size == 18)
                png_read_good(file);
            else
                refused(file, NULL);
        }
}

static void bytes_after_the_data_are_rejected(void **unused)
{
    (void)unused;
    static const uint8_t rows[18] = {0};
    Writer writer = file_start(8, 2, 8, 0, 0);
    data_put(&writer, rows, sizeof rows);
    chunk_put(&writer, "IDAT", (Bytes){rows, 3});
    refused(file_end(&writer), "3 bytes follow");
}

static void an_unknown_filter_is_rejected(void **unused)
{
    (void)unused;
    static const uint8_t rows[18] = {[9] = 5};
    Writer writer = file_start(8, 2, 8, 0, 0);
    data_put(&writer, rows, sizeof rows);
    refused(file_end(&writer), "row 1 has filter 5");
    Writer other = file_start(2, 2, 8, 6, 0);
    data_put(&other, rows, sizeof rows);
    refused(file_end(&other), "row 1 has filter 5");
}

static void a_colour_outside_the_palette_is_rejected(void **unused)
{
    (void)unused;
    static const uint8_t rows[12] = {0, 0, 1, 2, 0, 0, 1, 3, 0, 0, 0, 0};
    static const uint8_t palette[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (uint8_t interlaced = 0; interlaced < 2; interlaced++) {
        Writer writer = file_start(3, interlaced ? 1 : 2, 8, 3, interlaced);
        chunk_put(&writer, "PLTE", (Bytes){palette, sizeof palette});
        /* interlaced, one row: pass 1 has pixel 0, pass 4 pixel 2, pass 6 pixel 1 */
        static const uint8_t passes[6] = {0, 1, 0, 3, 0, 2};
        data_put(&writer, interlaced ? passes : rows, interlaced ? 6 : 8);
        refused(file_end(&writer), "has colour 3, but the palette has 3");
    }
}

static void misplaced_and_unknown_chunks_are_rejected(void **unused)
{
    (void)unused;
    static const uint8_t rows[4] = {0}, palette[6] = {1, 2, 3, 4, 5, 6};
    static const struct {
        const char *names[5];
        uint8_t type;
        const char *wanted;
    } cases[] = {
        {{"IDAT", "tEXt", "IDAT"}, 0, "expected a keyword"},
        {{"IDAT", "gAMA", "IDAT"}, 0, "are not consecutive"},
        {{"PLTE", "IDAT"}, 0, "greyscale PNG must not have a PLTE"},
        {{"IDAT", "PLTE"}, 2, "is misplaced"},
        {{"PLTE", "PLTE", "IDAT"}, 3, "is misplaced"},
        {{"tRNS", "PLTE", "IDAT"}, 3, "invalid tRNS chunk"},
        {{"IDAT"}, 3, "has no palette"},
        {{"gAMA"}, 0, "has no image data"},
        {{"ABCD", "IDAT"}, 0, "chunk ABCD"},
        {{"IHDR", "IDAT"}, 0, "chunk IHDR"},
        {{"a1cd", "IDAT"}, 0, "invalid PNG chunk name"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Writer writer = file_start(1, 1, 8, cases[i].type, 0);
        for (size_t k = 0; cases[i].names[k]; k++)
            if (strcmp(cases[i].names[k], "IDAT") == 0)
                data_put(&writer, rows, cases[i].type == 2 ? 4 : 2);
            else
                chunk_put(&writer, cases[i].names[k], (Bytes){palette, sizeof palette});
        refused(file_end(&writer), cases[i].wanted);
    }
}

static void damage_found_by_libpng_is_reported_with_its_message(void **unused)
{
    (void)unused;
    static const uint8_t rows[9] = {[0] = 9};
    Writer writer = file_start(1, 1, 16, 6, 0);
    data_put(&writer, rows, sizeof rows);
    refused(file_end(&writer), "libpng: bad adaptive filter value");
}

static void read_job(const void *file, Arena *own, Report *report)
{
    Image image;
    assert_true(png_read(*(const Bytes *)file, &image, NULL, own, report));
}

/* The arena's exit jumps out of the middle; what libpng and libdeflate hold must be free
 * by then. The address sanitizer watches. */
static void allocation_failure_leaks_nothing(void **unused)
{
    (void)unused;
    static const Kind kinds[] = {
        {.colour_type = 6, .bits = 8, .filters = PNG_ALL_FILTERS, .w = 40, .h = 40},
        {.colour_type = 3,
         .bits = 8,
         .filters = PNG_FILTER_UP,
         .interlaced = true,
         .w = 9,
         .h = 9},
    };
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const Bytes file = file_make(&kinds[i]);
        assert_true(job_failures(read_job, &file, SIZE_MAX) >= 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_decodes_like_libpng),
        cmocka_unit_test(the_size_is_read_from_the_header_alone),
        cmocka_unit_test(every_changed_byte_and_every_cut_is_rejected),
        cmocka_unit_test(compressed_and_international_texts_are_read),
        cmocka_unit_test(faulty_compressed_text_is_ignored_with_a_warning),
        cmocka_unit_test(compressed_texts_of_a_file_have_a_common_limit),
        cmocka_unit_test(a_huge_size_is_rejected_before_memory_is_asked_for),
        cmocka_unit_test(image_without_size_is_rejected),
        cmocka_unit_test(too_much_and_too_little_data_are_rejected),
        cmocka_unit_test(bytes_after_the_data_are_rejected),
        cmocka_unit_test(an_unknown_filter_is_rejected),
        cmocka_unit_test(a_colour_outside_the_palette_is_rejected),
        cmocka_unit_test(misplaced_and_unknown_chunks_are_rejected),
        cmocka_unit_test(damage_found_by_libpng_is_reported_with_its_message),
        cmocka_unit_test(allocation_failure_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, shared_kit_start, shared_kit_end);
}
