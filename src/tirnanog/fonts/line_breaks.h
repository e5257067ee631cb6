/* Where lines of a text may end: Unicode's line breaking algorithm (UAX 14), version 15.0, the
 * same in windows, tests and the page.
 *
 * Of what the algorithm leaves open, small kana and the mark of long vowels begin no line
 * (class CJ as NS, JIS X 4051), and numbers stay whole (8.2, example 7), as in the tests of
 * Unicode. Thai, Lao, Khmer and Burmese have no breaks within words, which needs a dictionary:
 * U+200B and spaces are breaks. */
#ifndef OISIN_TIRNANOG_FONTS_LINE_BREAKS_H
#define OISIN_TIRNANOG_FONTS_LINE_BREAKS_H

#include "base/arena.h"

enum { SOFT_HYPHEN = 0xAD };

/* One element per byte: whether a line may begin with the character that begins there. The
 * first is false. */
const bool *line_breaks_text(Text text, Arena *arena);
/* The same, one element per character. */
const bool *line_breaks_codes(const uint32_t *codes, size_t count, Arena *arena);

#endif
