/* Shift-JIS as Windows has it (code page 932), converted to UTF-8 and back: ASCII, half-width
 * katakana (one byte), and pairs of bytes.
 *
 * As in base/encoding.h, any bytes survive conversion to UTF-8 and back: a byte that is not
 * part of a character becomes U+F700 + byte (U+F780 to U+F7FF, for private use), and that the
 * byte again. So do the pairs of the 395 characters that Windows has twice and writes as
 * another pair. */
#ifndef OISIN_BASE_CP932_H
#define OISIN_BASE_CP932_H

#include "base/arena.h"

/* The tables of both directions: made once for many texts. */
typedef struct Cp932 Cp932;
Cp932 *cp932_new(Arena *arena);

/* The character of a pair; 0: none. */
uint32_t cp932_character(const Cp932 *page, uint8_t lead, uint8_t trail);

/* To UTF-8. */
Text cp932_decode(const Cp932 *page, Text text, Arena *arena);
/* From UTF-8. Returns false if the text is not valid UTF-8 or has a character that is not in
 * Shift-JIS; `*bad`, which may be NULL, is then the offset of that character. */
bool cp932_encode(const Cp932 *page, Text text, Text *out, size_t *bad, Arena *arena);

/* The byte that a character of a decoded text stands for; 0: it is an ordinary character. */
uint8_t cp932_escaped_byte(uint32_t character);

#endif
