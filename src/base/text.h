/* Text functions: UTF-8, lines and words, numbers, and the most similar name. */
#ifndef OISIN_BASE_TEXT_H
#define OISIN_BASE_TEXT_H

#include "base/arena.h"

/* "%zu file%s": the plural ending of a noun after a number. */
#define PLURAL(count) ((count) == 1 ? "" : "s")

/* Decodes the character at `*at` and advances. An invalid byte yields U+FFFD and advances by
 * one byte, so a loop always ends. */
uint32_t utf8_next(Text text, size_t *at);
/* Writes 1 to 4 bytes and returns their number. */
size_t utf8_put(char *out, uint32_t character);
/* Offset of the first byte that is not valid UTF-8 (no surrogates, no overlong forms, at most
 * U+10FFFF); text.size if the text is valid. */
size_t utf8_invalid(Text text);
/* The text, without the characters that do not fit into `max` bytes. */
Text utf8_cut(Text text, size_t max);

/* Removes the next line from `*rest`; `*line` excludes LF or CRLF. Returns false at the end. */
bool text_line(Text *rest, Text *line);
/* Removes the next word from `*rest`: a run without spaces or tabs; empty at the end. */
Text text_word(Text *rest);
Text text_trimmed(Text text);
/* Without a byte order mark of UTF-8, which Notepad and PowerShell write: for all readers of
 * text files. */
Text text_without_mark(Text text);

/* Decimal with an optional minus, nothing else, within [min, max]. */
bool text_number(Text text, int64_t min, int64_t max, int64_t *out);
/* Exactly `digits` hexadecimal digits, either case. */
bool text_hex(Text text, unsigned digits, uint32_t *out);
/* Formats a finite number with the fewest digits, at least six, that reproduce the same float.
 */
enum { FLOAT_DIGITS = 48 };
void text_float(float number, char out[FLOAT_DIGITS]);
/* Parses a finite decimal number; the text must contain nothing else. */
bool text_to_float(Text text, float *out);
bool text_find(Text text, char wanted, size_t *at);
/* The first place of a part, which is not empty. */
bool text_find_part(Text text, Text part, size_t *at);

/* Compares without case of ASCII letters, as old games compare names. */
bool text_equal_caseless(Text a, Text b);
bool text_is_caseless(Text a, const char *string);
/* As strcmp; of two that begin the same, the shorter one is first. */
int text_compare_caseless(Text a, Text b);
/* A copy in ASCII lower case, followed by a zero byte. */
Text text_lowered(Text text, Arena *arena);
/* The part before the first zero byte. */
Text text_to_zero(Text text);

/* Edit distance: insertions, deletions, substitutions and swaps of adjacent letters; `limit` +
 * 1 if it is greater than `limit`. */
unsigned text_distance(Text a, Text b, unsigned limit);

/* The candidate nearest to `word`, or an empty text if none is similar enough: distance 1 for
 * words of less than 5 letters, 2 for less than 12, otherwise 3. The first candidate wins ties.
 */
Text text_nearest(Text word, const Text *candidates, size_t count);

#endif
