/* Parts, in order: which characters need a layout; a paragraph's characters with their levels
 * of direction, scripts and fonts. */
#include "tirnanog/fonts/text_layout_internal.h"

#include "base/text.h"
#include "tirnanog/fonts/line_breaks.h"

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

/* ---- a paragraph ---- */

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
            paragraph->fonts[i] = text_shaper_font(style->shaper, code);
        before = paragraph->fonts[i];
    }
}

/* Fonts are chosen for each run of one script. Without a shaper all stay NULL. */
Paragraph text_paragraph_read(const TextStyle *style, Text text, Arena *arena)
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
