/* Text in SSFN fonts: layout, measurement, line breaking, drawing.
 *
 * Positions are pixels, x to the right, y down; the position (x, y) of a text is the top left
 * corner of its first line. The `size` of a style is the height of its letters above the
 * baseline, or of the whole line for monospaced fonts and fonts without a baseline. A character
 * is drawn with the first font that contains it; otherwise as U+0 of the first font that has
 * it; otherwise as a box. `\n` starts a line, `\r` is skipped, a tab is drawn as a space.
 *
 * Text in scripts that need a layout (text_layout.h) is ordered and shaped by all functions but
 * `text_walk_next`, which goes through any text from left to right. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_DRAW_H
#define OISIN_TIRNANOG_FONTS_SSFN_DRAW_H

#include "tirnanog/fonts/outline_font.h"
#include "tirnanog/fonts/ssfn_raster.h"

typedef struct TextShaper TextShaper; /* text_layout.h */

typedef struct TextStyle {
    const SsfnFont *const *fonts; /* in order of preference; without fonts all characters are
                                   * boxes */
    uint32_t count;
    uint32_t size;      /* pixels, at least 1 */
    bool bold, italic;  /* synthesized if a font does not have the style */
    Pixel colour;       /* straight alpha; also applied to the alpha of colour glyphs */
    bool right_to_left; /* the direction of paragraphs without a letter that has one */
    TextShaper *shaper; /* outline fonts for scripts that need shaping; may be NULL */
} TextStyle;

/* ---- layout ---- */

/* A character, ligature or line end of a text. */
typedef struct TextItem {
    size_t at, size;      /* its bytes in the text */
    uint32_t code;        /* U+F000 and above for a ligature; '\n' */
    const SsfnFont *font; /* NULL for a box and for '\n' */
    const SsfnGlyph *glyph;
    uint32_t pixels;              /* height of the font's grid in pixels */
    int64_t x, y;                 /* position of the top left corner of the grid or the box */
    int64_t advance_x, advance_y; /* of the pen */
    /* A glyph of an outline font; x and y are the pen on the baseline. Otherwise NULL. */
    OutlineFont *outline;
    uint32_t outline_glyph, shift; /* shift: as in OutlineStyle */
} TextItem;

/* Iterates over the items of a text and tracks the pen; initialize it with `text_walk`. */
typedef struct TextWalk {
    const TextStyle *style;
    Text text;
    size_t at;
    int64_t pen_x, pen_y; /* before the next item; y is the top of the line */
    int64_t line;         /* height of a line */
    int64_t ascent;       /* from the top of the line to the baseline */
    const SsfnFont *font; /* of the previous item, for kerning */
    const SsfnGlyph *glyph;
} TextWalk;

TextWalk text_walk(const TextStyle *style, Text text);
/* The next item; returns false at the end of the text. */
bool text_walk_next(TextWalk *walk, TextItem *item);

typedef struct TextSize {
    int64_t w, h;           /* the width of the widest line and the height of all lines, at
                             * least one */
    int64_t baseline, line; /* of the first line, from the top; height of a line */
} TextSize;

TextSize text_measure(const TextStyle *style, Text text);

/* A line of a longer text, without the spaces around the break. */
typedef struct TextLine {
    Text text;
    int64_t w;
    const TextItem *items; /* of complex text; otherwise NULL */
    size_t count;
} TextLine;

/* Breaks a text into lines of at most `width` pixels: at '\n', where Unicode's rules allow it
 * (line_breaks.h), and inside words that are too long; each line has at least one item. The
 * lines are slices of `text`. */
TextLine *text_wrap(const TextStyle *style, Text text, int64_t width, size_t *count,
                    Arena *arena);

/* Whether a character is not drawn at the end of a line. */
bool text_is_blank(uint32_t code);

/* ---- drawing ---- */

/* A cache of drawn glyphs, which speeds up text that is drawn in every frame and does not
 * affect the result. If the glyphs use more than `limit` bytes, all are removed. Not
 * thread-safe. */
typedef struct TextCache {
    Arena *glyphs, *scratch; /* owned by the caller and used only for the cache, which resets
                              * them */
    size_t limit;
    struct TextSlot *slots;
    size_t capacity, count;
    uint64_t drawn; /* total number of cache misses */
} TextCache;

TextCache text_cache(Arena *glyphs, Arena *scratch, size_t limit);

/* Must be called before any font that was drawn is freed. */
void text_cache_clear(TextCache *cache);

/* Draws over `target`, clipped to it. */
void text_draw(const Image *target, int64_t x, int64_t y, const TextStyle *style, Text text,
               TextCache *cache);

/* Draws the first `shown` bytes of a line of `text_wrap`, at their positions in the whole line.
 */
void text_draw_line(const Image *target, int64_t x, int64_t y, const TextStyle *style,
                    const TextLine *line, size_t shown, TextCache *cache);

/* The glyph of a character in the first of the style's fonts that has it, without the
 * replacement U+0; NULL if there is none. */
const SsfnGlyph *text_glyph(const TextStyle *style, uint32_t code);

#endif
