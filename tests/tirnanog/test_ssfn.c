/* SSFN fonts: reading, with the oddities of real fonts and with damage; writing; importing. */
#include "lib/kit.h"

#include "base/stream.h"
#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/fonts/ssfn_import.h"
#include "lib/ssfn_samples.h"

static Bytes written(Kit *f, SsfnModel model)
{
    Bytes bytes = {0};
    assert_true(ssfn_write(&model, &bytes, f->arena, &f->report));
    return bytes;
}

static SsfnSet read_good(Kit *f, Bytes bytes)
{
    SsfnSet set;
    const bool good = ssfn_read(bytes, &set, f->arena, &f->report);
    if (!good)
        print_message("%.*s\n", (int)f->messages.items[0].text.size,
                      f->messages.items[0].text.at);
    assert_true(good);
    return set;
}

/* Refused with one line that holds `words`. */
static void read_bad(Kit *f, Bytes bytes, const char *words)
{
    SsfnSet set;
    f->messages.count = 0;
    assert_false(ssfn_read(bytes, &set, f->arena, &f->report));
    assert_int_equal(f->messages.count, 1);
    const Text said = arena_text(f->arena, f->messages.items[0].text);
    if (!strstr(said.at, words))
        print_message("said: %s\n", said.at);
    assert_non_null(strstr(said.at, words));
}

/* Fonts typed by hand: header, six empty names, fragments, characters, more. */
typedef struct Hand {
    Writer out;
} Hand;

static Hand hand_new(Kit *f, Bytes fragments)
{
    Hand hand = {writer_to(f->arena)};
    Writer *out = &hand.out;
    write_text(out, TEXT("SFN2"));
    write_u32(out, 0);
    write_bytes(out, (Bytes){(const uint8_t[]){1, 0, 8, 8, 6, 7, 38, 0}, 8});
    write_zeros(out, 16 + 6);
    write_bytes(out, fragments);
    return hand;
}

static void hand_section(Hand *hand, size_t field, Bytes bytes)
{
    write_uint_at(&hand->out, field, hand->out.size, 4);
    write_bytes(&hand->out, bytes);
}

static Bytes hand_done(Hand *hand)
{
    write_text(&hand->out, TEXT("2NFS"));
    write_uint_at(&hand->out, 4, hand->out.size, 4);
    return writer_bytes(&hand->out);
}

enum { CHARACTERS = 16, LIGATURES = 20, KERNING = 24, COLOURS = 28 };
#define BYTES(...)                                                                             \
    ((Bytes){(const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})})
#define PLANES                                                                                 \
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,  \
        0xFF

/* A character table that starts with `start`, which leads to `code`, and skips the rest. */
static Bytes table_from(Kit *f, Bytes start, uint32_t code)
{
    Writer out = writer_to(f->arena);
    write_bytes(&out, start);
    for (; 0x110000 - code >= 65536; code += 65536)
        write_u8(&out, 0xFF);
    for (; 0x110000 - code >= 256; code += 256)
        write_bytes(&out, BYTES(0xC0, 0xFF));
    for (; code < 0x110000; code++)
        write_u8(&out, 0x80);
    return writer_bytes(&out);
}

static void an_empty_character_table_is_a_font_without_glyphs(void **state)
{
    Hand hand = hand_new(*state, (Bytes){0});
    hand_section(&hand, CHARACTERS, BYTES(PLANES, 0xFF));
    const SsfnSet set = read_good(*state, hand_done(&hand));
    assert_int_equal(set.count, 1);
    assert_int_equal(set.fonts[0].glyph_count, 0);
    assert_null(ssfn_glyph(&set.fonts[0], 'A'));
}

/* Real fonts do this; two too many is damage. */
static void a_character_table_may_run_one_code_point_too_far(void **state)
{
    Hand hand = hand_new(*state, (Bytes){0});
    hand_section(&hand, CHARACTERS, BYTES(PLANES, 0x80, 0, 0, 1, 2, 3, 4, 0xFF));
    read_bad(*state, hand_done(&hand), "U+110002");
    hand = hand_new(*state, (Bytes){0});
    hand_section(&hand, CHARACTERS, BYTES(0, 0, 1, 2, 3, 4, PLANES, 0xFF));
    const SsfnSet set = read_good(*state, hand_done(&hand));
    assert_non_null(ssfn_glyph(&set.fonts[0], 0));
    assert_int_equal(ssfn_glyph(&set.fonts[0], 0)->advance_x, 3);
}

static void a_character_table_that_is_cut_is_rejected(void **state)
{
    Hand hand = hand_new(*state, (Bytes){0});
    hand_section(&hand, CHARACTERS, BYTES(PLANES, 0x85));
    read_bad(*state, hand_done(&hand), "character table, at byte");
    hand = hand_new(*state, (Bytes){0});
    hand_section(&hand, CHARACTERS, BYTES(PLANES, 0, 9, 1, 2, 3, 4, 0, 0));
    read_bad(*state, hand_done(&hand), "a glyph needs 45 bytes");
}

/* A skip of 64 (bf), of 16128 (fe ff), of 65536 (ff), and glyphs in between. */
static void skips_of_each_length_lead_to_the_right_code_point(void **state)
{
    Hand hand = hand_new(*state, (Bytes){0});
    const Bytes start = BYTES(0xBF, 0, 0, 1, 1, 64, 0, 0xFE, 0xFF, 0, 0, 1, 1, 65, 0, 0xFF,
                              0x40, 0, 1, 1, 66, 0);
    hand_section(&hand, CHARACTERS, table_from(*state, start, 67 + 16128 + 65536));
    const SsfnSet set = read_good(*state, hand_done(&hand));
    const SsfnFont *font = &set.fonts[0];
    assert_int_equal(font->glyph_count, 3);
    assert_int_equal(font->range_count, 3);
    assert_int_equal(ssfn_glyph(font, 64)->advance_x, 64);
    assert_int_equal(ssfn_glyph(font, 65 + 16128)->advance_x, 65);
    assert_int_equal(ssfn_glyph(font, 66 + 16128 + 65536)->advance_x, 66);
    assert_null(ssfn_glyph(font, 65));
    assert_null(ssfn_glyph(font, 0x10FFFF));
}

/* U+F000's glyph, with the strings "a" at 38; the table has no zero at its end. */
static Bytes font_with_ligature(Kit *f, uint8_t string, bool colours)
{
    Hand hand = hand_new(f, BYTES('a', 0));
    hand.out.data[14] = 40; /* the string lies before the fragments */
    const Bytes start = BYTES(0xFE, 0xFF, 0xFE, 0xFF, 0xFE, 0xFF, 0xF2, 0xFF, 0, 0, 1, 1, 9, 0);
    hand_section(&hand, CHARACTERS, table_from(f, start, 0xF001));
    hand_section(&hand, LIGATURES, (Bytes){(const uint8_t[]){string, 0}, 2});
    if (colours)
        hand_section(&hand, COLOURS, BYTES(1, 2, 3, 4));
    return hand_done(&hand);
}

static void a_ligature_table_without_an_end_stops_at_the_next_section(void **state)
{
    for (int colours = 0; colours < 2; colours++) {
        const SsfnSet set = read_good(*state, font_with_ligature(*state, 38, colours));
        uint32_t code = 0;
        size_t size = 0;
        assert_int_equal(set.fonts[0].ligature_count, 1);
        assert_true(ssfn_ligature(&set.fonts[0], TEXT("xa"), 1, &code, &size));
        assert_int_equal(code, 0xF000);
        assert_int_equal(size, 1);
        assert_false(ssfn_ligature(&set.fonts[0], TEXT("xa"), 0, &code, &size));
        assert_int_equal(set.fonts[0].colour_count, colours);
    }
    read_bad(*state, font_with_ligature(*state, 40, false), "ligature 0: no string at 40");
    read_bad(*state, font_with_ligature(*state, 31, false), "ligature 0: no string at 31");
}

/* One glyph at U+0 with one part at byte 38. */
static Bytes font_of_fragment(Kit *f, Bytes fragment, Bytes kerning)
{
    Hand hand = hand_new(f, fragment);
    hand_section(&hand, CHARACTERS, table_from(f, BYTES(0, 1, 8, 8, 8, 0, 1, 2, 38, 0, 0), 1));
    if (kerning.size)
        hand_section(&hand, KERNING, kerning);
    return hand_done(&hand);
}

static void fragments_must_end_inside_their_section(void **state)
{
    Kit *f = *state;
    const Bytes none = {0};
    static const struct {
        uint8_t bytes[12];
        size_t size;
        SsfnKind kind;
    } good[] = {
        {{0x02, 0x14, 0, 0, 5, 0, 5, 5}, 8, SSFN_CONTOUR},
        {{0x40, 0x02, 0x14, 0, 0, 5, 0, 5, 5}, 9, SSFN_CONTOUR},
        {{0x81, 1, 1, 2, 3, 4}, 6, SSFN_BITMAP},
        {{0xA0, 1, 1, 1, 0x83, 254}, 6, SSFN_PIXMAP},
        {{0xE1, 1, 2}, 3, SSFN_HINTS},
    };
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        const SsfnSet set =
            read_good(f, font_of_fragment(f, (Bytes){good[i].bytes, good[i].size}, none));
        assert_int_equal(set.fonts[0].fragment_count, 1);
        assert_int_equal(set.fonts[0].fragments[0].kind, good[i].kind);
        assert_int_equal(set.fonts[0].fragments[0].size, good[i].size);
        for (size_t cut = 1; cut < good[i].size; cut++)
            read_bad(f, font_of_fragment(f, (Bytes){good[i].bytes, cut}, none), "does not end");
        read_bad(f, font_of_fragment(f, none, none), "a fragment at 38");
    }
    read_bad(f, font_of_fragment(f, BYTES(0xA0, 1, 1, 1, 0x82, 254), none), "too few pixels");
    read_bad(f, font_of_fragment(f, BYTES(0xA0, 1, 1, 1, 0x83, 0), none),
             "not in the colour map");
    read_bad(f, font_of_fragment(f, BYTES(0xA0, 0, 1, 1, 0x83), none), "is truncated");
}

static void kerning_lists_must_lie_in_the_table(void **state)
{
    Kit *f = *state;
    const Bytes group = BYTES(0xC0, 0, 65, 0, 0, 67, 0, 0, 1, 0);
    const SsfnSet set = read_good(f, font_of_fragment(f, group, BYTES(9, 0x81, 0xFE, 0, 7)));
    int x, y;
    const SsfnGlyph *glyph = ssfn_glyph(&set.fonts[0], 0);
    ssfn_kerning(&set.fonts[0], glyph, 66, &x, &y);
    assert_int_equal(x, 0); /* the part's x is 1: vertical */
    assert_int_equal(y, -2);
    ssfn_kerning(&set.fonts[0], glyph, 67, &x, &y);
    assert_int_equal(y, 7);
    ssfn_kerning(&set.fonts[0], glyph, 68, &x, &y);
    assert_int_equal(y, 0);
    read_bad(f, font_of_fragment(f, group, BYTES(9, 0x81, 0xFE)), "not in the kerning table");
    read_bad(f, font_of_fragment(f, group, BYTES(9, 0x81, 0xFE, 1, 7)),
             "not in the kerning table");
    read_bad(f, font_of_fragment(f, group, (Bytes){0}), "not in the kerning table");
    read_bad(f, font_of_fragment(f, BYTES(0xC0, 0, 67, 0, 0, 65, 0, 0, 0, 0), BYTES(0x83, 1)),
             "backwards");
}

static void inconsistent_header_is_rejected(void **state)
{
    Kit *f = *state;
    static const struct {
        uint8_t at, value;
        const char *words;
    } lies[] = {{0, 'X', "no \"SFN2\""},   {7, 1, "bytes"},        {4, 0, "2NFS"},
                {9, 1, "revision 1"},      {11, 0, "height is 0"}, {14, 37, "fragments at 37"},
                {15, 255, "fragments at"}, {18, 9, "characters"},  {19, 255, "characters at"},
                {27, 255, "kerning at"},   {31, 1, "colours at"}};
    const Bytes good = written(f, sample_vector(f->arena));
    for (size_t i = 0; i < COUNT_OF(lies); i++) {
        const Bytes bytes = arena_copy(f->arena, good);
        ((uint8_t *)bytes.data)[lies[i].at] = lies[i].value;
        if (lies[i].at == 4)
            ((uint8_t *)bytes.data)[4] = (uint8_t)(good.data[4] - 1);
        read_bad(f, bytes, lies[i].words);
    }
    for (size_t size = 0; size < good.size; size++) {
        SsfnSet set;
        assert_false(ssfn_read(bytes_slice(good, 0, size), &set, f->arena, &f->report));
    }
}

static void wrong_gzip_trailer_and_file_name_are_accepted(void **state)
{
    Kit *f = *state;
    const Bytes plain = written(f, sample_vector(f->arena));
    const Bytes gzip = ssfn_compress(plain, f->arena);
    Writer out = writer_to(f->arena); /* FEXTRA, FNAME and FCOMMENT */
    write_bytes(&out, BYTES(0x1f, 0x8b, 8, 28, 0, 0, 0, 0, 0, 3, 2, 0, 'x', 'y'));
    write_bytes(&out, BYTES('a', '.', 's', 'f', 'n', 0, 'c', 0));
    write_bytes(&out, bytes_slice(gzip, 10, gzip.size - 18));
    write_bytes(&out, BYTES(1, 2, 3, 4, 0, 0, 1, 0));
    const SsfnSet set = read_good(f, writer_bytes(&out));
    assert_true(set.compressed);
    assert_true(bytes_equal(set.fonts[0].bytes, plain));
    read_bad(f, bytes_slice(gzip, 0, gzip.size / 2), "gzip: ");
}

/* 40 MB of zeros are 40 KB of gzip. */
static void a_bomb_is_rejected(void **state)
{
    Kit *f = *state;
    const Bytes zeros = {arena_alloc(f->arena, 40 << 20, 1), 40 << 20};
    read_bad(f, ssfn_compress(zeros, f->arena), "gzip: decompressed data");
}

/* Each part names another byte of the same long contour. */
static void fragments_that_overlap_without_end_are_rejected(void **state)
{
    Kit *f = *state;
    uint8_t *contour = arena_alloc(f->arena, 4096, 1);
    memset(contour, 0x41, 2048); /* 322 commands in 727 bytes, wherever one starts */
    Hand hand = hand_new(f, (Bytes){contour, 4096});
    Writer characters = writer_to(f->arena);
    for (int glyph = 0; glyph < 8; glyph++) {
        write_bytes(&characters, BYTES(0, 4, 1, 1, 1, 0));
        for (uint32_t i = 0; i < 4; i++) {
            write_u16(&characters, 0);
            write_u24(&characters, 38 + (uint32_t)glyph * 4 + i);
        }
    }
    hand_section(&hand, CHARACTERS, table_from(f, writer_bytes(&characters), 8));
    read_bad(f, hand_done(&hand), "the fragments overlap");
}

/* 17 pictures of 512 x 512 pixels would keep a game waiting. */
static void a_glyph_that_costs_too_much_to_draw_is_rejected(void **state)
{
    Kit *f = *state;
    Hand hand = hand_new(f, BYTES(0x80, 0, 1));
    Writer characters = writer_to(f->arena);
    write_bytes(&characters, BYTES(0, SSFN_PICTURES_MAX + 1, 1, 1, 1, 0));
    for (int i = 0; i <= SSFN_PICTURES_MAX; i++)
        write_bytes(&characters, BYTES(0, 0, 38, 0, 0));
    hand_section(&hand, CHARACTERS, table_from(f, writer_bytes(&characters), 1));
    read_bad(f, hand_done(&hand), "U+0000: 0 commands and 17 bitmaps");
}

static void written_fonts_survive_a_round_trip(void **state)
{
    Kit *f = *state;
    const SsfnModel models[] = {sample_vector(f->arena), sample_bitmap(f->arena),
                                sample_pixmap(f->arena)};
    Bytes fonts[3];
    for (size_t i = 0; i < 3; i++) {
        SsfnModel back;
        fonts[i] = written(f, models[i]);
        const SsfnSet set = read_good(f, fonts[i]);
        assert_true(ssfn_model(&set.fonts[0], &back, f->arena, &f->report));
        assert_true(ssfn_model_equal(&models[i], &back));
        assert_true(bytes_equal(fonts[i], written(f, back)));
    }
    SsfnModel other = sample_vector(f->arena);
    other.baseline++;
    assert_false(ssfn_model_equal(&models[0], &other));
    const Bytes all = ssfn_compress(ssfn_collect(fonts, 3, f->arena), f->arena);
    const SsfnSet set = read_good(f, all);
    assert_true(set.collection && set.compressed);
    assert_int_equal(set.count, 3);
    assert_ptr_equal(ssfn_select(&set, true, false), &set.fonts[2]);
    assert_ptr_equal(ssfn_select(&set, false, true), &set.fonts[0]);
}

static void equal_contours_are_stored_once(void **state)
{
    Kit *f = *state;
    const SsfnSet set = read_good(f, written(f, sample_vector(f->arena)));
    /* The box of A and V, its hole, both discs, A's two kerning groups. */
    assert_int_equal(set.fonts[0].fragment_count, 6);
    assert_true(text_is(set.fonts[0].names[SSFN_SUBFAMILY], "Book"));
}

static void unrepresentable_fonts_are_rejected(void **state)
{
    Kit *f = *state;
    Bytes bytes;
    SsfnModel model = sample_vector(f->arena);
    model.glyphs[1].overlap = 64;
    assert_false(ssfn_write(&model, &bytes, f->arena, &f->report));
    model = sample_vector(f->arena);
    model.glyphs[3].code = 'A';
    assert_false(ssfn_write(&model, &bytes, f->arena, &f->report));
    model = sample_pixmap(f->arena);
    model.colour_count = 1;
    assert_false(ssfn_write(&model, &bytes, f->arena, &f->report));
    assert_int_equal(f->messages.count, 3);
    assert_int_equal(ssfn_bitmap((const uint8_t *)"", 33, 1, f->arena).size, 0);
    uint8_t *noise = arena_alloc(f->arena, 256, 256);
    for (size_t i = 0; i < 65536; i++)
        noise[i] = (uint8_t)(i * 7 % 251);
    assert_int_equal(ssfn_pixmap(noise, 256, 256, f->arena).size, 0);
}

static void ranges_are_sorted_and_joined(void **state)
{
    Kit *f = *state;
    SsfnCodes *ranges;
    size_t count;
    assert_true(ssfn_ranges_parse(TEXT("U+2014, U+20-U+7F,80-17F , u+100-u+120"), &ranges,
                                  &count, f->arena, &f->report));
    assert_int_equal(count, 2);
    assert_int_equal(ranges[0].first, 0x20);
    assert_int_equal(ranges[0].last, 0x17F);
    assert_int_equal(ranges[1].first, 0x2014);
    assert_int_equal(ranges[1].last, 0x2014);
    static const char *const bad[] = {"",          "U+",     "U+20-", "x",
                                      "U+7F-U+20", "110000", "20,",   "U+20-U+21-U+22"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(ssfn_ranges_parse(text_of(bad[i]), &ranges, &count, f->arena, &f->report));
}

/* A BDF font of two characters, as people type them. */
static void bitmap_font_preserves_its_pixels(void **state)
{
    static const char bdf[] =
        "STARTFONT 2.1\nFONT -a-b-medium-r-normal--8-80-75-75-c-80-iso10646-1\nSIZE 8 75 75\n"
        "FONTBOUNDINGBOX 8 8 0 -2\nSTARTPROPERTIES 4\nFONT_ASCENT 6\nFONT_DESCENT 2\n"
        "CHARSET_REGISTRY \"ISO10646\"\nCHARSET_ENCODING \"1\"\nENDPROPERTIES\nCHARS 2\n"
        "STARTCHAR space\nENCODING 32\nSWIDTH 500 0\nDWIDTH 4 0\nBBX 0 0 0 0\nBITMAP\nENDCHAR\n"
        "STARTCHAR g\nENCODING 103\nSWIDTH 500 0\nDWIDTH 5 0\nBBX 3 4 1 "
        "-2\nBITMAP\nE0\nA0\n60\nC0\n"
        "ENDCHAR\nENDFONT\n";
    Kit *f = *state;
    SsfnModel model;
    assert_true(ssfn_import((Bytes){(const uint8_t *)bdf, sizeof bdf - 1}, 0, NULL, 0, &model,
                            f->arena, &f->report));
    const SsfnSet set = read_good(f, written(f, model));
    const SsfnFont *font = &set.fonts[0];
    assert_int_equal(font->height, 8);
    assert_int_equal(font->baseline, 6);
    assert_int_equal(ssfn_glyph(font, ' ')->part_count, 0);
    assert_int_equal(ssfn_glyph(font, ' ')->advance_x, 4);
    const SsfnGlyph *g = ssfn_glyph(font, 'g');
    assert_int_equal(g->advance_x, 5);
    const SsfnPart *part = &font->parts[g->first_part];
    assert_int_equal(part->x, 1);
    assert_int_equal(part->y, 4);
    const SsfnFragment *item = &font->fragments[part->fragment];
    assert_int_equal(item->count, 4);
    assert_memory_equal(ssfn_fragment_data(font, item), "\x07\x05\x06\x03", 4);
    assert_false(
        ssfn_import(bytes_of_text(TEXT("no font")), 0, NULL, 0, &model, f->arena, &f->report));
}

/* The ogonek of U+012F once had a column beyond the letter's width, which is not drawn. */
static void the_built_in_font_has_its_pixels_within_its_widths(void **state)
{
    Kit *kit = *state;
    const SsfnFont *font = font_builtin(kit->arena);
    for (uint32_t code = 0; code < 0x2100; code++) {
        const SsfnGlyph *glyph = ssfn_glyph(font, code);
        for (uint32_t i = 0; glyph && i < glyph->part_count; i++) {
            const SsfnPart *part = &font->parts[glyph->first_part + i];
            const SsfnFragment *item = &font->fragments[part->fragment];
            const uint8_t *bits = ssfn_fragment_data(font, item);
            for (uint32_t at = 0; at < (uint32_t)item->width * item->count; at++) {
                const uint32_t x = at % item->width;
                if (bits[at / item->width * (item->width / 8) + x / 8] >> x % 8 & 1 &&
                    part->x + x >= glyph->w)
                    fail_msg("U+%04X has column %u of %u", code, part->x + x, glyph->w);
            }
        }
    }
}

static void built_in_font_has_all_required_glyphs(void **state)
{
    Kit *f = *state;
    const SsfnFont *font = font_builtin(f->arena);
    assert_non_null(font);
    for (uint32_t code = 0x20; code < 0x180; code++)
        if ((code < 0x7F || code >= 0xA0) && !ssfn_glyph(font, code))
            fail_msg("U+%04X is missing", code);
    for (uint32_t i = 1; i < font->glyph_count; i++) /* each once */
        assert_true(font->glyphs[i - 1].code < font->glyphs[i].code);
    assert_non_null(ssfn_glyph(font, 0));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(an_empty_character_table_is_a_font_without_glyphs),
        TEST(a_character_table_may_run_one_code_point_too_far),
        TEST(a_character_table_that_is_cut_is_rejected),
        TEST(skips_of_each_length_lead_to_the_right_code_point),
        TEST(a_ligature_table_without_an_end_stops_at_the_next_section),
        TEST(fragments_must_end_inside_their_section),
        TEST(kerning_lists_must_lie_in_the_table),
        TEST(inconsistent_header_is_rejected),
        TEST(wrong_gzip_trailer_and_file_name_are_accepted),
        TEST(a_bomb_is_rejected),
        TEST(fragments_that_overlap_without_end_are_rejected),
        TEST(a_glyph_that_costs_too_much_to_draw_is_rejected),
        TEST(written_fonts_survive_a_round_trip),
        TEST(equal_contours_are_stored_once),
        TEST(unrepresentable_fonts_are_rejected),
        TEST(ranges_are_sorted_and_joined),
        TEST(bitmap_font_preserves_its_pixels),
        TEST(the_built_in_font_has_its_pixels_within_its_widths),
        TEST(built_in_font_has_all_required_glyphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
