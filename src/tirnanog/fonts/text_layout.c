/* Parts, in order: characters; the shaper; paragraphs; lines; texts; line breaking. Widths of
 * single characters cannot be added up, because shaping depends on neighbours: a paragraph is
 * shaped once, cut at clusters, and each line is then laid out again. */
#include "tirnanog/fonts/text_layout.h"

#include "base/hash.h"
#include "base/text.h"
#include "tirnanog/fonts/line_breaks.h"

#include <fribidi.h>

/* ---- characters ---- */

static bool in_ranges(const uint32_t ranges[][2], size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

bool text_needs_shaping(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {0x0590, 0x109F},   /* Hebrew, Arabic, Syriac, Thaana, N'Ko, ..., India, Thai, Tibet */
        {0x1700, 0x18AF},   /* the Philippines, Khmer, Mongolian */
        {0x1900, 0x1CFF},   /* Limbu, Thai Lue, Balinese, Batak, Lepcha, Vedic signs */
        {0xA800, 0xAAFF},   /* Syloti Nagri, Saurashtra, Javanese, Cham, Meetei Mayek */
        {0xABC0, 0xABFF},   /* Meetei Mayek */
        {0xFB1D, 0xFDFF},   /* forms of Hebrew and Arabic letters */
        {0xFE70, 0xFEFE},   /* forms of Arabic letters */
        {0x10800, 0x11FFF}, /* written from right to left; old scripts of India */
        {0x16800, 0x16B8F}, /* Bamum, Pahawh Hmong */
        {0x1E800, 0x1EFFF}, /* Mende Kikakui, Adlam, Arabic mathematics */
    };
    return code >= 0x590 && in_ranges(ranges, COUNT_OF(ranges), code);
}

/* Soft hyphen, marks of direction, separators of Mongolian, joiners, byte order mark. */
bool text_is_ignorable(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {SOFT_HYPHEN, SOFT_HYPHEN}, {0x061C, 0x061C}, {0x180B, 0x180E}, {0x200B, 0x200F},
        {0x202A, 0x202E},           {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
    };
    return code >= SOFT_HYPHEN && in_ranges(ranges, COUNT_OF(ranges), code);
}

/* Its first byte, C2, is below LEAD_MIN, so it needs a separate test. */
static bool is_soft_hyphen(Text text, size_t at)
{
    return text.at[at] == '\xC2' && at + 1 < text.size && text.at[at + 1] == '\xAD';
}

/* Called for each text that is drawn: bytes below LEAD_MIN are skipped without decoding. */
bool text_is_complex(const TextStyle *style, Text text)
{
    enum { LEAD_MIN = 0xD6 }; /* the first byte of U+0580 and above */
    if (style->right_to_left)
        return true;
    for (size_t at = 0; at < text.size;) {
        if ((uint8_t)text.at[at] < LEAD_MIN && !is_soft_hyphen(text, at)) {
            at++;
            continue;
        }
        const uint32_t code = utf8_next(text, &at);
        if (text_needs_shaping(code) || text_is_ignorable(code))
            return true;
    }
    return false;
}

/* ---- the shaper ---- */

/* Texts longer than CACHED_SIZE_MAX bytes are not cached. CACHE_LIMIT is in bytes, for all
 * slots. */
enum { CACHED_FONTS = 3, CACHED_SIZE_MAX = 1024, CACHE_SLOTS = 1024, CACHE_LIMIT = 2 << 20 };

typedef struct LayoutKey {
    Text text;
    const SsfnFont *fonts[CACHED_FONTS];
    uint32_t size, looks; /* looks: bit 0 bold, 1 right to left */
} LayoutKey;

typedef struct LayoutSlot {
    LayoutKey key;
    TextLayout layout;
    bool used;
} LayoutSlot;

/* `work` holds a layout that is not cached, until the next one. */
struct TextShaper {
    Arena *fonts_arena, *cache, *work;
    OutlineFont **fonts;
    size_t count;
    LayoutSlot slots[CACHE_SLOTS];
};

TextShaper *text_shaper_new(Arena *arena)
{
    TextShaper *shaper = ARENA_ALLOC(arena, TextShaper, 1);
    shaper->fonts_arena = arena_new_within(arena);
    shaper->cache = arena_new_within(arena);
    shaper->work = arena_new_within(arena);
    return shaper;
}

void text_shaper_forget(TextShaper *shaper)
{
    memset(shaper->slots, 0, sizeof shaper->slots);
    arena_reset(shaper->cache);
}

/* Cached layouts may lack this font, so they are removed. */
bool text_shaper_add(TextShaper *shaper, Bytes file, uint32_t face, Report *report)
{
    OutlineFont *font = outline_font_open(file, face, shaper->fonts_arena, report);
    if (font)
        *ARENA_PUSH(shaper->fonts_arena, shaper->fonts, shaper->count) = font;
    text_shaper_forget(shaper);
    return font != NULL;
}

void text_shaper_clear(TextShaper *shaper)
{
    text_shaper_forget(shaper);
    arena_reset(shaper->fonts_arena);
    shaper->fonts = NULL;
    shaper->count = 0;
}

/* The first font that was added and has the character; NULL if there is none. */
static OutlineFont *outline_with(const TextShaper *shaper, uint32_t code)
{
    for (size_t i = 0; shaper && i < shaper->count; i++)
        if (outline_font_has(shaper->fonts[i], code))
            return shaper->fonts[i];
    return NULL;
}

/* ---- a paragraph: characters with their levels, scripts and fonts ---- */

typedef struct Paragraph {
    uint32_t *codes, *joined; /* joined: with the forms of Arabic letters */
    uint32_t *at;             /* offsets of the bytes, and of the end */
    FriBidiLevel *levels, base;
    uint32_t *scripts;   /* 0: none in the whole paragraph */
    OutlineFont **fonts; /* NULL: the SSFN fonts of the style */
    size_t count;
} Paragraph;

/* One paragraph, up to its line end or PARAGRAPH_MAX characters. CR is dropped, a tab is a
 * space. */
static void read_codes(Paragraph *paragraph, Text text, Arena *arena)
{
    size_t at = 0, end = text.size;
    text_find(text, '\n', &end);
    const size_t max = end < PARAGRAPH_MAX ? end : PARAGRAPH_MAX;
    paragraph->codes = ARENA_ALLOC(arena, uint32_t, max);
    paragraph->at = ARENA_ALLOC(arena, uint32_t, max + 1);
    while (at < end && paragraph->count < max) {
        const size_t before = at;
        const uint32_t code = utf8_next(text, &at);
        if (code == '\r')
            continue;
        paragraph->at[paragraph->count] = (uint32_t)before;
        paragraph->codes[paragraph->count++] = code == '\t' ? ' ' : code;
    }
    paragraph->at[paragraph->count] = (uint32_t)at;
}

/* If FriBidi has no memory, all characters have the level of the paragraph. */
static void find_levels(Paragraph *paragraph, bool right_to_left, Arena *arena)
{
    const FriBidiStrIndex count = (FriBidiStrIndex)paragraph->count;
    FriBidiCharType *types = ARENA_ALLOC(arena, FriBidiCharType, paragraph->count);
    FriBidiBracketType *brackets = ARENA_ALLOC(arena, FriBidiBracketType, paragraph->count);
    FriBidiJoiningType *joining = ARENA_ALLOC(arena, FriBidiJoiningType, paragraph->count);
    paragraph->levels = ARENA_ALLOC(arena, FriBidiLevel, paragraph->count);
    paragraph->joined = ARENA_ALLOC(arena, uint32_t, paragraph->count);
    memcpy(paragraph->joined, paragraph->codes, paragraph->count * sizeof(uint32_t));
    fribidi_get_bidi_types(paragraph->codes, count, types);
    fribidi_get_bracket_types(paragraph->codes, count, types, brackets);
    FriBidiParType base = fribidi_get_par_direction(types, count);
    if (base == FRIBIDI_PAR_ON)
        base = right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    paragraph->base = base == FRIBIDI_PAR_RTL;
    if (!fribidi_get_par_embedding_levels_ex(types, brackets, count, &base,
                                             paragraph->levels)) {
        memset(paragraph->levels, paragraph->base, paragraph->count);
        return;
    }
    fribidi_get_joining_types(paragraph->codes, count, joining);
    fribidi_join_arabic(types, count, paragraph->levels, joining);
    fribidi_shape_arabic(FRIBIDI_FLAG_SHAPE_ARAB_PRES | FRIBIDI_FLAG_SHAPE_ARAB_LIGA,
                         paragraph->levels, count, joining, paragraph->joined);
}

/* Characters without a script have that of the preceding one, at the start that of the next.
 */
static void find_scripts(Paragraph *paragraph, Arena *arena)
{
    uint32_t script = 0;
    paragraph->scripts = ARENA_ALLOC(arena, uint32_t, paragraph->count);
    for (size_t i = 0; i < paragraph->count && !script; i++)
        script = text_script(paragraph->codes[i]);
    for (size_t i = 0; i < paragraph->count; i++) {
        const uint32_t own = text_script(paragraph->codes[i]);
        script = own ? own : script;
        paragraph->scripts[i] = script;
    }
}

/* Whether the SSFN fonts draw a run well: they have all its characters, and no character
 * combines with others or changes its place. */
static bool plain_suffices(const TextStyle *style, const Paragraph *paragraph, size_t from,
                           size_t to)
{
    enum { INDIC = 0x900, FORMS = 0xFB1D };
    for (size_t i = from; i < to; i++) {
        const uint32_t code = paragraph->codes[i], joined = paragraph->joined[i];
        if (text_is_ignorable(code) || text_is_ignorable(joined))
            continue;
        if (!text_glyph(style, joined) || (code > 0x300 && text_is_mark(code)) ||
            (code >= INDIC && code < FORMS && text_needs_shaping(code)))
            return false;
    }
    return true;
}

/* A run of one script is drawn by SSFN fonts if they suffice. Otherwise characters stay in
 * the font of the preceding one where possible, because shaping works within one font only. */
static void choose_fonts(const TextStyle *style, Paragraph *paragraph, size_t from, size_t to)
{
    if (plain_suffices(style, paragraph, from, to))
        return;
    OutlineFont *before = NULL;
    for (size_t i = from; i < to; i++) {
        const uint32_t code = paragraph->codes[i];
        const bool letter = text_script(code) || !text_glyph(style, code);
        if (before && (text_is_ignorable(code) || outline_font_has(before, code)))
            paragraph->fonts[i] = before;
        else if (letter && (text_needs_shaping(code) || !text_glyph(style, code)))
            paragraph->fonts[i] = outline_with(style->shaper, code);
        before = paragraph->fonts[i];
    }
}

/* Fonts are chosen for each run of one script. Without a shaper all stay NULL. */
static Paragraph paragraph_read(const TextStyle *style, Text text, Arena *arena)
{
    Paragraph paragraph = {0};
    read_codes(&paragraph, text, arena);
    find_levels(&paragraph, style->right_to_left, arena);
    find_scripts(&paragraph, arena);
    paragraph.fonts = ARENA_ALLOC(arena, OutlineFont *, paragraph.count);
    for (size_t from = 0, to; style->shaper && from < paragraph.count; from = to) {
        for (to = from + 1;
             to < paragraph.count && paragraph.scripts[to] == paragraph.scripts[from];)
            to++;
        choose_fonts(style, &paragraph, from, to);
    }
    return paragraph;
}

/* ---- a line ---- */

typedef struct Run {
    size_t from, to;
    FriBidiLevel level;
} Run;

typedef struct Line {
    const TextStyle *style;
    const Paragraph *paragraph;
    TextItem *items;
    size_t count;
    int64_t pen;       /* 1/64 pixel */
    int64_t ascent, y; /* y: of the line's top */
    size_t start;      /* offset that is subtracted from those of the items */
    int64_t *advances; /* of the paragraph's clusters, at their first characters; or NULL */
    Arena *arena;
} Line;

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
static int64_t lay_line(Line *line, size_t from, size_t to)
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

/* ---- texts ---- */

/* Each line end starts a paragraph. Offsets of items are those in the whole text. */
static TextLayout lay_lines(const TextStyle *style, Text text, Arena *arena)
{
    const TextWalk walk = text_walk(style, TEXT(""));
    TextSize size = {0, 0, walk.ascent, walk.line};
    Line line = {.style = style, .ascent = walk.ascent, .arena = arena};
    for (size_t at = 0; at <= text.size;) {
        const Text rest = text_slice(text, at, text.size);
        const Paragraph paragraph = paragraph_read(style, rest, arena);
        line.paragraph = &paragraph;
        line.start = 0;
        const size_t first = line.count;
        const int64_t w = lay_line(&line, 0, paragraph.count);
        for (size_t i = first; i < line.count; i++)
            line.items[i].at += at;
        size.w = w > size.w ? w : size.w;
        size.h += walk.line;
        line.y += walk.line;
        size_t end = 0;
        at += text_find(rest, '\n', &end) ? end + 1 : rest.size + 1;
    }
    return (TextLayout){line.items, line.count, size};
}

/* Returns false if the text is not cached. The key refers to `text`, not to a copy. */
static bool layout_key(const TextStyle *style, Text text, LayoutKey *out)
{
    if (!style->shaper || text.size > CACHED_SIZE_MAX || style->count > CACHED_FONTS)
        return false;
    *out = (LayoutKey){.text = text,
                       .size = style->size,
                       .looks = (style->bold ? 1u : 0) | (style->right_to_left ? 2u : 0)};
    for (uint32_t i = 0; i < style->count; i++)
        out->fonts[i] = style->fonts[i];
    return true;
}

static bool key_equal(const LayoutKey *a, const LayoutKey *b)
{
    return text_equal(a->text, b->text) && a->size == b->size && a->looks == b->looks &&
           !memcmp(a->fonts, b->fonts, sizeof a->fonts);
}

/* The result is valid until the next call with this shaper. A full cache is emptied at once,
 * which is simpler than an order of use. */
TextLayout text_lay_out(const TextStyle *style, Text text, Arena *scratch)
{
    TextShaper *shaper = style->shaper;
    LayoutKey key;
    if (shaper) {
        arena_reset(shaper->work);
        scratch = shaper->work;
    }
    if (!layout_key(style, text, &key))
        return lay_lines(style, text, scratch);
    uint64_t hash = hash_bytes(key.size, (Bytes){(const uint8_t *)text.at, text.size});
    hash = hash_mix(hash_mix(hash, (uintptr_t)key.fonts[0]), key.looks);
    LayoutSlot *slot = &shaper->slots[hash % CACHE_SLOTS];
    if (slot->used && key_equal(&slot->key, &key))
        return slot->layout;
    if (arena_used(shaper->cache) > CACHE_LIMIT)
        text_shaper_forget(shaper);
    const TextLayout layout = lay_lines(style, text, scratch);
    TextItem *items = ARENA_ALLOC(shaper->cache, TextItem, layout.count);
    if (layout.count)
        memcpy(items, layout.items, layout.count * sizeof *items);
    *slot = (LayoutSlot){key, {items, layout.count, layout.size}, true};
    slot->key.text = arena_text(shaper->cache, text);
    return slot->layout;
}

/* ---- line breaking ---- */

typedef struct Piece {
    size_t end, next; /* of the visible part; start of the next line */
    bool hyphen;      /* a soft hyphen at its end is shown */
} Piece;

static bool is_hidden(uint32_t code) { return text_is_blank(code) || code == 0x200B; }

/* What lines of a paragraph are cut from. */
typedef struct Cutting {
    const Paragraph *paragraph;
    const int64_t *advances;
    const bool *breaks;
    int64_t hyphen; /* its width, 1/64 pixel */
} Cutting;

/* The longest line at `from` whose clusters are at most `limit` wide; at least one cluster. A
 * line may end with a soft hyphen if a hyphen has space there. */
static Piece take_piece(const Cutting *cutting, size_t from, int64_t limit)
{
    const Paragraph *paragraph = cutting->paragraph;
    const int64_t *advances = cutting->advances;
    Piece cut = {0};
    size_t end = from, cluster = from; /* of the visible part; of the last cluster's start */
    int64_t w = 0;
    for (size_t i = from; i < paragraph->count; i++) {
        const uint32_t code = paragraph->codes[i];
        if (advances[i] >= 0)
            cluster = i;
        const int64_t before = w;
        const bool hyphen = i > from && paragraph->codes[i - 1] == SOFT_HYPHEN;
        w += advances[i] > 0 ? advances[i] : 0;
        if (is_hidden(code))
            continue;
        if (i > from && cluster == i && cutting->breaks[i] &&
            (!hyphen || before + cutting->hyphen <= limit))
            cut = (Piece){end, i, hyphen};
        if (w > limit && cluster > from)
            return cut.next ? cut : (Piece){cluster, cluster, false};
        end = i + 1;
    }
    return (Piece){end, paragraph->count, false};
}

/* The arena of the result, and arenas that are reset after each paragraph and each line. */
typedef struct WrapArenas {
    Arena *out, *paragraph, *line;
} WrapArenas;

static uint32_t hyphen_of(const TextStyle *style)
{
    enum { HYPHEN = 0x2010 };
    return text_glyph(style, HYPHEN) ? HYPHEN : '-';
}

/* Lays out one line of a longer paragraph. */
static int64_t lay_piece(Line *line, size_t from, const Piece *piece)
{
    const size_t last = piece->end - 1;
    const Paragraph *paragraph = line->paragraph;
    if (piece->hyphen)
        paragraph->codes[last] = paragraph->joined[last] = hyphen_of(line->style);
    const int64_t w = lay_line(line, from, piece->end);
    if (piece->hyphen)
        paragraph->codes[last] = paragraph->joined[last] = SOFT_HYPHEN;
    return w;
}

/* The paragraph is shaped once for the advances; each line is then shaped again, and made
 * shorter if it is too wide, TRIES times at most. */
static void wrap_paragraph(const TextStyle *style, Text text, const Paragraph *paragraph,
                           int64_t width, int64_t hyphen, TextLine **lines, size_t *count,
                           const WrapArenas *arenas)
{
    enum { TRIES = 4 };
    Line line = {.style = style,
                 .paragraph = paragraph,
                 .ascent = text_walk(style, TEXT("")).ascent,
                 .advances = ARENA_ALLOC(arenas->paragraph, int64_t, paragraph->count),
                 .arena = arenas->paragraph};
    for (size_t i = 0; i < paragraph->count; i++)
        line.advances[i] = -1;
    lay_line(&line, 0, paragraph->count);
    const Cutting cutting = {
        .paragraph = paragraph,
        .advances = line.advances,
        .breaks = line_breaks_codes(paragraph->codes, paragraph->count, arenas->paragraph),
        .hyphen = hyphen * OUTLINE_UNITS};
    line.advances = NULL;
    line.arena = arenas->line;
    size_t from = 0;
    do {
        int64_t limit = width * OUTLINE_UNITS, w = 0;
        Piece piece;
        line.start = paragraph->at[from];
        /* Letters at the ends of a line can be wider than inside of it. */
        for (int i = 0; i < TRIES; i++) {
            line.items = NULL;
            line.count = 0;
            arena_reset(arenas->line);
            piece = take_piece(&cutting, from, limit);
            w = lay_piece(&line, from, &piece);
            if (w <= width)
                break;
            limit -= (w - width) * OUTLINE_UNITS;
        }
        /* Even an empty line has items, so that it is not taken for a simple one. */
        TextItem *items = ARENA_ALLOC(arenas->out, TextItem, line.count ? line.count : 1);
        if (line.count)
            memcpy(items, line.items, line.count * sizeof *items);
        *ARENA_PUSH(arenas->out, *lines, *count) =
            (TextLine){text_slice(text, paragraph->at[from], paragraph->at[piece.end]), w,
                       items, line.count};
        from = piece.next;
    } while (from < paragraph->count);
}

/* A text that ends with a line end has an empty last line. */
TextLine *text_wrap_complex(const TextStyle *style, Text text, int64_t width, int64_t hyphen,
                            size_t *count, Arena *arena)
{
    const WrapArenas arenas = {arena, arena_new(), arena_new()};
    TextLine *lines = NULL;
    *count = 0;
    for (bool more = true; more;) {
        arena_reset(arenas.paragraph);
        const Paragraph paragraph = paragraph_read(style, text, arenas.paragraph);
        wrap_paragraph(style, text, &paragraph, width, hyphen, &lines, count, &arenas);
        const size_t end = paragraph.at[paragraph.count];
        const bool line_end = end < text.size && text.at[end] == '\n';
        text = text_slice(text, end + line_end, text.size);
        more = line_end || text.size;
    }
    arena_free(arenas.paragraph);
    arena_free(arenas.line);
    return lines;
}
