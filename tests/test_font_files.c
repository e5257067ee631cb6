/* Fonts in other files than TrueType: WOFF, WOFF2, collections, and compressed with gzip. */
#include "lib/font_kit.h"
#include "lib/shared_kit.h"

#include "base/deflate.h"
#include "base/stream.h"
#include "formats/open/ssfn_import.h"

static const char sans[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
static const char bold[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf";

static const char bdf[] =
    "STARTFONT 2.1\nFONT -a-b-medium-r-normal--8-80-75-75-c-80-iso10646-1\nSIZE 8 75 75\n"
    "FONTBOUNDINGBOX 8 8 0 -2\nSTARTPROPERTIES 4\nFONT_ASCENT 6\nFONT_DESCENT 2\n"
    "CHARSET_REGISTRY \"ISO10646\"\nCHARSET_ENCODING \"1\"\nENDPROPERTIES\nCHARS 1\n"
    "STARTCHAR g\nENCODING 103\nSWIDTH 500 0\nDWIDTH 5 0\nBBX 3 4 1 -2\nBITMAP\nE0\nA0\n60\n"
    "C0\nENDCHAR\nENDFONT\n";

static Bytes installed(const char *path)
{
    const Bytes file = font_file(path, arena);
    if (!file.size) {
        print_message("skipped: %s is not installed (package fonts-dejavu-core)\n", path);
        skip();
    }
    return file;
}

static bool sfn_of(Bytes file, uint32_t face, Bytes *out)
{
    static const SsfnCodes latin = {0x20, 0x17F};
    SsfnModel model;
    kit_clear(kit);
    return ssfn_import(file, face, &latin, 1, &model, arena, &kit->report) &&
           ssfn_write(&model, out, arena, &kit->report);
}

static void same_font(Bytes file, uint32_t face, Bytes wanted)
{
    Bytes sfn;
    if (!sfn_of(file, face, &sfn))
        fail_msg("%s", kit->messages.items[0].text.at);
    assert_int_equal(sfn.size, wanted.size);
    assert_memory_equal(sfn.data, wanted.data, wanted.size);
}

static void refused(Bytes file, uint32_t face, const char *says)
{
    Bytes sfn;
    assert_false(sfn_of(file, face, &sfn));
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit->messages.items[0].text.at, says))
        fail_msg("\"%s\" does not say \"%s\"", kit->messages.items[0].text.at, says);
}

static Bytes gzipped(Bytes bytes) { return deflate_bytes(bytes, WRAPPING_GZIP, 6, arena); }

static void woff_gives_the_font_of_its_truetype_file(void **state)
{
    (void)state;
    const Bytes ttf = installed(sans);
    Bytes sfn;
    assert_true(sfn_of(ttf, 0, &sfn));
    const Bytes woff = font_woff(ttf, arena), woff2 = font_woff2(ttf, arena);
    assert_true(woff.size < ttf.size);
    same_font(woff, 0, sfn);
    same_font(woff2, 0, sfn);
    same_font(gzipped(ttf), 0, sfn);
    same_font(gzipped(woff), 0, sfn);
    same_font(gzipped(woff2), 0, sfn);
}

static void each_face_of_a_collection_is_read(void **state)
{
    (void)state;
    const Bytes fonts[] = {installed(sans), installed(bold)};
    const Bytes file = font_collection(fonts, 2, arena);
    for (uint32_t i = 0; i < 2; i++) {
        Bytes sfn;
        assert_true(sfn_of(fonts[i], 0, &sfn));
        same_font(file, i, sfn);
        same_font(gzipped(file), i, sfn);
    }
    refused(file, 2, "has 2 faces, not 3");
    refused(fonts[0], 1, "has 1 face, not 2");
}

static void compressed_bitmap_font_gives_the_same_font(void **state)
{
    (void)state;
    const Bytes file = {(const uint8_t *)bdf, sizeof bdf - 1};
    Bytes sfn;
    assert_true(sfn_of(file, 0, &sfn));
    same_font(gzipped(file), 0, sfn);
    refused(gzipped(gzipped(file)), 0, "compressed twice");
    const Bytes cut = gzipped(file);
    refused(bytes_slice(cut, 0, cut.size / 2), 0, "compressed font");
}

static void type_1_font_is_read_in_both_forms(void **state)
{
    (void)state;
    const Bytes text = font_type1(false, arena), binary = font_type1(true, arena);
    SsfnModel model;
    assert_true(ssfn_import(text, 0, NULL, 0, &model, arena, &kit->report));
    assert_int_equal(model.glyph_count, 1);
    assert_int_equal(model.glyphs[0].code, 'A');
    assert_int_equal(model.baseline, 253); /* 700 units; a unit is reserved on either side */
    assert_int_equal(model.glyphs[0].advance_x, 253 * 500 / 700 + 1);
    Bytes sfn;
    assert_true(sfn_of(text, 0, &sfn));
    same_font(binary, 0, sfn);
    same_font(gzipped(text), 0, sfn);
    same_font(gzipped(binary), 0, sfn);
}

/* 70 KB would be 64 MiB and more. */
static void decompressed_size_is_limited(void **state)
{
    (void)state;
    const size_t size = FONT_SIZE_MAX + (size_t)1;
    const Bytes bomb = gzipped((Bytes){ARENA_ALLOC(arena, uint8_t, size), size});
    refused(bomb, 0, "compressed font");
    static const char *const magics[] = {"wOFF", "wOF2"};
    for (size_t i = 0; i < 2; i++) {
        Writer writer = writer_to(arena);
        writer.big = true;
        write_text(&writer, text_of(magics[i]));
        write_zeros(&writer, 12);
        write_u32(&writer, FONT_SIZE_MAX + 1);
        write_zeros(&writer, 64);
        refused(writer_bytes(&writer), 0, "the maximum is");
    }
}

static void cut_font_files_are_refused(void **state)
{
    (void)state;
    const Bytes ttf = installed(sans);
    const Bytes files[] = {font_woff(ttf, arena), font_woff2(ttf, arena)};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        for (size_t size = 0; size < files[i].size; size += files[i].size / 23)
            refused(arena_copy(arena, bytes_slice(files[i], 0, size)), 0, "font");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
    const struct CMUnitTest tests[] = {
        TEST(woff_gives_the_font_of_its_truetype_file),
        TEST(each_face_of_a_collection_is_read),
        TEST(compressed_bitmap_font_gives_the_same_font),
        TEST(type_1_font_is_read_in_both_forms),
        TEST(decompressed_size_is_limited),
        TEST(cut_font_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
