/* Image fonts of BMFont as fonts of a game. */
#include "lib/cli.h"

#include "base/image/png_write.h"

/* "A" of 3 x 4 pixels, "g" of 2 x 5. */
static const char *const picture[] = {"###.....", "#.#.##..", "###.##..",
                                      "#.#.#...", "....##..", "....#..."};

static const char text[] =
    "info face=\"Wee \\\"Font\" size=9 bold=0 italic=0 charset=\"\" unicode=1\r\n"
    "common lineHeight=9 base=6 scaleW=8 scaleH=6 pages=1 packed=0\r\n"
    "page id=0 file=\"wee 0.png\"\r\nchars count=4\r\n"
    "char id=32   x=0     y=0     width=0     height=0     xoffset=0     yoffset=6     "
    "xadvance=3     page=0  chnl=15\r\n"
    "char id=-1   x=0     y=0     width=1     height=1     xoffset=0     yoffset=0     "
    "xadvance=1     page=0  chnl=15\r\n"
    "char id=65   x=0     y=0     width=3     height=4     xoffset=1     yoffset=2     "
    "xadvance=5     page=0  chnl=15\r\n"
    "char id=103  x=4     y=1     width=2     height=5     xoffset=0     yoffset=3     "
    "xadvance=4     page=0  chnl=15\r\n"
    "kernings count=1\r\nkerning first=65 second=103 amount=-1\r\n";

static const char xml[] =
    "<?xml version=\"1.0\"?>\n<font><info face=\"Wee Font\" size=\"9\"/>"
    "<common lineHeight=\"9\" base=\"6\" scaleW=\"8\" scaleH=\"6\" pages=\"1\"/>\n"
    "<pages><page id=\"0\" file=\"wee 0.png\"/></pages>\n<chars count=\"3\">"
    "<char id=\"32\" x=\"0\" y=\"0\" width=\"0\" height=\"0\" xoffset=\"0\" yoffset=\"6\" "
    "xadvance=\"3\" page=\"0\"/>"
    "<char id=\"65\" x=\"0\" y=\"0\" width=\"3\" height=\"4\" xoffset=\"1\" yoffset=\"2\" "
    "xadvance=\"5\" page=\"0\" chnl=\"15\"/>\n"
    "<char id=\"103\" x=\"4\" y=\"1\" width=\"2\" height=\"5\" xoffset=\"0\" yoffset=\"3\" "
    "xadvance=\"4\" page=\"0\" chnl=\"15\"/>"
    "</chars></font>\n";

/* The same pixels, as FreeType reads them. */
static const char bdf[] =
    "STARTFONT 2.1\nFONT -font-\nSIZE 9 75 75\nFONTBOUNDINGBOX 9 9 0 -3\nSTARTPROPERTIES 4\n"
    "FONT_ASCENT 6\nFONT_DESCENT 3\nCHARSET_REGISTRY \"ISO10646\"\nCHARSET_ENCODING \"1\"\n"
    "ENDPROPERTIES\nCHARS 3\n"
    "STARTCHAR s\nENCODING 32\nSWIDTH 500 0\nDWIDTH 3 0\nBBX 0 0 0 0\nBITMAP\nENDCHAR\n"
    "STARTCHAR A\nENCODING 65\nSWIDTH 500 0\nDWIDTH 5 0\nBBX 3 4 1 "
    "0\nBITMAP\nE0\nA0\nE0\nA0\nENDCHAR\n"
    "STARTCHAR g\nENCODING 103\nSWIDTH 500 0\nDWIDTH 4 0\nBBX 2 5 0 "
    "-2\nBITMAP\nC0\nC0\n80\nC0\n80\nENDCHAR\n"
    "ENDFONT\n";

static void put_picture(Cli *cli, Pixel set, Pixel unset)
{
    const Image image = image_new(8, COUNT_OF(picture), cli->arena);
    for (uint32_t y = 0; y < image.h; y++)
        for (uint32_t x = 0; x < image.w; x++)
            *image_at(&image, x, y) = picture[y][x] == '#' ? set : unset;
    cli_put(cli, "wee 0.png", png_write(&image, NULL, cli->arena));
}

static void put_fonts(Cli *cli)
{
    cli_put(cli, "text.fnt", bytes_of_text(text_of(text)));
    cli_put(cli, "xml.fnt", bytes_of_text(text_of(xml)));
    cli_put(cli, "wanted.bdf", bytes_of_text(text_of(bdf)));
}

static void image_fonts_have_the_pixels_of_their_images(void **state)
{
    static const Pixel colours[][2] = {{PIXEL(255, 255, 255, 255), PIXEL(255, 255, 255, 0)},
                                       {PIXEL(10, 0, 0, 200), PIXEL(255, 255, 255, 100)},
                                       {PIXEL(240, 240, 240, 255), PIXEL(20, 0, 0, 255)}};
    Cli *cli = *state;
    put_fonts(cli);
    for (size_t i = 0; i < COUNT_OF(colours); i++) {
        put_picture(cli, colours[i][0], colours[i][1]);
        expect(
            cli, 0,
            "rm -f *.sfn *.json && for font in text.fnt xml.fnt wanted.bdf; do oisin convert "
            "$font $font.sfn -q && oisin convert $font.sfn $font.json -q && sed -n "
            "'/\"width\"/,$p' $font.json > $font.glyphs || exit 1; done && cmp text.fnt.glyphs "
            "wanted.bdf.glyphs && cmp xml.fnt.glyphs wanted.bdf.glyphs && grep -q "
            "'\"code\": 103' text.fnt.glyphs && grep -q 'Wee' text.fnt.json");
    }
}

static void image_fonts_that_are_not_complete_are_refused(void **state)
{
    static const struct {
        const char *change, *says;
    } cases[] = {{"rm 'wee 0.png'", "wee 0.png: the image of the font is missing"},
                 {"sed -i s/x=4/x=7/ text.fnt", "character 103 is outside of its image"},
                 {"sed -i s/base=6/bass=6/ text.fnt", "expected base=NUMBER"},
                 {"sed -i /^page/d text.fnt", "there is no page 0"},
                 {"sed -i /^char/d text.fnt", "the description has no characters"},
                 {"sed -i 's/height=5 /height=999/' text.fnt", "expected height=NUMBER"},
                 {"printf 'BMF\\3' > text.fnt", "save it as text or XML"}};
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        put_fonts(cli);
        put_picture(cli, PIXEL(0, 0, 0, 255), 0);
        expect(cli, 0, cases[i].change);
        expect(cli, 1, "oisin convert text.fnt a.sfn");
        if (!strstr(content(cli, "err"), cases[i].says))
            fail_msg("\"%s\" does not say \"%s\"", content(cli, "err"), cases[i].says);
        expect(cli, 1, "test -e a.sfn");
    }
}

/* A slash ended the name. */
static void names_of_images_without_quotes_may_have_folders(void **state)
{
    Cli *cli = *state;
    put_fonts(cli);
    put_picture(cli, PIXEL(255, 255, 255, 255), 0);
    expect(cli, 0,
           "mkdir sub && mv 'wee 0.png' sub/wee.png && sed -i 's|\"wee 0.png\"|sub/wee.png|' "
           "text.fnt && oisin convert text.fnt a.sfn -q");
}

/* Other values were cut to 32 bits, and text was black. */
static void colours_of_a_font_are_checked(void **state)
{
    static const char *const wrong[] = {"4294967296", "-1", "\\\"FF0000\\\"", "1.5"};
    Cli *cli = *state;
    put_fonts(cli);
    expect(cli, 0, "oisin convert wanted.bdf a.sfn -q && oisin convert a.sfn a.json -q");
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        expect(
            cli, 1,
            arena_format(cli->arena,
                         "sed \"s/\\\"colours\\\": *\\[\\]/\\\"colours\\\": [%s]/\" a.json > "
                         "b.json && oisin convert b.json b.sfn",
                         wrong[i])
                .at);
        if (!strstr(content(cli, "err"), "a colour must be an integer from 0 to 4294967295"))
            fail_msg("%s: %s", wrong[i], content(cli, "err"));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(image_fonts_have_the_pixels_of_their_images),
        TEST(image_fonts_that_are_not_complete_are_refused),
        TEST(names_of_images_without_quotes_may_have_folders),
        TEST(colours_of_a_font_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
