/* The layout of text with letters that are written from right to left, join, combine or change
 * their order: Hebrew, Arabic, Devanagari and others. Used by ssfn_draw.h; all other text does
 * without.
 *
 * A paragraph (up to '\n') is resolved into levels of direction (FriBidi) and scripts. Runs of
 * one level, script and font become items in visual order: runs of outline fonts are shaped
 * (outline_font.h); in runs of SSFN fonts each character is one glyph, and Arabic letters are
 * replaced by their joined forms if the font has these (U+FE70 to U+FEFF).
 *
 * A run is drawn with the SSFN fonts if they have all of it and its script needs no shaping,
 * otherwise with the first outline font of the shaper that has its letters. */
#ifndef OISIN_TIRNANOG_FONTS_TEXT_LAYOUT_H
#define OISIN_TIRNANOG_FONTS_TEXT_LAYOUT_H

#include "tirnanog/fonts/outline_font.h"
#include "tirnanog/fonts/ssfn_draw.h"

enum { PARAGRAPH_MAX = 16384 }; /* characters; longer paragraphs are broken there */

/* Outline fonts, and a cache of the layouts of short texts, which are measured and drawn again
 * in each frame. Not thread-safe. Everything is freed with `arena`. */
TextShaper *text_shaper_new(Arena *arena);
/* Adds a font after those that were added before; the bytes must outlive the shaper, or the
 * next `text_shaper_clear`. */
bool text_shaper_add(TextShaper *shaper, Bytes file, uint32_t face, Report *report);
/* Removes all fonts. Caches of drawn glyphs must be cleared as well. */
void text_shaper_clear(TextShaper *shaper);
/* Must be called before an SSFN font is freed whose text was measured. */
void text_shaper_forget(TextShaper *shaper);

/* Whether a character belongs to a script that needs a layout, or controls its direction. */
bool text_needs_shaping(uint32_t code);
/* Whether a character is invisible: joiners, marks of direction and the like. */
bool text_is_ignorable(uint32_t code);
/* Whether a text contains such characters, or is drawn from right to left for want of letters
 * that say otherwise. */
bool text_is_complex(const TextStyle *style, Text text);

typedef struct TextLayout {
    const TextItem *items; /* in visual order, line after line */
    size_t count;
    TextSize size;
} TextLayout;

/* Lays out a text with its line ends. The result is valid until the next call with the same
 * shaper; without a shaper, as long as `scratch`, which is otherwise not used. At most
 * PARAGRAPH_MAX characters of a line are laid out. */
TextLayout text_lay_out(const TextStyle *style, Text text, Arena *scratch);

/* As text_wrap, for complex text. Lines are broken in logical order. `hyphen`: the width of a
 * hyphen, pixels. */
TextLine *text_wrap_complex(const TextStyle *style, Text text, int64_t width, int64_t hyphen,
                            size_t *count, Arena *arena);

#endif
