/* Text in SSFN fonts: what is drawn, where, and how lines break. */
#include "lib/kit.h"

#include "base/stream.h"
#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/fonts/ssfn_draw.h"
#include "tirnanog/fonts/ssfn_import.h"
#include "kit/formats/format.h"
#include "lib/ssfn_samples.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <stdio.h>

enum { W = 64, H = 24 };

typedef struct Fixture {
    Kit *kit;
    Arena *arena, *glyphs, *scratch; /* the first is the kit's */
    TextCache cache;
    Image image;
    const SsfnFont *fonts[3];
    TextStyle style;
} Fixture;

static int set_up(void **state)
{
    Kit *kit = kit_new();
    Fixture *f = ARENA_ALLOC(kit->arena, Fixture, 1);
    f->kit = kit;
    f->arena = kit->arena;
    f->glyphs = arena_new();
    f->scratch = arena_new();
    f->cache = text_cache(f->glyphs, f->scratch, 1 << 20);
    f->image = (Image){W, H, W, ARENA_ALLOC(f->arena, Pixel, W * H)};
    f->style = (TextStyle){.fonts = f->fonts, .colour = PIXEL(0, 0, 0, 255)};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    arena_free(f->glyphs);
    arena_free(f->scratch);
    kit_free(f->kit);
    return 0;
}

static void use(Fixture *f, SsfnModel model, uint32_t size)
{
    Bytes bytes;
    SsfnSet set;
    assert_true(ssfn_write(&model, &bytes, f->arena, &f->kit->report));
    assert_true(ssfn_read(bytes, &set, f->arena, &f->kit->report));
    f->fonts[f->style.count++] = &set.fonts[0];
    f->style.size = size;
}

/* Draws at (0, 0) and compares alpha: '.' 0, '1' to '9' tenths, '#' all. */
static void draws(Fixture *f, Text text, const char *const *rows, size_t count, size_t width)
{
    memset(f->image.pixels, 0, W * H * sizeof(Pixel));
    text_draw(&f->image, 0, 0, &f->style, text, &f->cache);
    bool same = true;
    for (size_t y = 0; y < count; y++) {
        char row[W + 1] = {0};
        for (size_t x = 0; x < width; x++)
            row[x] = ".123456789#"[PIXEL_A(*image_at(&f->image, (uint32_t)x, (uint32_t)y)) *
                                   10 / 255];
        same = same && strcmp(row, rows[y]) == 0;
        if (!same)
            print_message("%s    wanted %s\n", row, rows[y]);
    }
    assert_true(same);
}
#define DRAWS(text, ...)                                                                       \
    do {                                                                                       \
        static const char *const rows[] = {__VA_ARGS__};                                       \
        draws(f, TEXT(text), rows, COUNT_OF(rows), strlen(rows[0]));                           \
    } while (0)

static void a_bitmap_is_drawn_pixel_by_pixel(void **state)
{
    Fixture *f = *state;
    use(f, sample_bitmap(f->arena), 8);
    DRAWS("A", "........", "...##...", "..#..#..", ".#....#.", ".######.", ".#....#.",
          ".#....#.", "........");
    f->style.size = 16; /* twice as large, still sharp */
    DRAWS("A", "................", "................", "......####......", "......####......",
          "....##....##....", "....##....##....", "..##........##..");
    f->style.size = 4; /* half as large, moved down by half a pixel to stand on the line */
    DRAWS("A", "....", ".55.", "5555", "5..5", "....");
}

static void bold_is_wider_and_italic_is_slanted(void **state)
{
    Fixture *f = *state;
    use(f, sample_bitmap(f->arena), 8);
    f->style.bold = true;
    DRAWS("f", ".........", "..###....", "..##.....", ".####....", "..##.....", "..##.....",
          "..##.....");
    f->style.bold = false;
    f->style.italic = true; /* by 2 pixels at the top, none at the bottom */
    DRAWS("f", ".........", "...3#6...", "...63....", "..8##1...");
}

/* The first and the last column with ink of an item, relative to the text. */
static void ink_of(Fixture *f, const TextItem *item, int64_t *first, int64_t *last)
{
    const GlyphStyle style = {item->pixels, f->style.bold, f->style.italic, f->style.colour};
    const GlyphImage image =
        ssfn_glyph_draw(item->font, item->glyph, &style, f->arena, f->arena);
    *first = item->x + image.x;
    *last = item->x + image.x + image.w;
}

/* "Eigenschaften" and "Bildschirm" were smears of ink in which the dots of i vanished. */
static void bold_letters_are_as_far_apart_as_regular_ones(void **state)
{
    Fixture *f = *state;
    const Text text = TEXT("Eigenschaften Bildschirm minimum fill");
    enum { GAPS = 64 };
    f->fonts[f->style.count++] = font_builtin(f->arena);
    for (f->style.size = 8; f->style.size <= 40; f->style.size++) {
        int64_t gaps[2][GAPS] = {{0}};
        for (unsigned bold = 0; bold < 2; bold++) {
            f->style.bold = bold;
            TextWalk walk = text_walk(&f->style, text);
            TextItem item;
            int64_t end = 0;
            for (size_t i = 0; text_walk_next(&walk, &item); i++) {
                int64_t first, last;
                ink_of(f, &item, &first, &last);
                gaps[bold][i] = i ? first - end : 0;
                end = item.code == ' ' ? item.x + item.advance_x : last;
            }
            assert_int_equal(text_measure(&f->style, text).w, walk.pen_x);
        }
        for (size_t i = 0; i < text.size; i++)
            assert_true(gaps[1][i] >= gaps[0][i]);
    }
}

static void ligatures_are_formed_unless_their_glyph_is_missing(void **state)
{
    Fixture *f = *state;
    use(f, sample_bitmap(f->arena), 8);
    DRAWS("fi", "................", "..##.#..........", "..#.............", ".###.#..........",
          "..#..#..........");
    assert_int_equal(text_measure(&f->style, TEXT("fi")).w, 8);
    assert_int_equal(text_measure(&f->style, TEXT("ff")).w, 16);
}

static void contours_fill_by_the_even_odd_rule(void **state)
{
    Fixture *f = *state;
    use(f, sample_vector(f->arena), 12); /* 15 pixels high: 17 units a pixel */
    DRAWS("A", "..........", "..........", "..........", "55555552..", "#######5..",
          "#93335#5..", "#8...3#5..", "#8...3#5..", "#8...3#5..", "#98889#5..", "#######5..",
          "..........");
}

static void curves_are_round(void **state)
{
    Fixture *f = *state;
    use(f, sample_vector(f->arena), 12);
    DRAWS("o", "........", "........", "........", "..3442..", "18###95.", "6#####92",
          "8######4", "9######4", "8######3", "3#####8.", ".389861.", "........");
    /* A flatter one from two cubics. */
    DRAWS("O", "........", "........", "........", "........", "..14552.", ".39####6",
          ".8######", ".9######", ".6#####9", "..58#971", "........");
}

static void kerning_moves_the_second_letter(void **state)
{
    Fixture *f = *state;
    use(f, sample_vector(f->arena), 24); /* 31 pixels high */
    const int64_t a = text_measure(&f->style, TEXT("A")).w;
    const int64_t v = text_measure(&f->style, TEXT("V")).w;
    assert_int_equal(a, (144 * 31 + 254) / 255);
    assert_int_equal(text_measure(&f->style, TEXT("VA")).w, a + v);
    assert_int_equal(text_measure(&f->style, TEXT("AV")).w, a + v - 16 * 31 / 255);
    TextWalk walk = text_walk(&f->style, TEXT("AV"));
    TextItem item;
    assert_true(text_walk_next(&walk, &item) && text_walk_next(&walk, &item));
    assert_int_equal(item.y, (8 * 31 + 254) / 255); /* and down */
    assert_false(text_walk_next(&walk, &item));
}

static void the_overlap_is_taken_from_place_and_advance(void **state)
{
    Fixture *f = *state;
    use(f, sample_vector(f->arena), 24);
    TextWalk walk = text_walk(&f->style, TEXT("VO"));
    TextItem item;
    assert_true(text_walk_next(&walk, &item) && text_walk_next(&walk, &item));
    assert_int_equal(item.x, 18 - 16 * 31 / 255);
    assert_int_equal(item.advance_x, ((160 - 16) * 31 + 254) / 255);
}

/* The size is that of capitals, unless the font is monospaced or has no baseline. */
static void the_size_is_the_height_above_the_baseline(void **state)
{
    Fixture *f = *state;
    use(f, sample_vector(f->arena), 24);
    assert_int_equal(text_measure(&f->style, TEXT("")).h, 24 * 255 / 192);
    assert_int_equal(text_measure(&f->style, TEXT("A")).baseline, 31 * 192 / 255);
    assert_int_equal(text_measure(&f->style, TEXT("A\nA")).h, 62);
    f->style.count = 0;
    use(f, sample_bitmap(f->arena), 24);
    assert_int_equal(text_measure(&f->style, TEXT("A")).h, 24);
    f->style.count = 0;
    use(f, sample_pixmap(f->arena), 24);
    assert_int_equal(text_measure(&f->style, TEXT("a")).h, 24);
}

static void a_missing_character_falls_back_to_fonts_then_zero_then_a_box(void **state)
{
    Fixture *f = *state;
    use(f, sample_bitmap(f->arena), 8);
    DRAWS("x", "####", "#..#", "#..#", "#..#", "#..#", "#..#", "####", "....");
    use(f, sample_pixmap(f->arena), 8);
    TextWalk walk = text_walk(&f->style, TEXT("Aax"));
    TextItem item;
    const struct {
        const SsfnFont *font;
        uint32_t glyph;
    } wanted[] = {{f->fonts[0], 'A'}, {f->fonts[1], 'a'}, {f->fonts[1], 0}};
    for (size_t i = 0; i < 3; i++) {
        assert_true(text_walk_next(&walk, &item));
        assert_ptr_equal(item.font, wanted[i].font);
        assert_int_equal(item.glyph->code, wanted[i].glyph);
    }
}

static void pixmaps_use_own_colours_and_text_alpha(void **state)
{
    Fixture *f = *state;
    use(f, sample_pixmap(f->arena), 4);
    f->style.colour = PIXEL(0, 0, 255, 255);
    text_draw(&f->image, 0, 0, &f->style, TEXT("ab"), &f->cache);
    const Pixel red = PIXEL(255, 0, 0, 255), blue = PIXEL(0, 0, 255, 255);
    const Pixel wanted[] = {red, PIXEL(0, 255, 0, 128), blue, 0};
    for (uint32_t x = 0; x < 4; x++)
        assert_int_equal(*image_at(&f->image, x, 0), wanted[x]);
    assert_int_equal(*image_at(&f->image, 4, 0), red); /* a colour is for one fragment */
    assert_int_equal(*image_at(&f->image, 5, 1), blue);
    assert_int_equal(*image_at(&f->image, 6, 2), blue);
    memset(f->image.pixels, 0, W * H * sizeof(Pixel));
    f->style.colour = PIXEL(0, 0, 255, 51);
    text_draw(&f->image, 0, 0, &f->style, TEXT("a"), &f->cache);
    assert_int_equal(*image_at(&f->image, 0, 0), PIXEL(255, 0, 0, 51));
    assert_int_equal(*image_at(&f->image, 2, 0), PIXEL(0, 0, 255, 51));
}

static void some_glyphs_advance_downwards(void **state)
{
    Fixture *f = *state;
    use(f, sample_pixmap(f->arena), 4);
    const TextSize size = text_measure(&f->style, TEXT("vvv"));
    assert_int_equal(size.w, 0);
    assert_int_equal(size.h, 12);
}

static void drawing_is_clipped_at_each_side(void **state)
{
    Fixture *f = *state;
    use(f, sample_bitmap(f->arena), 8);
    text_draw(&f->image, 10, 5, &f->style, TEXT("Ax"), &f->cache);
    Image small = {8, 8, W, f->image.pixels + 5 * W + 10};
    for (int dy = -9; dy <= 9; dy++)
        for (int dx = -17; dx <= 9; dx++) {
            Pixel pixels[10 * 10] = {0};
            const Image part = {8, 8, 10, pixels + 11};
            text_draw(&part, dx, dy, &f->style, TEXT("Ax"), &f->cache);
            for (int y = -1; y < 9; y++)
                for (int x = -1; x < 9; x++) {
                    const bool inside = x >= 0 && y >= 0 && x < 8 && y < 8;
                    const int from_x = x - dx, from_y = y - dy;
                    const bool drawn = from_x >= 0 && from_y >= 0 && from_x < 20 && from_y < 8;
                    const Pixel wanted =
                        inside && drawn ? small.pixels[from_y * W + from_x] : 0;
                    assert_int_equal(part.pixels[y * 10 + x], wanted);
                }
        }
}

static void blending_is_straight_alpha(void **state)
{
    (void)state;
    assert_int_equal(pixel_over(PIXEL(0, 0, 0, 255), PIXEL(255, 100, 0, 128)),
                     PIXEL(128, 50, 0, 255));
    assert_int_equal(pixel_over(0, PIXEL(9, 8, 7, 1)), PIXEL(9, 8, 7, 1));
    assert_int_equal(pixel_over(PIXEL(1, 2, 3, 4), PIXEL(9, 9, 9, 0)), PIXEL(1, 2, 3, 4));
    /* 128 over 128 covers 192; the upper has 128 / 192 of the colour. */
    assert_int_equal(pixel_over(PIXEL(0, 0, 255, 128), PIXEL(255, 0, 0, 128)),
                     PIXEL(170, 0, 85, 192));
}

static void cache_does_not_change_the_output(void **state)
{
    Fixture *f = *state;
    f->fonts[0] = font_builtin(f->arena);
    f->style.count = 1;
    f->style.size = 12;
    const Text text = TEXT("The quick brown fox jumps");
    text_draw(&f->image, 0, 0, &f->style, text, &f->cache);
    const uint64_t drawn = f->cache.drawn;
    Pixel *before = arena_alloc(f->arena, W * H, sizeof(Pixel));
    memcpy(before, f->image.pixels, W * H * sizeof(Pixel));
    memset(f->image.pixels, 0, W * H * sizeof(Pixel));
    text_draw(&f->image, 0, 0, &f->style, text, &f->cache);
    assert_int_equal(f->cache.drawn, drawn);
    assert_memory_equal(before, f->image.pixels, W * H * sizeof(Pixel));
    /* Hardly any memory: dropped again and again, and bounded. */
    f->cache.limit = 1;
    memset(f->image.pixels, 0, W * H * sizeof(Pixel));
    text_draw(&f->image, 0, 0, &f->style, text, &f->cache);
    assert_memory_equal(before, f->image.pixels, W * H * sizeof(Pixel));
    assert_true(f->cache.drawn >= drawn + text.size);
    assert_true(arena_used(f->glyphs) < 32768);
}

static void wraps(Fixture *f, const char *text, int64_t width, const char *wanted)
{
    size_t count;
    const TextLine *lines = text_wrap(&f->style, text_of(text), width, &count, f->arena);
    Writer out = writer_to(f->arena);
    for (size_t i = 0; i < count; i++) {
        write_text(&out, lines[i].text);
        write_u8(&out, '|');
        assert_int_equal(lines[i].w, text_measure(&f->style, lines[i].text).w);
    }
    assert_string_equal(arena_text(f->arena, writer_text(&out)).at, wanted);
}

/* Boxes of 5 pixels stand for all characters. */
static void lines_break_at_blanks_beside_ideographs_and_in_long_words(void **state)
{
    Fixture *f = *state;
    f->style.size = 8;
    wraps(f, "", 20, "|");
    wraps(f, "ab cd", 1000, "ab cd|");
    wraps(f, "ab cd", 25, "ab cd|");
    wraps(f, "ab cd", 24, "ab|cd|");
    wraps(f, "ab   cd  ", 24, "ab|cd|");
    wraps(f, "a b c d", 15, "a b|c d|");
    wraps(f, "abcdefg hi", 15, "abc|def|g|hi|");
    wraps(f, "abc", 0, "a|b|c|");
    wraps(f, "a\n\nb\n", 50, "a||b||");
    wraps(f, "a\r\nb", 50, "a|b|");
    wraps(f, "\xE4\xB8\x80\xE4\xB8\x81\xE4\xB8\x82", 10,
          "\xE4\xB8\x80\xE4\xB8\x81|\xE4\xB8\x82|");
    wraps(f,
          "ab\xE4\xB8\x80"
          "cd",
          20, "ab\xE4\xB8\x80|cd|");
    /* A full stop does not begin a line. */
    wraps(f, "\xE4\xB8\x80\xE4\xB8\x81\xE3\x80\x82", 10,
          "\xE4\xB8\x80|\xE4\xB8\x81\xE3\x80\x82|");
}

/* ---- against FreeType ---- */

static Bytes file_of(const char *path, Arena *arena)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return (Bytes){0};
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    uint8_t *data = arena_alloc_raw(arena, (size_t)size, 1);
    const bool good = fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    return good ? (Bytes){data, (size_t)size} : (Bytes){0};
}

/* FreeType's own picture of the text, its letters where our pen was. */
static void draw_by_freetype(Fixture *f, Bytes file, Text text, const Image *image)
{
    FT_Library library;
    FT_Face face;
    assert_int_equal(FT_Init_FreeType(&library), 0);
    assert_int_equal(FT_New_Memory_Face(library, file.data, (FT_Long)file.size, 0, &face), 0);
    /* The size at which the highest chosen glyph reaches as high as ours. */
    FT_Pos top = 0;
    for (FT_ULong code = 0x20; code <= 0x17F; code++) {
        assert_int_equal(FT_Load_Char(face, code, FT_LOAD_NO_SCALE), 0);
        const FT_Glyph_Metrics *metrics = &face->glyph->metrics;
        if (FT_Get_Char_Index(face, code) && metrics->horiBearingY > top)
            top = metrics->horiBearingY;
    }
    TextWalk walk = text_walk(&f->style, text);
    const SsfnFont *font = f->fonts[0]; /* its lines have whole pixels: 40 of 40.08 */
    const FT_F26Dot6 em =
        64 * walk.line * font->baseline * face->units_per_EM / font->height / top;
    assert_int_equal(FT_Set_Char_Size(face, em, em, 72, 72), 0);
    TextItem item;
    while (text_walk_next(&walk, &item)) {
        assert_int_equal(FT_Load_Char(face, item.code, FT_LOAD_NO_HINTING | FT_LOAD_RENDER), 0);
        const FT_Bitmap *bitmap = &face->glyph->bitmap;
        for (unsigned y = 0; y < bitmap->rows; y++)
            for (unsigned x = 0; x < bitmap->width; x++) {
                const int64_t at_x = item.x + face->glyph->bitmap_left + x;
                const int64_t at_y = walk.ascent - face->glyph->bitmap_top + y;
                const uint8_t value = bitmap->buffer[(int)y * bitmap->pitch + (int)x];
                if (value)
                    *image_at(image, (uint32_t)at_x, (uint32_t)at_y) = PIXEL(0, 0, 0, value);
            }
    }
    FT_Done_Face(face);
    FT_Done_FreeType(library);
}

static void converted_font_resembles_its_source(void **state)
{
    static const char path[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    Fixture *f = *state;
    const Bytes file = file_of(path, f->arena);
    if (!file.size) {
        print_message("skipped: %s is not installed (package fonts-dejavu-core)\n", path);
        skip();
    }
    SsfnModel model;
    const SsfnCodes codes = {0x20, 0x17F};
    assert_true(ssfn_import(file, 0, &codes, 1, &model, f->arena, &f->kit->report));
    use(f, model, 32);
    enum { WIDE = 128, HIGH = 64 };
    Image images[2];
    for (int i = 0; i < 2; i++)
        images[i] = (Image){WIDE, HIGH, WIDE, ARENA_ALLOC(f->arena, Pixel, WIDE * HIGH)};
    text_draw(&images[0], 0, 0, &f->style, TEXT("Hello"), &f->cache);
    draw_by_freetype(f, file, TEXT("Hello"), &images[1]);
    unsigned both = 0, any = 0;
    for (size_t i = 0; i < WIDE * HIGH; i++) {
        const bool a = PIXEL_A(images[0].pixels[i]) > 127,
                   b = PIXEL_A(images[1].pixels[i]) > 127;
        both += a && b;
        any += a || b;
    }
    print_message("intersection over union: %u / %u\n", both, any);
    assert_true(both * 10 > any * 9);
    assert_true(ssfn_glyph(f->fonts[0], 'A')->part_count >= 3); /* kerning and two contours */
}

/* The greatest point of a glyph in grid units, from the bytes of its fragments: contours only.
 */
static void greatest(const SsfnFont *font, const SsfnGlyph *glyph, int *x, int *y)
{
    *x = *y = -1;
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        const SsfnPart *part = &font->parts[glyph->first_part + i];
        if (part->kind != SSFN_CONTOUR)
            continue;
        const SsfnFragment *item = &font->fragments[part->fragment];
        const uint8_t *data = font->bytes.data + item->at;
        for (uint32_t at = item->header + (item->count + 3u) / 4; at + 1 < item->size;
             at += 2) {
            *x = part->x + data[at] > *x ? part->x + data[at] : *x;
            *y = part->y + data[at + 1] > *y ? part->y + data[at + 1] : *y;
        }
    }
}

/* The renderer of the format's author has as many columns as the width says: what lies at the
 * width itself is lost, and by the even-odd rule a whole side with it. Both "l" of "Hello"
 * were.
 */
static void all_points_of_a_converted_font_are_within_its_widths_and_heights(void **state)
{
    static const char *const names[] = {"DejaVuSans", "DejaVuSerif-BoldItalic",
                                        "DejaVuSansMono-Oblique"};
    Fixture *f = *state;
    unsigned glyphs = 0;
    for (size_t n = 0; n < COUNT_OF(names); n++) {
        const char *path =
            arena_format(f->arena, "/usr/share/fonts/truetype/dejavu/%s.ttf", names[n]).at;
        const Bytes file = file_of(path, f->arena);
        if (!file.size) {
            print_message("skipped: %s is not installed (package fonts-dejavu-core)\n", path);
            continue;
        }
        SsfnModel model;
        assert_true(ssfn_import(file, 0, NULL, 0, &model, f->arena, &f->kit->report));
        f->style.count = 0;
        use(f, model, 32);
        const SsfnFont *font = f->fonts[0];
        for (uint32_t i = 0; i < model.glyph_count; i++) {
            const SsfnGlyph *glyph = ssfn_glyph(font, model.glyphs[i].code);
            int x, y;
            greatest(font, glyph, &x, &y);
            if (x >= glyph->w || y >= glyph->h || y >= font->height)
                fail_msg("%s U+%04X: %d %d of %u x %u in %u rows", names[n],
                         model.glyphs[i].code, x, y, glyph->w, glyph->h, font->height);
            if (x >= 0 && (glyph->w != x + 1 || glyph->h != y + 1))
                fail_msg("%s U+%04X: %u x %u is more than it needs", names[n],
                         model.glyphs[i].code, glyph->w, glyph->h);
            glyphs += x >= 0;
        }
    }
    print_message("%u glyphs\n", glyphs);
    if (!glyphs)
        skip();
}

/* A box from 0 to 4 in a grid of 8 rows, drawn at 8 pixels. With a width of 5 it is all there;
 * with one of 4 its right side is not, and nothing is left between sides. */
static void pixels_at_the_width_are_not_drawn(void **state)
{
    static const uint8_t square[] = {SSFN_MOVE, SSFN_LINE, SSFN_LINE, SSFN_LINE};
    static const uint8_t corners[] = {0, 0, 4, 0, 4, 4, 0, 4};
    Fixture *f = *state;
    for (uint8_t wide = 0; wide < 2; wide++) {
        SsfnPiece piece = {ssfn_contour(square, 4, corners, f->arena), -1, 0, 0};
        SsfnModelGlyph glyph = {'A', 0, (uint8_t)(4 + wide), 5, 6, 0, &piece, NULL, 1, 0};
        f->style.count = 0;
        use(f,
            (SsfnModel){.family = SSFN_MONOSPACE,
                        .width = 8,
                        .height = 8,
                        .glyphs = &glyph,
                        .glyph_count = 1},
            8);
        const GlyphStyle style = {8, false, false, 0};
        const GlyphImage image = ssfn_glyph_draw(f->fonts[0], ssfn_glyph(f->fonts[0], 'A'),
                                                 &style, f->arena, f->arena);
        unsigned sum = 0;
        for (uint32_t i = 0; i < image.w * image.h; i++)
            sum += image.coverage[i];
        assert_int_equal(sum, wide ? 16 * 255 : 0);
    }
}

/* So were all fonts that an earlier version made of TrueType fonts. */
static void a_check_warns_of_points_beyond_the_width(void **state)
{
    Fixture *f = *state;
    for (unsigned narrow = 0; narrow < 2; narrow++) {
        SsfnModel model = sample_vector(f->arena);
        model.glyphs[1].w = (uint8_t)(model.glyphs[1].w - narrow);
        Bytes file;
        assert_true(ssfn_write(&model, &file, f->arena, &f->kit->report));
        assert_true(ssfn_file_check(file, f->arena, &f->kit->report));
        assert_int_equal(f->kit->messages.count, narrow);
    }
    assert_true(kit_has_message(f->kit, "1 glyph has points beyond its width, first U+0041"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_bitmap_is_drawn_pixel_by_pixel),
        TEST(bold_is_wider_and_italic_is_slanted),
        TEST(bold_letters_are_as_far_apart_as_regular_ones),
        TEST(ligatures_are_formed_unless_their_glyph_is_missing),
        TEST(contours_fill_by_the_even_odd_rule),
        TEST(curves_are_round),
        TEST(kerning_moves_the_second_letter),
        TEST(the_overlap_is_taken_from_place_and_advance),
        TEST(the_size_is_the_height_above_the_baseline),
        TEST(a_missing_character_falls_back_to_fonts_then_zero_then_a_box),
        TEST(pixmaps_use_own_colours_and_text_alpha),
        TEST(some_glyphs_advance_downwards),
        TEST(drawing_is_clipped_at_each_side),
        TEST(blending_is_straight_alpha),
        TEST(cache_does_not_change_the_output),
        TEST(lines_break_at_blanks_beside_ideographs_and_in_long_words),
        TEST(converted_font_resembles_its_source),
        TEST(all_points_of_a_converted_font_are_within_its_widths_and_heights),
        TEST(pixels_at_the_width_are_not_drawn),
        TEST(a_check_warns_of_points_beyond_the_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
