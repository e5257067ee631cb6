/* Fonts of the Linux console, GNU Unifont, and BDF with tabs: the same glyphs give the same
 * font. */
#include "lib/kit.h"

#include "base/stream.h"
#include "base/text.h"
#include "tirnanog/fonts/ssfn_import.h"

/* "A" and "B", 8 x 16. */
static const uint8_t letters[2][16] = {
    {0, 0, 0, 0, 0x18, 0x24, 0x24, 0x42, 0x42, 0x7E, 0x42, 0x42, 0x42, 0x42, 0, 0},
    {0, 0, 0, 0, 0x7C, 0x42, 0x42, 0x42, 0x7C, 0x42, 0x42, 0x42, 0x42, 0x7C, 0, 0}};

static SsfnModel imported(Kit *kit, Bytes file)
{
    SsfnModel model = {0};
    if (!ssfn_import(file, 0, NULL, 0, &model, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return model;
}

static Bytes bdf_file(Kit *kit, const char *blank)
{
    Writer out = writer_to(kit->arena);
    write_format(&out, "STARTFONT 2.1\nFONT -font-\nSIZE 16 75 75\nFONTBOUNDINGBOX 8 16 0 0\n"
                       "STARTPROPERTIES 4\nFONT_ASCENT 16\nFONT_DESCENT 0\nCHARSET_REGISTRY "
                       "\"ISO10646\"\nCHARSET_ENCODING \"1\"\nENDPROPERTIES\nCHARS 2\n");
    for (int i = 0; i < 2; i++) {
        write_format(&out,
                     "STARTCHAR x%d\nENCODING%s%d\nSWIDTH 500 0\nDWIDTH 8 0\nBBX 8 16 0 "
                     "0\nBITMAP\n",
                     i, blank, 'A' + i);
        for (int row = 0; row < 16; row++)
            write_format(&out, "%02X\n", letters[i][row]);
        write_format(&out, "ENDCHAR\n");
    }
    write_format(&out, "ENDFONT\n");
    return writer_bytes(&out);
}

static Bytes hex_file(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    write_format(&out, "# a comment\r\n");
    for (int i = 0; i < 2; i++) {
        write_format(&out, "%04X:", 'A' + i);
        for (int row = 0; row < 16; row++)
            write_format(&out, "%02x", letters[i][row]);
        write_format(&out, "\r\n");
    }
    return writer_bytes(&out);
}

/* 256 glyphs, of which the table gives two characters, the second after a sequence. */
static Bytes psf1_file(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    write_bytes(&out, (Bytes){(const uint8_t[]){0x36, 0x04, 2, 16}, 4});
    for (int glyph = 0; glyph < 256; glyph++)
        write_bytes(&out, (Bytes){letters[glyph & 1], 16});
    for (int glyph = 0; glyph < 256; glyph++) {
        if (glyph == 10)
            write_u16(&out, 'A');
        if (glyph == 21) {
            write_u16(&out, 'B');
            write_u16(&out, 0xFFFE); /* b and an accent: not one character */
            write_u16(&out, 'b');
            write_u16(&out, 0x301);
        }
        write_u16(&out, 0xFFFF);
    }
    return writer_bytes(&out);
}

static Bytes psf2_file(Kit *kit, bool table)
{
    Writer out = writer_to(kit->arena);
    const uint32_t count = table ? 2 : 'B' + 1;
    write_u32(&out, 0x864AB572);
    const uint32_t head[] = {0, 32, table, count, 16, 16, 8};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        write_u32(&out, head[i]);
    for (uint32_t i = 0; i < count; i++)
        write_bytes(&out, (Bytes){letters[table ? i : (i + 1) % 2], 16});
    if (table)
        write_text(&out, TEXT("A\xFF"
                              "B\xFE"
                              "b\xCC\x81\xFF"));
    return writer_bytes(&out);
}

static void equal_glyphs_of_all_kinds_give_equal_fonts(void **state)
{
    Kit *kit = *state;
    const SsfnModel wanted = imported(kit, bdf_file(kit, " "));
    const Bytes files[] = {bdf_file(kit, "\t"), hex_file(kit), psf1_file(kit),
                           psf2_file(kit, true)};
    assert_int_equal(wanted.glyph_count, 2);
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        const SsfnModel found = imported(kit, files[i]);
        assert_int_equal(found.glyph_count, 2);
        assert_true(ssfn_model_equal(&found, &wanted));
    }
    const SsfnModel numbered = imported(kit, psf2_file(kit, false));
    assert_int_equal(numbered.glyph_count, 'B' + 1);
    for (size_t i = 0; i < 2; i++)
        assert_bytes_equal(numbered.glyphs['A' + i].pieces[0].shape,
                           wanted.glyphs[i].pieces[0].shape);
}

static void cut_and_damaged_fonts_give_one_error(void **state)
{
    Kit *kit = *state;
    const Bytes files[] = {hex_file(kit), psf1_file(kit), psf2_file(kit, true)};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        for (size_t size = 0; size < files[i].size; size += size < 80 ? 1 : 97) {
            SsfnModel model;
            kit_clear(kit);
            if (!ssfn_import((Bytes){files[i].data, size}, 0, NULL, 0, &model, kit->arena,
                             &kit->report))
                assert_int_equal(kit->report.errors, 1);
        }
    static const char *const wrong[] = {"0041:00\n", "0041:zz000000000000000000000000000000\n"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        SsfnModel model;
        Writer out = writer_to(kit->arena);
        write_bytes(&out, hex_file(kit));
        write_text(&out, text_of(wrong[i]));
        kit_clear(kit);
        assert_false(
            ssfn_import(writer_bytes(&out), 0, NULL, 0, &model, kit->arena, &kit->report));
        assert_int_equal(kit->messages.items[0].line, 4);
    }
}

/* A glyph of 255 x 255 pixels for each of 30,000 characters: 500 MB of text. */
static void a_glyph_for_all_characters_is_limited(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    write_u32(&out, 0x864AB572);
    const uint32_t head[] = {0, 32, 1, 1, 32 * 255, 255, 255};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        write_u32(&out, head[i]);
    for (size_t i = 0; i < 32 * 255; i++)
        write_u8(&out, 0x55);
    for (uint32_t code = 0x20; code < 30000; code++) {
        char character[4];
        write_bytes(&out, (Bytes){(const uint8_t *)character, utf8_put(character, code)});
    }
    write_u8(&out, 0xFF);
    SsfnModel model;
    assert_false(ssfn_import(writer_bytes(&out), 0, NULL, 0, &model, kit->arena, &kit->report));
    assert_true(
        kit_has_message(kit, "the characters of the console font have more than 64 MB"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(equal_glyphs_of_all_kinds_give_equal_fonts),
        TEST(cut_and_damaged_fonts_give_one_error),
        TEST(a_glyph_for_all_characters_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
