/* Text from right to left, and in scripts that need shaping. The fonts are those of the
 * packages fonts-noto-core and fonts-dejavu-core; tests are skipped without them.
 *
 * `test_text_layout --lines LINES OUT.png` draws lines for text_in_browser.py. */
#include "lib/cli.h"
#include "lib/font_kit.h"
#include "lib/kit.h"

#include "base/stream.h"
#include "base/text.h"
#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/fonts/ssfn_write.h"
#include "tirnanog/fonts/text_layout.h"
#include "base/image/png_write.h"

#include <stdio.h>
#include <unistd.h>

#define FONTS "/usr/share/fonts/truetype/"
static const char arabic_font[] = FONTS "noto/NotoNaskhArabic-Regular.ttf";
static const char dejavu[] = FONTS "dejavu/DejaVuSans.ttf";
static const char devanagari_font[] = FONTS "noto/NotoSansDevanagari-Regular.ttf";

enum { EM = 32, SIZE = 24, ROW = 72, LEFT = 40, WIDTH = 700 };

typedef struct Fixture {
    Kit *kit;
    Arena *arena, *glyphs, *scratch;
    TextCache cache;
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
    f->cache = text_cache(f->glyphs, f->scratch, 1 << 22);
    f->style = (TextStyle){.size = SIZE, .colour = PIXEL(0, 0, 0, 255)};
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

/* False if the font is not installed. */
static bool use_outlines(Fixture *f, const char *path)
{
    const Bytes file = font_file(path, f->arena);
    if (!file.size)
        return false;
    f->style.shaper = text_shaper_new(f->arena);
    assert_true(text_shaper_add(f->style.shaper, file, 0, &f->kit->report));
    return true;
}

static Image white(Arena *arena, uint32_t w, uint32_t h)
{
    const Image image = {w, h, w, ARENA_ALLOC(arena, Pixel, (size_t)w * h)};
    for (size_t i = 0; i < (size_t)w * h; i++)
        image.pixels[i] = PIXEL(255, 255, 255, 255);
    return image;
}

static int draw_lines(const char *source, const char *target)
{
    void *state;
    set_up(&state);
    Fixture *f = state;
    Text rest = text_of_bytes(font_file(source, f->arena)), line;
    size_t count = 0;
    for (Text left = rest; text_line(&left, &line);)
        count++;
    const Image image = white(f->arena, WIDTH, (uint32_t)count * ROW);
    for (int64_t y = 0; text_line(&rest, &line); y += ROW) {
        size_t tab;
        if (!text_find(line, '\t', &tab))
            return 1;
        const Text path = arena_format(f->arena, FONTS "%.*s", (int)tab, line.at);
        if (!use_outlines(f, path.at))
            return 1;
        text_draw(&image, LEFT, y + (ROW - EM) / 2, &f->style,
                  text_slice(line, tab + 1, line.size), &f->cache);
        text_cache_clear(&f->cache);
    }
    const Bytes png = png_write(&image, NULL, f->arena);
    FILE *file = fopen(target, "wb");
    const bool good = file && fwrite(png.data, 1, png.size, file) == png.size;
    if (file)
        fclose(file);
    tear_down(&state);
    return !good;
}

/* ---- direction ---- */

/* The characters of a text in visual order. */
static Text visual(Fixture *f, Text text)
{
    Writer out = writer_to(f->arena);
    const TextLayout layout = text_lay_out(&f->style, text, f->arena);
    for (size_t i = 0; i < layout.count; i++) {
        char bytes[4];
        write_text(&out, (Text){bytes, utf8_put(bytes, layout.items[i].code)});
        assert_true(i == 0 || layout.items[i].x > layout.items[i - 1].x);
    }
    return writer_text(&out);
}

static void text_is_ordered_by_direction(void **state)
{
    Fixture *f = *state;
    static const struct {
        const char *text, *wanted;
        bool right_to_left;
    } cases[] = {
        {"abc אבג def", "abc גבא def", false},
        {"אבג abc 34", "abc 34 גבא", false},
        {"(אב) 12", "12 (בא)", false},
        {"ab (אב) 12", "ab (בא) 12", false},
        {"ab (אב) 12", "ab (בא) 12", true}, /* the first letter decides */
        {"1 - 2", "1 - 2", false},
        {"1 - 2", "2 - 1", true},
        {"שב 12.5 ק, 3", "3 ,ק 12.5 בש", false},
        {"דג 25% קט", "טק 25% גד", false},
        {"a\u2067אב!\u2069c", "a!באc", false},   /* an isolate */
        {"\u202Eabc\u202C d", "cba d", false},   /* an override */
        {"ab \u202B(א \u202C", "ab א) ", false}, /* spaces at the end */
        {"אב \u202Aab \u202C", " ab בא", false},
        {"x\u200Fy\u200B", "xy", false}, /* marks are invisible */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        f->style.right_to_left = cases[i].right_to_left;
        const Text found = visual(f, text_of(cases[i].text));
        if (!text_is(found, cases[i].wanted))
            fail_msg("\"%s\" is shown as \"%.*s\"", cases[i].text, (int)found.size, found.at);
    }
}

/* The engine's layouts without characters that need one must not change. */
static void latin_text_is_the_same_in_both_paths(void **state)
{
    static const char *const texts[] = {"Hello, world", "AVATAR fi 12.5%\nTo (be)", "", "a\n"};
    Fixture *f = *state;
    const SsfnFont *fonts[] = {font_builtin(f->arena)};
    f->style.fonts = fonts;
    f->style.count = 1;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (unsigned bold = 0; bold < 2; bold++) {
            const Text text = text_of(texts[i]);
            const Image a = white(f->arena, 300, 80), b = white(f->arena, 300, 80);
            f->style.bold = bold;
            f->style.right_to_left = false;
            assert_false(text_is_complex(&f->style, text));
            const TextSize simple = text_measure(&f->style, text);
            text_draw(&a, 3, 2, &f->style, text, &f->cache);
            f->style.right_to_left = true;
            assert_true(text_is_complex(&f->style, text));
            const TextSize complex = text_measure(&f->style, text);
            text_draw(&b, 3, 2, &f->style, text, &f->cache);
            assert_memory_equal(&simple, &complex, sizeof simple);
            assert_memory_equal(a.pixels, b.pixels, 300 * 80 * sizeof(Pixel));
        }
}

/* ---- SSFN fonts ---- */

/* A font with the same bitmap for each character. */
static const SsfnFont *font_of(Fixture *f, const uint32_t *codes, uint32_t count)
{
    static const uint8_t bits[] = {1, 1};
    SsfnModelGlyph *glyphs = ARENA_ALLOC(f->arena, SsfnModelGlyph, count);
    SsfnPiece piece = {ssfn_bitmap(bits, 1, 2, f->arena), -1, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        glyphs[i] = (SsfnModelGlyph){.code = codes[i],
                                     .w = 8,
                                     .h = 8,
                                     .advance_x = 8,
                                     .pieces = &piece,
                                     .piece_count = 1};
    const SsfnModel model = {
        .width = 8, .height = 8, .baseline = 6, .glyphs = glyphs, .glyph_count = count};
    Bytes bytes;
    SsfnSet set;
    assert_true(ssfn_write(&model, &bytes, f->arena, &f->kit->report));
    assert_true(ssfn_read(bytes, &set, f->arena, &f->kit->report));
    return &set.fonts[0];
}

static void arabic_letters_are_joined_in_fonts_with_their_forms(void **state)
{
    /* lam, beh, alef; beh final, initial, medial; lam-alef */
    static const uint32_t all[] = {0x627, 0x628, 0x644, 0xFE90, 0xFE91, 0xFE92, 0xFEFB};
    static const char text[] = "ببب لا";
    Fixture *f = *state;
    const SsfnFont *fonts[] = {font_of(f, all, COUNT_OF(all))};
    f->style.fonts = fonts;
    f->style.count = 1;
    const TextLayout layout = text_lay_out(&f->style, text_of(text), f->arena);
    static const uint32_t wanted[] = {0xFEFB, ' ', 0xFE90, 0xFE92, 0xFE91};
    assert_int_equal(layout.count, COUNT_OF(wanted));
    for (size_t i = 0; i < layout.count; i++)
        assert_int_equal(layout.items[i].code, wanted[i]);
    /* Without the forms, the letters are drawn unchanged. */
    fonts[0] = font_of(f, all, 3);
    const TextLayout plain = text_lay_out(&f->style, text_of(text), f->arena);
    static const uint32_t letters[] = {0x627, 0x644, ' ', 0x628, 0x628, 0x628};
    assert_int_equal(plain.count, COUNT_OF(letters));
    for (size_t i = 0; i < plain.count; i++)
        assert_int_equal(plain.items[i].code, letters[i]);
}

static void fonts_of_the_game_are_preferred_if_they_suffice(void **state)
{
    static const uint32_t hebrew[] = {' ', 0x5B8, 0x5D0, 0x5D1, 0x5D2};
    Fixture *f = *state;
    if (!use_outlines(f, dejavu))
        skip();
    const SsfnFont *fonts[] = {font_of(f, hebrew, COUNT_OF(hebrew))};
    f->style.fonts = fonts;
    f->style.count = 1;
    TextLayout layout = text_lay_out(&f->style, TEXT("אב ג"), NULL);
    for (size_t i = 0; i < layout.count; i++)
        assert_true(layout.items[i].font == fonts[0] && !layout.items[i].outline);
    /* Points must be placed below their letters, which SSFN fonts cannot do. */
    layout = text_lay_out(&f->style, TEXT("אָב"), NULL);
    for (size_t i = 0; i < layout.count; i++)
        assert_non_null(layout.items[i].outline);
    /* The same for letters that the font lacks. */
    layout = text_lay_out(&f->style, TEXT("שלום"), NULL);
    for (size_t i = 0; i < layout.count; i++)
        assert_non_null(layout.items[i].outline);
}

/* ---- outline fonts ---- */

/* Positions of glyphs in quarters of a pixel, as hb-shape has them. */
static void glyphs_are_those_of_hb_shape(void **state)
{
    static const struct {
        const char *font, *text;
    } cases[] = {
        {arabic_font, "السلام عليكم"},        {arabic_font, "بِسْمِ اللَّهِ الرَّحْمٰنِ"},
        {arabic_font, "لا إله إلا الأمل"},    {dejavu, "שָׁלוֹם עֲלֵיכֶם"},
        {devanagari_font, "क्षत्रिय और ज्ञान"},  {devanagari_font, "धर्म कार्य र्कि"},
        {devanagari_font, "श्रीमान् विद्यार्थी"}, {dejavu, "پنج گنج و یک چراغ"},
    };
    Fixture *f = *state;
    if (!has_tool("hb-shape"))
        skip();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (!use_outlines(f, cases[i].font))
            skip();
        const TextLayout layout = text_lay_out(&f->style, text_of(cases[i].text), NULL);
        /* the size in 1/64 pixel */
        FILE *shape = popen(
            arena_format(f->arena,
                         "LC_ALL=C.UTF-8 hb-shape --font-size=%d --no-glyph-names %s '%s'",
                         EM * OUTLINE_UNITS, cases[i].font, cases[i].text)
                .at,
            "r");
        assert_non_null(shape);
        long pen = 0, glyph, cluster, x, y, advance;
        size_t count = 0;
        assert_int_equal(getc(shape), '[');
        do {
            x = y = 0;
            assert_int_equal(fscanf(shape, "%ld=%ld", &glyph, &cluster), 2);
            int next = getc(shape);
            if (next == '@') {
                assert_int_equal(fscanf(shape, "%ld,%ld", &x, &y), 2);
                next = getc(shape);
            }
            assert_int_equal(next, '+');
            assert_int_equal(fscanf(shape, "%ld", &advance), 1);
            assert_true(count < layout.count);
            const TextItem *item = &layout.items[count++];
            assert_int_equal(item->outline_glyph, glyph);
            const double wanted = (double)(pen + x) / OUTLINE_UNITS;
            const double found = (double)item->x + item->shift / (double)OUTLINE_SHIFTS;
            assert_true(found >= wanted - 0.126 && found <= wanted + 0.126);
            const double up = (double)(SIZE - item->y) * OUTLINE_UNITS;
            assert_true(up >= (double)y - OUTLINE_UNITS / 2 &&
                        up <= (double)y + OUTLINE_UNITS / 2);
            pen += advance;
        } while (getc(shape) == '|');
        pclose(shape);
        assert_int_equal(count, layout.count);
        assert_int_equal(text_measure(&f->style, text_of(cases[i].text)).w, (pen + 63) / 64);
    }
}

static void lines_look_as_in_a_browser(void **state)
{
    (void)state;
    if (!has_tool("chromium") || !has_tool("python3") || access(arabic_font, R_OK) ||
        access(devanagari_font, R_OK) || access(dejavu, R_OK))
        skip();
    void *cli_state;
    char *root = realpath(".", NULL), *own = realpath("/proc/self/exe", NULL);
    assert_non_null(root);
    assert_non_null(own);
    cli_begin(&cli_state);
    Cli *cli = cli_state;
    if (sh(cli, "python3 %s/tests/text_in_browser.py %s %s/tests/text_lines.txt shots", root,
           own, root))
        fail_msg("%s%s", content(cli, "out"), content(cli, "err"));
    cli_end(&cli_state);
    free(own);
    free(root);
}

static void removed_fonts_are_not_used(void **state)
{
    Fixture *f = *state;
    if (!use_outlines(f, dejavu))
        skip();
    const Text text = TEXT("שלום");
    const int64_t shaped = text_measure(&f->style, text).w;
    assert_non_null(text_lay_out(&f->style, text, NULL).items[0].outline);
    text_shaper_clear(f->style.shaper);
    const TextLayout boxes = text_lay_out(&f->style, text, NULL);
    assert_int_equal(boxes.count, 4);
    assert_null(boxes.items[0].outline);
    assert_int_not_equal(text_measure(&f->style, text).w, shaped);
}

static void damaged_fonts_are_refused(void **state)
{
    Fixture *f = *state;
    f->style.shaper = text_shaper_new(f->arena);
    assert_false(text_shaper_add(f->style.shaper, BYTES(0, 1, 0, 0), 0, &f->kit->report));
    assert_true(kit_has_message(f->kit, "not a font"));
    kit_clear(f->kit);
    assert_false(
        text_shaper_add(f->style.shaper, font_type1(false, f->arena), 0, &f->kit->report));
    assert_true(kit_has_message(f->kit, "no OpenType tables"));
    kit_clear(f->kit);
    Bytes file = font_file(dejavu, f->arena);
    if (!file.size)
        skip();
    assert_false(text_shaper_add(f->style.shaper, file, 7, &f->kit->report));
    kit_clear(f->kit);
    /* Tables with wrong offsets and contents: any result, but no invalid access. */
    const Image image = white(f->arena, 200, 60);
    for (size_t round = 0; round < 40; round++) {
        uint8_t *bytes = arena_alloc_raw(f->arena, file.size, 1);
        memcpy(bytes, file.data, file.size);
        for (size_t i = 0; i < 200; i++)
            bytes[12 + next_random((uint32_t)(round % 2 ? file.size - 12 : 2000))] =
                (uint8_t)next_random(256);
        text_shaper_clear(f->style.shaper);
        text_cache_clear(&f->cache);
        text_shaper_add(f->style.shaper, (Bytes){bytes, file.size}, 0, &f->kit->report);
        text_draw(&image, 0, 0, &f->style, TEXT("السلام שָׁלוֹם لا"), &f->cache);
    }
    kit_clear(f->kit);
}

/* ---- lines ---- */

static void lines_are_broken_in_logical_order(void **state)
{
    static const char text[] = "אבג דהו (abc def) זחט\nיכל, מנס 12 עפצ!\n\nabc שלום";
    Fixture *f = *state;
    for (int64_t width = 1; width < 400; width += 7) {
        size_t count, at = 0;
        const TextLine *lines = text_wrap(&f->style, text_of(text), width, &count, f->arena);
        assert_true(count >= 4);
        for (size_t i = 0; i < count; i++) {
            const size_t start = (size_t)(lines[i].text.at - text);
            assert_true(start >= at);
            for (; at < start; at++) /* only what separates lines is left out */
                assert_true(text[at] == ' ' || text[at] == '\n');
            at += lines[i].text.size;
            assert_true(lines[i].w <= width || lines[i].count == 1);
        }
        assert_int_equal(at, sizeof text - 1);
    }
    /* A line of Latin words in a Hebrew paragraph: the comma is at its left. */
    size_t count;
    const Text words = TEXT("אבג abc, דהו");
    const TextLine *lines = text_wrap(&f->style, words, 5 * 14, &count, f->arena);
    assert_int_equal(count, 3);
    assert_true(text_is(lines[1].text, "abc,"));
    assert_int_equal(lines[1].items[0].code, ',');
    assert_int_equal(lines[1].items[1].code, 'a');
}

/* U+00AD is invisible, unless a line ends there and a hyphen has space. */
static void soft_hyphens_are_visible_only_at_the_end_of_a_line(void **state)
{
    Fixture *f = *state;
    const Text word = TEXT("Drachen\u00adhöhle"), plain = TEXT("Drachenhöhle");
    assert_int_equal(text_measure(&f->style, word).w, text_measure(&f->style, plain).w);
    const int64_t first = text_measure(&f->style, TEXT("Drachen")).w,
                  hyphen = text_measure(&f->style, TEXT("Drachen-")).w;
    assert_true(hyphen > first);
    for (int64_t width = first; width <= text_measure(&f->style, plain).w; width++) {
        size_t count;
        const TextLine *lines = text_wrap(&f->style, word, width, &count, f->arena);
        const bool whole = width >= text_measure(&f->style, plain).w;
        assert_int_equal(count, whole ? 1 : 2);
        for (size_t i = 0; i < count; i++)
            assert_true(lines[i].w <= width);
        const uint32_t last = lines[0].items[lines[0].count - 1].code;
        if (!whole && width >= hyphen) {
            assert_true(last == '-' || last == 0x2010);
            assert_true(text_is(lines[1].text, "höhle"));
        } else {
            assert_true(last != '-' && last != 0x2010);
        }
    }
    /* Drawn without the hyphen, the word has the same pixels as without U+00AD. */
    const Image with = white(f->arena, 300, 40), without = white(f->arena, 300, 40);
    text_draw(&with, 0, 0, &f->style, word, &f->cache);
    text_draw(&without, 0, 0, &f->style, plain, &f->cache);
    assert_memory_equal(with.pixels, without.pixels, 300 * 40 * sizeof(Pixel));
}

/* A dialog reveals its letters one by one; those that are shown do not move or change. */
static void shown_letters_stay_in_place(void **state)
{
    static const char text[] = "السلام (Brigit) 25 عليكم";
    Fixture *f = *state;
    if (!use_outlines(f, dejavu))
        skip();
    size_t count;
    const TextLine *lines = text_wrap(&f->style, text_of(text), 1000, &count, f->arena);
    assert_int_equal(count, 1);
    const Image whole = white(f->arena, 500, 40), again = white(f->arena, 500, 40);
    text_draw(&whole, 0, 0, &f->style, text_of(text), &f->cache);
    text_draw_line(&again, 0, 0, &f->style, lines, SIZE_MAX, &f->cache);
    assert_memory_equal(whole.pixels, again.pixels, 500 * 40 * sizeof(Pixel));
    int64_t ink = -1;
    for (size_t at = 0; at < sizeof text - 1;) {
        const Image part = white(f->arena, 500, 40);
        int64_t now = 0;
        utf8_next(text_of(text), &at);
        text_draw_line(&part, 0, 0, &f->style, lines, at, &f->cache);
        for (size_t i = 0; i < 500 * 40; i++) {
            assert_true(PIXEL_R(part.pixels[i]) >= PIXEL_R(whole.pixels[i]));
            now += 255 - PIXEL_R(part.pixels[i]);
        }
        assert_true(now >= ink);
        ink = now;
    }
    /* The first letter is at the right end. */
    const Image first = white(f->arena, 500, 40);
    text_draw_line(&first, 0, 0, &f->style, lines, 2, &f->cache);
    for (int64_t y = 0; y < 40; y++)
        for (int64_t x = 0; x < lines->w - 20; x++)
            assert_int_equal(PIXEL_R(*image_at(&first, (uint32_t)x, (uint32_t)y)), 255);
}

/* ---- hostile texts ---- */

static Text repeated(Fixture *f, const char *part, size_t count)
{
    const Text text = text_of(part);
    char *bytes = arena_alloc_raw(f->arena, text.size * count, 1);
    for (size_t i = 0; i < count; i++)
        memcpy(bytes + i * text.size, text.at, text.size);
    return (Text){bytes, text.size * count};
}

/* All are done in a second; a quadratic algorithm would take minutes. */
static void hostile_texts_are_bounded(void **state)
{
    enum { SECONDS = 100, PER_BYTE = 600 };
    Fixture *f = *state;
    const bool outlines = use_outlines(f, dejavu);
    Text texts[] = {
        repeated(f, "\u0301", 10000),
        repeated(f, "ب\u064E\u0651", 20000),
        repeated(f, "\u2067א", 100000),                 /* isolates */
        repeated(f, "\u202Ea\u202Dא", 50000),           /* overrides */
        repeated(f, "\u202B\u2066(א[", 30000),          /* embeddings and brackets */
        repeated(f, "\u2069\u202C", 100000),            /* ends without a start */
        repeated(f, "(א", 100000),                      /* open brackets */
        repeated(f, "א a", 100000),                     /* runs */
        repeated(f, "क्", 50000),                        /* one cluster */
        repeated(f, "ا", 500000),                       /* one word */
        repeated(f, "שלום, ", 50000),                   /* one paragraph */
        repeated(f, "א\n", 20000),                      /* many */
        repeated(f, "\xD7\x90\xD7\xFF\xE0\xA4", 30000), /* invalid UTF-8 */
    };
    uint8_t *noise = arena_alloc_raw(f->arena, 1 << 16, 1);
    for (size_t i = 0; i < 1 << 16; i++)
        noise[i] = (uint8_t)next_random(256);
    const Image image = white(f->arena, 100, 30);
    alarm(SECONDS);
    for (size_t i = 0; i <= COUNT_OF(texts); i++) {
        const Text text = i < COUNT_OF(texts) ? texts[i] : (Text){(const char *)noise, 1 << 16};
        Arena *arena = arena_new();
        size_t count = 0, shown = 0;
        assert_true(text_measure(&f->style, text).w >= 0);
        text_draw(&image, 0, 0, &f->style, text, &f->cache);
        const TextLine *lines = text_wrap(&f->style, text, 300, &count, arena);
        assert_true(count > 0 && count <= text.size + 1);
        for (size_t k = 0; k < count; k++)
            shown += lines[k].text.size;
        assert_true(shown <= text.size);
        assert_true(arena_used(arena) <= text.size * PER_BYTE);
        arena_free(arena);
    }
    /* The limit cuts a single line, and begins another one where lines are broken. */
    const Text word = repeated(f, "ا", 3 * PARAGRAPH_MAX);
    size_t count = 0, shown = 0;
    assert_int_equal(text_lay_out(&f->style, word, f->arena).count, PARAGRAPH_MAX);
    const TextLine *lines = text_wrap(&f->style, word, INT32_MAX, &count, f->arena);
    assert_int_equal(count, 3);
    for (size_t k = 0; k < count; k++)
        shown += lines[k].text.size;
    assert_int_equal(shown, word.size);
    alarm(0);
    if (!outlines)
        print_message("without outline fonts\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "--lines"))
        return draw_lines(argv[2], argv[3]);
    const struct CMUnitTest tests[] = {
        TEST(text_is_ordered_by_direction),
        TEST(latin_text_is_the_same_in_both_paths),
        TEST(arabic_letters_are_joined_in_fonts_with_their_forms),
        TEST(fonts_of_the_game_are_preferred_if_they_suffice),
        TEST(glyphs_are_those_of_hb_shape),
        cmocka_unit_test(lines_look_as_in_a_browser),
        TEST(removed_fonts_are_not_used),
        TEST(damaged_fonts_are_refused),
        TEST(lines_are_broken_in_logical_order),
        TEST(soft_hyphens_are_visible_only_at_the_end_of_a_line),
        TEST(shown_letters_stay_in_place),
        TEST(hostile_texts_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
