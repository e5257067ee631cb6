/* Text in SSFN fonts: laid out, measured, broken into lines, drawn.
 *
 * Positions are pixels, x to the right, y down; (x, y) of a text is the top
 * left corner of its first line. A style's `size` is the height of its letters
 * above the baseline, or of the whole line for monospaced fonts and those
 * without a baseline. A character comes from the first font that has it; then
 * as U+0 of the first font that has that; then as a box. `\n` starts a line,
 * `\r` is skipped, a tab is a blank. */
#ifndef OISIN_FORMATS_OPEN_SSFN_DRAW_H
#define OISIN_FORMATS_OPEN_SSFN_DRAW_H

#include "formats/open/ssfn_raster.h"

typedef struct TextStyle {
    const SsfnFont *const *fonts; /* by preference; may be none: all boxes then */
    uint32_t count;
    uint32_t size;     /* pixels, at least 1 */
    bool bold, italic; /* synthesised where a font does not have it */
    Pixel colour;      /* straight alpha; a font's own colours take its alpha, too */
} TextStyle;

/* ---- layout ---- */

/* One character, ligature or line end of a text. */
typedef struct TextItem {
    size_t at, size;      /* its bytes in the text */
    uint32_t code;        /* U+F000 and up for a ligature; '\n' */
    const SsfnFont *font; /* NULL for a box and for '\n' */
    const SsfnGlyph *glyph;
    uint32_t pixels;              /* of the font's grid */
    int64_t x, y;                 /* where the grid's top left corner, or the box's, is drawn */
    int64_t advance_x, advance_y; /* of the pen */
} TextItem;

/* Walks over the items of a text, pen in hand; start from `text_walk`. */
typedef struct TextWalk {
    const TextStyle *style;
    Text text;
    size_t at;
    int64_t pen_x, pen_y; /* before the next item; y is the top of the line */
    int64_t line;         /* height of a line */
    int64_t ascent;       /* from the top of the line to the baseline */
    const SsfnFont *font; /* of the item before, for kerning */
    const SsfnGlyph *glyph;
} TextWalk;

TextWalk text_walk(const TextStyle *style, Text text);
/* The next item; false at the end of the text. */
bool text_walk_next(TextWalk *walk, TextItem *item);

typedef struct TextSize {
    int64_t w, h;           /* the widest line by all lines, at least one */
    int64_t baseline, line; /* of the first line from the top; height of a line */
} TextSize;

TextSize text_measure(const TextStyle *style, Text text);

/* A line of a longer text, without the blanks around the break. */
typedef struct TextLine {
    Text text;
    int64_t w;
} TextLine;

/* Breaks a text into lines of at most `width` pixels: at '\n', at blanks,
 * beside Chinese, Japanese and Korean characters, and inside a word that is
 * too long; a line has at least one item. The lines are slices of `text`. */
TextLine *text_wrap(const TextStyle *style, Text text, int64_t width, size_t *count,
                    Arena *arena);

/* ---- drawing ---- */

/* Drawn glyphs, so that the same text costs little in the next frame. Of no
 * influence on what is seen. When the glyphs take more than `limit` bytes, all
 * are dropped. One thread at a time. */
typedef struct TextCache {
    Arena *glyphs, *scratch; /* the caller's, used for this alone: they are reset */
    size_t limit;
    struct TextSlot *slots;
    size_t capacity, count;
    uint64_t drawn; /* how many glyphs were not found, ever */
} TextCache;

TextCache text_cache(Arena *glyphs, Arena *scratch, size_t limit);

/* Must be called before a font that was drawn with goes away. */
void text_cache_clear(TextCache *cache);

/* Draws over `target`, clipped. */
void text_draw(const Image *target, int64_t x, int64_t y, const TextStyle *style, Text text,
               TextCache *cache);

#endif
