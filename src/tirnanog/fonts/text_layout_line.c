/* Lays out the characters of a line. Parts, in order: items; runs of outline fonts, which are
 * shaped; runs of SSFN fonts; the order of runs. */
#include "tirnanog/fonts/text_layout_internal.h"

#include "base/text.h"

typedef struct Run {
    size_t from, to;
    FriBidiLevel level;
} Run;

/* Division in C rounds towards zero, which would shift glyphs left of the origin. */
static int64_t floor_divide(int64_t value, int64_t by)
{
    return value >= 0 ? value / by : -((by - 1 - value) / by);
}

/* `index` is the first character of the cluster; its advances are added up. */
static void add_item(Line *line, TextItem item, size_t index, int64_t advance)
{
    item.at = line->paragraph->at[index] - line->start;
    item.size = line->paragraph->at[index + 1] - line->paragraph->at[index];
    *ARENA_PUSH(line->arena, line->items, line->count) = item;
    if (line->advances)
        line->advances[index] =
            advance + (line->advances[index] < 0 ? 0 : line->advances[index]);
}

/* The letters of outline fonts above the baseline are about three quarters of the size. */
static uint32_t em_of(int64_t ascent)
{
    const int64_t em = (ascent * 4 + 2) / 3;
    return em < 1 ? 1 : em > GLYPH_PIXELS_MAX ? GLYPH_PIXELS_MAX : (uint32_t)em;
}

/* Positions are rounded to fractions of a pixel: OUTLINE_SHIFTS variants of each glyph are
 * drawn. */
static void lay_shaped(Line *line, const Run *run)
{
    const Paragraph *paragraph = line->paragraph;
    OutlineFont *font = paragraph->fonts[run->from];
    const ShapeRun wanted = {
        .codes = paragraph->codes,
        .count = paragraph->count,
        .from = run->from,
        .to = run->to,
        .script = paragraph->scripts[run->from],
        .right_to_left = run->level & 1,
        .em = em_of(line->ascent),
    };
    ShapedGlyph *glyphs;
    const size_t count = outline_font_shape(font, &wanted, &glyphs, line->arena);
    for (size_t i = 0; i < count; i++) {
        enum { STEP = OUTLINE_UNITS / OUTLINE_SHIFTS };
        const int64_t at = line->pen + glyphs[i].x + STEP / 2;
        const int64_t x = floor_divide(at, OUTLINE_UNITS);
        const TextItem item = {
            .code = paragraph->codes[glyphs[i].first],
            .outline = font,
            .outline_glyph = glyphs[i].glyph,
            .pixels = wanted.em,
            .shift = (uint32_t)((at - x * OUTLINE_UNITS) / STEP),
            .x = x,
            .y = line->y + line->ascent -
                 floor_divide(glyphs[i].y + OUTLINE_UNITS / 2, OUTLINE_UNITS),
        };
        add_item(line, item, glyphs[i].first, glyphs[i].advance);
        line->pen += glyphs[i].advance;
    }
}

/* The characters of a run in visual order, and the index of each byte's character. */
typedef struct Visual {
    char *bytes;
    size_t *index, size;
} Visual;

/* Uses the joined form if the style's fonts have it, otherwise the plain letter. */
static void put_visual(const Line *line, Visual *out, const Run *run, size_t index)
{
    const Paragraph *paragraph = line->paragraph;
    const TextStyle *style = line->style;
    FriBidiChar code = paragraph->joined[index];
    if (code != paragraph->codes[index]) {
        /* A ligature replaces the second letter, and U+FEFF the first. */
        const bool first = code == FRIBIDI_CHAR_FILL;
        const size_t at = first && index + 1 < paragraph->count ? index + 1 : index;
        if (!text_glyph(style, paragraph->joined[at]))
            code = paragraph->codes[index];
    } else if (index > run->from && paragraph->joined[index - 1] == FRIBIDI_CHAR_FILL &&
               !text_glyph(style, code)) {
        code = paragraph->codes[index];
    }
    if (text_is_ignorable(code))
        return;
    if (run->level & 1)
        fribidi_get_mirror_char(code, &code);
    const size_t size = utf8_put(out->bytes + out->size, code);
    for (size_t i = 0; i < size; i++)
        out->index[out->size++] = index;
}

/* Marks remain after their letters. */
static void put_reversed(const Line *line, Visual *out, const Run *run)
{
    for (size_t end = run->to; end > run->from;) {
        size_t first = end - 1;
        while (first > run->from && text_is_mark(line->paragraph->codes[first]))
            first--;
        for (size_t i = first; i < end; i++)
            put_visual(line, out, run, i);
        end = first;
    }
}

/* SSFN fonts are placed at whole pixels, so the pen is rounded up before and after. */
static void lay_plain(Line *line, const Run *run)
{
    enum { BYTES_MAX = 4 };
    const size_t space = (run->to - run->from) * BYTES_MAX;
    Visual visual = {arena_alloc_raw(line->arena, space, 1),
                     ARENA_ALLOC(line->arena, size_t, space), 0};
    if (run->level & 1)
        put_reversed(line, &visual, run);
    else
        for (size_t i = run->from; i < run->to; i++)
            put_visual(line, &visual, run, i);
    const int64_t left = -floor_divide(-line->pen, OUTLINE_UNITS);
    TextWalk walk = text_walk(line->style, (Text){visual.bytes, visual.size});
    TextItem item;
    while (text_walk_next(&walk, &item)) {
        item.x += left;
        item.y += line->y;
        add_item(line, item, visual.index[item.at], item.advance_x * OUTLINE_UNITS);
    }
    line->pen = (left + walk.pen_x) * OUTLINE_UNITS;
}

/* Rule L2: from the highest level to the lowest odd one, reverse the order of all sequences of
 * that level or a higher one. */
static void reorder(Run *runs, size_t count, FriBidiLevel max)
{
    for (FriBidiLevel level = max; level > 0; level--)
        for (size_t from = 0; from < count; from++) {
            size_t to = from;
            while (to < count && runs[to].level >= level)
                to++;
            for (size_t a = from, b = to; a + 1 < b; a++, b--) {
                const Run other = runs[a];
                runs[a] = runs[b - 1];
                runs[b - 1] = other;
            }
            from = to;
        }
}

/* Lays out the characters [from, to) as one line; returns its width in pixels. */
int64_t text_lay_line(Line *line, size_t from, size_t to)
{
    const Paragraph *paragraph = line->paragraph;
    Run *runs = NULL;
    size_t count = 0;
    FriBidiLevel max = 0;
    for (size_t i = from; i < to; i++) {
        const FriBidiLevel level = paragraph->levels[i];
        const bool same =
            count && runs[count - 1].level == level &&
            paragraph->fonts[i] == paragraph->fonts[i - 1] &&
            (!paragraph->fonts[i] || paragraph->scripts[i] == paragraph->scripts[i - 1]);
        if (same)
            runs[count - 1].to = i + 1;
        else
            *ARENA_PUSH(line->arena, runs, count) = (Run){i, i + 1, level};
        max = level > max ? level : max;
    }
    reorder(runs, count, max);
    line->pen = 0;
    for (size_t i = 0; i < count; i++) {
        if (paragraph->fonts[runs[i].from])
            lay_shaped(line, &runs[i]);
        else
            lay_plain(line, &runs[i]);
    }
    return -floor_divide(-line->pen, OUTLINE_UNITS);
}
