#include "lib/evil_mmp.h"

#include "evil_islands/textures/textures.h"
#include "kit/formats/format.h"
#include "base/image/png_write.h"

static Mmp opened(Kit *kit, Bytes file)
{
    Mmp mmp;
    assert_true(mmp_read(file, &mmp, kit->arena, &kit->report));
    return mmp;
}

static Image picture_of(Kit *kit, Bytes file, MmpRows rows)
{
    const Mmp mmp = opened(kit, file);
    Image image;
    assert_true(mmp_picture(&mmp, 0, rows, &image, kit->arena, &kit->report));
    return image;
}

static Bytes file_of(Kit *kit, MmpKind kind, const Image *image)
{
    Bytes file;
    assert_true(
        mmp_of_pictures(kind, image, 1, MMP_ROWS_USUAL, &file, kit->arena, &kit->report));
    return file;
}

/* A header of these numbers and so many bytes of data. */
static Bytes raw_file(Kit *kit, uint32_t w, uint32_t h, uint32_t mips, uint32_t fourcc,
                      Bytes data)
{
    const MmpFile file = {
        .width = w, .height = h, .mip_levels_count = mips, .fourcc = fourcc, .data = data};
    Writer writer = writer_to(kit->arena);
    record_write(&MmpFile_layout, &file, &writer);
    return writer_bytes(&writer);
}

static void refused(Kit *kit, Bytes file, const char *part)
{
    Kit *one = kit_new();
    (void)kit;
    assert_false(mmp_check(file, one->arena, &one->report));
    assert_int_equal(one->messages.count, 1);
    if (!kit_has_message(one, part))
        fail_msg("%s: it does not say \"%s\"", kit_message(one, 0), part);
    kit_free(one);
}

static void a_header_is_76_bytes_and_has_the_usual_masks(void **state)
{
    Kit *kit = *state;
    Image levels[9];
    for (uint32_t i = 0; i < 9; i++)
        levels[i] = slope(kit, 256 >> i, 256 >> i, false);
    Bytes file;
    assert_true(
        mmp_of_pictures(MMP_DXT1, levels, 9, MMP_ROWS_USUAL, &file, kit->arena, &kit->report));
    assert_int_equal(file.size, 43704 + 76); /* specs/evil_islands.md */
    const Mmp mmp = opened(kit, file);
    assert_int_equal(mmp.file.bits_per_pixel, 4);
    assert_int_equal(mmp.file.alpha_format.mask, 0x8000);
    assert_int_equal(mmp.file.red_format.shift, 10);
    assert_int_equal(mmp.file.green_format.count, 5);
    assert_int_equal(mmp.level_count, 9);
    assert_int_equal(mmp.levels[8].data.size, 8);
}

static void every_format_round_trips_within_its_precision(void **state)
{
    Kit *kit = *state;
    const Image image = slope(kit, 16, 8, true);
    for (MmpKind kind = MMP_DXT1; kind < MMP_KIND_COUNT; kind++) {
        const Image back = picture_of(kit, small_mmp(kit, kind), MMP_ROWS_USUAL);
        assert_int_equal(back.w, 16);
        assert_int_equal(back.h, 8);
        for (uint32_t y = 0; y < 8; y++)
            for (uint32_t x = 0; x < 16; x++) {
                const Pixel a = *image_at(&image, x, y), b = *image_at(&back, x, y);
                if (kind != MMP_565)
                    assert_int_equal(PIXEL_A(a), PIXEL_A(b));
                for (int shift = 0; shift < 24 && PIXEL_A(a); shift += 8)
                    assert_in_range(abs((int)(a >> shift & 255) - (int)(b >> shift & 255)), 0,
                                    kind == MMP_8888 || kind == MMP_PNT3 ? 0
                                    : kind <= MMP_DXT5                   ? 32
                                                                         : 9);
            }
    }
}

static void rows_are_bottom_up_except_in_8888(void **state)
{
    Kit *kit = *state;
    const uint8_t two[] = {0x00, 0xF8, 0x1F, 0x00}; /* red, then blue */
    const uint8_t four[] = {0, 0, 255, 255, 255, 0, 0, 255};
    const Pixel red = PIXEL(255, 0, 0, 255), blue = PIXEL(0, 0, 255, 255);
    const Bytes narrow = raw_file(kit, 1, 2, 1, 0x5650, (Bytes){two, 4});
    const Bytes wide = raw_file(kit, 1, 2, 1, 0x8888, (Bytes){four, 8});
    const Bytes pnt3 = raw_file(kit, 1, 2, 8, 0x33544E50, (Bytes){four, 8});
    assert_int_equal(picture_of(kit, narrow, MMP_ROWS_USUAL).pixels[1], red);
    assert_int_equal(picture_of(kit, wide, MMP_ROWS_USUAL).pixels[0], red);
    assert_int_equal(picture_of(kit, pnt3, MMP_ROWS_USUAL).pixels[1], red);
    assert_int_equal(picture_of(kit, wide, MMP_ROWS_BOTTOM_UP).pixels[0], blue);
    assert_int_equal(picture_of(kit, narrow, MMP_ROWS_TOP_DOWN).pixels[0], red);
}

static void zero_masks_use_format_defaults(void **state)
{
    Kit *kit = *state;
    const uint8_t pixel[] = {0x21, 0x84}; /* 1 00001 00001 00001 */
    Bytes file = raw_file(kit, 1, 1, 1, 0x5551, (Bytes){pixel, 2});
    assert_int_equal(picture_of(kit, file, MMP_ROWS_USUAL).pixels[0], PIXEL(8, 8, 8, 255));
    uint8_t *header = (uint8_t *)file.data;
    header[36] = 0x1F; /* red where blue was, nothing else */
    assert_int_equal(picture_of(kit, file, MMP_ROWS_USUAL).pixels[0], PIXEL(8, 0, 0, 255));
}

/* Rows of 19: eight at once and three that are looked up must agree, for any masks. */
static void channels_of_any_width_are_stretched_to_nearest(void **state)
{
    Kit *kit = *state;
    for (uint32_t count = 1; count <= 16; count++)
        for (uint32_t shift = 0; shift + count <= 16; shift += 3) {
            uint8_t data[38];
            const uint32_t max = (1u << count) - 1;
            for (size_t i = 0; i < sizeof data; i++)
                data[i] = (uint8_t)next_random(256);
            Bytes file = raw_file(kit, 19, 1, 1, 0x5650, (Bytes){data, sizeof data});
            for (size_t i = 0; i < 4; i++)
                ((uint8_t *)file.data)[48 + i] = (uint8_t)(max << shift >> (8 * i));
            const Image image = picture_of(kit, file, MMP_ROWS_USUAL);
            for (uint32_t x = 0; x < 19; x++) {
                uint32_t v = (data[2 * x] | (uint32_t)data[2 * x + 1] << 8) >> shift & max;
                const uint32_t kept = count > 8 ? 255 : max;
                v = count > 8 ? v >> (count - 8) : v;
                assert_int_equal(image.pixels[x],
                                 PIXEL(0, (v * 510 + kept) / (2 * kept), 0, 255));
            }
        }
}

static void pnt3_is_packed_at_multiples_of_16_bytes_only(void **state)
{
    Kit *kit = *state;
    uint8_t pixels[72] = {0};
    memset(pixels + 4, 0xFF, 4); /* 12 zeros follow, but no whole block of them */
    memset(pixels + 48, 0xEE, 16);
    const Bytes packed = mmp_pack((Bytes){pixels, sizeof pixels}, kit->arena);
    assert_int_equal(packed.size, 16 + 4 + 16 + 8);
    assert_int_equal(uint_of(packed.data + 16, 4, false), 32);
    const MmpLevel level = {9, 2, packed};
    Bytes back;
    assert_true(mmp_unpack(&level, &back, kit->arena, &kit->report));
    assert_bytes_equal(back, ((Bytes){pixels, sizeof pixels}));
}

static void a_run_of_pnt3_is_a_million_bytes_at_max(void **state)
{
    Kit *kit = *state;
    const Image image = image_new(1024, 512, kit->arena); /* 2 MiB of nothing */
    const Bytes file = file_of(kit, MMP_PNT3, &image);
    const Mmp mmp = opened(kit, file);
    assert_int_equal(mmp.file.mip_levels_count, 12);
    assert_int_equal(uint_of(mmp.levels[0].data.data, 4, false), 1000000);
    assert_true(image_equal(
        &image, &(Image){1024, 512, 1024, picture_of(kit, file, MMP_ROWS_USUAL).pixels}));
}

/* 0x00001234 would read as a run of 4660 bytes. */
static void transparent_pixels_become_zero(void **state)
{
    Kit *kit = *state;
    const Image image = slope(kit, 8, 4, false);
    for (int i = 0; i < 32; i += 3)
        image.pixels[i] = PIXEL(0x12, 0x34, 0, 0);
    const MmpKind kinds[] = {MMP_PNT3, MMP_8888, MMP_4444, MMP_1555};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const Image back = picture_of(kit, file_of(kit, kinds[i], &image), MMP_ROWS_USUAL);
        for (int p = 0; p < 32; p++)
            assert_true(p % 3 ? PIXEL_A(back.pixels[p]) == 255 : back.pixels[p] == 0);
    }
}

static void run_ending_inside_a_pixel_is_decoded(void **state)
{
    Kit *kit = *state;
    const uint8_t data[] = {2, 0, 0, 0, 0x11, 0x22, 0x33, 0xFF, 10, 0, 0, 0};
    const Image image =
        picture_of(kit, raw_file(kit, 4, 1, 12, 0x33544E50, (Bytes){data, 12}), MMP_ROWS_USUAL);
    assert_int_equal(image.pixels[0], PIXEL(0x11, 0, 0, 0x22)); /* two zeros, then B, G, R, A */
    assert_int_equal(image.pixels[1], PIXEL(0, 0xFF, 0x33, 0));
    assert_int_equal(image.pixels[3], 0);
}

static void random_images_survive_pnt3(void **state)
{
    Kit *kit = *state;
    for (int round = 0; round < 2000; round++) {
        const Image image = image_new(1 + next_random(17), 1 + next_random(9), kit->arena);
        for (size_t i = 0; i < (size_t)image.w * image.h; i++)
            image.pixels[i] = next_random(3) ? 0 : next_random(0xFFFFFFFF) | 0x01000000;
        const Image back = picture_of(kit, file_of(kit, MMP_PNT3, &image), MMP_ROWS_USUAL);
        assert_true(image_equal(&image, &back));
    }
}

static void smallest_lossless_format_is_chosen(void **state)
{
    Kit *kit = *state;
    const Image image = image_new(16, 16, kit->arena);
    for (int i = 0; i < 256; i++)
        image.pixels[i] = PIXEL(255, 0, 0, 255);
    assert_int_equal(mmp_kind_for(&image, false, kit->arena), MMP_DXT1);
    for (int i = 0; i < 256; i++)
        image.pixels[i] = PIXEL(255, 0, 0, i % 16 * 17);
    assert_int_equal(mmp_kind_for(&image, false, kit->arena), MMP_DXT3);
    for (unsigned i = 0; i < 256; i++)
        image.pixels[i] = PIXEL(i % 16 * 17, i / 16 * 17, i * 7 % 16 * 17, i % 5 ? 255 : 17);
    assert_int_equal(mmp_kind_for(&image, false, kit->arena), MMP_4444);
    image.pixels[100] = PIXEL(1, 2, 3, 255);
    assert_int_equal(mmp_kind_for(&image, false, kit->arena), MMP_8888);
    memset(image.pixels, 0, 64);
    assert_int_equal(mmp_kind_for(&image, false, kit->arena), MMP_PNT3);
    assert_int_equal(mmp_kind_for(&image, true, kit->arena), MMP_8888);
}

static void invalid_files_are_rejected_with_one_line(void **state)
{
    Kit *kit = *state;
    const uint8_t zeros[64] = {0};
    const Bytes some = {zeros, 64};
    refused(kit, raw_file(kit, 4, 4, 1, 0x12345678, some), "unknown pixel format 0x12345678");
    refused(kit, raw_file(kit, 0, 4, 1, 0x8888, some), "0 x 4 pixels");
    refused(kit, raw_file(kit, 0xFFFFFFFF, 0xFFFFFFFF, 1, 0x8888, some), "per side");
    refused(kit, raw_file(kit, 4, 4, 0xFFFFFFFF, 0x8888, some), "4294967295 levels");
    refused(kit, raw_file(kit, 4, 4, 2, 0x8888, some), "level 1 (2 x 2, 8888) needs 16");
    refused(kit, raw_file(kit, 8192, 8192, 4, 0x33544E50, some),
            "exceed the compression limit");
    refused(kit, raw_file(kit, 4, 4, 8, 0x33544E50, some), "it unpacks to 8 bytes");
    refused(kit, raw_file(kit, 4, 4, 7, 0x33544E50, some), "are not a multiple of 4");
    const uint8_t run[] = {65, 0, 0, 0};
    refused(kit, raw_file(kit, 4, 4, 4, 0x33544E50, (Bytes){run, 4}), "it unpacks to 65");
    Bytes far = raw_file(kit, 4, 4, 1, 0x8888, some);
    memset((uint8_t *)far.data + 72, 0xFF, 4);
    refused(kit, far, "0 are left");
}

static void unusual_headers_cause_a_warning(void **state)
{
    Kit *kit = *state;
    const uint8_t zeros[65] = {0};
    Bytes file = raw_file(kit, 4, 4, 0, 0x8888, (Bytes){zeros, 65});
    ((uint8_t *)file.data)[24] = 1; /* the mask of alpha */
    assert_true(mmp_check(file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "0 bits a pixel: 8888 has 32"));
    assert_true(kit_has_message(kit, "0 levels: read as 1"));
    assert_true(kit_has_message(kit, "1 byte after the last level"));
    assert_true(kit_has_message(kit, "alpha: mask 0x1 has 1 bits from bit 0"));
}

static void first_level_starts_at_the_header_offset(void **state)
{
    Kit *kit = *state;
    const uint8_t data[] = {9, 9, 9, 0x00, 0xF8};
    Bytes file = raw_file(kit, 1, 1, 1, 0x5650, (Bytes){data, 5});
    ((uint8_t *)file.data)[72] = 3;
    assert_int_equal(picture_of(kit, file, MMP_ROWS_USUAL).pixels[0], PIXEL(255, 0, 0, 255));
}

/* ---- conversions ---- */

static ConversionJob job_of(Bytes input)
{
    return (ConversionJob){.path = TEXT("some/grass.png"), .input = input};
}

static void every_format_survives_dds_exactly(void **state)
{
    Kit *kit = *state;
    for (MmpKind kind = MMP_DXT1; kind < MMP_KIND_COUNT; kind++)
        for (MmpRows rows = MMP_ROWS_USUAL; rows <= MMP_ROWS_BOTTOM_UP; rows++) {
            const Bytes file = small_mmp(kit, kind);
            ConversionJob there = job_of(file);
            there.settings = &(TextureSettings){.rows = rows};
            assert_true(mmp_to_dds(&there, kit->arena, &kit->report));
            assert_memory_equal(there.output.data, "DDS ", 4);
            if (kind != MMP_PNT3 && rows == MMP_ROWS_USUAL)
                assert_memory_equal(there.output.data + 128, file.data + 76, file.size - 76);
            ConversionJob back = job_of(there.output);
            back.settings = &(TextureSettings){.rows = rows};
            assert_true(dds_to_mmp(&back, kit->arena, &kit->report));
            assert_bytes_equal(back.output, file);
        }
    assert_int_equal(kit->messages.count, 0);
}

static void dds_conversion_does_not_change_pixel_format(void **state)
{
    Kit *kit = *state;
    ConversionJob there = job_of(small_mmp(kit, MMP_DXT3));
    assert_true(mmp_to_dds(&there, kit->arena, &kit->report));
    ConversionJob back = job_of(there.output);
    back.settings = &(TextureSettings){.chosen = true, .kind = MMP_DXT1};
    assert_false(dds_to_mmp(&back, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "convert to .png first"));
    ((uint8_t *)there.output.data)[87] = '9';
    back = job_of(there.output);
    assert_false(dds_to_mmp(&back, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "unsupported pixel format"));
}

static void data_lost_in_dds_causes_a_warning(void **state)
{
    Kit *kit = *state;
    Bytes file = small_mmp(kit, MMP_DXT1);
    ((uint8_t *)file.data)[20] = 99;
    ConversionJob there = job_of(file);
    assert_true(mmp_to_dds(&there, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "will differ from the original after converting back"));
}

/* Found by fuzzing: 0x00FFFFFF is not a run, but writing it made it zero without a message. */
static void coloured_transparent_pixel_causes_a_warning(void **state)
{
    Kit *kit = *state;
    const uint8_t data[] = {255, 255, 255, 0};
    Pixel pixel = PIXEL(1, 2, 3, 255);
    ConversionJob there = job_of(file_of(kit, MMP_PNT3, &(Image){1, 1, 1, &pixel}));
    memcpy((uint8_t *)there.input.data + 76, data, 4);
    assert_true(mmp_to_dds(&there, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "will differ from the original after converting back"));
}

static void a_cut_dds_is_rejected(void **state)
{
    Kit *kit = *state;
    ConversionJob there = job_of(small_mmp(kit, MMP_DXT5));
    assert_true(mmp_to_dds(&there, kit->arena, &kit->report));
    for (size_t size = 0; size < there.output.size; size += 5) {
        Kit *one = kit_new();
        ConversionJob back = job_of(bytes_slice(there.output, 0, size));
        assert_false(dds_to_mmp(&back, one->arena, &one->report));
        assert_int_equal(one->messages.count, 1);
        kit_free(one);
    }
}

typedef struct Shelf {
    Text name;
    Bytes file;
} Shelf;

static bool from_shelf(void *context, Text name, Bytes *out, Arena *arena)
{
    const Shelf *shelf = context;
    (void)arena;
    *out = shelf->file;
    return text_equal(name, shelf->name);
}

static void levels_are_read_from_files_or_computed(void **state)
{
    Kit *kit = *state;
    const Image image = slope(kit, 8, 4, false), second = image_new(4, 2, kit->arena);
    for (int i = 0; i < 8; i++)
        second.pixels[i] = PIXEL(255, 0, 0, 255);
    Shelf shelf = {TEXT("grass.1.png"), png_write(&second, NULL, kit->arena)};
    const ConversionFolder folder = {.beside = from_shelf, .context = &shelf};
    ConversionJob job = job_of(png_write(&image, NULL, kit->arena));
    job.folder = &folder;
    job.settings = &(TextureSettings){.mips = true, .chosen = true, .kind = MMP_8888};
    assert_true(png_to_mmp(&job, kit->arena, &kit->report));
    Mmp mmp = opened(kit, job.output);
    assert_int_equal(mmp.level_count, 4);
    Image level;
    for (size_t i = 1; i < 4; i++) { /* those below are made of the red one */
        assert_true(mmp_picture(&mmp, i, MMP_ROWS_USUAL, &level, kit->arena, &kit->report));
        assert_int_equal(level.pixels[0], PIXEL(255, 0, 0, 255));
    }
    ConversionJob back = job_of(job.output);
    back.settings = &(TextureSettings){.mips = true};
    assert_true(mmp_to_png(&back, kit->arena, &kit->report));
    assert_int_equal(back.files_out.count, 3);
    assert_true(text_is(back.files_out.items[0].path, "1.png"));
    shelf.name = TEXT("grass.2.png"); /* 4 x 2 pixels are wrong there */
    assert_false(png_to_mmp(&job, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "grass.2.png is 4 x 2 pixels: level 2 must be 2 x 1"));
}

static void pnt3_with_levels_is_rejected(void **state)
{
    Kit *kit = *state;
    const Image image = slope(kit, 8, 4, false);
    ConversionJob job = job_of(png_write(&image, NULL, kit->arena));
    job.settings = &(TextureSettings){.mips = true, .chosen = true, .kind = MMP_PNT3};
    assert_false(png_to_mmp(&job, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "PNT3 supports only one level"));
}

static void image_survives_its_chosen_format(void **state)
{
    Kit *kit = *state;
    for (int round = 0; round < 200; round++) {
        const Image image = image_new(1 + next_random(20), 1 + next_random(20), kit->arena);
        const uint32_t mask = round % 3 == 0   ? 0x80808080
                              : round % 3 == 1 ? 0xFFFFFFFF
                                               : 0xFF0000FF;
        for (size_t i = 0; i < (size_t)image.w * image.h; i++)
            image.pixels[i] = next_random(0xFFFFFFFF) & mask;
        ConversionJob there = job_of(png_write(&image, NULL, kit->arena));
        assert_true(png_to_mmp(&there, kit->arena, &kit->report));
        const Image back = picture_of(kit, there.output, MMP_ROWS_USUAL);
        assert_true(image_equal(&image, &back));
    }
}

/* A texture of chance; of one level, if it is packed. */
static Bytes texture_of_chance(Kit *kit, MmpKind kind, size_t *level_count)
{
    Image levels[4];
    uint32_t w = 1 + next_random(9), h = 1 + next_random(9);
    const size_t max = kind == MMP_PNT3 ? 1 : 1 + next_random(4);
    Bytes file = {0};
    *level_count = 0;
    while (*level_count < max) {
        levels[*level_count] = image_new(w, h, kit->arena);
        for (size_t i = 0; i < (size_t)w * h; i++)
            levels[*level_count].pixels[i] =
                next_random(3) ? next_random(0xFFFFFFFF) : next_random(2) * 0xFF000000;
        ++*level_count;
        if (w == 1 && h == 1)
            break;
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
    }
    assert_true(mmp_of_pictures(kind, levels, *level_count, MMP_ROWS_USUAL, &file, kit->arena,
                                &kit->report));
    return file;
}

/* Compressing blocks again may choose other colours; all other kinds keep every bit. */
static void through_png(Kit *kit, MmpKind kind, Bytes file)
{
    ConversionJob there = job_of(file);
    assert_true(mmp_to_png(&there, kit->arena, &kit->report));
    ConversionJob back = job_of(there.output);
    back.settings = &(TextureSettings){.chosen = true, .kind = kind};
    assert_true(png_to_mmp(&back, kit->arena, &kit->report));
    assert_bytes_equal(back.output, file);
}

static void generated_textures_survive_dds_json_and_png(void **state)
{
    (void)state;
    for (int round = 0; round < 10000; round++) {
        Kit *kit = kit_new();
        const MmpKind kind = (MmpKind)(round % MMP_KIND_COUNT);
        size_t level_count;
        const Bytes file = texture_of_chance(kit, kind, &level_count);
        const Format *format;
        Writer json = writer_to(kit->arena);
        Bytes parsed;
        ConversionJob there = job_of(file);
        assert_true(mmp_to_dds(&there, kit->arena, &kit->report));
        ConversionJob back = job_of(there.output);
        assert_true(dds_to_mmp(&back, kit->arena, &kit->report));
        assert_bytes_equal(back.output, file);
        assert_true(format_to_json(format_named(TEXT("mmp")), file, true, &json, kit->arena,
                                   &kit->report));
        assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &parsed, &format, kit->arena, &kit->report));
        assert_bytes_equal(parsed, file);
        if (level_count == 1 && kind != MMP_DXT1 && kind != MMP_DXT3 && kind != MMP_DXT5)
            through_png(kit, kind, file);
        kit_free(kit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_header_is_76_bytes_and_has_the_usual_masks),
        TEST(every_format_round_trips_within_its_precision),
        TEST(rows_are_bottom_up_except_in_8888),
        TEST(zero_masks_use_format_defaults),
        TEST(channels_of_any_width_are_stretched_to_nearest),
        TEST(pnt3_is_packed_at_multiples_of_16_bytes_only),
        TEST(a_run_of_pnt3_is_a_million_bytes_at_max),
        TEST(transparent_pixels_become_zero),
        TEST(run_ending_inside_a_pixel_is_decoded),
        TEST(random_images_survive_pnt3),
        TEST(smallest_lossless_format_is_chosen),
        TEST(invalid_files_are_rejected_with_one_line),
        TEST(unusual_headers_cause_a_warning),
        TEST(first_level_starts_at_the_header_offset),
        TEST(every_format_survives_dds_exactly),
        TEST(dds_conversion_does_not_change_pixel_format),
        TEST(data_lost_in_dds_causes_a_warning),
        TEST(coloured_transparent_pixel_causes_a_warning),
        TEST(a_cut_dds_is_rejected),
        TEST(levels_are_read_from_files_or_computed),
        TEST(pnt3_with_levels_is_rejected),
        TEST(image_survives_its_chosen_format),
        TEST(generated_textures_survive_dds_json_and_png),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
