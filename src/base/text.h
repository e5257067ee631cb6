/* Text: UTF-8, lines and words, numbers, and the nearest of some names. */
#ifndef OISIN_BASE_TEXT_H
#define OISIN_BASE_TEXT_H

#include "base/arena.h"

/* "%zu file%s": what stands behind the noun of a number. */
#define PLURAL(count) ((count) == 1 ? "" : "s")

/* Decodes the character at `*at` and moves past it. An invalid byte gives
 * U+FFFD and moves one byte on, so a loop always ends. */
uint32_t utf8_next(Text text, size_t *at);
/* Writes 1 to 4 bytes, returns how many. */
size_t utf8_put(char *out, uint32_t character);
/* Where the first byte is that is no valid UTF-8 (no surrogates, no overlong
 * forms, at most U+10FFFF); text.size if all is well. */
size_t utf8_invalid(Text text);

/* Takes the next line off `*rest`, without its LF or CRLF; false at the end. */
bool text_line(Text *rest, Text *line);
/* Takes the next word off `*rest`: a run without blanks or tabs; empty at the end. */
Text text_word(Text *rest);
Text text_trimmed(Text text);

/* Decimal with an optional minus, nothing else, within [least, most]. */
bool text_number(Text text, int64_t min, int64_t max, int64_t *out);
/* Exactly `digits` hexadecimal digits, either case. */
bool text_hex(Text text, unsigned digits, uint32_t *out);
/* A finite number in as few digits, six at least, as bring back the same float. */
enum { FLOAT_DIGITS = 48 };
void text_float(float number, char out[FLOAT_DIGITS]);
/* A finite number in decimal digits, all of the text. */
bool text_to_float(Text text, float *out);
bool text_find(Text text, char wanted, size_t *at);

/* ASCII letters count in either case, as in the names of old games. */
bool text_equal_caseless(Text a, Text b);
bool text_is_caseless(Text a, const char *string);
/* A copy with small ASCII letters, followed by a zero byte. */
Text text_lowered(Text text, Arena *arena);
/* What is before a zero byte. */
Text text_to_zero(Text text);

/* How many letters to add, drop, change or swap to get from one to the other;
 * `limit` + 1 if more than `limit`. */
unsigned text_distance(Text a, Text b, unsigned limit);

/* The candidate nearest to `word`, or an empty text if none is near enough to
 * be meant: 1 letter of less than 5, 2 of less than 12, else 3. Ties: the first. */
Text text_nearest(Text word, const Text *candidates, size_t count);

#endif
