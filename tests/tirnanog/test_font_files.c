/* Fonts in other files than TrueType: WOFF, WOFF2, collections, and compressed with gzip. */
#include "lib/font_kit.h"
#include "lib/shared_kit.h"

#include "base/deflate.h"
#include "base/stream.h"
#include "tirnanog/fonts/ssfn_import.h"

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

/* ---- sources of FontForge ---- */

#define SFD_HEAD                                                                               \
    "SplineFontDB: 3.2\nFontName: T\nFullName: Test (a)\nFamilyName: Test\nAscent: 800\n"      \
    "Descent: 200\nUnderlinePosition: -90\nLayerCount: 2\n"
#define SFD_LAYERS(quadratic)                                                                  \
    "Layer: 0 1 \"Back\" 1\nLayer: 1 " quadratic " \"Fore\" 0\nBeginChars: 65537 9\n\n"
/* A glyph: its character, number and width. */
#define SFD_GLYPH(code, number, width)                                                         \
    "StartChar: g" number "\nEncoding: " number " " code " " number "\nWidth: " width          \
    "\nFlags: HW\nLayerCount: 2\nBack\nSplineSet\n0 0 m 1\n 9 9 l 1\n 9 0 l 1\n 0 0 l "        \
    "1\nEndSplineSet\nFore\n"
#define SFD_BAR                                                                                \
    "SplineSet\n100 0 m 1\n 100 800 l 1\n 500 800 l 1\n 500 0 l 1\n 100 0 l 1\nEndSplineSet\n"
#define SFD_END "EndChar\n\n"

static const SsfnModelGlyph *glyph_of(const SsfnModel *model, uint32_t code)
{
    for (size_t i = 0; i < model->glyph_count; i++)
        if (model->glyphs[i].code == code)
            return &model->glyphs[i];
    fail_msg("no glyph U+%04X", code);
    return NULL;
}

static void source_of_fontforge_has_outlines_references_and_characters(void **state)
{
    static const char source[] =
        SFD_HEAD SFD_LAYERS("0") SFD_GLYPH("73", "4", "600") SFD_BAR SFD_END SFD_GLYPH(
            "105", "5",
            "300") "AltUni2: 000131.ffffffff.0 000132.fe00.0\nRefer: 4 73 N 0.5 0 0 0.5 0 0 "
                   "2\n" SFD_END SFD_GLYPH("-1", "6", "500")
                       SFD_BAR SFD_END SFD_GLYPH("8214", "7",
                                                 "1000") "Refer: 4 73 N 1 0 0 1 0 0 2\nRefer: "
                                                         "5 105 N 2 0 0 2 400 0 2\n" SFD_END
                                                         "EndChars\nEndSplineFont\n";
    SsfnModel model;
    (void)state;
    if (!ssfn_import(bytes_of_text(text_of(source)), 0, NULL, 0, &model, arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(model.glyph_count, 4);
    assert_true(text_is(model.names[SSFN_FAMILY_NAME], "Test"));
    const SsfnModelGlyph *bar = glyph_of(&model, 'I'), *half = glyph_of(&model, 'i');
    const SsfnModelGlyph *same = glyph_of(&model, 0x131), *two = glyph_of(&model, 0x2016);
    assert_int_equal(bar->piece_count, 1);
    assert_in_range(bar->h, 200, 204); /* 800 of the 1000 units of the widest glyph */
    assert_in_range(half->pieces[0].y, bar->h / 2 - 1, bar->h / 2 + 1); /* from the top */
    assert_in_range(half->advance_x, bar->advance_x / 2, bar->advance_x / 2 + 1);
    assert_int_equal(same->h, half->h);
    assert_int_equal(two->piece_count, 2);
    assert_int_equal(two->h, bar->h);
    /* The second bar begins at 100 x 0.5 x 2 + 400. */
    assert_in_range(two->pieces[1].x, 5 * bar->pieces[0].x - 2, 5 * bar->pieces[0].x + 2);
}

/* The same arcs with one control, and with two. */
static void quadratic_source_gives_the_font_of_the_cubic_one(void **state)
{
    static const char one[] = SFD_HEAD SFD_LAYERS("1")
        SFD_GLYPH("79", "4", "600") "SplineSet\n0 300 m 0\n 0 600 0 600 300 600 c 0\n 600 600 "
                                    "600 600 600 300 c 0\n 600 0 "
                                    "l 1\n 0 300 l 1\nEndSplineSet\n" SFD_END "EndChars\n";
    static const char two[] = SFD_HEAD SFD_LAYERS("0")
        SFD_GLYPH("79", "4", "600") "SplineSet\n0 300 m 0\n 0 500 100 600 300 600 c 0\n 500 "
                                    "600 600 500 600 300 c 0\n 600 "
                                    "0 l 1\n 0 300 l 1\nEndSplineSet\n" SFD_END "EndChars\n";
    Bytes sfn;
    (void)state;
    assert_true(sfn_of(bytes_of_text(text_of(two)), 0, &sfn));
    same_font(bytes_of_text(text_of(one)), 0, sfn);
}

static void damaged_sources_of_fontforge_are_refused(void **state)
{
    static const struct {
        const char *source, *says;
    } cases[] = {
        {SFD_HEAD SFD_LAYERS("0") "EndChars\n", "the font has no glyphs"},
        {SFD_HEAD SFD_GLYPH("65", "4", "600"), "the file ends in a glyph"},
        {SFD_HEAD SFD_GLYPH("65", "4", "600") "SplineSet\n1 2 q\n",
         "expected a point and m, l"},
        {SFD_HEAD SFD_GLYPH("65", "4", "600") "SplineSet\n1 2 l 1\n", "an outline begins with"},
        {SFD_HEAD SFD_GLYPH("65", "4", "600") "Refer: 4 65\n", "expected \"Refer:\", a glyph"},
        {SFD_HEAD SFD_GLYPH("65", "4", "600") "Refer: 4 65 N 1 0 0 1 0 0 2\n" SFD_END,
         "too many or endless"},
        {"SplineFontDB: 3.2\nAscent: 2\nDescent: 1\n" SFD_GLYPH("65", "4", "6") SFD_BAR SFD_END,
         "the ascent and descent are 3 together"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        refused(bytes_of_text(text_of(cases[i].source)), 0, cases[i].says);
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
        TEST(source_of_fontforge_has_outlines_references_and_characters),
        TEST(quadratic_source_gives_the_font_of_the_cubic_one),
        TEST(damaged_sources_of_fontforge_are_refused),
        TEST(cut_font_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
